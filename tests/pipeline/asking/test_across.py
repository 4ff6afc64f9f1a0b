import pytest
from tests.pipeline.conftest import SUBJECTS

from pincite.domain.answer import Outcome
from pincite.domain.chat import Turn
from pincite.render.wire.answer import WireAnswer


def agreement(kind, name, *, law, made, extra="3. Notices. A notice is given in writing.\n\n"):
    return (
        f"{kind.upper()} AGREEMENT\n\n"
        f"This {kind.title()} Agreement is made on {made} between {name} Limited and Mere Works Limited.\n\n"
        f"1. Services. {name} Limited performs the {kind} services with care.\n\n"
        f"2. Term. This Agreement lasts one year from its date.\n\n{extra}"
        f"4. Governing Law. This Agreement is governed by the laws of {law}.\n"
    )


@pytest.fixture
def store(workshop):
    arbitration = "3. Arbitration. Every dispute is settled by arbitration in Leeds under the Aire Rules.\n\n"
    texts = {
        "heron": agreement("consulting", "Heron", law="England and Wales", made="3 May 2019", extra=arbitration),
        "osprey": agreement("consulting", "Osprey", law="the State of Ohio", made="7 June 2020"),
        "plover": agreement("catering", "Plover", law="the State of Texas", made="1 March 2021"),
    }
    for name, text in texts.items():
        (workshop.files / f"{name}.txt").write_text(text)
    workshop.write(SUBJECTS[0])
    return workshop.open_made()


def named(answer, outcome):
    return {entry.document.rsplit("/", 1)[-1] for entry in answer.entries if entry.outcome is outcome}


def test_the_documents_under_a_law_are_listed_with_the_clause_of_each(store):
    answer = store.ask("Which agreements are governed by Ohio law?")
    assert named(answer, Outcome.YES) == {"osprey.txt"}
    assert {"heron.txt", "plover.txt"} <= named(answer, Outcome.NO)
    assert [citation.quote for citation in answer.citations] == [
        "This Agreement is governed by the laws of the State of Ohio."
    ]
    assert f"of {len(answer.entries)} documents looked at" in answer.text


def test_a_document_without_a_clause_on_the_law_is_not_found_and_not_denied(store):
    answer = store.ask("Which documents are governed by Ohio law?")
    assert "1 of 4 documents looked at qualifies (2 do not, not found in 1):" in answer.text
    assert "Do not qualify (2): heron.txt, plover.txt." in answer.text
    assert "Not found in (1): boathouse.txt." in answer.text


def test_a_fact_is_told_of_each_document_of_a_kind(store):
    answer = store.ask("List the governing law of each consulting agreement.")
    assert {entry.value for entry in answer.entries} == {"England and Wales", "State of Ohio"}
    assert len({citation.passage.doc_id for citation in answer.citations}) == 2


def test_documents_of_a_kind_are_listed_by_their_titles(store):
    answer = store.ask("List the consulting agreements.")
    assert answer.found and named(answer, Outcome.YES) == {"heron.txt", "osprey.txt"}
    assert {citation.quote for citation in answer.citations} == {"CONSULTING AGREEMENT"}


def test_dates_choose(store):
    assert named(store.ask("Which agreements were made in 2020?"), Outcome.YES) == {"osprey.txt"}
    assert named(store.ask("What is the oldest agreement?"), Outcome.YES) == {"heron.txt"}


def test_a_name_that_must_be_mentioned_decides(store):
    answer = store.ask("Which agreements mention the Aire Rules?")
    assert named(answer, Outcome.YES) == {"heron.txt"}
    assert "Aire Rules" in answer.citations[0].quote


def test_every_citation_holds_the_documents_own_words(store):
    answer = store.ask("Which agreements mention the Aire Rules?")
    for citation in answer.citations:
        assert citation.passage.span.slice(store.library.text(citation.passage.doc_id)) == citation.quote
        assert f"[{citation.number}]" in citation.claim.slice(answer.text)


