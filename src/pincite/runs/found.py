"""What a run found, read straight into columns: scoring needs places and no objects, and there may be millions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.errors import RunError
from pincite.metrics.columns import Columns, lay_out, number_documents
from pincite.runs.folder import RunFolder, load_records, read_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

# A query for which nothing was found: no documents, starts, ends or scores.
_NOTHING: tuple[tuple[Any, ...], ...] = ((), (), (), ())


def read_columns(run: RunFolder) -> tuple[Columns, Columns]:
    """The results and the gold of a run, in the order of its queries."""
    numbers: dict[str, int] = {}
    hits = _read_hits(run, [question.id for question in run.questions], numbers)
    return hits, lay_out([question.gold.passages for question in run.questions], numbers)


def _read_hits(run: RunFolder, order: Sequence[str], numbers: dict[str, int]) -> Columns:
    try:
        found = {row["id"]: _turn(row["hits"]) for row in read_rows(run.path / "queries.jsonl", missing_ok=True)}
        lists = [found.get(query_id, _NOTHING) for query_id in order]
        names, starts, ends, scores = ([*chain.from_iterable(turned[n] for turned in lists)] for n in range(4))
        start, end = _whole_numbers(starts), _whole_numbers(ends)
        sound = (start >= 0).all() and (start <= end).all() and np.isfinite(np.array(scores, dtype=float)).all()
        doc = number_documents(names, numbers)
    except (KeyError, TypeError, ValueError, OverflowError):
        sound = False
    if not sound:
        # Read one by one, the first that is damaged is named.
        list(load_records(run.path))
        raise RunError(run.path, "queries.jsonl holds a result that is not [document, start, end, score]")
    counts = np.array([len(turned[0]) for turned in lists], dtype=np.int64)
    edges = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)])
    return Columns(edges=edges, query=np.repeat(np.arange(len(lists)), counts), doc=doc, start=start, end=end)


def _turn(hits: list[list[Any]]) -> tuple[tuple[Any, ...], ...]:
    """Rows of four into four columns; done line by line, so that millions of small lists never live at once."""
    if not hits:
        return _NOTHING
    turned = tuple(zip(*hits, strict=True))
    if len(turned) != len(_NOTHING):
        raise ValueError("a result has four parts")
    return turned


def _whole_numbers(values: Sequence[Any]) -> Ints:
    numbers = np.array(values) if values else np.zeros(0, dtype=np.int64)
    if numbers.dtype.kind != "i" or numbers.ndim != 1:
        raise ValueError("places are whole numbers")
    return numbers.astype(np.int64)
