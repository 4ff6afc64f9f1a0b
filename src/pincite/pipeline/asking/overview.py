"""A summary in a document's own words: a line for each thing that matters in its kind, each with its pinpoint."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.answer.questions.overview import Topic, asks_only, topics_of, wants_overview
from pincite.answer.short_names import short_names
from pincite.answer.values.facts import Fact, find_fact
from pincite.domain.answer import NOT_FOUND, Answer, Citation, NoteKind
from pincite.domain.document import Box, Document, Passage
from pincite.domain.hit import DocumentCard, Ranking, Step
from pincite.domain.reading import Reading
from pincite.domain.section import Section, SectionKind
from pincite.legal.page_furniture import shown_words, trim_furniture
from pincite.legal.quotations import put_in_marks
from pincite.legal.sentences import split_sentences
from pincite.pipeline.asking.each import ask_each
from pincite.pipeline.searchable_store import SearchableStore
from pincite.spans import Span

# The confidence that a topic needs if no heading of the document mentions it.
_SURE = 0.45
_FEW_HEADINGS = 4
_FEW_LINES = 3
_HEADING_WORDS = 10
# Shorter text is a heading or a sentence fragment.
_SHORTEST = 60
_WINDOWS = 3
_MOST_SECTIONS = 12
_MOST_NAMED = 8
_LONGEST = 320
_FACT = 0.9
_APART = frozenset({SectionKind.CONTENTS, SectionKind.TEXT, SectionKind.SIGNATURES, SectionKind.PREAMBLE})


@dataclass(frozen=True, slots=True)
class _SummaryLine:
    """A line of a summary: what it is about, the words, and how sure it is."""

    label: str
    span: Span
    score: float


class Overview:
    """Summarises one document of a store."""

    def __init__(self, store: SearchableStore) -> None:
        self._store = store

    def answer(self, question: str, card: DocumentCard, *, name: str, why: str) -> Answer | None:
        """Return the summary that a question asks for; None if it asks for something else or nothing is found.

        `name` are the words of the question that name the document, `why` says how it was found.
        """
        names = f"{card.path} {card.title or ''} {' '.join(card.parties)} {card.kind} {name}"
        if not wants_overview(question) or not asks_only(question, names=names, kind=card.kind):
            return None
        began = time.perf_counter()
        reading = self._store.library.reading(card.id)
        topics = topics_of(card.kind)
        # A document without headings is summarised clause by clause.
        bare = sum(section.heading is not None for section in reading.outline.sections) < _FEW_HEADINGS
        lines = list(_contents(reading) if topics is None or bare else self._covered(card, reading, topics))
        if not lines:
            return None
        seconds = {"overview": time.perf_counter() - began}
        note = f"{why}; {len(lines)} lines, by " + (
            "its contents" if topics is None or bare else f"what matters in a {card.kind}"
        )
        return self._compose(question, card, lines, step=Step("overview", note), seconds=seconds)

    def ambiguous(self, question: str, cards: Sequence[DocumentCard]) -> Answer:
        """Answer a request for a summary that may mean several documents."""
        called = short_names((card.path, card.title) for card in cards)
        names = ", ".join(called[card.path] for card in cards[:_MOST_NAMED])
        more = f" and {len(cards) - _MOST_NAMED} more" if len(cards) > _MOST_NAMED else ""
        note = f"{len(cards)} documents may be meant: {names}{more}. Name one of them."
        steps = (Step("overview", note),)
        return Answer(
            question,
            NOT_FOUND,
            found=False,
            confidence=0.0,
            ranking=Ranking(question, (), steps),
            note=note,
            note_kind=NoteKind.WHICH_DOCUMENT,
        )

    def _covered(self, card: DocumentCard, reading: Reading, topics: Sequence[Topic]) -> Iterator[_SummaryLine]:
        text = reading.doc.text
        taken: list[Span] = []
        facts = {"Parties": Fact.PARTIES, "Date": Fact.MADE, "Governing law": Fact.LAW}
        for label in ("Parties", "Date"):
            if (found := find_fact(facts[label], reading.profile, text)) and not _overlaps(found.span, taken):
                taken.append(found.span)
                yield _SummaryLine(label, shortened(text, found.span), _FACT)
        for topic in topics:
            fact = find_fact(facts[topic.label], reading.profile, text) if topic.label in facts else None
            line = (
                _SummaryLine(topic.label, shortened(text, fact.span), _FACT)
                if fact
                else self._find(card, reading, topic)
            )
            if line is not None and not _overlaps(line.span, taken):
                taken.append(line.span)
                yield line

    def _find(self, card: DocumentCard, reading: Reading, topic: Topic) -> _SummaryLine | None:
        """Find the words for a topic by its question, else by the section whose heading mentions it."""
        text = reading.doc.text
        headed = _section_about(reading, topic)
        result = next(ask_each(self._store, topic.question, [card], windows=_WINDOWS))
        best = result.best.span if result.best is not None else None
        if best is not None and headed is not None and headed.span.overlaps(best):
            return _SummaryLine(topic.label, shortened(text, best), max(result.confidence, _SURE))
        if headed is not None and (opening := _opening(reading.doc, headed)):
            return _SummaryLine(topic.label, opening, _SURE)
        return (
            _SummaryLine(topic.label, shortened(text, best), result.confidence)
            if best and result.confidence >= _SURE
            else None
        )

    def _compose(
        self, question: str, card: DocumentCard, lines: Sequence[_SummaryLine], *, step: Step, seconds: dict[str, float]
    ) -> Answer:
        text, citations = f"{card.title or card.path}:", []
        doc = self._store.library.reading(card.id).doc
        for number, line in enumerate(lines, start=1):
            said = f"\n- {line.label}: {put_in_marks(shown_words(line.span, doc))} [{number}]"
            passage = Passage(card.id, line.span)
            place = self._store.library.place(passage)
            citations.append(
                Citation(
                    number=number,
                    passage=passage,
                    quote=line.span.slice(doc.text),
                    document=card.path,
                    claim=Span(len(text) + 1, len(text) + len(said)),
                    title=card.title,
                    section=place.section,
                    page=place.page,
                    boxes=self._boxes(passage) if place.page else (),
                    score=line.score,
                )
            )
            text += said
        return Answer(
            question,
            text,
            found=True,
            confidence=sum(line.score for line in lines) / len(lines),
            citations=tuple(citations),
            answerer="overview",
            seconds=seconds,
            ranking=Ranking(question, (), (step,), seconds),
        )

    def _boxes(self, passage: Passage) -> tuple[Box, ...]:
        return self._store.library.reading(passage.doc_id).doc.boxes(passage.span)


def shortened(text: str, span: Span) -> Span:
    """Shorten a span to its first sentences, up to the length of a summary line."""
    end = span.start
    for sentence in split_sentences(text, span):
        if end - span.start >= _SHORTEST and sentence.end - span.start > _LONGEST:
            break
        end = sentence.end
    words = text[span.start : end or span.end]
    return Span(span.start, span.start + len(words.rstrip()))


def _contents(reading: Reading) -> list[_SummaryLine]:
    """The main sections of a document, each with how it opens."""
    all_of_them = [section for section in reading.outline.sections[1:] if section.kind not in _APART]
    sections = [section for section in all_of_them if section.heading]
    sections = sections if len(sections) >= _FEW_HEADINGS else all_of_them
    lines: list[_SummaryLine] = []
    for deepest in sorted({section.level for section in sections}):
        shown = [section for section in sections if section.level <= deepest]
        holding = {section.parent for section in shown}
        lines = [line for section in shown if section.id not in holding and (line := _line_of(section, reading.doc))]
        if len(lines) >= _FEW_LINES:
            break
    return _spread(lines)


def _line_of(section: Section, doc: Document) -> _SummaryLine | None:
    opening = _opening(doc, section)
    return (
        _SummaryLine(" ".join((section.heading or section.number or "").split()), opening, _FACT) if opening else None
    )


def _spread(lines: list[_SummaryLine]) -> list[_SummaryLine]:
    """A limited number of lines, from all over the document."""
    if len(lines) <= _MOST_SECTIONS:
        return lines
    return [lines[i * len(lines) // _MOST_SECTIONS] for i in range(_MOST_SECTIONS)]


def _opening(doc: Document, section: Section) -> Span | None:
    """How the words of a section begin, its heading aside."""
    text = doc.text
    start = section.head.end if section.head else section.span.start
    body = text[start : section.span.end]
    skipped = len(body) - len(body.lstrip(" \t\r\n.:–-"))
    if skipped >= len(body):
        return None
    return trim_furniture(shortened(text, Span(start + skipped, section.span.end)), doc)


def _section_about(reading: Reading, topic: Topic) -> Section | None:
    """The first section whose heading speaks of a topic."""
    return next(
        (
            section
            for section in reading.outline.sections[1:]
            if section.kind not in _APART and _short(section.heading) and topic.heading.search(section.heading or "")
        ),
        None,
    )


def _short(heading: str | None) -> bool:
    """Tell whether a heading is a real heading and not the first line of a clause."""
    return heading is not None and len(heading.split()) <= _HEADING_WORDS


def _overlaps(span: Span, taken: Sequence[Span]) -> bool:
    return any(span.overlaps(other) for other in taken)
