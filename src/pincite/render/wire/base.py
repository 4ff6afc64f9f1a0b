"""What every wire model shares, and the small parts that several of them hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict

from pincite.domain.answer import Fault
from pincite.domain.document import Box
from pincite.domain.hit import Step
from pincite.spans import Span

# `[start, end]`, half open, in characters of the text it points into.
WireSpan = tuple[int, int]


class WireModel(BaseModel):
    """A record as programs read it, the same in `--json`, over HTTP and in tool results; fields are only ever added."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def plain(self, *, without_none: bool = False) -> dict[str, Any]:
        """The record in plain JSON types.

        Not pydantic's own JSON: a file name or a text may hold half a surrogate pair, which `json.dumps` escapes and
        pydantic refuses.
        """
        plain: dict[str, Any] = _lists(self.model_dump(exclude_none=without_none))
        return plain


class WireBox(WireModel):
    """A rectangle on a page, in points from the top left corner of the page as displayed."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def of(cls, box: Box) -> WireBox:
        """Convert a box to its wire record."""
        return cls(page=box.page, x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)


class WireFault(WireModel):
    """One thing wrong with a claim."""

    kind: str
    detail: str

    @classmethod
    def of(cls, fault: Fault) -> WireFault:
        """Convert a fault to its wire record."""
        return cls(kind=fault.kind.value, detail=fault.detail)


class WireStep(WireModel):
    """A stage of a retrieval: what it did, and the candidates it kept or dropped."""

    stage: str
    note: str
    rows: list[dict[str, Any]] = []

    @classmethod
    def of(cls, step: Step) -> WireStep:
        """Convert a step to its wire record."""
        return cls(stage=step.stage, note=step.note, rows=[dict(row) for row in step.rows])


def pair(span: Span) -> WireSpan:
    """Return a span as `[start, end]`."""
    return span.start, span.end


def boxes(found: Iterable[Box]) -> list[WireBox]:
    """Convert boxes to their wire records."""
    return [WireBox.of(box) for box in found]


def faults(found: Iterable[Fault]) -> list[WireFault]:
    """Convert faults to their wire records."""
    return [WireFault.of(fault) for fault in found]


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lists(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_lists(item) for item in value]
    return value
