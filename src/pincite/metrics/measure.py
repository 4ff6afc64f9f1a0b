"""Measures by name: they print as, and parse from, one string such as `precision@1`, `drm@8` or `word_f1`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pincite import registry
from pincite.domain.outcome import Need
from pincite.errors import UnknownName
from pincite.ports.evaluation import Measure

_FORM = re.compile(r"^(?P<name>[a-z][a-z0-9_]*)(?:@(?P<k>[1-9][0-9]*))?$")

# The cut-offs at which LegalBench-RAG is published.
CUTOFFS = (1, 2, 4, 8, 16, 32, 64)
# What a run is scored by where nothing else is asked for: quick to count, and needing no text.
STANDARD = (
    *("precision", "recall", "f1", "iou", "lbr_precision", "lbr_recall", "lbr_f1", "drm", "drm_query"),
    *("document_recall", "essential", "unnecessary", "first_relevant"),
)


def get_measure(name: str, k: int | None = None) -> Measure:
    """The measure of a name, with a cut-off where one is given; an unknown one lists the known."""
    try:
        plugin = registry.load("measure", name)
    except UnknownName as error:
        raise UnknownName("measure", name, _known()) from error
    if k is not None and not plugin.takes_k:
        raise UnknownName("measure", f"{name}@{k}", _known())
    measure: Measure = plugin() if k is None else plugin(k=k)
    return measure


def parse_measure(text: str) -> Measure:
    """Read a measure back from its printed form; an unknown one lists the known."""
    found = _FORM.match(text.strip())
    if not found:
        raise UnknownName("measure", text, _known())
    return get_measure(found["name"], int(found["k"]) if found["k"] else None)


def known_measure(text: str) -> Measure | None:
    """The measure a string names, or None: a file of scores may hold scores of its own."""
    try:
        return parse_measure(text)
    except UnknownName:
        return None


def parse_measures(texts: Iterable[str]) -> list[Measure]:
    """Measures from words and comma-separated lists, each once."""
    words = [word for text in texts for word in text.split(",") if word.strip()]
    return list({str(measure): measure for measure in map(parse_measure, words)}.values())


def standard_measures(k: int) -> list[Measure]:
    """The standard measures at each published cut-off up to k, and at k."""
    cutoffs = sorted({*(cutoff for cutoff in CUTOFFS if cutoff < k), k})
    return [get_measure(name, cutoff) for name in STANDARD for cutoff in cutoffs]


def answer_measures() -> list[Measure]:
    """The standard measures of answers: those that need no judge and are not of one field or program."""
    plugins: dict[str, Any] = {name: registry.load("measure", name) for name in registry.names("measure")}
    of_answers = {name: p for name, p in plugins.items() if Need.ANSWER in p.needs and Need.JUDGE not in p.needs}
    wanted = [name for name, plugin in of_answers.items() if getattr(plugin, "standard", True)]
    return [get_measure(name) for name in wanted]


def _known() -> list[str]:
    return [f"{name}@k" if registry.load("measure", name).takes_k else name for name in registry.names("measure")]
