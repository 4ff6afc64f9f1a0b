"""`pincite redline`: two versions of a document, clause against clause."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Json, Ocr, Preset, Set, settings_from
from pincite.cli.terminal import echo
from pincite.files import write_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.review.redline.cells import CellChange
    from pincite.review.redline.change import Redline


def redline(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="The old version.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The new version.")],
    out: Annotated[Path | None, typer.Option("--out", help="Where to write: .html or .json.")] = None,
    questions: Annotated[
        str | None, typer.Option("--questions", help="Also list the cells of this review that changed.")
    ] = None,
    open_: Annotated[bool, typer.Option("--open", help="Show the redline in a browser.")] = False,
    ocr: Ocr = None,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Compare two versions of a document clause by clause: added, removed, moved, reworded; changed numbers first.

    Exit status 0 where nothing changed, 1 where something did.

    Examples:

      pincite redline lease-2023.docx lease-2024.docx --out redline.html

      pincite redline draft.txt signed.pdf --questions lease --json
    """
    from pincite.review.questions import load_questions
    from pincite.review.redline.cells import changed_cells
    from pincite.review.redline.read import read_versions
    from pincite.review.redline.render import redline_as_json, redline_as_page

    settings = settings_from(preset, flags=set_, jobs=None, ocr=ocr)
    asked = load_questions(questions) if questions else None
    target = out or (Path("pincite-redline.html") if open_ else None)
    found = read_versions(old, new, settings)
    cells = changed_cells([old, new], asked, settings) if asked else []
    if target is not None:
        text = json.dumps(redline_as_json(found, cells), indent=2, ensure_ascii=False) + "\n"
        write_text(target, text if target.suffix == ".json" else redline_as_page(found, cells), errors="replace")
        echo(f"Wrote {target}.", err=True)
    if as_json:
        echo(json.dumps(redline_as_json(found, cells), indent=2, ensure_ascii=False))
    else:
        _print(found, cells)
    if open_ and target is not None:
        typer.launch(target.resolve().as_uri())
    raise typer.Exit(1 if found.changes else 0)


def _print(found: Redline, cells: Sequence[CellChange]) -> None:
    from pincite.review.redline.render import summary

    echo(summary(found), bold=True)
    for change in found.first_figures():
        echo(f"{change.label or 'opening'}: {change.description}")
        for figure in change.figures:
            echo(f"    {figure.old or '–'} → {figure.new or '–'}")
    for cell in cells:
        echo(f"{cell.new.name}: {cell.old.shown} → {cell.new.shown}")
