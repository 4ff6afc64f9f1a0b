import pytest

from pincite.domain.answer import NOT_FOUND
from pincite.legal.provisions import find_provisions
from pincite.retrieve.direction_numbers import is_of_direction

RULES = {
    "Part 91.txt": """PART 91 - BEE DISPUTES

Scope of this Part

91.1 This Part applies to disputes about bees, as rule 91.3 says.

Time for complaint

91.2

(1) A complaint must be made within 14 days.

(2) The court may -

(a) extend that time; or

(b) shorten it, where a swarm has left.

Costs

91.3 The keeper of the bees pays the costs, subject to rule 91.2 (1).

Extra

91.3 A

(1) A swarm counts as one bee.
""",
    "Practice Direction 91 A.txt": """PRACTICE DIRECTION 91 A - BEE DISPUTES

This Practice Direction supplements CPR Part 91

Complaints

2.1 A complaint names the hive.

2.2 A complaint is signed, as rule 91.2 requires.
""",
    "Cyfarwyddyd Ymarfer 91 A.txt": """CYFARWYDDYD YMARFER 91 A - ANGHYDFODAU GWENYN

Cwynion

2.1 Rhaid i gŵyn enwi'r cwch gwenyn.

2.2 Rhaid llofnodi'r gŵyn mewn inc, ac ni chaiff neb arall ei llofnodi.
""",
    "PD 92.txt": """PRACTICE DIRECTION 92 C - QUEENS

Marks

1.1 A queen is marked in blue.
""",
    "Hive lease.txt": """LEASE OF HIVES

This Lease is made between Larkspur Apiaries Limited and Quarry Farm Limited.

1. Rent. The rent is due on the first day of each month.

2. Term

2.1 The term is one year.

2.2 Either party may end this Lease by three months' notice, subject to clause 2.3.

2.3 No notice may be given in May.
""",
}


@pytest.fixture
def store(workshop):
    for name, text in RULES.items():
        (workshop.files / name).write_text(text)
    return workshop.open_made()


def quotes(answer):
    return [" ".join(citation.quote.split()) for citation in answer.citations]


@pytest.mark.parametrize(
    ("question", "section", "words"),
    [
        (
            "What does rule 91.2 say?",
            "Part 91 › 91.2",
            "91.2 (1) A complaint must be made within 14 days. (2) The court may",
        ),
        ("CPR 91.2(2)(b)", "Part 91 › 91.2 › (2) › (b)", "(b) shorten it, where a swarm has left."),
        ("what does 91.2(2)(b) say", "Part 91 › 91.2 › (2) › (b)", "(b) shorten it, where a swarm has left."),
        ("PD 92C para 1.1", "Practice Direction 92C › Marks › 1.1", "1.1 A queen is marked in blue."),
        ("PD 92 para 1.1", "Practice Direction 92C › Marks › 1.1", "1.1 A queen is marked in blue."),
        ("r 91.3A", "Part 91 › 91.3A", "91.3 A (1) A swarm counts as one bee."),
        ("PD 91A para 2.1", "Practice Direction 91A › Complaints › 2.1", "2.1 A complaint names the hive."),
        ("Can you quote clause 2.3 of the Larkspur lease?", "2 › 2.3", "2.3 No notice may be given in May."),
    ],
)
def test_a_provision_is_quoted_whole_with_its_own_pinpoint(store, question, section, words):
    answer = store.ask(question, explain=True)
    assert answer.found
    assert [citation.section for citation in answer.citations] == [section]
    assert words in quotes(answer)[0]
    assert answer.ranking.steps[0].stage == "provision"


@pytest.mark.parametrize(
    "question",
    [
        "Please set out rule 91.2",
        "Rule 91.2?",
        "rule 91.2 pls",
        "rule 91.2 verbatim, thanks",
        "Remind me what rule 91.2 says",
        "Could you paste the wording of r 91.2 please",
        "I'd like to read CPR 91.2",
        "how is rule 91.2 worded?",
    ],
)
def test_a_rule_is_quoted_however_it_is_asked_for(store, question):
    answer = store.ask(question)
    assert [citation.section for citation in answer.citations] == ["Part 91 › 91.2"]
    assert answer.ranking.steps[0].stage == "provision"