def test_json_has_an_entry_for_each_document(store):
    told = WireAnswer.of(store.ask("Which agreements are governed by Texas law?")).plain()["documents"]
    assert {row["outcome"] for row in told} == {"yes", "no"}
    assert [row["citation"] for row in told if row["outcome"] == "yes"] == [1]


def test_where_no_document_qualifies_nothing_is_cited(store):
    answer = store.ask("Which agreements are governed by Nevada law?")
    assert (answer.found, answer.citations) == (False, ())
    assert "None of the" in answer.note
    assert answer.note_kind == "no-document"
    assert Outcome.YES not in {entry.outcome for entry in answer.entries}


def test_any_question_may_be_asked_of_each(store):
    answer = store.ask("How long does it last?", each=True)
    assert len(answer.entries) == len(store.library.cards)


def test_a_fact_of_one_document_comes_from_its_particulars(store):
    answer = store.ask("What law governs the Heron agreement?")
    assert answer.answerer == "facts"
    assert answer.text.startswith("England and Wales. “")
    assert answer.citations[0].section.endswith("4")


def test_a_summary_quotes_what_matters(store):
    answer = store.ask("Summarise the Heron agreement")
    assert answer.answerer == "overview"
    assert {"- Parties: ", "- Term: ", "- Governing law: "} <= {line.split("“")[0] for line in answer.text.splitlines()}
    for citation in answer.citations:
        assert citation.passage.span.slice(store.library.text(citation.passage.doc_id)) == citation.quote


def test_a_summary_of_one_of_several_asks_which(store):
    answer = store.ask("Summarise the consulting agreement")
    assert not answer.found
    assert answer.note_kind == "which-document"
    assert "heron.txt" in answer.note
    assert "osprey.txt" in answer.note


def test_the_same_is_asked_of_the_other_document(store):
    heron = next(card.id for card in store.library.cards if card.path.endswith("heron.txt"))
    history = [Turn("What law governs the Heron agreement?", "England and Wales.", (heron,))]
    asked = store.asking.stand_alone("What about the other consulting agreement?", history)
    assert asked == "Under osprey: what law governs it?"


def test_a_question_without_a_name_is_asked_of_another_document(store):
    history = [("What law governs this agreement?", "England and Wales.")]
    asked = store.asking.stand_alone("What about the Osprey agreement?", history)
    assert asked == "Under the Osprey agreement: what law governs this agreement?"


def test_a_conversation_stays_with_its_document(store):
    history = [("How long does the Osprey agreement last?", "One year.")]
    asked = store.asking.stand_alone("Must a notice be given in writing or not?", history)
    assert asked == "Under the Osprey agreement: must a notice be given in writing or not?"
    assert store.asking.stand_alone("Which agreements are governed by Ohio law?", history).startswith("Which")


@pytest.fixture
def notices(workshop):
    clauses = {
        "heron": "3. Notices. Notice may be given by post or by email to the address above.\n\n",
        "osprey": "3. Notices. Notice must be given by post. Notice may not be given by email.\n\n",
        "plover": "3. Payment. The Client shall pay each invoice within 14 days of receipt.\n\n",
        "curlew": "3. Payment. The Client shall pay each invoice within 30 days of receipt.\n\n",
    }
    for name, extra in clauses.items():
        text = agreement("consulting", name.title(), law="Ohio", made="3 May 2019", extra=extra)
        (workshop.files / f"{name}.txt").write_text(text)
    return workshop.open_made()


def test_a_document_that_denies_the_condition_does_not_qualify(notices):
    answer = notices.ask("Which agreements allow notice by email?")
    assert named(answer, Outcome.YES) == {"heron.txt"}
    denied = answer.text.split("Do not qualify:")[1]
    assert "osprey.txt" in denied.split("Unsure")[0]
    assert "may not be given by email" in denied


def test_a_negated_law_seeks_the_others(store):
    answer = store.ask("Which agreements are not governed by Ohio law?")
    assert named(answer, Outcome.YES) == {"heron.txt", "plover.txt"}
    assert "Do not qualify (1): osprey.txt." in answer.text


