"""With whom an agreement is said to be made: “Larkspur's lease with the City of Wrenfield”.

A document of one of the two is not that agreement if it was made with somebody else, though it may speak of both.
"""

from __future__ import annotations

import re
from functools import partial

from pincite.domain.hit import DocumentCard
from pincite.legal.document_names import COMPANY_ENDS, fold_name
from pincite.spans import Span

_NOUN = (
    r"(?:[Aa]greement|[Cc]ontract|[Dd]eal|[Ff]ranchise|[Ll]ease|[Ll]icen[cs]e|NDA|nda|[Ss]ponsorship|[Ss]ublease|"
    r"[Ss]ubcontract|[Tt]enancy)"
)
_CAPITAL = r"[A-Z][\w&.’'-]{0,40}"
# “the City of Wrenfield”, “Wren & Gull Ltd”, “GLS LLC”
_NAME = rf"(?:the\s{{1,3}})?{_CAPITAL}(?:\s{{1,3}}(?:(?:of|&)\s{{1,3}}(?:the\s{{1,3}})?)?{_CAPITAL}){{0,6}}"
_WITH = re.compile(rf"\b{_NOUN}\s{{1,3}}with\s{{1,3}}(?P<other>{_NAME})")
_BETWEEN = re.compile(rf"\b{_NOUN}\s{{1,3}}between\s{{1,3}}(?P<one>{_NAME})\s{{1,3}}and\s{{1,3}}(?P<other>{_NAME})")
# “What does Ada Gullane get under her Wrenfield contract?”: the one who acts is said to have it.
_ACTING = re.compile(
    rf"\b(?:[Cc]an|[Cc]ould|[Dd]id|[Dd]oes|[Dd]o|[Mm]ay|[Mm]ust|[Ss]hall|[Ss]hould|[Ww]ill|[Ww]ould)\s{{1,3}}(?P<other>{_NAME})"
    r"\s{1,3}[a-z][^?!.;:,]{0,60}\s(?:her|his|its|their)\s{1,3}\Z"
)
# Whose it is, before the noun: a name, and not “a”, “its” or nobody.
_OWNED = re.compile(rf"{_CAPITAL}(?:\s{{1,3}}[a-z][\w-]{{1,20}}){{0,3}}\s{{1,3}}\Z")
_OF = re.compile(r"\s{1,3}of\s{1,3}(?:the\s{1,3})?")
# The parties stand at the head of a document, and sign at its end.
_HEAD, _END = 3000, 2000  # but of a short one, no more than the last third
_FIRST = re.compile(r"\n[^\S\n]{0,9}(?:(?:section|clause|article)\s{1,3})?(?:1|I|one)\b[.):]?[^\S\n]", re.IGNORECASE)
# A list in the last annex names nobody who signs.
_SIGNS = re.compile(
    r"\b(?:by|name|title|date|sign(?:ed|ature|atory)|witness\w{0,3}|executed|authori[sz]ed|director|president|for\s{1,3}and\s{1,3}on\s{1,3}behalf)\b|/s/|_{4}",
    re.IGNORECASE,
)
_PARTIES = re.compile(r"\b(?:among|between|parties|party)\b", re.IGNORECASE)
# One that a document names so often has a part in it, whatever its name at the head.
_OFTEN = 5
_SHORTEST = 3  # letters of a short form: “Shaq”
_GENERAL = COMPANY_ENDS | frozenset(
    """
    a agent an another any applicant bank bidder borough bureau business buyer certain city client commission
    committee company consultant contractor corporation council counterparty county customer dealer department
    director discloser disclosing district distributor each employee employer entity firm franchisee franchisor
    government guarantor host ii iii individual insurer landlord lender lessee lessor licensee licensor manager
    manufacturer member ministry mr mrs ms of office one organisation organization other owner parent participant
    partner party person potential prospective provider publisher purchaser receiving recipient republic reseller
    school second seller service services some sponsor state subcontractor supplier tenant the third town trustee
    undersigned university user vendor village
    """.split()  # noqa: SIM905
)


def counterparties(question: str, thing: Span) -> tuple[str, ...]:
    """With whom a question says that an agreement, named at a place, was made; none if it names only one side."""
    if (between := _BETWEEN.search(question, thing.start)) and between.start() <= thing.end:
        return between["one"], between["other"]
    if acting := _ACTING.search(question[: thing.start]):
        return (acting["other"],)
    found = _WITH.search(question, thing.start)
    # “Larkspur's franchise agreement with …”: the name may have ended at the word before.
    near = found and (found.start() <= thing.end or not question[thing.end : found.start()].strip())
    return (found["other"],) if found and near and _OWNED.search(question[: found.start()]) else ()


def is_counterparty(name: str, card: DocumentCard, text: str) -> bool:
    """Tell whether a document may be one with somebody: it names them at its head or end, or often.

    Roles and short forms are believed: “the Bank”, “GE Capital”, “Shaq”.
    """
    words = _telling(name)
    if not words:
        return True
    end = text[-min(_END, len(text) // 3) :]
    signed = end if len(text) < 3 * _END or _SIGNS.search(end) else ""
    ends = f"{card.path} {card.title or ''} {' '.join(card.parties)} {_head(text)} {signed}"
    return any(map(partial(_stands, ends=ends, folded=fold_name(ends), text=text), words))


def _head(text: str) -> str:
    """What stands above the first clause; more where the parties do not stand there, but below a table of contents."""
    head = text[:_HEAD]
    first = _FIRST.search(head)
    return head[: first.start()] if first and _PARTIES.search(head, 0, first.start()) else head


def _telling(name: str) -> list[str]:
    """The words of a name that tell one from another: of “the City of Wrenfield”, what follows “of”."""
    last = _OF.split(name)[-1]
    words = [word.strip(".'’") for word in last.split()]
    telling = [word.removesuffix("'s").removesuffix("’s") for word in words if not _is_general(word)]
    # After “the”, a word alone may be any defined term: “the Territory Agent”.
    return [] if name.startswith("the ") and last == name else [word for word in telling if word[:1].isupper()]


def _is_general(word: str) -> bool:
    """Tell whether a word says what somebody is, and not who, in the singular or the plural."""
    spelt = word.casefold()
    return not _GENERAL.isdisjoint((spelt, spelt.removesuffix("s"), re.sub(r"ies$", "y", spelt)))


def _stands(word: str, *, ends: str, folded: str, text: str) -> bool:
    plain = fold_name(word)
    if plain in folded or len(plain) < _SHORTEST and not word.isupper():
        return True
    if word.isupper() and re.search(r"\W+(?:of\W+|and\W+)?".join(rf"\b{letter}\w*" for letter in word), ends):
        return True
    return len(re.findall(rf"\b{re.escape(word)}", text)) >= _OFTEN
