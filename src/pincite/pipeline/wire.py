"""Settings become objects, here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pincite import registry
from pincite.domain.document import Format
from pincite.domain.limits import Limits
from pincite.errors import MissingExtra
from pincite.options import check_options
from pincite.ports import OcrEngine, Profiler, Reader, Structurer
from pincite.settings import Settings, Stage

_STAGES = (
    *("ocr", "profiler", "structurer", "summarizer", "chunker", "embedder", "vectors", "lexical"),
    *("highlighter", "reranker", "answerer", "verifier"),
)


@dataclass(frozen=True, slots=True)
class ReadingStages:
    """The stages that turn a file into a reading."""

    readers: dict[Format, Reader]
    ocr: OcrEngine | None
    profiler: Profiler
    structurer: Structurer
    limits: Limits


def wire_reading(settings: Settings) -> ReadingStages:
    """Make the reading stages; a missing OCR package leaves OCR out, and the readers say so where it matters."""
    return ReadingStages(
        readers={Format(name): registry.load("reader", name)() for name in registry.BUILT_IN["reader"]},
        ocr=_make_ocr(settings),
        profiler=make("profiler", settings.profiler),
        structurer=make("structurer", settings.structurer),
        limits=settings.limits.limits(),
    )


def check_wiring(settings: Settings) -> None:
    """Refuse unknown plug-ins and arguments before any work begins."""
    for port in _STAGES:
        stage: Stage = getattr(settings, port)
        registry.require(port, stage.kind)
        if stage.options:
            # Only now: importing every plug-in would take longer than finding that no file has changed.
            check_options(port, stage.kind, plugin=registry.load(port, stage.kind), options=stage.options)


def make(port: str, stage: Stage) -> Any:
    """The plug-in a stage names, with its arguments checked against its signature and annotations."""
    plugin = registry.load(port, stage.kind)
    check_options(port, stage.kind, plugin=plugin, options=stage.options)
    return plugin(**stage.options)


def _make_ocr(settings: Settings) -> OcrEngine | None:
    if settings.ocr.mode == "never":
        return None
    try:
        engine: OcrEngine = make("ocr", settings.ocr)
    except MissingExtra:
        return None
    return engine
