"""Places whose laws are compared: one name for each, and the countries that are made of several of them."""

from __future__ import annotations

import re

from pincite.legal.places import is_known_place, is_state, plain_place, short_place

UNITED_STATES = "united states"
# A country with the places in it that have a law of their own.
_PARTS = {
    "united kingdom": {"england", "wales", "scotland", "northern ireland"},
    "canada": {
        "alberta", "british columbia", "manitoba", "new brunswick", "newfoundland", "nova scotia", "ontario", "quebec",
        "prince edward island", "saskatchewan",
    },
    "australia": {
        "new south wales", "victoria", "queensland", "tasmania", "south australia", "western australia",
        "northern territory", "australian capital territory",
    },
    "united arab emirates": {"abu dhabi", "dubai", "sharjah"},
}  # fmt: skip
_REALMS = frozenset(_PARTS).union(*_PARTS.values())
_ALIASES = {
    **dict.fromkeys(("uk", "u.k.", "u.k", "great britain", "britain"), "united kingdom"),
    **dict.fromkeys(("us", "usa", "u.s.", "u.s", "u.s.a.", "u.s.a", "america"), UNITED_STATES),
    **{"united states of america": UNITED_STATES, "uae": "united arab emirates", "holland": "netherlands"},
    **{"ny": "new york", "nsw": "new south wales"},
}
_ENDING = re.compile(r"\s{1,3}(?:state|province|territory|special\s{1,3}administrative\s{1,3}region|s\.?a\.?r\.?)$")
_JOINED = re.compile(r"\s{0,3}(?:,|&|/|\band\b|\bor\b)\s{0,3}(?:of\s{1,3})?", re.IGNORECASE)


def find_realms(words: str) -> frozenset[str]:
    """The places that a jurisdiction's name holds, each by one name without capitals: "England & Wales" are two."""
    return frozenset(filter(None, map(_one_name, _JOINED.split(words.strip()))))


def is_realm(name: str) -> bool:
    """Tell whether a name, as `find_realms` gives it, is that of a place that is known here."""
    return name in _REALMS or is_known_place(name)


def holds(larger: str, smaller: str) -> bool:
    """Tell whether a place is a part of another: England of the United Kingdom, Texas of the United States."""
    return smaller in _PARTS.get(larger, ()) or (
        larger == UNITED_STATES and smaller != UNITED_STATES and is_state(smaller)
    )


def _one_name(place: str) -> str:
    lowered = " ".join(place.casefold().split()).removeprefix("the ")
    # "The Province of British Columbia" is not named after the British.
    for own in (lowered, plain_place(place).casefold()):
        if own in _REALMS:
            return own
    bare = _ENDING.sub("", short_place(_ALIASES.get(lowered, place)))
    return _ALIASES.get(bare, bare)