@pytest.mark.parametrize(
    "question", ["Please set out para 2.1.3 of the QTC guide", "2.1.3 QTC Guide", "QTC guide 2.1.3"]
)
def test_a_guide_may_go_by_its_initials(workshop, question):
    paragraphs = "\n\n".join(f"2.1.{n} Queen number {n} is heard in hall {n}." for n in range(1, 7))
    (workshop.files / "guide.txt").write_text(
        "THE QUARRY TENANTS COURT GUIDE\n\n1. Hearings\n\n1.1 Hearings are in public.\n\n2. Halls\n\n2.1 Rooms\n\n"
        f"{paragraphs}\n"
    )
    workshop.build()
    assert quotes(workshop.open().ask(question)) == ["2.1.3 Queen number 3 is heard in hall 3."]


@pytest.mark.parametrize(
    "question",
    [
        "Read me limb (b) of rule 91.2(2)",
        "What's point b in rule 91.2(2)?",
        "rule 91.2(2), item (b)",
    ],
)
def test_an_item_with_a_noun_of_its_own_is_quoted_alone(store, question):
    assert quotes(store.ask(question)) == ["(b) shorten it, where a swarm has left."]


def test_an_item_that_is_not_there_leaves_its_provision(store):
    assert quotes(store.ask("limb (z) of rule 91.2"))[0].endswith("where a swarm has left.")


@pytest.mark.parametrize(
    "question", ["They sent us a Part 92 request for marks. Is a queen marked?", "Is a Part 92 hearing about marks?"]
)
def test_a_thing_called_by_a_part_is_no_question_for_the_part(store, question):
    answer = store.ask(question)
    assert "No document of this store is" not in answer.note


def test_a_thing_that_no_document_deals_with_is_missing_with_its_part(store):
    assert "No document of this store is Part 97." in store.ask("How long is a Part 97 offer open?").note


def test_a_number_of_a_document_that_is_not_there_is_of_no_other(store):
    assert "Northwind" in store.ask("What does clause 2.3 of the Northwind lease say?").note


def test_what_a_long_annex_of_a_guide_contains_is_the_annex(workshop):
    rules = "\n\n".join(
        f"{n}. Bundle number {n} holds the drawings of hive {n}, in order of date." for n in range(1, 60)
    )
    (workshop.files / "guide.txt").write_text(
        f"THE PATENTS COURT GUIDE\n\n1. Hearings\n\n1.1 Hearings are in public.\n\nAnnex B: Bundles\n\n{rules}\n"
    )
    workshop.build()
    answer = workshop.open().ask("What does Annex B of the Patents Court Guide contain?")
    assert answer.found and answer.citations[0].section == "Annex B"
    assert quotes(answer)[0].startswith("Annex B: Bundles 1. Bundle number 1 holds")


def test_a_paragraph_of_the_only_schedule_is_no_section_of_the_act(workshop):
    sections = "\n\n".join(f"{n} Hives\n(1) Hive {n} is kept dry.\n(2) It is painted." for n in range(1, 6))
    items = "\n\n".join(f"{n} The number of bees in hive {n}." for n in range(1, 6))
    act = f"BEES ACT 2020\n\nAn Act about bees.\n\n{sections}\n\nSCHEDULE\n\nPARTICULARS OF HIVES\n\n{items}\n"
    (workshop.files / "Bees Act.txt").write_text(act)
    workshop.build()
    answer = workshop.open().ask("paragraph 4 of the Schedule to the Bees Act")
    assert quotes(answer) == ["4 The number of bees in hive 4."]


def test_a_part_named_alone_is_the_whole_part(store):
    answer = store.ask("Part 91")
    assert "applies to disputes about bees" in answer.text and "one bee" in answer.text


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("What does rule 91.9 say?", "has no rule 91.9; nearest: Part 91 › 91.3"),
        ("CPR 91.2(3)", "has no rule 91.2(3); nearest: Part 91 › 91.2"),
        ("CPR Part 97", "No document of this store is Part 97."),
        ("PD 97Z para 2", "No document of this store is Practice Direction 97Z."),
        (
            "How much honey may a witness claim? I was told it is in paragraph 2.1 of Practice Direction 91B.",
            "No document of this store is Practice Direction 91B; nearest: Practice Direction 91A, Part 91.",
        ),
        (
            "How much honey may a witness claim? It is in paragraph 2.1 of PD 91B or paragraph 2.2 of PD 91B.",
            "No document of this store is Practice Direction 91B; nearest: Practice Direction 91A, Part 91.",
        ),
        (
            "The Hive lease is before me. What does paragraph 2.1 of PD 97Z say?",
            "No document of this store is Practice Direction 97Z.",
        ),
        ("Who pays the vet? My friend says it is in rule 2.1 of Part 97.", "No document of this store is Part 97."),
        ("clause 7 of the Larkspur lease", "has no clause 7; nearest"),
    ],
)
def test_a_provision_that_is_not_there_is_said_to_be_missing(store, question, note):
    answer = store.ask(question)
    assert not answer.found
    assert answer.text == NOT_FOUND
    assert note in answer.note
    assert answer.note_kind == ("not-in-store" if "No document" in note else "no-provision")


