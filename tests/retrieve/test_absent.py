"""What a question names, and whether the store has it."""

import pytest

from pincite.legal.document_names import fold_name
from pincite.pipeline.store import Store
from pincite.retrieve.absent import Register, say_absent
from pincite.retrieve.naming import find_named_things
from pincite.settings import load_settings

TEXTS = {
    "OrrisGlass_Endorsement": (
        "ENDORSEMENT AGREEMENT\n\nThis Agreement is made between Orris Glass, Inc. and Petra Lindqvist.\n\n"
        "1. Ms Lindqvist wears the Orris visor at every race.\n\n2. Orris pays $20,000 a season.\n"
    ),
    "hosting-bluefern": (
        "HOSTING AGREEMENT\n\nThis Agreement is made between Blue Fern Media Ltd and Quay Servers Ltd.\n\n"
        "1. Quay keeps the site up for 99 hours of every 100.\n\n"
        "2. Blue Fern pays each month, and does no business with Wren.\n\n"
        "3. Section 8 of the Late Payment of Commercial Debts (Interest) Act 1998 does not apply.\n\n"
        "4. Mr Quay is on garden leave until May.\n"
    ),
    "Harbour Court Guide 2025": (
        "THE HARBOUR COURT GUIDE\n\n1.1 This Guide is for all who use the Harbour Court.\n\n"
        "1.2 Section 9 of the Pilotage Act 1913 is explained in a note kept by the registry.\n"
    ),
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    folder = tmp_path_factory.mktemp("absent")
    for name, text in TEXTS.items():
        (folder / f"{name}.txt").write_text(text)
    settings = load_settings("bm25", flags=["jobs=1", "executor.kind=inline"]).settings
    Store.build([folder], folder / "store", settings=settings)
    return Store.open(folder / "store", settings=settings).opened


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("When does the Northwind lease end?", ("Northwind",)),
        ("Is our distributor agreement with Ericsson exclusive?", ("Ericsson",)),
        ("What does Mara Voss get under her endorsement agreement?", ("Mara", "Voss")),
        ("revlon cooperation agreement standstill", ("revlon",)),
        ("freelance larkspur contract - what do we owe?", ("larkspur",)),
        ("Under the Family Procedure Rules 2010, when must it be filed?", ("Family", "Procedure")),
        ("How does the court apply the Harrow Quarries test?", ("Harrow", "Quarries")),
        ("how do I get out of my larkspur contract?", ("larkspur",)),
        ("can i terminate larkspur contract", ("larkspur",)),
        ("does my phone contract renew?", ("phone",)),
        ("is the canopy growth joint venture agreement exclusive?", ("canopy", "growth")),
        ("Is there a Zephyr NDA?", ("Zephyr",)),
        ("What does Zephyr's privacy policy say on adverts?", ("Zephyr",)),
        ("What does the Orris Glass, Inc. endorsement agreement pay?", ("Orris", "Glass")),
        ("Do the Orris, Wren and Gull leases end in May?", ("Orris", "Wren", "Gull")),
        ("What does the Orr will say about the house?", ("Orr",)),
        ("Who inherits under the Orr will?", ("Orr",)),
        ("What does the Lamps R Us supply agreement cost?", ("Lamps", "R")),
        ("In the Gull lease Can the tenant sublet?", ("Gull",)),
    ],
)
def test_a_name_beside_a_word_for_a_document_names_it(question, names):
    assert find_named_things(question)[0].names == names


@pytest.mark.parametrize(
    "question",
    [
        *("What is the oldest contract?", "Can a judge order us to mediate?", "Is Delaware law used?", "Who pays?"),
        *("When is the acceptance test done?", "Test of the visor?", "Is there a no reflective loss principle?"),
        *("Which court hears a £900 breach of contract claim?", "when does frustration of contract excuse us"),
        *("what is the minimum licence term?", "what's the penalty for a late lease payment?"),
        *("does it override earlier verbal agreements?", "is a driving licence required for mileage claims?"),
        *("can the company make unilateral contract changes?", "is my fixed term contract renewed automatically?"),
        *("what do our celebrity contracts require?", "does it bind us like subsisting agreements?"),
        *("what is the parking licence number?", "is any holdover lease allowed?"),
        *("Is a Verbal agreement binding?", "What ends a Fixed Term Contract?", "Does the Head Lease bind Wren?"),
        *("Is a Garden Leave agreement needed?", "Can an Apprentice agreement end early?"),
        *("If the Customer is in Germany, will VAT be added?", "In Wales, will the fee rise?"),
        *("Three-way deal on seeds: who pays?", "Two-party agreement for a barge: may it be sold?"),
        *("Can Orris say when the Host Company will pay?", "If Wren sells in Germany, licence fees rise?"),
    ],
)
def test_other_words_name_nothing(question):
    assert [thing for thing in find_named_things(question) if not thing.vague] == []


