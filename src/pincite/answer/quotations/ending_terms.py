"""The terms on which an agreement is to be ended: at once, on so much notice, without a cause."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.legal.figures import Figure, find_figures, is_stated_in, normal_numbers
from pincite.legal.sentences import split_sentences
from pincite.spans import Span

_AT_ONCE = (
    r"(?:at\s+once|immediate(?:ly)?|forthwith|instantly|straight\s?away|there\s+and\s+then|on\s+the\s+spot|summarily|"
    r"without\s+(?:any\s+|prior\s+|further\s+)?(?:notice|warning))\b"
)
ENDING = (
    r"(?:terminat\w*|end(?:s|ed)?|cancel\w*|determin\w+|drop\w*|quit\w*|exit\w*|withdraw\w*|leave|walk|revok\w+|dismiss\w*|"
    r"giv(?:e|en)\s+(?:it\s+)?up|bring\b[^.;]{0,60}\bto\s+an\s+end|stop\s+(?:acting|using))"
)
_ENDS = re.compile(rf"\b{ENDING}\b", re.IGNORECASE)
_ASKS_AT_ONCE = re.compile(rf"\b{ENDING}\b[^?]{{0,60}}?\b{_AT_ONCE}", re.IGNORECASE)
_SAYS_AT_ONCE = re.compile(rf"\b{_AT_ONCE}", re.IGNORECASE)
_NOTICE = re.compile(r"[’']?\s+(?:(?:prior|advance|written)\s+){0,2}(?:notice|warning)\b", re.IGNORECASE)
# "A suspension does not end it", "has no right to end it early": nothing is ended so.
_NOT = re.compile(r"\b(?:not|never|cannot|no\s+(?:right|party|one)|neither|nobody)\b[^.;,]{0,40}$", re.IGNORECASE)
# The last one who may do something, before what is done.
_MAY = re.compile(
    r"\b(?:may|can|could|shall|will|must|is\s+(?:free|entitled|able)|has\s+(?:the|a)\s+right)\b"
    r"(?!.{0,200}\b(?:may|can|could|shall|will|must)\b)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class EndingTerms:
    """How fast an agreement is to be ended, at once or on so much notice, and who must not be the one to end it."""

    at_once: bool = False
    notice: Figure | None = None
    barred: tuple[str, ...] = ()

    def met_by(self, sentence: str) -> bool:
        """Tell whether a sentence lets somebody end an agreement on these terms."""
        before = (sentence[: found.start()] for found in _ENDS.finditer(sentence))
        ends = [words for words in before if not _NOT.search(words) and not self._is_barred(words)]
        if not ends or (self.at_once and not _SAYS_AT_ONCE.search(sentence)):
            return False
        return self.notice is None or is_stated_in(self.notice, _notices(sentence))

    def _is_barred(self, before: str) -> bool:
        """Tell whether one who is not asked about acts, in the words before what is done: "the Tenant may"."""
        acts = _MAY.search(before)
        who = f" {before[: acts.start()]}".casefold().split() if acts else []
        return any(who[-len(words) :] == words for called in self.barred if (words := called.casefold().split()))


def read_ending_terms(question: str) -> EndingTerms | None:
    """The terms on which a question asks whether an agreement can be ended; None where it names none."""
    at_once = _ASKS_AT_ONCE.search(question) is not None
    ends = _ENDS.search(question)
    notices = _notices(question) if ends and not at_once else []
    return EndingTerms(at_once, notices[0] if notices else None) if at_once or notices else None


def sentences_of(words: str) -> list[str]:
    """The sentences of a clause."""
    return [span.slice(words) for span in split_sentences(words, Span(0, len(words)))]


def _notices(words: str) -> list[Figure]:
    """The lengths of notice that some words state: "30 days' notice", "three months' written notice"."""
    text = normal_numbers(words)
    return [one for one in find_figures(words) if one.unit and _NOTICE.match(text, one.end)]
