"""From candidate chunks to exact spans: the best windows are read, what the highlighter is sure of comes first.

After the spans come the chunks, less what the spans already show, ranked by the highlighter and the first stage
together: a question unlike any the model was trained on is then answered no worse than without it. The constants were
chosen on development documents, by the sets trained on and by sets left out of training.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pincite.domain.document import Passage
from pincite.domain.highlight import WindowLogits
from pincite.legal.sentences import split_sentences
from pincite.ports import Highlighter
from pincite.ports.store import Library
from pincite.retrieve.candidates import Pool
from pincite.spans import Span, subtract_spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

# A run of tokens that reaches the second probability is a span, as long as its tokens stay above the first.
_LIKELY = 0.85
_LIKELY_LOGIT = math.log(_LIKELY / (1 - _LIKELY))
_SURE = 0.95
# How many unlikely tokens, and how many characters between two windows, a run may bridge.
_GAP = 4
_BREAK = 40
_MOST_SPANS = 3
_SHORTEST_SPAN = 8
_SHORTEST_SENTENCE = 40
_SHORTEST_REST = 15
# Where no span is sure, the best chunk is cut to the run of tokens with logits this near its highest, over fewer gaps;
# what is quoted of it are the sentences with a logit this near.
_NEAR_WORDS, _NEAR_GAP = 1.0, 2
_NEAR = 0.5
# Chunks that touch are joined: among this many of the best, up to this many characters; so many of them are quoted.
_JOINED = 16
_LONGEST_JOINED = 750
_QUOTED = 12
# What belongs to the words before it, where a chunk was cut: the rest of a number such as 5.2(b), a mark, white space.
_EDGE = re.compile(r"(?:(?<=\d)\.\d[\w.()]*|(?<=\w)[.,;:!?)\]”’]+)?\s*")
# Where an agreement ends, looked for behind its first part, which may quote the words.
_SIGNED = re.compile(r"in witness whereof|executed as a deed", re.IGNORECASE)
_BODY = 0.2
# The chance that a result is right, from the mean logit of its tokens: fitted on development documents.
_SLOPE, _BIAS = 0.418, 0.781
# What counts for tokens that were not read, and how many characters a token takes.
_UNREAD = -8.0
_TOKEN_CHARACTERS = 4.6
# How many windows it takes to say how far the best leads and how many are likely: a document of a page or two has fewer
# than are read of a longer one, and nearly all of them are about its one subject.
_LEAST_COMPARED, _COMPARED = 6, 12
# Characters before and after a chunk that are given to the highlighter, which cuts them to its window.
_REACH = 700


@dataclass(frozen=True, slots=True)
class HighlightedPassage:
    """A passage with its score between 0 and 1, the chunk it comes from, and whether it was marked exactly.

    `best` are its likeliest sentences where they are other than it: what is quoted.
    """

    passage: Passage
    score: float
    chunk: Passage
    exact: bool
    best: Span | None = None

    @property
    def quoted(self) -> Span:
        """What to quote: exact words with the sentences they stand in, a chunk as it is."""
        return self.best if self.exact and self.best else self.passage.span


@dataclass(frozen=True, slots=True)
class Highlights:
    """Passages in order, and the logit of the best window: how likely it is that anything answers at all.

    `lead` is how far it is above the middle one of the windows, `likely` how many windows answer more likely than not,
    and `place` where the best chunk stood among the candidates, from 0. So many `windows` were read; `compared` says
    whether they are enough to compare the best with the others.
    """

    found: list[HighlightedPassage]
    relevance: float
    lead: float
    likely: int
    place: int
    windows: int
    compared: bool


@dataclass(frozen=True)
class _Tokens:
    """The tokens of one document that were read, in order."""

    places: Ints
    logits: Floats

    @cached_property
    def starts(self) -> list[int]:
        """Where each begins: a list, because single places are looked up in it, many thousand times per question."""
        starts: list[int] = self.places[:, 0].tolist()
        return starts


def highlight(
    question: str,
    pool: Pool,
    library: Library,
    highlighter: Highlighter,
    *,
    windows: int,
    favour: Mapping[str, float] | None = None,
) -> Highlights:
    """Read the windows round the best candidates and put exact spans before the chunks they were found in.

    The scores of the candidates are standard ones: they are added to the highlighter's logits. `favour` is what speaks
    for each document beside its words; it decides between spans that are about as good.
    """
    chunks = pool.chunks
    chosen = _choose(chunks, windows)
    texts, centres, starts = [], [], []
    for i in chosen:
        span, text = chunks[i].span, library.text(chunks[i].doc_id)
        start, end = max(0, span.start - _REACH), min(len(text), span.end + _REACH)
        texts.append(text[start:end])
        centres.append((span.start + span.end) // 2 - start)
        starts.append(start)
    marked = highlighter.read(question, texts, centres=centres)
    tokens = _collect([chunks[i].doc_id for i in chosen], starts, marked)
    mixed = np.array([_chunk_logit(chunk, tokens) for chunk in chunks], dtype=np.float32) + pool.score
    place = int(np.argmax(mixed))
    exact = [
        HighlightedPassage(passage, score, _chunk_of(passage, chunks), exact=True)
        for score, passage in _sure_spans(tokens, library, favour or {})
    ] or _surest_words(chunks[place], tokens, library)
    rest = _with_best(_settle(_join_touching(_rest(chunks, mixed, exact, tokens)), library), tokens, library)
    read = [one.relevance for one in marked] or [_UNREAD]
    best = max(read)
    lead, likely = best - float(np.median(read)), sum(one > 0 for one in read)
    compared = len(read) >= max(_LEAST_COMPARED, min(windows, _COMPARED))
    return Highlights(exact + rest, best, lead, likely, place, len(read), compared)


def _choose(chunks: Sequence[Passage], windows: int) -> list[int]:
    """The best candidates, each the middle of a window, none of them inside the window of a better one."""
    chosen: list[int] = []
    covered: dict[str, list[Span]] = {}
    half = int(256 * _TOKEN_CHARACTERS / 2)
    for i, chunk in enumerate(chunks):
        seen = covered.setdefault(chunk.doc_id, [])
        if any(span.contains(chunk.span) for span in seen):
            continue
        chosen.append(i)
        middle = (chunk.span.start + chunk.span.end) // 2
        seen.append(Span(max(0, middle - half), middle + half))
        if len(chosen) == windows:
            break
    return chosen


def _collect(doc_ids: Sequence[str], starts: Sequence[int], marked: Sequence[WindowLogits]) -> dict[str, _Tokens]:
    """The tokens read of each document; where windows overlap, the higher logit counts."""
    best: dict[str, dict[tuple[int, int], float]] = {}
    for doc_id, start, one in zip(doc_ids, starts, marked, strict=True):
        seen = best.setdefault(doc_id, {})
        for (a, b), logit in zip((one.places + start).tolist(), one.logits.tolist(), strict=True):
            seen[a, b] = max(logit, seen.get((a, b), _UNREAD))
    found: dict[str, _Tokens] = {}
    for doc_id, seen in best.items():
        places = sorted(seen)
        logits = np.array([seen[place] for place in places], dtype=np.float32)
        found[doc_id] = _Tokens(np.array(places, dtype=np.int64).reshape(-1, 2), logits)
    return found


def _sure_spans(
    tokens: dict[str, _Tokens], library: Library, favour: Mapping[str, float]
) -> list[tuple[float, Passage]]:
    """Runs of likely tokens the highlighter is sure of, the surest first, and those of annexes last."""
    found = []
    for doc_id, read in tokens.items():
        chances = 1 / (1 + np.exp(-read.logits))
        likely = np.flatnonzero(chances > _LIKELY)
        if not len(likely):
            continue
        jumps = (np.diff(likely) > _GAP) | (read.places[likely[1:], 0] - read.places[likely[:-1], 1] > _BREAK)
        for run in np.split(likely, np.flatnonzero(jumps) + 1):
            span = Span(int(read.places[run[0], 0]), int(read.places[run[-1], 1]))
            mean, peak = float(chances[run].mean()), float(chances[run].max())
            if len(span) >= _SHORTEST_SPAN and peak > _SURE:
                extra = favour.get(doc_id, 0.0)
                worth = 0.5 * peak + 0.5 * mean + 0.05 * min(1, len(run) / 20) + extra
                chance = _chance(float(read.logits[run].mean()))
                found.append((worth, min(1.0, max(0.0, chance + extra)), Passage(doc_id, span)))
    found.sort(key=lambda item: (_annexed(item[2], library), -item[0], item[2]))
    return [(chance, passage) for _, chance, passage in found[:_MOST_SPANS]]


def _annexed(passage: Passage, library: Library) -> bool:
    """Tell whether a passage stands behind the signatures: an annex often repeats the clauses of the agreement."""
    text = library.text(passage.doc_id)
    signed = _SIGNED.search(text, int(_BODY * len(text)))
    return signed is not None and passage.span.start > signed.start()


def _best_sentences(chunk: Passage, tokens: dict[str, _Tokens], library: Library) -> list[tuple[float, Passage]]:
    """The part of a chunk, in whole sentences, that the highlighter thinks most of."""
    read = tokens.get(chunk.doc_id)
    start, end = _token_range(chunk, read) if read else (0, 0)
    if read is None or start == end:
        return []
    logits = read.logits[start:end]
    near = np.flatnonzero(logits > logits.max() - _NEAR) + start
    marked = Span(int(read.places[near[0], 0]), int(read.places[near[-1], 1]))
    sentences = split_sentences(library.text(chunk.doc_id), chunk.span)
    best = [i for i, one in enumerate(sentences) if one.overlaps(marked)]
    if not best:
        return []
    # "Dogs are not admitted." says little without the sentence before it.
    first, last = best[0], best[-1]
    while sentences[last].end - sentences[first].start < _SHORTEST_SENTENCE and (first or last + 1 < len(sentences)):
        first, last = (first - 1, last) if first else (first, last + 1)
    span = Span(sentences[first].start, sentences[last].end)
    return [(_chance(float(logits.mean())), Passage(chunk.doc_id, span))]


def _surest_words(chunk: Passage, tokens: dict[str, _Tokens], library: Library) -> list[HighlightedPassage]:
    """The words of a chunk that the highlighter thinks most of, with the sentences they stand in."""
    sentences = _best_sentences(chunk, tokens, library)
    if not sentences:
        return []
    read, (start, end) = tokens[chunk.doc_id], _token_range(chunk, tokens[chunk.doc_id])
    logits = read.logits[start:end]
    highest = int(logits.argmax())
    likely = np.flatnonzero(logits >= min(_LIKELY_LOGIT, logits[highest] - _NEAR_WORDS))
    runs = np.split(likely, np.flatnonzero(np.diff(likely) > _NEAR_GAP) + 1)
    run = next(run for run in runs if run[0] <= highest <= run[-1]) + start
    words = _whole_words(library.text(chunk.doc_id), int(read.places[run[0], 0]), int(read.places[run[-1], 1]))
    score, quoted = sentences[0]
    return [HighlightedPassage(Passage(chunk.doc_id, words), score, chunk, exact=True, best=quoted.span)]


def _whole_words(text: str, start: int, end: int) -> Span:
    """Tokens may be parts of words: grow to the ends of the words."""
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return Span(start, end)


def _rest(
    chunks: Sequence[Passage],
    mixed: Floats,
    exact: list[HighlightedPassage],
    tokens: dict[str, _Tokens],
) -> list[HighlightedPassage]:
    """The chunks by both models, without what the spans already show; what is left of one counts for what it says."""
    found = []
    for chunk, worth in zip(chunks, mixed.tolist(), strict=True):
        shown = [one.passage.span for one in exact if one.passage.doc_id == chunk.doc_id]
        score = _chance(_mean_logit(chunk, tokens))
        for part in subtract_spans(chunk.span, shown):
            passage = Passage(chunk.doc_id, part)
            if part == chunk.span or len(part) >= _SHORTEST_REST:
                changed = part != chunk.span
                own = worth + _chunk_logit(passage, tokens) - _chunk_logit(chunk, tokens) if changed else worth
                found.append((own, HighlightedPassage(passage, score, chunk, exact=False)))
    return [one for _, one in sorted(found, key=lambda item: -item[0])]


def _with_best(
    found: list[HighlightedPassage], tokens: dict[str, _Tokens], library: Library
) -> list[HighlightedPassage]:
    """The first chunks with their likeliest sentences: these are quoted where a chunk is evidence."""
    marked = []
    for one in found[:_QUOTED]:
        sentences = _best_sentences(one.passage, tokens, library)
        marked.append(replace(one, best=sentences[0][1].span) if sentences else one)
    return marked + found[_QUOTED:]


def _join_touching(found: list[HighlightedPassage]) -> list[HighlightedPassage]:
    """Join neighbours among the best chunks: a clause that was cut in two is shown whole."""
    joined: list[HighlightedPassage] = []
    for one in found[:_JOINED]:
        for i, other in enumerate(joined):
            both = sorted((one.passage, other.passage))
            touches = both[0].doc_id == both[1].doc_id and both[0].span.end == both[1].span.start
            if touches and both[1].span.end - both[0].span.start <= _LONGEST_JOINED:
                whole = Passage(one.passage.doc_id, Span(both[0].span.start, both[1].span.end))
                joined[i] = replace(other, passage=whole)
                break
        else:
            joined.append(one)
    return joined + found[_JOINED:]


def _settle(found: list[HighlightedPassage], library: Library) -> list[HighlightedPassage]:
    """Show whole words: a cut inside a section's number, or before the mark that ends a sentence, moves behind it."""
    settled = []
    for one in found:
        text, span = library.text(one.passage.doc_id), one.passage.span
        start, end = (_EDGE.match(text, at).end() if at < len(text) else at for at in (span.start, span.end))  # type: ignore[union-attr]
        end = start + len(text[start:end].rstrip())
        if end > start:
            settled.append(replace(one, passage=Passage(one.passage.doc_id, Span(start, end))))
    return settled


