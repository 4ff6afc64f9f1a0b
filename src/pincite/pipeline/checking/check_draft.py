"""Check drafts against a store: each sentence of a memo or answer is supported, contradicted or not found."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from pathlib import Path

from pincite.answer.context import assemble_context, trimmed
from pincite.answer.quotations.clause_spans import clause_spans
from pincite.answer.verification.support import find_support
from pincite.domain.answer import AnswerContext, CheckedClaim, Fault, FaultKind, NumberedSource
from pincite.domain.document import Passage, Role
from pincite.domain.finding import CheckedDraft, Finding, Pinpoint, Standing
from pincite.domain.reading import Failure, Reading
from pincite.errors import ReadError
from pincite.legal.claims import without_marks
from pincite.legal.opening_field import read_opening_field
from pincite.legal.party_roles import call_by_role
from pincite.legal.scope import left_out_exception
from pincite.legal.sentences import split_sentences
from pincite.legal.statements import is_statement
from pincite.legal.wording import stems
from pincite.pipeline.amendments import as_it_was
from pincite.pipeline.checking.amended_clauses import AmendedSource, Amendments
from pincite.pipeline.checking.check_rows import ClaimChecker
from pincite.pipeline.read import read_files
from pincite.pipeline.store import Store
from pincite.settings import Settings
from pincite.spans import Span

# How many passages of the store are looked up for each sentence, and how many of their clauses are read with it.
PASSAGES = 4
_CLAUSES = 6
_SPECIAL = 2
_WIDER = 2
# Faults that mean a contradiction, not merely missing support.
_OPPOSED = frozenset(
    {
        FaultKind.NUMBER,
        FaultKind.NEGATION,
        FaultKind.MODALITY,
        FaultKind.PARTY,
        FaultKind.ORDER,
        FaultKind.REFUTED,
    }
)
# From these chances a clause supports or contradicts a sentence; a clause found later counts so much less than the one
# before it. Chosen with the drafts of `benchmarks/drafts`: to call a true sentence contradicted is the worse mistake.
_SUPPORTS, _REFUTES, _NEXT = 0.5, 0.8, 0.9
# A clause with a smaller share of a sentence's words is about something else, and contradicts nothing.
_NEAR = 0.2
# Rules that find a contradiction count as this chance, in a clause that holds this share of the sentence's words: the
# clause on the rent has another rent.
_BY_RULE, _SPEAKS = 0.8, 0.6
# A clause of up to so many characters is shown whole: words that contradict a sentence need not be among its own.
_LONGEST_QUOTE = 600
_LONGEST_EXCEPTION = 120
_NOTED = (Fault(FaultKind.AMENDED, "another document amends this clause; whether it still says so is for you to read"),)
_STOPS = (".", "!", ";")
# A footnote of Markdown: the mark behind a sentence, and the one before the note itself.
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,40}\]:?")
_FIGURE = re.compile(r"\S{0,20}\d\S{0,40}")

Progress = Callable[[str, int, int], None]


def check_draft(path: Path, store: Store, *, k: int = PASSAGES, progress: Progress | None = None) -> CheckedDraft:
    """Check a draft, read from a file of any format, against a store, sentence by sentence."""
    reading = _read(path, store.settings)
    sentences = list(_sentences(reading))
    checking = DraftChecker(store, k=k)
    findings = []
    for done, (span, states) in enumerate(sentences, start=1):
        text = span.slice(reading.doc.text)
        findings.append(checking.find(text, span) if states else Finding(span, text, Standing.NOT_A_CLAIM))
        if progress:
            progress("checking", done, len(sentences))
    return CheckedDraft(str(path), reading.doc.text, tuple(findings))


@dataclass(frozen=True, slots=True)
class _Try:
    """A sentence, in the words in which it was held against clauses, what came of it, and how much that counts."""

    said: str
    context: AnswerContext
    item: CheckedClaim
    weight: float
    amended: tuple[AmendedSource, ...] = ()

    @property
    def supports(self) -> float:
        """How likely the clauses support the sentence; 0 if anything is wrong with it."""
        verdict = self.item.verdict
        return 0.0 if self.item.faults else self.weight * (verdict.supported if verdict else self.item.support)

    @property
    def refutes(self) -> float:
        """How likely the clause contradicts the sentence, by a model or by the rules."""
        verdict, kinds = self.item.verdict, {fault.kind for fault in self.item.faults}
        by_rule = bool(kinds & _OPPOSED) and self.kinship >= _SPEAKS
        if verdict is None:
            return self.weight * by_rule
        # A figure that a model overlooks may be a sum of those in the clause: that is no contradiction.
        agreed = by_rule and verdict.refuted > verdict.supported
        return self.weight * max(verdict.refuted, _BY_RULE if agreed else 0.0)

    @property
    def speaks_against(self) -> float:
        """How much the clause weighs against another that supports the sentence: one on another party does not."""
        return 0.0 if any(fault.kind is FaultKind.PARTY for fault in self.item.faults) else self.refutes

    @property
    def touches(self) -> float:
        """How likely the clause says anything of the sentence's subject."""
        verdict = self.item.verdict
        return self.weight * (1 - verdict.unsaid if verdict else self.item.support)

    @property
    def kinship(self) -> float:
        """The share of the sentence's words that the clause contains, without figures, which may differ."""
        found = find_support(_FIGURE.sub(" ", self.said), self.context.sources[0])
        return found.share if found else 0.0


