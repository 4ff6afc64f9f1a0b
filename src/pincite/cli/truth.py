"""`pincite truth`: ground truth made from a store or search exports, checked against a store, reviewed by people."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.options import Json, Preset, Set, StoreName, Where, metadata_from, settings_from
from pincite.cli.terminal import echo

app = typer.Typer(
    name="truth",
    help="Make, convert, check and review the questions and truths of evaluations.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
Output = Annotated[Path, typer.Option("--output", help="The JSON-lines file to write.")]


@app.command()
def generate(
    store: StoreName,
    output: Output,
    numquestions: Annotated[int, typer.Option("--numquestions", min=1, help="Maximum number of questions.")] = 200,
    persource: Annotated[int, typer.Option("--persource", min=1, help="Maximum number of questions per document.")] = 5,
    topic: Annotated[str | None, typer.Option("--topic", help="Only documents that a search for this finds.")] = None,
    where: Where = None,
    dontknows: Annotated[
        int, typer.Option("--dontknows", min=0, max=8, help="How many unanswerable questions to add.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="The random seed.")] = 0,
    preset: Preset = None,
    set_: Set = None,
) -> None:
    """Write questions on the documents of a store: from headings and definitions, or by a model where one is set.

    Examples:

      pincite truth generate --store rules/ --output truth.jsonl --numquestions 50 --where category="Patents Court"

      pincite truth generate --store rules/ --output truth.jsonl --set chat.kind=openai --topic "Part 36 offers"
    """
    from pincite.pipeline.scope import SearchScope
    from pincite.pipeline.store import Store
    from pincite.pipeline.wire import make_chat
    from pincite.runs.evaluation.truth_generate import generate as make_rows
    from pincite.runs.evaluation.truth_generate import topic_cards, unanswerable_questions
    from pincite.runs.evaluation.truth_rows import write_truth
    from pincite.settings import cache_folder

    opened = Store.open(store, preset=preset, flags=set_ or ())
    chosen = set(SearchScope(where=metadata_from(where)).filters(opened).choose(opened.documents))
    if topic:
        chosen &= set(topic_cards(opened, topic))
    settings = settings_from(preset, flags=set_, jobs=None, ocr=None)
    chat = None if settings.chat.kind == "none" else make_chat(settings.chat, cache=cache_folder() / "answers")
    rows, failures = make_rows(
        opened, number=numquestions, per_source=persource, chat=chat, seed=seed, documents=frozenset(chosen)
    )
    count = write_truth(output, [*rows, *unanswerable_questions(dontknows)])
    echo(f"{count} questions in {output}.")
    for failure in failures[:10]:
        echo(f"failed  {failure.item}: {failure.message}", fg="yellow", err=True)
    if failures:
        raise typer.Exit(1)


@app.command()
def convert(
    inputs: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Search exports: 'query' and 'results'.")],
    output: Output,
) -> None:
    """Make questions of search exports: the query is the question, the best passage the truth.

    Examples:

      pincite truth convert ground_truth_part36.json --output ground_truth_new.jsonl
    """
    from pincite.errors import BenchmarkError
    from pincite.runs.evaluation.truth_generate import convert_exports
    from pincite.runs.evaluation.truth_rows import write_truth

    rows = []
    for file in inputs:
        try:
            data = json.loads(file.read_text("utf-8-sig"))
            rows += convert_exports(data if isinstance(data, list) else [data])
        except (ValueError, AttributeError) as error:
            raise BenchmarkError(str(file), f"is not a search export ({error})") from error
    echo(f"{write_truth(output, rows)} questions in {output}.")


@app.command()
def validate(
    truth: Annotated[Path, typer.Argument(metavar="FILE", help="The ground truth.")],
    store: StoreName,
    as_json: Json = False,
) -> None:
    """Check that every source a truth names is in the store, and that its words stand where they did.

    Exit status 1: something does not fit; each row is listed with what changed.

    Examples:

      pincite truth validate ground_truth_cpr.jsonl --store rules/
    """
    from pincite.pipeline.store import Store
    from pincite.runs.evaluation.truth import read_truth
    from pincite.runs.evaluation.truth_validate import validate_truth

    read_truth(truth)
    problems = validate_truth(truth, Store.open(store))
    if as_json:
        echo(json.dumps([asdict(problem) for problem in problems], indent=2, ensure_ascii=False))
    for problem in [] if as_json else problems:
        echo(f"line {problem.line}  {problem.kind}: {problem.detail}")
    if problems:
        raise typer.Exit(1)
    if not as_json:
        echo(f"{truth}: every row fits.")


@app.command()
def review(
    source: Annotated[Path, typer.Argument(metavar="RESULTS|SHEET", help="A results folder, or a sheet to read back.")],
    out: Annotated[Path, typer.Option("--out", help="The sheet to write, or the corrected ground truth.")],
    groundtruth: Annotated[
        Path | None, typer.Option("--groundtruth", help="The ground truth that the sheet corrects.")
    ] = None,
    sample: Annotated[int, typer.Option("--sample", min=1, help="How many answers.")] = 20,
    flagged: Annotated[bool, typer.Option("--flagged", help="Only answers of low confidence.")] = False,
    seed: Annotated[int, typer.Option(help="The seed of the sample.")] = 0,
) -> None:
    """Write a random sample of answers as a sheet (.xlsx, .csv) for people; or read it back as corrected truth.

    Examples:

      pincite truth review results/mine --out sheet.xlsx --sample 20

      pincite truth review sheet.xlsx --groundtruth truth.jsonl --out truth-corrected.jsonl
    """
    from pincite.errors import SettingsError
    from pincite.runs.evaluation.results import find_results, load_results
    from pincite.runs.evaluation.truth_review import read_sheet, write_sheet

    if source.is_dir():
        results = load_results(find_results([source])[0])
        echo(f"{write_sheet(results, out, sample=sample, seed=seed, flagged=flagged)} answers in {out}.")
        return
    if groundtruth is None:
        raise SettingsError("groundtruth", "is not given, and the sheet corrects it")
    counts = read_sheet(source, groundtruth, out)
    echo(f"{out}: " + ", ".join(f"{name} {count}" for name, count in counts.items()) + ".")
