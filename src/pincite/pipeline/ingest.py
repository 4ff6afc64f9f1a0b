"""Folders of files become a folder of readings; what is done stays done when the work is interrupted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pincite import __version__
from pincite.domain.reading import Failure, Reading
from pincite.errors import ReadError
from pincite.files import os_reason
from pincite.pipeline.identity import reading_identity
from pincite.pipeline.read import read_files
from pincite.settings import Settings
from pincite.store.readings import Entry, append_to_manifest, load_manifest, save_reading


@dataclass(frozen=True, slots=True)
class Ingested:
    """A file that was read now, or that an earlier run had read and that has not changed since."""

    entry: Entry
    reused: bool
    same_text_as: str | None = None


def ingest_files(
    files: Iterable[Path], settings: Settings, *, out: Path | None
) -> Iterator[tuple[Path, Ingested | Failure]]:
    """Read files and, where `out` is given, keep each reading there; yields one row a file as it is done."""
    reader = reader_version(settings)
    done = {} if out is None else _prepare(out, reader)
    first_with: dict[str, str] = {}
    pending = []
    for path in files:
        entry = done.get(str(path))
        if entry is not None and file_mark(path) == (entry.size, entry.mtime_ns):
            yield path, _note_twin(Ingested(entry, reused=True), first_with)
        else:
            pending.append(path)
    for path, result in read_files(pending, settings, finish=partial(_keep, out=out, reader=reader)):
        if isinstance(result, Failure):
            yield path, result
            continue
        if out is not None:
            try:
                append_to_manifest(out, result)
            except OSError as error:
                raise _unkept(out, error) from error
        yield path, _note_twin(Ingested(result, reused=False), first_with)


def _prepare(out: Path, reader: str) -> dict[str, Entry]:
    try:
        out.mkdir(parents=True, exist_ok=True)
        manifest = load_manifest(out)
    except OSError as error:
        raise ReadError(out, "unwritable", f"readings cannot be kept there: {os_reason(error)}.") from error
    return {
        path: entry
        for path, entry in manifest.items()
        if entry.reader == reader and (out / f"{entry.doc_id}.json").exists()
    }


def reader_version(settings: Settings) -> str:
    """What decides a reading besides the file itself: our version and the settings."""
    told = json.dumps(reading_identity(settings), separators=(",", ":"), ensure_ascii=False)
    return f"{__version__}:{hashlib.sha256(told.encode()).hexdigest()[:12]}"


def file_mark(path: Path) -> tuple[int, int] | None:
    """What tells whether a file has changed: its size and time; None where it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def has_digest(path: Path, sha256: str) -> bool:
    """Whether a file holds the very bytes that had this digest."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == sha256
    except OSError:
        return False


def _keep(reading: Reading, *, out: Path | None, reader: str) -> Entry:
    """Save a reading where asked (in the worker), and send back only its manifest line."""
    if out is not None:
        try:
            save_reading(reading, out)
        except OSError as error:
            raise _unkept(Path(reading.doc.source.path), error) from error
    return _entry_of(reading, reader)


def _unkept(path: Path, error: OSError) -> ReadError:
    return ReadError(path, "unwritable", f"the reading could not be kept: {os_reason(error)}.")


def _entry_of(reading: Reading, reader: str) -> Entry:
    """What is kept of a file that was read, to know it again."""
    doc = reading.doc
    return Entry(
        path=doc.source.path,
        size=doc.source.size,
        mtime_ns=Path(doc.source.path).stat().st_mtime_ns,
        reader=reader,
        doc_id=doc.id,
        kind=reading.profile.kind,
        title=reading.profile.title,
        characters=len(doc.text),
        pages=len(doc.pages),
        sections=len(reading.outline.sections),
        ocr_pages=sum(page.confidence is not None for page in doc.pages),
        warnings=doc.warnings,
    )


def _note_twin(row: Ingested, first_with: dict[str, str]) -> Ingested:
    first = first_with.setdefault(row.entry.doc_id, row.entry.path)
    return row if first == row.entry.path else Ingested(row.entry, row.reused, same_text_as=first)