class DraftChecker:
    """Checks sentences against a store; `k` is how many passages are looked up for each."""

    def __init__(self, store: Store, *, k: int = PASSAGES) -> None:
        self._store = store
        self._k = k
        self._checker = ClaimChecker(store.settings, verifier=store.verifier)
        self._amendments = Amendments(store.library)

    def find(self, sentence: str, span: Span) -> Finding:
        """Check a sentence against the documents, or against the one that it names."""
        said = " ".join(without_marks(_FOOTNOTE.sub("", sentence)).split())
        hits = self._store.search(said, k=self._k).hits
        context = assemble_context(said, hits, self._store.library, tokens=self._store.settings.answer.context_tokens)
        clauses = self._clauses(said, context)
        if not clauses:
            return Finding(span, sentence, Standing.NOT_FOUND)
        past = as_it_was(said) if any(map(self._amendments.amend, clauses)) else None
        if past:
            said = " ".join(f"{said[: past.start()]}{said[past.end() :]}".split())
        tries = [self._try(said, [clause], weight=weight, before=bool(past)) for clause, weight in clauses.items()]
        changes = [] if past else list(self._loose_changes(said, tries))
        # Where an amendment supports or contradicts a sentence, the clause that it changes no longer does.
        settled = [clause for clause, change in changes if max(change.supports, change.refutes) >= _SUPPORTS]
        tries = [one for one in tries if one not in settled] + [change for _, change in changes]
        tries, special = self._of_field(said, tries)
        best = max(tries, key=lambda one: one.supports)
        if best.supports < _SUPPORTS and not settled and not special:
            # A sentence may join clauses: they are read together, and then with all that stands round them.
            wider = [pair] if (pair := _of_one_document(list(clauses))) else []
            wider += [[source] for source in context.sources[:_WIDER]]
            read = (self._try(said, sources, weight=_NEXT, before=bool(past)) for sources in wider)
            best = max(read, key=lambda one: one.supports)
        if not past and (old := self._superseded(said, list(clauses), best)):
            return Finding(span, sentence, Standing.CONTRADICTED, 0.0, *old)
        if best.supports >= max(_SUPPORTS, *(one.speaks_against for one in tries)):
            noted = _NOTED if any(best is clause for clause, _ in changes) else _exceptions(said, best)
            return Finding(span, sentence, Standing.SUPPORTED, best.item.support, noted, self._pin(best))
        near = [one for one in tries if one.kinship >= _NEAR and one.refutes >= _REFUTES]
        if near:
            return self._failed(sentence, span, Standing.CONTRADICTED, max(near, key=lambda one: one.refutes))
        return self._failed(sentence, span, Standing.NOT_FOUND, max(tries, key=lambda one: one.touches))

    def _of_field(self, said: str, tries: list[_Try]) -> tuple[list[_Try], bool]:
        """The tries of clauses that are for the field a sentence names at its head, and whether others were left out.

        Where a special rule speaks of the matter, the general one supports and contradicts nothing.
        """
        if (field := read_opening_field(said)) is None:
            return tries, False
        inside = [one for one in tries if field.covers(self._headed(one))]
        if field.outside:
            return [one for one in tries if one not in inside] or tries, False
        deciding = [one for one in inside if one.kinship >= _SPEAKS and max(one.supports, one.refutes) >= _SUPPORTS]
        if deciding:
            return deciding, True
        own = [(one, read_opening_field(one.context.sources[0].text)) for one in tries]
        kept = [one for one, other in own if other is None or not field.is_beside(other)]
        return kept or tries, 0 < len(kept) < len(tries)

    def _headed(self, one: _Try) -> str:
        """The words of a clause with the headings that it stands under."""
        source = one.context.sources[0]
        outline = self._store.library.reading(source.passage.doc_id).outline
        over = outline.ancestors(outline.at(source.passage.span.start))
        return "\n".join([*(section.heading or "" for section in over), source.text])

    def _loose_changes(self, said: str, tries: Sequence[_Try]) -> Iterator[tuple[_Try, _Try]]:
        """Tries of clauses, each with that of the paragraph that changes it in words of its own."""
        for one in tries:
            if changed := self._amendments.loosely_changed(one.context.sources[0]):
                yield one, self._try(said, [self._amendments.source(changed)], weight=one.weight)

    def _superseded(
        self, said: str, clauses: Sequence[NumberedSource], best: _Try
    ) -> tuple[tuple[Fault, ...], Pinpoint] | None:
        """What is wrong with a sentence that only the words of a clause before its amendment say, and the amendment."""
        holds = best.supports >= _SUPPORTS and not self._amendments.is_of_amendment(best.context.sources[0])
        for clause in () if holds else clauses:
            if (amended := self._amendments.amend(clause)) is None:
                continue
            before = self._try(said, [clause], weight=1, before=True)
            edit = next((edit for _, passage in before.item.pinpoints if (edit := amended.edit_of(passage.span))), None)
            if edit and before.supports >= _SUPPORTS:
                told = "a clause that was deleted says so" if not edit.new else "a clause said so before it was amended"
                return (Fault(FaultKind.AMENDED, told),), self._pinpoint(
                    edit.said_in, self._amendments.source(edit.said_in)
                )
        return None

    def _clauses(self, said: str, context: AnswerContext) -> dict[NumberedSource, float]:
        """Return the clauses in which the passages found for a sentence stand, the best first, with their weights."""
        found = [(score, source, span) for source in context.sources for span, score in source.evidence]
        found = found or [(source.score, source, source.passage.span) for source in context.sources]
        clauses: dict[Passage, tuple[NumberedSource, float]] = {}
        for place, (_, source, span) in enumerate(sorted(found, key=lambda one: -one[0])):
            # Where the passage of an amendment is found, the clause that it changes says what holds.
            changed = map(self._amendments.source, self._amendments.changed_by(Passage(source.passage.doc_id, span)))
            within = [self._within(source, span, said), *(self._within(one, one.passage.span, said) for one in changed)]
            for clause in chain.from_iterable(within):
                own = replace(clause, number=len(clauses) + 1)
                clauses.setdefault(clause.passage, (own, _NEXT**place))
        return dict(list(clauses.values())[:_CLAUSES]) | self._special_clauses(said, context, found=clauses)

    def _special_clauses(
        self, said: str, context: AnswerContext, *, found: Collection[Passage]
    ) -> dict[NumberedSource, float]:
        """The clauses under headings that name the field of a sentence: the rule there goes before the general one."""
        if (field := read_opening_field(said)) is None or field.outside:
            return {}
        clauses: list[NumberedSource] = []
        for doc_id in dict.fromkeys(source.passage.doc_id for source in context.sources):
            for section in self._store.library.reading(doc_id).outline.sections:
                if field.covers(section.heading or ""):
                    source = self._amendments.source(Passage(doc_id, section.span))
                    clauses += self._within(source, section.span, said)[:_SPECIAL]
        fresh = [clause for clause in clauses if clause.passage not in found][:_SPECIAL]
        return {replace(clause, number=len(found) + at): 1.0 for at, clause in enumerate(fresh, start=1)}

    def _within(self, source: NumberedSource, span: Span, said: str) -> list[NumberedSource]:
        """Return the clauses of a range as sources, those with most of a sentence's words first."""
        reading = self._store.library.reading(source.passage.doc_id)
        # A clause need not say whom or what the terms defined elsewhere in its document mean.
        names = (*source.parties, *(term.term for term in reading.outline.terms))
        text, wanted = reading.doc.text, set(stems(said))
        found = list(clause_spans(text, reading.outline, span)) or [span]
        found.sort(key=lambda clause: -len(wanted & set(stems(clause.slice(text)))))
        return [
            replace(
                source, passage=Passage(reading.doc.id, clause), text=clause.slice(text), parties=names, evidence=()
            )
            for clause in found
        ]

    def _try(self, said: str, clauses: Sequence[NumberedSource], *, weight: float, before: bool = False) -> _Try:
        """Hold a sentence against clauses as they read now, or `before` their amendment.

        Where that fails, the parties are called by their roles.
        """
        now = [None if before else self._amendments.amend(clause) for clause in clauses]
        sources = tuple(one.source if one else clause for one, clause in zip(now, clauses, strict=True))
        context, amended = AnswerContext(said, sources), tuple(filter(None, now))
        as_said = _Try(said, context, self._checker.checked(said, context), weight, amended)
        parties = self._store.library.reading(clauses[0].passage.doc_id).profile.parties
        by_role = call_by_role(said, parties)
        if as_said.supports >= _SUPPORTS or by_role == said:
            return as_said
        return _Try(by_role, context, self._checker.checked(by_role, context), weight, amended)

    def _failed(self, sentence: str, span: Span, standing: Standing, one: _Try) -> Finding:
        faults = one.item.faults
        if standing is Standing.NOT_FOUND:
            # What is not found is not denied either.
            kept = tuple(fault for fault in faults if fault.kind is not FaultKind.REFUTED)
            faults = kept or (Fault(FaultKind.UNSUPPORTED, "the passage does not say so"),)
        return Finding(span, sentence, standing, one.item.support, faults, self._pin(one))

    def _pin(self, one: _Try) -> Pinpoint:
        """Return the clause that a finding rests on, or what amends it, or of a long one the words that are nearest."""
        source = one.context.sources[0]
        number, nearest = next(iter(one.item.pinpoints), (source.number, source.passage))
        amended = next((other for other in one.amended if other.source.number == number), None)
        edit = amended.edit_at(nearest.span) if amended else None
        if amended and edit and self._try(one.said, [amended.before], weight=1, before=True).supports < _SUPPORTS:
            return self._pinpoint(edit.said_in, self._amendments.source(edit.said_in))
        source = next((other.before for other in one.amended if other.source is source), source)
        nearest = amended.as_written(nearest) if amended and not edit else source.passage if edit else nearest
        passage = source.passage if len(source.passage.span) <= _LONGEST_QUOTE else nearest
        return self._pinpoint(passage, source)

    def _pinpoint(self, passage: Passage, source: NumberedSource) -> Pinpoint:
        place = self._store.library.place(passage)
        quote = passage.span.slice(self._store.library.text(passage.doc_id))
        return Pinpoint(passage, quote, source.document, source.title, place.section, place.page)


