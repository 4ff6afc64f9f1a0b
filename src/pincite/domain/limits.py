"""Limits: how much a single file may ask of the machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one file; beyond them it is refused with a reason, never half read in silence."""

    file_mb: int = 512
    unpacked_mb: int = 1024
    pages: int = 5000
    page_megapixels: int = 60
    seconds: int = 900
    memory_mb: int = 4096
