"""A corpus on disk: a folder of UTF-8 text files, each known by its path within the folder."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from pincite.errors import Hint, ReadError
from pincite.paths import is_within, safe_join

NEWLINE = b"\n"


def to_lf(text: str) -> str:
    """Convert line endings to LF, as spans count them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def nfc(path: str) -> str:
    """The composed Unicode form, in which file names compare equal however a file system stored them."""
    return unicodedata.normalize("NFC", path)


def decode_text(data: bytes, path: Path | str, *, lenient: bool = False) -> str:
    """Text with LF line ends from the bytes of a UTF-8 file; leniently also from Windows-1252.

    A byte order mark stays, as one character: the published spans count it.
    """
    try:
        return to_lf(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        if lenient:
            return to_lf(data.decode("cp1252", errors="replace"))
        reason = (
            f"is not UTF-8 (byte {data[error.start]:#04x} at offset {error.start}, "
            f"line {data.count(NEWLINE, 0, error.start) + 1}); save it as UTF-8"
        )
        raise ReadError(path, "damaged", reason, hint=Hint.BE_LENIENT) from error


def read_text(path: Path, *, lenient: bool = False) -> str:
    """The text of a file, with LF line ends."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise ReadError(path, "missing", "there is no such file") from error
    except OSError as error:
        raise ReadError(path, "permission", f"cannot be read ({error.strerror})") from error
    return decode_text(data, path, lenient=lenient)


class Corpus:
    """The documents of a benchmark, read when asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._texts: dict[str, str] = {}

    @cached_property
    def files(self) -> dict[str, Path]:
        """Every text file by its path within the corpus, in composed Unicode form, sorted.

        Symbolic links that lead out of the corpus are left out.
        """
        found = {
            nfc(path.relative_to(self.folder).as_posix()): path
            for path in self.folder.rglob("*.txt")
            if not path.is_symlink() or is_within(self.folder, path)
        }
        return dict(sorted(found.items()))

    def file(self, path: str) -> Path:
        """Where a document is, of whatever format; a path that leads out of the corpus is refused."""
        return self.files[path] if path in self.files else safe_join(self.folder, path)

    def text(self, path: str) -> str:
        """Return a document's text with LF line endings; the last one is cached, since queries come by document."""
        if path not in self._texts:
            if path not in self.files:
                raise ReadError(safe_join(self.folder, path), "missing", "the corpus has no such document")
            if len(self._texts) >= 8:
                self._texts.pop(next(iter(self._texts)))
            self._texts[path] = read_text(self.files[path])
        return self._texts[path]

    def __contains__(self, path: str) -> bool:
        return path in self.files

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)
