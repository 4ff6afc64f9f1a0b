"""`pincite run`: ask a target the questions of a benchmark, into a folder that holds all of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.interruption import kept_so_far, say_what_is_kept
from pincite.cli.options import Jobs, Json, Preset, Set, settings_from
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from pincite.ports.evaluation import Target
    from pincite.runs.folder import RunFolder

Bench = Annotated[
    list[Path],
    typer.Option("--bench", metavar="DIR|FILE", help="A benchmark file, a folder of them, or a dataset; repeatable."),
]
CorpusFolder = Annotated[
    Path | None, typer.Option("--corpus", help="The documents (default: 'corpus' in or beside the benchmark).")
]
Measures = Annotated[
    list[str] | None,
    typer.Option("--measures", help="Such as recall@8,hit@4,word_f1; repeatable (default: the standard ones)."),
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
    store: Annotated[str | None, typer.Option("--store", help="Use or make the index in this store.")] = None,
    answers: Annotated[bool, typer.Option("--answers", help="Ask for answers too, and score them.")] = False,
    target: Annotated[
        str, typer.Option("--target", metavar="KIND", help="What to ask: pipeline, http, callable, retriever, file, …")
    ] = "pipeline",
    target_set: Annotated[
        list[str] | None,
        typer.Option("--target-set", metavar="NAME=VALUE", help="An argument of the target; repeatable."),
    ] = None,
    retriever: Annotated[
        str | None,
        typer.Option("--retriever", metavar="MODULE:NAME", help="Short for --target retriever --target-set path=…"),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Delete what an earlier run left in the folder.")] = False,
    texts: Annotated[
        bool, typer.Option("--texts/--no-texts", help="Keep the documents in the run folder, or leave them out.")
    ] = True,
    preset: Preset = None,
    set_: Set = None,
    jobs: Jobs = None,
    as_json: Json = False,
) -> None:
    """Run a benchmark: index, ask every question, score the responses, and keep all of it in a folder.

    A dataset is a folder with corpus/ and train.json, or one of BEIR's; contexts that name only a file count at the
    level of files. The index covers the documents that the benchmark refers to, as its authors do it. Run it again
    after an interruption and it goes on at the question where it stopped. Exit status 1: some documents or questions
    failed (failures.jsonl says why).

    Examples:

      pincite run --bench data/mini --corpus data/corpus --out runs/default

      pincite run --bench data --preset default --set retrieval.method=bm25 --out runs/bm25 --k 8

      pincite run --bench data --answers --out runs/answers

      pincite run --bench datasets/leases --whole-corpus --measures hit@5,document_recall@5,mrr --out runs/leases

      pincite run --bench data --retriever my_retriever:BaselineRetriever --out runs/mine

      pincite run --bench data --target callable --target-set function=my_system:answer --answers --out runs/theirs
    """
    from pincite.metrics.measure import parse_measures
    from pincite.runs.exam import load_exam
    from pincite.runs.execute import execute
    from pincite.runs.folder import RunFolder

    wanted = parse_measures(measures) if measures else None
    if retriever:
        target, target_set = "retriever", [f"path={retriever}"]
    if target == "pipeline":
        options = target_options(target_set or [])
        asked = _pipeline(preset=preset, flags=set_, jobs=jobs, store=store, options=options)
    else:
        asked = _make_target(target, target_set or [])
    exam = load_exam(bench, corpus=corpus, only=only or ())
    with say_what_is_kept(lambda: _kept(out)), progress_bar(quiet=as_json) as progress:
        table = execute(
            asked,
            exam,
            out,
            k=k,
            answers=answers,
            measures=wanted,
            whole_corpus=whole_corpus,
            fresh=fresh,
            keep_texts=texts,
            progress=progress,
        )
    done = RunFolder(out)
    if as_json:
        result = {"run": str(out), "failures": len(done.failures), "summary": table.summary()}
        echo(json.dumps(result | ({"counted": counted} if (counted := table.partial()) else {}), indent=2))
    else:
        from pincite.cli.score_table import print_scores

        print_scores(table, title=f"{out} ({len(table.questions):,} queries)")
        _print_costs(done)
    if done.failures:
        raise typer.Exit(1)


def _kept(out: Path) -> str:
    from pincite.runs.folder import load_responses

    return kept_so_far(sum(1 for _ in load_responses(out)), what="answered queries", where=out)


def _print_costs(done: RunFolder) -> None:
    """Print the usage of hosted models, and the failures."""
    if used := done.times.get("usage"):
        cost = "price unknown" if used["dollars"] is None else f"${used['dollars']:.4f}"
        tokens = used["input_tokens"] + used["output_tokens"]
        echo(f"Models asked: {used['requests']:,} requests, {tokens:,} tokens, {cost}.")
    for failure in done.failures[:10]:
        echo(f"failed  {failure.item}: {failure.message}", fg="yellow", err=True)


def _pipeline(
    *, preset: str | None, flags: list[str] | None, jobs: int | None, store: str | None, options: dict[str, Any]
) -> Target:
    from pincite.pipeline.wire import make
    from pincite.settings import Stage

    settings = settings_from(preset, flags=flags, jobs=jobs, ocr=None)
    given = {"kind": "pipeline", "store": store, "preset": preset or "default", **options}
    stage = Stage.model_validate(given)
    made: Target = make("target", stage, settings=settings)
    return made


def _make_target(kind: str, options: list[str]) -> Target:
    from pincite.pipeline.wire import make
    from pincite.settings import Stage

    made: Target = make("target", Stage(kind=kind, **target_options(options)))
    return made


def target_options(options: list[str]) -> dict[str, Any]:
    """Parse `name=value` options into a target's arguments."""
    from pincite.errors import SettingsError

    given: dict[str, Any] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise SettingsError("--target-set", f"is '{option}': write it as name=value")
        given[name.strip()] = value.strip()
    return given
