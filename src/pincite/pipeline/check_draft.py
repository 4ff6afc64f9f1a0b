"""Check drafts against a store: each sentence of a memo or answer is supported, contradicted or not found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pincite.answer.context import assemble_context, trimmed
from pincite.answer.support import find_support
from pincite.domain.answer import AnswerContext, CheckedClaim, FaultKind, NumberedSource
from pincite.domain.document import Role
from pincite.domain.finding import CheckedDraft, Finding, Pinpoint, Standing
from pincite.domain.reading import Failure, Reading
from pincite.errors import ReadError
from pincite.legal.claims import without_marks
from pincite.legal.party_roles import call_by_role
from pincite.legal.sentences import split_sentences
from pincite.legal.statements import is_statement
from pincite.pipeline.check_rows import ClaimChecker
from pincite.pipeline.read import read_files
from pincite.pipeline.store import Store
from pincite.settings import Settings
from pincite.spans import Span

# How many passages of the store are read with each sentence.
PASSAGES = 4
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
# The share of a sentence's words in a passage on the same subject: by rules alone, and where a
# model reads the opposite.
_SPEAKS, _TOUCHES = 0.6, 0.55
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
    """A sentence, in the words in which it was held against a source, and what came of it."""

    said: str
    source: NumberedSource
    item: CheckedClaim

    def opposes(self) -> bool:
        """Tell whether the source is about the same subject and contradicts the sentence."""
        kinds = {fault.kind for fault in self.item.faults}
        kinship = self.kinship()
        return (FaultKind.REFUTED in kinds and kinship >= _TOUCHES) or (bool(kinds & _OPPOSED) and kinship >= _SPEAKS)

    def kinship(self) -> float:
        """Return the share of the sentence's words that the source contains, without figures, which may differ."""
        found = find_support(_FIGURE.sub(" ", self.said), self.source)
        return found.share if found else 0.0


class DraftChecker:
    """Checks sentences against a store; `k` is how many passages are read with each."""

    def __init__(self, store: Store, *, k: int = PASSAGES) -> None:
        self._store = store
        self._k = k
        self._checker = ClaimChecker(store.settings, verifier=store.verifier)

    def find(self, sentence: str, span: Span) -> Finding:
        """Check a sentence against the documents, or against the one that it names."""
        said = " ".join(without_marks(_FOOTNOTE.sub("", sentence)).split())
        hits = self._store.search(said, k=self._k).hits
        context = assemble_context(said, hits, self._store.library, tokens=self._store.settings.answer.context_tokens)
        tries = [self._try(said, context, source) for source in context.sources]
        if not tries:
            return Finding(span, sentence, Standing.NOT_FOUND)
        best = max(tries, key=lambda one: (not one.item.faults, one.item.support))
        if not best.item.faults:
            pinpoint = self._pin(best.item, best.source)
            return Finding(span, sentence, Standing.SUPPORTED, best.item.support, pinpoint=pinpoint)
        opposed = [one for one in tries if one.opposes()]
        if opposed:
            worst = max(opposed, key=_Try.kinship)
            return self._failed(sentence, span, Standing.CONTRADICTED, worst)
        return self._failed(sentence, span, Standing.NOT_FOUND, best)

    def _try(self, said: str, context: AnswerContext, source: NumberedSource) -> _Try:
        """Hold a sentence against a source as it stands; where that fails, with the parties by their roles."""
        as_said = _Try(said, source, self._checker.checked(said, context, number=source.number))
        parties = self._store.library.reading(source.passage.doc_id).profile.parties
        by_role = call_by_role(said, parties)
        if not as_said.item.faults or by_role == said:
            return as_said
        return _Try(by_role, source, self._checker.checked(by_role, context, number=source.number))

    def _failed(self, sentence: str, span: Span, standing: Standing, one: _Try) -> Finding:
        return Finding(span, sentence, standing, one.item.support, one.item.faults, self._pin(one.item, one.source))

    def _pin(self, item: CheckedClaim, source: NumberedSource) -> Pinpoint:
        """Return the words of a source that support a claim."""
        passage = next((passage for _, passage in item.pinpoints), source.passage)
        place = self._store.library.place(passage)
        quote = passage.span.slice(self._store.library.text(passage.doc_id))
        return Pinpoint(passage, quote, source.document, source.title, place.section, place.page)


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
