"""Durations in days, so that those in different units can be compared."""

from __future__ import annotations

DAYS = {
    "day": 1.0,
    "business day": 1.4,
    "week": 7.0,
    "fortnight": 14.0,
    "month": 30.4,
    "quarter": 91.3,
    "year": 365.25,
}