@pytest.mark.parametrize(
    ("question", "instrument"),
    [
        (
            "What may a keeper charge for a lost day? I was told it's in paragraph 7.3 of PD 91B.",
            "Practice Direction 91B",
        ),
        ("What does paragraph 7.3 of Practice Direction 91B say?", "Practice Direction 91B"),
        ("What may a keeper charge for a lost day? They say rule 7.3 of Part 97 has it.", "Part 97"),
    ],
)
def test_a_number_of_a_direction_that_is_not_there_is_not_that_of_another_document(workshop, question, instrument):
    notes = "APIARY NOTES\n\n7.1 Hives are counted in May.\n\n7.2 Queens are marked.\n\n7.3 A lost day is logged.\n"
    for name, text in {**RULES, "Apiary notes.txt": notes}.items():
        (workshop.files / name).write_text(text)
    answer = workshop.open_made().ask(question)
    assert not answer.found
    assert f"No document of this store is {instrument}" in answer.note


def test_a_rule_with_two_letters_on_a_line_of_its_own_is_quoted_alone(workshop):
    rules = (
        "PART 94 - MOTHS\n\nScope\n\n94.1 This Part applies to moths.\n",
        "Lamps\n\n94.2\n\n(1) A lamp is covered.\n\n(2) A lamp is dimmed.\n",
        "Lamps at sea\n\n94.2 ZA.-\n\n(1) A lamp at sea is lit.\n\n(2) A keeper reports it.\n",
        "Lamps on land\n\n94.2 ZB.\n\n(1) A lamp on land is shaded.\n\n(2) A keeper sees to it.\n",
        "Torches\n\n94.2 A\n\n(1) A torch is a lamp.\n\n(2) A match is none.\n",
        "Costs\n\n94.3 The keeper pays.\n",
    )
    (workshop.files / "Part 94.txt").write_text("\n---\n\n".join(rules))
    store = workshop.open_made()
    for number, words in {
        "94.2": "is covered",
        "94.2ZA": "is lit",
        "94.2ZB": "is shaded",
        "94.2A": "is a lamp",
    }.items():
        found = store.ask(f"What does CPR {number} provide?")
        assert [citation.section for citation in found.citations] == [f"Part 94 › {number}"]
        assert words in quotes(found)[0]
        assert quotes(found)[0].count("(1)") == 1
    assert "(1) A lamp at sea" in quotes(store.ask("What does rule 94.2 ZA say?"))[0]


def test_another_act_of_that_number_is_not_answered_from_ours(store):
    answer = store.ask("Beekeeping Procedure Rules Part 91")
    assert not any(step.stage == "provision" for step in answer.ranking.steps)


def test_a_question_about_a_part_is_asked_of_that_part(store):
    ranking = store.ask("Under Part 91, how long do I have for a complaint?", explain=True).ranking
    assert {hit.passage.doc_id for hit in ranking.hits} == {
        card.id for card in store.library.cards if card.path.endswith("Part 91.txt")
    }
    assert "Part 91" not in ranking.query


def test_what_a_quotation_depends_on_is_quoted_after_it(store, monkeypatch):
    monkeypatch.setattr("pincite.pipeline.asking.read_evidence.weigh_evidence", lambda context, relevance: 0.9)
    answer = store.ask("Consider the Hive lease; how can a party end this Lease by notice?")
    found = quotes(answer)
    assert any("three months' notice" in quote for quote in found)
    assert any("No notice may be given in May" in quote for quote in found)


def test_of_two_versions_both_are_quoted_and_no_other_document_is_asked(workshop):
    contract = "SUPPLY AGREEMENT\n\nThis Supply Agreement is made between Wren Dairy Ltd and Rook Stores Ltd.\n\n"
    for version, days in (("first", 30), ("second", 45)):
        text = f"1. Payment\n\n1.1 The Buyer shall pay within {days} days.\n\n2. Term\n\n2.1 It ends in May.\n"
        (workshop.files / f"{version}.txt").write_text(contract + text)
    for name, text in RULES.items():
        (workshop.files / name).write_text(text)
    workshop.build()
    store = workshop.open()
    answer = store.ask("What does clause 1.1 of the supply agreement say?")
    assert [quote[-15:] for quote in sorted(quotes(answer))] == ["within 30 days.", "within 45 days."]
    assert answer.note == "2 provisions bear this number."
    ranking = store.search("When does the supply agreement end?", k=10)
    assert {store.card(hit.passage.doc_id).title for hit in ranking.hits} == {"SUPPLY AGREEMENT"}


