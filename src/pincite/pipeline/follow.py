"""Follow-up questions to a store: which documents were discussed, and which one is meant now."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.answer.follow_up import PreviousTurn, asks_of_another, framed, needs_history, read_said, rewrite
from pincite.answer.many import read_kind, read_many
from pincite.domain.chat import Turn
from pincite.domain.hit import DocumentCard, part_humps
from pincite.files import readable_stem
from pincite.ports.store import Library
from pincite.retrieve.kinds import choose_documents
from pincite.retrieve.route import Route, Router

_OTHER = re.compile(r"\b(?:other|second|remaining)\b", re.IGNORECASE)
_LEADS = re.compile(
    r"^(?:(?:in|under|of|for|at|per|to|by|from|with|within|on|according to|pursuant to)\s+)+", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"[’']s$")
# What an answer cites, as court rules are cited: "CPR 38.3", "PD 44 para 9.5", "Part 7".
_CITED = re.compile(
    r"\b(?:(?P<pd>PD|Practice Direction)\s*(?P<direction>\d+[A-Z]{0,2})|(?:CPR|rule|r\.|Part)\s*(?P<part>\d+)\b)"
)


class FollowUps:
    """Rewrites follow-ups of a conversation with one store."""

    def __init__(self, index: Library, router: Router) -> None:
        self._index = index
        self._router = router

    def rewrite(self, question: str, history: Sequence[tuple[str, str] | Turn]) -> str:
        """Rewrite a question to stand alone; unchanged if it names its own document or is about several."""
        said, documents = self._said(history[-1])
        another = asks_of_another(question)
        if another is not None and documents and (card := self._another(another, documents)):
            return framed(self._nameless(said), self._label(card))
        own = self._router.route(question)
        if another is not None and not set(own.doc_ids) <= set(documents):
            return framed(self._nameless(said), self._name(own))
        # In a question that refers back, scattered words do not name a document other than the one discussed.
        scattered = bool(documents) and "?" in own.name and needs_history(question)
        if (not scattered and not set(own.doc_ids) <= set(documents)) or read_many(question) is not None:
            return question
        if not needs_history(question):
            # A new question within a conversation about a document is about that document, unless it names another.
            return self._kept_to(documents, framed(question, said.name))
        return self._kept_to(documents, rewrite(question, said))

    def _nameless(self, said: PreviousTurn) -> str:
        """Return the previous question without the words that name its document."""
        explicit = read_said(said.question)
        if explicit.name:
            return explicit.bare
        route = self._router.route(said.question)
        inside = bool(route.name) and route.name in said.question and not _LEADS.match(route.name)
        return _without_it(said.question.replace(route.name, "it") if inside else route.question)

    def _kept_to(self, documents: Sequence[str], question: str) -> str:
        """Put the document's name before a question if its words alone would lead to another document."""
        if len(documents) != 1 or self._router.route(question).doc_ids == tuple(documents):
            return question
        card = next(card for card in self._index.cards if card.id == documents[0])
        bare = read_said(question).bare
        return f"Consider {self._label(card)}; {bare}"

    def _said(self, turn: tuple[str, str] | Turn) -> tuple[PreviousTurn, tuple[str, ...]]:
        """Return the previous question and its documents: those it names, else those its answer cites."""
        question, answer = turn[0], turn[1]
        cited = turn.documents if isinstance(turn, Turn) else ()
        explicit = read_said(question)
        route = self._router.route(question)
        if route.doc_ids:
            name = explicit.name or self._name(route)
            # A name that is part of the sentence stays in it: "the Larkspur termination fee".
            bare = route.question if _LEADS.match(route.name) else question
            return PreviousTurn(question, explicit.bare if explicit.name else bare, name, answer), route.doc_ids
        cards = {card.id: card for card in self._index.cards}
        documents = [cards[doc_id] for doc_id in dict.fromkeys(cited) if doc_id in cards] or self._cited(answer)
        name = self._label(documents[0]) if len(documents) == 1 else ""
        return PreviousTurn(question, explicit.bare, name, answer), tuple(card.id for card in documents)

    def _name(self, route: Route) -> str:
        """Return the name used for a document if that is enough to find it, else its own name."""
        said = _POSSESSIVE.sub("", _LEADS.sub("", route.name.split(" … ")[0]).strip()) if "?" not in route.name else ""
        again = self._router.route(framed("What does it say?", said)) if said else None
        if again is not None and again.doc_ids == route.doc_ids:
            return said
        card = next(card for card in self._index.cards if card.id == route.doc_ids[0])
        return self._label(card)

    def _label(self, card: DocumentCard) -> str:
        """Return a document's file name or title, whichever is enough to find it."""
        stem, title = label_of(card), " ".join((card.title or "").replace(";", " ").replace(":", " ").split())
        for name in (stem, title, f"{stem} {title}"):
            if name and self._router.route(framed("What does it say?", name)).doc_ids == (card.id,):
                return name
        return stem

    def _another(self, words: str, documents: Sequence[str]) -> DocumentCard | None:
        """Return the only document of the named kind that was not discussed yet."""
        kind = read_kind(words) if _OTHER.search(words) else None
        if kind is None:
            return None
        modifiers = [[word for word in group if not _OTHER.fullmatch(word)] for group in kind.modifiers]
        fitting = choose_documents(self._index, kind.nouns, modifiers=[group for group in modifiers if group])
        left = [card for card in fitting if card.id not in documents]
        if len(left) > 1:
            mine = {card.kind for card in fitting if card.id in documents}
            left = [card for card in left if card.kind in mine] if mine else left
        return left[0] if len(left) == 1 else None

    def _cited(self, answer: str) -> list[DocumentCard]:
        """Return the documents whose provisions an answer cites by number."""
        names = [
            f"practice direction {found['direction']}" if found["direction"] else f"part {found['part']}"
            for found in _CITED.finditer(answer)
        ]
        wanted = {re.sub(r"\s+", "", name.casefold()) for name in names}
        return [
            card
            for card in self._index.cards
            if any(_opening(text) in wanted for text in (readable_stem(card.path), card.title or "") if text)
        ]


def label_of(card: DocumentCard) -> str:
    """Return a document's own name as a question may use it."""
    stem = part_humps(readable_stem(card.path)).replace("_", " ")
    return " ".join(re.sub(r"[;:]", " ", stem).split())


def _opening(text: str) -> str:
    """The number a rule's file or title opens with: "Part 38 - Discontinuance" is "part38"."""
    found = re.match(r"\s*(part|practice\s+direction)\s*(\d+)\s?([A-Z]{0,2})\b", text, re.IGNORECASE)
    return re.sub(r"\s+", "", "".join(found.groups()).casefold()) if found else ""


def _without_it(bare: str) -> str:
    """Clean up a question after its document's name was removed."""
    nouns = "agreement|contract|deal|lease|nda|licence|license|policy|guide|deed"
    return re.sub(rf"\bit\s+(?:[\w-]+\s+){{0,2}}(?:{nouns})\b", "it", bare, flags=re.IGNORECASE)