def _chance(logit: float) -> float:
    """The chance that a result is right."""
    return float(1 / (1 + np.exp(-(_SLOPE * logit + _BIAS))))


def _token_range(chunk: Passage, read: _Tokens) -> tuple[int, int]:
    return bisect_left(read.starts, chunk.span.start), bisect_left(read.starts, chunk.span.end)


def _mean_logit(chunk: Passage, tokens: dict[str, _Tokens]) -> float:
    """The mean logit of a chunk's tokens; those not read count as unlikely."""
    read = tokens.get(chunk.doc_id)
    start, end = _token_range(chunk, read) if read else (0, 0)
    if read is None or start == end:
        return _UNREAD
    logits = read.logits[start:end]
    size = max(len(logits), len(chunk.span) / _TOKEN_CHARACTERS * 0.8)
    return (float(logits.sum()) + _UNREAD * (size - len(logits))) / size


def _chunk_logit(chunk: Passage, tokens: dict[str, _Tokens]) -> float:
    """Half the highest and half the mean logit of a chunk's tokens."""
    read = tokens.get(chunk.doc_id)
    start, end = _token_range(chunk, read) if read else (0, 0)
    highest = float(read.logits[start:end].max()) if read is not None and start < end else _UNREAD
    return (highest + _mean_logit(chunk, tokens)) / 2


def _chunk_of(passage: Passage, chunks: Sequence[Passage]) -> Passage:
    """The chunk that holds most of a span."""
    return max(
        (chunk for chunk in chunks if chunk.doc_id == passage.doc_id),
        key=lambda chunk: len(chunk.span.intersection(passage.span) or ()),
    )
