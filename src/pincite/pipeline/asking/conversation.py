"""A conversation with a store: its turns, and the commands that inspect the last answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pincite.domain.answer import Answer
from pincite.domain.chat import Turn
from pincite.legal.pinpoints import where
from pincite.legal.quotations import put_in_marks
from pincite.pipeline.asking.next_question import NextAnswer, ask_next
from pincite.pipeline.store import Store
from pincite.retrieve.filters import NO_FILTERS, Filters

_COMMANDS = {
    "/help": "what can be said here",
    "/sources": "the passages the last answer rests on, whole",
    "/documents": "the documents of the store",
    "/open N": "the clause that source N of the last answer stands in",
    "/why": "how the last answer came about, and what was dropped",
    "/clear": "forget what was said",
    "/quit": "leave",
}
_AROUND = 1200
_MOST_DOCUMENTS = 200


@dataclass(frozen=True, slots=True)
class CommandReply:
    """The output of a command: as text, and as rows for programs."""

    command: str
    text: str
    rows: tuple[dict[str, Any], ...] = ()
    leaves: bool = False

    def plain(self) -> dict[str, Any]:
        """The reply in plain JSON types."""
        return {"command": self.command, "text": self.text, "rows": list(self.rows)}


@dataclass(slots=True)
class Conversation:
    """Questions and answers in order; each question may refer to earlier ones."""

    store: Store
    filters: Filters = NO_FILTERS
    k: int | None = None
    history: list[Turn] = field(default_factory=list)
    last: Answer | None = None

    def stand_alone(self, question: str) -> str:
        """Rewrite a question so that it can be understood without the conversation."""
        return self.store.asking.stand_alone(question, self.history)

    def ask(self, question: str) -> Answer:
        """The answer to a question that stands alone; it is remembered."""
        answer = self.store.ask(question, k=self.k, filters=self.filters, explain=True)
        self.history.append(turn_of(question, answer))
        self.last = answer
        return answer

    def ask_next(self, question: str) -> NextAnswer:
        """The answer to a question that may refer to earlier ones, and the question as understood; both are kept."""
        asked, answer = reply = ask_next(
            self.store, question, self.history, k=self.k, filters=self.filters, explain=True
        )
        self.history.append(turn_of(asked, answer))
        self.last = answer
        return reply

    def command(self, line: str) -> CommandReply:
        """Run a command, a line that begins with a slash."""
        name, _, argument = line.strip().partition(" ")
        match name.casefold():
            case "/help":
                return _help()
            case "/sources":
                return self._sources()
            case "/documents":
                return self._documents()
            case "/open":
                return self._open(argument.strip())
            case "/why":
                return self._why()
            case "/clear":
                self.history.clear()
                self.last = None
                return CommandReply("/clear", "Forgotten.")
            case "/quit" | "/exit":
                return CommandReply("/quit", "", leaves=True)
        return CommandReply(name, f"There is no command {name}; /help lists them.")

    def _sources(self) -> CommandReply:
        if self.last is None:
            return _nothing("/sources")
        cited = [(c.number, where(c), c.quote) for c in self.last.citations]
        shown = cited or [(s.number, where(s), s.text) for s in self.last.sources]
        rows = tuple({"number": number, "where": place, "text": text} for number, place, text in shown)
        lines = (f"[{number}] {place}\n    {put_in_marks(' '.join(text.split()))}" for number, place, text in shown)
        return CommandReply("/sources", "\n".join(lines), rows)

    def _documents(self) -> CommandReply:
        cards = self.store.library.cards
        rows = tuple(
            {"document": card.path, "title": card.title, "type": card.kind} for card in cards[:_MOST_DOCUMENTS]
        )
        lines = [f"{row['document']}  {row['type']}  {row['title'] or ''}".rstrip() for row in rows]
        more = [f"… and {len(cards) - len(rows)} more"] if len(cards) > len(rows) else []
        return CommandReply("/documents", "\n".join([*lines, *more]), rows)

    def _open(self, number: str) -> CommandReply:
        """Show the section around a citation, or the part near the quoted words if it is long."""
        if self.last is None:
            return _nothing("/open")
        passages = {str(c.number): c.passage for c in self.last.citations}
        passages = passages or {str(s.number): s.passage for s in self.last.sources}
        passage = passages.get(number.strip("[]"))
        if passage is None:
            return CommandReply("/open", f"There is no source {number or 'without a number'}; /sources lists them.")
        reading = self.store.library.reading(passage.doc_id)
        section = reading.outline.at(passage.span.start)
        # A short clause is shown with its neighbours.
        while section.parent and len(reading.outline.sections[section.parent].span) <= _AROUND:
            section = reading.outline.sections[section.parent]
        start = max(section.span.start, passage.span.start - _AROUND)
        end = min(max(section.span.end, passage.span.end), passage.span.end + _AROUND)
        text = reading.doc.text[start:end].strip()
        path = self.store.card(passage.doc_id).path
        row = {"document": path, "section": reading.outline.path(section), "span": [start, end], "text": text}
        return CommandReply("/open", f"{path}  {row['section']}\n{text}", (row,))

    def _why(self) -> CommandReply:
        if self.last is None:
            return _nothing("/why")
        steps = self.last.ranking.steps if self.last.ranking else ()
        rows = [{"stage": step.stage, "note": step.note} for step in steps]
        rows.append({"stage": "evidence", "note": f"confidence {self.last.confidence:.2f}"})
        rows += [
            {"stage": "dropped", "note": f"{item.claim.text} ({'; '.join(fault.detail for fault in item.faults)})"}
            for item in self.last.dropped
        ]
        return CommandReply("/why", "\n".join(f"{row['stage']}: {row['note']}" for row in rows), tuple(rows))


def turn_of(question: str, answer: Answer) -> Turn:
    """Return a question and its answer as a turn that later questions may refer to."""
    passages = tuple(citation.passage for citation in answer.citations)
    return Turn(question, answer.text, tuple(dict.fromkeys(passage.doc_id for passage in passages)), passages)


def _help() -> CommandReply:
    width = max(map(len, _COMMANDS))
    lines = [f"{name:{width}}  {words}" for name, words in _COMMANDS.items()]
    rows = tuple({"command": name, "does": words} for name, words in _COMMANDS.items())
    return CommandReply("/help", "\n".join([*lines, "Anything else is a question; it may lean on those before."]), rows)


def _nothing(command: str) -> CommandReply:
    return CommandReply(command, "Nothing has been asked yet.")
