"""The named row: where a question names a row of a table, that row is the evidence, and not the whole table."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.answer.questions.asked_value import asked_value
from pincite.answer.quotations.table_grid import TableGrid, read_grids
from pincite.answer.values.table_cell import AskedCell, find_cell, named_rows
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.reading import Reading
from pincite.ports import Verifier
from pincite.spans import Span

# A certain cell of another place than the best words answers from these log odds on, and if they say no more.
_NAMED, _BEHIND = -1.5, 1.0


@dataclass(frozen=True, slots=True)
class BestWords:
    """The best words of a document, in their source, and all that is quoted with them."""

    source: NumberedSource
    span: Span
    quoted: Span


def find_named_cells(
    context: AnswerContext, best: BestWords, reading: Reading, verifier: Verifier | None
) -> list[AskedCell]:
    """The rows of one table that a question names: of the table that the best words stand in, or one sure to answer."""
    known = " ".join(filter(None, (best.source.title, best.source.document, *best.source.parties)))
    named = [(grid, _cells(context.question, grid, known)) for grid in read_grids(reading.doc)]
    named = [(grid, cells) for grid, cells in named if cells]
    certain = [cells for _, cells in named if any(cell.words for cell in cells)]
    here = [cells for grid, cells in named if grid.span.overlaps(best.span)]
    if len(here) == 1 and (here[0] in certain or not certain):
        return here[0]
    if len(certain) != 1 or len(certain[0]) != 1 or verifier is None:
        return []
    texts = (certain[0][0].sentence, best.source.words(best.span), best.quoted.slice(reading.doc.text))
    odds = [verdict.log_odds for verdict in verifier.verify([(context.question, text) for text in texts])]
    return certain[0] if odds and odds[0] >= max(_NAMED, max(odds[1:]) - _BEHIND) else []


def _cells(question: str, grid: TableGrid, known: str) -> list[AskedCell]:
    asked, rows = asked_value(question), named_rows(question, grid)
    return [find_cell(asked, question, grid, row, known=known) for row in rows]