def test_a_negated_year_seeks_the_others(store):
    assert named(store.ask("Which agreements weren't made in 2020?"), Outcome.YES) == {"heron.txt", "plover.txt"}
    assert named(store.ask("Which agreements were made in or after 2020?"), Outcome.YES) == {"osprey.txt", "plover.txt"}


def test_documents_without_a_clause_are_named(store):
    answer = store.ask("Which consulting agreements have no arbitration clause?")
    assert named(answer, Outcome.YES) == {"osprey.txt"}
    assert "No clause found in (1): osprey.txt." in answer.text
    assert "settled by arbitration" in answer.text.split("Do not qualify:")[1]


@pytest.fixture
def leases(workshop):
    clauses = {
        "north": ("starts on 1 April 2020 and ends on 31 March 2035", "£1,000 a month"),
        "south": ("starts on 1 June 2022 and ends on 31 May 2027", "£9,000 a year"),
    }
    for name, (term, rent) in clauses.items():
        (workshop.files / f"{name}.txt").write_text(
            f"{name.upper()} LEASE\n\nThis lease is dated 4 May 2020 and made between {name.title()} Ltd (the "
            f"“Landlord”) and Rook Books Ltd (the “Tenant”).\n\n"
            f"1. Term. The lease {term}.\n\n2. Rent. The rent is {rent}.\n"
        )
    return workshop.open_made()


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Which lease ends first?", "south.txt"),
        ("Which lease ends last?", "north.txt"),
        ("Which lease has the highest rent?", "north.txt"),
        ("Which leases expire before 2030?", "south.txt"),
    ],
)
def test_leases_are_compared_by_what_is_asked_for(leases, question, name):
    answer = leases.ask(question)
    assert named(answer, Outcome.YES) == {name}
    assert Outcome.UNSURE not in {entry.outcome for entry in answer.entries}


def stall(name, fee):
    return (
        f"STALL AGREEMENT\n\nThis Stall Agreement is made between {name} Markets Limited and the Trader.\n\n"
        f"1. Commission. The Trader pays {name} Markets Limited a commission of {fee}.\n\n"
        "2. Pitch. The Trader keeps the pitch clean and puts up no sign.\n"
    )


STORY = "I cannot choose between a stall at Gannet and one at Plover. "
ASKS = (
    "Going by these two stall agreements, which one takes the bigger commission out of my takings? just the commission"
)


@pytest.fixture
def stalls(workshop):
    for name, fee in {"Gannet": "6% of takings", "Plover": "9% of takings", "Curlew": "12% of takings"}.items():
        (workshop.files / f"{name.casefold()}-stall.txt").write_text(stall(name, fee))
    return workshop.open_made()


def test_the_documents_named_in_what_is_told_are_compared(stalls):
    answer = stalls.ask(STORY + ASKS)
    assert named(answer, Outcome.YES) == {"plover-stall.txt"}
    assert named(answer, Outcome.NO) == {"gannet-stall.txt"}


def test_a_few_documents_that_cannot_be_compared_are_set_side_by_side(stalls, workshop):
    (workshop.files / "gannet-stall.txt").write_text(stall("Gannet", "the percentage set out in the schedule"))
    workshop.build()
    answer = workshop.open().ask(STORY + ASKS)
    assert answer.found and "Not compared" in answer.text
    assert "9% of takings" in answer.text and "percentage set out in the schedule" in answer.text


def test_agreements_under_a_law_outside_a_country_are_found(store):
    answer = store.ask("Which of our deals say they're under the law of somewhere outside the US?")
    assert named(answer, Outcome.YES) == {"heron.txt"}


