"""`pincite show`: what a document is, and its outline."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Json, Ocr, Preset, Set, settings_from
from pincite.cli.terminal import echo
from pincite.files import write_text

if TYPE_CHECKING:
    from rich.tree import Tree

    from pincite.domain.reading import Reading
    from pincite.domain.section import Section


def show(
    file: Annotated[Path, typer.Argument(help="The document.")],
    section: Annotated[str | None, typer.Option("--section", "-s", help="Print one section, such as 5.2(b).")] = None,
    depth: Annotated[int, typer.Option("--depth", min=1, help="How deep the outline goes.")] = 3,
    annotate: Annotated[
        Path | None, typer.Option("--annotate", help="Write an HTML page with structure and terms marked in the text.")
    ] = None,
    ocr: Ocr = None,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """Print a document's particulars and its outline as a tree.

    Examples:

      pincite show examples/lease.pdf

      pincite show examples/nda.docx --section "5.2(b)"

      pincite show examples/nda.docx --json > nda.json

      pincite show examples/merger-agreement.pdf --annotate merger.html
    """
    reading = _read(file, preset=preset, flags=set_, ocr=ocr)
    if annotate is not None:
        from pincite.render.annotated_page import annotated_page

        write_text(annotate, annotated_page(reading), errors="replace")
        echo(f"Wrote {annotate}.", err=as_json)
    if section is not None:
        _print_section(reading, section, as_json=as_json)
    elif as_json:
        from pincite.store.readings import reading_as_json

        echo(json.dumps(reading_as_json(reading), ensure_ascii=False, indent=1))
    elif annotate is None:
        _print_reading(reading, depth=depth)


def _read(file: Path, *, preset: str | None, flags: list[str] | None, ocr: bool | None) -> Reading:
    from pincite.domain.reading import Failure
    from pincite.errors import NotFound, ReadError
    from pincite.pipeline.read import read_files

    if file.is_dir():
        raise NotFound(f"{file} is a folder; show takes one file. For a folder: pincite ingest {file}")
    settings = settings_from(preset, flags=flags, jobs=1, ocr=ocr)
    for _, result in read_files([file], settings):
        if isinstance(result, Failure):
            raise ReadError(file, result.kind, result.message)
        reading: Reading = result
    return reading


def _print_section(reading: Reading, citation: str, *, as_json: bool) -> None:
    from pincite.pipeline.scope import find_section
    from pincite.render.wire.document import WireSectionText

    section = find_section(reading, citation)
    found = WireSectionText.of(section, reading)
    if as_json:
        echo(json.dumps(found.plain(), ensure_ascii=False, indent=1))
        return
    where = f"page {found.page}, " if found.page else ""
    echo(f"{found.path}  ({where}characters {section.span.start}–{section.span.end})", bold=True)
    echo(found.text.strip())


def _print_reading(reading: Reading, *, depth: int) -> None:
    from rich.table import Table
    from rich.tree import Tree

    from pincite.cli.console import Console

    console = Console()
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    for name, value in _particulars(reading):
        table.add_row(name, value)
    console.print(table)
    root = reading.outline.sections[0]
    tree = Tree(reading.profile.title or Path(reading.doc.source.path).name)
    _grow(tree, reading, root, depth=depth)
    console.print(tree)
    for warning in reading.doc.warnings:
        console.print(f"Warning: {warning}")


def _particulars(reading: Reading) -> list[tuple[str, str]]:
    doc, profile, outline = reading.doc, reading.profile, reading.outline
    evidence = "; ".join(item.reason for item in profile.kind_evidence[:3])
    parties = [f"{party.name} ({party.role})" if party.role else party.name for party in profile.parties]
    dates = [f"{date.iso} ({date.role})" if date.role else date.iso for date in profile.dates if date.role][:5]
    rows = [
        ("File", f"{doc.source.path}  ({doc.source.format}, {len(doc.text):,} characters, id {doc.id})"),
        ("Title", profile.title or ""),
        ("Type", f"{profile.kind.value}" + (f"  ({evidence})" if evidence else "")),
        ("Parties", "\n".join(parties)),
        ("Dates", ", ".join(dates)),
        ("Governing law", profile.governing_law or ""),
        ("Language", profile.language or ""),
        ("Pages", _page_words(reading)),
        ("Sections", f"{len(outline.sections):,}  ({len(outline.terms):,} defined terms, {_reference_words(reading)})"),
    ]
    return [(name, value) for name, value in rows if value]


def _page_words(reading: Reading) -> str:
    pages = reading.doc.pages
    confidences = [page.confidence for page in pages if page.confidence is not None]
    if not confidences:
        return f"{len(pages)}" if pages else ""
    return f"{len(pages)}  ({len(confidences)} by OCR, confidence {sum(confidences) / len(confidences):.2f})"


def _reference_words(reading: Reading) -> str:
    references = reading.outline.references
    resolved = sum(reference.target is not None for reference in references)
    return f"{len(references):,} cross-references, {resolved:,} of them to sections here"


def _grow(tree: Tree, reading: Reading, section: Section, *, depth: int) -> None:
    from pincite.cli.console import Text

    for child in reading.outline.children(section):
        label = " ".join(part for part in (child.number, child.heading) if part)
        if not label and child.kind.value == "text":
            continue
        page = reading.doc.page_of(child.span.start)
        branch = tree.add(
            Text(label or child.kind.value.capitalize()) + Text(f"  p. {page.number}" if page else "", "dim")
        )
        if depth > 1:
            _grow(branch, reading, child, depth=depth - 1)
