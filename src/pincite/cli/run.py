"""`pincite run`: a system on a benchmark, into a folder that holds all of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.interruption import kept_so_far, say_what_is_kept
from pincite.cli.options import Jobs, Json, Preset, Set, settings_from
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from pincite.runs.systems import System

Bench = Annotated[
    list[Path], typer.Option("--bench", metavar="DIR|FILE", help="A benchmark file, or a folder of them; repeatable.")
]
CorpusFolder = Annotated[
    Path | None, typer.Option("--corpus", help="The documents (default: 'corpus' in or beside the benchmark).")
]
Measures = Annotated[
    list[str] | None,
    typer.Option("--measures", help="Such as recall@8,drm@8; repeatable (default: all span measures)."),
]


def run(
    bench: Bench,
    out: Annotated[Path, typer.Option("--out", help="The folder of the run.")],
    corpus: CorpusFolder = None,
    only: Annotated[list[str] | None, typer.Option("--only", help="Only this set; repeatable.")] = None,
    k: Annotated[int, typer.Option("--k", "-k", min=1, help="How many passages to retrieve.")] = 64,
    measures: Measures = None,
    whole_corpus: Annotated[
        bool, typer.Option("--whole-corpus", help="Index every document, not only those with gold.")
    ] = False,
    store: Annotated[Path | None, typer.Option("--store", help="Use or make the index in this folder.")] = None,
    retriever: Annotated[
        str | None,
        typer.Option("--retriever", metavar="MODULE:NAME", help="Run this retriever of your own instead of Pincite."),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget what an earlier run left in the folder.")] = False,
    texts: Annotated[
        bool, typer.Option("--texts/--no-texts", help="Keep the documents in the run folder, or leave them out.")
    ] = True,
    preset: Preset = None,
    set_: Set = None,
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """Run a benchmark: index, retrieve, score, and keep all of it in a folder.

    The index covers the documents the benchmark refers to, as its authors do. Run it again after an interruption and it
    goes on at the query where it was. Exit status 1: some documents or queries failed (failures.jsonl says why).

    Examples:

      pincite run --bench data/mini --corpus data/corpus --out runs/default

      pincite run --bench data --preset default --set retrieval.method=bm25 --out runs/bm25 --k 8

      pincite run --bench data --retriever my_retriever:BaselineRetriever --out runs/mine
    """
    from pincite.metrics.measure import parse_measures
    from pincite.runs.execute import execute
    from pincite.runs.folder import RunFolder
    from pincite.runs.questions import load_exam

    wanted = parse_measures(measures) if measures else None
    system = _system(retriever, preset=preset, flags=set_, jobs=jobs, store=store)
    exam = load_exam(bench, corpus=corpus, only=only or ())
    with say_what_is_kept(lambda: _kept(out)), progress_bar(quiet=as_json) as progress:
        table = execute(
            system,
            exam,
            out,
            k=k,
            measures=wanted,
            whole_corpus=whole_corpus,
            fresh=fresh,
            keep_texts=texts,
            progress=progress,
        )
    done = RunFolder(out)
    if as_json:
        echo(json.dumps({"run": str(out), "failures": len(done.failures), "summary": table.summary()}, indent=2))
    else:
        from pincite.cli.score_table import print_scores

        print_scores(table.summary(), title=f"{out} ({len(table.questions):,} queries)")
        if used := done.times.get("usage"):
            cost = "price unknown" if used["dollars"] is None else f"${used['dollars']:.4f}"
            tokens = used["input_tokens"] + used["output_tokens"]
            echo(f"Models asked: {used['requests']:,} requests, {tokens:,} tokens, {cost}.")
        for failure in done.failures[:10]:
            echo(f"failed  {failure.item}: {failure.message}", fg="yellow", err=True)
    if done.failures:
        raise typer.Exit(1)


def _kept(out: Path) -> str:
    from pincite.runs.folder import load_records

    return kept_so_far(sum(1 for _ in load_records(out)), what="answered queries", where=out)


def _system(
    retriever: str | None, *, preset: str | None, flags: list[str] | None, jobs: int | None, store: Path | None
) -> System:
    if retriever:
        from pincite.runs.foreign import load_retriever

        return load_retriever(retriever)
    from pincite.runs.systems import StoreSystem

    settings = settings_from(preset, flags=flags, jobs=jobs, ocr=None)
    return StoreSystem(settings, store=store, preset=preset or "default")
