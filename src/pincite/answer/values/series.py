"""Series: rows that are told apart by a number or a letter alone, such as "P1" to "P4", "Zone 3" or "Grade C".

Their rows are alike in all but that one sign, so what is said of one is nothing said of another, and a question for a
member that a series does not have is answered by none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pincite.legal.numerals import WORD_VALUES
from pincite.legal.wording import STOPWORDS

_SIGN = r"\d{1,3}|[A-Z]|[IVX]{2,4}"
# "P1", "SEV-2"; "Zone 3", "Delivery zone 3 – islands"; and "C" below the name "Grade".
_GLUED = re.compile(r"(?P<kind>[A-Za-z]{1,4})-?(?P<sign>\d{1,3})(?=\s{0,3}(?:\Z|[-–—:(,.;]))")
_SPACED = re.compile(
    rf"(?:[^\W\d_]{{1,20}}\s{{1,3}}){{0,2}}(?P<kind>[^\W\d_]{{2,20}})\s{{1,3}}(?P<sign>{_SIGN})(?=\s{{0,3}}(?:\Z|[-–—:(,.;]))"
)
_BARE = re.compile(rf"(?P<sign>{_SIGN})")
_LAST_WORD = re.compile(r"[^\W\d_]{2,20}(?=[^\w]*\Z)")
# What a label says after its sign where it is for more members: "Grade 3 (and higher)", "Zone 4 – 6".
_MORE = re.compile(
    r"\b(?:to|over|above|below|under|up|more|less|plus|others?|all|any|rest|elsewhere|remaining|outside|each|every|from|"
    r"onwards?|thereafter|subsequent|following|later|higher|lower|upwards?|beyond|after)\b|[+&]|[-–—,/]\s{0,3}\d|\band\s{1,3}\d",
    re.IGNORECASE,
)
# What clauses say of members that a table has no row for: "after year 2 the rent rises", "in each later year".
_FURTHER = r"(?:after|beyond|from|following|subsequent|later|further|additional|remaining|onwards?|thereafter|upwards?)"
# "Up to 5" and "May 5" are a bound and a day, and no members of a series.
_NO_KIND = STOPWORDS | frozenset(
    """
    over up than least most between above below about only age ages january february march april june july august
    september october november december jan feb mar apr jun jul aug sep sept oct nov dec
    """.split()  # noqa: SIM905 - a list to be read
)
_FEWEST = 2
_SPOKEN = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"

_RANGE = re.compile(r"\bto\b|[-–]", re.IGNORECASE)
_LISTED = re.compile(rf"\d{{1,3}}|\b(?:{_SPOKEN}|[ivx]{{2,4}}|[a-z])\b", re.IGNORECASE)
# A word and one sign or several, wherever a word begins: "for a P5 fault", "zones 1 and 2".
_ONE_SIGN = rf"(?:\d{{1,3}}(?![\d.,]*\d)|(?:{_SPOKEN}|[ivx]{{2,4}}|[a-z])\b)"
_MENTION = re.compile(
    rf"\b(?=(?P<whole>(?P<kind>[^\W\d_]{{1,20}}+)(?:\s{{0,3}}[-#]?\s{{0,3}}|\s{{1,3}}(?:number|no\.?)\s{{1,3}})"
    rf"(?P<signs>{_ONE_SIGN}(?:\s{{0,3}}(?:,|and|or|to|&|-|–)\s{{0,3}}{_ONE_SIGN}){{0,9}})))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Series:
    """Members by their signs, each as its label has it, and the words that go before a sign: "p" and "priority".

    A series is `open` where a label speaks of more members than one, or is none of them.
    """

    kinds: frozenset[str]
    members: dict[str, str]
    open: bool

    def named(self, words: str) -> dict[str, str]:
        """The signs that words name, each as they name it: "zone 6" and "zones 1 and 2"."""
        found: dict[str, str] = {}
        called = _called(self.kinds)
        for match in _MENTION.finditer(words):
            if match["kind"].casefold() not in called:
                continue
            signs = [] if _RANGE.search(match["signs"]) else _LISTED.findall(match["signs"])
            for sign in signs:
                if self._may_be(sign, match, words):
                    shown = match["whole"] if len(signs) == 1 else f"{match['kind']} {sign}"
                    found[_key(sign)] = " ".join(shown.split())
        return found

    def goes_on(self, text: str) -> bool:
        """Whether a text speaks of members beyond some: "after year 2", "year 3 onwards", "each later year"."""
        kinds = "|".join(re.escape(kind) for kind in sorted(_called(self.kinds)))
        beyond = rf"\b{_FURTHER}\s{{1,3}}(?:[^\W\d_]{{1,12}}\s{{1,3}}){{0,2}}(?:{kinds})(?:\b|(?=\d))"
        onwards = rf"\b(?:{kinds})(?:\s{{0,3}}-?\s{{0,3}}{_ONE_SIGN})?,?\s{{1,3}}(?:(?:and|or)\s{{1,3}})?{_FURTHER}\b"
        return re.search(f"{beyond}|{onwards}", text, re.IGNORECASE) is not None

    def _may_be(self, sign: str, match: re.Match[str], words: str) -> bool:
        """Tell whether a sign is one as the members have: a letter or a number, and no article."""
        lettered = next(iter(self.members)).isalpha()
        if _key(sign).isalpha() is not lettered:
            return False
        if sign not in ("a", "i"):
            return True
        return not words[match.end("whole") :].strip(" ?.!")


def may_name_member(words: str) -> bool:
    """Tell whether words may name a member of any series at all."""
    return _MENTION.search(words) is not None


def find_series(labels: Sequence[str], *, column: str = "") -> list[Series]:
    """The series among the labels of a column, or among the names of columns."""
    return list(_find_series(tuple(labels), column))


@lru_cache(maxsize=64)
def _find_series(labels: tuple[str, ...], column: str) -> tuple[Series, ...]:
    name = _LAST_WORD.search(column)
    if name is not None and name[0].casefold() in _NO_KIND:
        name = None
    groups: dict[str, dict[str, str]] = {}
    # Kinds whose members are told apart by more than their signs: "Zone 1, by air" and "Zone 1, by sea".
    mixed: set[str] = set()
    more = False
    for label in labels:
        read = _GLUED.match(label) or _SPACED.match(label)
        if read is not None and (kind := read["kind"].casefold()) not in _NO_KIND:
            shown = label
            more = more or _MORE.search(label, read.end("sign")) is not None
        elif name is not None and (read := _BARE.fullmatch(label)) is not None:
            kind = name[0].casefold()
            shown = f"{kind} {label}"
        else:
            more = True
            continue
        if groups.setdefault(kind, {}).setdefault(_key(read["sign"]), shown) != shown:
            mixed.add(kind)
    called = {name[0].casefold()} if name else set()
    whole = [
        (kind, members)
        for kind, members in groups.items()
        if len(members) >= _FEWEST and _is_one(members) and kind not in mixed
    ]
    return tuple(
        Series(frozenset({kind} | (called if len(whole) == 1 else set())), members, more) for kind, members in whole
    )


def is_series(labels: Sequence[str]) -> bool:
    """Tell whether labels are the signs of a series and nothing else."""
    signs = [bool(_BARE.fullmatch(label) or _GLUED.fullmatch(label)) for label in labels]
    return len(signs) > _FEWEST and all(signs) and len(set(labels)) == len(labels)


def _called(kinds: Iterable[str]) -> set[str]:
    """The words for one member or several: "priority" and "priorities"."""
    ones = {kind.removesuffix("s") for kind in kinds}
    return ones | {f"{one}s" for one in ones} | {f"{one[:-1]}ies" for one in ones if one.endswith("y")}


def _key(sign: str) -> str:
    told = sign.casefold()
    return str(WORD_VALUES[told]) if told in WORD_VALUES else told.lstrip("0") or "0"


def _is_one(members: dict[str, str]) -> bool:
    """Tell whether the signs of members are all letters, or all numbers."""
    return len({sign.isalpha() for sign in members}) == 1
