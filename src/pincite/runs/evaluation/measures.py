"""The measures that a config asks for: of each legal metric the corrected one and both published ones."""

from __future__ import annotations

from collections.abc import Sequence

from pincite import registry
from pincite.domain.outcome import Need
from pincite.errors import UnknownName
from pincite.metrics.adapted import adapt
from pincite.metrics.measure import get_measure
from pincite.ports.evaluation import Measure
from pincite.runs.targets.import_path import load_object

LEGAL = (
    *("statute_citation_accuracy", "case_law_citation_accuracy", "legal_terminology_accuracy"),
    *("citation_format_compliance", "precedent_matching"),
)
# What the direct script writes, and the measure that computes it.
DIRECT = {
    "statute_citation_accuracy": "direct_statute_citation_accuracy",
    "legal_terminology_accuracy": "direct_legal_terminology_accuracy",
    "citation_format_compliance": "direct_citation_format_compliance",
    "precedent_matching": "direct_precedent_matching",
    "citation_rate": "citation_rate",
}


def wanted_measures(metrics: Sequence[str], *, judged: bool, traced: bool = False) -> tuple[list[Measure], list[str]]:
    """The measures of a config, and the metrics left out: no model is set that judges, or no store to look law up in.

    A metric written module:Class is one of evaltools' form, of the user's own.
    """
    names: list[str] = []
    left_out: list[str] = []
    adapted: list[Measure] = []
    for metric in metrics:
        if ":" in metric:
            # A class of the user's own, by import path.
            adapted.append(adapt(load_object(metric)))
            continue
        if metric not in registry.names("measure"):
            raise UnknownName("metric", metric, registry.names("measure"))
        needs = registry.load("measure", metric).needs
        if (Need.JUDGE in needs and not judged) or (Need.AUTHORITIES in needs and not traced):
            left_out.append(metric)
            continue
        names += [metric, f"evaluate_py_{metric}"] if metric in LEGAL else [metric]
    known = [get_measure(name) for name in dict.fromkeys([*names, "latency", *DIRECT.values()])]
    return [*known, *adapted], left_out
