"""Questions for the clauses on a topic."""

import pytest

LEASE = (
    "MILL LEASE\n\nThis lease is made between Ada Thorn (the “Landlord”) and Bram Yeo (the “Tenant”).\n\n"
    "1. Rent\n\n1.1 The Tenant pays £900 a month in advance.\n\n1.2 Late rent bears interest at 4 per cent a year.\n\n"
    "2. Repairs\n\n2.1 The Tenant keeps the wheel and the sluice in good order.\n\n"
    "3. Ending the lease\n\n3.1 Either party may end the lease by three months' notice in writing.\n"
)
SUPPLY = (
    "MASTER SUPPLY AGREEMENT\n\nbetween Corran Foods Limited and Yarrow Grain Limited.\n\n"
    "1. Price\n\n1.1 The price of a tonne of oats is £210.\n\n"
    "2. Demurrage\n\n2.1 A lorry that waits costs £40 an hour.\n\n"
    "3. Liability\n\n3.1 Neither party is liable for more than £50,000 in a year.\n"
)


@pytest.fixture
def store(workshop):
    (workshop.files / "mill.txt").write_text(LEASE)
    (workshop.files / "oats.txt").write_text(SUPPLY)
    return workshop.open_made()


def test_the_clauses_under_the_heading_are_quoted(store):
    answer = store.ask("What does the lease say about rent?")
    assert answer.found
    (citation,) = answer.citations
    assert citation.document.endswith("mill.txt") and citation.section == "1"
    assert "£900 a month" in citation.quote and "4 per cent" in citation.quote
    assert answer.ranking.steps[-1].stage == "topic"
    assert store.library.text(citation.passage.doc_id)[citation.passage.span.start :].startswith("1. Rent")


def test_a_document_is_named_by_its_initials(store):
    answer = store.ask("Is there a liability clause in the MSA?")
    assert answer.ranking.steps[-1].stage == "topic"
    (citation,) = answer.citations
    assert citation.document.endswith("oats.txt")
    assert "£50,000" in citation.quote
    assert store.router.route("how high is the cap in the MSA?").doc_ids == (citation.passage.doc_id,)
    assert store.router.route("how high is the cap in the SPA?").doc_ids == ()


def test_without_such_a_heading_the_question_is_searched_for(store):
    answer = store.ask("What does the lease say about the sluice?")
    assert [step.stage for step in answer.ranking.steps] != ["topic"]


def test_a_heading_that_only_has_the_word_does_not_answer(workshop):
    (workshop.files / "partners.txt").write_text(
        "PARTNERSHIP AGREEMENT\n\nbetween Ivy Stone and Cal Marsh.\n\n"
        "1. Conflicts of interest\n\n1.1 A partner declares any conflict of interest without delay.\n\n"
        "2. Payments\n\n2.1 A partner who pays late owes interest at 5% a year.\n\n"
        "3. Notice of meetings\n\n3.1 Meetings are called on 10 days' notice.\n\n"
        "4. Ending\n\n4.1 A partner may leave by six months' notice.\n"
    )
    workshop.build()
    store = workshop.open()
    for topic, headed in (("interest", False), ("notice", False), ("payments", True), ("conflicts", True)):
        steps = store.ask(f"What does the partnership agreement say about {topic}?").ranking.steps
        assert any(step.stage == "topic" for step in steps) is headed


def test_a_question_that_names_no_document_is_searched_for(store):
    assert all(step.stage != "topic" for step in store.ask("Is there a rent clause?").ranking.steps)


def test_what_a_question_calls_the_document_counts_more_than_a_word_that_another_owns(workshop):
    # “Mill” stands in every document, so it names none by itself.
    names = {"a1": LEASE, "a2": SUPPLY + "\n4. The mill grinds the oats.\n"}
    names |= {f"b{at}": f"NOTE {at}\n\n1. The mill at gate {at} is open on weekdays.\n" for at in range(3)}
    for name, text in names.items():
        (workshop.files / f"{name}.txt").write_text(text)
    workshop.build()
    store = workshop.open()
    paths = {card.id: card.path.rsplit("/", 1)[1] for card in store.library.cards}
    owned, called = (
        store.router.route(question)
        for question in ("how long is demurrage paid", "how long is demurrage paid in the mill lease")
    )
    assert [paths[doc_id] for doc_id in owned.doc_ids] == ["a2.txt"]
    assert [paths[doc_id] for doc_id in called.doc_ids] == ["a1.txt"]
