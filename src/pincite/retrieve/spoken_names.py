"""Names of people, things and laws that only one document speaks of, though nobody called it by them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from pincite.ports.store import Library, SearchBackend
from pincite.retrieve.naming import LAW_NOUNS, is_asking
from pincite.retrieve.spelling import is_ordinary

# "Ada Gullane", "Port of Wrenfield Trust", "Pilot Boats Act 1913": two capitals or more, side by side.
_NAME = re.compile(r"\b[A-Z][\w&’'-]{1,40}(?:\s(?:(?:of|and|&)\s)?[A-Z][\w&’'-]{1,40}){1,4}(?:\s[12]\d{3}\b)?")
# "Zephyrix", alone.
# A sentence begins with a capital: there it must head the question.
_SINGLE = re.compile(
    r"(?:(?<=[^.?!]\s)|(?<=[“\"‘(]))[A-Z][a-z]{1,20}(?:[A-Z][a-z]{1,20})?\b|\A[A-Z][a-z]{1,20}(?=\s[-–—]|:|[’']s\b)"
)
_RARE = re.compile(r"\b[^\W\d_]{6,30}\b")
_POSSESSIVE = re.compile(r"[’']s?\Z")
# So many documents are looked into for a name.
_MOST_READ = 8
_SHORTEST = 5  # letters of a name that stands alone


def find_spoken_of(query: str, library: Library, backend: SearchBackend) -> tuple[str, str]:
    """The first name in a query that one document alone has in its text, and that document; empty where none is.

    A name must have a word that is none of the language ("Effective Date" is a term of many agreements), or be a law's.
    One that stands alone must be such a word.
    """
    for words in (*_names(query), *_single_names(query)):
        said = backend.mentions([word for word in words if word[:1].isupper()])
        if not 0 < len(said) <= _MOST_READ:
            continue
        written = re.compile(r"\W+".join(rf"\b{re.escape(word)}\b" for word in words))
        having = [doc_id for doc_id in said.doc_ids.tolist() if written.search(library.text(doc_id))]
        if len(having) == 1:
            return " ".join(words), having[0]
    return "", ""


def has_own_word(query: str, doc_ids: Collection[str], backend: SearchBackend) -> bool:
    """Tell whether a query has a word that is none of the language, and that only some documents use: "astaxanthin"."""
    rare = (word for word in _RARE.findall(query) if not (is_ordinary(word) or is_ordinary(word.removesuffix("s"))))
    found = (set(backend.mentions([word]).doc_ids.tolist()) for word in rare)
    return any(having and having <= set(doc_ids) for having in found)


def _names(query: str) -> Iterator[Sequence[str]]:
    for found in _NAME.finditer(query):
        words = [_POSSESSIVE.sub("", word) for word in found[0].split()]
        while words and is_asking(words[0]):
            words = words[1:]
        law = any(word.casefold() in LAW_NOUNS | {"convention"} for word in words[1:])
        if len(words) > 1 and (law or not all(map(is_ordinary, words))):
            yield words


def _single_names(query: str) -> Iterator[Sequence[str]]:
    for found in _SINGLE.finditer(query):
        if len(found[0]) >= _SHORTEST and not is_ordinary(found[0]):
            yield [found[0]]
