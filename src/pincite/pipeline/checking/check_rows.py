"""Check claims against passages, without a store: one at a time, or the rows of a file."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from pincite.answer.verification.verify import check_claim
from pincite.domain.answer import AnswerContext, CheckedClaim, Fault, FaultKind, NumberedSource
from pincite.domain.document import Passage
from pincite.errors import ReadError
from pincite.legal.bands import name_bands
from pincite.legal.claims import read_claim, without_marks
from pincite.pipeline.wire import make
from pincite.ports import Verifier
from pincite.settings import Settings, load_settings
from pincite.spans import Span

_STOPS = ".!?"
_MARKS = re.compile(r"(?:\[\d{1,3}\])+")
# A claim with a fault scores less than one half, however many of its words the passage contains.
_FAILED = 0.49


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """Whether a passage supports a claim, how likely it does, from 0 to 1, and what is wrong with the claim."""

    supported: bool
    score: float
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim with its passage, from a line of a file."""

    line: int
    claim: str
    passage: str
    question: str = ""
    id: Any = None


@dataclass(frozen=True, slots=True)
class BadRow:
    """A line that holds no row, and why."""

    line: int
    problem: str
    id: Any = None


class ClaimChecker:
    """Checks claims with the verifier that settings name."""

    def __init__(self, settings: Settings | None = None, *, verifier: Verifier | None = None) -> None:
        settings = settings or load_settings().settings
        self._verifier: Verifier = verifier or make("verifier", settings.verifier)
        self._least = settings.answer.support

    def check(self, claim: str, passage: str, *, question: str = "") -> ClaimCheck:
        """Check a claim against a passage; the question, if given, is what a short answer refers to."""
        source = NumberedSource(1, Passage("", Span(0, len(passage))), passage, document="")
        return self.check_source(claim, AnswerContext(question, (source,)))

    def check_source(self, claim: str, context: AnswerContext) -> ClaimCheck:
        """Check a claim against the sources of a context together."""
        checked = self.checked(claim, context)
        return ClaimCheck(not checked.faults, checked.support, checked.faults)

    def checked(self, claim: str, context: AnswerContext) -> CheckedClaim:
        """Check a claim against the sources of a context together; `support` is the score.

        A case that the claim puts, such as seven years' service, may lie within a range of a source.
        """
        checked = self._held(claim, context)
        if any(fault.kind is FaultKind.NUMBER for fault in checked.faults):
            named = name_bands(claim, "\n".join(source.text for source in context.sources))
            in_band = self._held(named, context) if named else checked
            return checked if in_band.faults else in_band
        return checked

    def _held(self, claim: str, context: AnswerContext) -> CheckedClaim:
        said = without_marks(claim).strip()
        bare = said.rstrip(_STOPS)
        marks = "".join(f"[{source.number}]" for source in context.sources)
        cited = read_claim(f"{bare} {marks}{said[len(bare) :] or '.'}")
        checked = check_claim(cited, context, least_support=self._least, verifier=self._verifier)
        # The reader of the faults sees no numbered sources.
        faults = tuple(replace(fault, detail=_MARKS.sub("the passage", fault.detail)) for fault in checked.faults)
        return replace(checked, support=min(checked.support, _FAILED), faults=faults) if faults else checked


def check_passage(claim: str, passage: str, question: str = "") -> ClaimCheck:
    """Whether a passage supports a claim, by the exact rules and the model that ships with the package."""
    return _shipped().check(claim, passage, question=question)


@cache
def _shipped() -> ClaimChecker:
    return ClaimChecker()


def read_rows(path: Path) -> Iterator[ClaimRow | BadRow]:
    """The rows of a file of JSON lines in order, bad ones in their places; empty lines are passed over."""
    try:
        with path.open(encoding="utf-8-sig", errors="surrogateescape", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield _read_row(line, number)
    except OSError as error:
        raise ReadError(path, "missing", f"no rows can be read from it: {error.strerror}.") from error


def _read_row(line: str, number: int) -> ClaimRow | BadRow:
    try:
        line.encode("utf-8")
        row = json.loads(line, parse_constant=_refuse_constant, parse_float=_finite_float)
    except UnicodeEncodeError:
        return BadRow(number, "it is not UTF-8")
    except (ValueError, RecursionError):
        return BadRow(number, "it is not JSON")
    except OverflowError:
        return BadRow(number, "it has a number that is too large")
    if not isinstance(row, dict):
        return BadRow(number, "it is not a JSON object")
    name = row.get("id")
    for key in ("claim", "passage"):
        if not isinstance(row.get(key), str) or not row[key].strip():
            return BadRow(number, f"it has no `{key}` in words", name)
    question = row.get("question") or ""
    if not isinstance(question, str):
        return BadRow(number, "its `question` is not a string", name)
    return ClaimRow(number, row["claim"], row["passage"], question, name)


def _refuse_constant(name: str) -> NoReturn:
    """Python reads and writes NaN and Infinity; JSON has neither, and an `id` is written back as it came."""
    raise ValueError(f"{name} is not JSON")


def _finite_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise OverflowError(f"{digits} is too large")
    return value
