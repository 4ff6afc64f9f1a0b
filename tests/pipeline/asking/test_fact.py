"""Questions for a fact or a summary of one document."""

import pytest
from tests.pipeline.conftest import SUBJECTS

LICENCE = (
    "# SOFTWARE LICENCE AGREEMENT\n\nThis Agreement is made on 9 September 2025 between Tidewater Looms Ltd (the "
    "“Licensor”) and Pellworth Hospital Trust (the “Licensee”).\n\n"
    "## 1. Payment\n\n1.1 The Licensee pays within 30 days after the invoice.\n\n"
    "## 2. Rules\n\n2.1 The Licensee obeys the rules of its own wards. A call by telephone is no notice.\n"
    "## 3. Law\n3.1 This Agreement is governed by the laws of Scotland.\n"
)


@pytest.fixture
def store(workshop):
    workshop.write(*SUBJECTS)
    (workshop.files / "software-licence.md").write_text(LICENCE)
    return workshop.open_made()


@pytest.mark.parametrize(
    "question",
    [
        "Which laws must the licensee comply with?",
        "When must payment be made by the licensee?",
        "Who made the software?",
        "When was the software made?",
        "When must a claim be made under the software licence?",
        "What must the parties to the software licence do?",
    ],
)
def test_words_that_a_document_happens_to_have_in_its_name_do_not_make_a_question_for_its_facts(store, question):
    assert store.ask(question).answerer != "facts"


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("Which law governs the software licence?", "Scotland."),
        ("What law applies to the hospital agreement?", "Scotland."),
        ("Which law governs the SLA?", "Scotland."),
        ("When was the software licence signed?", "9 September 2025."),
        ("When was the SLA signed?", "9 September 2025."),
        ("Who are the parties to the software licence?", "Tidewater Looms Ltd and Pellworth Hospital Trust."),
    ],
)
def test_a_fact_is_told_in_short(store, question, short):
    answer = store.ask(question)
    assert (answer.answerer, answer.short) == ("facts", short)


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("governing law tidewater looms / pellworth (PHT) software licence?", "Scotland."),
        ("software licence tidewater looms (TLL) / pellworth - governing law", "Scotland."),
        ("parties: pellworth software licence", "Tidewater Looms Ltd and Pellworth Hospital Trust."),
        ("What is the governing law of the Tidewater / Pellworth (PHT) software licence?", "Scotland."),
    ],
)
def test_a_fact_is_told_where_only_it_and_a_name_are_said(store, question, short):
    answer = store.ask(question)
    assert (answer.answerer, answer.short) == ("facts", short)


def test_a_name_that_is_no_documents_is_no_reason_to_tell_a_fact(store):
    assert not store.ask("governing law tidewater looms / globex (GLX) merger agmt?").found


def test_a_fact_is_quoted_with_its_own_clause_alone(store):
    (citation,) = store.ask("Which law governs the software licence?").citations
    assert citation.quote == "3.1 This Agreement is governed by the laws of Scotland."
    assert citation.section == "3 › 3.1"


def test_a_summary_is_of_the_document_and_of_nothing_within_it(store):
    assert store.ask("Summarise the software licence").answerer == "overview"
    for question in (
        "What is clause 1.1 of the software licence about?",
        "Summarise the payment duties of the hospital",
    ):
        assert store.ask(question).answerer != "overview"


def test_dates_of_other_documents_and_of_parts_are_no_facts_of_a_document(workshop):
    (workshop.files / "addendum.md").write_text(
        "# DATA ADDENDUM\n\nThis Addendum forms part of the Services Agreement between Alder, Inc. and Fox GmbH dated "
        "10 January 2023.\n\n## 1. Data\n1.1 Data stay in the house.\n"
    )
    (workshop.files / "act.md").write_text(
        "# HARBOUR ACT 2024\n\n1. Boats pay dues.\n\n2. Section 1 comes into force on 1 January 2025.\n\n"
        "3. The rest comes into force on 1 July 2025.\n"
    )
    workshop.build()
    store = workshop.open()
    assert store.ask("When was the data addendum signed?").answerer != "facts"
    assert store.ask("When does the Harbour Act come into force?").answerer != "facts"


LEASE = (
    "LEASE OF HATCH MILL\n\nThis Lease is made on 3 March 2024 between Orrin Estates Ltd (the “Landlord”) "
    "and Pia Holm (the “Tenant”).\n\n1. “Term” means a term of six years beginning on 25 March 2024.\n\n"
    "2. The Tenant shall pay a rent of £9,000 a year.\n\n3. The Tenant may end this Lease on 25 March 2027.\n\n"
    "4. The guarantee of Mr Pell ends on 24 March 2026.\n"
)
CONSULTANCY = (
    "CONSULTANCY AGREEMENT\n\nDated 8 January 2025 between Moor Wind Ltd (the “Client”) and Jo Salter (the "
    "“Consultant”).\n\n1. The Consultant shall advise the Client.\n\n2. The guarantee of Salter Holdings expires "
    "on 30 June 2026.\n\n3. The Consultant shall be paid £450 a day.\n"
)


@pytest.fixture
def terms(workshop):
    (workshop.files / "mill lease.txt").write_text(LEASE)
    (workshop.files / "consultancy agreement.txt").write_text(CONSULTANCY)
    return workshop.open_made()


@pytest.mark.parametrize("question", ["When does the mill lease end?", "What is the expiry date of the mill lease?"])
def test_the_end_of_the_term_is_no_day_on_which_it_may_be_ended_or_a_guarantee_ends(terms, question):
    answer = terms.ask(question)
    assert answer.citations[0].quote == "1. “Term” means a term of six years beginning on 25 March 2024."
    assert not answer.short


def test_the_end_of_something_else_is_no_sure_answer_where_the_document_states_none(terms):
    answer = terms.ask("When does the consultancy agreement expire?")
    assert not answer.short
    assert answer.weak or not answer.found


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("When can the tenant end the mill lease?", "25 March 2027."),
        ("When does the guarantee expire under the consultancy agreement?", "30 June 2026."),
    ],
)
def test_the_end_of_something_else_is_told_where_it_is_asked_for(terms, question, short):
    assert terms.ask(question).short == short
