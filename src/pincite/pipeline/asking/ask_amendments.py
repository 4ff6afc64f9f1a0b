"""Amendments of the clause that an answer quotes first, quoted after it: what it says may hold no longer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pincite.answer.context import trimmed
from pincite.answer.quotations.see_also import call_documents
from pincite.domain.answer import Answer
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Reading
from pincite.domain.section import Section
from pincite.legal.amending import is_amending
from pincite.legal.document_names import fold_name
from pincite.pipeline.asking.further_quotation import add_quotation, explain_step
from pincite.ports.store import Library
from pincite.spans import Span

# Asked for as it was, a clause is told as it was.
_AS_IT_WAS = re.compile(
    r"\b(?:originally|original|(?:as|when)\s{1,3}(?:first\s{1,3})?signed|before\s[^?]{0,40}\b(?:amend|chang|var)\w*|"
    r"used\s{1,3}to|unamended)\b",
    re.IGNORECASE,
)
_UNIT = r"(?:clause|section|paragraph|article|condition|item)s?"
_CHANGED = (
    r"(?:is|are|be|been|was|were)\s{1,3}(?:(?:hereby|further|entirely|also)\s{1,3}){0,2}"
    r"(?:amended|deleted|modified|removed|replaced|restated|revised|substituted|varied)\b"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_NEXT_LINE = re.compile(r"\s*+[^\n]++")
_HEAD = 2000
_LONGEST = 900
_MOST = 2
# In a larger collection the few amendments of an agreement are not told apart by their heads alone.
_MOST_CARDS = 5000


def bring_amendments(answer: Answer, question: str, index: Library) -> Answer:
    """The answer with the paragraphs of other documents that amend the clause it quotes first, and said to be so."""
    if not answer.found or not answer.citations or answer.entries or len(index.cards) > _MOST_CARDS:
        return answer
    first = answer.citations[0]
    if _AS_IT_WAS.search(question) or is_amending(index.card(first.passage.doc_id)):
        return answer
    numbers = _numbers(index.reading(first.passage.doc_id), first.passage.span)
    longer = answer
    for card in _amendments(index.card(first.passage.doc_id), index) if numbers else ():
        reading = index.reading(card.id)
        beside = replace(first, passage=Passage(card.id, first.passage.span), document=card.path, title=card.title)
        called = call_documents((first, beside))[card.path]
        for section, span in _changes(reading, numbers)[:_MOST]:
            quoted = [one.passage.span for one in longer.citations if one.passage.doc_id == card.id]
            if not any(span.overlaps(other) for other in quoted):
                lead = f"As amended, in {called}: "
                longer = add_quotation(longer, index, span, lead=lead, target=section, beside=beside)
                longer = explain_step(longer, f"{called} amends the clause that is quoted first")
    return _as_it_was(longer) if longer is not answer else answer


def _as_it_was(answer: Answer) -> Answer:
    """The answer without a short answer, which may hold no longer, and with its first quotation said to be older."""
    lead, dropped = "Before its amendment: ", len(answer.text) - len(answer.body)
    # A claim may begin with the short answer that is dropped.
    moved = tuple(
        replace(one, claim=Span(max(one.claim.start - dropped, 0), one.claim.end - dropped).shift(len(lead)))
        for one in answer.citations
    )
    return replace(answer, text=f"{lead}{answer.body}", short="", citations=moved)


def _amendments(card: DocumentCard, index: Library) -> Iterator[DocumentCard]:
    """The documents that amend another: of one of its parties, and with its title at their head."""
    titled = {word.casefold() for word in _WORD.findall(card.title or "")}
    parties = {fold_name(party) for party in card.parties}
    for other in index.cards:
        if other.id == card.id or not is_amending(other):
            continue
        same = not other.parties or bool(parties & {fold_name(party) for party in other.parties})
        head = {word.casefold() for word in _WORD.findall(index.text(other.id)[:_HEAD])}
        if same and titled and 2 * len(titled & head) > len(titled):
            yield other


def _numbers(reading: Reading, quote: Span) -> list[str]:
    """The numbers of the clause that is quoted and of those it lies in: 4.2, 4."""
    outline = reading.outline
    section: Section | None = outline.at(quote.start)
    found = []
    while section is not None:
        number = (section.number or "").rstrip(".")
        if number[:1].isdigit():
            found.append(number)
        section = outline.sections[section.parent] if section.parent is not None else None
    return found


def _changes(reading: Reading, numbers: list[str]) -> list[tuple[Section, Span]]:
    """The paragraphs of an amendment that change one of some clauses."""
    text = reading.doc.text
    found: list[tuple[Section, Span]] = []
    called = "|".join(map(re.escape, numbers))
    within = r"(?:[^\n.;]|\.(?!\s)){0,200}?"
    changing = re.compile(rf"\b{_UNIT}\s{{1,3}}(?:{called})(?![\w(]|\.\d){within}\b{_CHANGED}", re.IGNORECASE)
    for match in changing.finditer(text):
        span = _paragraph(reading, match.start(), match.end())
        if span is not None and not any(span.overlaps(other) for _, other in found):
            found.append((reading.outline.at(span.start), span))
    return found


def _paragraph(reading: Reading, start: int, end: int) -> Span | None:
    """The paragraph that holds some words, with the one that it leads to: “… is replaced by the following:”."""
    text, section = reading.doc.text, reading.outline.at(start)
    first = text.rfind("\n", 0, start) + 1
    if section.number and first <= section.span.start + len(section.number) + 2:
        first = min(first, section.span.start)
    line = text.find("\n", end)
    last = len(text) if line < 0 else line
    if text[:last].rstrip().endswith(":"):
        after = _NEXT_LINE.match(text, last)
        last = after.end() if after else last
    span = trimmed(text, Span(first, last))
    return span if 0 < len(span) <= _LONGEST else None
