"""The data of a report: scores with intervals, latencies, answers, and the passages of each query in their texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pincite.domain.document import Passage
from pincite.domain.run import RunQuestion
from pincite.errors import BenchmarkError
from pincite.metrics.measure import known_measure
from pincite.runs.charts import Point
from pincite.runs.folder import RunFolder
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import load_scores
from pincite.runs.statistics import Sampling, mean_interval
from pincite.spans import Span, merge_spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Characters shown around a passage, and results shown of a query.
_AROUND = 240
_SHOWN = 10
_SAMPLING = Sampling(iterations=1000)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A run in a report."""

    name: str
    run: RunFolder
    table: ScoreTable


def load_entrants(runs: Sequence[RunFolder]) -> list[Entrant]:
    """The runs with their scores, under different names; they must have been asked the same questions."""
    entrants: list[Entrant] = []
    for run in runs:
        taken = [entrant.name for entrant in entrants]
        name = run.name if run.name not in taken else f"{run.name} ({len(taken) + 1})"
        entrants.append(Entrant(name, run, load_scores(run)))
    first = [question.gold.query for question in entrants[0].table.questions]
    for other in entrants[1:]:
        if [question.gold.query for question in other.table.questions] != first:
            raise BenchmarkError(f"{other.name} and {entrants[0].name}", "were not asked the same questions")
    return entrants


def interval_point(table: ScoreTable, measure: str, *, scope: str, x: float = 0.0) -> Point | None:
    """A measure of a set, or of all, with its confidence interval; None where no query has a value."""
    value = table.summary()[scope][measure]
    if value is None:
        return None
    sets = [question.set for question in table.questions]
    values = table.column(measure)
    rows = np.array([scope in ("all", name) for name in sets]) & ~np.isnan(values)
    groups = [name for name, kept in zip(sets, rows, strict=True) if kept]
    weights = table.weights(measure)
    low, high = mean_interval(
        values[rows], groups=groups, sampling=_SAMPLING, weights=None if weights is None else weights[rows]
    )
    return Point(x, value, low, high)


def cutoffs(tables: Sequence[ScoreTable], name: str) -> list[int]:
    """The cut-offs at which all runs have a measure."""
    parsed = [[known for measure in table.measures if (known := known_measure(measure))] for table in tables]
    found = [{measure.k or 0 for measure in measures if measure.name == name} for measures in parsed]
    return sorted(set.intersection(*found) - {0})


def latencies(entrant: Entrant) -> NDArray[np.float64]:
    """How many seconds each query took."""
    return np.array([sum(one.seconds.values()) for one in entrant.run.responses.values()] or [0.0])


def query_rows(entrants: Sequence[Entrant], measures: Sequence[str], *, details: int) -> dict[str, Any]:
    """Every query with its scores, and for the worst `details` of them its passages and the texts around them."""
    questions = entrants[0].table.questions
    rows: list[dict[str, Any]] = [
        {
            "id": question.id,
            "set": question.set,
            "query": question.gold.query.text,
            "tags": list(question.gold.tags),
            "scores": [[_rounded(e.table.column(m)[n]) for m in measures] for e in entrants],
        }
        for n, question in enumerate(questions)
    ]
    windows: dict[str, list[Span]] = defaultdict(list)
    for n in _most_informative(entrants, measures, details):
        question = questions[n]
        rows[n]["gold"] = [_place(passage) for passage in question.gold.passages]
        rows[n]["hits"] = [[_place(passage) for passage in _hits(e, question)] for e in entrants]
        rows[n]["answers"] = [_answer(e, question) for e in entrants]
        for passage in _shown(question, entrants):
            windows[passage.doc_id].append(passage.span)
    return {"queries": rows, "texts": _texts(windows, entrants)}


def _most_informative(entrants: Sequence[Entrant], measures: Sequence[str], details: int) -> list[int]:
    """Where runs differ most; of one run, where it does worst."""
    columns = np.array([[e.table.column(m) for m in measures[:1]] for e in entrants])[:, 0, :]
    # A query without a value comes last.
    order = -np.ptp(columns, axis=0) if len(entrants) > 1 else columns[0]
    return [int(n) for n in np.argsort(order, kind="stable")[:details]]


def _hits(entrant: Entrant, question: RunQuestion) -> list[Passage]:
    response = entrant.run.responses.get(question.id)
    return [hit.passage for hit in response.hits[:_SHOWN]] if response else []


def _answer(entrant: Entrant, question: RunQuestion) -> str | None:
    """What was answered; None where no answer was asked for, or where asking failed."""
    response = entrant.run.responses.get(question.id)
    return response.answer if response else None


def _rounded(value: float) -> float | None:
    return None if np.isnan(value) else round(float(value), 4)


def _shown(question: RunQuestion, entrants: Sequence[Entrant]) -> Iterable[Passage]:
    yield from question.gold.passages
    for entrant in entrants:
        yield from _hits(entrant, question)


def _texts(windows: dict[str, list[Span]], entrants: Sequence[Entrant]) -> dict[str, list[list[Any]]]:
    """Return the shown parts of each document as [start, text], without repetition."""
    texts: dict[str, list[list[Any]]] = {}
    for document, spans in sorted(windows.items()):
        text = next((text for e in entrants if (text := e.run.text(document)) is not None), None)
        if text is None:
            continue
        wide = [Span(max(0, span.start - _AROUND), min(len(text), span.end + _AROUND)) for span in spans]
        texts[document] = [[span.start, span.slice(text)] for span in merge_spans(wide)]
    return texts


def _place(passage: Passage) -> list[Any]:
    return [passage.doc_id, passage.span.start, passage.span.end]
