"""The clause beside the best one."""

import pytest
from tests.answer.one_reading import OneReading, Reads

from pincite.answer.quotations.sibling_clause import with_sibling
from pincite.answer.verification.verifier_none import NoVerifier
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.spans import Span

TEXT = """AGREEMENT ON THE SHARED OVEN

1. Use
1.1 Each baker has the oven for two days a week.
1.2 The ashes are carried out by whoever baked last.

2. Leaving
2.1 A baker who wants to leave tells the others three months before.
2.2 If they agree, the place goes to whoever is first on the list.
2.3 The tools stay in the bakery.

3. Quarrels
3.1 Quarrels go to the miller.
"""
QUESTION = "What happens if somebody wants to leave?"
BEST = "If they agree, the place goes"


@pytest.fixture
def library(tmp_path):
    return OneReading(tmp_path / "oven.txt", TEXT)


def evidence_with(library, verifier, *, best=BEST, score=0.6, further=()):
    spots = ((words, chance) for words, chance in ((best, score), *further))
    spans = tuple((Span(TEXT.index(words), TEXT.index(words) + len(words)), chance) for words, chance in spots)
    source = NumberedSource(1, Passage("oven", Span(0, len(TEXT))), TEXT, "oven.txt", evidence=spans)
    (found,) = with_sibling(AnswerContext(QUESTION, (source,)), library, verifier).sources
    return [(span.slice(TEXT), chance) for span, chance in found.evidence]


def test_the_clause_beside_the_best_that_answers_as_well_is_evidence_like_it(library):
    best, added = evidence_with(library, Reads(agree=0.5, wants=0.7))
    assert best == (BEST, 0.6)
    assert added == ("2.1 A baker who wants to leave tells the others three months before.", 0.6)


def test_of_two_that_answer_the_better_is_taken(library):
    *_, added = evidence_with(library, Reads(agree=0.5, wants=0.7, tools=0.8))
    assert added[0].startswith("2.3 The tools")


def test_a_clause_that_surely_answers_is_added_though_the_best_is_surer(library):
    *_, added = evidence_with(library, Reads(agree=0.95, tools=0.8))
    assert added[0].startswith("2.3 The tools")


def test_a_clause_two_places_away_is_not_read(library):
    assert len(evidence_with(library, Reads(tools=0.7, wants=0.8), best="The tools stay")) == 1


def test_words_that_run_over_into_the_clause_that_is_added_keep_to_their_own(library):
    over = TEXT[TEXT.index("If they agree") : TEXT.index("The tools stay")]
    best, added = evidence_with(library, Reads(agree=0.7, tools=0.8), best=over)
    assert best[0] == "If they agree, the place goes to whoever is first on the list."
    assert added[0].startswith("2.3 The tools")


def test_words_that_run_over_are_those_of_the_clause_that_answers(library):
    over = TEXT[TEXT.index("If they agree") : TEXT.index("The tools stay")]
    ((only, _),) = evidence_with(library, Reads(agree=0.1, tools=0.8), best=over)
    assert only.startswith("2.3 The tools")


@pytest.mark.parametrize(
    "chances", [{"agree": 0.8, "wants": 0.7}, {"agree": 0.1, "wants": 0.4}, {"agree": 0.985, "wants": 0.95}]
)
def test_a_clause_that_answers_worse_or_not_at_all_is_not_added(library, chances):
    assert len(evidence_with(library, Reads(**chances))) == 1


def test_a_clause_under_another_heading_is_not_added(library):
    assert len(evidence_with(library, Reads(agree=0.5, ashes=0.9, Quarrels=0.9))) == 1


def test_where_the_highlighter_is_sure_nothing_is_added(library):
    assert len(evidence_with(library, Reads(agree=0.5, wants=0.7), score=0.95)) == 1


def test_the_whole_clause_takes_the_place_of_a_part_of_it(library):
    found = evidence_with(library, Reads(agree=0.5, wants=0.7), further=[("tells the others", 0.2)])
    assert [chance for _, chance in found] == [0.6, 0.6]


@pytest.mark.parametrize("verifier", [None, NoVerifier()])
def test_without_a_verifier_nothing_is_added(library, verifier):
    assert len(evidence_with(library, verifier)) == 1


@pytest.mark.parametrize(("question", "own"), [("What if they agree?", True), ("When does a baker come?", False)])
def test_words_over_both_clauses_stay_where_the_sibling_has_fewer_of_the_question(library, question, own):
    over = TEXT[TEXT.index("If they agree") : TEXT.index("\n\n3. Quarrels")]
    span = Span(TEXT.index(over), TEXT.index(over) + len(over))
    source = NumberedSource(1, Passage("oven", Span(0, len(TEXT))), TEXT, "oven.txt", evidence=((span, 0.6),))
    (found,) = with_sibling(AnswerContext(question, (source,)), library, Reads(agree=0.2, tools=0.9)).sources
    assert any("agree" in spot.slice(TEXT) for spot, _ in found.evidence) is own
