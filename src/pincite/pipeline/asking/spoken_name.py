"""Who somebody is, and what part they have: answered with the sentence of the only document that names them."""

from __future__ import annotations

import re
import time

from pincite.domain.answer import Answer
from pincite.domain.hit import Ranking, Step
from pincite.legal.sentences import sentence_around
from pincite.pipeline.asking.one_quotation import quote_one
from pincite.pipeline.searchable_store import SearchableStore
from pincite.retrieve.spoken_names import find_spoken_of
from pincite.spans import Span

# How often the first sentence that names somebody says who they are.
RELIABILITY = 0.7
_ASKED = re.compile(
    r"\A\W{0,3}(?:who(?:[’']s|\s{1,3}(?:is|was|are))\s{1,3}(?P<who>[^?,;]{2,80}?)|"
    r"what\s{1,3}(?:\w{1,20}\s{1,3})?(?:role|part|function|job|position)\s{1,3}(?:do|does|did|has|have|is)\s{1,3}(?P<whose>[^?,;]{2,80}?)\s{1,3}"
    r"(?:play|have|hold|take|fill|given)(?:\s{1,3}(?:in|under|for)\s{1,3}[^?,;]{2,80})?)\s{0,3}\?{0,3}\s*+\Z",
    re.IGNORECASE,
)
# A heading so near above a name says what those below it are.
_NEAR = 200


def answer_spoken_name(store: SearchableStore, question: str) -> Answer | None:
    """Answer who somebody is with the first sentence that names them, if only one document does."""
    asked = _ASKED.match(question)
    if asked is None:
        return None
    began = time.perf_counter()
    name, doc_id = find_spoken_of(question, store.library, store.opened.backend)
    if not name or (asked["who"] or asked["whose"]).removesuffix("’s").removesuffix("'s").strip() != name:
        return None
    reading = store.library.reading(doc_id)
    text = reading.doc.text
    found = re.search(r"\W{1,3}".join(rf"\b{re.escape(word)}\b" for word in name.split()), text)
    if found is None:
        return None
    sentence = sentence_around(text, Span(*found.span()))
    section = reading.outline.at(found.start())
    start = section.span.start if 0 <= found.start() - section.span.start <= _NEAR else sentence.start
    why = f"only it speaks of “{name}”"
    return quote_one(
        store,
        store.library.card(doc_id),
        Span(min(start, sentence.start), sentence.end),
        Ranking(question, (), (Step("name", why),)),
        answerer="names",
        reliability=RELIABILITY,
        seconds={"name": time.perf_counter() - began},
    )
