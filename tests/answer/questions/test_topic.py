"""Topics that questions ask the clauses on."""

import pytest

from pincite.answer.questions.topic import asked_topic, clauses_on
from pincite.domain.section import Outline, Section, SectionKind
from pincite.spans import Span


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("What does the lease say about rent?", {"rent"}),
        ("what does our supply agreement say on late payment", {"late", "payment"}),
        ("What does it say about the service charge?", {"servic", "charg"}),
        ("What do the court rules say about costs?", {"cost"}),
        ("Is there anything about insurance in the lease?", {"insur"}),
        ("Tell me about assignment in the licence.", {"assign"}),
        ("Is there an indemnity clause in the MSA?", {"indemn"}),
        ("Does the agreement contain a non-compete clause?", {"non", "compet"}),
        ("Show me the confidentiality clause of the agreement", {"confidenti"}),
        ("Explain the liability clause", {"liabil"}),
        ("force majeure clause", {"forc", "majeur"}),
    ],
)
def test_the_topic_of_a_question(question, topic):
    assert asked_topic(question) == topic


@pytest.mark.parametrize(
    "question",
    [
        "How much is the rent?",
        "What must the application say about him?",
        "Can I talk about it now?",
        "Is the attorneys' fees provision one-sided, or can the attendee recover its fees?",
        "Does the residuals clause let them use the plans?",
        "What does the lease say about who pays for the roof?",
        "What does the lease say about when the rent is due?",
        "Will I have my say on the day?",
        "What does clause 4 say?",
    ],
)
def test_other_questions_ask_for_no_topic(question):
    assert asked_topic(question) == frozenset()


def test_words_that_name_the_document_are_no_topic():
    assert asked_topic("Show me the rent clause of the lease", names="Mill Lease lease") == {"rent"}
    assert asked_topic("What does the lease say about the lease?", names="lease") == frozenset()


def outline_of(*heads):
    """Sections of 100 characters, one after the other: the parent's number, the kind and the heading of each."""
    whole = Section(0, None, SectionKind.DOCUMENT, Span(0, 100 * len(heads)), 0)
    made = [whole]
    for at, (parent, kind, heading) in enumerate(heads):
        above = made[parent]
        start = above.span.start + 10 if parent else 100 * at
        end = start + 40 if parent else start + 100
        head = Span(start, start + len(heading))
        made.append(Section(at + 1, parent, kind, Span(start, end), above.level + 1, f"{at + 1}", heading, head))
    return Outline(tuple(made))


CLAUSE, SCHEDULE, CONTENTS = SectionKind.CLAUSE, SectionKind.SCHEDULE, SectionKind.CONTENTS


def found(topic, *heads, elsewhere=""):
    outline = outline_of(*heads)
    text = " " * outline.sections[0].span.end + elsewhere
    return [place.section.id for place in clauses_on(topic, outline, text)]


def test_a_heading_that_is_the_topic_comes_before_one_that_holds_it():
    heads = [(0, CLAUSE, "Rent review"), (0, CLAUSE, "Rents"), (0, CLAUSE, "Repairs")]
    assert found({"rent"}, *heads) == [2]
    assert found({"review"}, *heads) == [1]
    assert found({"roof"}, *heads) == []


def test_a_heading_is_on_its_noun_and_not_on_what_completes_it():
    heads = [(0, CLAUSE, "Conflicts of interest"), (0, CLAUSE, "Tax returns"), (0, CLAUSE, "Transfer of the shop")]
    assert found({"interest"}, *heads) == []
    assert found({"tax"}, *heads) == []
    assert found({"shop"}, *heads) == []
    assert found({"conflict"}, *heads) == [1]
    assert found({"return"}, *heads) == [2]


def test_a_narrower_heading_answers_only_where_nothing_else_speaks_of_the_topic():
    heads = [(0, CLAUSE, "Notice of meetings"), (0, CLAUSE, "Insurance of vehicles"), (0, CLAUSE, "Rents and fees")]
    assert found({"notic"}, *heads) == [1]
    assert found({"notic"}, *heads, elsewhere="A partner may leave by six months' notice.") == []
    assert found({"insur"}, *heads, elsewhere="No indemnity insurance is needed.") == []
    assert found({"fee"}, *heads, elsewhere="The fee is paid in May.") == [3]


def test_clauses_of_the_agreement_come_before_those_of_a_schedule():
    heads = [(0, SCHEDULE, "Charges"), (0, CLAUSE, "Charges and payment"), (0, SCHEDULE, "Exit")]
    assert found({"exit"}, *heads) == [3]
    assert found({"charg"}, (0, CLAUSE, "Charges"), *heads) == [1]


def test_a_clause_is_found_once_with_what_it_holds():
    assert found({"term"}, (0, CLAUSE, "Term"), (1, CLAUSE, "Term")) == [1]


def test_contents_and_many_clauses_are_no_answer():
    assert found({"rent"}, (0, CONTENTS, "Rent")) == []
    assert found({"rent"}, *[(0, CLAUSE, "Rent")] * 4) == []


def test_a_heading_that_says_much_else_is_on_something_else():
    assert found({"rent"}, (0, CLAUSE, "Rent, insurance, repair and decoration of the property")) == []