def test_what_a_part_covers_is_told_by_its_rules(store):
    answer = store.ask("What does Part 91 cover regarding bee disputes?")
    assert answer.answerer == "overview"
    assert [line.split(":")[0] for line in answer.text.split("\n- ")[1:]] == [
        "Scope of this Part",
        "Time for complaint",
        "Costs",
        "Extra",
    ]
    assert quotes(answer)[2] == "The keeper of the bees pays the costs, subject to rule 91.2 (1)."


SERIES = "THE HARBOUR TRIBUNAL PROCEDURE RULES"
COLLECTION = {
    "part04.txt": f"{SERIES}\n\nPART 4 STARTING A CLAIM\n\nHow to start\n4.1\n    (1) A claim starts with Form H1.\n"
    "    (2) It is served as Part 12 says.\n\nTime\n4.2\nA claim is made within 3 months.\n",
    "costs.txt": f"{SERIES}\n\nPART 12 COSTS\n\nGeneral rule\n12.1\n    (1) Each party bears its own costs.\n"
    "    (2) The cap is £500.\n\nAppeals\n12.2\nAn appeal against a judgment needs permission of the Tribunal.\n",
    "act.txt": "HARBOUR TRIBUNAL ACT 2017\n\nAn Act to establish a tribunal.\n\nPART 1 THE TRIBUNAL\n\n1 Members\n"
    "(1) There is a President.\n(2) There are six members.\n\n2 Tenure\n(1) A member serves for five years.\n"
    "(2) A member may resign.\n\nPART 2 POWERS\n\n3 Remedies\n(1) The Tribunal may order payment.\n"
    "(2) It may award interest.\n",
    "guide.txt": "THE HARBOUR TRIBUNAL USER GUIDE\n\n1. Contacting the Tribunal\n\n1.1 Write to the registry.\n\n"
    "1.2 The registry opens at nine.\n\n2. Disclosure\n\n2.1 Give the other side your papers on disclosure.\n",
}


@pytest.fixture
def collection(workshop):
    for name, text in COLLECTION.items():
        (workshop.files / name).write_text(text)
    return workshop.open_made()


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What does rule 12.1(2) say?", "(2) The cap is £500."),
        ("Part 04, rule 4.2", "A claim is made within 3 months."),
        ("What does s.1(2) of the Act provide?", "(2) There are six members."),
        ("section 2(2) of the Harbour Tribunal Act 2017", "(2) A member may resign."),
        ("What does paragraph 1.2 of the Guide say?", "1.2 The registry opens at nine."),
        ("Consider guide; what does Part 12 say?", "(2) The cap is £500."),
    ],
)
def test_a_part_below_the_name_of_its_rules_and_the_only_act_are_found(collection, question, words):
    answer = collection.ask(question)
    assert answer.found
    assert words in quotes(answer)[0]


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("What does rule 9.4 say about disclosure?", "No document of this store has a rule 9.4."),
        ("What does clause 44 say?", "No document of this store has a clause 44."),
        ("What does section 30 of the Act say?", "“HARBOUR TRIBUNAL ACT 2017” has no section 30"),
        ("section 30 of the Harbour Tribunal Act 2017", "“HARBOUR TRIBUNAL ACT 2017” has no section 30"),
        ("section 3 of the Directive", "No document of this store is a Directive."),
        ("section 3 of the Regulations", "No document of this store is a set of Regulations."),
        ("In Part 9, who pays?", "No document of this store is Part 9."),
    ],
)
def test_a_lack_is_said_of_the_store_where_no_document_is_named(collection, question, note):
    answer = collection.ask(question)
    assert not answer.found
    assert note in answer.note
    assert answer.question == question


def test_a_part_inside_an_act_is_found_where_no_document_is_that_part(collection):
    assert "The Tribunal may order payment." in quotes(collection.ask("Part 2"))[0]