@pytest.mark.parametrize("verb", ["Consider", "Regarding", "Summarise", "Compare", "Explain"])
def test_a_word_that_opens_a_request_is_no_part_of_a_name(verb):
    assert find_named_things(f"{verb} Orris Glass endorsement agreement")[0].names == ("Orris", "Glass")


def test_names_are_compared_without_points_blanks_and_possessives():
    assert fold_name("Fern’s") == "fern"
    assert fold_name("e.l.f.") == "elf"


@pytest.mark.parametrize(
    "question",
    [
        "What does the Callisto endorsement agreement say of visors?",
        "How much does Ines Lindqvist earn under her endorsement deal?",
        "How much does Dora Fenwick get under her Orris Glass endorsement deal?",
        "What is the charge in the Pebble hosting contract?",
        "What does section 4 of the Pilotage Act 1913 say?",
        "What does the River Court Guide say about time?",
        "halcyon hosting agreement uptime",
        "What does the Northgate award say about costs?",
        "Is the Harrow Quarries test met by the visor?",
        "What does section 8 of the Late Payment of Commercial Debts (Interest) Act 1998 say?",
        "Does section 9 of the Late Payment Act apply?",
        "Under the Companies Act 2006, who may call a meeting?",
        "What does the IP agreement say?",
        "Is there a term in the AB contract?",
        "What does the CG Guide say about time?",
        "Does the privacy policy of Quillo let them sell my pulse?",
        "What does the hosting agreement by Quillo Labs cost?",
        "Does the policy of the Quillo app forbid visors?",
        "Is the lease from Quillo renewed?",
    ],
)
def test_what_is_not_there_is_said_to_be_absent(opened, question):
    _, absence = Register(opened.library, opened.backend).look_up(question)
    assert absence is not None
    assert "in this store" in say_absent(absence, opened.library)


@pytest.mark.parametrize(
    "question",
    [
        "What does Petra's endorsement agreement pay?",
        "What does the Lindqvist deal pay a season?",
        "How much does Petra Lindqvist get under her Orris Glass endorsement deal?",
        "Can the Athlete end her Orris Glass endorsement deal?",
        "Does Orris Glass pay under its Lindqvist deal?",
        "Orris Glass endorsement: what must she wear?",
        "How long is the site up under the BlueFern hosting agreement?",
        "What does the Harbour Court Guide say of its users?",
        "What law governs the contract?",
        "May the host do a deal with Wren?",
        "Is the Pilotage principle explained anywhere?",
        "Does section 8 of the Late Payment Act apply?",
        "What do the parties agree about the Late Payment of Commercial Debts (Interest) Act 1998?",
        "Under the Late Payment Act 1998, is interest due?",
        "Is section 9 of the Pilotage Act 1913 explained?",
        "What does the Garden Leave agreement say of Mr Quay?",
        "What does the OG deal pay?",
        "Which hours does the BFM agreement promise?",
        "What does the HC Guide say of its users?",
        "What does the endorsement agreement of Petra Lindqvist pay?",
        "Is the contract of Wren mentioned?",
    ],
)
def test_what_is_there_by_part_of_its_name_is_not(opened, question):
    assert Register(opened.library, opened.backend).look_up(question)[1] is None


