"""Names of people and things that only one document speaks of, though nobody called it by them."""

from __future__ import annotations

import re

from pincite.ports.store import Library, SearchBackend
from pincite.retrieve.naming import is_asking, is_ordinary

# "Ada Gullane", "Port of Wrenfield Trust": two capitals or more, side by side.
_NAME = re.compile(r"\b[A-Z][\w&’'-]{1,40}(?:\s(?:(?:of|and|&)\s)?[A-Z][\w&’'-]{1,40}){1,4}")
_POSSESSIVE = re.compile(r"[’']s?\Z")
# So many documents are looked into for a name.
_MOST_READ = 8


def find_spoken_of(query: str, library: Library, backend: SearchBackend) -> tuple[str, str]:
    """The first name in a query that one document alone has in its text, and that document; empty where none is.

    A name must have a word that is none of the language: "Effective Date" is a term of many agreements.
    """
    for found in _NAME.finditer(query):
        words = [_POSSESSIVE.sub("", word) for word in found[0].split()]
        while words and is_asking(words[0]):
            words = words[1:]
        if len(words) < 2 or all(map(is_ordinary, words)):  # noqa: PLR2004 - a name of one word may be anything
            continue
        said = backend.mentions([word for word in words if word[:1].isupper()])
        if not 0 < len(said) <= _MOST_READ:
            continue
        written = re.compile(r"\W+".join(rf"\b{re.escape(word)}\b" for word in words))
        having = [doc_id for doc_id in said.doc_ids.tolist() if written.search(library.text(doc_id))]
        if len(having) == 1:
            return " ".join(words), having[0]
    return "", ""