def test_a_bare_number_beside_words_of_a_document_is_of_that_one_and_not_of_a_part(workshop):
    (workshop.files / "part04.txt").write_text(COLLECTION["part04.txt"])
    (workshop.files / "kestrel.txt").write_text(
        "RESELLER AGREEMENT\n\nbetween Kestrel Limited and Wren Limited\n\n4. Secrecy\n\n4.1 Secrets stay secret.\n\n"
        "4.2 Secrets are kept for five years.\n"
    )
    workshop.build()
    assert quotes(workshop.open().ask("kestrel channel reseller deal: 4.2?")) == [
        "4.2 Secrets are kept for five years."
    ]


TRIBUNAL = {
    "rules.txt": "THE QUAY TRIBUNAL PROCEDURE RULES 2021\n\n11 Time\n\n(1) Time runs from service.\n\n12 Costs\n\n"
    "(1) The loser pays.\n\n13 Appeals\n\n(1) An appeal needs permission.\n",
    "hearings.txt": "PRACTICE DIRECTION - HEARINGS\n\n11. Index all bundles.\n\n12. Hearings are held on the quay.\n",
    "berth.txt": "BERTH LEASE\n\nThis Lease is made between Quay Ltd and Orla Reed.\n\n1. Rent. The rent is £900.\n\n"
    "2. Tenure. Sections 24 to 28 of the Landlord and Tenant Act 1954 are excluded from this Lease.\n\n"
    "3. Data. The parties comply with Article 28 of the GDPR when they process personal data.\n",
}


@pytest.fixture
def tribunal(workshop):
    for name, text in TRIBUNAL.items():
        (workshop.files / name).write_text(text)
    return workshop.open_made()


@pytest.mark.parametrize(
    "question",
    [
        "practice direction rule 12",
        "What does rule 12 of the practice direction say?",
        "In the practice direction on hearings, what does rule 12 say?",
        "PD para 12",
    ],
)
def test_a_number_asked_of_a_practice_direction_is_its_paragraph(tribunal, question):
    assert quotes(tribunal.ask(question)) == ["12. Hearings are held on the quay."]


def test_a_rule_beside_a_practice_direction_that_is_only_spoken_of_is_the_rules(tribunal):
    query = "Which practice direction is about rule 12?"
    assert not is_of_direction(query, find_provisions(query)[0])
    assert "The loser pays." in quotes(tribunal.ask("What does rule 12 of the Rules say?"))[0]


def test_a_practice_direction_without_the_number_is_said_to_lack_it(tribunal):
    assert "HEARINGS” has no rule 13" in tribunal.ask("What does rule 13 of the practice direction say?").note


@pytest.mark.parametrize(
    "question",
    [
        "Are sections 24 to 28 excluded under the berth lease?",
        "Does the berth lease exclude sections 24 to 28?",
        "Do sections 24 to 28 protect Orla Reed under the berth lease?",
    ],
)
def test_a_number_of_a_law_that_a_document_speaks_of_is_searched(tribunal, question):
    answer = tribunal.ask(question)
    assert "Sections 24 to 28 of the Landlord and Tenant Act 1954" in quotes(answer)[0]
    assert "has no section" not in answer.note


@pytest.mark.parametrize(
    "question", ["Does Article 28 of the GDPR apply to the berth lease?", "Is Article 28 GDPR met?"]
)
def test_an_article_of_a_law_by_its_initials_is_no_article_of_the_document(tribunal, question):
    assert "has no article" not in tribunal.ask(question).note.casefold()


MERGER = """AGREEMENT AND PLAN OF MERGER

This Agreement is made on 3 May 2023 between KORD Systems, Inc. and Petrel Limited.

Section 5.19 Expenses. Each party bears its own expenses.

Section 5.20 Notices. Notices are sent by post.
"""


@pytest.mark.parametrize(
    "question",
    [
        "Please set out section 5.19 of the KORD/Petrel merger agreement.",
        "section 5.19 of the KORD merger",
        "what does section 5.19 of the KORD Petrel alliance say",
    ],
)
def test_initials_of_a_party_are_no_law(workshop, question):
    (workshop.files / "KORD Systems, Inc._Petrel Limited.txt").write_text(MERGER)
    workshop.build()
    assert "Each party bears its own expenses." in quotes(workshop.open().ask(question))[0]