def _exceptions(said: str, best: _Try) -> tuple[Fault, ...]:
    """That the clause which supports a sentence has an exception, which the sentence leaves out."""
    words = left_out_exception(said, best.context.sources[0].text)
    shown = f"{words[:_LONGEST_EXCEPTION].rsplit(' ', 1)[0]} …" if len(words) > _LONGEST_EXCEPTION else words
    return (Fault(FaultKind.SCOPE, f"the passage has an exception: “{shown}”"),) if words else ()


def _of_one_document(clauses: Sequence[NumberedSource]) -> list[NumberedSource]:
    """Return the likeliest clause and the next one of its document, in reading order; a sentence may join both."""
    own = [clause for clause in clauses if clause.passage.doc_id == clauses[0].passage.doc_id][:2]
    return sorted(own, key=lambda clause: clause.passage.span.start) if len(own) > 1 else []


def _read(path: Path, settings: Settings) -> Reading:
    """Read the draft in a separate process, like any untrusted file."""
    for _, result in read_files([path], settings):
        if isinstance(result, Failure):
            raise ReadError(path, result.kind, result.message)
        reading: Reading = result
        return reading
    raise ReadError(path, "missing", "it cannot be read.")


def _sentences(reading: Reading) -> Iterator[tuple[Span, bool]]:
    """Return the sentences of a draft and whether each is a claim; headings and page furniture are not."""
    doc = reading.doc
    heads = [section.head for section in reading.outline.sections if section.head]
    heads += [block.span for block in doc.blocks if block.role is Role.HEADING]
    passed = list(doc.furniture())
    cuts = {span.end for span in split_sentences(doc.text, Span(0, len(doc.text)))}
    for span in (*heads, *passed, *(block.span for block in doc.blocks)):
        cuts |= {span.start, span.end}
    edges = [0, *sorted(cut for cut in cuts if 0 < cut < len(doc.text)), len(doc.text)]
    for start, end in pairwise(edges):
        span = trimmed(doc.text, Span(start, end))
        words = span.slice(doc.text)
        if not any(char.isalnum() for char in words):
            continue
        aside = any(one.contains(span) for one in passed)
        heading = not words.endswith(_STOPS) and any(one.contains(span) for one in heads)
        yield span, not aside and not heading and is_statement(words)
