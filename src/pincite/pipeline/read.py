"""Read files: one file, or folders of files with every failure kept."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pincite.domain.document import Document
from pincite.domain.raw_file import RawFile
from pincite.domain.reading import Failure, Reading
from pincite.errors import ExecutionError, NotFound, PinciteError, ReadError
from pincite.files import readable_name
from pincite.ingest.sniff import choose_reader, known_suffixes
from pincite.ingest.source import check_file, describe, load_file
from pincite.paths import is_within
from pincite.pipeline.wire import ReadingStages, check_wiring, make_executor, wire_readers, wire_reading
from pincite.settings import Settings
from pincite.store.local.marker import MARKER, is_store

# Files that users may consider documents: in a folder they are reported as skipped, with advice.
_KIN = frozenset(
    {".doc", ".rtf", ".odt", ".pages", ".wpd", ".xls", ".xlsx", ".ppt", ".pptx", ".msg", ".eml", ".gif", ".bmp"}
)

Finish = Callable[[Reading], Any]
File = TypeVar("File", bound=Path | RawFile)


@dataclass(frozen=True, slots=True)
class Survey:
    """What is to be read of the paths given.

    `passed_over` counts the files of other kinds by ending; `skipped` has a row for each symbolic link that leads out.
    """

    paths: list[Path]
    files: list[Path]
    passed_over: dict[str, int]
    skipped: list[Failure]

    def complaint(self) -> str:
        """Return the error message if none of the files can be read."""
        where = ", ".join(readable_name(str(path)) for path in self.paths)
        kinds = ", ".join(f"{count} {ending or 'without an ending'}" for ending, count in self.passed_over.items())
        known = ", ".join(sorted(known_suffixes(wire_readers())))
        return f"{where}: no file there is of a kind that can be read (found: {kinds}). Pincite reads {known}."


def read_file(file: Path | RawFile, stages: ReadingStages) -> Reading:
    """Read, profile and structure one file, from disk or from memory."""
    raw = load_file(file, limits=stages.limits) if isinstance(file, Path) else file
    doc = _read_document(raw, stages)
    profile = stages.profiler.profile(doc)
    return Reading(doc=doc, profile=profile, outline=stages.structurer.outline(doc, profile))


def _read_document(file: RawFile, stages: ReadingStages) -> Document:
    check_file(file, limits=stages.limits)
    reader = choose_reader(file, stages.readers)
    doc = reader.read(file, limits=stages.limits, ocr=stages.ocr)
    if (doc.source.path, doc.source.size, doc.source.format) != (file.name, len(file.data), reader.format):
        # A third party's reader may hand the bytes on to another in a different form; the file is what it is.
        doc = replace(doc, source=describe(file, format=reader.format, encoding=doc.source.encoding))
    if file.suffix in known_suffixes(stages.readers) and file.suffix not in reader.suffixes:
        warning = f"named {file.suffix} but holds {reader.format}; it was read as {reader.format}."
        doc = replace(doc, warnings=(*doc.warnings, warning))
    return doc


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The files to read: those named, and the documents in folders, recursively and in order of name."""
    return survey_files(paths).files


def readable_suffixes() -> frozenset[str]:
    """How the names of documents end that some reader takes."""
    return frozenset(known_suffixes(wire_readers()) | _KIN)


def survey_files(paths: Iterable[Path]) -> Survey:
    """The files to read, and how many of other kinds the folders hold besides.

    A symbolic link that leads out of its folder is not followed. One that is named itself is read: whoever names it
    means it.
    """
    paths = list(paths)
    wanted = readable_suffixes()
    skipped: list[Failure] = []
    found: dict[Path, None] = {}
    passed_over: Counter[str] = Counter()
    for path in paths:
        if path.is_dir():
            for file in _walk(path):
                if file.suffix.lower() not in wanted:
                    passed_over[readable_name(file.suffix.lower())] += 1
                elif file.is_symlink() and not is_within(path, file):
                    skipped.append(_led_out(file))
                else:
                    found[file] = None
        elif path.exists() or path.is_symlink():
            found[path] = None
        else:
            raise NotFound(f"{readable_name(str(path))}: there is no such file or folder.")
    return Survey(paths, list(found), dict(passed_over.most_common()), skipped)


def _led_out(path: Path) -> Failure:
    reason = "is a symbolic link that leads out of the folder, and is not followed; name the file itself to read it."
    return Failure(item=str(path), stage="read", kind="link", message=reason)


def _walk(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder):
        if MARKER in names or ("CURRENT" in names and is_store(Path(root))):
            # A store: its texts are copies of documents elsewhere.
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(root, name) for name in sorted(names) if not name.startswith("."))


def read_files(
    files: Iterable[File], settings: Settings, *, finish: Finish | None = None
) -> Iterator[tuple[File, Any | Failure]]:
    """Read files, from disk or from memory, and yield, as they finish, each one's reading or the failure it met.

    They are read where the setting `executor` says: in worker processes, unless another is named. `finish`, if given,
    is applied to the reading there, and its result is what comes back: give one where the whole reading is not needed,
    and memory stays flat however many files there are.
    """
    check_wiring(settings)
    start = partial(_start, settings, finish)
    for file, result in make_executor(settings).run(files, start=start, limits=settings.limits.limits()):
        yield file, _as_failure(file, result) if isinstance(result, PinciteError) else result


def _start(settings: Settings, finish: Finish | None) -> Callable[[Path | RawFile], Any]:
    stages = wire_reading(settings)

    def work(file: Path | RawFile) -> Any:
        reading = read_file(file, stages)
        return finish(reading) if finish else reading

    return work


def _as_failure(file: Path | RawFile, error: PinciteError) -> Failure:
    if isinstance(error, ReadError | ExecutionError):
        kind, reason = error.kind, error.reason
    else:
        kind, reason = "error", str(error)
    item = file.name if isinstance(file, RawFile) else str(file)
    return Failure(item=item, stage="read", kind=kind, message=reason)
