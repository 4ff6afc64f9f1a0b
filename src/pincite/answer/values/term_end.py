"""The end of a document's own term: the day it states, or the clause on how long it lasts and from when.

"The Tenant may end this Lease on 25 March 2027" is no such day, nor is the one on which a guarantee or an insurance
ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.context import trimmed
from pincite.answer.questions.document_words import DOCUMENT, PROPER_NAME
from pincite.answer.values.comparable_sizes import is_optional, reckoned_end
from pincite.domain.profile import Profile
from pincite.legal.sentences import sentence_around, split_sentences
from pincite.legal.wording import stems
from pincite.spans import Span

# How often the day or the clause found is the one on which the term ends.
RELIABILITY = 0.85
_TERM_OF = r"(?:(?:the |its |my |our )?(?:(?:initial|fixed|lease|contract) )?term(?: of)? )?"
_NAMED = rf"{_TERM_OF}(?:{DOCUMENT}|{PROPER_NAME})"
_END = r" ?(?:[?.!,;]|$)"
_ENDS = r"(?:(?:come to an|come to its|reach its) )?end|expire|run out|finish|lapse|terminate|be (?:over|up)"
_DAY = r"(?:when|(?:on )?(?:what|which) (?:date|day|year))"
_ASKED = re.compile(
    rf"\b{_DAY} (?:do|does|will|is|would) {_NAMED} (?:(?:due|going|set) to )?(?:{_ENDS}|over|up){_END}"
    rf"|\b(?:end|expiry|expiration) date\b(?! (?:of|for) (?!{_NAMED}{_END}))"
    rf"|\buntil (?:when|what date) (?:do|does|will|is) {_NAMED} (?:run|last|continue|go on|in force){_END}",
    re.IGNORECASE,
)
_PLAIN_WORDS = frozenset(
    stems(
        "agreement contract deal document lease licence license nda policy deed tenancy term initial fixed please tell "
        "give me us when what which date day year end expire expiry expiration finish lapse terminate run out over up "
        "due going set until last continue force come reach"
    )
)
# What a document calls itself, as the subject of a clause, or its term: "the licence begins on", "for a term of".
_OWN = (
    r"(?:agreement|contract|lease|tenancy|sublease|underlease|licen[cs]e|franchise|engagement|appointment|employment|"
    r"consultancy|subscription|hire|deed)"
)
_THE = r"(?:(?:this|the|your|our|an?)\s{1,9})?(?:(?:initial|fixed|full|original|contractual|current)\s{1,9}){0,2}"
_SUBJECT = re.compile(
    rf"(?:(?:\A|[.;:,]|\n|\b(?:and|that)\b)\s{{0,9}}(?:\(?\w{{1,3}}(?:\.\w{{1,3}}){{0,3}}[.)]?\s{{1,9}})?[\"“”']?{_THE}|"
    rf"\bfor\s{{1,9}}an?\s{{1,9}}(?:fixed\s{{1,9}})?(?=term))"
    rf"(?:{_OWN}(?:\s{{1,9}}of\b)?|term(?:\s{{1,9}}of\s{{1,9}}{_THE}{_OWN})?)[\"“”']?\s{{0,9}}"
    r"(?:(?<=of\s)|[,(:]|(?:hereby|shall|will|is|begins?|beginning|commenc\w{1,4}|starts?|starting|from|ends?|ending|expires?|"
    r"expiring|terminates?|lapses?|continues?|lasts?|runs?|remains?|takes|means|has|for|to|until|of(?!\s{1,9}(?:the|this|any|an?|his|her|its|their)\b))\b)",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:ends?|ending|expires?|expiring|terminates?|terminating|lapses?|until|continues?|lasts?|runs?|to|through|up\s{1,9}to)\b",
    re.IGNORECASE,
)
# What a clause says that tells in any way how long something goes on.
_GOES_ON = re.compile(
    r"\b(?:ends?|ended|ending|expir\w+|terminat\w+|term|until|continu\w+|lasts?|runs?|period|notice|perpetu\w+|renew\w*)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(r"(?:\A|\n)[^\S\n]{0,9}(?:end|expiry|expiration)\s{1,3}date\s{0,3}[:|–-]?\s{0,9}\Z", re.IGNORECASE)
_LABELLED = 40
# The verb may be the last word of what is read as the subject. A clause that follows has a subject of its own.
_VERB = 12
_BREAKS = re.compile(r"[;.]\s|,\s{1,9}(?:and|but|while)\s{1,9}the\b", re.IGNORECASE)
# The day does not stand for the end by itself.
_UNSURE = re.compile(
    r"\b(?:unless|except\w*|save|subject\s{1,9}to|renew\w*|exten\w+|earlier|later|thereafter|provided)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class TermEnd:
    """The end of a term: the day in short, where it is stated without more, and the words that state it."""

    value: str
    span: Span


def may_ask_end(question: str) -> bool:
    """Whether a question may ask when a document's term ends; `asks_end` tells whether for that alone."""
    return _ASKED.search(" ".join(question.split())) is not None


def asks_end(question: str, *, names: str) -> bool:
    """Whether a question asks when a document's own term ends, and nothing else; `names` are those of the document."""
    return may_ask_end(question) and not set(stems(question)) - _PLAIN_WORDS - set(stems(names))


def find_end(profile: Profile, text: str) -> TermEnd | None:
    """The end of a document's own term; None where it does not state one, or several."""
    stated = [one for one in profile.dates if one.role == "expiry" and is_own_end(text, one.span)]
    if stated:
        sentence = sentence_around(text, stated[0].span)
        plain = not _UNSURE.search(sentence.slice(text))
        value = " ".join(stated[0].span.slice(text).split()) if plain else ""
        return TermEnd(value, sentence) if len({one.iso for one in stated}) == 1 else None
    lasting = [
        sentence
        for sentence in split_sentences(text, Span(0, len(text)))
        if reckoned_end(sentence.slice(text)) and _SUBJECT.search(sentence.slice(text))
    ]
    return TermEnd("", trimmed(text, lasting[0])) if len(lasting) == 1 else None


def tells_no_end(quoted: Sequence[Span], profile: Profile, text: str) -> bool:
    """Whether quoted words say nothing of how long a document lasts, or only when something else ends."""
    ends = [one.span for one in profile.dates if one.role == "expiry" and any(at.contains(one.span) for at in quoted)]
    if ends:
        return not any(is_own_end(text, span) for span in ends)
    return not any(_GOES_ON.search(at.slice(text)) for at in quoted)


def is_own_end(text: str, span: Span) -> bool:
    """Whether a date is the day on which the document itself ends, and not one on which somebody may end it."""
    if _LABEL.search(text, max(0, span.start - _LABELLED), span.start):
        return True
    before = text[sentence_around(text, span).start : span.start]
    last = max((found.end() for found in _SUBJECT.finditer(before)), default=None)
    if last is None or is_optional(text, span):
        return False
    between = before[max(0, last - _VERB) :]
    return _SAYS.search(between) is not None and _BREAKS.search(between) is None
