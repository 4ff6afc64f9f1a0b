"""Prices of hosted models, and a meter that counts what was used of them.

The prices are in `prices.json`: dollars per million tokens, and per thousand searches. Prices change: `PINCITE_PRICES`
may name a JSON file whose entries come first, such as `{"gpt-4o-mini": [0.15, 0.60], "rerank-v3.5": 2.0}`.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from pincite.domain.usage import Usage
from pincite.errors import SettingsError

T = TypeVar("T")
PRICES_VARIABLE = "PINCITE_PRICES"
_TOKENS = "dollars per million tokens: input, output"
_SEARCHES = "dollars per thousand searches"


class Meter:
    """Adds up what one model was asked; several threads may count at once."""

    def __init__(self, model: str) -> None:
        self._price = price_of(model)
        self._search_price = search_price_of(model)
        self._usage = Usage()
        self._lock = threading.Lock()

    @property
    def usage(self) -> Usage:
        """All that was counted so far."""
        return self._usage

    def count(self, answer: Any) -> None:
        """Count one answer of a provider by the use it states; where it states none, the request alone."""
        stated = _table(answer, "usage")
        billed = _table(_table(answer, "meta"), "billed_units")
        tokens = (
            _whole(stated.get("prompt_tokens"))
            or _whole(billed.get("input_tokens"))
            or _whole(stated.get("total_tokens")),
            _whole(stated.get("completion_tokens")),
        )
        dollars = None
        if self._search_price is not None:
            dollars = (_whole(billed.get("search_units")) or 1) * self._search_price / 1000
        elif self._price is not None:
            dollars = sum(count * price for count, price in zip(tokens, self._price, strict=True)) / 1_000_000
        with self._lock:
            self._usage += Usage(1, *tokens, dollars)


def price_of(model: str) -> tuple[float, float] | None:
    """What a model's tokens cost: by its whole name, or by the name before its date; None where it is not known."""
    known = {name: (float(price[0]), float(price[1])) for name, price in _shipped(_TOKENS).items()}
    own = {name: price for name, price in _own_prices().items() if isinstance(price, tuple)}
    return _fitting({**known, **own}, model)


def search_price_of(model: str) -> float | None:
    """What a thousand searches of a reranker cost; None where it is not known, or where it is paid by the token."""
    known = {name: float(price) for name, price in _shipped(_SEARCHES).items()}
    own = {name: price for name, price in _own_prices().items() if isinstance(price, float)}
    return _fitting({**known, **own}, model)


@cache
def _shipped(table: str) -> Mapping[str, Any]:
    prices: Mapping[str, Any] = json.loads(files("pincite").joinpath("prices.json").read_text("utf-8"))[table]
    return prices


def _fitting(prices: Mapping[str, T], model: str) -> T | None:
    fitting = [name for name in prices if model == name or model.startswith(f"{name}-20")]
    return prices[max(fitting, key=len)] if fitting else None


def _own_prices() -> dict[str, tuple[float, float] | float]:
    path = os.environ.get(PRICES_VARIABLE)
    if not path:
        return {}
    try:
        table = json.loads(Path(path).read_text("utf-8"))
        return {
            name: (float(price[0]), float(price[1])) if isinstance(price, list) else float(price)
            for name, price in table.items()
        }
    except (OSError, ValueError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise SettingsError(PRICES_VARIABLE, f"names {path}, which is not a table of prices: {error}") from error


def _table(value: Any, key: str) -> dict[str, Any]:
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
