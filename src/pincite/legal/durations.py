"""Units of time, and durations in days, so that those in different units can be compared."""

from __future__ import annotations

TIME_UNITS = ("minute", "hour", "day", "night", "week", "fortnight", "month", "quarter", "year")
DAYS = {
    "day": 1.0,
    "business day": 1.4,
    "night": 1.0,
    "week": 7.0,
    "fortnight": 14.0,
    "month": 30.4,
    "quarter": 91.3,
    "year": 365.25,
}
