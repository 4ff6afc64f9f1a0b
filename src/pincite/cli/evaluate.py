"""`pincite evaluate`: ask any system the questions of a ground truth, and measure its answers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.interruption import kept_so_far, say_what_is_kept
from pincite.cli.options import Json, Preset, Set, settings_from
from pincite.cli.progress_bar import progress_bar
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.ports.evaluation import CitationChain, Target
    from pincite.runs.evaluation.evaluate import Evaluation
    from pincite.runs.evaluation.truth import TruthRow
    from pincite.settings import Settings


def evaluate(
    config: Annotated[
        Path, typer.Option("--config", help="A config of evaltools' form, or a shipped one by name.")
    ] = Path("evaluate_config.json"),
    targeturl: Annotated[
        str | None, typer.Option("--targeturl", help="The URL to ask, instead of the config's.")
    ] = None,
    numquestions: Annotated[int | None, typer.Option("--numquestions", min=1, help="Ask at most this many.")] = None,
    resultsdir: Annotated[
        Path | None, typer.Option("--resultsdir", help="The results folder, instead of the config's.")
    ] = None,
    groundtruth: Annotated[
        Path | None, typer.Option("--groundtruth", help="The ground truth file, instead of the config's.")
    ] = None,
    source_type: Annotated[
        str | None, typer.Option("--source-type", help='Only questions on CPR, PD or "Court Guide".')
    ] = None,
    category: Annotated[str | None, typer.Option("--category", help="Only questions of this category.")] = None,
    all_: Annotated[
        bool, typer.Option("--all", help="All questions, with a table by source type and category.")
    ] = False,
    analyze: Annotated[
        bool, typer.Option("--analyze", help="Describe the ground truth without asking anything.")
    ] = False,
    top: Annotated[int | None, typer.Option("--top", min=1, help="How many passages the target may use.")] = None,
    semantic: Annotated[bool, typer.Option("--semantic/--no-semantic", help="The override semantic_ranker.")] = True,
    output: Annotated[Path | None, typer.Option("--output", help="Where the direct script's JSON goes.")] = None,
    store: Annotated[str | None, typer.Option("--store", help="Ask this store in process instead of a URL.")] = None,
    answers: Annotated[
        Path | None, typer.Option("--answers", help="Score the answers of this file without asking anything.")
    ] = None,
    authorities: Annotated[
        str | None, typer.Option("--authorities", help="The store to look up cited law in (default: the one asked).")
    ] = None,
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, help="Questions asked concurrently.")] = 1,
    rate: Annotated[float, typer.Option("--rate", min=0, help="Maximum requests per second; 0 for no limit.")] = 0,
    timeout: Annotated[float, typer.Option("--timeout", min=0.1, help="Timeout of an answer, in seconds.")] = 180,
    attempts: Annotated[int, typer.Option("--attempts", min=1, help="How many times a request is tried.")] = 5,
    repeats: Annotated[
        int | None, typer.Option("--repeats", min=1, help="How many times a judge rates each answer.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Delete the results of an earlier start.")] = False,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Evaluate a system by its answers: over HTTP, a store of ours in process, or answers from a file.

    The results folder gets evaltools' files (eval_results.jsonl, summary.json, evaluate_parameters.json, config.json),
    the direct script's JSON, and a run, which every command on runs reads. Started again with the same results folder
    it asks only what has no answer yet. A bearer token comes from PINCITE_TARGET_TOKEN. Metrics by a judge need a chat
    model (--set chat.kind=openai), and those of cited law a store; without them they are left out. Exit status 1: some
    questions failed.

    Examples:

      pincite evaluate --config evaluate_config_legal.json --targeturl http://localhost:50505/ask --numquestions 10

      pincite evaluate --config evaluate_config.json --store demo/ --resultsdir results/mine

      pincite evaluate --groundtruth ground_truth_cpr.jsonl --source-type PD --store rules/ --top 5

      pincite evaluate --groundtruth ground_truth_cpr.jsonl --answers theirs.jsonl --resultsdir results/theirs

      pincite evaluate --groundtruth ground_truth_cpr.jsonl --analyze
    """
    from pincite.runs.evaluation.config import read_config
    from pincite.runs.evaluation.evaluate import evaluate as run_evaluation
    from pincite.runs.evaluation.evaluate import http_target, make_judges, store_target, with_overrides
    from pincite.runs.evaluation.truth import read_truth, select
    from pincite.runs.targets.file import FileTarget

    read = read_config(config)
    read = replace(
        read,
        testdata=groundtruth or read.testdata,
        results=resultsdir or read.results,
        target_url=targeturl or read.target_url,
        judge_repeats=repeats or read.judge_repeats,
    )
    read = with_overrides(read, top=top, semantic_ranker=None if semantic else False)
    rows = read_truth(read.testdata)
    if analyze:
        _print_analysis(rows, as_json=as_json)
        return
    rows = select(rows, source_type=source_type, category=category, first=numquestions)
    settings = settings_from(preset, flags=set_, jobs=None, ocr=None)
    judges = make_judges(settings.chat, repeats=read.judge_repeats)
    target: Target
    if answers is not None:
        target = FileTarget(answers)
    elif store is not None:
        target = store_target(read, store, settings, preset=preset)
    else:
        target = http_target(read, timeout=timeout, attempts=attempts, rate=rate, concurrency=concurrency)
    chain = _chain(authorities or store, settings)
    with say_what_is_kept(lambda: _kept(read.results)), progress_bar(quiet=as_json) as progress:
        done = run_evaluation(
            read, target, rows, judges=judges, chain=chain, fresh=fresh, output=output, progress=progress
        )
    _print_evaluation(done, grouped=all_, as_json=as_json)
    if done.run.failures:
        raise typer.Exit(1)


