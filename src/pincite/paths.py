"""Names and paths from data files: none leads out of the folder it belongs to."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from pincite.errors import ReadError

LONGEST_NAME = 255
_SEPARATOR = re.compile(r"[/\\]")
_DRIVE = re.compile(r"^[A-Za-z]:")
_DOCUMENT_ID = re.compile(r"[0-9a-f]{16}")
# Names that Windows keeps for devices, whatever their suffix.
_DEVICE = re.compile(r"^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)", re.IGNORECASE)


def safe_join(folder: Path, name: str) -> Path:
    """A file or folder below a folder by the relative path that a data file gives; one that leads out is refused.

    Symbolic links count as what they lead to.
    """
    problem = _unsafe(name)
    path = folder / name if problem is None else folder
    if problem is None and not is_within(folder, path):
        problem = "leads out of its folder through a symbolic link"
    if problem is not None:
        raise ReadError(folder, "hostile", f"the path {name[:120]!r} {problem}.")
    return path


def is_safe_path(name: str) -> bool:
    """Whether a relative path stays below the folder it is put after, as far as its words tell."""
    return _unsafe(name) is None


def is_within(folder: Path, path: Path) -> bool:
    """Whether a path lies in a folder once all symbolic links are followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False


def safe_name(name: str, *, where: str) -> str:
    """A file name in composed form that stays inside its folder, or an error."""
    name = unicodedata.normalize("NFC", name)
    problem = None
    if not name.strip() or name in {".", ".."}:
        problem = "is not a file name"
    elif "/" in name or "\0" in name:
        problem = "would leave its folder: it holds a path separator"
    elif len(name.encode("utf-8", "surrogatepass")) > LONGEST_NAME:
        problem = f"is longer than the {LONGEST_NAME} bytes a file name may have"
    if problem:
        raise ReadError(where, "hostile", f"the name {name[:80]!r} {problem}")
    return name


def file_name(title: str, *, longest: int = 120) -> str:
    """A title as a file name: whatever could be taken for a path, or hidden, is written as a dash."""
    kept = "".join("-" if sign in '/\\:*?"<>|' or not sign.isprintable() else sign for sign in title)
    name = kept.strip(" .-")[:longest] or "unnamed"
    return f"-{name}" if _DEVICE.match(name) else name


def is_document_id(id: object) -> bool:
    """Whether a document's id is one that we make: a short hash of its text."""
    return isinstance(id, str) and _DOCUMENT_ID.fullmatch(id) is not None


def _unsafe(name: str) -> str | None:
    """What is wrong with a relative path, or None."""
    if not name.strip() or "\0" in name:
        return "is not a path"
    if name.startswith(("/", "\\")) or _DRIVE.match(name):
        return "is not relative to its folder"
    if ".." in _SEPARATOR.split(name):
        return "leads out of its folder"
    return None
