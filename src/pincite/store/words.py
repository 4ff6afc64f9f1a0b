"""Words as they are indexed, and how much each says of a passage: the same for every kind of store."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable

from pincite.legal.languages import ENGLISH, STOP_WORDS, root_of, stem_words

K1 = 1.5
B = 0.75
# No real word is longer, and databases have limits.
_LONGEST = 80
WORD = re.compile(r"[^\W_]+")


def words_of(text: str, language: str = ENGLISH) -> list[str]:
    """The words of a text as they are indexed: case folded, stemmed, without the commonest."""
    words = [word for word in WORD.findall(text.casefold()) if word not in STOP_WORDS[language]]
    roots = [f"~{root}" for word in words if (root := root_of(word, language))]
    return [*stem_words(words, language), *roots]


def query_terms(query: str, languages: Iterable[str]) -> list[str]:
    """The terms of a query in every language that passages are in, each once."""
    spoken = sorted(set(languages) or {ENGLISH})
    return list(dict.fromkeys(term for language in spoken for term in words_of(query, language)))


def term_weight(frequency: int, size: int) -> float:
    """Return the weight of a term by how many passages contain it; 0 if none does."""
    return math.log(1 + (size - frequency + 0.5) / (frequency + 0.5)) if frequency else 0.0


def shorten_term(term: str) -> str:
    """Shorten a term for a database: one longer than any real word becomes its beginning and a hash."""
    if len(term) <= _LONGEST:
        return term
    return f"{term[:_LONGEST]}#{hashlib.sha256(term.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
