r"""Write docs/results/retrieval.md: what each choice in retrieval is worth on LegalBench-RAG-mini, with intervals.

    for sweep in methods cutting sizes summaries summaries-local reranking routing narrowing; do
        pincite sweep $sweep --bench DATA/legalbenchrag/mini --corpus DATA/legalbenchrag/corpus \
            --set embedder.model=BASE --out runs/$sweep
    done
    python benchmarks/ablations.py --runs runs --to docs/results/retrieval.md

BASE is a folder with all-MiniLM-L6-v2 as model.onnx (`python -m training.export --to BASE`): an embedder that was not
trained on legal questions, so that a choice is judged by itself. The sweep summaries-local was run with
--set summarizer.reads=1500 --set summarizer.tries=1 besides.

    for sweep in methods cutting sizes summaries reranking routing narrowing; do
        pincite sweep $sweep --bench DATA/legalbenchrag/mini --corpus DATA/legalbenchrag/corpus \
            --set embedder.kind=static --set retrieval.rerank=20 --out static/$sweep
    done
    python benchmarks/ablations.py --runs static --embedder static --to docs/results/retrieval-static.md

Minutes instead of hours: the same with the table of word vectors that ships.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

from pincite.metrics.measure import CUTOFFS, get_measure, parse_measures
from pincite.runs.compare import Contender, compare
from pincite.runs.folder import RunFolder
from pincite.runs.scoring import score_responses

MEASURES = ("lbr_precision@1", "lbr_precision@8", "lbr_recall@8", "lbr_recall@64", "drm_query@8")


@dataclass(frozen=True, slots=True)
class Test:
    """A choice on trial: what is claimed for it, and the settings of the run without and of the run with it."""

    claim: str
    sweeps: tuple[str, str]
    without: Mapping[str, Any]
    given: Mapping[str, Any]


NEVER = {"retrieval.route": "never"}
DENSE = {**NEVER, "retrieval.dense_weight": 1.0}
TESTS = (
    Test(
        "Recursive cuts beat fixed ones (claimed: P@1 6.41 against 2.40)",
        ("cutting", "cutting"),
        {"chunker.kind": "naive"},
        {"chunker.kind": "rcts"},
    ),
    Test(
        "Cuts along clauses beat recursive ones (our own question)",
        ("cutting", "cutting"),
        {"chunker.kind": "rcts"},
        {"chunker.kind": "clause"},
    ),
    Test(
        "A summary before each chunk keeps results in the right document (claimed: mismatch less by 58 %)",
        ("cutting", "summaries"),
        {"chunker.kind": "rcts"},
        {"summarizer.kind": "extractive"},
    ),
    Test(
        "A title before each chunk does as much (our own question)",
        ("cutting", "summaries"),
        {"chunker.kind": "rcts"},
        {"summarizer.kind": "title"},
    ),
    Test(
        "So does a generic summary by a model of 135 million parameters (our own question)",
        ("cutting", "summaries-local"),
        {"chunker.kind": "rcts"},
        {"summarizer.style": "generic"},
    ),
    Test(
        "Generic summaries beat expert ones (claimed; here: by the same small model)",
        ("summaries-local", "summaries-local"),
        {"summarizer.style": "expert"},
        {"summarizer.style": "generic"},
    ),
    *(
        Test(
            f"Chunks of 500 characters beat those of {size} (claimed; here: what {size} gains over 500)",
            ("sizes", "sizes"),
            {"chunker.size": 500, "summarizer.length": 150},
            {"chunker.size": size, "summarizer.length": 150},
        )
        for size in (200, 800)
    ),
    Test(
        "Summaries of 150 characters beat those of 300 (claimed; here: what 300 gains over 150)",
        ("sizes", "sizes"),
        {"chunker.size": 500, "summarizer.length": 150},
        {"chunker.size": 500, "summarizer.length": 300},
    ),
    Test(
        "Reranking makes results worse (claimed of Cohere's; here: what our highlighter as reranker gains)",
        ("reranking", "reranking"),
        {"summarizer.kind": "none", "reranker.kind": "none"},
        {"summarizer.kind": "none", "reranker.kind": "highlighter"},
    ),
    Test(
        "The same where a summary stands before each chunk",
        ("reranking", "reranking"),
        {"summarizer.kind": "extractive", "reranker.kind": "none"},
        {"summarizer.kind": "extractive", "reranker.kind": "highlighter"},
    ),
    *(
        Test(
            f"Dense search alone beats {round(100 * weight)} % dense and {round(100 - 100 * weight)} % BM25 "
            f"(claimed; here: what the mix gains over dense alone)",
            ("methods", "methods"),
            DENSE,
            {**NEVER, "retrieval.dense_weight": weight},
        )
        for weight in (0.75, 0.5, 0.25, 0.0)
    ),
    Test(
        "The document layer first: the two documents whose summaries are nearest",
        ("routing", "routing"),
        NEVER,
        {"retrieval.route": "documents"},
    ),
    Test(
        "Routing to the document that the query names (our own)",
        ("routing", "routing"),
        NEVER,
        {"retrieval.route": "auto"},
    ),
    Test(
        "The document filter prevents mismatch (claimed)",
        ("narrowing", "narrowing"),
        {"retrieval.document_filter": False, "retrieval.threshold": "none"},
        {"retrieval.document_filter": True, "retrieval.threshold": "none"},
    ),
    Test(
        "The threshold at the best score less 0.25 drops what does not help (claimed)",
        ("narrowing", "narrowing"),
        {"retrieval.document_filter": False, "retrieval.threshold": "none"},
        {"retrieval.document_filter": False, "retrieval.threshold": "absolute"},
    ),
    Test(
        "The threshold a quarter below the best score, as its author has it, drops what does not help",
        ("narrowing", "narrowing"),
        {"retrieval.document_filter": False, "retrieval.threshold": "none"},
        {"retrieval.document_filter": False, "retrieval.threshold": "relative"},
    ),
)
ESSENTIAL = ("essential@6", "unnecessary@6", "essential@8", "unnecessary@8")
ESSENTIAL_HEAD = """## Essential chunks

