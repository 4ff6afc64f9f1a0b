"""What is quoted beside the best clause is set apart."""

from dataclasses import replace

from pincite.answer.quotations.see_also import set_further_apart
from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.spans import Span


def answer(*numbers, documents="aaaa"):
    text, citations = "", []
    for i, number in enumerate(numbers):
        words = f"“Quote {i}.” [{number}]"
        start = len(text) + bool(text)
        text = f"{text} {words}" if text else words
        passage = Passage(documents[i], Span(10 * i, 10 * i + 8))
        citations.append(
            Citation(number, passage, f"Quote {i}.", f"{documents[i]}.txt", Span(start, start + len(words)))
        )
    return Answer("What?", text, True, 0.9, tuple(citations))


def test_other_clauses_come_after_see_also_and_claims_keep_their_places():
    found = set_further_apart(answer(1, 1, 2))
    assert found.text == "“Quote 0.” [1] “Quote 1.” [1] See also: “Quote 2.” [2]"
    assert [one.claim.slice(found.text) for one in found.citations] == [
        "“Quote 0.” [1]",
        "“Quote 1.” [1]",
        "“Quote 2.” [2]",
    ]


def test_one_clause_stays_as_it_is():
    assert set_further_apart(answer(1, 1)) == answer(1, 1)


def test_passages_of_other_documents_come_after_the_name_of_theirs():
    found = set_further_apart(answer(1, 2, 3, 4, documents="aabb"))
    assert found.text == ("“Quote 0.” [1] See also: “Quote 1.” [2] See also, in b.txt: “Quote 2.” [3] “Quote 3.” [4]")
    assert [one.claim.slice(found.text) for one in found.citations] == [f"“Quote {i}.” [{i + 1}]" for i in range(4)]


def test_a_long_name_is_cut():
    one, other = answer(1, 2, documents="ab").citations
    several = replace(answer(1, 2, documents="ab"), citations=(one, replace(other, document=f"{'b' * 90}.txt")))
    assert f"See also, in {'b' * 59}…: " in set_further_apart(several).text


def test_files_of_the_same_name_are_told_apart_by_their_folders():
    given = answer(1, 2, documents="ab")
    one, other = given.citations
    citations = (replace(one, document="/club/2024/terms.md"), replace(other, document="/club/2025/terms.md"))
    found = set_further_apart(replace(given, citations=citations))
    assert "See also, in 2025/terms.md: " in found.text
