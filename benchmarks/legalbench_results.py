"""Write `docs/results/legalbench-rag.md` from run folders, beside the tables others published.

    python benchmarks/legalbench_results.py default=runs/default runs/bm25 --out docs/results/legalbench-rag.md

Every figure of ours is read from the runs' files; the published ones are those of LegalBench-RAG (arXiv 2408.10343,
tables 4, 5 and 7) and Summary-Augmented Chunking (arXiv 2510.06999), in percent, on the mini split.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.metrics.measure import CUTOFFS, get_measure
from pincite.metrics.scorer import Scorer
from pincite.runs.folder import RunFolder
from pincite.runs.hit_columns import read_columns
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import fill_table
from pincite.runs.statistics import Sampling, mean_interval

SETS = ("privacy_qa", "contractnli", "maud", "cuad")
TITLES = {
    "lbr_precision": "Precision at k",
    "lbr_recall": "Recall at k",
    "drm": "Document mismatch at k",
}
INTERVALS = ("lbr_precision@1", "lbr_precision@8", "lbr_recall@1", "lbr_recall@8", "lbr_recall@64", "drm@8")
# Precision, then recall, at k = 1, 2, 4, 8, 16, 32, 64.
PUBLISHED = {
    "LegalBench-RAG, naive (table 4)": {
        "privacy_qa": ("7.86 7.31 6.41 5.06 3.58 2.41 1.54", "7.45 12.53 20.88 32.38 42.45 54.27 66.07"),
        "contractnli": ("16.45 14.80 12.53 9.73 6.70 4.65 3.04", "11.32 19.10 29.79 45.59 56.75 69.88 86.57"),
        "maud": ("3.36 2.65 2.18 1.89 1.48 1.06 0.75", "2.54 3.12 4.53 8.75 13.16 18.36 25.62"),
        "cuad": ("9.27 8.05 5.98 4.33 2.77 1.77 1.09", "12.60 19.47 27.92 40.70 51.02 64.38 75.71"),
    },
    "LegalBench-RAG, rcts (table 5)": {
        "privacy_qa": ("14.38 13.55 12.34 9.03 6.06 4.17 2.81", "8.85 15.21 27.92 42.37 55.12 71.19 84.19"),
        "contractnli": ("6.63 5.29 3.89 2.81 1.98 1.29 0.90", "7.63 11.33 17.34 24.99 35.80 46.57 61.72"),
        "maud": ("2.65 1.77 1.96 1.40 1.39 1.15 0.82", "1.65 2.09 4.59 6.18 12.93 21.04 28.28"),
        "cuad": ("1.97 4.03 4.83 4.20 2.94 1.99 1.25", "1.62 8.11 17.72 31.68 44.38 60.04 74.70"),
        "all": ("6.41 6.16 5.76 4.36 3.09 2.15 1.45", "4.94 9.19 16.90 26.30 37.06 49.71 62.22"),
    },
    "LegalBench-RAG, rcts with Cohere (table 7)": {
        "all": ("6.13 7.08 6.65 5.02 3.78 2.68 1.81", "3.98 8.82 16.10 24.34 35.86 47.54 61.06"),
    },
}
# Means over the seven k: precision, recall, mismatch. Chunk and summary lengths in characters, embedder gte-large.
SAC = {
    "chunks of 200, summaries of 150": (10.64, 23.43, 20.70),
    "chunks of 200, summaries of 300": (8.05, 22.91, 23.49),
    "chunks of 500, summaries of 150": (11.03, 41.80, 19.29),
    "chunks of 500, summaries of 300": (8.45, 37.77, 20.61),
    "chunks of 800, summaries of 150": (7.76, 42.93, 34.96),
    "chunks of 800, summaries of 300": (6.79, 43.90, 29.68),
    "500 and 150, dense to BM25 as 75 to 25": (10.57, 42.54, 19.11),
    "500 and 150, 50 to 50": (9.54, 41.47, 18.45),
    "500 and 150, 25 to 75": (8.23, 36.56, 18.18),
}
Row = tuple[str, list[float | None]]


@dataclass(frozen=True, slots=True)
class Scored:
    """A run with its scores at the published cut-offs that it reaches."""

    name: str
    run: RunFolder
    table: ScoreTable

    @classmethod
    def of(cls, given: str) -> "Scored":
        """Score a run, given as its folder or as NAME=FOLDER, by what is published and by the corrected measures."""
        name, _, path = given.rpartition("=")
        run = RunFolder(Path(path))
        names = (*TITLES, "precision", "recall")
        measures = [get_measure(name, k) for name in names for k in CUTOFFS if k <= run.spec.k]
        return cls(name or run.name, run, fill_table(Scorer(list, columns=read_columns(run)), run.questions, measures))

    def row(self, measure: str, scope: str) -> list[float | None]:
        """A measure at each cut-off in percent; None beyond what the run retrieved."""
        scores = self.table.summary()[scope]
        return [100 * scores[name] if (name := f"{measure}@{k}") in scores else None for k in CUTOFFS]

    @property
    def merging(self) -> float:
        """How many points precision and recall change at most where overlapping results are counted once."""
        scores = self.table.summary()["all"]
        pairs = [(f"lbr_{name}@{k}", f"{name}@{k}") for name in ("precision", "recall") for k in CUTOFFS]
        return max(100 * abs(scores[one] - scores[other]) for one, other in pairs if one in scores)


def published_rows(measure: str, scope: str) -> Iterator[Row]:
    """The published figures of a set, or of all: the mean of the four sets where the printed row is not that."""
    if measure not in ("lbr_precision", "lbr_recall"):
        return
    at = ("lbr_precision", "lbr_recall").index(measure)
    for name, tables in PUBLISHED.items():
        if scope in tables:
            yield name, [float(value) for value in tables[scope][at].split()]
        elif scope == "all":
            columns = zip(*([float(value) for value in tables[part][at].split()] for part in SETS), strict=True)
            yield f"{name}, mean of its sets", [sum(column) / len(column) for column in columns]


def rows_of(measure: str, scope: str, runs: Sequence[Scored]) -> list[Row]:
    """Published rows, then ours."""
    ours = [(f"**{one.name}**", one.row(measure, scope)) for one in runs if scope in ("all", *one.table.sets)]
    return [*published_rows(measure, scope), *ours]


def write_table(title: str, rows: Sequence[Row]) -> list[str]:
    """One table, cut-offs across."""
    lines = [f"### {title}", "", f"| | {' | '.join(str(k) for k in CUTOFFS)} |", "|---|" + "--:|" * len(CUTOFFS)]
    return [*lines, *(f"| {name} | {' | '.join(map(_shown, values))} |" for name, values in rows), ""]


def write_f1(runs: Sequence[Scored]) -> list[str]:
    """The harmonic mean of mean precision and mean recall, as Summary-Augmented Chunking reports it."""
    precision, recall = (rows_of(measure, "all", runs) for measure in ("lbr_precision", "lbr_recall"))
    rows: list[Row] = [
        (name, [_harmonic(p, r) for p, r in zip(values, others, strict=True)])
        for (name, values), (_, others) in zip(precision, recall, strict=True)
    ]
    return ["## F1 of the two means at k", "", *write_table("all", rows)]


def write_sac(runs: Sequence[Scored]) -> list[str]:
    """Means over the seven cut-offs, with the mismatch."""
    lines = ["## Means over the seven k", "", "| | precision | recall | mismatch |", "|---|--:|--:|--:|"]
    for name, values in SAC.items():
        lines.append(f"| Summary-Augmented Chunking, {name} | {' | '.join(f'{value:.2f}' for value in values)} |")
    for one in runs:
        rows = [[value for value in one.row(measure, "all") if value is not None] for measure in TITLES]
        if len(rows[0]) == len(CUTOFFS):
            cells = " | ".join(f"{sum(values) / len(values):.2f}" for values in rows)
            lines.append(f"| **{one.name}** | {cells} |")
    return [*lines, ""]


def write_intervals(runs: Sequence[Scored]) -> list[str]:
    """Our main figures with 95 % intervals, queries drawn anew within each set."""
    lines = ["## Our figures with 95 % intervals", "", f"| | {' | '.join(INTERVALS)} |"]
    lines.append("|---|" + "--:|" * len(INTERVALS))
    for one in runs:
        groups = [question.set for question in one.table.questions]
        cells = []
        for measure in INTERVALS:
            if measure not in one.table.measures:
                cells.append("")
                continue
            column, weights = one.table.column(measure), one.table.weights(measure)
            low, high = mean_interval(column, groups=groups, sampling=Sampling(iterations=2000), weights=weights)
            cells.append(f"{100 * one.table.summary()['all'][measure]:.1f} ({100 * low:.1f} to {100 * high:.1f})")
        lines.append(f"| **{one.name}** | {' | '.join(cells)} |")
    return [*lines, ""]


def write_runs(runs: Sequence[Scored]) -> list[str]:
    """What was run: settings that tell the runs apart, and what failed."""
    heads = ["run", "preset", "queries", "documents", "failed", "chunks", "summaries", "embedder", "method", "routing"]
    heads += ["reranker", "results", "merged"]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for one in runs:
        system = one.run.spec.target
        settings = system.get("settings", {})
        chunker, embedder, retrieval = (settings.get(stage, {}) for stage in ("chunker", "embedder", "retrieval"))
        cells = [
            f"**{one.name}**",
            system.get("preset", system.get("kind")),
            f"{len(one.run.questions):,}",
            f"{one.run.spec.corpus['documents']:,}",
            len(one.run.failures),
            f"{chunker.get('kind', '')} {chunker.get('size', '')}".strip(),
            settings.get("summarizer", {}).get("kind", "") if settings.get("context", {}).get("template") else "none",
            Path(embedder.get("model") or embedder.get("kind", "")).name,
            retrieval.get("method", ""),
            retrieval.get("route", ""),
            settings.get("reranker", {}).get("kind", ""),
            retrieval.get("results", ""),
            f"{one.merging:.2f}",
        ]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return [*lines, ""]


def write_page(runs: Sequence[Scored]) -> str:
    """The whole page."""
    lines = [
        "# LegalBench-RAG",
        "",
        "Our runs beside the published tables, in percent, counted as the authors count (`lbr_precision`,",
        "`lbr_recall`; `drm` is the share of a set's results that come from a document without gold). Made by",
        "`python benchmarks/legalbench_results.py RUN… --out docs/results/legalbench-rag.md` from run folders. `all`",
        "weighs the four sets alike. The row ALL that is printed in table 4 is not the mean of its sets, so the mean",
        "is given; table 6 repeats table 5 and is left out. The published systems embed with text-embedding-3-large",
        "(LegalBench-RAG) and gte-large (Summary-Augmented Chunking); the models that ship with Pincite were trained",
        "on other documents of ContractNLI, MAUD and CUAD and on none of PrivacyQA ([models](models.md)), so the rows",
        "do not compare like with like except in PrivacyQA. *Merged* is by how many points a figure of `all` changes",
        "at most where overlapping results are counted once. Embedders: `onnx` and `embedder` are ours as it ships,",
        "`base` is all-MiniLM-L6-v2 before any training.",
        "",
        *write_runs(runs),
    ]
    others = dict.fromkeys(name for one in runs for name in one.table.sets if name not in SETS)
    for measure, title in TITLES.items():
        lines += [f"## {title}", ""]
        for scope in ("all", *SETS, *others):
            rows = rows_of(measure, scope, runs)
            lines += write_table(scope, rows) if rows else []
    lines += [*write_f1(runs), *write_sac(runs), *write_intervals(runs)]
    return "\n".join(lines)


def _shown(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _harmonic(one: float | None, other: float | None) -> float | None:
    if one is None or other is None:
        return None
    return 2 * one * other / (one + other) if one + other else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the results page from run folders.")
    parser.add_argument("runs", nargs="+", metavar="[NAME=]RUN")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.write_text(write_page([Scored.of(path) for path in arguments.runs]), "utf-8")


if __name__ == "__main__":
    main()
