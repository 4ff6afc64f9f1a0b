"""The clause of the regime that a question names, or a general one where it names none.

"How long is the notice of an apprentice?" is answered from the chapter on apprentices where that has an answer, and
"how long is the notice?" from the general rules: the clauses often share all their words but those of their headings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.answer.quotations.asked_words import asked_words, same_words
from pincite.answer.quotations.clause_spans import clause_spans
from pincite.answer.quotations.clauses import ClauseLibrary, whole_clause
from pincite.answer.quotations.regimes import Regime, degree_at, find_regimes, regimes_at
from pincite.answer.quotations.span_source import source_at
from pincite.domain.answer import AnswerContext
from pincite.domain.reading import Reading
from pincite.domain.section import Section
from pincite.ports import Verifier
from pincite.spans import Span

# A clause with fewer of the question's words than the best ones answers from these log odds on.
_ANSWERS = 1.0
# One with as many lies no further behind the best words, or under the same heading as theirs.
_BEHIND, _FAR_BEHIND = 1.5, 3.5
# One of rules that displace the general ones answers from these log odds on, if no other of them comes so near.
_SPECIAL, _LEAD = -1.5, 2.0
# At most so many clauses are read.
_READ = 12
_SECOND = 0.999


@dataclass(frozen=True, slots=True)
class _RegimeQuestion:
    """A question with the best words so far, and the regimes of their document; those it names are `named`."""

    text: str
    words: frozenset[str]
    quoted: Span
    reading: Reading
    regimes: tuple[Regime, ...]
    named: tuple[Regime, ...]

    def clauses(self) -> Iterator[Span]:
        """The clauses that may answer: of the regimes named, or those that are of a less special one."""
        reading = self.reading
        ranges = [one.section.span for one in self.named] or [reading.outline.sections[0].span]
        degree = degree_at(self.quoted, self.regimes)
        for within in ranges:
            for clause in clause_spans(reading.doc.text, reading.outline, within):
                special = not self.named and degree_at(clause, self.regimes) >= degree
                if not special and not clause.overlaps(self.quoted) and not _is_head(clause, reading):
                    yield clause

    @property
    def displaces(self) -> bool:
        """Whether the rules of a regime that the question names take the place of the general ones."""
        return any(one.displaces for one in self.named)

    def held(self, clause: Span) -> frozenset[str]:
        """The words asked for that a clause has, or a heading of its own within its regime."""
        wide = {one.section.id for one in self.regimes}
        own = (one.heading or "" for one in _upwards(clause, self.reading) if one.id not in wide and one.level > 1)
        return self.words & same_words(" ".join([clause.slice(self.reading.doc.text), *own]))

    def read_as(self, clause: Span) -> str:
        """The words of a clause, under the headings that name its regime where the question does."""
        heads = [one.heading for one in _upwards(clause, self.reading) if one.heading] if self.named else []
        return "\n".join([*reversed(heads), clause.slice(self.reading.doc.text)])


def with_regime_clause(
    context: AnswerContext, library: ClauseLibrary, verifier: Verifier | None, *, within: Sequence[Span] = ()
) -> AnswerContext:
    """Put first a clause of the regime that the question names, or a general one where it names none."""
    best = context.best_evidence
    if best is None or verifier is None or within:
        return context
    asked = _read_question(context.question, library.reading(best[1].passage.doc_id), best[2])
    if asked is None:
        return context
    held = asked.held(asked.quoted)
    alike = [(len(held & asked.held(clause)), clause) for clause in asked.clauses()]
    likely = [clause for shared, clause in sorted(alike, key=lambda pair: -pair[0]) if shared][:_READ]
    if not likely:
        return context
    spans = [asked.quoted, *likely]
    texts = [asked.quoted.slice(asked.reading.doc.text), *map(asked.read_as, likely)]
    verdicts = verifier.verify([(context.question, words) for words in texts])
    odds = [verdict.log_odds for verdict in verdicts]
    fitting = [
        (odds[i], spans[i]) for i in range(1, len(odds)) if odds[i] >= _least(asked, held, spans[i], own=odds[0])
    ]
    if not fitting and asked.displaces:
        alone = verifier.verify([(context.question, clause.slice(asked.reading.doc.text)) for clause in likely])
        read = [max(own, verdict.log_odds) for own, verdict in zip(odds[1:], alone, strict=True)]
        fitting = _leading(sorted(zip(read, likely, strict=True), reverse=True))
    return _put_first(context, asked.reading, max(fitting)[1]) if fitting else context


def _leading(read: Sequence[tuple[float, Span]]) -> list[tuple[float, Span]]:
    """The clause of a regime whose rules take the place of others, where none of it comes near but this one."""
    first, *others = read
    leads = not others or first[0] - others[0][0] >= _LEAD
    return [first] if first[0] >= _SPECIAL and leads else []


def _read_question(question: str, reading: Reading, span: Span) -> _RegimeQuestion | None:
    """A question whose best words are of another regime than it names; None where they are not."""
    regimes = tuple(find_regimes(reading))
    if not regimes:
        return None
    words = asked_words(question, reading)
    quoted = _likeliest(span, words, reading)
    own = regimes_at(quoted, regimes)
    named = tuple(one for one in regimes if one.is_named(question))
    said = same_words(quoted.slice(reading.doc.text))
    if named:
        elsewhere = not any(one in named for one in own) and not any(one.words <= said for one in named)
        words -= frozenset().union(*(one.words for one in named))
    else:
        # A question that has some of the words may well mean the regime.
        elsewhere = any(one.degree and not one.is_touched(words | said, reading) for one in own)
    return _RegimeQuestion(question, words, quoted, reading, regimes, named) if elsewhere else None


def _likeliest(span: Span, words: frozenset[str], reading: Reading) -> Span:
    """The clause of the best words; of several that they run over the one with most of the words asked for."""
    text = reading.doc.text
    over = [one for one in clause_spans(text, reading.outline, span) if not _is_head(one, reading)]
    if len(over) > 1:
        return max(over, key=lambda one: len(words & same_words(one.slice(text))))
    pieces = whole_clause(text, span, reading.outline)
    return Span(pieces[0].start, pieces[-1].end)


def _least(asked: _RegimeQuestion, held: frozenset[str], clause: Span, *, own: float) -> float:
    """The log odds from which on a clause comes first; none are enough for a general one with fewer words."""
    if not held <= asked.held(clause):
        return max(_ANSWERS, own) if asked.named else float("inf")
    heads = [_own_heading(span, asked) for span in (asked.quoted, clause)]
    return own - (_FAR_BEHIND if heads[0] and heads[0] == heads[1] else _BEHIND)


def _own_heading(span: Span, asked: _RegimeQuestion) -> frozenset[str]:
    section = next(_upwards(span, asked.reading))
    return same_words(section.heading or "")


def _upwards(span: Span, reading: Reading) -> Iterator[Section]:
    """The sections that words stand in, the innermost with a number or a heading first."""
    section = reading.outline.at(span.start)
    own = (section, *reversed(reading.outline.ancestors(section)))
    return (one for one in own if one.number or one.heading or one.parent is None)


def _is_head(clause: Span, reading: Reading) -> bool:
    """Tell whether a clause is nothing but the heading of a section."""
    return any(one.head and one.head.contains(clause) for one in _upwards(clause, reading))


def _put_first(context: AnswerContext, reading: Reading, clause: Span) -> AnswerContext:
    """The context with a clause as its best evidence, and what was just behind it."""
    best = context.best_evidence
    if best is None:
        return context
    score, source, _ = best
    behind = []
    for one in context.sources:
        cut = one.passage.doc_id == source.passage.doc_id
        apart = (spot for spot in one.evidence if not (cut and spot[0].overlaps(clause)))
        behind.append(replace(one, evidence=tuple((span, min(own, _SECOND * score)) for span, own in apart)))
    first = source_at(source, reading, clause, evidence=((clause, score),))
    sources = (first, *behind)
    return replace(context, sources=tuple(replace(one, number=i) for i, one in enumerate(sources, start=1)))
