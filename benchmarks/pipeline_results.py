"""Write `docs/results/pipeline.md`: the whole pipeline on LegalBench-RAG-mini, from run folders.

    python benchmarks/pipeline_results.py --mini runs/default --all runs/all --windows runs/windows/* \
        --nameless runs/nameless --paraphrases paraphrases.json --out docs/results/pipeline.md

Every figure is read from what the runs left. The commands that made them stand in the page.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pincite.domain.document import Passage
from pincite.metrics.measure import get_measure, parse_measures
from pincite.ports.evaluation import Measure
from pincite.runs.charts import Point, bar_chart
from pincite.runs.folder import RunFolder
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import score_responses

SETS = ("contractnli", "maud", "cuad", "privacy_qa")
QUALITY = parse_measures(["lbr_precision@1", "lbr_recall@1", "lbr_recall@8", "lbr_recall@64"])
STAGES = ("route", "embed", "candidates", "highlight")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mini", type=Path, required=True)
    parser.add_argument("--all", type=Path, required=True)
    parser.add_argument("--quiet", type=Path, help="a run over all documents on an idle machine, for the times")
    parser.add_argument("--windows", type=Path, nargs="+", default=[])
    parser.add_argument("--nameless", type=Path)
    parser.add_argument("--paraphrases", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    mini, whole = RunFolder(given.mini), RunFolder(given.all)
    lines = [
        HEAD,
        *quality([("mini's documents", mini), ("all documents", whole)]),
        *latency(RunFolder(given.quiet) if given.quiet else whole),
    ]
    if given.windows:
        lines += windows([RunFolder(path) for path in given.windows])
    lines += reliability(mini, given.out)
    if given.nameless:
        lines += nameless(RunFolder(given.nameless), mini)
    if given.paraphrases:
        lines += paraphrases(json.loads(given.paraphrases.read_text("utf-8")))
    given.out.write_text("\n".join(lines), "utf-8")


def quality(runs: Sequence[tuple[str, RunFolder]]) -> list[str]:
    """Each set and their mean, for each store."""
    lines = ["## Quality", "", QUALITY_HEAD]
    for name, run in runs:
        summary = _scored(run, [*QUALITY, get_measure("drm", 8)]).summary()
        for scope in (*SETS, "all"):
            label = f"{name} ({run.spec.corpus['documents']}): {'**mean of the sets**' if scope == 'all' else scope}"
            lines.append(_row(label, [f"{100 * value:.1f}" for value in summary[scope].values()]))
    return [*lines, ""]


def latency(run: RunFolder) -> list[str]:
    """How long a query takes, and which stage takes it."""
    seconds = [record.seconds for record in run.responses.values()]
    lines = ["## Time for a query", "", LATENCY_HEAD.format(run.spec.corpus["documents"], len(seconds))]
    for stage in STAGES:
        lines.append(_row(stage, _spread([one.get(stage, 0.0) for one in seconds])))
    lines.append(_row("**all**", _spread([sum(one.values()) for one in seconds])))
    return [*lines, ""]


def windows(runs: Iterable[RunFolder]) -> list[str]:
    """Quality against time, by the number of windows the highlighter reads."""
    ordered = sorted(runs, key=_windows_of)
    lines = ["## Quality against time: windows read", "", WINDOWS_HEAD.format(len(ordered[0].questions))]
    for run in ordered:
        summary = _scored(run, QUALITY).summary()["all"]
        times = _spread([sum(record.seconds.values()) for record in run.responses.values()])
        lines.append(_row(str(_windows_of(run)), [*(f"{100 * value:.1f}" for value in summary.values()), *times[:2]]))
    return [*lines, ""]


def reliability(run: RunFolder, page: Path) -> list[str]:
    """How often first results of a score are right: at least half of their characters gold."""
    right = dict(zip((q.id for q in run.questions), _scored(run, QUALITY[:1]).values[:, 0] >= 0.5, strict=True))
    pairs = {q.id: (q.set, run.responses[q.id].hits[0].score, bool(right[q.id])) for q in run.questions}
    lines = ["## How far scores can be believed", "", RELIABILITY_HEAD]
    bars: dict[str, dict[str, Point]] = {}
    for low in np.arange(0, 1, 0.1):
        cells = []
        for sets in (SETS[:3], SETS[3:]):
            inside = [(score, ok) for name, score, ok in pairs.values() if name in sets and low <= score < low + 0.1]
            score, share = np.mean(inside, axis=0) if inside else (0.0, 0.0)
            cells += [f"{len(inside)}", f"{score:.2f}", f"{share:.2f}"] if inside else ["0", "", ""]
            if inside and sets == SETS[:3]:
                bars[f"{low:.1f}"] = {"score": Point(low, *3 * [score]), "right": Point(low, *3 * [share])}
        lines.append(_row(f"{low:.1f}–{low + 0.1:.1f}", cells))
    drawn = bar_chart("First results: mean score (left) and share that is right, by score", bars)
    write_drawing(page.with_name("reliability.svg"), drawn)
    errors = [
        _calibration_error([(s, ok) for name, s, ok in pairs.values() if name in sets]) for sets in (SETS[:3], SETS[3:])
    ]
    told = f"Expected calibration error in ten bins: {errors[0]:.3f}; PrivacyQA {errors[1]:.3f}."
    return [*lines, "", told, "", "![Reliability](reliability.svg)", ""]


def _calibration_error(pairs: Sequence[tuple[float, bool]]) -> float:
    """The mean distance between score and share of right ones over ten bins, weighed by their size."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for score, ok in pairs:
        bins.setdefault(min(int(score * 10), 9), []).append((score, ok))
    gaps = [len(one) * abs(np.mean([s for s, _ in one]) - np.mean([ok for _, ok in one])) for one in bins.values()]
    return float(sum(gaps) / len(pairs))


