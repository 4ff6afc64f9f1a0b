"""Whether a question wants another agreement than the documents of the same parties that the store has.

"Under the 2008 sponsorship agreement" where there is one of 2010 only; "his employment agreement with Dynamo" where
Dynamo has only a lease; "Halden's LLC Agreement", which a document cites and is not. What such a document says of
something else would be a wrong answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from pincite.domain.hit import DocumentCard, part_humps
from pincite.files import readable_stem
from pincite.legal.document_names import fold_name
from pincite.legal.languages import ENGLISH, known_language
from pincite.legal.numerals import WORD_VALUES
from pincite.ports.store import Library, SearchBackend
from pincite.retrieve.naming import is_asking
from pincite.spans import Span

_NOUNS = frozenset(
    """
    agreement agreements contract contracts crada deal deals lease leases licence licences license licenses mortgage nda
    ndas sublease subleases
    """.split()  # noqa: SIM905 - a list to be read
)
_WORD = re.compile(r"\w(?:[\w&.’'-]{0,40}\w)?[’']?|[/&–-]")
_YEAR = r"(?:19|20)\d\d"
_ANY_YEAR = re.compile(rf"(?<!\d){_YEAR}(?!\d)")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
# "of 2015", "dated 1 November 1999", "from March 2019", "signed in 2018"
_DATED = re.compile(
    r"\s{1,3}(?:(?:of|from|dated|made|signed|executed|concluded|entered\s{1,3}into)\s{1,3}){1,2}(?:(?:in|on|as\s{1,3}of)\s{1,3})?"
    rf"(?:the\s{{1,3}})?(?:\d{{1,2}}(?:st|nd|rd|th)?\s{{1,3}})?(?:{_MONTH}\s{{1,3}}(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s{{1,3}})?)?(?P<year>{_YEAR})\b",
    re.IGNORECASE,
)
_PARTY = re.compile(r"\s{1,3}(?:with|between)(?:\s{1,3}(?:and\s{1,3}|&\s{1,3}|the\s{1,3})?[A-Z][\w.’'-]{0,40}){1,8}")
_ORDINAL = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
_ONE_TO_TEN = "one|two|three|four|five|six|seven|eight|nine|ten"
# "the first amendment", "2nd Amendment", "Amendment No. 3", "amendment number two", "Amendment #4"
_NUMBERED = (
    rf"(?:(?P<ordinal>{_ORDINAL}|\d{{1,2}}(?:st|nd|rd|th))\s{{1,3}}amendment|"
    rf"amendment\s{{1,3}}(?:(?:no\.?|number|num\.?)\s{{0,3}}|#)(?P<number>\d{{1,2}}|{_ONE_TO_TEN}))"
)
_AMENDMENT = re.compile(
    rf"\b(?:(?P<before>{_YEAR})\s{{1,3}}amendment|{_NUMBERED}|"
    rf"amendment\s{{1,3}}(?:of|dated|from)\s{{1,3}}(?:\w{{1,10}}\s{{1,3}}){{0,2}}(?P<after>{_YEAR}))\b",
    re.IGNORECASE,
)
_AMENDMENTS = ("amend",)
# What a document of each kind has in its name, and so have its like.
_KINDS = {
    "employment": ("employ", "executive"),
    "consulting": ("consult", "advis"),
    "consultancy": ("consult", "advis"),
    "lease": ("lease", "tenan", "rent", "letting"),
    "sublease": ("sublease", "lease"),
    "licence": ("licen", "franchis", "subscription", "terms", "eula"),
    "loan": ("loan", "credit", "facilit", "lend"),
    "credit": ("loan", "credit", "facilit", "lend"),
    "mortgage": ("mortgag", "loan", "security", "charge"),
    "offtake": ("offtake", "off-take", "purchase", "sale"),
    "llc": ("llc", "limited liability company", "operating"),
    "operating": ("operat", "limited liability company", "llc"),
    "shareholders": ("shareholder", "stockholder", "investor"),
    "stockholders": ("shareholder", "stockholder", "investor"),
    "arrangement": ("arrangement",),
    "merger": ("merg", "acqui", "combination", "arrangement"),
    "purchase": ("purchas", "sale", "acqui", "supply", "suppl"),
    "supply": ("suppl", "purchas", "manufactur", "sale"),
    "offering": ("offer",),
    "distribution": ("distribut", "resell", "dealer", "agency", "channel", "market", "supply"),
    "distributor": ("distribut", "resell", "dealer", "agency", "channel", "market", "supply"),
    "reseller": ("resell", "distribut", "dealer", "agency", "channel", "market"),
    "franchise": ("franchis", "licen"),
    "sponsorship": ("sponsor", "endors", "promot"),
    "endorsement": ("endors", "sponsor", "promot"),
    "nda": ("nda", "disclos", "confiden", "secrec"),
    "confidentiality": ("nda", "disclos", "confiden", "secrec"),
    "escrow": ("escrow",),
    "guarantee": ("guarant",),
    "guaranty": ("guarant",),
    "indemnity": ("indemn",),
    "indemnification": ("indemn",),
    "pledge": ("pledg", "security"),
    "security": ("security", "pledg"),
    "voting": ("voting", "support"),
    "lock-up": ("lock",),
    "settlement": ("settle", "release"),
    "severance": ("severance", "separation", "terminat", "employ"),
    "separation": ("severance", "separation", "terminat", "employ"),
    "hosting": ("host", "web", "site"),
    "crada": ("crada", "cooperative research"),
}
_SPELLINGS = {"license": "licence", "licensing": "licence", "off-take": "offtake", "non-disclosure": "nda"}
# An agreement on these things is no other kind by another name.
_DISTINCT = frozenset(
    "employment lease sublease loan mortgage offtake llc merger nda escrow guarantee guaranty severance crada".split()  # noqa: SIM905
)
# What nobody calls a promise of secrecy.
_NO_SECRECY = frozenset({"service", "services", "master", "supply", "purchase", "distribution", "reseller"})
# Words that are before an agreement's name and none of it.
_STOPS = frozenset(
    """
    a an and any by existing for from her his in its my of on or other our per that the their this to under with your
    """.split()  # noqa: SIM905
)
_LONGEST = 7
# What comes before an agreement whose own terms are asked for, and the head of a question.
_ASKED = re.compile(
    r"(?:\b(?:under|in|per|by|according\s{1,3}to|pursuant\s{1,3}to|of|does|do|did|can|may|must|has|is|was)\s{1,3}"
    r"(?:(?:the|our|my|his|her|its|their|your|this|that)\s{1,3})?(?:existing\s{1,3})?|\A\W{0,3}(?:(?:the|our)\s{1,3})?)\Z",
    re.IGNORECASE,
)
# "The termination of the Loan Agreement", "a default under it": an event that another document may well speak of.
_EVENT = re.compile(
    r"\b(?:breach(?:es)?|breached|cease|completion|default|delivery|effect|end|ending|execution|expiry|expiration|part|"
    r"signing|termination)\s{1,3}(?:of|under|in|to)\s{1,3}(?:\w{1,10}\s{1,3})?\Z",
    re.IGNORECASE,
)
# "What happens to the Orris agreement", "must the Orris agreement be ended first".
_BEFORE_PASSING = re.compile(
    r"\b(?:affects?|after|before|despite|happens?\s{1,3}to|keep|mentions?|mentioned|once|prior\s{1,3}to|replaces?|supersedes?|"
    r"until|when|while)\s{1,3}(?:(?:an|any|his|her|its|our|the|their)\s{1,3})?(?:existing\s{1,3})?\Z",
    re.IGNORECASE,
)
_PASSING = re.compile(
    r"\s{1,3}(?:(?:must|(?:has|have|had)\s{1,3}to|needs\s{1,3}to)\s{1,3})?(?:(?:first|still)\s{1,3})?(?:"
    r"be\s{1,3}(?:first\s{1,3})?(?:cancel|end|replac|supersed|terminat)\w{1,6}\s{1,3}(?:first|before|by|when|once)\b|"
    r"(?:remains?|stays?)\s{1,3}in\s{1,3}(?:effect|force)\b)",
    re.IGNORECASE,
)
# The signatures stand at the end; of a short document, in the last third.
_HEAD, _OPENING, _END = 2000, 3000, 1200
_STARTS = re.compile(
    rf"\b(?:effective|commenc\w{{1,6}}|beginn?\w{{0,5}}|as\s{{1,3}}of)\b[^.;]{{0,40}}?\b({_YEAR})\b", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"[’']s?\Z")
# So many names are looked up, and so many documents of them looked into.
_MOST_NAMES, _MOST_READ = 4, 8


@dataclass(frozen=True, slots=True)
class AskedAgreement:
    """An agreement that a question speaks of: its words, its kind and year (empty where none is said).

    `amendment` is the number of the amendment that is meant, 0 for one that is told by its year alone. One whose terms
    are not `wanted` is spoken of in passing.
    """

    words: str
    kind: str = ""
    year: str = ""
    amendment: int | None = None
    wanted: bool = True

    @property
    def names(self) -> list[str]:
        """The words with a capital that say whose it is."""
        if self.amendment is not None:
            return []
        words = (word for word in _WORD.findall(_DATED.sub("", self.words)) if word[:1].isupper())
        return [word for word in words if word.casefold() not in _NOUNS and _plain(word) not in _KINDS]


def find_agreements(question: str) -> Iterator[AskedAgreement]:
    """The agreements and amendments that a question speaks of."""
    for found in _AMENDMENT.finditer(question):
        wanted = wants_terms(question[: found.start()])
        year = found["before"] or found["after"] or ""
        yield AskedAgreement(found[0], year=year, amendment=_amendment_number(found) or 0, wanted=wanted)
    words = list(_WORD.finditer(question))
    for at, word in enumerate(words):
        following = words[at + 1][0].casefold() if at + 1 < len(words) else ""
        # “License Agreement” ends with its last noun.
        if word[0].casefold() not in _NOUNS or following in _NOUNS:
            continue
        first = _first(words, at)
        kind = _kind([one[0] for one in words[first:at]], word[0].casefold())
        dated = _DATED.match(question, word.end())
        years = [one[0] for one in words[first:at] if _ANY_YEAR.fullmatch(one[0])]
        year = dated["year"] if dated else "".join(years[:1])
        end = dated.end() if dated else word.end()
        party = _PARTY.match(question, end)
        start, end = words[first].start(), party.end() if party else end
        yield AskedAgreement(question[start:end], kind, year, wanted=wants_terms(question[:start]))


def _first(words: Sequence[re.Match[str]], noun: int) -> int:
    """Where the name of an agreement begins: before its noun, with whose it is."""
    at = noun
    while at and noun - at < _LONGEST:
        before = words[at - 1][0]
        joins = before.casefold() in {"and", "of"} and at > 1 and words[at][0][:1].isupper()
        joins = joins and words[at - 2][0][:1].isupper()
        if (before.casefold() in _STOPS and not joins) or is_asking(before):
            break
        at -= 1
    return at


def _kind(modifiers: Sequence[str], noun: str) -> str:
    """The kind that an agreement is said to be of; empty where it is called an agreement and no more."""
    own = _plain(noun.removesuffix("s"))
    if own in _KINDS:
        return own
    near = [_plain(word) for word in modifiers[-2:]]
    return next((word for word in reversed(near) if word in _KINDS or word in _NO_SECRECY), near[-1] if near else "")


def _plain(word: str) -> str:
    bare = _bare(word.casefold())
    return _SPELLINGS.get(bare, bare)


def wants_terms(before: str) -> bool:
    """Tell whether the terms of what follows some words are asked for, and not what another document says of it."""
    return _ASKED.search(before) is not None and _EVENT.search(before) is None


def is_in_passing(question: str, span: Span) -> bool:
    """Tell whether a question asks what becomes of an agreement, and not what its terms are."""
    before, after = question[: span.start], question[span.end :]
    return bool(_EVENT.search(before) or _BEFORE_PASSING.search(before) or _PASSING.match(after))


def find_missing_agreement(
    question: str, doc_ids: Sequence[str], library: Library, backend: SearchBackend, *, loose: bool
) -> AskedAgreement | None:
    """The agreement whose terms a question asks for, if none of the documents that it seems to mean can be that one.

    In a `loose` choice of documents it must be said whose agreement it is.
    """
    cards = [library.card(doc_id) for doc_id in doc_ids]
    missing: AskedAgreement | None = None
    for asked in find_agreements(question) if cards else ():
        possible = [card for card in cards if not is_other(asked, card, partial(library.text, card.id))]
        if any(fits(asked, card) for card in possible):
            return missing if missing and missing.amendment is not None else None
        if possible or not asked.wanted or (loose and not asked.names):
            continue
        if not _is_elsewhere(asked, question, cards, library, backend):
            missing = missing or asked
    return missing


def _is_elsewhere(
    asked: AskedAgreement, question: str, cards: Sequence[DocumentCard], library: Library, backend: SearchBackend
) -> bool:
    """Tell whether another document is called what is asked for, and speaks of those whose agreement it is."""
    own = set(asked.names)
    names = own or {word for word in _WORD.findall(question) if word[:1].isupper() and not is_asking(word)}
    titles = library.names.titles
    called = {at for stem in _stems(asked) for at in titles.containing(fold_name(stem)).tolist()}
    # Of many leases only those that speak of the parties are looked at.
    spoken = [set(backend.mentions([_bare(name)]).doc_ids.tolist()) for name in sorted(names)[:_MOST_NAMES]]
    if not spoken:
        return False
    near = library.names.ids(called) & (set.intersection(*spoken) if own else set.union(*spoken))
    near -= {card.id for card in cards}
    others = [library.card(doc_id) for doc_id in sorted(near)[:_MOST_READ]]
    return any(fits(asked, card) and not is_other(asked, card, partial(library.text, card.id)) for card in others)


def _bare(word: str) -> str:
    return _POSSESSIVE.sub("", word)


def fits(asked: AskedAgreement, card: DocumentCard) -> bool:
    """Tell whether a document is called what a question calls an agreement."""
    return _is_called(_stems(asked), _label(card))


def _stems(asked: AskedAgreement) -> Sequence[str]:
    if asked.amendment is not None:
        return _AMENDMENTS
    return _KINDS.get(asked.kind, (asked.kind,) if asked.kind else ())


def is_other(asked: AskedAgreement, card: DocumentCard, read: Callable[[], str]) -> bool:
    """Tell whether a document cannot be the agreement that a question wants."""
    if asked.amendment is not None:
        return not _is_amendment(asked, card, read())
    return _is_of_other_year(asked.year, card, read) or _is_of_other_kind(asked.kind, card, read)


def _is_amendment(asked: AskedAgreement, card: DocumentCard, text: str) -> bool:
    """Tell whether a document may be an amendment that is asked for, or has it at its head."""
    label, opening = _label(card), f"{card.made or ''} {text[:_OPENING]}"
    amends = _is_called(_AMENDMENTS, f"{label} {card.kind}")
    if not asked.amendment:
        return amends and asked.year in f"{label} {opening}"
    # The second amendment speaks of the first at its head; and one without a number may be the first.
    numbers = _amendment_numbers(label) or _amendment_numbers(opening)[:1]
    return asked.amendment in numbers or (amends and asked.amendment == 1 and not numbers)


def _amendment_numbers(text: str) -> list[int]:
    return [number for found in _AMENDMENT.finditer(text) if (number := _amendment_number(found))]


def _amendment_number(found: re.Match[str]) -> int | None:
    """The number of an amendment that is named: "second", "2nd", "No. 2"."""
    words = (found["ordinal"] or found["number"] or "").casefold()
    return WORD_VALUES.get(words) or (int(digits[0]) if (digits := re.match(r"\d+", words)) else None)


def _is_of_other_year(year: str, card: DocumentCard, read: Callable[[], str]) -> bool:
    own = set(_own_years(card, read())) if year else set()
    return bool(own) and year not in own


def _own_years(card: DocumentCard, text: str) -> Iterator[str]:
    """The years that may be a document's: of its file's name, its first date, its start and its signatures."""
    yield from _ANY_YEAR.findall(f"{_label(card)} {card.made or ''}")
    opening = text[:_OPENING]
    if first := _ANY_YEAR.search(opening):
        yield from _ANY_YEAR.findall(opening[: opening.find("\n", first.end())])
    yield from _STARTS.findall(opening)
    yield from _ANY_YEAR.findall(text[-min(_END, len(text) // 3) :])


def _is_of_other_kind(kind: str, card: DocumentCard, read: Callable[[], str]) -> bool:
    """Tell whether a document is of another kind: called so, and either citing the one asked for or silent on it."""
    secret = card.kind == "nda"
    if secret and kind in _NO_SECRECY:
        return True
    stems = _KINDS.get(kind, ())
    if not stems or _is_called(stems, "nda" if secret else _label(card)):
        return False
    text = read()
    # At its head a document says what it is, whatever its title, in its own language.
    return known_language(card.language) == ENGLISH and (
        kind in _DISTINCT and not _is_called(stems, text[:_HEAD]) or _cites(kind, text)
    )


def _label(card: DocumentCard) -> str:
    return f"{part_humps(readable_stem(card.path))} {card.title or ''}"


def _is_called(stems: Sequence[str], words: str) -> bool:
    starts = "|".join(map(re.escape, stems))
    return bool(stems) and re.search(rf"(?<![^\W_])(?:{starts})", words, re.IGNORECASE) is not None


def _cites(kind: str, text: str) -> bool:
    """Tell whether a text speaks of an agreement of a kind that is not itself: “the Arrangement Agreement”."""
    names = {"licence": "Licen[cs]e", "llc": "LLC", "nda": "NDA"}.get(kind, re.escape(kind.title()))
    other = re.search(
        rf"\b{names}\s{{1,3}}(?:Agreement|Contract)\b|\b(?i:{names})\s{{1,3}}agreement\s{{1,3}}with\b", text
    )
    return other is not None and not re.search(
        rf"\b[Tt]his\s{{1,3}}(?i:{names})\s{{1,3}}(?i:agreement|contract)\b", text
    )
