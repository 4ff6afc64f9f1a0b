"""`pincite review`: a table of documents by questions, every cell cited; and a reviewer's corrections read back."""

from __future__ import annotations

import json
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.interruption import kept_so_far, say_what_is_kept
from pincite.cli.options import Json, Preset, Set
from pincite.cli.review_accept import accept
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence, Sized

    from pincite.pipeline.store import Store
    from pincite.retrieve.filters import Filters
    from pincite.review.cell import ReviewRow, ReviewTable
    from pincite.review.choose import Condition
    from pincite.review.question import QuestionSet
    from pincite.review.report import ReviewReport

app = typer.Typer(
    name="review",
    help="A table of documents by questions, every cell cited.",
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command()(accept)


@app.callback()
def review(
    context: typer.Context,
    store: Annotated[str | None, typer.Option("--store", help="The store to review.")] = None,
    questions: Annotated[
        str | None, typer.Option("--questions", help="A shipped set by name, or a .toml or .csv file.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Where to write: .xlsx, .csv, .json, .html or .md.")] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(
            "--where", metavar="NAME=VALUE", help="Only rows that meet a condition: = != ~ < > <= >=; repeatable."
        ),
    ] = None,
    sort: Annotated[
        str | None, typer.Option("--sort", help="Sort the rows by a column; -NAME sorts in descending order.")
    ] = None,
    group: Annotated[
        str | None, typer.Option("--group", help="Count the rows by one column, or by two: NAME,NAME.")
    ] = None,
    kind: Annotated[str | None, typer.Option("--type", help="Only documents of this type, such as nda.")] = None,
    party: Annotated[str | None, typer.Option("--party", help="Only documents with a party of this name.")] = None,
    file: Annotated[str | None, typer.Option("--file", help="Only files matching a pattern such as '*lease*'.")] = None,
    cells: Annotated[
        Path | None, typer.Option("--cells", help="Where cells are kept (default: beside --out, as NAME.cells.jsonl).")
    ] = None,
    sources: Annotated[
        bool, typer.Option("--sources/--no-sources", help="Write a page per document, with the words marked.")
    ] = True,
    list_sets: Annotated[
        bool, typer.Option("--list-sets", help="List the shipped sets of questions, and stop.")
    ] = False,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Ask many questions of many documents: one row per document, one column per question, every cell cited.

    Cells are kept as they are read: a review that was stopped goes on at the cell, and one more document or question
    costs only its own cells. Exit status 1: a document could not be read.

    Examples:

      pincite review --store demo/ --questions contracts --out review.xlsx

      pincite review --store demo/ --questions lease --type lease --out leases.html

      pincite review --store demo/ --questions mine.csv --out review.xlsx --where governing_law=Delaware --sort=-notice

      pincite review --list-sets
    """
    if context.invoked_subcommand is not None:
        return
    if list_sets:
        _list_sets(as_json=as_json)
        return
    if store is None or questions is None:
        raise typer.BadParameter("give --store DIR and --questions SET, or --list-sets")
    from pincite.pipeline.store import Store
    from pincite.retrieve.filters import Filters
    from pincite.review.choose import check_columns, choose_rows, read_condition, sort_rows
    from pincite.review.questions import load_questions

    asked = load_questions(questions)
    kept = _kept_in(out, cells)
    conditions = [read_condition(text, asked.questions) for text in where or ()]
    check_columns(asked.questions, sort=sort, group=group)
    opened = Store.open(store, preset=preset, flags=set_ or ())
    filters = Filters(kind=kind, party=party, file=file)
    report = _read(
        opened, asked, filters, cells=kept, on_row=_row_printer(conditions, as_json=as_json, whole=out is None)
    )
    table = choose_rows(report.table(asked), conditions)
    table = sort_rows(table, sort) if sort else table
    if out is not None:
        _write(opened, table, out, sources=sources)
    if not as_json:
        _print_columns(table, group)
    raise typer.Exit(1 if report.failures else 0)


def _list_sets(*, as_json: bool) -> None:
    from pincite.review.questions import load_questions, set_names

    sets = [load_questions(name) for name in set_names()]
    if as_json:
        rows = {one.name: {"title": one.title, "columns": [column.name for column in one.questions]} for one in sets}
        echo(json.dumps(rows, indent=2))
        return
    for one in sets:
        first = ", ".join(column.name for column in one.questions[:3])
        echo(f"{one.name:<12} {one.title}, {len(one.questions)} questions: {first}, …")


def _kept_in(out: Path | None, cells: Path | None) -> Path | None:
    from pincite.review.write import cells_beside, check_ending

    if out is not None:
        check_ending(out)
    return cells or (cells_beside(out) if out else None)


def _read(
    store: Store, asked: QuestionSet, filters: Filters, *, cells: Path | None, on_row: Callable[[ReviewRow], None]
) -> ReviewReport:
    from pincite.cli.progress_bar import progress_bar
    from pincite.review.report import ReviewReport, review_documents

    filters.require(store.library.cards)
    chosen = set(filters.choose(store.library.cards)) if filters else None
    cards = [card for card in store.documents if chosen is None or card.id in chosen]
    report = ReviewReport()
    with say_what_is_kept(lambda: _kept(report, cells)), progress_bar() as bar:
        review_documents(
            store,
            asked,
            cards,
            cells=cells,
            on_row=on_row,
            progress=lambda done, total: bar("cells", done, total),
            report=report,
        )
    for failure in report.failures:
        echo(f"{failure.item}: {failure.message}", fg="red", err=True)
    counts = report.counts
    echo(f"{_documents(report.rows)}: {counts.read} cells read, {counts.kept} kept from before.", err=True)
    return report


def _kept(report: ReviewReport, cells: Path | None) -> str:
    if cells is None:
        return "give --out or --cells to keep cells."
    return kept_so_far(report.counts.read, what="cells", where=cells)


def _row_printer(conditions: Sequence[Condition], *, as_json: bool, whole: bool) -> Callable[[ReviewRow], None]:
    """Return a function that prints a row if it meets the conditions."""

    def print_row(row: ReviewRow) -> None:
        if not all(one.met_by(row.cell(one.name)) for one in conditions):
            return
        if as_json:
            from pincite.review.forms.as_json import row_as_json

            echo(json.dumps(row_as_json(row), ensure_ascii=False))
        elif whole:
            _print_cells(row)
        else:
            counts = [sum(cell.state == state for cell in row.cells) for state in ("found", "not found", "unsure")]
            echo(f"{PurePath(row.document).name}: {counts[0]} found, {counts[1]} not found, {counts[2]} unsure")

    return print_row


def _print_cells(row: ReviewRow) -> None:
    from pincite.legal.pinpoints import pinpoint

    echo(row.document, bold=True)
    for cell in row.cells:
        page = f"p. {cell.page}" if cell.page else ""
        where = ", ".join(part for part in (pinpoint(cell.section), page, f"{cell.confidence:.0%}") if part)
        echo(f"  {cell.name}: {cell.shown}  [{where}]")


def _write(store: Store, table: ReviewTable, out: Path, *, sources: bool) -> None:
    from pincite.review.write import write_table

    write_table(table, out, read=lambda doc_id: store.library.reading(doc_id).doc, sources=sources)
    echo(f"Wrote {out}.", err=True)


def _print_columns(table: ReviewTable, group: str | None) -> None:
    from pincite.review.choose import group_rows, pivot_rows
    from pincite.review.summary import summarise

    echo(f"\n{table.title}: {_documents(table.rows)}", bold=True)
    if not table.rows:
        echo("No document meets the conditions.")
        return
    for one in summarise(table):
        echo(f"{one.name}: {one}")
    if group is not None:
        echo(f"\nby {group}", bold=True)
        by, _, across = group.partition(",")
        if across:
            _print_pivot(pivot_rows(table, by.strip(), across.strip()))
            return
        for value, part in group_rows(table, by).items():
            names = ", ".join(PurePath(row.document).name for row in part.rows)
            echo(f"{value} ({len(part.rows)}): {names}")


def _print_pivot(counts: dict[str, dict[str, int]]) -> None:
    for value, others in counts.items():
        echo(f"{value}: {', '.join(f'{other} {count}' for other, count in others.items() if count)}")


def _documents(rows: Sized) -> str:
    return "1 document" if len(rows) == 1 else f"{len(rows)} documents"
