"""The labelled value that a question asks for: "Rent: £875 a month" in the particulars says how much, no clause does.

The highlighter marks sentences, and a line of a front sheet is none. So where a question asks for a value, the labelled
values of the document that could be it are read one by one.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.answer.questions.asked_value import AskedValue, asked_value
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.answer.quotations.span_source import source_at
from pincite.answer.quotations.table_header import table_headers
from pincite.answer.values.labelled_short import is_of_kind
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.reading import Reading
from pincite.legal.labelled_values import LabelledValue, find_labelled_values
from pincite.legal.wording import stems
from pincite.ports import Verifier
from pincite.spans import Span

# A labelled value answers from these log odds on, if it leads the next by so much and stands no further behind the best
# words.
_ANSWERS, _LEAD, _BEHIND = 1.0, 1.0, 1.0
# One whose label the best words use as a term says what they leave open, from these log odds on.
_COMPLETES = -1.5
# At most so many are looked into, and read.
_LOOKED_INTO, _READ = 200, 16
# So many rows of a table may be meant together.
_MOST = 3
# What a word of the question is worth, beside log odds, that only one of the rows of a table has.
_ROW_WORD = 2.0
# Just below or above the best words, and above what else follows them.
_SECOND = 0.9995
_WORD = re.compile(r"[^\W_]+")
_YES_OR_NO = re.compile(r"\W*(?:is|are|was|were|do|does|did|can|may|must|has|have|will)\b", re.IGNORECASE)
_DECIDED = re.compile(
    r":\s{0,3}(?:yes|no|none|(?:not\s{1,3})?(?:included|allowed|permitted|available|required))\b", re.IGNORECASE
)
_BEGINNING = 4
# A row with more cells than a label and a value.
_PAIR = 2


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A labelled value as it is read.

    `row` tells that it is one of the rows of a table with several columns, `used` that the best words use its label as
    a term, `shared` what the words are worth that it shares with the question.
    """

    one: LabelledValue
    sentence: str
    row: bool
    used: bool
    shared: float = 0.0


def with_labelled_value(context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None) -> AnswerContext:
    """Make a labelled value the best evidence where it is what the question asks for, or let it follow the best words.

    It follows them where they use its label as a term: "the Tenant pays the Rent on each Rent Payment Date".
    """
    asked, best = asked_value(context.question), context.best_evidence
    if (asked is None and not _YES_OR_NO.match(context.question)) or best is None or verifier is None:
        return context
    score, source, span = best
    reading = library.reading(source.passage.doc_id)
    text = reading.doc.text
    pieces = whole_clause(text, span, reading.outline)
    quoted = Span(pieces[0].start, pieces[-1].end)
    near = _nearest(context.question, _candidates(reading, quoted))
    fitting = _weighed(context.question, [one for one in near if _fits(asked, one.sentence)])
    words = [span.slice(text), quoted.slice(text), *(one.sentence for one in fitting)]
    odds = (
        [verdict.log_odds for verdict in verifier.verify([(context.question, one) for one in words])] if fitting else []
    )
    if not odds:
        return context
    read = sorted(zip(odds[2:], fitting, strict=True), key=lambda pair: -(pair[0] + pair[1].shared))
    if chosen := _answering(read, max(odds[:2])):
        return _with_values(context, source, reading, chosen, chance=min(1.0, score / _SECOND))
    used = [one for own, one in read if own >= _COMPLETES and one.used]
    return _with_values(context, source, reading, used[:1], chance=_SECOND * score)


def _answering(read: Sequence[tuple[float, _Candidate]], best: float) -> list[_Candidate]:
    """The first of the values that were read, if it answers, leads the others, and the best words answer no better.

    The rows of a table are alike: one must have a word of the question that others do not have, and where a few have
    the same, all of these are meant.
    """
    odds, first = read[0]
    if odds < _ANSWERS or (first.row and not first.shared) or not (first.used or odds >= best - _BEHIND):
        return []
    near = [one for own, one in read if own + one.shared > odds + first.shared - _LEAD]
    alike = len(near) == 1 or (first.row and len(near) <= _MOST and all(one.shared == first.shared for one in near))
    return near if alike else []


