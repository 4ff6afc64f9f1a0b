"""Court rules and guides among documents: which Part, practice direction or guide each document is, by its name."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from pincite.domain.hit import DocumentCard
from pincite.files import readable_stem
from pincite.legal.citations.guides import find_guides

# A Part or practice direction, as a title or a file's name gives it: “PART 31 - DISCLOSURE”, “Practice Direction 31 B”,
# and in Welsh “Cyfarwyddyd Ymarfer 31B”, which is another document than the English one of that number.
_INSTRUMENT = re.compile(
    r"\s*(?:(?:cpr|civil procedure rules)\W+)?"
    r"(?P<kind>part|practice[\s_-]+direction|pd|rhan|cyfarwyddyd[\s_-]+ymarfer)[\s_-]*"
    r"(?P<number>\d{1,3}(?:[\s_]?[A-Z]{1,2}(?![A-Za-z]))?)"
    r"(?![^\W_]|\.|[\s_]+(?:of|to)\b)",
    re.IGNORECASE,
)

# A file named for another work is not the Part whose heading stands first in it.
_OTHER_WORK = re.compile(
    r"\b(?:act|bye-?laws|code|handbook|manual|order|policy|regulations|rules|scheme)\b", re.IGNORECASE
)
_NUMBERS = re.compile(r"\d{1,4}")

# "Part 12 and its practice directions": a Part with all that supplements it.
_WITH_DIRECTIONS = re.compile(r"\s{1,9}(?:and|with)\s{1,9}its\s{1,9}practice\s{1,9}directions?\b", re.IGNORECASE)

# Where a document says what it is: below the name of its collection, a date, a court.
_HEAD_LINES = 6

_KINDS = {"part": "part", "rhan": "rhan", "cyfa": "cyfarwyddyd"}
_PART_OF = {"rhan": "rhan", "cyfarwyddyd": "rhan"}

# A Part or practice direction: its kind, and its number.
Instrument = tuple[str, str]


def find_instruments(cards: Sequence[DocumentCard]) -> dict[str, frozenset[Instrument]]:
    """The Part or practice direction that each document is, by its file's name and by its title, which may differ."""
    found = {card.id: _instruments_of(readable_stem(card.path), card.title or "") for card in cards}
    return {doc_id: instruments for doc_id, instruments in found.items() if instruments}


def _instruments_of(stem: str, title: str) -> frozenset[Instrument]:
    named, titled = _INSTRUMENT.match(stem), _INSTRUMENT.match(title)
    if titled and not named and _OTHER_WORK.search(re.sub(r"[_-]", " ", stem)):
        numbers = {number.lstrip("0") for number in _NUMBERS.findall(stem)}
        if _NUMBERS.findall(titled["number"])[0].lstrip("0") not in numbers:
            titled = None
    return frozenset(_read(match) for match in (named, titled) if match)


def end_of_directions(text: str, end: int) -> int | None:
    """Where "its practice directions" ends that follows a Part in a text; None where the Part stands alone."""
    found = _WITH_DIRECTIONS.match(text, end)
    return found.end() if found else None


def family_of(instrument: Instrument) -> Instrument:
    """The Part that a Part or practice direction belongs to: Part 12 for Practice Direction 12B."""
    return _PART_OF.get(instrument[0], "part"), instrument[1].rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def called_family(doc_id: str, instruments: Mapping[str, Collection[Instrument]]) -> str:
    """What a document's Part and its practice directions are called together; empty where it has no relative."""
    own = {family_of(instrument) for instrument in instruments.get(doc_id, ())}
    if len(own) != 1:
        return ""
    part = own.pop()
    related = [id for id, names in instruments.items() if part in map(family_of, names)]
    return f"Part {part[1]} and its practice directions" if len(related) > 1 else ""


def opens_as(beginning: str, instrument: Instrument) -> bool:
    """Tell whether one of the first lines of a document says that it is a Part or practice direction."""
    lines = [line for line in beginning.split("\n") if line.strip()][:_HEAD_LINES]
    return any(_read(match) == instrument for line in lines if (match := _INSTRUMENT.match(line.strip(" \t#*_"))))


def _read(match: re.Match[str]) -> Instrument:
    kind = _KINDS.get(match["kind"].casefold()[:4], "direction")
    return kind, re.sub(r"[\s_]", "", match["number"]).upper().lstrip("0") or "0"


def guide_documents(cards: Sequence[DocumentCard]) -> dict[str, tuple[str, ...]]:
    """The documents that are the guide of a court, by the guide's name as citations write it."""
    found: dict[str, list[str]] = {}
    for card in cards:
        if "guide" in (card.title or "").casefold():
            for guide in dict.fromkeys(name for name, _ in find_guides(card.title or "")):
                found.setdefault(guide, []).append(card.id)
    return {guide: tuple(doc_ids) for guide, doc_ids in found.items()}
