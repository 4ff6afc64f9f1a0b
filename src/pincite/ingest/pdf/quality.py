"""Whether the text layer of a PDF page matches what the page shows."""

from __future__ import annotations

import re
import unicodedata

_LEAST_LETTERS = 80
_MOST_BAD = 0.12
_VOWELS = "aeiouy"
_LATIN = re.compile("[a-z]")
_SAMPLE = 300
_VOWEL_SHARE = (0.25, 0.62)
_LEAST_PLAUSIBLE = 0.45
_SPACE = re.compile(r"\s+")
# Codes that stand for no character: unmapped glyphs, controls, private use.
_BAD = re.compile("[\x00\x01\x03-\x08\x0e-\x1f\x7f-\x9f\ue000-\uf0a6\uf0a8-\uf0b6\uf0b8-\uf8ff\ufffd\uffff]")
_PLAUSIBLE = re.compile(r"^\W*(\d[\d.,:/%-]*|[^\W\d_][^\W\d_]*(['’-][^\W\d_]+)*)\W*\d{0,2}\W*$")
_ODD_CASE = re.compile(r"[a-z][A-Z]+[a-z]+[A-Z]|[A-Z]{2}[a-z]+[A-Z]")

_GLYPH_OF_SPACE = 3


def _unmapped() -> dict[int, str]:
    """Characters by their glyph number in the fonts Windows comes with: ASCII, then the Macintosh set."""
    table = {number: chr(number - _GLYPH_OF_SPACE + 0x20) for number in range(3, 98)}
    table |= {number: bytes([number - 98 + 0x80]).decode("mac_roman") for number in range(98, 171)}
    table |= {number: bytes([number - 97 + 0x80]).decode("mac_roman") for number in range(171, 192)}
    # The spaces and line ends pdfium itself puts in are no glyph numbers.
    return {number: letter for number, letter in table.items() if number not in (0x0A, 0x0D, 0x20)}


_UNMAPPED = _unmapped()


def restore(text: str) -> str | None:
    """The text of a page whose fonts gave glyph numbers for characters, or None if something else is wrong."""
    restored = text.translate(_UNMAPPED)
    return None if is_garbage(restored) else restored


def is_garbage(text: str) -> bool:
    """Tell whether text cannot be what a page says: a broken character map or a failed recognition."""
    packed = _SPACE.sub("", text)
    if not packed:
        return False
    if len(_BAD.findall(packed)) > _MOST_BAD * len(packed):
        return True
    if len(packed) < _LEAST_LETTERS:
        return False
    return _odd_letters(packed) or _odd_words(text.split())


def _odd_letters(packed: str) -> bool:
    """Tell whether Latin text has too few or too many vowels for any language written in it."""
    lowered = unicodedata.normalize("NFD", packed).lower()
    latin = len(_LATIN.findall(lowered))
    if latin < max(_LEAST_LETTERS, 0.3 * len(packed)):
        return False
    share = sum(lowered.count(vowel) for vowel in _VOWELS) / latin
    return not _VOWEL_SHARE[0] <= share <= _VOWEL_SHARE[1]


def _odd_words(words: list[str]) -> bool:
    long = [word for word in words[:_SAMPLE] if any(letter.isalnum() for letter in word)]
    if len(long) < 20:
        return False
    plausible = sum(bool(_PLAUSIBLE.match(word)) and not _ODD_CASE.search(word) for word in long)
    return plausible < _LEAST_PLAUSIBLE * len(long)
