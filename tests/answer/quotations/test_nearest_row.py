"""A table that came near is shown from the row that does."""

import pytest
from tests.answer.one_reading import OneReading

from pincite.answer.quotations.clauses import nearest_clauses
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.spans import Span

TEXT = """# Larch order form

| Item | Detail |
| --- | --- |
| Service | Larch Payroll |
| Customer | Bright Foods Ltd |
| Named users | 15 |
| Annual fee | £2,880 |

The service starts in June.
"""


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("how many users may Larch add later?", "Named users"),
        ("what fee is due for a wedding?", "Annual fee"),
        ("who mends the roof?", "Item"),
    ],
)
@pytest.mark.parametrize("marked", [True, False])
def test_a_table_is_shown_from_the_row_that_has_words_of_the_question(tmp_path, question, first, marked):
    span = Span(TEXT.index("| Item"), TEXT.index("|\n\nThe service") + 1)
    evidence = ((span, 0.2),) if marked else ()
    source = NumberedSource(1, Passage("doc", span), span.slice(TEXT), "larch.md", evidence=evidence)
    (near,) = nearest_clauses(AnswerContext(question, (source,)), OneReading(tmp_path / "larch.md", TEXT))
    assert near.text.lstrip("| ").startswith(first)
    assert near.text.rstrip("| ").endswith("£2,880")
    assert near.text == near.passage.span.slice(TEXT)