Several layers are claimed to more than double the share of retrieved chunks that hold the answer (16 % to 38 %, by hand
on eight questions). Here a chunk is essential where it shares characters with the gold; percent of the first k chunks.

| | essential@6 | unnecessary@6 | essential@8 | unnecessary@8 |
|---|--:|--:|--:|--:|"""
MINILM_HEAD = f"""# What each choice in retrieval is worth

LegalBench-RAG-mini, 776 queries, one index over its 72 documents, ranked chunks without highlighter, the untrained
MiniLM as embedder so that each choice is judged by itself; percent, mean of the four sets, as the authors count.
Each row is the difference that the choice makes, with its 95 % interval (paired bootstrap over queries within sets);
**bold** where a sign-flip test, corrected for the five measures (Holm), finds it more than chance. DRM here is the mean
over queries. `default` was chosen on development documents outside mini; mini only shows what it is worth. With our own
static embedder, and with chunk sizes, summary lengths and reranking besides: [retrieval-static](retrieval-static.md).

```
{dedent(__doc__.split(chr(10) * 2)[1])}
```
"""
STATIC_HEAD = f"""# What each choice in retrieval is worth, with the static embedder

As [retrieval](retrieval.md), with our static embedder (a table of word vectors, trained on legal questions) in the
place of the untrained MiniLM: other questions of the same kind, in minutes. Percent, mean of the four sets.

```
{dedent(__doc__.split(chr(10) * 2)[3])}
```
"""
MINILM_VERDICTS = """## What holds

- **Recursive cuts beat fixed ones**: in precision, yes (about two points at k = 1, half a point at 8); in recall, no,
  and the results come from wrong documents a little more often. Far from the 6.41 against 2.40 that is quoted for it.
- **Cuts along clauses** do neither better nor worse than recursive ones of 500 characters.
- **A summary before each chunk**: holds, and by more than was claimed: wrong documents among the first eight fall by
  two thirds. The title alone does better still, in every measure: what helps is that the document is named.
- **Generic summaries beat expert ones**: with a model of 135 million parameters (SmolLM2, which read the first 1,500
  characters, once) there is no difference beyond chance. Neither is worth its time: so small a model seldom says whose
  document it is, and its summaries do far less than a title. With a hosted model it was not tested.
- **Dense search beats the mix with BM25**: in precision over a whole store, yes. But the mix brings fewer results from
  wrong documents, and at three quarters dense finds more at k = 64. Inside the right document a little BM25 helps:
  `default` gives it 0.17 of the weight, chosen on development documents.
- **The document filter**: real and small.
- **The threshold of 0.25 below the best score** changes nothing: no candidate that matters is that far below.
- **k**: precision halves from k = 1 to k = 8 while recall doubles and more; without routing, wrong documents grow too.
- **Going down the layers**, from the two documents whose summaries are nearest: wrong documents fall by a third and the
  recall of 64 results rises by half, while the very first result gets a little worse: a query says in few words which
  document it means and in many what it asks, and a summary is compared with all of them.
- **Routing to the document named** (not among the claims) is worth more than all of these together.
"""
STATIC_VERDICTS = """## What holds

- **Chunks of 500 characters against 200 and 800**: each size buys something else. 200 is more precise (P@8 +2.8) and
  loses 16 points of recall at 8; 800 finds more (R@64 +7.3) and loses 7.4 points of the first result. 500 lies between.
- **Summaries of 150 characters against 300**: holds. Longer ones cost 2.5 points of the first result and 2.4 of R@8.
- **Reranking makes results worse**: holds for our highlighter too. It reads a chunk without knowing which document it
  is of, and moves the same clause of another contract to the front: over a whole store the first result loses 3.7
  points, and 14 where summaries had put the right document first. Inside the right document it is what helps most
  ([models](models.md)).
