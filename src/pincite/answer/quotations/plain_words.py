"""Plain words: an answer shows what it quotes of Markdown without the marks; its citations keep them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.domain.answer import Answer, Citation
from pincite.legal.markdown_words import as_read
from pincite.legal.quotations import within_marks
from pincite.spans import Span


@dataclass(frozen=True, slots=True)
class _Edit:
    span: Span
    words: str

    @property
    def growth(self) -> int:
        return len(self.words) - len(self.span)


def with_plain_words(answer: Answer) -> Answer:
    """An answer as people read it: text, short answer and entries of a list without the marks of Markdown."""
    entries = tuple(replace(one, words=as_read(one.words, one.document)) for one in answer.entries)
    short = as_read(answer.short, answer.citations[0].document) if answer.citations else answer.short
    edits = [edit for edit in _edits(answer, short) if edit.words != edit.span.slice(answer.text)]
    text = answer.text
    for edit in reversed(edits):
        text = f"{text[: edit.span.start]}{edit.words}{text[edit.span.end :]}"
    citations = tuple(replace(one, claim=_moved(one.claim, edits)) for one in answer.citations)
    return replace(answer, text=text, short=short, citations=citations, entries=entries)


def _edits(answer: Answer, short: str) -> Iterator[_Edit]:
    """What takes the place of which part of the text, in order."""
    start = len(answer.short)
    if short != answer.short:
        yield _Edit(Span(0, start), short)
    for claim in sorted({citation.claim for citation in answer.citations}):
        own = [citation for citation in answer.citations if citation.claim == claim]
        quoted = _quotation(answer.text, Span(max(claim.start, start), claim.end)) if claim.end > start else None
        if quoted is not None:
            yield _Edit(quoted, _plain(quoted.slice(answer.text), own))
            start = quoted.end


def _quotation(text: str, claim: Span) -> Span | None:
    """The words that a claim quotes; quotation marks within them are the document's own."""
    start, end = text.find("“", claim.start, claim.end) + 1, text.rfind("”", claim.start, claim.end)
    return Span(start, end) if 0 < start <= end else None


def _plain(words: str, citations: Sequence[Citation]) -> str:
    """The words of a quotation, which stand on one line, as people read them."""
    whole = [citation for citation in citations if _printed(citation.quote) in words]
    for citation in whole:
        words = words.replace(_printed(citation.quote), _printed(as_read(citation.quote, citation.document)))
    # Words that were cut are those of no citation.
    return words if whole else as_read(words, citations[0].document)


def _moved(claim: Span, edits: Sequence[_Edit]) -> Span:
    before = sum(edit.growth for edit in edits if edit.span.end <= claim.start)
    within = sum(edit.growth for edit in edits if edit.span.start >= claim.start and edit.span.end <= claim.end)
    return Span(claim.start + before, claim.end + before + within)


def _printed(words: str) -> str:
    return within_marks(" ".join(words.split()))
