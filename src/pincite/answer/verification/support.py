"""Support: how many of a claim's words a source contains, and in which of its sentences."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.answer.context import trimmed
from pincite.domain.answer import NumberedSource
from pincite.domain.document import Passage
from pincite.legal.sentences import split_sentences
from pincite.legal.wording import stems
from pincite.spans import Span

# A claim may be supported by up to this many consecutive sentences of a source.
_SENTENCES = 3
# A further sentence is included if it adds at least this share of the claim's words.
_WORTH = 0.12


@dataclass(frozen=True, slots=True)
class Support:
    """The words of a claim that a range of a source holds, as a share from 0 to 1, and that range in the document.

    `run` is the range with the sentences beside it that were weighed but add no word.
    """

    share: float
    passage: Passage
    held: frozenset[str]
    run: Span


def find_support(claim: str, source: NumberedSource) -> Support | None:
    """Find the shortest run of up to three sentences that contains most of the claim's words."""
    wanted = set(stems(claim))
    sentences = [trimmed(source.text, span) for span in split_sentences(source.text, Span(0, len(source.text)))]
    sentences = [span for span in sentences if span.slice(source.text).strip()]
    if not wanted or not sentences:
        return None
    held = [wanted & set(stems(span.slice(source.text))) for span in sentences]
    best: tuple[float, int, int] = (0.0, 0, 1)
    for start in range(len(sentences)):
        for end in range(start + 1, min(start + _SENTENCES, len(sentences)) + 1):
            share = len(set().union(*held[start:end])) / len(wanted)
            if share > best[0] + (_WORTH if end - start > 1 else 0):
                best = (share, start, end)
    share, start, end = best
    whole = set().union(*held[start:end])
    run = Span(sentences[start].start, sentences[end - 1].end).shift(source.passage.span.start)
    # A sentence at either end that adds no word of the claim proves nothing.
    while end - start > 1 and set().union(*held[start + 1 : end]) == whole:
        start += 1
    while end - start > 1 and set().union(*held[start : end - 1]) == whole:
        end -= 1
    span = Span(sentences[start].start, sentences[end - 1].end).shift(source.passage.span.start)
    return Support(share, Passage(source.passage.doc_id, span), frozenset(whole), run)


def closest_sentences(claim: str, text: str) -> list[str]:
    """The sentences of a text that hold most of a claim's words: one, or several that tie."""
    wanted = set(stems(claim))
    sentences = [span.slice(text) for span in split_sentences(text, Span(0, len(text)))]
    counts = [len(wanted & set(stems(sentence))) for sentence in sentences]
    return [sentence for sentence, count in zip(sentences, counts, strict=True) if count and count == max(counts)]