def _kept(results: Path) -> str:
    from pincite.runs.folder import RUN, load_responses

    return kept_so_far(sum(1 for _ in load_responses(results / RUN)), what="answered questions", where=results)


def _chain(store: str | None, settings: Settings) -> CitationChain | None:
    from pincite.pipeline.store import Store
    from pincite.runs.evaluation.citation_chain import make_chain

    return make_chain(Store.open(store, settings=settings), settings) if store else None


def _print_analysis(rows: Sequence[TruthRow], *, as_json: bool) -> None:
    from pincite.metrics.legal.sources import named_sources
    from pincite.runs.evaluation.truth import counts

    types, categories = counts(rows)
    sourced = sum(bool(named_sources(row.truth)) for row in rows)
    if as_json:
        summary = {"questions": len(rows), "with_sources": sourced, "source_types": types, "categories": categories}
        echo(json.dumps(summary, indent=2, ensure_ascii=False))
        return
    echo(f"{len(rows):,} questions; {sourced:,} truths name a source in brackets.")
    for title, found in (("source type", types), ("category", categories)):
        echo(f"\nBy {title}:")
        for name, count in found.most_common():
            echo(f"{count:>6,}  {name or 'none'}")


def _print_evaluation(done: Evaluation, *, grouped: bool, as_json: bool) -> None:
    from pincite.cli.evaluation_table import print_groups, print_results
    from pincite.runs.evaluation.floors import source_figures
    from pincite.runs.evaluation.results import load_results

    results = load_results(done.folder)
    floors = source_figures(done.run)
    if as_json:
        means = {name: {"mean": mean, "rows": count} for name, (mean, count) in results.means().items()}
        found: dict[str, Any] = {
            "results": str(done.folder),
            "metrics": means,
            "sources": floors,
            "left_out": list(done.left_out),
        }
        found["low_confidence"] = len(results.flagged())
        echo(json.dumps(found | {"failures": len(done.run.failures)}, indent=2, ensure_ascii=False))
        return
    print_results([results])
    for name, value in floors.items():
        echo(f"{name}: {value:.3f}")
    if flagged := results.flagged():
        echo(f"{len(flagged)} answers have low confidence; 'pincite truth review --flagged' puts them in a sheet.")
    if grouped:
        print_groups(done.table)
    if done.left_out:
        why = "for want of a chat model that judges, or of a store to look law up in"
        echo(f"Left out, {why}: {', '.join(done.left_out)}.", fg="yellow", err=True)
    for failure in done.run.failures[:10]:
        echo(f"failed  {failure.item}: {failure.message}", fg="yellow", err=True)
