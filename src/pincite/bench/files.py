"""Atomic writing of benchmark folders."""

from __future__ import annotations

import json
import logging
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from pincite.errors import BenchmarkError, Hint
from pincite.files import write_text
from pincite.paths import safe_join

_LOG = logging.getLogger(__name__)


def read_json(path: Path, *, mark: str, unit: str) -> Any:
    """A JSON file; a syntax error tells after how many `mark`s, and so in which `unit`, it stands."""
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise BenchmarkError(str(path), "there is no such file") from error
    except json.JSONDecodeError as error:
        begun = max(error.doc[: error.pos].count(f'"{mark}"'), 1)
        place = f"line {error.lineno}, column {error.colno} (in or after {unit} {begun})"
        raise BenchmarkError(str(path), f"is not JSON: {error.msg} at {place}") from error
    except UnicodeDecodeError as error:
        raise BenchmarkError(str(path), f"is not UTF-8 (byte at offset {error.start}); save it as UTF-8") from error
    except RecursionError as error:
        raise BenchmarkError(str(path), "is nested too deeply to be a dataset") from error


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file, whole or not at all."""
    write_text(path, json.dumps(value, indent=2, ensure_ascii=False) + "\n")


@contextmanager
def staged(out: Path) -> Iterator[Path]:
    """A scratch folder beside the results; it is gone afterwards, whatever happens."""
    fresh = not out.exists()
    out.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(dir=out, prefix=".pincite-"))
    try:
        yield stage
    except BaseException:
        shutil.rmtree(stage, ignore_errors=True)
        if fresh and not any(out.iterdir()):
            out.rmdir()
        raise
    shutil.rmtree(stage, ignore_errors=True)


def refuse_existing(out: Path, names: list[str], *, force: bool) -> None:
    """Refuse to replace existing results, unless replacing was requested."""
    standing = [name for name in names if (out / name).exists()]
    if standing and not force:
        raise BenchmarkError(str(out / standing[0]), "exists already", hint=Hint.REPLACE_FILES)


def move_into_place(stage: Path, out: Path, *, names: list[str]) -> None:
    """Move finished files and folders from the stage to their places, each replacing what stood there.

    A folder with anything in it that the new one has not is kept under another name: it may be the user's.
    """
    for name in names:
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir():
            if _is_covered(target, by=stage / name):
                target.rename(stage / f"old-{name.replace('/', '-')}")
            else:
                aside = _free_name(target)
                target.rename(aside)
                _LOG.warning("%s held other files; what was there is kept as %s.", target, aside)
        (stage / name).replace(target)


def _is_covered(old: Path, *, by: Path) -> bool:
    """Whether every file of a folder is in another one too, under the same path."""
    if old.is_symlink():
        return False
    there = {path.relative_to(by) for path in by.rglob("*")}
    return all(path.relative_to(old) in there and not path.is_symlink() for path in old.rglob("*"))


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.old{number or ''}") for number in count())
    return next(name for name in names if not name.exists() and not name.is_symlink())


def stage_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Write documents by their paths within a scratch folder."""
    for name, text in texts.items():
        stage_bytes(folder, name, data=text.encode("utf-8"))


def stage_bytes(folder: Path, name: str, *, data: bytes) -> None:
    """Write a file by its path within a scratch folder; a path that leads out is refused."""
    path = safe_join(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
