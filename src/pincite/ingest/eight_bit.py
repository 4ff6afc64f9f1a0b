"""Which eight-bit encoding a text is in: Western cp1252, or Central European cp1250 or Latin-2, by its letters."""

from __future__ import annotations

import codecs
import re
from functools import cache
from itertools import islice

ENCODINGS = ("cp1252", "cp1250", "iso8859-2")

# The accented letters of each language, one alphabet at a time: French and Czech both use "é", none uses "é", "ì" and
# "ø" together, which is what Czech looks like in cp1252. The last of each side is for lists of names.
_WESTERN = (
    "éèêëàâäçîïôöùûüÿœæ",
    "äöüß",
    "áéíóúüñªº",
    "áâãàçéêíóôõúªº",
    "àèéìíîòóùú",
    "æøåéäöü",
    "áðéíóúýþæö",
    "áàâäãåæøçéèêëíìïñóòôöõúùûüß",
)
_CENTRAL = (
    "áčďéěíňóřšťúůýžöü",
    "áäčďéíĺľňóôŕšťúýž",
    "ąćęłńóśźż",
    "áéíóöőúüű",
    "ăâîşţ",
    "čćđšž",
    "áäâăąčćďđéěęëíîĺľłňńóôöőŕřšśťúůüűýžźż",
)
_NAMES_WEIGHT = 0.9
# Signs that may touch letters, and these together with signs that stand apart.
_CLINGING = frozenset("’‘“”„‚«»‹›–—…•·´\xa0\xad")
_SIGNS = _CLINGING | frozenset("§©®°£¥€±×÷½¼¾¹²³µ¶†‡‰™¿¡¨")
_TRADE_MARKS = "®™"
_WORD_WITH_HIGH = re.compile(rb"(?<![A-Za-z\x80-\xff])[A-Za-z]*+[\x80-\xff][A-Za-z\x80-\xff]*+")
_WORDS = 5_000
_WORD_BYTES = 60
# Sequences no Western language writes, but which Central European ones give when they are read as cp1252.
_UNWESTERN = re.compile("è[aeiounk]|õ(?!e|\\b)|û(?!t|r|c|l|m|n|\\b)")
# The common encoding wins unless another explains the letters clearly better.
_MARGIN = 0.03


def guess_single_byte(data: bytes) -> str:
    """The encoding whose languages best explain the bytes above 127."""
    found = islice(_WORD_WITH_HIGH.finditer(data), _WORDS)
    words = [data[match.start() : min(match.end(), match.start() + _WORD_BYTES)] for match in found]
    scores = {encoding: _plausibility(words, encoding) for encoding in ENCODINGS}
    best = max(ENCODINGS, key=lambda encoding: scores[encoding])
    return best if scores[best] > scores["cp1252"] + _MARGIN else "cp1252"


def decode_single_byte(data: bytes, encoding: str) -> str:
    """Decode, with the few bytes the encoding leaves undefined kept as control characters, as browsers do."""
    return codecs.charmap_decode(data, "strict", _table(encoding))[0]


@cache
def _table(encoding: str) -> str:
    table = (bytes([byte]).decode(encoding, "replace") for byte in range(256))
    return "".join(chr(byte) if char == "\ufffd" else char for byte, char in enumerate(table))


def _plausibility(words: list[bytes], encoding: str) -> float:
    """The share of high bytes that the best single language explains, as its letters or as signs in their place."""
    western = encoding == "cp1252"
    whole = [decode_single_byte(word, encoding) for word in words]
    # Trade marks follow their word; in Latin-2 the sign would be a capital letter at its end.
    texts = [text.rstrip(_TRADE_MARKS) or text for text in whole]
    in_words = [char for text in texts if not set(text) <= _SIGNS for char in text.lower() if char > "\x7f"]
    letters = [char for char in in_words if char not in _CLINGING]
    signs = len(in_words) - len(letters) + sum(len(text) for text in texts if set(text) <= _SIGNS)
    signs += sum(map(len, whole)) - sum(map(len, texts))
    *languages, names = (
        sum(letter in alphabet for letter in letters) for alphabet in (_WESTERN if western else _CENTRAL)
    )
    explained = max(*languages, _NAMES_WEIGHT * names)
    wrong = sum(len(_UNWESTERN.findall(text)) for text in texts) if western else 0
    return (signs + explained - 2 * wrong) / max(signs + len(letters), 1)
