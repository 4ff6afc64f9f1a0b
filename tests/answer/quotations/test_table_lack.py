"""What tables do not have is told, and the rows beside it are no answer."""

import pytest
from tests.answer.one_reading import OneReading

from pincite.answer.quotations.table_lack import find_lack
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.spans import Span

LEVELS = """# Support

| Priority | First response | Credit |
|---|---|---|
| P1 | 1 hour | 10% |
| P2 | 4 hours | 5% |
| P3 | 1 day | |

| Day | Opens | Closes |
|---|---|---|
| Monday to Thursday | 8 am | 7 pm |
| Friday | 8 am | 5 pm |

Help with plan B is by telephone.

Band 1: £40
Band 2: £60
Band 3: £90
"""


def lack_of(tmp_path, question, words, text=LEVELS):
    library = OneReading(tmp_path / "levels.md", text)
    held = library.held.doc.text
    start = held.index(words)
    evidence = ((Span(start, start + len(words)), 0.9),)
    source = NumberedSource(1, Passage("p", Span(0, len(held))), held, "levels.md", evidence=evidence)
    return find_lack(AnswerContext(question, (source,)), library)


@pytest.mark.parametrize(
    ("question", "words", "told"),
    [
        ("what is the response time for a P5 fault", "P1 | 1 hour | 10%", "“P5”: there are P1, P2 and P3."),
        ("how soon is a priority 4 fault answered", "P1 | 1 hour | 10%", "“priority 4”: there are P1, P2 and P3."),
        ("how much is band 4?", "Band 3: £90", "“band 4”: there are Band 1, Band 2 and Band 3."),
        ("when do you close on Sunday?", "Friday | 8 am", "“Sunday”: there are Monday to Thursday and Friday."),
        ("what credit is there for a P3?", "P3 | 1 day", "The row “P3” has nothing under “Credit”"),
    ],
)
def test_what_a_table_lacks_is_told(tmp_path, question, words, told):
    assert told in lack_of(tmp_path, question, words)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("what is the response time for a P2 fault", "P2 | 4 hours"),
        ("what is the response time for P2 and P9", "P2 | 4 hours"),
        ("when do you close on Wednesday?", "Friday | 8 am"),
        ("how soon is a P3 answered?", "P3 | 1 day"),
        ("why is there no credit for a P3?", "P3 | 1 day"),
    ],
)
def test_nothing_is_told_of_what_a_table_has(tmp_path, question, words):
    assert lack_of(tmp_path, question, words) == ""


def test_a_member_that_a_clause_speaks_of_is_not_missing(tmp_path):
    text = f"{LEVELS}\nA P5 fault is answered when there is time.\n"
    assert lack_of(tmp_path, "what is the response time for a P5 fault", "P1 | 1 hour", text) == ""


def test_the_words_of_a_clause_may_cover_a_member_that_has_no_row(tmp_path):
    text = f"{LEVELS}\nAfter band 3 each further band costs £10 more.\n"
    assert lack_of(tmp_path, "how much is band 4?", "Band 3: £90", text) == ""


def test_the_sun_is_no_sunday(tmp_path):
    assert lack_of(tmp_path, "what time does the sun terrace open?", "Friday | 8 am") == ""


def test_an_open_series_lacks_no_member(tmp_path):
    text = LEVELS.replace("Band 3: £90", "Band 3 and above: £90")
    assert lack_of(tmp_path, "how much is band 4?", "Band 2: £60", text) == ""
