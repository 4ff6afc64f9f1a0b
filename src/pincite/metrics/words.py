"""Words as NLTK's word tokenizer gives them, alphanumeric ones only.

Where NLTK and its Punkt data are installed they are asked. Elsewhere the rules here are used: those of the Penn
Treebank as NLTK (Apache 2.0) applies them to each sentence, but only the ones that decide which alphanumeric words
come out.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pincite.metrics.nltk_words import nltk_tokenizer
from pincite.metrics.word_sentences import split_at_stops

_QUOTES = re.compile(r"[«“‘„]|[`]+|\"|''|[»”’]")
_OPENING = re.compile(r"(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)")
_PUNCTUATION = re.compile(r"\.{2,}|[;@#$%&?!*\u2012-\u2015\]\[(){}<>]|--")
_NUMBER_STOPS = re.compile(r"([:,])(?=[^\d]|$)")
_LAST_STOP = re.compile(r"([^.])(\.)([\])}>\"'»”’ ]*+)\s*+$")
_CLITIC = re.compile(r"(?<=[^' ])('s|'m|'d|'ll|'re|'ve|n't|')(?= )", re.IGNORECASE)
_JOINED = re.compile(
    r"\b(can)(not)\b|\b(d)('ye)\b|\b(gim)(me)\b|\b(gon)(na)\b|\b(got)(ta)\b|\b(lem)(me)\b|\b(more)('n)\b"
    r"|\b(wan)(na)(?=\s)|(?: |^)('t)(is)\b|(?: |^)('t)(was)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=65_536)
def words_of(text: str) -> frozenset[str]:
    """The different words of a text, in lower case."""
    tokenize = nltk_tokenizer() or own_tokens
    return frozenset(word for word in tokenize(text.lower()) if word.isalnum())


def own_tokens(text: str) -> list[str]:
    """The words of a text in lower case by our own rules, which need no NLTK."""
    return [word for sentence in split_at_stops(text) for word in sentence_words(sentence)]


def sentence_words(sentence: str) -> list[str]:
    """The alphanumeric words of a sentence, in lower case."""
    text = f" {sentence.lower()} "
    text = _LAST_STOP.sub(r"\1 \2 \3 ", text)
    text = _OPENING.sub(" ' ", _QUOTES.sub(" ", text))
    text = _NUMBER_STOPS.sub(r" \1 ", text)
    text = _PUNCTUATION.sub(" ", text)
    text = _CLITIC.sub(r" \1", f"{text} ")
    text = _JOINED.sub(lambda found: " ".join(["", *filter(None, found.groups()), ""]), text)
    return [word for word in text.split() if word.isalnum()]
