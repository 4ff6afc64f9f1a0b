"""Write `docs/results/legalbench-rag.md` from run folders, beside the tables others published.

    python benchmarks/legalbench_results.py runs/default runs/bm25 --out docs/results/legalbench-rag.md

Every figure of ours is read from the runs' files; the published ones are those of LegalBench-RAG (arXiv 2408.10343,
tables 4, 5 and 7) and Summary-Augmented Chunking (arXiv 2510.06999), in percent, on the mini split.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from pincite.metrics.measure import CUTOFFS, Measure
from pincite.runs.folder import RunFolder
from pincite.runs.scoring import score_records

SETS = ("privacy_qa", "contractnli", "maud", "cuad")
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
    },
    "LegalBench-RAG, rcts with Cohere (table 7)": {
        "all": ("6.13 7.08 6.65 5.02 3.78 2.68 1.81", "3.98 8.82 16.10 24.34 35.86 47.54 61.06"),
    },
}
# Means over the seven k: precision, recall, mismatch.
SAC = {
    "500/150, dense": (11.03, 41.80, 19.29),
    "500/150, 75/25": (10.57, 42.54, 19.11),
    "800/300, dense": (6.79, 43.90, 29.68),
}


def published_rows(measure: int, scope: str) -> Iterator[tuple[str, list[float]]]:
    """The published figures of a set, or of all: the mean of the four sets where the printed row is not that."""
    for name, tables in PUBLISHED.items():
        if scope in tables:
            yield name, [float(value) for value in tables[scope][measure].split()]
        elif scope == "all":
            columns = zip(*([float(value) for value in tables[part][measure].split()] for part in SETS), strict=True)
            yield f"{name}, mean of its sets", [sum(column) / len(column) for column in columns]


def our_rows(runs: Sequence[RunFolder], measure: str, scope: str) -> Iterator[tuple[str, list[float]]]:
    """The figures of our runs, counted as the authors count."""
    for run in runs:
        table = score_records(run.questions, run.records, measures=[Measure(measure, k) for k in CUTOFFS])
        if scope in table.summary():
            yield f"**{run.name}**", [100 * value for value in table.summary()[scope].values()]


def write_table(title: str, rows: Sequence[tuple[str, list[float]]]) -> list[str]:
    """One table, cut-offs across."""
    lines = [f"### {title}", "", f"| | {' | '.join(str(k) for k in CUTOFFS)} |", "|---|" + "--:|" * len(CUTOFFS)]
    return [*lines, *(f"| {name} | {' | '.join(f'{value:.2f}' for value in values)} |" for name, values in rows), ""]


def write_sac(runs: Sequence[RunFolder]) -> list[str]:
    """Means over the seven cut-offs, with the mismatch."""
    lines = [
        "## Means over the seven k, and document mismatch",
        "",
        "| | precision | recall | mismatch |",
        "|---|--:|--:|--:|",
    ]
    for name, values in SAC.items():
        lines.append(f"| Summary-Augmented Chunking, {name} | {' | '.join(f'{value:.2f}' for value in values)} |")
    for run in runs:
        measures = [Measure(name, k) for name in ("lbr_precision", "lbr_recall", "drm") for k in CUTOFFS]
        means = list(score_records(run.questions, run.records, measures=measures).summary()["all"].values())
        thirds = [100 * sum(means[at : at + 7]) / 7 for at in (0, 7, 14)]
        lines.append(f"| **{run.name}** | {' | '.join(f'{value:.2f}' for value in thirds)} |")
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the results page from run folders.")
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    runs = [RunFolder(path) for path in arguments.runs]
    lines = [
        "# LegalBench-RAG",
        "",
        "Our runs beside the published tables, in percent, counted as the authors count (`lbr_precision` and",
        "`lbr_recall`). Made by `python benchmarks/legalbench_results.py RUN… --out docs/results/legalbench-rag.md`.",
        "The row ALL that is printed in table 4 is not the mean of its sets, so the mean is given.",
        "",
        "| run | queries | documents | preset | embedder | retrieval |",
        "|---|--:|--:|---|---|---|",
    ]
    for run in runs:
        system = run.spec.system
        settings = system.get("settings", {})
        embedder = settings.get("embedder", {})
        cells = [
            f"**{run.name}**",
            f"{len(run.questions):,}",
            f"{run.spec.corpus['documents']:,}",
            str(system.get("preset", system.get("kind"))),
            str(embedder.get("kind", "")),
            str(settings.get("retrieval", {}).get("method", "")),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    lines.append("")
    for measure, name in enumerate(("lbr_precision", "lbr_recall")):
        lines += [f"## {'Precision' if measure == 0 else 'Recall'} at k", ""]
        for scope in ("all", *SETS):
            lines += write_table(scope, [*published_rows(measure, scope), *our_rows(runs, name, scope)])
    lines += write_sac(runs)
    arguments.out.write_text("\n".join(lines), "utf-8")


if __name__ == "__main__":
    main()
