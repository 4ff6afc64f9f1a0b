"""Language: which language a text is written in, found from its commonest short words."""

from __future__ import annotations

import re
from collections import Counter

# Words that are frequent in one language and rare or absent in the others listed here.
_WORDS: dict[str, str] = {
    "en": "the of and to in shall or any by for be is with as that this on such not are which from under may has",
    "cs": "a v na se je že z s o k do za pro podle nebo ve které která který být smlouvy této není jsou při jako bude",
    "sk": "a v na sa je že z s o k do za pre podľa alebo vo ktoré ktorá ktorý byť zmluvy tejto nie sú pri ako bude",
    "de": "der die und das in den von zu mit des für im auf nicht ist dem ein eine werden nach oder bei sind wird",
    "fr": "le la les de des et à du en un une que est pour dans par au qui ne sur pas ou avec être sont aux",
    "es": "el la los las de que y en un una por con para del se no al es lo su como o más este esta será",
    "it": "il la le di e che in un una per del della dei con non è al da sono alla nel o gli lo delle essere",
    "pt": "o a os as de que e em um uma por com para do da não no na dos das ao é ou se são pela pelo",
    "nl": "de het een en van in is dat op te zijn met voor niet aan er om ook als dan of door deze wordt bij",
    "pl": "w i z na do się nie jest o że od za przez oraz dla lub po jak tej który która które być umowy są",
    "cy": "y yr a i o yn ar am ac gan neu mae ei sydd wedi dan fod oedd hwn rhaid os bydd nid fel llys",
}
_SETS = {language: frozenset(words.split()) for language, words in _WORDS.items()}
# Letters that no other of these languages has: a short text of names and figures has few of the words above.
_LETTERS = {"cs": "ěřů", "de": "ß", "es": "ñ", "pl": "ąęłśźż", "pt": "ãõ", "sk": "ĺľŕ"}
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 6000
_ENOUGH = 0.12
_ENOUGH_LETTERS = 0.06
_FEWEST_WORDS = 8


def find_language(text: str) -> str | None:
    """The two-letter code of the language, or None where the text is too short or too strange to tell."""
    middle = max(0, (len(text) - _SAMPLE) // 2)
    sample = text[:_SAMPLE] if len(text) <= 2 * _SAMPLE else text[:_SAMPLE] + " " + text[middle : middle + _SAMPLE]
    counts = Counter(_WORD.findall(sample.lower()))
    total = counts.total()
    if total < _FEWEST_WORDS:
        return None
    shares = {language: sum(counts[word] for word in words) / total for language, words in _SETS.items()}
    best = max(shares, key=lambda language: (shares[language], language))
    return best if shares[best] >= _ENOUGH else _by_letters(_WORD.findall(sample))


def _by_letters(words: list[str]) -> str | None:
    """The language whose own letters stand in enough of the words; those with a capital may be foreign names."""
    plain = [word for word in words if word[0].islower()]
    for language, letters in _LETTERS.items():
        own = sum(not set(letters).isdisjoint(word) for word in plain)
        if own and own >= _ENOUGH_LETTERS * len(plain):
            return language
    return None
