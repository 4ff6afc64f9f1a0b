"""Files become readings: one file, or folders of them with every failure kept."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pincite.domain.document import Document
from pincite.domain.reading import Failure, Reading
from pincite.errors import NotFound, PinciteError, ReadError
from pincite.files import readable_name
from pincite.ingest.sniff import SUFFIXES, sniff
from pincite.paths import is_within
from pincite.pipeline.wire import ReadingStages, check_wiring, wire_reading
from pincite.pipeline.workers import run_in_workers
from pincite.settings import Settings
from pincite.store.marker import MARKER, is_store

# Files a person may take for documents: in a folder they are listed as skipped, with what to do, not passed over.
_KIN = frozenset(
    {".doc", ".rtf", ".odt", ".pages", ".wpd", ".xls", ".xlsx", ".ppt", ".pptx", ".msg", ".eml", ".gif", ".bmp"}
)

Finish = Callable[[Reading], Any]


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
        """Say that nothing of all this can be read."""
        where = ", ".join(readable_name(str(path)) for path in self.paths)
        kinds = ", ".join(f"{count} {ending or 'without an ending'}" for ending, count in self.passed_over.items())
        known = ", ".join(sorted(SUFFIXES))
        return f"{where}: no file there is of a kind that can be read (found: {kinds}). Pincite reads {known}."


def read_file(path: Path, stages: ReadingStages) -> Reading:
    """Read, profile and structure one file."""
    doc = _read_document(path, stages)
    profile = stages.profiler.profile(doc)
    return Reading(doc=doc, profile=profile, outline=stages.structurer.outline(doc, profile))


def _read_document(path: Path, stages: ReadingStages) -> Document:
    format = sniff(path)
    try:
        size = path.stat().st_size
    except OSError as error:
        raise ReadError(path, "missing", f"cannot be read: {error.strerror}.") from error
    if size > stages.limits.file_mb * 1024 * 1024:
        raise ReadError(path, "too-large", f"is over {stages.limits.file_mb} MB (setting limits.file_mb).")
    doc = stages.readers[format].read(path, limits=stages.limits, ocr=stages.ocr)
    expected = SUFFIXES.get(path.suffix.lower())
    if expected is not None and expected is not format:
        warning = f"named {path.suffix} but holds {format.value}; it was read as {format.value}."
        doc = replace(doc, warnings=(*doc.warnings, warning))
    return doc


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The files to read: those named, and the documents in folders, recursively and in order of name."""
    return survey_files(paths).files


def survey_files(paths: Iterable[Path]) -> Survey:
    """The files to read, and how many of other kinds the folders hold besides.

    A symbolic link that leads out of its folder is not followed. One that is named itself is read: whoever names it
    means it.
    """
    paths = list(paths)
    skipped: list[Failure] = []
    found: dict[Path, None] = {}
    passed_over: Counter[str] = Counter()
    for path in paths:
        if path.is_dir():
            for file in _walk(path):
                if file.suffix.lower() not in {*SUFFIXES, *_KIN}:
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
            # A store: the texts it keeps are those of documents elsewhere.
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(root, name) for name in sorted(names) if not name.startswith("."))


def read_files(
    paths: Iterable[Path], settings: Settings, *, finish: Finish | None = None
) -> Iterator[tuple[Path, Any | Failure]]:
    """Read files in worker processes and yield, as they finish, each one's reading or the failure it met.

    `finish`, if given, is applied to the reading in the worker, and its result is what comes back: give one where the
    whole reading is not needed, and memory stays flat however many files there are.
    """
    check_wiring(settings)
    jobs = settings.jobs or os.cpu_count() or 1
    start = partial(_start, settings, finish)
    for path, result in run_in_workers(list(paths), start=start, jobs=jobs, limits=settings.limits.limits()):
        yield path, _as_failure(path, result) if isinstance(result, PinciteError) else result


def _start(settings: Settings, finish: Finish | None) -> Callable[[Path], Any]:
    stages = wire_reading(settings)

    def work(path: Path) -> Any:
        reading = read_file(path, stages)
        return finish(reading) if finish else reading

    return work


def _as_failure(path: Path, error: PinciteError) -> Failure:
    kind = error.kind if isinstance(error, ReadError) else "error"
    reason = error.reason if isinstance(error, ReadError) else str(error)
    return Failure(item=str(path), stage="read", kind=kind, message=reason)
