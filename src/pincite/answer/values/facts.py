"""Facts that a document states in one place: which of them a question asks for, and the words that state it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from pincite.answer.values.forum import find_forum
from pincite.answer.values.notice_address import choose_addresses, find_notice_addresses
from pincite.domain.profile import DateMention, Party, Profile
from pincite.legal.dated import agreement_date, effective_date
from pincite.legal.sentences import sentence_around
from pincite.legal.wording import stems
from pincite.spans import Span


class Fact(StrEnum):
    """What a document states in one place, and is often asked for."""

    LAW = "governing law"
    FORUM = "courts"
    NOTICES = "address for notices"
    PARTIES = "parties"
    MADE = "date"
    EFFECTIVE = "effective date"


# How often a fact is right where it is found; see `benchmarks/particulars.py`. Courts and addresses were read in 30
# contracts only.
RELIABILITY = {
    Fact.LAW: 0.95,
    Fact.FORUM: 0.85,
    Fact.NOTICES: 0.85,
    Fact.PARTIES: 0.85,
    Fact.MADE: 0.85,
    Fact.EFFECTIVE: 0.85,
}


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact in short, where it can be said in short, and the words that state it."""

    fact: Fact
    value: str
    span: Span


_PATTERNS = (
    (
        Fact.NOTICES,
        re.compile(
            r"\baddress(?:es)?\b[^?,;]{0,40}\bnotices?\b|\bnotices?\s+address(?:es)?\b"
            r"|\bwhere\b[^?,;]{0,40}\b(?:send|sent|serve|give|address|deliver)\w*\b[^?,;]{0,40}\bnotices?\b"
            r"|\b(?:where|what\s+address|which\s+address)\b[^?,;]{0,30}\bnotices?\b[^?,;]{0,60}\b(?:go|sent|send|served?|delivered|"
            r"addressed|given)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Fact.FORUM,
        re.compile(
            r"\b(?:which|what|whose)\s+courts?\b|\bwhere\b[^?,;]{0,40}\b(?:sue|litigate|(?:bring|file)\s+(?:a\s+|any\s+)?(?:claim|suit|action|"
            r"lawsuit|case|proceedings))\b|\b(?:jurisdiction|forum|venue)\s+clause\b|\b(?:what|which|exclusive)\b[^?,;]{0,30}"
            r"\b(?:jurisdiction|venue|forum)\b(?![^?]*\b(?:laws?|govern))|\bwhere\b[^?,;]{0,40}\bdisputes?\b[^?,;]{0,30}\b(?:heard|litigated|brought|"
            r"decided|resolved)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Fact.LAW,
        re.compile(
            r"\bgoverning\s+law|\b(?:choice|proper)\s+(?:of\s+)?law\b|\b(?:which|what|whose)\b[^?,;]{0,60}\blaws?\b"
            r"|\blaws?\b[^?,;]{0,40}\b(?:govern\w*|appl\w+)\b|\bgoverned\s+by\b|\bunder\b[^?,;]{1,40}\blaws?\b",
            re.IGNORECASE,
        ),
    ),
    (
        Fact.PARTIES,
        re.compile(
            r"\bwho\s+(?:are|is|were)\b[^?]{0,40}\b(?:parties|party\s+to|between)\b|\bbetween\s+(?:whom|who|which)\b"
            r"|\b(?:list|name)\s+(?:all\s+)?the\s+parties\b|\b(?:what|which)\b[^?]{0,30}\bparties\s+(?:to|of|in)\b"
            r"|\bwho\s+(?:entered\s+into|made)\b"
            r"|\b(?:what|which)\s+(?:two\s+|three\s+|four\s+)?(?:companies|firms|people)\s+(?:are|were)\s+(?:in|part(?:y|ies))\b",
            re.IGNORECASE,
        ),
    ),
    (
        Fact.EFFECTIVE,
        re.compile(
            r"\beffective\s+date\b|\b(?:when|(?:what|which)\s+(?:date|day))\b[^?]{0,80}\b(?:take[s]?\s+effect|took\s+effect|effective|(?:come|came|comes|go|"
            r"goes|went|enter\w*)\s+into\s+(?:force|effect)|in\s+force\s+from)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Fact.MADE,
        re.compile(
            r"\b(?:when|(?:what|which)\s+(?:is\s+the\s+)?(?:date|day|year)|on\s+(?:what|which)\s+(?:date|day))\b[^?]{0,80}"
            r"\b(?:sign(?:ed)?|made|dated?|entered\s+into|executed|concluded|agreed)\b|\bdate\s+of\s+(?:signature|execution|the)\b"
            r"|\b(?:signature|signing|execution|agreement|contract)\s+date\b|\bhow\s+old\s+is\b",
            re.IGNORECASE,
        ),
    ),
)
# Words that a question for each fact, or for any document, may have without asking for more.
_PLAIN_WORDS = frozenset(
    stem
    for stem in stems(
        "agreement contract deal document lease licence license nda policy deed note act law laws govern governs "
        "governed governing apply applies applicable choice choose chosen parties party between sign signed made make "
        "date dated day year when enter entered into execute executed conclude agreed agree effective take effect come "
        "came force go went "
        "signature execution who what which whose say tell give list name names please us me under proper old company "
        "two three four people companies firm jurisdiction country state select selected control controls main between "
        "court courts sue litigate bring brought file claim suit action lawsuit case proceedings venue forum clause "
        "exclusive dispute disputes hear heard decide decided resolve resolved address addresses notice notices send "
        "sent serve served deliver delivered give given"
    )
)
_COMPANY = re.compile(r"\b(?:inc|llc|ltd|limited|corp|corporation|plc|gmbh|lp|llp)\b", re.IGNORECASE)
_LONGEST_OPENING = 1500
_MOST_PARTIES = 6


def may_ask_fact(question: str) -> bool:
    """Tell whether a question may ask for a fact of the particulars; `asked_fact` tells whether for that alone."""
    return asks_for(question) is not None


def asks_for(question: str) -> Fact | None:
    """The fact that a question asks for, whatever else it asks."""
    return next((fact for fact, pattern in _PATTERNS if pattern.search(question)), None)


def asked_fact(question: str, *, names: str = "") -> Fact | None:
    """The fact that a question asks for, and nothing else besides; `names` are the words that name its document."""
    own = set(stems(question)) - _PLAIN_WORDS - set(stems(names))
    fact = asks_for(question)
    if fact is Fact.NOTICES:
        # Whose address is asked for may be said by a role that the document gives a party.
        return fact
    if fact is Fact.FORUM and any(pattern.search(question) for other, pattern in _PATTERNS if other is Fact.LAW):
        return None
    if fact is Fact.LAW:
        # "Is it under Texas or Delaware law?" asks which.
        own -= {stem for word in re.findall(r"(?<=\s)[A-Z][\w’'-]+", question) for stem in stems(word)}
    return None if own else fact


def find_fact(fact: Fact, profile: Profile, text: str, *, question: str = "") -> StatedFact | None:
    """The fact as a document states it, with the words that do; None where it does not or it is doubtful."""
    match fact:
        case Fact.NOTICES:
            span = choose_addresses(find_notice_addresses(text), text, question=question)
            return StatedFact(fact, "", span) if span else None
        case Fact.FORUM:
            span = find_forum(text)
            return StatedFact(fact, "", span) if span else None
        case Fact.LAW:
            span, law = profile.governing_law_span, profile.governing_law
            return StatedFact(fact, " ".join(law.split()), sentence_around(text, span)) if span and law else None
        case Fact.PARTIES:
            return _parties(profile.parties, text)
        case Fact.EFFECTIVE:
            return _dated(fact, effective_date(profile.dates), text)
        case Fact.MADE:
            return _dated(fact, agreement_date(profile.dates), text)


def _dated(fact: Fact, found: DateMention | None, text: str) -> StatedFact | None:
    if found is None or found.role not in {"signed", "effective", "signature"}:
        return None
    return StatedFact(fact, " ".join(found.span.slice(text).split()), sentence_around(text, found.span))


def _parties(parties: tuple[Party, ...], text: str) -> StatedFact | None:
    """The parties that the opening names together: at least two, each with more than a stray line for a name."""
    if len(parties) < 2:
        return None
    first = min(parties, key=lambda party: party.span.start)
    near = [party for party in parties if party.span.end - first.span.start <= _LONGEST_OPENING]
    if len(near) < 2 or len(near) > _MOST_PARTIES or not all(_is_name(party.name) for party in near):
        return None
    last = max(near, key=lambda party: party.span.end)
    start, end = sentence_around(text, first.span).start, sentence_around(text, last.span).end
    if end - start > _LONGEST_OPENING:
        start, end = first.span.start, last.span.end
    names = list(dict.fromkeys(" ".join(party.name.split()) for party in near))
    return StatedFact(Fact.PARTIES, " and ".join((", ".join(names[:-1]), names[-1])), Span(start, end))


def _is_name(name: str) -> bool:
    return len(name.split()) <= 10 and (name[:1].isupper() or _COMPANY.search(name) is not None)
