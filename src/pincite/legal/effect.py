"""A contract that takes effect when it is made or signed: the words that say so, such as “on the date hereof”."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.legal.sentences import sentence_around
from pincite.spans import Span

_DAY = re.compile(
    r"\b(?:(?P<made>(?:day|date)\s{1,4}(?:and\s{1,4}(?:year|date)\s{1,4})?(?:hereof\b|first\b|above\b|(?:set\s{1,4}forth|written|stated|"
    r"noted|mentioned)\s{1,4}above\b|of\s{1,4}this\s{1,4}(?:agreement|contract|amendment|addendum|lease)\b))"
    r"|(?P<signed>(?:upon|on|after)\s{1,4}(?:the\s{1,4}|its\s{1,4}|due\s{1,4}){0,2}(?:execution|signing|signatures?)\b"
    r"|date\s{1,4}of\s{1,4}(?:the\s{1,4}|its\s{1,4})?(?:(?:last|latest|later|final|signed|most\s{1,4}recent)\s{1,4}){0,2}"
    r"(?:signature|signing|execution|acceptance)\b"
    r"|date\s{1,4}(?:last\s{1,4})?(?:(?:set\s{1,4}forth|written|noted|signed|indicated)\s{1,4})?below\b"
    r"|later?(?:st)?\s{1,4}(?:of\s{1,4}the\s{1,4})?dates?\b[^.;]{0,40}\b(?:signatures?|signed|below)\b"
    r"|date\s{1,4}(?:(?:on\s{1,4}which|when|that|it\s{1,4}is)\s{1,4})?[^.;,]{0,60}\b(?:signs?|signed|executes?|executed)\b))",
    re.IGNORECASE,
)
# What takes effect or begins then, in the same sentence.
_TAKES_EFFECT = re.compile(
    r"\b(?:agreement|contract|amendment|addendum|lease|licen[cs]e|term)\b[^.;]{0,90}\b(?:effective|effect|force|commence|commences|"
    r"commencing|begin|begins|beginning)\b[^.;]{0,60}\Z|\b(?:effective|commencement)\s{1,4}date\b[^.;]{0,70}\Z",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"\s{0,4}[(\[]\s{0,4}(?:the\s{1,4})?[\"“„]?(?:the\s{1,4})?(?:effective|commencement)\s{1,4}date", re.IGNORECASE
)
_REACH = 220


@dataclass(frozen=True, slots=True)
class EffectWhenMade:
    """The sentence that says that a contract takes effect when it is made; or, if `signed`, when it has been signed."""

    span: Span
    signed: bool


def find_effect_when_made(text: str) -> EffectWhenMade | None:
    """The first sentence that says so; None where the contract does not."""
    for day in _DAY.finditer(text):
        said = _TAKES_EFFECT.search(text, max(0, day.start() - _REACH), day.start())
        if said or _CALLED.match(text, day.end()):
            return EffectWhenMade(sentence_around(text, Span(*day.span())), day["signed"] is not None)
    return None
