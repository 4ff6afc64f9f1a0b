"""The hits of a run read straight into columns: scoring needs no objects, and there may be millions of hits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.domain.columns import PassageColumns, number_documents, passage_columns
from pincite.errors import RunError
from pincite.runs.folder import RunFolder, load_responses, read_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

# The columns of a query without hits: documents, starts, ends and scores.
_NO_HITS: tuple[tuple[Any, ...], ...] = ((), (), (), ())


def read_columns(run: RunFolder) -> tuple[PassageColumns, PassageColumns]:
    """The results and the gold of a run, in the order of its queries."""
    numbers: dict[str, int] = {}
    hits = _read_hits(run, [question.id for question in run.questions], numbers)
    return hits, passage_columns([question.gold.passages for question in run.questions], numbers)


def _read_hits(run: RunFolder, order: Sequence[str], numbers: dict[str, int]) -> PassageColumns:
    try:
        found = {row["id"]: _transpose(row["hits"]) for row in read_rows(run.path / "queries.jsonl", missing_ok=True)}
        lists = [found.get(query_id, _NO_HITS) for query_id in order]
        names, starts, ends, scores = ([*chain.from_iterable(transposed[n] for transposed in lists)] for n in range(4))
        start, end = _whole_numbers(starts), _whole_numbers(ends)
        valid = (start >= 0).all() and (start <= end).all() and np.isfinite(np.array(scores, dtype=float)).all()
        doc = number_documents(names, numbers)
    except (KeyError, TypeError, ValueError, OverflowError):
        valid = False
    if not valid:
        # Reading them one by one names the first that is damaged.
        list(load_responses(run.path))
        raise RunError(run.path, "queries.jsonl holds a result that is not [document, start, end, score]")
    counts = np.array([len(transposed[0]) for transposed in lists], dtype=np.int64)
    edges = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)])
    return PassageColumns(edges=edges, query=np.repeat(np.arange(len(lists)), counts), doc=doc, start=start, end=end)


def _transpose(hits: list[list[Any]]) -> tuple[tuple[Any, ...], ...]:
    """Rows of four as four columns; done line by line, so that millions of small lists never exist at once."""
    if not hits:
        return _NO_HITS
    transposed = tuple(zip(*hits, strict=True))
    if len(transposed) != len(_NO_HITS):
        raise ValueError("a result has four parts")
    return transposed


def _whole_numbers(values: Sequence[Any]) -> Ints:
    numbers = np.array(values) if values else np.zeros(0, dtype=np.int64)
    if numbers.dtype.kind != "i" or numbers.ndim != 1:
        raise ValueError("spans are whole numbers")
    return numbers.astype(np.int64)