def test_a_rule_whose_part_has_a_letter_is_found_and_ends_before_the_next_caption(workshop):
    rules = (
        "PART 93 B - WASPS",
        "Nests",
        "93 B.1\n\nA nest is left alone.",
        "Stings",
        "93 B.2\n\nA sting is reported.",
    )
    (workshop.files / "Part 93B.txt").write_text("\n\n---\n\n".join(rules))
    workshop.build()
    answer = workshop.open().ask("What's in rule 93B.1?")
    assert quotes(answer) == ["93 B.1 A nest is left alone."]


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("Does clause 45 of the berth lease set the rent?", "clause 45"),
        ("Does Section 409A apply to the berth lease?", "section 409A"),
        ("Does Chapter 11 bankruptcy end the berth lease?", "chapter 11"),
    ],
)
def test_a_number_that_is_nowhere_is_still_said_to_be_missing(tribunal, question, number):
    assert f"“BERTH LEASE” has no {number}" in tribunal.ask(question).note.replace("Chapter", "chapter")


def test_another_part_of_the_rules_is_no_unit_that_a_part_lacks(store):
    answer = store.ask("In bee disputes about a swarm, is it Part 47 or Part 48 that starts the claim?")
    assert "has no Part" not in answer.note


AMENDMENT = """AMENDMENT NO. 2 TO THE ORCHARD SUPPLY AGREEMENT

This Amendment is made between Larkspur Apiaries Limited and Orchard Foods Limited.

1. The Parties agree to remove Section 4(b) in its entirety and replace it with the following:

"The Buyer takes at least 900 jars of honey in each year."

2. In Section 7.3, "ten days" is replaced by "twelve days". Section 5(a) is mentioned here for convenience.

3. All other terms remain as they are.
"""


@pytest.mark.parametrize(
    ("question", "section", "words"),
    [
        ("What does section 4(b) of the Orchard supply agreement say now?", "1", "at least 900 jars"),
        ("clause 7.3 Orchard amendment", "2", "twelve days"),
    ],
)
def test_an_amendment_says_what_becomes_of_a_clause_it_does_not_have(workshop, question, section, words):
    (workshop.files / "amendment.txt").write_text(AMENDMENT)
    workshop.build()
    answer = workshop.open().ask(question)
    assert [citation.section for citation in answer.citations] == [section]
    assert words in quotes(answer)[0]


@pytest.mark.parametrize("number", ["5(a)", "4(c)", "4"])
def test_a_clause_that_an_amendment_only_mentions_is_missing(workshop, number):
    (workshop.files / "amendment.txt").write_text(AMENDMENT)
    workshop.build()
    answer = workshop.open().ask(f"What does section {number} of the Orchard amendment say?")
    assert not answer.found


def test_welsh_directions_are_asked_in_welsh_and_english_ones_in_english(store):
    welsh = store.ask("Beth mae paragraff 2.2 o Gyfarwyddyd Ymarfer 91A yn ei ddweud?")
    assert [(c.document.rsplit("/")[-1], c.quote) for c in welsh.citations] == [
        ("Cyfarwyddyd Ymarfer 91 A.txt", "2.2 Rhaid llofnodi'r gŵyn mewn inc, ac ni chaiff neb arall ei llofnodi.")
    ]
    english = store.ask("What does paragraph 2.2 of Practice Direction 91A say?")
    assert [c.document.rsplit("/")[-1] for c in english.citations] == ["Practice Direction 91 A.txt"]


@pytest.fixture
def merger(workshop):
    text = (
        "AGREEMENT AND PLAN OF MERGER\n\nTHIS AGREEMENT is made between PNX Corral, Inc. (the “Company”) and "
        "Tarvik Holdings, Inc. (the “Parent”).\n\n"
        "1. Payment\n\nThe price is paid at closing.\n\n"
        "2. Ending\n\nA. This Agreement lasts three years.\n\n"
        "B. The Parent may end it where a licence is refused.\n\n"
        "C. The Company may end it on thirty days' notice.\n\n"
        "3. Law\n\nThe laws of Ohio govern.\n"
    )
    (workshop.files / "PNX Corral.txt").write_text(text)
    return workshop.open_made()


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("what does section 3 of the PNX Corral agreement say", "3. Law The laws of Ohio govern."),
        ("What does section 3 of the PNX merger agreement say?", "3. Law The laws of Ohio govern."),
        ("para 2C of the Corral merger agreement", "C. The Company may end it on thirty days' notice."),
        ("clause 2b please", "B. The Parent may end it where a licence is refused."),
    ],
)
def test_a_party_in_capitals_is_no_law_and_a_number_with_a_letter_may_be_an_item(merger, question, words):
    assert quotes(merger.ask(question)) == [words]


def test_a_letter_that_a_provision_does_not_have_is_missing(merger):
    assert "2F" in merger.ask("What does clause 2F of the Corral agreement say?").note
