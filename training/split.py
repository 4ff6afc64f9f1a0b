"""Chunks of 500 characters as the benchmark's authors cut them (recursively, at the largest separator that serves)."""

SEPARATORS = ("\n\n", "\n", "!", "?", ".", ":", ";", ",", " ", "")


def split_text(text: str, size: int = 500) -> list[int]:
    """Cut a text into chunks of at most `size` characters and give the end of each; together they are the text."""
    ends: list[int] = []
    for piece in _split(text, size, SEPARATORS):
        ends.append((ends[-1] if ends else 0) + len(piece))
    return ends


def _split(text: str, size: int, separators: tuple[str, ...]) -> list[str]:
    separator = next(s for s in separators if s == "" or s in text)
    rest = separators[separators.index(separator) + 1 :]
    merged: list[str] = []
    waiting: list[str] = []
    for piece in _cut(text, separator):
        if len(piece) < size:
            waiting.append(piece)
            continue
        merged += _merge(waiting, size)
        waiting = []
        merged += _split(piece, size, rest) if rest else [piece]
    return merged + _merge(waiting, size)


def _cut(text: str, separator: str) -> list[str]:
    """Cut before every separator, which stays with the text that follows it."""
    if not separator:
        return list(text)
    first, *others = text.split(separator)
    return [piece for piece in (first, *(separator + other for other in others)) if piece]


def _merge(pieces: list[str], size: int) -> list[str]:
    merged: list[str] = []
    for piece in pieces:
        if merged and len(merged[-1]) + len(piece) <= size:
            merged[-1] += piece
        else:
            merged.append(piece)
    return merged
