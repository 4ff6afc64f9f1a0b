"""Read folders of files into a folder of readings; finished files are kept when the work is interrupted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pincite import registry
from pincite.domain.reading import Failure, Reading
from pincite.errors import ReadError
from pincite.files import os_reason
from pincite.pipeline.identity import reading_identity
from pincite.pipeline.read import read_files
from pincite.pipeline.wire import wire_readers
from pincite.settings import Settings
from pincite.store.readings import ManifestEntry, append_to_manifest, load_manifest, save_reading


@dataclass(frozen=True, slots=True)
class IngestedFile:
    """A file that was read now, or that an earlier run had read and that has not changed since."""

    entry: ManifestEntry
    reused: bool
    same_text_as: str | None = None


def ingest_files(
    files: Iterable[Path], settings: Settings, *, out: Path | None
) -> Iterator[tuple[Path, IngestedFile | Failure]]:
    """Read files and, where `out` is given, keep each reading there; yields one row per file as it is done."""
    versions = reader_versions(settings)
    done = {} if out is None else _prepare(out, versions)
    first_with: dict[str, str] = {}
    pending = []
    for path in files:
        entry = done.get(str(path))
        if entry is not None and file_mark(path) == (entry.size, entry.mtime_ns):
            yield path, _note_twin(IngestedFile(entry, reused=True), first_with)
        else:
            pending.append(path)
    for path, result in read_files(pending, settings, finish=partial(_keep, out=out, versions=versions)):
        if isinstance(result, Failure):
            yield path, result
            continue
        if out is not None:
            try:
                append_to_manifest(out, result)
            except OSError as error:
                raise _unkept(out, error) from error
        yield path, _note_twin(IngestedFile(result, reused=False), first_with)


def _prepare(out: Path, versions: Mapping[str, str]) -> dict[str, ManifestEntry]:
    try:
        out.mkdir(parents=True, exist_ok=True)
        manifest = load_manifest(out)
    except OSError as error:
        raise ReadError(out, "unwritable", f"readings cannot be kept there: {os_reason(error)}.") from error
    return {
        path: entry
        for path, entry in manifest.items()
        if entry.reader in versions.values() and (out / f"{entry.doc_id}.json").exists()
    }


def reader_versions(settings: Settings) -> dict[str, str]:
    """What decides a reading besides the file itself, by format: who reads it, in which version, and the settings.

    A reader, profiler or structurer that changed has another version, and what it read is read again; a release that
    changes none of them changes nothing here.
    """
    stages = {port: getattr(settings, port).kind for port in ("ocr", "profiler", "structurer")}
    versions = {port: str(getattr(registry.load(port, kind), "version", "")) for port, kind in stages.items()}
    decides = json.dumps([reading_identity(settings), versions], separators=(",", ":"), ensure_ascii=False)
    common = hashlib.sha256(decides.encode()).hexdigest()[:12]
    # Of two readers of a format the first is asked first.
    return {reader.format: f"{reader.format} {reader.version}:{common}" for reader in reversed(wire_readers())}


def file_mark(path: Path) -> tuple[int, int] | None:
    """Return a file's size and time, which change when it changes; None if it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def has_digest(path: Path, sha256: str) -> bool:
    """Tell whether a file's content has this digest."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == sha256
    except OSError:
        return False


def _keep(reading: Reading, *, out: Path | None, versions: Mapping[str, str]) -> ManifestEntry:
    """Save a reading where asked (in the worker), and send back only its manifest line."""
    if out is not None:
        try:
            save_reading(reading, out)
        except OSError as error:
            raise _unkept(Path(reading.doc.source.path), error) from error
    return _entry_of(reading, versions[reading.doc.source.format])


def _unkept(path: Path, error: OSError) -> ReadError:
    return ReadError(path, "unwritable", f"the reading could not be kept: {os_reason(error)}.")


def _entry_of(reading: Reading, reader: str) -> ManifestEntry:
    """Return the manifest entry of a file that was read."""
    doc = reading.doc
    return ManifestEntry(
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


def _note_twin(row: IngestedFile, first_with: dict[str, str]) -> IngestedFile:
    first = first_with.setdefault(row.entry.doc_id, row.entry.path)
    return row if first == row.entry.path else IngestedFile(row.entry, row.reused, same_text_as=first)
