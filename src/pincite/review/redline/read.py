"""Two files become readings, and those a redline."""

from __future__ import annotations

from pathlib import Path

from pincite.domain.reading import Failure, Reading
from pincite.errors import NotFound, ReadError
from pincite.pipeline.read import read_files
from pincite.review.redline.change import Redline
from pincite.review.redline.compare import compare_versions
from pincite.settings import Settings


def read_versions(old: Path, new: Path, settings: Settings) -> Redline:
    """Read both files and compare them."""
    for path in (old, new):
        if not path.is_file():
            raise NotFound(f"{path}: there is no such file.")
    readings: dict[Path, Reading] = {}
    for path, result in read_files(dict.fromkeys((old, new)), settings):
        if isinstance(result, Failure):
            raise ReadError(path, result.kind, result.message)
        readings[path] = result
    return compare_versions(readings[old], readings[new])
