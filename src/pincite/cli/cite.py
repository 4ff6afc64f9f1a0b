"""`pincite cite`: the legal citations of a document or of a text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.options import Json, Ocr, Preset, Set, settings_from
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from pincite.domain.document import Document
    from pincite.legal.citations import LegalCitation

_LONGEST_NAME = 255


def cite(
    source: Annotated[str, typer.Argument(metavar="FILE|TEXT", help="A document of any kind that is read, or a text.")],
    kind: Annotated[
        list[str] | None, typer.Option("--kind", help="Only citations of this kind; may be repeated.")
    ] = None,
    ocr: Ocr = None,
    preset: Preset = None,
    set_: Set = None,
    as_json: Json = False,
) -> None:
    """List the legal citations of a document or a text: kind, key in one spelling, and place.

    Rules and practice directions, guides, Acts and instruments, neutral citations, law reports, European, Czech and
    American law. A range such as "Parts 44 to 47" is one citation.

    Examples:

      pincite cite examples/court-rules.md

      pincite cite "See CPR 36.14(1)(a) and section 33 of the Limitation Act 1980." --json
    """
    from pincite.errors import UnknownName
    from pincite.legal.citations import CitationKind, find_citations

    for name in kind or []:
        if name not in set(CitationKind):
            raise UnknownName("kind of citation", name, [str(known) for known in CitationKind])
    doc, text = _read(source, preset=preset, flags=set_, ocr=ocr)
    found = [citation for citation in find_citations(text) if not kind or citation.kind in kind]
    if as_json:
        rows = [_row(citation, text, doc) for citation in found]
        echo(json.dumps({"source": source if doc else None, "citations": rows}, ensure_ascii=False, indent=1))
    else:
        _print_table(found, text, doc)


def _read(source: str, *, preset: str | None, flags: list[str] | None, ocr: bool | None) -> tuple[Document | None, str]:
    """Return the document and its text, or None and the given text; what looks like a path must exist."""
    from pincite.errors import NotFound

    if not _is_file(source):
        if "\n" not in source and Path(source).suffix and " " not in source.strip():
            raise NotFound(f"{source}: there is no such file. A text is given in quotation marks.")
        return None, source
    from pincite.domain.reading import Failure
    from pincite.errors import ReadError
    from pincite.pipeline.read import read_files

    path = Path(source)
    if path.is_dir():
        raise NotFound(f"{source} is a folder; cite takes one file or a text.")
    _, result = next(iter(read_files([path], settings_from(preset, flags=flags, jobs=1, ocr=ocr))))
    if isinstance(result, Failure):
        raise ReadError(path, result.kind, result.message)
    doc: Document = result.doc
    return doc, doc.text


def _is_file(source: str) -> bool:
    try:
        return len(source) <= _LONGEST_NAME * 16 and "\n" not in source and Path(source).exists()
    except OSError:
        return False


def _row(citation: LegalCitation, text: str, doc: Document | None) -> dict[str, Any]:
    from pincite.render.wire.cite import WireLegalCitation

    row = WireLegalCitation.of(citation, text, doc).plain()
    if len(citation.keys) == 1:
        row.pop("keys")
    if doc is None or not doc.pages:
        row.pop("page")
    return row


def _page(citation: LegalCitation, doc: Document) -> int | None:
    page = doc.page_of(citation.span.start)
    return page.number if page else None


def _print_table(found: list[LegalCitation], text: str, doc: Document | None) -> None:
    if not found:
        echo("No legal citation was found.")
        return
    from rich.table import Table

    from pincite.cli.console import Console

    table = Table("Kind", "Citation", "As written", box=None, pad_edge=False)
    paged = doc is not None and bool(doc.pages)
    table.add_column("Page" if paged else "Place", justify="right")
    for citation in found:
        place = _page(citation, doc) if paged and doc else citation.span.start
        words = " ".join(citation.span.slice(text).split())
        table.add_row(citation.kind.replace("_", " "), citation.key, words, str(place))
    Console().print(table)