def _nearest(question: str, candidates: Sequence[_Candidate]) -> Sequence[_Candidate]:
    """The candidates that come nearest by their letters, where there are too many to look into."""
    if len(candidates) <= _LOOKED_INTO:
        return candidates
    words = [word for word in _WORD.findall(question.casefold()) if len(word) > 1]
    return sorted(candidates, key=lambda one: (-one.used, -sum(word in one.sentence.casefold() for word in words)))[
        :_LOOKED_INTO
    ]


def _weighed(question: str, candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The candidates that are read, with what the words are worth that they share with the question.

    A word that many of them have says little.
    """
    asked = set(stems(question))
    own = [_shared(asked, one.sentence) for one in candidates]
    counts = Counter(word for words in own for word in words)
    found = []
    for one, words in zip(candidates, own, strict=True):
        worth = sum(1 - counts[word] / len(candidates) for word in words)
        found.append(replace(one, shared=worth * (_ROW_WORD if one.row else 1)))
    return sorted(found, key=lambda one: (-one.used, -one.shared))[:_READ]


def _shared(asked: set[str], sentence: str) -> set[str]:
    """The words that a sentence has, or others that begin with them: "child" and "children"."""
    own = set(stems(sentence))
    return {
        word for word in asked if word in own or (len(word) >= _BEGINNING and any(one.startswith(word) for one in own))
    }


def _candidates(reading: Reading, quoted: Span) -> list[_Candidate]:
    """The labelled values of a document; each cell of a table with a header with the name of its column."""
    text = reading.doc.text
    headers = table_headers(reading.doc)
    starts = [table.start for table, _ in headers]
    words = f" {_bare(quoted.slice(text))} "
    found = []
    for one in find_labelled_values(text):
        cells = [cell.strip() for cell in one.span.slice(text).split("|")]
        at = bisect_right(starts, one.span.start) - 1
        names: list[str] = []
        if at >= 0 and headers[at][0].contains(one.span) and not headers[at][1].overlaps(one.span):
            names = [name.strip() for name in headers[at][1].slice(text).split("|")]
        named = "; ".join(f"{name}: {cell}" for name, cell in zip(names, cells, strict=False))
        sentence = named if names and len(names) == len(cells) else one.sentence(text)
        used = not quoted.overlaps(one.span) and _is_term(one.label.slice(text), words)
        # Below a header that tells what the columns hold, rows are alike; else they are labels with their values.
        found.append(_Candidate(one, sentence, bool(names) or len(cells) > _PAIR, used))
    return found


def _fits(asked: AskedValue | None, sentence: str) -> bool:
    """Tell whether a value may be what is asked for: one of the kind, or a yes or no."""
    return _DECIDED.search(sentence) is not None if asked is None else is_of_kind(asked, sentence)


def _is_term(label: str, words: str) -> bool:
    """Tell whether words use a label as a term, in its own capitals."""
    return label[:1].isupper() and f" {_bare(label)} " in words


def _bare(words: str) -> str:
    return " ".join(_WORD.findall(words))


def _with_values(
    context: AnswerContext, beside: NumberedSource, reading: Reading, values: Sequence[_Candidate], *, chance: float
) -> AnswerContext:
    """The context with labelled values as sources of their own after the one they belong to."""
    own = [
        replace(
            source_at(beside, reading, value.one.span, evidence=((value.one.span, chance),)), read_as=value.sentence
        )
        for value in values
    ]
    sources: list[NumberedSource] = []
    for source in context.sources:
        kept = source
        if source.passage.doc_id == beside.passage.doc_id:
            apart = (spot for spot in source.evidence if not any(spot[0].overlaps(value.one.span) for value in values))
            kept = replace(source, evidence=tuple(apart))
        sources += [kept, *own] if source is beside else [kept]
    return replace(context, sources=tuple(replace(one, number=i) for i, one in enumerate(sources, start=1)))
