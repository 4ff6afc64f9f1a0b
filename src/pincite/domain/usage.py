"""Usage: what hosted models were asked, and what that cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """Requests, tokens and US dollars; `dollars` is None where a model's price is not known."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        """Both together; an unknown price makes the sum unknown."""
        known = self.dollars is not None and other.dollars is not None
        return Usage(
            self.requests + other.requests,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            (self.dollars or 0.0) + (other.dollars or 0.0) if known else None,
        )

    def __bool__(self) -> bool:
        """Tell whether anything was asked."""
        return self.requests > 0
