"""Samples of live answers, kept for monitoring; off by default."""

from __future__ import annotations

import random
from pathlib import Path

from pincite.domain.answer import Answer
from pincite.domain.outcome import QueryOutcome
from pincite.metrics.scorer import TextOf
from pincite.runs.one_answer import measure_outcome, measures_for, response_of
from pincite.service.json_log import JsonLog


class Samples:
    """One JSON line per kept answer: figures that need no gold, and the question; never the text of a document."""

    def __init__(self, path: Path | None, *, share: float) -> None:
        self._share = share if path is not None else 0.0
        self._log = JsonLog(path if share > 0 else None)

    def note(self, collection: str, answer: Answer, *, texts: TextOf) -> None:
        """Keep an answer if it is sampled; `texts` are the documents that its citations are checked against."""
        if random.random() >= self._share:
            return
        self._log.write(
            {
                "collection": collection,
                "question": answer.question,
                "found": answer.found,
                "confidence": round(answer.confidence, 4),
                "claims": len(answer.citations) + len(answer.dropped),
                "dropped": len(answer.dropped),
                "seconds": round(sum(answer.seconds.values()), 4),
                "measures": _measured(answer, texts),
            }
        )

    def close(self) -> None:
        """Close the file."""
        self._log.close()


def _measured(answer: Answer, texts: TextOf) -> dict[str, float]:
    """The measures that need no gold, without the seconds, which have a field of their own."""
    outcome = QueryOutcome(question=answer.question, response=response_of(answer))
    values = measure_outcome(outcome, measures_for([]), texts=texts)
    return {str(one): round(value, 4) for one, value in values if value is not None and str(one) != "latency"}
