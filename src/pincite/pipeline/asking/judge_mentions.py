"""Which documents mention a thing: those in which its words stand, in whatever form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.answer.list_answer import NO_CLAUSE, JudgedDocument, QuotedPiece
from pincite.domain.answer import Outcome
from pincite.domain.document import Passage
from pincite.domain.hit import DocumentCard
from pincite.legal.sentences import split_sentences
from pincite.legal.wording import STOPWORDS, stem
from pincite.pipeline.asking.judged import judged_as
from pincite.pipeline.searchable_store import SearchableStore
from pincite.spans import Span

_MENTIONS = re.compile(
    r"^(?:does|do|did)\s+the\s+[\w\s]{3,30}?\s(?:mention|refer\s+to|name|make\s+(?:any\s+)?mention\s+of|"
    r"(?:contain|use)\s+the\s+words?)\s+(?P<thing>[^?]{2,60}?)(?:\s+(?:at\s+all|anywhere|by\s+name))?[\s?.]*$",
    re.IGNORECASE,
)
# "Mention that we can sublet", "mention how long it lasts": what is said, and no thing.
_SAID = re.compile(
    r"\b(?:that|when|how|who|whom|whose|what|whether|if|where|why|which|anything|something|is|are|can|may|must|will|has|have)\b",
    re.IGNORECASE,
)
_OR = re.compile(r",\s?|\sor\s", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
_MOST_WORDS = 4
# A line of fewer words is a heading or a title: what stands in a sentence is quoted before it.
_SENTENCE = 5
# How sure it is that the words stand there, and that a document does not mention a thing in other words.
_STATED, _ABSENT = 0.95, 0.6


def mentioned_things(question: str) -> list[list[str]]:
    """The words of each thing of which a document must mention one; none where a question asks for something else."""
    found = _MENTIONS.match(" ".join(question.split()))
    things = _OR.split(found["thing"]) if found and not _SAID.search(found["thing"]) else []
    words = [[word for word in _WORD.findall(thing.casefold()) if word not in STOPWORDS] for thing in things]
    return words if words and all(0 < len(own) <= _MOST_WORDS for own in words) else []


def judge_mentions(
    store: SearchableStore, things: Sequence[Sequence[str]], cards: Sequence[DocumentCard], *, negated: bool
) -> list[JudgedDocument]:
    """The documents by whether the words for a thing stand in them; none where no document has them."""
    texts = {card.id: store.library.text(card.id) for card in cards}
    spans = {card.id: _mention(texts[card.id], things) for card in cards}
    if not any(spans.values()):
        return []
    judged = []
    for card in cards:
        span = spans[card.id]
        if span is None:
            lacks = judged_as(card, Outcome.YES, _ABSENT, value=NO_CLAUSE)
            judged.append(lacks if negated else judged_as(card, Outcome.NO, 0.0))
        elif negated:
            judged.append(judged_as(card, Outcome.NO, 0.0))
        else:
            quotation = QuotedPiece(Passage(card.id, span), span.slice(texts[card.id]))
            judged.append(judged_as(card, Outcome.YES, _STATED, pieces=(quotation,)))
    return judged


def _mention(text: str, things: Sequence[Sequence[str]]) -> Span | None:
    """The first sentence that has all words for one of the things; a heading where only it has them."""
    spans = [
        span
        for span in split_sentences(text, Span(0, len(text)))
        if any(all(_stands(word, span.slice(text)) for word in words) for words in things)
    ]
    whole = (span for span in spans if len(_WORD.findall(span.slice(text))) >= _SENTENCE)
    return next(whole, spans[0] if spans else None)


def _stands(word: str, sentence: str) -> bool:
    """Tell whether a form of a word stands in a sentence; "Park Road" is not about parking."""
    return any(
        stem(token.casefold()) == stem(word) and (token.islower() or token.casefold().startswith(word))
        for token in _WORD.findall(sentence)
    )
