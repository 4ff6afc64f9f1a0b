"""NLTK's own word tokenizer, where NLTK and its sentence data are installed."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache

Tokenizer = Callable[[str], list[str]]


@cache
def nltk_tokenizer() -> Tokenizer | None:
    """NLTK's `word_tokenize`; None where NLTK or its Punkt data is missing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from nltk.tokenize import word_tokenize
        word_tokenize("Rent is due. Pay it.")
    except (ImportError, LookupError):
        return None
    tokenizer: Tokenizer = word_tokenize
    return tokenizer
