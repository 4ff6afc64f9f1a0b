"""Facts that a document states in one place: which of them a question asks for, and the words that state it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from pincite.answer.questions.document_words import DOCUMENT, PROPER_NAME
from pincite.answer.values.forum import find_forum
from pincite.answer.values.notice_address import choose_addresses, find_notice_addresses
from pincite.domain.profile import DateMention, Party, Profile
from pincite.legal.dated import agreement_date, sole_effective_date
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


_NAMED = rf"(?:{DOCUMENT}|{PROPER_NAME})"
_END = r" ?(?:[?.!,;]|$)"
_WHEN = r"\b(?:when|(?:on )?(?:what|which) (?:date|day|year))"
_MADE = r"signed|made|dated|entered into|executed|concluded|agreed"
_MAKE = r"sign|make|date|enter into|execute|conclude|agree"
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
            r"\bwho (?:are|is|were)\b[^?]{0,40}\b(?:parties|party to|between)\b|\bbetween (?:whom|who|which)\b"
            r"|\b(?:list|name) (?:all )?the parties\b"
            r"|\b(?:what|which)(?: (?:are|were))?(?: the)?(?: names of (?:all )?the)?"
            r"(?: (?:two|three|four|contracting|other))? parties (?:to|of|in)\b"
            rf"|\bwho (?:entered into|made) {DOCUMENT}{_END}"
            r"|\b(?:what|which) (?:two |three |four )?(?:companies|firms|people) (?:are|were) (?:in|part(?:y|ies))\b",
            re.IGNORECASE,
        ),
    ),
    (
        Fact.EFFECTIVE,
        re.compile(
            rf"\beffective date\b(?! (?:of|for) (?!{_NAMED}{_END}))"
            rf"|{_WHEN} (?:do|does|did|is|was|were|are|will|has|have) {_NAMED} (?:be |been |become )?"
            r"(?:takes? effect|taken effect|effective|(?:come|came|comes|go|goes|gone|went|enter|enters|entered) into "
            r"(?:force|effect)|in (?:force|effect))\b",
            re.IGNORECASE,
        ),
    ),
    (
        Fact.MADE,
        re.compile(
            rf"{_WHEN} (?:is|was|were|are|has|had|have|did) {_NAMED} (?:(?:been|get|actually|originally|first) ){{0,2}}"
            rf"(?:{_MADE})\b"
            rf"|{_WHEN} did [^?,;]{{2,80}}? (?:(?:{_MAKE}) (?:to |on )?{_NAMED}|sign){_END}"
            rf"|\bdate (?:of|on) (?:(?:its )?(?:signature|signing|execution)\b|{_NAMED}{_END})"
            r"|\b(?:signature|signing|execution|agreement|contract) date\b"
            rf"|\bhow old (?:is|are) {_NAMED}{_END}"
            rf"|\bwhat (?:date|day) (?:is|does) {_NAMED}(?: bear\b|{_END})",
            re.IGNORECASE,
        ),
    ),
)
# What a law is said to apply to; a question for the law of anything but the document asks for more.
_APPLIED = re.compile(
    rf"\b(?:govern|governs|apply|applies|controls?) (?:(?:to|in|under) )?+"
    rf"(?!{_END}|and\b|{_NAMED}\b|(?:the |any )?disputes?\b|here\b)",
    re.IGNORECASE,
)
# "Is it under Texas or Delaware law?", "by the law of Texas?" ask which.
_PLACE = r"\b[A-Z][\w’'-]{1,30}(?: (?:(?:and|of|the) ){0,2}[A-Z][\w’'-]{1,30}){0,4}"
_PLACES = re.compile(
    rf"(?:{_PLACE} or )?{_PLACE}(?= [Ll]aws?\b)|(?<=\bby )(?:the )?(?:laws? of )?(?:the )?{_PLACE}(?: or {_PLACE})?"
    rf"|(?<=[ ,])(?:the )?{_PLACE} or (?:the )?{_PLACE}"
)
# Words that a question for any fact may have without asking for more: what it calls a document, and how it asks.
_ANY_FACT = (
    "agreement contract deal document lease licence license nda policy deed note act say tell give list name names "
    "please us me under who what which whose when how main"
)
_PLAIN_WORDS = {
    fact: frozenset(stems(f"{_ANY_FACT} {words}"))
    for fact, words in {
        Fact.LAW: "law laws govern governs governed governing apply applies applicable choice choose chosen proper "
        "select selected control controls jurisdiction country state parties agree agreed clause dispute disputes",
        Fact.FORUM: "court courts sue litigate bring brought file claim suit action lawsuit case proceedings venue "
        "forum jurisdiction clause exclusive dispute disputes hear heard decide decided resolve resolved country state "
        "apply parties party agree agreed",
        Fact.NOTICES: "",
        Fact.PARTIES: "parties party between two three four people company companies firm enter entered into made "
        "contracting case suit action lawsuit proceedings",
        Fact.EFFECTIVE: "effective date day year take took effect come came go went enter force law legally begin",
        Fact.MADE: "date dated day year sign signed signing signature made make enter entered into execute executed "
        "execution conclude concluded agree agreed old parties party bear get",
    }.items()
}
_COMPANY = re.compile(r"\b(?:inc|llc|ltd|limited|corp|corporation|plc|gmbh|lp|llp)\b", re.IGNORECASE)
_LONGEST_OPENING = 1500
_MOST_PARTIES = 6


def may_ask_fact(question: str) -> bool:
    """Tell whether a question may ask for a fact of the particulars; `asked_fact` tells whether for that alone."""
    return asks_for(question) is not None


def asks_for(question: str) -> Fact | None:
    """The fact that a question asks for, whatever else it asks."""
    question = " ".join(question.split())
    return next((fact for fact, pattern in _PATTERNS if pattern.search(question)), None)


def asked_fact(question: str, *, names: str = "") -> Fact | None:
    """The fact that a question asks for, and nothing else besides; `names` are the words that name its document."""
    fact = asks_for(question)
    if fact is None or fact is Fact.NOTICES:
        # Whose address is asked for may be said by a role that the document gives a party.
        return fact
    if fact is Fact.FORUM and any(pattern.search(question) for other, pattern in _PATTERNS if other is Fact.LAW):
        return None
    asked = question
    if fact is Fact.LAW:
        asked = _PLACES.sub(" ", " ".join(question.split()))
        if _APPLIED.search(asked):
            return None
    return None if set(stems(asked)) - _PLAIN_WORDS[fact] - set(stems(names)) else fact


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
            return _dated(fact, sole_effective_date(profile.dates, text), text)
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
