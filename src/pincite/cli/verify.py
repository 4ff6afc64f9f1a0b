"""`pincite verify`: claims against their passages, or a draft against a store."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.options import Json, Preset, Set
from pincite.cli.terminal import echo
from pincite.errors import NotFound
from pincite.files import write_text

if TYPE_CHECKING:
    from pincite.domain.finding import CheckedDraft
    from pincite.pipeline.checking.check_rows import BadRow, ClaimCheck, ClaimRow


class DraftForm(StrEnum):
    """The format in which a checked draft is printed."""

    TEXT = "text"
    HTML = "html"
    JSON = "json"


def verify(
    file: Annotated[Path, typer.Argument(help="ROWS.jsonl, or a draft: Markdown, text, DOCX, HTML or PDF.")],
    store: Annotated[str | None, typer.Option("--store", help="The store to check a draft against.")] = None,
    k: Annotated[int, typer.Option("-k", min=1, help="How many passages are read with each sentence.")] = 4,
    strict: Annotated[bool, typer.Option("--strict", help="Exit status 1 where a claim is not supported.")] = False,
    form: Annotated[DraftForm | None, typer.Option("--format", help="What to print (default: text).")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Where to write, instead of printing.")] = None,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Check claims: by exact rules, and by a model that reads them with the passage.

    Of a file of JSON lines each row has a `claim` and a `passage` (and, if you like, a `question` and an `id`). With
    --json a line comes out per row, in order: `supported`, `score` from 0 to 1, `faults`; a bad row has an `error`
    instead. Anything else is a draft, and is held against a store sentence by sentence: supported, contradicted or not
    found.

    Exit status 0 where everything was checked, 1 where a row could not be read, or with --strict where a claim is not
    supported, 2 where nothing could be checked.

    Examples:

      pincite verify claims.jsonl --json

      pincite verify memo.docx --store demo/

      pincite verify answer.md --store demo/ --format html --out answer.html --strict
    """
    if not file.is_file():
        raise NotFound(f"{file}: there is no such file.")
    if file.suffix.lower() in {".jsonl", ".ndjson"}:
        if store is not None or form is DraftForm.HTML:
            raise typer.BadParameter("rows contain their own passages; --store and --format html are for drafts")
        failed = _verify_rows(file, preset, set_, as_json=as_json or form is DraftForm.JSON, out=out, strict=strict)
    else:
        if store is None:
            raise typer.BadParameter("give --store DIR, the documents to check the draft against")
        form = DraftForm.JSON if as_json else form or DraftForm.TEXT
        failed = _verify_draft(file, store, preset, set_, k=k, form=form, out=out) and strict
    raise typer.Exit(1 if failed else 0)


def _verify_rows(
    path: Path, preset: str | None, flags: list[str] | None, *, as_json: bool, out: Path | None, strict: bool
) -> bool:
    """Check and print each row; return whether the command fails."""
    from pincite.cli.progress_bar import progress_bar
    from pincite.pipeline.checking.check_rows import ClaimChecker, ClaimRow, read_rows
    from pincite.settings import load_settings

    checker = ClaimChecker(load_settings(preset, flags=flags or ()).settings)
    rows = list(read_rows(path))
    if not rows:
        raise NotFound(f"{path}: it holds no row; write one JSON object with `claim` and `passage` per line.")
    lines: list[str] = []
    supported = bad = 0
    with progress_bar(quiet=out is None and sys.stdout.isatty()) as progress:
        for done, row in enumerate(rows, start=1):
            check = checker.check(row.claim, row.passage, question=row.question) if isinstance(row, ClaimRow) else None
            supported += bool(check and check.supported)
            bad += check is None
            line = json.dumps(_row_as_json(row, check), ensure_ascii=False) if as_json else _row_as_text(row, check)
            lines.append(line)
            if out is None:
                echo(line)
            progress("checking", done, len(rows))
    if out is not None:
        write_text(out, "\n".join(lines) + "\n", errors="replace")
    left = len(rows) - supported - bad
    echo(f"{supported} supported, {left} not supported{f', {bad} could not be read' if bad else ''}.", err=True)
    return bool(bad) or (strict and left > 0)


def _row_as_json(row: ClaimRow | BadRow, check: ClaimCheck | None) -> dict[str, Any]:
    from pincite.render.wire.check import WireRowCheck

    return WireRowCheck.of(row, check).plain(without_none=True)


def _row_as_text(row: ClaimRow | BadRow, check: ClaimCheck | None) -> str:
    if check is None:
        return f"{row.line:>5}  error          {getattr(row, 'problem', '')}"
    faults = "; ".join(f"{fault.kind.value}: {fault.detail}" for fault in check.faults)
    words = " ".join(getattr(row, "claim", "").split())
    shown = words if len(words) <= 72 else f"{words[:71]}…"
    standing = "supported" if check.supported else "not supported"
    return f"{row.line:>5}  {standing:13}  {check.score:.2f}  {shown}" + (f"\n{'':22}{faults}" if faults else "")


def _verify_draft(
    path: Path, store: str, preset: str | None, flags: list[str] | None, *, k: int, form: DraftForm, out: Path | None
) -> bool:
    """Check and print a draft; return whether some claim is not supported."""
    from pincite.cli.progress_bar import progress_bar
    from pincite.pipeline.checking.check_draft import check_draft
    from pincite.pipeline.store import Store
    from pincite.render.draft_page import draft_page
    from pincite.render.draft_text import draft_as_text
    from pincite.render.wire.check import WireDraft

    opened = Store.open(store, preset=preset, flags=flags or ())
    with progress_bar() as progress:
        checked = check_draft(path, opened, k=k, progress=progress)
    if form is DraftForm.JSON:
        words = json.dumps(WireDraft.of(checked).plain(), indent=2, ensure_ascii=False) + "\n"
    else:
        words = draft_page(checked) if form is DraftForm.HTML else draft_as_text(checked)
    _give(words, checked, out, form)
    return not checked.holds


def _give(words: str, checked: CheckedDraft, out: Path | None, form: DraftForm) -> None:
    if out is None:
        echo(words, nl=False)
    else:
        write_text(out, words, errors="replace")
        echo(f"Wrote {out}.", err=True)
    if out is not None or form is not DraftForm.TEXT:
        echo(f"{checked.summary}.", err=True)
