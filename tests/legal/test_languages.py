from pincite.legal.languages import known_language, question_language, root_of, stem_words


def test_forms_of_a_czech_word_share_a_stem():
    assert len(set(stem_words(["smlouva", "smlouvy", "smlouvou"], "cs"))) == 1


def test_a_czech_verb_and_its_adjective_share_a_root():
    assert root_of("odpovídá", "cs") == root_of("odpovědným", "cs") == root_of("odpovědnosti", "cs")
    assert root_of("answers", "en") is None


def test_a_question_tells_its_language_by_its_little_words():
    assert question_language("Kdo platí nájem za byt?", {"cs", "en"}) == "cs"
    assert question_language("Who pays the rent?", {"cs", "en"}) == "en"
    assert question_language("nájem", {"cs", "en"}) is None


def test_a_language_without_stems_is_read_as_english():
    assert known_language("cy") == known_language(None) == "en"
