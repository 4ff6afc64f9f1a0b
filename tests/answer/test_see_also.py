"""What is quoted beside the best clause is set apart."""

from pincite.answer.see_also import set_further_apart
from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.spans import Span


def answer(*numbers, documents="aaa"):
    text, citations = "", []
    for i, number in enumerate(numbers):
        words = f"“Quote {i}.” [{number}]"
        start = len(text) + bool(text)
        text = f"{text} {words}" if text else words
        passage = Passage(documents[i], Span(10 * i, 10 * i + 8))
        citations.append(Citation(number, passage, f"Quote {i}.", "a.txt", Span(start, start + len(words))))
    return Answer("What?", text, True, 0.9, tuple(citations))


def test_other_clauses_come_after_see_also_and_claims_keep_their_places():
    found = set_further_apart(answer(1, 1, 2))
    assert found.text == "“Quote 0.” [1] “Quote 1.” [1] See also: “Quote 2.” [2]"
    assert [one.claim.slice(found.text) for one in found.citations] == [
        "“Quote 0.” [1]",
        "“Quote 1.” [1]",
        "“Quote 2.” [2]",
    ]


def test_one_clause_and_passages_of_several_documents_stay_as_they_are():
    assert set_further_apart(answer(1, 1)) == answer(1, 1)
    several = answer(1, 2, documents="ab")
    assert set_further_apart(several) == several
