"""Filters: which documents a search may look at, by what is known of them, and where in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from fnmatch import fnmatch, fnmatchcase
from pathlib import PurePath

from pincite.domain.hit import DocumentCard
from pincite.errors import NotFound, SettingsError
from pincite.spans import Span

_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
# So many names are listed where none fits.
_LISTED = 5


# What to say of a condition that no document meets.
Problem = Callable[["Filters", Sequence[DocumentCard]], str]


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions a document must meet, all of them; an empty one asks nothing.

    A date is YYYY-MM-DD, or a month or a year of it. `where` are names and values of metadata, in any case; a value may
    hold * and ?.
    `documents` are ids. `within` are ranges of the one document that is left: only what touches them is searched.
    """

    kind: str | None = None
    party: str | None = None
    since: str | None = None
    until: str | None = None
    file: str | None = None
    where: tuple[tuple[str, str], ...] = ()
    documents: tuple[str, ...] = ()
    within: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        for name in ("since", "until"):
            given = getattr(self, name)
            if given and not _is_date(given):
                raise SettingsError(name, f"is {given!r}: write a date as YYYY-MM-DD, YYYY-MM or YYYY")

    def __bool__(self) -> bool:
        """Tell whether anything is asked."""
        return any((self.kind, self.party, self.since, self.until, self.file, self.where, self.documents))

    def choose(self, cards: Sequence[DocumentCard]) -> list[str]:
        """The ids of the documents that meet them."""
        named = frozenset(self.documents)
        return [card.id for card in cards if (not named or card.id in named) and self._accepts(card)]

    def require(self, cards: Sequence[DocumentCard]) -> None:
        """Refuse conditions that no document meets, and say what there is instead."""
        if not self or not cards or self.choose(cards):
            return
        self._require_alone(Filters(kind=self.kind), cards, _no_kind)
        self._require_alone(Filters(party=self.party), cards, _no_party)
        self._require_alone(Filters(file=self.file), cards, _no_file)
        self._require_alone(Filters(where=self.where), cards, _no_metadata)
        self._require_alone(Filters(since=self.since, until=self.until), cards, _no_date)
        raise NotFound("No document meets all of these filters together.")

    @staticmethod
    def _require_alone(condition: Filters, cards: Sequence[DocumentCard], problem: Problem) -> None:
        if condition and not condition.choose(cards):
            raise NotFound(problem(condition, cards))

    def _accepts(self, card: DocumentCard) -> bool:
        return (
            (not self.kind or card.kind == self.kind)
            and (not self.party or any(self.party.casefold() in party.casefold() for party in card.parties))
            and (not self.file or any(_matches(path, self.file) for path in (card.path, *card.also_at)))
            and all(_has(card, name, value) for name, value in self.where)
            and ((not self.since and not self.until) or any(self._dated(date) for date in card.dates))
        )

    def _dated(self, date: str) -> bool:
        return (not self.since or date >= self.since) and (not self.until or date[: len(self.until)] <= self.until)


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text + "-01-01"[len(text) - 4 :] if len(text) < 10 else text)
    except ValueError:
        return False
    return True


def _no_kind(asked: Filters, cards: Sequence[DocumentCard]) -> str:
    known = ", ".join(sorted({card.kind for card in cards}))
    return f"No document of the store is of the type '{asked.kind}'. Types there: {known}."


def _no_party(asked: Filters, cards: Sequence[DocumentCard]) -> str:
    names = {name.casefold(): name for card in cards for name in card.parties}
    wanted = (asked.party or "").casefold()
    near = get_close_matches(wanted, names, n=_LISTED, cutoff=0.5)
    near += [name for name in names if set(wanted.split()) & set(name.split()) and name not in near]
    listed = "; ".join([names[name] for name in near or sorted(names)][:_LISTED])
    instead = f"{'The nearest' if near else 'Parties there'}: {listed}." if names else "No document names any."
    return f"No document has a party named '{asked.party}'. {instead}"


def _no_file(asked: Filters, cards: Sequence[DocumentCard]) -> str:
    return f"No file of the store matches '{asked.file}'; it holds {len(cards):,}, such as {cards[0].path}."


def _no_date(asked: Filters, cards: Sequence[DocumentCard]) -> str:
    bounds = " ".join(f"{word} {day}" for word, day in (("from", asked.since), ("up to", asked.until)) if day)
    dates = sorted(day for card in cards for day in card.dates)
    instead = f"Dates there: {dates[0]} to {dates[-1]}." if dates else "No document has any."
    return f"No document has a date {bounds}. {instead}"


def _has(card: DocumentCard, name: str, value: str) -> bool:
    found = {key.casefold(): given.casefold() for key, given in card.metadata}
    return name.casefold() in found and fnmatchcase(found[name.casefold()], value.casefold())


def _no_metadata(asked: Filters, cards: Sequence[DocumentCard]) -> str:
    wanted = " and ".join(f"{name}={value}" for name, value in asked.where)
    name = asked.where[0][0].casefold()
    values = sorted({value for card in cards for key, value in card.metadata if key.casefold() == name})
    names = sorted({key for card in cards for key, _ in card.metadata})
    instead = (
        f"Values there: {'; '.join(values[:_LISTED])}." if values else f"Names there: {', '.join(names) or 'none'}."
    )
    return f"No document has {wanted}. {instead}"


def _matches(path: str, pattern: str) -> bool:
    return fnmatch(path, pattern) or fnmatch(PurePath(path).name, pattern)


NO_FILTERS = Filters()
