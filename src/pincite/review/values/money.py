"""Amounts of money: "One Million Dollars ($1,000,000)" is USD 1,000,000."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from pincite.legal.values.figure_words import find_written, nearest_to
from pincite.review.question import ReviewQuestion
from pincite.review.values.value import Surroundings, Value

_CURRENCIES = frozenset({"USD", "GBP", "EUR", "JPY", "CZK"})


def read_money(quote: str, question: ReviewQuestion, known: Surroundings) -> Value | None:
    """The amount that a quotation states nearest to what is asked."""
    written = [one for one in find_written(quote) if one.figure.unit in _CURRENCIES]
    best = nearest_to(question.question, written, quote)
    if best is None:
        return None
    try:
        amount = Decimal(best.figure.value)
    except InvalidOperation:
        return None
    currency = best.figure.unit
    return Value(f"{currency} {amount:,}", best.span.slice(quote), size=float(amount), unit=currency)
