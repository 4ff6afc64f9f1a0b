"""Whether a text names what another one cites, in any form."""

from __future__ import annotations

import re
from collections.abc import Collection

from pincite.legal.citations.citation import CitationKind, LegalCitation
from pincite.legal.citations.find import find_citations

_ACTS = frozenset({CitationKind.STATUTE, CitationKind.INSTRUMENT})
_PROVISION = re.compile(r"\s(?:s|Pt|Ch|Sch|para|art|reg|r|Title|Ord)\s\S.*$")
_RULE = re.compile(r"^CPR (?:Part )?")


class NamedCitations:
    """What a text names: citations by their keys, and its words."""

    def __init__(self, text: str) -> None:
        self._keys = {key for citation in find_citations(text) for key in citation.keys}
        self._words = _folded(text)

    def holds(self, citation: LegalCitation) -> bool:
        """Tell whether the text cites the same provision or a part of it; for an Act, naming it is enough."""
        return all(self._holds(key, citation.kind) for key in citation.keys)

    def holds_words(self, words: str) -> bool:
        """Tell whether the text has these words; case, white space, stops and "v." aside."""
        return f" {_folded(words).strip()} " in self._words

    def _holds(self, key: str, kind: CitationKind) -> bool:
        wanted = _PROVISION.sub("", key) if kind in _ACTS else key
        return _covered(wanted, self._keys) or self.holds_words(wanted) or self._is_heading(wanted)

    def _is_heading(self, key: str) -> bool:
        """Tell whether a rule's number stands alone, as it does in its heading; a whole number says too little."""
        bare = _RULE.sub("", key)
        return bare != key and "." in bare and f" {_folded(bare).strip()} " in self._words


def _covered(key: str, keys: Collection[str]) -> bool:
    """Tell whether a key or a subdivision of it is among others: "CPR 3.4" is covered by "CPR 3.4(2)(a)"."""
    return key in keys or any(other.startswith((f"{key}(", f"{key} ")) for other in keys)


def _folded(text: str) -> str:
    """Lower-case words with single blanks between and around; a subdivision stands apart from its number."""
    words = re.sub(r"(?<!\d)\.|\.(?!\d)|[,;:“”\"*]", " ", text.casefold())
    words = re.sub(r"\s{0,3}\((?=\w{1,4}\))", " (", words)
    return f" {' '.join(words.split())} "