def nameless(run: RunFolder, named: RunFolder) -> list[str]:
    """Queries without the name: against whatever answers the question anywhere, and against the document meant."""
    measures = [get_measure("lbr_precision", 1), get_measure("lbr_precision", 8)]
    anywhere = _scored(run, measures).summary()
    meant = score_responses(named.questions, run.responses, measures=QUALITY).summary()
    lines = ["## Questions that name no document", "", NAMELESS_HEAD]
    for scope in (*SETS, "all"):
        hit = [_hit_shares(run, scope, k) for k in (1, 8)]
        cells = [*(100 * value for value in anywhere[scope].values()), *(100 * value for value in hit)]
        cells += [100 * meant[scope][str(measure)] for measure in (QUALITY[0], QUALITY[2])]
        lines.append(_row("**mean of the sets**" if scope == "all" else scope, [f"{value:.1f}" for value in cells]))
    return [*lines, ""]


def paraphrases(found: dict[str, Any]) -> list[str]:
    """What is kept of the recall when a question is worded otherwise."""
    lines = ["## Questions in other words", "", PARAPHRASES_HEAD]
    for scope in (*SETS, "all"):
        row = found["summary"][scope]
        cells = [f"{100 * row[way]['lbr_recall@8']:.1f}" for way in ("original", "reworded", "brief")]
        for way in ("reworded", "brief"):
            kept = row[way]["kept"]["lbr_recall@8"]
            cells.append(f"{100 * kept['share']:.1f} ({100 * kept['low']:.0f}–{100 * kept['high']:.0f})")
        cells.append(f"{100 * row['brief']['document_recall@1']:.0f}")
        lines.append(_row("**all**" if scope == "all" else scope, cells))
    every = found["summary"]["all"]
    both = (every["reworded"]["lbr_recall@8"] + every["brief"]["lbr_recall@8"]) / 2 / every["original"]["lbr_recall@8"]
    return [*lines, "", f"Both ways together keep {100 * both:.1f} % of the recall.", ""]


def _scored(run: RunFolder, measures: list[Measure]) -> ScoreTable:
    return score_responses(run.questions, run.responses, measures=measures)


def _hit_shares(run: RunFolder, scope: str, k: int) -> float:
    """The share of queries with a passage among the first k that shares characters with the gold; the mean of sets."""
    shares = []
    for name in SETS if scope == "all" else (scope,):
        hits = [
            any(_share(hit.passage, gold) for hit in run.responses[one.id].hits[:k] for gold in one.gold.passages)
            for one in run.questions
            if one.set == name
        ]
        shares.append(float(np.mean(hits)))
    return float(np.mean(shares))


