"""Windows: the parts of passages that a verifier reads with a claim."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.legal.sentences import split_sentences
from pincite.legal.wording import stems
from pincite.spans import Span

# Characters that a model reads at once; a longer passage is cut into windows of about `_SIZE`.
_WHOLE, _SIZE = 1400, 1200
# At most this many windows are read, those with most of the claim's words.
_MOST = 4
# The sentences nearest to a claim: this many in a row.
_NEAR = 3


def cut_windows(claim: str, passages: Sequence[str]) -> list[str]:
    """Cut passages into windows, those with most of the claim's words first.

    Of several passages the nearest sentences of each are a window too: a claim may rest on more than one.
    """
    wanted = set(stems(claim))
    windows = [window.strip() for passage in passages for window in _pack(passage)]
    best = sorted(windows, key=lambda window: -_held(wanted, window))[:_MOST]
    together = ["\n".join(_nearest(wanted, passage) for passage in passages)] if len(passages) > 1 else []
    return list(dict.fromkeys([*best, *together]))


def _nearest(wanted: set[str], passage: str) -> str:
    sentences = _sentences(passage)
    runs = [sentences[i : i + _NEAR] for i in range(max(1, len(sentences) - _NEAR + 1))]
    spans = [Span(run[0].start, run[-1].end) for run in runs]
    return max(spans, key=lambda span: _held(wanted, span.slice(passage))).slice(passage).strip()


def _pack(passage: str) -> list[str]:
    """Return the whole passage, or groups of sentences up to the size of a window; a longer sentence is cut."""
    if len(passage) <= _WHOLE:
        return [passage]
    pieces = [
        Span(start, min(start + _SIZE, sentence.end))
        for sentence in _sentences(passage)
        for start in range(sentence.start, sentence.end, _SIZE)
    ]
    windows = [pieces[0]]
    for piece in pieces[1:]:
        if piece.end - windows[-1].start <= _SIZE:
            windows[-1] = Span(windows[-1].start, piece.end)
        else:
            windows.append(piece)
    return [window.slice(passage) for window in windows]


def _sentences(passage: str) -> list[Span]:
    sentences = [span for span in split_sentences(passage, Span(0, len(passage))) if span.slice(passage).strip()]
    return sentences or [Span(0, len(passage))]


def _held(wanted: set[str], text: str) -> int:
    return len(wanted & set(stems(text)))
