"""Of one document, the clause that answers under its heading takes the place of words of another matter."""

import pytest
from tests.answer.quotations.test_better_clause import Odds, OneReading

from pincite.answer.quotations.likeliest_clause import with_likeliest_clause
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span

TEXT = """NOTES OF THE QUAY COMPANY

1. Interest
1.1 The Company pays interest on the notes at 8 per cent. a year.
1.2 A sum that is paid late carries interest at 11 per cent. a year.

2. Complaints
2.1 We reply in full within eight weeks.
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("notes") / "notes.txt"
    path.write_text(TEXT)
    return OneReading(read_file(path, wire_reading(load_settings().settings)))


def place(words):
    return Span(TEXT.index(words), TEXT.index(words) + len(words))


def context(*words, within=None, score=0.5):
    room = within or Span(0, len(TEXT))
    evidence = tuple((place(one), score - i / 10) for i, one in enumerate(words))
    source = NumberedSource(1, Passage("q", room), room.slice(TEXT), "notes.txt", evidence=evidence)
    return AnswerContext("What is the default interest?", (source,))


def best(context):
    _, source, span = context.best_evidence
    return source.words(span)


def test_a_sub_clause_beside_the_best_one_is_first_where_it_answers(library):
    found, odds = with_likeliest_clause(context("The Company pays interest"), library, Odds(late=3.0, notes=0.0))
    assert best(found).startswith("1.2 A sum that is paid late")
    assert odds == pytest.approx(3.0)


def test_a_clause_outside_the_passage_extends_it(library):
    narrow = context("The Company pays interest", within=place("The Company pays interest on the notes"))
    found, _ = with_likeliest_clause(narrow, library, Odds(late=3.0, notes=0.0))
    assert best(found).startswith("1.2 A sum that is paid late")


def test_the_heading_is_read_with_a_clause(library):
    words = "The Company pays interest on the notes", "We reply in full within eight weeks."
    found, _ = with_likeliest_clause(context(*words), library, Odds(Complaints=3.0))
    assert best(found) == "We reply in full within eight weeks."


def test_a_small_lead_changes_nothing(library):
    before = context("The Company pays interest")
    assert with_likeliest_clause(before, library, Odds(late=1.5, notes=0.0)) == (before, pytest.approx(0.0))


def test_sure_words_stay(library):
    before = context("The Company pays interest", score=0.95)
    assert with_likeliest_clause(before, library, Odds(late=3.0, notes=0.0))[0] == before
