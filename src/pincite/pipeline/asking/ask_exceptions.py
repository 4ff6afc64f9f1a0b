"""Exceptions to the clause that an answer quotes first, quoted after it.

Two kinds are found: a clause that says of the quoted one, by its number, that it does not apply, and the sub-clause
right after it that begins with an exception ("Consent is not required for …").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.answer.context import trimmed
from pincite.answer.quotations.exceptions import setting_aside
from pincite.answer.quotations.see_also import SEE_ALSO
from pincite.domain.answer import Answer
from pincite.domain.reading import Reading
from pincite.domain.section import Outline, Section, SectionKind
from pincite.legal.sentences import sentence_around
from pincite.legal.wording import stems
from pincite.pipeline.asking.further_quotation import add_quotation, explain_step
from pincite.ports.store import Library
from pincite.spans import Span

_MOST = 2
_LONGEST = 900
# How a sub-clause begins that excepts something from the one before it, with the words for what.
_BEGINS = re.compile(
    r"\W{0,10}(?:however,?\s+|but\s+)?(?:"
    r"(?P<thing>(?:[\w’'-]{1,40}\s{1,3}){1,6}?)(?:is|are|shall|will)\s+not\s+(?:be\s+)?(?:required|needed|necessary|payable|due|charged)|"
    r"no\s+(?P<none>(?:[\w’'-]{1,40}\s{1,3}){1,4}?)(?:is|are|shall\s+be|will\s+be)\s+(?:required|needed|necessary|payable|due|charged|made)|"
    r"(?P<this>this|the\s+(?:above|foregoing)|nothing\s+in\s+this)\s+(?:[\w’'-]{1,40}\s{1,3}){1,3}?"
    r"(?:(?:does|do|shall|will)\s+not\s+(?:apply|prevent|prohibit|restrict)|prevents|prohibits|restricts)|"
    # The other case: "If you cancel later, …".
    r"otherwise|in\s+(?:any|all)\s+other\s+cases?|if\s+(?:[\w’'-]{1,40}\s{1,3}){1,4}?(?:later|earlier|sooner|otherwise))\b",
    re.IGNORECASE,
)
# A reference to one of these is to all that it holds, and seldom to the clause quoted.
_WIDE = frozenset(
    {
        *(SectionKind.DOCUMENT, SectionKind.BOOK, SectionKind.TITLE, SectionKind.PART, SectionKind.CHAPTER),
        *(SectionKind.SCHEDULE, SectionKind.EXHIBIT, SectionKind.GROUP),
    }
)


def bring_exceptions(answer: Answer, index: Library) -> Answer:
    """The answer with up to two short clauses that except something from the one it quotes first."""
    if not answer.found or not answer.citations:
        return answer
    first = answer.citations[0]
    reading = index.reading(first.passage.doc_id)
    quoted = [one.passage.span for one in answer.citations if one.number == first.number]
    if any(one.passage.doc_id != first.passage.doc_id for one in answer.citations):
        return answer
    shown = [one.passage.span for one in answer.citations]
    added = 0
    for section, span in _exceptions(Span(quoted[0].start, quoted[-1].end), reading):
        if added == _MOST or any(span.overlaps(other) for other in shown):
            continue
        lead = "" if f" {SEE_ALSO}" in answer.text else SEE_ALSO
        answer = add_quotation(answer, index, span, lead=lead, target=section)
        answer = explain_step(answer, f"{answer.citations[-1].section} is an exception to the first quotation")
        shown.append(span)
        added += 1
    return answer


def _exceptions(quote: Span, reading: Reading) -> Iterator[tuple[Section, Span]]:
    """The clauses that except something from the quoted one, the one right after it first."""
    outline, text = reading.outline, reading.doc.text
    own = [one for one in outline.sections if one.number and one.span.overlaps(quote) and one.kind not in _WIDE]
    if not own:
        return
    if (after := _next(own, outline, quote)) and _begins_exception(after, own, quote, reading):
        yield after, trimmed(text, after.span)
    # "Notwithstanding clause 2" is said of clause 2, and leaves most of its sub-clauses untouched.
    ids = {one.id for one in own if quote.contains(one.span) or one is own[-1] or _is_paragraphed(one, own)}
    for reference, section in setting_aside(outline, text):
        if reference.target in ids and not quote.contains(reference.span) and not section.span.contains(quote):
            whole = section.span if len(section.span) <= _LONGEST else sentence_around(text, reference.span)
            if len(whole) <= _LONGEST:
                yield section, trimmed(text, whole)


def _is_paragraphed(section: Section, own: list[Section]) -> bool:
    """Tell whether what is quoted is a paragraph such as (a) of a section."""
    return all((one.number or "").startswith("(") for one in own if one.id > section.id)


def _next(own: list[Section], outline: Outline, quote: Span) -> Section | None:
    """The numbered section right after the last whole one that is quoted, under the same heading."""
    last = next((one for one in own if one.span.end >= quote.end and one.span.start >= quote.start), None)
    if last is None or last.parent is None:
        return None
    kin = [one for one in outline.children(outline.sections[last.parent]) if one.number]
    return next((one for one in kin if one.span.start >= last.span.end), None)


def _begins_exception(section: Section, own: list[Section], quote: Span, reading: Reading) -> bool:
    """Tell whether a section begins with an exception to what is quoted: to what it asks for, or to all of it."""
    if len(section.span) > _LONGEST:
        return False
    text = reading.doc.text
    start = section.span.start + len(section.number or "")
    found = _BEGINS.match(text, start, section.span.end)
    if found is None:
        return False
    named = [one for one in reading.outline.references if found.start() <= one.span.start < found.end()]
    if any(one.target not in {section.id for section in own} for one in named if one.target is not None):
        return False
    thing = found["thing"] or found["none"]
    return not thing or bool(set(stems(thing)) & set(stems(quote.slice(text))))
