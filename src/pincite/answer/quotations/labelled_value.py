"""The labelled value that a question asks for: "Rent: £875 a month" in the particulars says how much, no clause does.

The highlighter marks sentences, and a line of a front sheet is none. So where a question asks for a value, the labelled
values of the document that could be it are read one by one.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from pincite.answer.questions.asked_value import AskedValue, asked_value
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.answer.quotations.label_candidates import AskedFor, ValueCandidate, find_candidates
from pincite.answer.quotations.named_row import BestWords, find_named_cells
from pincite.answer.quotations.span_source import source_at
from pincite.answer.quotations.table_grid import read_grids, row_at
from pincite.answer.values.asked_label import ASKING_WORDS
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.reading import Reading
from pincite.legal.durations import TIME_UNITS
from pincite.legal.labelled_values import LabelledValue, find_labelled_values
from pincite.legal.wording import stems
from pincite.ports import Verifier
from pincite.spans import Span

# A labelled value answers from these log odds on, if it leads the next by so much and stands no further behind the best
# words.
_ANSWERS, _LEAD, _BEHIND = 0.25, 1.0, 1.0
# One whose label the best words use as a term says what they leave open, from these log odds on.
_COMPLETES = -1.5
# One without any word of the question needs more; one whose label names what is asked for answers whatever its odds.
_UNSHARED = 3.0
# At most so many are read, of so many documents.
_READ, _DOCUMENTS = 16, 3
# So many rows of a table may be meant together.
_MOST = 3
# What a word of the question is worth, beside log odds, that only one of the rows of a table has.
_ROW_WORD = 2.0
# Values that a sheet states in a line of their own.
_MEASURED = frozenset(
    {AskedValue.TIME, AskedValue.DATE, AskedValue.DURATION, AskedValue.NOTICE}
    | {AskedValue.AMOUNT, AskedValue.PERCENTAGE, AskedValue.COUNT}
)
# Words are a sheet where so much of them is lines with labels. One of its lines with a word of the question answers
# from these log odds on, any other where it needs more, and so do those that come so near to it, if they are a few. Of
# the questions of `benchmarks/sheet_lines.jsonl` 0.87 read so of the line that answers and 0.13 of one that does not;
# where no word is shared 0.40 and 0.03.
_SHEET = 0.6
_LINE, _LINES_NEAR, _LINES = 1.0, 2.0, 40
# Just below or above the best words, and above what else follows them.
_SECOND = 0.9995
_YES_OR_NO = re.compile(r"\W*(?:is|are|was|were|do|does|did|can|may|must|has|have|will)\b", re.IGNORECASE)
_BEGINNING = 4
_WORD = re.compile(r"[^\W_]+")
_COUNTED_UNIT = re.compile(
    rf"\b(?:\d{{1,4}}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|few|couple\s{{1,3}}of|several)\s{{1,3}}(?:{'|'.join(TIME_UNITS)})s\b",
    re.IGNORECASE,
)


def with_labelled_value(context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None) -> AnswerContext:
    """Make a labelled value the best evidence where it is what the question asks for, or let it follow the best words.

    It follows them where they use its label as a term: "the Tenant pays the Rent on each Rent Payment Date".
    """
    for n, (doc_id, (score, source, span)) in enumerate(_best_by_document(context).items()):
        least = _odds_of_best(context, verifier) if n and verifier else -math.inf
        held = next(one for one in context.sources if one.passage == source.passage and one.evidence)
        spot = _BestSpot(held, span, score, library.reading(doc_id), least)
        context = _of_document(context, spot, verifier)
    return context


def _best_by_document(context: AnswerContext) -> dict[str, tuple[float, NumberedSource, Span]]:
    """The best evidence of each of the first few documents, best first."""
    spots = ((score, source, span) for source in context.sources for span, score in source.evidence)
    found: dict[str, tuple[float, NumberedSource, Span]] = {}
    for spot in sorted(spots, key=lambda spot: -spot[0]):
        found.setdefault(spot[1].passage.doc_id, spot)
    return dict(islice(found.items(), _DOCUMENTS))


def _odds_of_best(context: AnswerContext, verifier: Verifier) -> float:
    """The log odds of the best evidence: what another document says comes before it only if it answers better."""
    if context.best_evidence is None:
        return -math.inf
    _, source, span = context.best_evidence
    verdicts = verifier.verify([(context.question, source.read_as or source.words(span))])
    return verdicts[0].log_odds if verdicts else -math.inf


@dataclass(frozen=True, slots=True)
class _BestSpot:
    """The best words of a document; a value of it comes first from the `least` log odds on."""

    source: NumberedSource
    span: Span
    score: float
    reading: Reading
    least: float


def _of_document(context: AnswerContext, spot: _BestSpot, verifier: Verifier | None) -> AnswerContext:
    """The context with a row that the question names, or a labelled value, of one document beside its best words."""
    text = spot.reading.doc.text
    pieces = whole_clause(text, spot.span, spot.reading.outline)
    quoted = Span(pieces[0].start, pieces[-1].end)
    best = BestWords(spot.source, spot.span, quoted)
    if cells := find_named_cells(context, best, spot.reading, verifier):
        values = [(cell.row.span, cell.sentence) for cell in cells]
        chance = _chance(context, spot, [sentence for _, sentence in values], verifier)
        return _with_values(context, spot.source, spot.reading, values, chance=chance, instead_of=cells[0].grid.span)
    if verifier is None:
        return context
    sheet = _sheet_lines(spot.reading, quoted)
    if lines := _lines_that_answer(context, sheet, text, verifier):
        chance = min(1.0, spot.score / _SECOND) if lines[0][0] >= spot.least else _SECOND * spot.score
        values = [(one.span, one.sentence(text)) for _, one in lines]
        return _with_values(context, spot.source, spot.reading, values, chance=chance, instead_of=quoted)
    if asked_value(context.question) is None and not _YES_OR_NO.match(context.question):
        return context
    return _with_labelled(context, spot, quoted, verifier, sheet=bool(sheet))


def _sheet_lines(reading: Reading, quoted: Span) -> list[LabelledValue]:
    """The lines of a sheet that the best words are; none where they are anything else, or a table."""
    text, grids = reading.doc.text, read_grids(reading.doc)
    own = [
        one
        for one in find_labelled_values(text)
        if quoted.contains(one.span) and "|" not in one.span.slice(text) and row_at(grids, one.span) is None
    ]
    size = sum(len("".join(one.span.slice(text).split())) for one in own)
    sheet = len(own) > 1 and size >= _SHEET * len("".join(quoted.slice(text).split()))
    return own if sheet else []


def _lines_that_answer(
    context: AnswerContext, lines: Sequence[LabelledValue], text: str, verifier: Verifier
) -> list[tuple[float, LabelledValue]]:
    """The lines of a sheet that answer a question, the surest first, with their log odds; none where many do."""
    read = lines[:_LINES]
    sentences = [one.sentence(text) for one in read]
    verdicts = verifier.verify([(context.question, sentence) for sentence in sentences]) if read else []
    asked = set(stems(context.question)) - ASKING_WORDS - _measured(context.question)
    least = [_LINE if _shared(asked, sentence) else _UNSHARED for sentence in sentences]
    found = [
        (verdict.log_odds, one)
        for verdict, one, enough in zip(verdicts, read, least, strict=False)
        if verdict.log_odds >= enough
    ]
    best = max((odds for odds, _ in found), default=0.0)
    near = sorted((pair for pair in found if pair[0] >= best - _LINES_NEAR), key=lambda pair: -pair[0])
    return near if len(near) <= _MOST else []


def _chance(context: AnswerContext, spot: _BestSpot, sentences: Sequence[str], verifier: Verifier | None) -> float:
    """The chance of rows that the question names: they come first, unless another document answers better."""
    if verifier is not None and spot.least > -math.inf:
        verdicts = verifier.verify([(context.question, sentence) for sentence in sentences])
        if verdicts and max(verdict.log_odds for verdict in verdicts) < spot.least:
            return _SECOND * spot.score
    return min(1.0, spot.score / _SECOND)


def _with_labelled(
    context: AnswerContext, spot: _BestSpot, quoted: Span, verifier: Verifier, *, sheet: bool
) -> AnswerContext:
    """The context with a labelled value of one document before or after the best words of that document."""
    asked, reading, source = asked_value(context.question), spot.reading, spot.source
    text = reading.doc.text
    known = " ".join(filter(None, (source.title, source.document, *source.parties)))
    fitting = _weighed(context.question, find_candidates(reading, quoted, AskedFor(context.question, asked, known)))
    words = [spot.span.slice(text), quoted.slice(text), *(one.sentence for one in fitting)]
    odds = (
        [verdict.log_odds for verdict in verifier.verify([(context.question, one) for one in words])] if fitting else []
    )
    if not odds:
        return _without(context, source, spot.span) if sheet and asked in _MEASURED else context
    foreign = _foreign_words(context.question, text)
    # Words that only another document has say that its values are meant.
    others = " ".join(one.text for one in context.sources if one.passage.doc_id != source.passage.doc_id)
    if foreign - _foreign_words(context.question, others):
        fitting, odds = _named_alone(fitting, odds)
    read = sorted(zip(odds[2:], fitting, strict=True), key=lambda pair: -(pair[0] + pair[1].shared))
    if chosen := _answering(read, max(odds[:2]), foreign=bool(foreign)):
        first = max(own for own, one in read if one in chosen) >= spot.least
        chance = min(1.0, spot.score / _SECOND) if first else _SECOND * spot.score
        named = all(value.named for value in chosen)
        return _with_values(context, source, reading, _as_read(chosen), chance=chance, named=named)
    unsaid = sheet and asked in _MEASURED and all(own < (_LINE if one.tied else _UNSHARED) for own, one in read)
    if unsaid or _is_of_another(read, quoted):
        return _without(context, source, spot.span)
    used = [one for own, one in read if own >= _COMPLETES and one.used]
    return _with_values(context, source, reading, _as_read(used[:1]), chance=_SECOND * spot.score)


def _as_read(values: Sequence[ValueCandidate]) -> list[tuple[Span, str]]:
    return [(value.one.span, value.sentence) for value in values]


def _foreign_words(question: str, text: str) -> set[str]:
    """The words of a question, but for those that only ask for a value, that a text does not have."""
    wanted = set(stems(question)) - ASKING_WORDS - _measured(question)
    held = set(_WORD.findall(text.casefold()))
    return {word for word in wanted if not any(one.startswith(word) for one in held)}


def _measured(question: str) -> set[str]:
    """The units that a question counts: three weeks are no word on what the week costs."""
    return {word for found in _COUNTED_UNIT.finditer(question) for word in stems(found[0])}


def _named_alone(candidates: list[ValueCandidate], odds: list[float]) -> tuple[list[ValueCandidate], list[float]]:
    """The candidates whose labels are what the question asks for, with the odds of the best words and their own."""
    kept = [i for i, one in enumerate(candidates) if one.named]
    return [candidates[i] for i in kept], [*odds[:2], *(odds[i + 2] for i in kept)]


def _answering(
    read: Sequence[tuple[float, ValueCandidate]], best: float, *, foreign: bool = False
) -> list[ValueCandidate]:
    """The first of the values that were read, if it answers, leads the others, and the best words answer no better.

    One whose label is what the question asks for comes before others. The rows of a table are alike: one must have a
    word of the question that others do not have, and where a few have the same, all of these are meant. A question with
    a `foreign` word is for something that the document may not know: no few rows, and nothing without a word of it.
    """
    if not read:
        return []
    named = [one for odds, one in read if one.named and _holds(one, odds, best)]
    if 0 < len(named) <= _MOST:
        return named
    odds, first = read[0]
    if (first.row and not first.shared) or (foreign and not first.tied and not first.used):
        return []
    if odds < (_ANSWERS if first.tied or first.used else _UNSHARED) or not _holds(first, odds, best):
        return []
    near = [one for own, one in read if own + one.shared > odds + first.shared - _LEAD]
    alike = len(near) == 1 or (first.row and len(near) <= _MOST and all(one.shared == first.shared for one in near))
    return near if alike and not (foreign and len(near) > 1) else []


def _is_of_another(read: Sequence[tuple[float, ValueCandidate]], quoted: Span) -> bool:
    """Tell whether the best words are a line without any word of the question, or a row that others come near.

    The price of one thing is not that of another.
    """
    own = next(((odds, one) for odds, one in read if one.one.span == quoted), None)
    if own is None or own[1].shared or own[1].tied or own[1].named:
        return False
    if not own[1].row:
        return own[0] < _UNSHARED
    return any(odds > own[0] - _LEAD for odds, one in read if one.row and one is not own[1])


def _without(context: AnswerContext, source: NumberedSource, span: Span) -> AnswerContext:
    """The context less some evidence."""
    kept = replace(source, evidence=tuple(spot for spot in source.evidence if spot[0] != span))
    return replace(context, sources=tuple(kept if one is source else one for one in context.sources))


def _holds(one: ValueCandidate, odds: float, best: float) -> bool:
    """Tell whether a value holds beside the best words: as a part or a term of them, or because they say no more."""
    return one.used or one.inside or odds >= best - _BEHIND


def _weighed(question: str, candidates: Sequence[ValueCandidate]) -> list[ValueCandidate]:
    """The candidates that are read, with what the words are worth that they share with the question.

    A word that many of them have says little.
    """
    asked, measured = set(stems(question)), _measured(question)
    own = [_shared(asked, one.sentence) for one in candidates]
    counts = Counter(word for words in own for word in words)
    found = []
    for one, words in zip(candidates, own, strict=True):
        worth = sum(1 - counts[word] / len(candidates) for word in words)
        tied = bool(words - ASKING_WORDS - measured)
        found.append(replace(one, shared=worth * (_ROW_WORD if one.row else 1), tied=tied))
    return sorted(found, key=lambda one: (-one.used, -one.shared))[:_READ]


def _shared(asked: set[str], sentence: str) -> set[str]:
    """The words that a sentence has, or others that begin with them: "child" and "children"."""
    own = set(stems(sentence))
    return {
        word for word in asked if word in own or (len(word) >= _BEGINNING and any(one.startswith(word) for one in own))
    }


def _with_values(
    context: AnswerContext,
    beside: NumberedSource,
    reading: Reading,
    values: Sequence[tuple[Span, str]],
    *,
    chance: float,
    instead_of: Span | None = None,
    named: bool = False,
) -> AnswerContext:
    """The context with values, as they are read, as sources of their own after the one they belong to.

    They take the place of the evidence that they are a part of, or of all evidence in a table.
    """
    taken = [span for span, _ in values] if instead_of is None else [instead_of]
    own = [
        replace(source_at(beside, reading, span, evidence=((span, chance),)), read_as=sentence, named=named)
        for span, sentence in values
    ]
    sources: list[NumberedSource] = []
    for source in context.sources:
        kept = source
        if source.passage.doc_id == beside.passage.doc_id:
            apart = (spot for spot in source.evidence if not any(spot[0].overlaps(span) for span in taken))
            kept = replace(source, evidence=tuple(apart))
        sources += [kept, *own] if source is beside else [kept]
    return replace(context, sources=tuple(replace(one, number=i) for i, one in enumerate(sources, start=1)))
