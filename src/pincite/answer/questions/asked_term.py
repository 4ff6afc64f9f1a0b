"""Questions for what a defined term means: "What is the Company Termination Fee?", "How is Territory defined?"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.answer.questions.document_words import is_called
from pincite.domain.section import DefinedTerm, Outline
from pincite.legal.figures import find_figures
from pincite.legal.labelled_values import LabelledValue, find_labelled_values
from pincite.spans import Span

# What stands before and after a term in questions for an amount, and in those for a meaning.
_AMOUNT = (
    *((f"how {size} {verb} ", "") for size in ("much", "big", "large", "high") for verb in ("is", "are", "was")),
    ("how much will ", " be"),
    ("what is the amount of ", ""),
    ("what is the size of ", ""),
    ("amount of ", ""),
    ("", " amount"),
)
_MEANING = (
    *((f"what {does} ", f" {means}") for does in ("does", "do") for means in ("mean", "stand for", "include", "cover")),
    ("what is meant by ", ""),
    ("how is ", " defined"),
    ("how are ", " defined"),
    ("define ", ""),
    ("definition of ", ""),
    ("meaning of ", ""),
    ("what counts as ", ""),
    ("what qualifies as ", ""),
    ("", " definition"),
    ("", " meaning"),
    *((f"{asks} {verb} ", "") for asks in ("what", "who") for verb in ("is", "are")),
)
_BEFORE_TERM = ("the ", "a ", "an ", "term ", "word ", "phrase ", "expression ", "definition of ", "meaning of ")
# Words that lead to the name of a document: "in the lease", "under our licence".
_LEADS = frozenset({"in", "under", "of", "for", "by", "per", "on"})
# A definition that points elsewhere defines nothing here.
_POINTER = re.compile(r"\b(?:has|have)\s{1,9}the\s{1,9}(?:\w{1,20}\s{1,9}){0,2}meanings?\b", re.IGNORECASE)
_STATES = re.compile(
    r"[\"”“’']?\s{1,9}(?:shall\s{1,9}|will\s{1,9})?(?:means?|includes?|refers?\s{1,9}to|has\s{1,9}the\s{1,9}meaning)\b"
)
_LONGEST, _INLINE = 1500, 500
# Words cut short by a page say another thing than the whole.
_WHOLE = re.compile(r"[^a-z].*[.;:!)\"”’]", re.DOTALL)


def asked_terms(question: str, *, names: str = "") -> tuple[tuple[str, ...], bool]:
    """The terms that a question may ask the meaning of, and whether it asks for an amount.

    `names` are the words that name the document: "the Fee under the hire contract" asks for the Fee, and "the fee for
    the late return" for something else than the Fee.
    """
    wordings = _wordings(question.split(), names)
    for forms, amount in ((_AMOUNT, True), (_MEANING, False)):
        found = [
            _fold(_without_article(asked[len(before) : len(asked) - len(after)]))
            for asked in wordings
            for before, after in forms
            if asked.startswith(before) and asked.endswith(after) and len(asked) > len(before) + len(after)
        ]
        if found:
            return tuple(dict.fromkeys(found)), amount
    return (), False


def _wordings(words: Sequence[str], names: str) -> list[str]:
    """A question without "under the lease," before it, whole and without what names the document after it."""
    front = next((at for at, word in enumerate(words) if word.endswith((",", ";"))), None)
    if front is not None and _fronts(words[: front + 1], names):
        words = words[front + 1 :]
    leads = [at for at, word in enumerate(words[:-1]) if word.casefold() in _LEADS]
    ends = [at for at in leads if is_called(" ".join(words[at + 1 :]), names)]
    return [" ".join(words[:end]).strip(" ?.!").casefold() for end in (len(words), *ends)]


def _fronts(words: Sequence[str], names: str) -> bool:
    """Tell whether the words before a comma only say which document is meant."""
    lead, called = words[0].casefold(), " ".join(words[1:])
    return lead == "consider" or (lead in _LEADS and is_called(called, names))


def _without_article(term: str) -> str:
    while before := next((word for word in _BEFORE_TERM if term.startswith(word)), None):
        term = term.removeprefix(before)
    return term


def find_definition(terms: tuple[str, ...], outline: Outline, text: str, *, amount: bool) -> Span | None:
    """The words that define a term; None where they are elsewhere, too long, or state no amount though one is asked."""
    for wanted in terms:
        fitting = [
            term for term in outline.terms if _fold(term.term) in {wanted, f"{wanted}s", wanted.removesuffix("s")}
        ]
        for span in _definitions(fitting, outline, text):
            words = span.slice(text)
            if _POINTER.search(words) or (amount and not _has_amount(words)):
                continue
            return span
    return None


def find_label(terms: tuple[str, ...], text: str, *, amount: bool) -> LabelledValue | None:
    """The one line or row that gives a term as a label its value; of an amount, one that states it."""
    named = [one for one in find_labelled_values(text) if _fold(one.label.slice(text)) in terms]
    # What the cells of a row say depends on the columns.
    found = [one for one in named if "|" not in one.value.slice(text)]
    stated = [one for one in found if not amount or _has_amount(one.value.slice(text))]
    return stated[0] if len(stated) == 1 else None


def _has_amount(words: str) -> bool:
    return bool({figure.unit for figure in find_figures(words)} - {"", "date"})


def _definitions(terms: list[DefinedTerm], outline: Outline, text: str) -> Iterator[Span]:
    """The definition of each term, without those before and after it; of those that say “means” first."""
    stated = [term.span for term in outline.terms if _STATES.match(text, term.span.end)]
    for term in sorted(terms, key=lambda term: term.span not in stated):
        within, means = term.definition, term.span in stated
        if means and any(within.start <= other.start < term.span.start for other in stated):
            within = Span(term.span.start - 1, within.end)
        later = (other.start for other in stated if term.span.end < other.start < within.end)
        end = min((start - 1 for start in later), default=within.end) if means else within.end
        span = Span(within.start, within.start + len(text[within.start : end].rstrip(' \n\t“"„')))
        if len(span) <= (_LONGEST if means else _INLINE) and _WHOLE.fullmatch(span.slice(text)):
            yield span


def _fold(term: str) -> str:
    return " ".join(re.findall(r"\w+", term.casefold()))
