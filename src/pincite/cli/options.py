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
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Worker processes (default: one per core).")]
Ocr = Annotated[bool | None, typer.Option("--ocr/--no-ocr", help="Read pages without text by OCR, or skip them.")]
StoreName = Annotated[
    str, typer.Option("--store", help="The store: a folder, or an address such as postgres://host/law/contracts.")
]
Passages = Annotated[int | None, typer.Option("-k", min=1, help="How many passages (default: the preset's).")]
Kind = Annotated[str | None, typer.Option("--type", help="Only documents of this type, such as nda.")]
Party = Annotated[str | None, typer.Option("--party", help="Only documents with a party of this name.")]
File = Annotated[str | None, typer.Option("--file", help="Only files matching a pattern such as '*lease*'.")]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="NAME=VALUE", help="Only documents with this metadata, such as category=Rent."),
]
Sources = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH…", help="Files, folders to read recursively, or s3://bucket/prefix."),
]
Files = Annotated[list[Path], typer.Argument(metavar="PATH…", help="Files, or folders to read recursively.")]


def metadata_from(given: list[str] | None) -> tuple[tuple[str, str], ...]:
    """Parse `name=value` options into metadata."""
    from pincite.errors import SettingsError

    found = []
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise SettingsError("where", f"is '{text}': write it as name=value")
        found.append((name.strip(), value.strip()))
    return tuple(found)


def settings_from(preset: str | None, *, flags: list[str] | None, jobs: int | None, ocr: bool | None) -> Settings:
    """Load the settings of a command: preset, environment, `--set`, then its own flags."""
    from pincite.settings import load_settings

    given = list(flags or ())
    if jobs is not None:
        given.append(f"jobs={jobs}")
    if ocr is not None:
        given.append(f"ocr.mode={'auto' if ocr else 'never'}")
    return load_settings(preset, flags=given).settings