def _share(one: Passage, other: Passage) -> bool:
    return one.doc_id == other.doc_id and one.span.overlaps(other.span)


def _windows_of(run: RunFolder) -> int:
    return int(run.spec.target["settings"]["retrieval"]["windows"])


def _spread(seconds: Sequence[float]) -> list[str]:
    return [f"{1000 * value:.0f}" for value in (*np.percentile(seconds, [50, 95]), max(seconds))]


def write_drawing(path: Path, drawing: str) -> None:
    """Write a drawing as a file of its own."""
    style = "<style>text{font:12px sans-serif}.title{font-weight:bold}.grid{stroke:#ddd}.whisker{display:none}</style>"
    head, rest = drawing.split(">", 1)
    path.write_text(
        f'{head} xmlns="http://www.w3.org/2000/svg">{style}<rect width="520" height="300" fill="#fff"/>{rest}'
    )


def _row(name: str, cells: Sequence[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


HEAD = """# The whole pipeline

Preset `default` with the models that ship, on two CPU cores: routing, hybrid search, highlighting. LegalBench-RAG-mini
(776 queries), counted as its authors count, percent. Written by `python benchmarks/pipeline_results.py` from runs of

```
pincite run --bench DATA/legalbenchrag/mini --corpus DATA/legalbenchrag/corpus --out runs/default
pincite run --bench DATA/legalbenchrag/mini --corpus DATA/legalbenchrag/corpus --whole-corpus --out runs/all
pincite sweep windows --bench DATA/legalbenchrag/mini --corpus DATA/legalbenchrag/corpus --out runs/windows
python benchmarks/nameless.py --data DATA --out nameless
pincite run --bench nameless --corpus DATA/legalbenchrag/corpus --whole-corpus --out runs/nameless
python benchmarks/paraphrases.py --data DATA --store STORE --out paraphrases.json
```
"""
QUALITY_HEAD = """One index over the documents the queries refer to, and one over all the documents of the benchmark.
DRM@8: the share of the first eight results that come from another document than the one meant.

| | P@1 | R@1 | R@8 | R@64 | DRM@8 |
|---|--:|--:|--:|--:|--:|"""
LATENCY_HEAD = """Milliseconds, over the store of all {} documents, {} queries one after another, two cores.

| stage | p50 | p95 | most |
|---|--:|--:|--:|"""
WINDOWS_HEAD = """Mean of the sets, {} queries of mini; milliseconds for a whole query. Quality on all 776, the right
document given, is in [models](models.md).

| windows | P@1 | R@1 | R@8 | R@64 | p50 | p95 |
|---|--:|--:|--:|--:|--:|--:|"""
RELIABILITY_HEAD = """The score of a first result is to be the chance that it is right (at least half of its characters
gold). The curve was fitted on development documents; ContractNLI, MAUD and CUAD are kinds of question it was trained
on, PrivacyQA is not.

| score | first results | mean score | right | PrivacyQA | mean score | right |
|---|--:|--:|--:|--:|--:|--:|"""
NAMELESS_HEAD = """The queries without the part that names the document, over the store of all documents. *Anywhere*:
against all text that answers the same question in any document; *hit* is the share of queries with a result among the
first k that shares characters with such text. *Meant*: against the document the full query names, which the question
alone cannot tell. PrivacyQA asks most questions of one policy only.

| | anywhere P@1 | P@8 | hit@1 | hit@8 | meant P@1 | R@8 |
|---|--:|--:|--:|--:|--:|--:|"""
PARAPHRASES_HEAD = """A hundred questions of mini, 25 of each set, reworded by hand in two ways
(`benchmarks/paraphrases.json`): as a full question in other words, and as one would type it into a search box. R@8, and
the share of it kept, with its 95 % interval (paired bootstrap over questions).

| | R@8 original | reworded | brief | kept, reworded | kept, brief | right document first, brief |
|---|--:|--:|--:|--:|--:|--:|"""

if __name__ == "__main__":
    main()
