"""From what the models say about a document's tokens and chunks to a ranking of exact spans and chunks."""

import re
from dataclasses import dataclass

import numpy as np

LOWEST = -8.0
WINDOW = 256
MOST = 80  # chunks ranked
SHORTEST = 40  # characters of a rest worth showing
SENTENCE_END = re.compile(r"[.;](?=\s)|\n|\Z")
Spans = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One question's view of one document."""

    text: str
    places: np.ndarray  # each token's characters
    chunks: np.ndarray  # each chunk's characters
    logits: np.ndarray  # the highlighter's, per token
    cosines: np.ndarray  # the embedder's, per chunk
    words: np.ndarray  # BM25, per chunk


@dataclass(frozen=True, slots=True)
class Decoding:
    """How rankings are made; chosen on dev, for kinds of question seen in training and for kinds left out of it."""

    read: int = 16  # windows the highlighter reads
    sure: float = 0.95  # a run of tokens that reaches this probability is a span
    hold: float = 0.85  # as long as its tokens stay above this one
    gap: int = 4  # tokens a span may bridge
    spans: int = 3  # spans put first
    lexical: float = 0.2  # weight of BM25 beside the embedder
    first: float = 1.0  # weight of the first stage beside the highlighter's logits
    trim: float = 0.5  # with no sure span, the best chunk is cut to sentences with a logit this near its highest
    join: int = 750  # results that touch are joined up to this many characters
    joined: int = 8  # among this many of the best chunks


def rank(evidence: Evidence, decoding: Decoding) -> Spans:
    """Rank: the spans the highlighter is sure of, then chunks by both models."""
    first = first_stage(evidence, decoding)
    if not decoding.read:
        return [(int(a), int(b)) for a, b in evidence.chunks[np.argsort(-first, kind="stable")[:MOST]]]
    ranges = chunk_tokens(evidence)
    read = np.zeros(len(evidence.places), bool)
    for start in place_windows(ranges, first, decoding.read, len(read)):
        read[start : start + WINDOW] = True
    logits = np.where(read, evidence.logits, LOWEST)
    scores = mixed(logits, ranges, first, decoding)
    spans = sure_spans(logits, evidence.places, decoding)[: decoding.spans]
    if not spans and decoding.trim:
        spans = trimmed(evidence, logits, ranges, int(np.argmax(scores)), decoding.trim)
    return spans + join_touching(rest_of(evidence.chunks, scores, spans), decoding)


def first_stage(evidence: Evidence, decoding: Decoding) -> np.ndarray:
    """Score chunks by the embedder and BM25, each scaled inside the document."""
    return standard(evidence.cosines) + decoding.lexical * standard(evidence.words)


def standard(scores: np.ndarray) -> np.ndarray:
    """Scale scores to mean 0 and deviation 1."""
    return (scores - scores.mean()) / (scores.std() + 1e-6)


def chunk_tokens(evidence: Evidence) -> np.ndarray:
    """Give each chunk's range of tokens."""
    cuts = np.searchsorted(evidence.places[:, 0], np.append(evidence.chunks[:, 0], evidence.chunks[-1, 1]))
    return np.stack([cuts[:-1], cuts[1:]], 1)


def place_windows(ranges: np.ndarray, first: np.ndarray, count: int, size: int) -> list[int]:
    """Place windows round the best chunks not yet read, `count` in all; give their first tokens."""
    covered = np.zeros(size, bool)
    placed: list[int] = []
    for n in np.argsort(-first, kind="stable"):
        start, end = ranges[n]
        if covered[start:end].all():
            continue
        placed.append(int(min(max(0, (start + end - WINDOW) // 2), max(0, size - WINDOW))))
        covered[placed[-1] : placed[-1] + WINDOW] = True
        if len(placed) == count:
            break
    return placed


def sure_spans(logits: np.ndarray, places: np.ndarray, decoding: Decoding) -> Spans:
    """Find runs of tokens the highlighter is sure of, the surest first."""
    chance = 1 / (1 + np.exp(-logits))
    tokens = np.nonzero(chance > decoding.hold)[0]
    if not len(tokens):
        return []
    found = []
    for run in np.split(tokens, np.nonzero(np.diff(tokens) > decoding.gap)[0] + 1):
        start, end = int(places[run[0], 0]), int(places[run[-1], 1])
        if chance[run].max() > decoding.sure and end - start >= 8:
            found.append(
                (0.5 * chance[run].max() + 0.5 * chance[run].mean() + 0.05 * min(1, len(run) / 20), start, end)
            )
    return [(start, end) for _, start, end in sorted(found, reverse=True)]


def mixed(logits: np.ndarray, ranges: np.ndarray, first: np.ndarray, decoding: Decoding) -> np.ndarray:
    """Score chunks by the highlighter's highest and mean logit and by the first stage."""
    sums = np.concatenate([[0], logits.cumsum()])
    mean = (sums[ranges[:, 1]] - sums[ranges[:, 0]]) / np.maximum(1, ranges[:, 1] - ranges[:, 0])
    most = np.maximum.reduceat(logits, np.minimum(ranges[:, 0], len(logits) - 1))
    return (most + mean) / 2 + decoding.first * first


def rest_of(chunks: np.ndarray, scores: np.ndarray, spans: Spans) -> Spans:
    """List chunks by score, without what the spans already show."""
    rest: Spans = []
    for n in np.argsort(-scores, kind="stable")[:MOST]:
        pieces = [(int(chunks[n, 0]), int(chunks[n, 1]))]
        for x, y in spans:
            pieces = [p for a, b in pieces for p in ((a, min(b, x)), (max(a, y), b)) if p[1] > p[0]]
        rest += [p for p in pieces if p[1] - p[0] >= SHORTEST]
    return rest


def trimmed(evidence: Evidence, logits: np.ndarray, ranges: np.ndarray, chunk: int, near: float) -> Spans:
    """Cut a chunk to its sentences that hold the highest logits."""
    start, end = ranges[chunk]
    low, high = (int(x) for x in evidence.chunks[chunk])
    own = logits[start:end]
    if not len(own) or own.max() <= LOWEST:
        return []
    tokens = np.nonzero(own > own.max() - near)[0] + start
    ends = np.array([low + match.end() for match in SENTENCE_END.finditer(evidence.text[low:high])])
    first, last = int(evidence.places[tokens[0], 0]), int(evidence.places[tokens[-1], 1])
    before = ends[ends <= first]
    after = ends[ends >= last]
    span = (int(before[-1]) if len(before) else low, int(after[0]) if len(after) else high)
    return [span] if span[1] - span[0] >= SHORTEST else []


def join_touching(ranked: Spans, decoding: Decoding) -> Spans:
    """Join results that touch a better one, as long as the whole stays short."""
    joined: Spans = []
    for n, (a, b) in enumerate(ranked):
        fits = [k for k, (x, y) in enumerate(joined) if (y == a or b == x) and (b - a) + (y - x) <= decoding.join]
        if n < decoding.joined and fits:
            x, y = joined[fits[0]]
            joined[fits[0]] = (min(a, x), max(b, y))
        else:
            joined.append((a, b))
    return joined
