"""What an OCR engine reads off a page image."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A word with its box in pixels of the image (origin top left) and the engine's confidence from 0 to 1."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    confidence: float
