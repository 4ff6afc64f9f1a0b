"""Questions for what a defined term means: "What is the Company Termination Fee?", "How is Territory defined?"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.domain.section import DefinedTerm, Outline
from pincite.legal.figures import find_figures
from pincite.spans import Span

_X = r"[\"'“”‘’]?(?P<term>[^\"“”?;:]{3,80}?)[\"'“”‘’]?"
_ARTICLE = r"(?:(?:the|an?)\s+)?(?:(?:term|word|phrase|expression|definition\s+of|meaning\s+of)\s+)?(?:the\s+)?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"what\s+(?:do|does)\s+{_ARTICLE}{_X}\s+(?:mean|stand\s+for|refer\s+to|cover|include)",
        rf"(?:what|who)\s+(?:is|are)\s+meant\s+by\s+{_ARTICLE}{_X}",
        rf"how\s+(?:do|does)\s+.{{0,60}}?\s+define\s+{_ARTICLE}{_X}",
        rf"how\s+(?:is|are)\s+{_ARTICLE}{_X}\s+defined(?:\s.*)?",
        rf"(?:define|(?:the\s+)?(?:definition|meaning|amount)\s+of)\s+(?:the\s+)?{_X}",
        rf"{_X}\s+(?:definition|meaning)",
        rf"(?:what|who)\s+(?:is|are)\s+{_ARTICLE}{_X}",
        rf"what\s+(?:counts|qualifies)\s+as\s+{_ARTICLE}{_X}",
    )
)
_AMOUNT = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"how\s+(?:much|big|large|high)\s+(?:is|are|was|will)\s+(?:the\s+)?{_X}(?:\s+be)?",
        rf"what\s+is\s+the\s+(?:amount|size|sum)\s+of\s+(?:the\s+)?{_X}",
        rf"(?:the\s+)?{_X}\s+amount",
    )
)
_FRONT = re.compile(r"^(?:in|under|for|per|according\s+to|consider)\s+[^,;]{3,120}[,;]\s+", re.IGNORECASE)
_BACK = re.compile(
    r"(?<!\s)\s+(?:in|under|of|for|according\s+to|by|as\s+used\s+in)\s+(?:the|our|this|that|its)\s[^?]{2,120}$", re.I
)
# A definition that points elsewhere defines nothing here.
_POINTER = re.compile(
    r"\b(?:has|have)\s+the\s+(?:respective\s+)?meanings?\s+(?:\w+\s+){0,4}?(?:given|set|assigned|ascribed|specified|defined|provided|"
    r"attributed|indicated|in)\b",
    re.IGNORECASE,
)
_STATES = re.compile(r"[\"”“’']?\s+(?:means?|shall\s+mean|has\s+the\s+meaning)\b")
_OPENS = re.compile(r"\W{0,3}")
_LONGEST, _INLINE = 1500, 500
# Words cut short by a page say another thing than the whole.
_WHOLE = re.compile(r"[^a-z].*[.;:!)\"”’]", re.DOTALL)


def asked_terms(question: str) -> tuple[tuple[str, ...], bool]:
    """The terms that a question may ask the meaning of, the longest first, and whether it asks for an amount."""
    asked = _FRONT.sub("", question.strip()).strip(" ?.!")
    wordings = (asked, _BACK.sub("", asked))
    for forms, amount in ((_AMOUNT, True), (_FORMS, False)):
        found = [match["term"] for words in wordings for form in forms if (match := form.fullmatch(words))]
        if found:
            return tuple(dict.fromkeys(_fold(term) for term in found)), amount
    return (), False


def find_definition(terms: tuple[str, ...], outline: Outline, text: str, *, amount: bool) -> Span | None:
    """The words that define a term; None where they are elsewhere, too long, or state no amount though one is asked."""
    for wanted in terms:
        fitting = [
            term for term in outline.terms if _fold(term.term) in {wanted, f"{wanted}s", wanted.removesuffix("s")}
        ]
        for span in _definitions(fitting, outline, text):
            words = span.slice(text)
            if _POINTER.search(words) or (
                amount and not {figure.unit for figure in find_figures(words)} - {"", "date"}
            ):
                continue
            return span
    return None


def _definitions(terms: list[DefinedTerm], outline: Outline, text: str) -> Iterator[Span]:
    """The definition of each term: of those that open a sentence first, and without the one that comes after."""
    opening = [term for term in terms if _OPENS.fullmatch(text, term.definition.start, term.span.start)]
    for term in (*opening, *(term for term in terms if term not in opening)):
        later = (
            other.span.start
            for other in outline.terms
            if term in opening
            and term.span.end < other.span.start < term.definition.end
            and _STATES.match(text, other.span.end)
        )
        end = min((start - 1 for start in later), default=term.definition.end)
        span = Span(
            term.definition.start, term.definition.start + len(text[term.definition.start : end].rstrip(' \n\t“"„'))
        )
        if len(span) <= (_LONGEST if term in opening else _INLINE) and _WHOLE.fullmatch(span.slice(text)):
            yield span


def _fold(term: str) -> str:
    return " ".join(re.findall(r"\w+", term.casefold()))
