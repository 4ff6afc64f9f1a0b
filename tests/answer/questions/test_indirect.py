import pytest

from pincite.answer.questions.indirect import as_direct, as_topic, is_thing, searched_topic


@pytest.mark.parametrize(
    "question, topic",
    [
        ("What is the mooring fee?", "the mooring fee"),
        ("What does the guide say about costs?", "costs"),
        ("Is there a cap on damages?", "a cap on damages"),
        ("Can Penrose end the lease early?", "whether Penrose can end the lease early"),
        ("May the parties agree to extend the time?", "whether the parties may agree to extend the time"),
        ("Does the tenant have to insure?", "whether the tenant has to insure"),
        ("When does the lease expire?", "when the lease expires"),
        ("How is a dispute settled?", "how a dispute is settled"),
        ("What happens if he does not file one?", "what happens if he does not file one"),
        ("What is it for if the club has sent me a form?", "“What is it for if the club has sent me a form?”"),
        ("By what date must we leave?", "“By what date must we leave?”"),
        ("Can the lock keeper moor overnight?", "“Can the lock keeper moor overnight?”"),
    ],
)
def test_a_topic_reads_well_after_on(question, topic):
    assert as_topic(question) == topic


def test_a_search_needs_no_words_that_ask():
    assert searched_topic("how long we have to return the keys") == "return the keys"
    assert searched_topic("“By what date must we leave?”") == "date must we leave"


def test_a_thing_is_told_from_a_question():
    assert is_thing("the rent")
    assert not is_thing("whether the rent is due")


def test_what_we_do_is_asked_directly():
    assert as_direct("how long we have to pay") == "how long do we have to pay"
    assert as_direct("how soon we can leave") == "how soon can we leave"
    assert as_direct("the rent") == "the rent"


@pytest.mark.parametrize(
    "words, direct",
    [
        ("what the tenant must insure", "what must the tenant insure"),
        ("when the second instalment is due", "when is the second instalment due"),
        ("how much the court may order", "how much may the court order"),
        ("who insures the roof", "who insures the roof"),
    ],
)
def test_a_noun_before_its_verb_is_put_behind_it(words, direct):
    assert as_direct(words) == direct
