"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pincite.settings import Settings

Preset = Annotated[str | None, typer.Option("--preset", help="A shipped preset by name, or a .toml file.")]
Set = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Override one setting; repeatable.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Worker processes (default: one a core).")]
Ocr = Annotated[bool | None, typer.Option("--ocr/--no-ocr", help="Read pages without text by OCR, or leave them.")]
StoreFolder = Annotated[Path, typer.Option("--store", help="The folder of the store.")]
Files = Annotated[list[Path], typer.Argument(metavar="PATH…", help="Files, or folders to read recursively.")]


def settings_from(preset: str | None, *, flags: list[str] | None, jobs: int | None, ocr: bool | None) -> Settings:
    """The settings a command runs with: preset, environment, `--set`, then the command's own flags."""
    from pincite.settings import load_settings

    given = list(flags or ())
    if jobs is not None:
        given.append(f"jobs={jobs}")
    if ocr is not None:
        given.append(f"ocr.mode={'auto' if ocr else 'never'}")
    return load_settings(preset, flags=given).settings
