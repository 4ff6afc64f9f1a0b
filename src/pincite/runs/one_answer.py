"""One answer measured: by the measures that need no gold, and with gold by the others too."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pincite.domain.answer import Answer
from pincite.domain.outcome import Need, QueryOutcome
from pincite.domain.response import CitedSource, Response
from pincite.errors import BenchmarkError
from pincite.metrics.measure import answer_measures, get_measure, parse_measures
from pincite.metrics.scorer import Scorer, TextOf
from pincite.ports.evaluation import Measure
from pincite.render.citation_style import styled

# What can be measured on an answer alone.
WITHOUT_GOLD = ("verified", "has_citation", "citation_format_compliance", "dontknowness", "answer_length", "latency")
# Of the passages that were considered, where gold passages are given.
_SPANS = ("precision", "recall", "f1")


def measures_for(names: Sequence[str], *, with_gold: bool = False, with_passages: bool = False) -> list[Measure]:
    """The measures of these names; without names, those that the gold allows."""
    if names:
        chosen = parse_measures(names)
    else:
        found = [*map(get_measure, WITHOUT_GOLD), *(answer_measures() if with_gold or with_passages else ())]
        chosen = list(
            {str(one): one for one in [*found, *(map(get_measure, _SPANS) if with_passages else ())]}.values()
        )
    for measure in chosen:
        if Need.JUDGE in measure.needs:
            raise BenchmarkError(str(measure), "needs a model that judges; ask for measures that need none")
    return chosen


def measure_outcome(
    outcome: QueryOutcome, measures: Sequence[Measure], *, texts: TextOf
) -> list[tuple[Measure, float | None]]:
    """The value of each measure; None where the answer has none, as without the gold that it needs."""
    scorer = Scorer([outcome], texts=texts)
    found = []
    for measure in measures:
        value = float(scorer.score(measure)[0])
        found.append((measure, None if np.isnan(value) else value))
    return found


def response_of(answer: Answer) -> Response:
    """An answer of ours as measures read one."""
    cited = [
        CitedSource(one.passage.doc_id, one.passage, one.quote, one.number, one.page, one.label)
        for one in answer.citations
    ]
    return Response(
        answer.question,
        answer.ranking.hits if answer.ranking else (),
        answer=styled(answer, "numbers"),
        abstained=not answer.found,
        confidence=answer.confidence,
        citations=tuple(cited),
        usage=answer.usage,
        seconds=answer.seconds,
    )