@pytest.mark.parametrize(
    "question",
    [
        *(
            "Does the lease of Unit 4 end in May?",
            "What does the agreement of 3 May say?",
            "Is the deed of Trust signed?",
        ),
        *(
            "What do the terms of Service say?",
            "What does the policy of the Company forbid?",
            "Is the policy of HR kept?",
        ),
        *(
            "Does the agreement with the Supplier renew?",
            "Who ends the contract of Licensee?",
            "Is it a lease of Land?",
        ),
        *(
            "Does the agreement of the Licensors end?",
            "Does the lease of Harbour House end?",
            "Is the deal of May 2019 on?",
        ),
        *(
            "Is the lease of Zwolle 12 in force?",
            "Is the contract of Germany good?",
            "Does the policy of the Quilloist bind?",
        ),
        *("Does the agreement with the Licensor renew?", "Is the lease from the Lessor signed?"),
        *("Is a breach of contract of the Lessee forgiven?", "Does the lease of Quay 7B end?"),
    ],
)
def test_places_days_and_roles_behind_a_document_name_no_other_one(opened, question):
    assert Register(opened.library, opened.backend).look_up(question)[1] is None


def test_what_is_nearest_is_told(opened):
    _, absence = Register(opened.library, opened.backend).look_up("When does the Callisto endorsement agreement end?")
    assert absence is not None
    assert "ENDORSEMENT AGREEMENT" in say_absent(absence, opened.library)


def test_ordinary_words_name_a_document_that_is_called_so(opened):
    question = "glass endorsement agreement fee"
    present, absence = Register(opened.library, opened.backend).look_up(question)
    assert find_named_things(question)[0].vague
    assert absence is None
    assert len(present[0].labelled) == 1


@pytest.mark.parametrize(
    ("question", "absent"),
    [
        ("How long may a note be under the Commercial Court Guide?", "commercial court guide"),
        ("commercial court guide page limit", "commercial court guide"),
        ("What must a letter hold under the boundary disputes pre-action protocol?", "boundary disputes"),
        ("Does the Pre-Action Protocol for Mooring Debts give me 30 days?", "mooring debts"),
        ("Pre-Action Protocol for Mooring Debts - how long may I wait?", "mooring debts"),
        ("How long have I got under the Wharf Tribunal Rules?", "wharf tribunal rules"),
        ("What does our endorsement agreement with Grulla Glass pay?", "grulla glass"),
        ("Blue Fern's hosting agreement with Wren: who pays?", "with wren"),
        ("In Blue Fern's hosting agreement with the Borough of Wrenfield, who pays?", "borough of wrenfield"),
        ("Under the hosting agreement between Quay Servers and Orbit Nine, who pays?", "orbit nine"),
    ],
)
def test_a_look_alike_is_not_what_is_asked_for(opened, question, absent):
    present, absence = Register(opened.library, opened.backend).look_up(question)
    assert absence is not None, present
    assert absent in say_absent(absence, opened.library).casefold()


@pytest.mark.parametrize(
    "question",
    [
        "What does the Harbour Court Guide say of notes?",
        "Blue Fern's hosting agreement with Quay: who pays?",
        "Blue Fern's hosting agreement with QSL: who pays?",
        "Does Blue Fern's hosting agreement with the Host end?",
        "In the hosting agreement between Blue Fern and Another Company, who pays?",
        "Blue Fern's hosting agreement with Third Parties: who pays?",
        "Blue Fern's hosting agreement with its supplier",
        "Can Blue Fern sign a deal with Wren?",
        "What is the hosting agreement between Blue Fern and Quay about?",
        "Is Petra's endorsement agreement with Orris Glass over?",
        "Which court fees are in a guide?",
        "Must we follow the Pre-Action Protocol for Mooring Debts?",
        "Is a mooring fee due under the rules?",
    ],
)
def test_what_documents_call_otherwise_is_not_absent(opened, question):
    assert Register(opened.library, opened.backend).look_up(question)[1] is None


def test_the_only_document_that_often_uses_a_name_bears_it(tmp_path):
    clauses = ("keeps Sealwatch on its own disks", "changes nothing in Sealwatch", "teaches Sealwatch to whoever asks")
    text = "SUPPORT AGREEMENT\n\nBetween Quay Servers Ltd and Orris Glass, Inc.\n\n" + "\n\n".join(
        f"{number}. Quay {clause}. " + "It does so by day and by night, at no charge, with all due care and skill. " * 9
        for number, clause in enumerate(clauses, start=1)
    )
    (tmp_path / "support.txt").write_text(text)
    rent = "".join(f"{number}. The Tenant pays the rent for month {number}.\n\n" for number in range(1, 600))
    (tmp_path / "lease.txt").write_text(f"LEASE\n\n{rent}600. Sealwatch is not kept in the shop.\n")
    settings = load_settings("bm25", flags=["jobs=1", "executor.kind=inline"]).settings
    Store.build([tmp_path], tmp_path / "store", settings=settings)
    opened = Store.open(tmp_path / "store", settings=settings).opened
    register = Register(opened.library, opened.backend)
    (present,), absence = register.look_up("Who are the two sides of the Sealwatch deal?")
    assert absence is None
    assert [opened.library.card(id).path for id in opened.library.names.ids(present.labelled.tolist())] == [
        str(tmp_path / "support.txt")
    ]


