"""Follow-up questions to a store: which documents were discussed, and which one is meant now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pincite.answer.questions.follow_up import (
    PreviousTurn,
    content_words,
    framed,
    own_words,
    rewrite,
    stands_alone,
    topic_of,
)
from pincite.answer.questions.follow_up_form import (
    CONDITION,
    POINTS_BACK,
    as_what_about,
    asks_of_another,
    asks_of_named,
    is_whole,
    names_only,
    needs_history,
    turns_to,
    without_start,
)
from pincite.answer.questions.goes_back import turn_meant
from pincite.answer.questions.indirect import as_topic, is_thing
from pincite.answer.questions.many import read_kind, read_many
from pincite.answer.questions.other_readings import open_reading, other_readings
from pincite.answer.questions.question_front import read_front
from pincite.answer.questions.replaced_part import is_actor
from pincite.answer.quotations.exceptions import asks_only_exception, clause_of, pinpoint_of
from pincite.domain.chat import Turn
from pincite.domain.hit import DocumentCard
from pincite.legal.instruments import called_family, find_instruments
from pincite.legal.provisions import Provision, find_provisions
from pincite.legal.wording import STOPWORDS
from pincite.pipeline.asking.ask_provision import ProvisionFinder
from pincite.pipeline.asking.cited_parts import cited_in, is_called
from pincite.pipeline.asking.document_names import (
    ask_elsewhere,
    is_name,
    label_of,
    names_for,
    short_label_of,
    without_document,
    without_it,
)
from pincite.pipeline.asking.named_together import NamedTogether, read_named_together
from pincite.pipeline.asking.turned_to import (
    borne_by,
    names_a_deal,
    put_in,
    speaks_of,
    thing_asked_of,
    thing_named,
    thing_supposed,
    uses,
)
from pincite.ports.store import Library
from pincite.retrieve.kinds import choose_documents
from pincite.retrieve.route import Route, Router

_OTHER = re.compile(r"\b(?:other|second|remaining)\b", re.IGNORECASE)
_OTHER_ONE = re.compile(r"\s*(?:the\s+)?(?:other|second)(?:\s+one)?\s*", re.IGNORECASE)
# "What does Part 12 say?": asks for no more than the words.
_SAYS_ONLY = re.compile(r"\b(?:says?|provides?|states?|contains?)$", re.IGNORECASE)
_ABOUT = re.compile(r"\bsay about (?P<topic>[^?]{3,80})\?$")
# "What about the lender, does he charge it too?" is about what was asked before.
_IT = re.compile(r"\b(?:it|that|this)\b", re.IGNORECASE)
# "Does Gull have to answer?": who acts, by name.
_ACTS = re.compile(
    r"\b(?P<verb>(?i:can|could|may|might|must|shall|should|will|would|do|does|did|is|has))\s"
    r"(?P<name>[A-Z][\w’'&-]+(?:\s[A-Z][\w’'&-]+){0,2})(?=\s[a-z])"
)
# With fewer words of its own, and no document known, a question is about what was asked before.
_OWN_WORDS = 3
_MOST_OPENED = 40


class OtherReadings(NamedTuple):
    """Other ways to ask a follow-up; each is empty where there is none.

    `same` are asked of the documents discussed, `everywhere` of all; `thing` is what the follow-up turns to.
    """

    same: tuple[str, ...] = ()
    everywhere: str = ""
    thing: str = ""
    documents: tuple[str, ...] = ()


class FollowUps:
    """Rewrites follow-ups of a conversation with one store."""

    def __init__(self, index: Library, router: Router) -> None:
        self._index = index
        self._router = router

    def rewrite(self, question: str, history: Sequence[tuple[str, str] | Turn]) -> str:
        """Rewrite a question to stand alone; unchanged if it names its own document or is about several."""
        turn, question = goes_on_from(question, history), as_what_about(question)
        said, documents = self._said(turn)
        if turn is not history[-1]:
            said, documents = self._answered_since(said, documents, history[history.index(turn) :])
        return (
            self._of_clause(question, turn, name=said.name if len(documents) == 1 else "")
            or self._of_provision(question, said, documents)
            or self._of_another(question, said, documents)
            or self._of_same(question, said, documents)
        )

    def _answered_since(
        self, said: PreviousTurn, documents: tuple[str, ...], turns: Sequence[tuple[str, str] | Turn]
    ) -> tuple[PreviousTurn, tuple[str, ...]]:
        """A question to which a conversation goes back, with the one document that every answer since cites."""
        cited = [set(turn.documents if isinstance(turn, Turn) else ()) for turn in turns]
        known = [card for card in self._index.cards if card.id in set.intersection(*cited)]
        if len(known) != 1 or self._route(said.question).doc_ids:
            return said, documents
        return replace(said, name=self._label(known[0])), (known[0].id,)

    def other_readings(self, question: str, asked: str, turn: tuple[str, str] | Turn) -> OtherReadings:
        """Other ways to read a follow-up that was asked of the documents discussed: of these, and of all."""
        said, documents = self._said(turn)
        said_so, question, bare = question, as_what_about(question), self._nameless(said)
        nameless = replace(said, question=bare, bare=bare, name="")
        again = asked.rstrip(" ?.!").casefold() == question.rstrip(" ?.!").casefold()
        if (again and not documents) or read_many(asked) is not None:
            return OtherReadings()
        if not set(self._route(asked).doc_ids) <= set(documents):
            leans = again and POINTS_BACK.search(asked) and not stands_alone(asked)
            return OtherReadings((framed(asked, "", topic=topic_of(nameless)),) if leans else ())
        other, named = other_readings(question, asked, said), self._router.route(question)
        if not documents and read_front(asked).topic:
            # Where no document is known, the topic alone tells what a question is about.
            other = tuple(one for one in other if read_front(one).topic)
        if said_so != question:
            other += (framed(without_start(said_so), said.name, topic=topic_of(said)),)
        if named.doc_ids and not named.loose:
            return OtherReadings(other)
        thing = thing_named(asks_of_another(question) or names_only(question) or "")
        if thing:
            there = self._put_in(thing, said)
            there = there if there != bare else f"{bare.rstrip(' ?.!')}, as to {thing}"
            return OtherReadings(other, framed(there, ""), thing, documents)
        if thing := thing_asked_of(question):
            topic = "" if stands_alone(question) else topic_of(nameless)
            return OtherReadings(other, framed(without_start(question), "", topic=topic), thing, documents)
        return OtherReadings(other, open_reading(question, asked, said))

    def is_strange(self, thing: str, documents: Sequence[str]) -> bool:
        """Tell whether documents have no word for a thing; a role may go by any other word in them."""
        texts = (self._index.reading(doc_id).doc.text for doc_id in documents)
        return bool(thing) and not is_actor(thing) and not any(uses(thing, text) for text in texts)

    def _of_clause(self, question: str, turn: tuple[str, str] | Turn, *, name: str) -> str | None:
        """Ask for the exceptions to the clause that the answer before quotes first."""
        if not asks_only_exception(question) or not isinstance(turn, Turn) or not turn.passages:
            return None
        passage = turn.passages[0]
        outline = self._index.reading(passage.doc_id).outline
        clause = clause_of(passage.span, outline)
        if clause is None:
            return None
        name = name or self._label(self._index.card(passage.doc_id))
        asked = framed(f"Is there an exception to {pinpoint_of(clause, outline)}", name)
        found = ProvisionFinder(self._index, self._router).clauses(read_front(asked).searched())
        return asked if [(card.id, one.id) for card, one in found] == [(passage.doc_id, clause.id)] else None

    def _of_provision(self, question: str, said: PreviousTurn, documents: Sequence[str]) -> str | None:
        """Ask a follow-up that names a provision of the document that has it, where that is another one."""
        provisions = find_provisions(question)
        if len(provisions) == 1 and provisions[0].is_whole_instrument and asks_of_another(question):
            return None
        card = self._holder(provisions[0], documents) if len(provisions) == 1 and documents else None
        if card is None:
            return None
        asked, topic = without_start(question).rstrip(" ?.!"), ""
        if asked != question.rstrip(" ?.!") and _SAYS_ONLY.search(asked):
            thing = as_topic(said.bare)
            asked, topic = (f"{asked} about {thing}", "") if is_thing(thing) else (asked, topic_of(said))
        known = provisions[0].instrument in find_instruments([card]).get(card.id, ())
        return framed(asked, "" if known and not topic else self._label(card), topic=topic)

    def _holder(self, provision: Provision, documents: Sequence[str]) -> DocumentCard | None:
        """Return the only document that is or has a provision, if none of those discussed does."""
        if provision.instrument and provision.family in {"part", "direction"}:
            known = find_instruments(self._index.cards)
            holders = [
                card
                for card in self._index.cards
                if provision.instrument in known.get(card.id, ()) or is_called(card, provision.instrument)
            ]
        else:
            finder = ProvisionFinder(self._index, self._router)
            holders = [card for card in self._index.cards[:_MOST_OPENED] if finder.holds(card, provision)]
        discussed = any(card.id in documents for card in holders)
        return holders[0] if len(holders) == 1 and not discussed else None

    def _of_another(self, question: str, said: PreviousTurn, documents: Sequence[str]) -> str | None:
        """Ask the question before, or the one that the follow-up holds, of the document that it turns to."""
        if turned := asks_of_named(question):
            name, ask = turned
            own = self._router.route(f"What about {name}?")
            moved = len(own.doc_ids) == 1 and "?" not in own.name.rstrip("?")
            card = None if moved else self._speaking_of(name, documents)
            called = self._label(card) if card else self._name(own) if moved else said.name
            bare = self._nameless(said)
            thin = _IT.search(ask) and len(content_words(ask) - content_words(name)) <= 1
            return framed(ask, called, topic=topic_of(replace(said, question=bare, bare=bare)) if thin else "")
        if elsewhere := self._turned(question, said, documents):
            return elsewhere
        another = asks_of_another(question) or names_only(question) or thing_supposed(question)
        if not another:
            return self._of_whom(question, said, documents)
        if documents and (card := self._another(another, documents)):
            return framed(self._of_anybody(said, documents), self._label(card), topic=said.topic)
        own = self._router.route(f"What about {another}?" if names_only(question) else question)
        if set(own.doc_ids) <= set(documents) or (names_only(question) and not is_name(another, own)):
            return None if thing_supposed(question) else self._of_thing(another, said, documents)
        there = self._put_in(another, said) if thing_named(another) else self._nameless(said)
        there = there if there != self._nameless(said) else self._of_anybody(said, documents)
        return framed(there, self._name(own), topic=said.topic)

    def _of_thing(self, another: str, said: PreviousTurn, documents: Sequence[str]) -> str | None:
        """Ask the question before of the document that is called by a thing, or of all where that is another deal."""
        thing = thing_named(another)
        card = borne_by(thing, documents, self._index)
        if card is None and not (documents and names_a_deal(thing)):
            return None
        return framed(self._put_in(thing, said), self._label(card) if card else "", topic=said.topic)

    def _of_whom(self, question: str, said: PreviousTurn, documents: Sequence[str]) -> str | None:
        """Ask a question of the document that is called by those whom it is about, or of all where that is a deal."""
        thing = thing_asked_of(question) if documents and not self._router.route(question).doc_ids else ""
        card = borne_by(thing, documents, self._index)
        spoken = card is None and any(speaks_of(thing, self._index.reading(doc_id).doc.text) for doc_id in documents)
        if card is None and (spoken or not names_a_deal(question)):
            return None
        bare = self._nameless(said)
        name = self._label(card) if card else ""
        return rewrite(question, replace(said, question=bare, bare=bare, name=name))

    def _put_in(self, thing: str, said: PreviousTurn) -> str:
        """The question before asked of something else, in the place of what named its document where that can be."""
        front = read_front(said.question)
        route = self._router.route(said.question)
        named = not (front.name or front.topic or route.loose or "…" in route.name)
        return put_in(thing, front.ask, self._nameless(said), name=route.name if named else "")

    def _speaking_of(self, name: str, documents: Sequence[str]) -> DocumentCard | None:
        """Return the only document that has the words for somebody or something, if it was not discussed."""
        words = [word for word in re.findall(r"\w+", name.casefold()) if word not in STOPWORDS]
        using = self._router.using(words) if words and documents else []
        return self._index.card(using[0]) if len(using) == 1 and using[0] not in documents else None

    def _turned(self, question: str, said: PreviousTurn, documents: Sequence[str]) -> str | None:
        """Ask of another document what goes with its name: "And under the lease, if we pay late?"."""
        turn = turns_to(question)
        if turn is None or not documents:
            return None
        name, rest = turn
        own = self._router.route(f"What about {name}?")
        card = self._another(name, documents) or (None if own.doc_ids else self._speaking_of(name, documents))
        moved = len(own.doc_ids) == 1 and own.doc_ids[0] not in documents
        if card is None and not moved:
            return None
        called = self._label(card) if card else self._name(own, f"What about {name}?")
        if is_whole(rest) and not CONDITION.match(rest):
            return framed(rest, called)
        bare = self._nameless(said)
        return rewrite(rest, replace(said, question=bare, bare=bare, name=called))

    def _of_same(self, question: str, said: PreviousTurn, documents: Sequence[str]) -> str:
        """Ask a follow-up of the document discussed, unless it names its own or is about several."""
        own = self._router.route(question)
        # In a question that refers back, scattered words do not name a document other than the one discussed.
        scattered = bool(documents) and "?" in own.name and needs_history(question)
        if (not scattered and not set(own.doc_ids) <= set(documents)) or read_many(question) is not None:
            return question
        if own.doc_ids and len(own.doc_ids) < len(documents) and not own.loose and not scattered:
            # It names one of the documents discussed together.
            said = replace(said, name="")
        if not needs_history(question) and own_words(question) >= (1 if said.name else _OWN_WORDS):
            # A new question within a conversation about a document is about that document, unless it names another.
            return self._kept_to(documents, framed(question, said.name))
        return self._kept_to(documents, rewrite(question, said))

    def _nameless(self, said: PreviousTurn) -> str:
        """Return the previous question without the words that name its document."""
        front = read_front(said.question)
        if front.name or front.topic:
            return front.ask
        if several := self._several(said.question):
            return without_it(re.sub(r"\bthe document\b", "it", several.many.question))
        return ask_elsewhere(said.question, self._router.route(said.question))

    def _of_anybody(self, said: PreviousTurn, documents: Sequence[str]) -> str:
        """The same, with "it" for whoever only the documents discussed name: another's party does the like there."""
        return re.sub(_ACTS, lambda found: self._unless_theirs(found, documents), self._nameless(said), count=1)

    def _unless_theirs(self, found: re.Match[str], documents: Sequence[str]) -> str:
        using = self._router.using(re.findall(r"\w+", found["name"].casefold()))
        return f"{found['verb']} it" if using and set(using) <= set(documents) else found[0]

    def _kept_to(self, documents: Sequence[str], question: str) -> str:
        """Put the document's name before a question if its words alone would lead to another document."""
        if len(documents) != 1 or self._route(question).doc_ids == tuple(documents):
            return question
        front = read_front(question)
        return framed(front.ask, self._label(self._index.card(documents[0])), topic=front.topic)

    def _route(self, question: str) -> Route:
        """Route a question that may have its document and its topic before it."""
        return self._router.route(read_front(question).searched())

    def _said(self, turn: tuple[str, str] | Turn) -> tuple[PreviousTurn, tuple[str, ...]]:
        """Return the previous question and its documents: those it names, else those its answer cites."""
        question, answer = turn[0], turn[1]
        cited = turn.documents if isinstance(turn, Turn) else ()
        front = read_front(question)
        if several := self._several(question):
            return self._said_of(several, question, answer)
        route = self._route(question)
        # Words that only happen to stand in a document's name say nothing where its answer came from elsewhere.
        if route.doc_ids and not (route.loose and not set(cited) & set(route.doc_ids) and isinstance(turn, Turn)):
            name = front.name or self._name(route, question)
            bare = without_document(front, route)
            return PreviousTurn(question, bare, name, answer, front.topic), route.doc_ids
        cards = {card.id: card for card in self._index.cards}
        quoted = [cards[doc_id] for doc_id in dict.fromkeys(cited) if doc_id in cards]
        discussed = quoted or cited_in(answer, self._index.cards)
        doc_ids = tuple(card.id for card in discussed)
        # What a rule leaves open, a practice direction of its number may say, and the other way round. An answer that
        # only names a rule, in words of its own, has said which it goes by.
        families = {called_family(card.id, self._router.instruments) for card in quoted}
        family = families.pop() if len(families) == 1 else ""
        found = self._router.family(family) if family else None
        if found and len(found.doc_ids) > 1:
            return PreviousTurn(question, front.ask, family, answer, front.topic), found.doc_ids
        name = self._label(discussed[0]) if len(discussed) == 1 else ""
        return PreviousTurn(question, front.ask, name, answer, front.topic, anchored=bool(doc_ids)), doc_ids

    def _said_of(self, several: NamedTogether, question: str, answer: str) -> tuple[PreviousTurn, tuple[str, ...]]:
        """Return a previous question to several documents that it names, and those."""
        front = read_front(question)
        bare = front.ask if front.name else several.many.question
        about = _ABOUT.search(bare)
        documents = [doc_id for name in several.names for doc_id in name.doc_ids]
        topic = front.topic or (about["topic"] if about else "")
        return PreviousTurn(question, bare, several.called, answer, topic), tuple(documents)

    def _several(self, question: str) -> NamedTogether | None:
        """The documents that a question names together, to ask the same of each."""
        return read_named_together(read_front(question).searched(), self._index, self._router)

    def _name(self, route: Route, question: str = "") -> str:
        """Return the name used for a document if that is enough to find it, else its own name."""
        card = self._index.card(route.doc_ids[0])
        called = "" if route.loose or "?" in route.name else route.name.split(" … ")[0]
        for name in names_for(called, question, kind=card.kind) if called else ():
            if self._route(framed("What does it say?", name)).doc_ids == route.doc_ids:
                return name
        return self._label(card)

    def _label(self, card: DocumentCard) -> str:
        """Return a document's file name or title, whichever is enough to find it."""
        stem, title = label_of(card), " ".join((card.title or "").replace(";", " ").replace(":", " ").split())
        for name in (short_label_of(card), stem, title, f"{stem} {title}"):
            if name and self._route(framed("What does it say?", name)).doc_ids == (card.id,):
                return name
        return stem

    def _another(self, words: str, documents: Sequence[str]) -> DocumentCard | None:
        """Return the only document of the named kind that was not discussed yet."""
        if _OTHER_ONE.fullmatch(words):
            mine = {self._index.card(doc_id).kind for doc_id in documents}
            others = [card for card in self._index.cards if card.kind in mine and card.id not in documents]
            return others[0] if len(others) == 1 else None
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


def goes_on_from(question: str, history: Sequence[tuple[str, str] | Turn]) -> tuple[str, str] | Turn:
    """The turn that a follow-up goes on from: the last, or the one whose detail the last asks for."""
    return history[turn_meant(question, [turn[0] for turn in history])]