- **The relative threshold**, as its author has it, drops half a point of recall at 64 and gains nothing.
- **Essential chunks**: summaries raise their share at 6 from 7 % to 14 %, about the doubling that is claimed for the
  layers, at a lower level. Routing to the document named gives 30 %.
- **The document filter** hurts here: with a weaker first stage the two documents it keeps are often wrong.
- Recursive cuts, summaries, titles, mixing and routing: as with MiniLM.

What a query costs: [query-cost](query-cost.md).
"""
PAGES = {"minilm": (MINILM_HEAD, MINILM_VERDICTS), "static": (STATIC_HEAD, STATIC_VERDICTS)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path, required=True)
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--embedder", choices=PAGES, default="minilm", help="whose page is written")
    given = parser.parse_args()
    head, verdicts = PAGES[given.embedder]
    lines = [head, *differences(given.runs), verdicts, *essential(given.runs), *by_cutoff(given.runs)]
    given.to.write_text("\n".join(lines), "utf-8")


def differences(root: Path) -> list[str]:
    """One row for each choice whose runs are there."""
    lines = [f"| choice | {' | '.join(MEASURES)} |", "|---|" + "--:|" * len(MEASURES)]
    for test in TESTS:
        if not all((root / sweep).is_dir() for sweep in test.sweeps):
            continue
        runs = [
            pick(root / sweep, wanted) for sweep, wanted in zip(test.sweeps, (test.without, test.given), strict=True)
        ]
        tables = [
            Contender(name, score_responses(run.questions, run.responses, measures=parse_measures(MEASURES)))
            for name, run in zip(("without", "with"), runs, strict=True)
        ]
        cells = []
        for row in compare(tables, measures=MEASURES)[0].rows:
            value, low, high = (100 * part for part in (row.difference.value, row.difference.low, row.difference.high))
            told = f"{100 * row.reference:.1f} → {100 * row.value:.1f}"
            mark = "**" if row.p_holm < 0.05 else ""
            cells.append(f"{told} {mark}{value:+.1f}{mark} ({low:+.1f} to {high:+.1f})")
        lines.append(f"| {test.claim} | {' | '.join(cells)} |")
    return [*lines, ""]


def essential(root: Path) -> list[str]:
    """The share of chunks that hold gold: chunks alone, with summaries, and with the layers above them."""
    lines = [ESSENTIAL_HEAD]
    for label, run in main_runs(root).items():
        table = score_responses(run.questions, run.responses, measures=parse_measures(ESSENTIAL))
        values = [value or 0.0 for value in table.summary()["all"].values()]
        lines.append(f"| {label} | {' | '.join(f'{100 * value:.1f}' for value in values)} |")
    return [*lines, ""]


def main_runs(root: Path) -> dict[str, RunFolder]:
    """The ways that are followed over all cut-offs."""
    return {
        "naive cuts, dense": pick(root / "cutting", {"chunker.kind": "naive"}),
        "recursive cuts, dense": pick(root / "cutting", {"chunker.kind": "rcts"}),
        "with summaries": pick(root / "summaries", {"summarizer.kind": "extractive"}),
        "pipeline-002, local": pick(
            root / "narrowing", {"retrieval.document_filter": True, "retrieval.threshold": "absolute"}
        ),
        "routed, mixed (default without its models)": pick(
            root / "methods", {"retrieval.route": "auto", "retrieval.dense_weight": 0.83}
        ),
        "the nearest two documents first": pick(root / "routing", {"retrieval.route": "documents"}),
    }


def by_cutoff(root: Path) -> list[str]:
    """How the main ways do at each k: more results find more and waste more."""
    runs = main_runs(root)
    lines = []
    for name, title in (("lbr_precision", "Precision"), ("lbr_recall", "Recall"), ("drm", "Document mismatch")):
        lines += [f"## {title} at k", "", f"| | {' | '.join(map(str, CUTOFFS))} |", "|---|" + "--:|" * len(CUTOFFS)]
        for label, run in runs.items():
            table = score_responses(run.questions, run.responses, measures=[get_measure(name, k) for k in CUTOFFS])
            values = table.summary()["all"].values()
            lines.append(f"| {label} | {' | '.join(f'{100 * value:.1f}' for value in values)} |")
        lines.append("")
    return lines


def pick(folder: Path, wanted: Mapping[str, Any]) -> RunFolder:
    """The run of a sweep with these settings."""
    for path in sorted(folder.iterdir()):
        if (path / "run.json").exists():
            run = RunFolder(path)
            settings = run.spec.target["settings"]
            if all(settings[key.split(".")[0]].get(key.split(".")[1]) == value for key, value in wanted.items()):
                return run
    raise SystemExit(f"{folder}: no run with {dict(wanted)}")


if __name__ == "__main__":
    main()