def test_a_court_known_by_its_initials_is_not_another_with_the_same(tmp_path):
    (tmp_path / "guide.txt").write_text("THE CANAL COURT GUIDE\n\n1.1 Skeletons are lodged by noon.\n")
    (tmp_path / "scco.txt").write_text("THE COMMERCIAL COURT GUIDE\n\n1.1 Bundles are in PDF.\n")
    settings = load_settings("bm25", flags=["jobs=1", "executor.kind=inline"]).settings
    Store.build([tmp_path], tmp_path / "store", settings=settings)
    opened = Store.open(tmp_path / "store", settings=settings).opened
    register = Register(opened.library, opened.backend)
    assert register.look_up("What does the TCC Guide say of bundles?")[1] is not None
    assert register.look_up("What does the Commercial Court Guide say of bundles?")[1] is None


def test_the_agreements_of_the_one_side_are_told(opened):
    _, absence = Register(opened.library, opened.backend).look_up("Blue Fern's hosting agreement with Wren")
    assert "HOSTING AGREEMENT" in say_absent(absence, opened.library)


def test_what_somebody_owns_is_absent_where_no_document_has_the_name(opened):
    absence = Register(opened.library, opened.backend).look_up("What does Zephyr's lease say about pets?")[1]
    assert absence is not None
    assert say_absent(absence, opened.library).startswith("No document about Zephyr's lease is in this store.")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Pilotage Act 2031 - when must a boat be registered?", "Pilotage Act 2031"),
        ("What did the Pilotage Act 2031 change about the pilot's contract?", "Pilotage Act 2031"),
        ("Pilotage Act 1913 - where is it explained?", ""),
        ("Moorings Act 1677 - who must sign?", "Moorings Act 1677"),
        ("Under the ZQPA, when must a boat be registered?", "the ZQPA"),
    ],
)
def test_a_law_that_heads_a_question_or_is_its_subject_is_asked(opened, question, words):
    _, absence = Register(opened.library, opened.backend).look_up(question)
    assert (absence.thing.words if absence else "") == words


def test_the_papers_of_ones_mother_bear_no_name():
    for question in (
        "When Mum dies, what is still payable under her contracts?",
        "Under Dad's lease, who repairs the roof?",
    ):
        assert not any("Mum" in thing.names or "Dad" in thing.names for thing in find_named_things(question))
    (easement,) = find_named_things("How much notice must the company give under the pipeline easement?")
    assert easement.names == ("pipeline",)


def test_a_group_of_some_sort_is_no_name():
    for question in (
        "If the local council ends its lease, what notice must it give?",
        "What fee does the estate agency charge under its agreement?",
        "Can our dental practice end its lease?",
    ):
        assert find_named_things(question) == []


def test_other_rules_that_rules_only_point_to_are_absent(tmp_path):
    part = (
        "PART 91 - BEES\n\nScope of this Part\n\n91.1\n\n(1) This Part applies to an application for a swarm.\n\n"
        "(2) The Hive Procedure Rules apply to honey.\n\nHow to apply\n\n"
        "91.2 The applicant must file a claim form under Part 8.\n"
    )
    (tmp_path / "Part 91.txt").write_text(part)
    settings = load_settings("bm25", flags=["jobs=1", "executor.kind=inline"]).settings
    Store.build([tmp_path], tmp_path / "store", settings=settings)
    opened = Store.open(tmp_path / "store", settings=settings).opened
    assert [card.kind for card in opened.library.cards] == ["court-rules"]
    register = Register(opened.library, opened.backend)
    _, absence = register.look_up("Under the Hive Procedure Rules, how do I apply?")
    assert absence is not None and "Hive Procedure Rules are not in this store" in say_absent(absence, opened.library)
    assert register.look_up("Under the Civil Procedure Rules, how do I apply?")[1] is None