@pytest.fixture
def hires(workshop):
    """Agreements with firms that may charge interest, must be given notice, or take a notice by e-mail."""
    extras = {
        "kestrel": "3. Payment. Kestrel Limited may charge the customer interest at 4 % a year on late payments.\n\n"
        "5. Ending. The customer may end this Agreement by giving ninety days' notice in writing.\n\n",
        "linnet": "3. Payment. Linnet Limited sends an invoice every month.\n\n"
        "5. Ending. The customer may end this Agreement by giving two weeks' notice in writing.\n\n",
        "siskin": "3. Payment. Siskin Limited may charge the customer interest at 6 % a year on late payments.\n\n"
        "5. Ending. The customer may end this Agreement by giving thirty days' notice in writing.\n\n",
    }
    for name, extra in extras.items():
        text = agreement("van hire", name.title(), law="Kenya", made="3 May 2019", extra=extra)
        (workshop.files / f"{name}.txt").write_text(text)
    return workshop.open_made()


def test_those_who_may_charge_us_are_sought_in_every_agreement(hires):
    answer = hires.ask("Who can charge us interest if we pay late?")
    assert named(answer, Outcome.YES) == {"kestrel.txt", "siskin.txt"}


def test_where_a_question_names_a_document_no_other_is_asked_who_may_charge_us(hires):
    answer = hires.ask("Who can charge us interest if we pay Siskin late?")
    assert {one.document.rsplit("/", 1)[-1] for one in answer.citations} == {"siskin.txt"}
    assert answer.entries == ()


def test_what_is_sought_in_everything_is_listed(hires):
    answer = hires.ask("Going through everything, who can charge interest on late payments?")
    assert named(answer, Outcome.YES) == {"kestrel.txt", "siskin.txt"}


def test_where_a_document_is_named_everything_else_is_left_alone(hires):
    answer = hires.ask("List everything that lets Siskin Limited charge interest on late payments.")
    assert {one.document.rsplit("/", 1)[-1] for one in answer.citations} == {"siskin.txt"}
    assert answer.entries == ()


def test_who_must_be_told_is_asked_of_all_where_several_say_so(workshop):
    told = "3. Loss. If a parcel is lost, {0} Limited must tell the customer within {1} hours.\n\n"
    for name, extra in {
        "kestrel": told.format("Kestrel", 20),
        "siskin": told.format("Siskin", 30),
        "linnet": "",
    }.items():
        text = agreement("parcel", name.title(), law="Kenya", made="3 May 2019", extra=extra)
        (workshop.files / f"{name}.txt").write_text(text)
    answer = workshop.open_made().ask("If a parcel is lost, who must we tell and how many hours do we get?")
    assert {one.document.rsplit("/", 1)[-1] for one in answer.citations} == {"kestrel.txt", "siskin.txt"}


def test_the_document_with_the_longest_notice_is_the_answer(hires):
    answer = hires.ask("Which one needs the longest notice if the customer wants to end the agreement?")
    assert [one.document.rsplit("/", 1)[-1] for one in answer.citations] == ["kestrel.txt"]
    assert "ninety days" in answer.citations[0].quote
    assert named(answer, Outcome.NO) == {"linnet.txt", "siskin.txt"}
    assert "Compared (2): linnet.txt, siskin.txt." in answer.text


def test_where_nobody_may_charge_us_all_is_searched(store):
    answer = store.ask("Who can fine us if we park badly?")
    assert answer.entries == ()


def test_which_agreements_the_other_side_can_end_at_once_leaves_out_what_only_we_can(workshop):
    clauses = {
        "hire": ("Brewer", "Owner", "4. End. The Owner may end this Agreement immediately by notice, for any reason."),
        "cleaning": ("Spick", "Cleaner", "4. End. The Cleaner may end this Agreement on 30 days' notice."),
        "waste": ("Binny", "Carrier", "4. End. The Client may end this Agreement immediately by notice."),
    }
    for name, (other, role, clause) in clauses.items():
        (workshop.files / f"{name}.txt").write_text(
            f'{name.upper()} AGREEMENT\n\nDated 3 May 2023\n\nbetween {other.upper()} LIMITED (the "{role}") and '
            f'MERE WORKS LIMITED (the "Client")\n\n1. Work. The {role} works with care.\n\n{clause}\n'
        )
    workshop.write(SUBJECTS[0])
    answer = workshop.open_made().ask("Which agreements can the other side end at once?")
    assert named(answer, Outcome.YES) == {"hire.txt"}
