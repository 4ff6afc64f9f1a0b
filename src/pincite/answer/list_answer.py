"""The answer to a question for several documents: a list, one line and one citation for each that answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pincite.answer.short_names import short_names
from pincite.domain.answer import Citation, DocumentEntry, Outcome
from pincite.domain.document import Box, Passage
from pincite.legal.figures import find_figures
from pincite.legal.quotations import put_in_marks
from pincite.legal.sentences import split_sentences
from pincite.spans import Span

# Up to this many names are listed; more are only counted.
_MOST_NAMES = 12
# What stands above quotations, and before the names of documents without one.
_LEADS = {Outcome.YES: "", Outcome.NO: "\nDo not qualify:", Outcome.UNSURE: "\nUnsure; read these:"}
_LABELS = {Outcome.YES: "Also", Outcome.UNSURE: "Unsure", Outcome.NO: "Not found in"}

# What is said of a document that qualifies because nothing was found in it.
NO_CLAUSE = "no clause found"

Boxes = Callable[[Passage], tuple[Box, ...]]
Where = Callable[[Passage], tuple[str, int | None]]


@dataclass(frozen=True, slots=True)
class QuotedPiece:
    """Words of a document, and where they stand."""

    passage: Passage
    words: str


@dataclass(frozen=True, slots=True)
class JudgedDocument:
    """A document with its outcome, and the words that bear it out where there are any: an item and what leads to it."""

    entry: DocumentEntry
    pieces: tuple[QuotedPiece, ...] = ()

    @property
    def is_stated(self) -> bool:
        """Whether the document says something on the question, whatever its outcome."""
        return bool(self.pieces or self.entry.words or self.entry.value)


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """The text of the list, its citations, and the entries with the numbers of their citations."""

    text: str
    citations: tuple[Citation, ...]
    entries: tuple[DocumentEntry, ...]


def list_documents(
    judged: Sequence[JudgedDocument],
    *,
    head: str,
    unread: int,
    boxes: Boxes,
    place: Where,
    missing: Sequence[str] = (),
    longest: int = 240,
    compared: bool = False,
) -> ListAnswer:
    """List the documents that answer, each quoted; then, by name, those that are unsure and those that do not.

    Those that qualify because no clause was found in them come first, by name. An unsure one, or one that does not
    qualify, is quoted too where words are given with it. `unread` documents were not looked
    into, because others are closer to the question; what is `missing` is named in the question and not in the store.
    Words of more than `longest` characters are cut in the text. Where documents are `compared`, those that do not
    qualify were compared with the one that does.
    """
    called = short_names((one.entry.document, one.entry.title) for one in judged)
    lacking = [one for one in judged if one.entry.value == NO_CLAUSE]
    judged = [one for one in judged if one.entry.value != NO_CLAUSE]
    text = head + _names("No clause found in", [called[one.entry.document] for one in lacking])
    citations: list[Citation] = []
    entries: list[DocumentEntry] = [one.entry for one in lacking]
    for outcome in (Outcome.YES, Outcome.NO, Outcome.UNSURE):
        own = [one for one in judged if one.entry.outcome is outcome]
        quoted = [one for one in own if one.pieces]
        if quoted:
            text += _LEADS[outcome]
        for one in quoted:
            number = citations[-1].number + 1 if citations else 1
            line = f"\n- {_line(one, called[one.entry.document], number, longest)}"
            claim = Span(len(text) + 1, len(text) + len(line))
            citations += [_cite(one.entry, piece, number, claim, boxes=boxes, place=place) for piece in one.pieces]
            entries.append(replace(one.entry, citation=number))
            text += line
    for outcome in (Outcome.YES, Outcome.UNSURE, Outcome.NO):
        bare = [one for one in judged if one.entry.outcome is outcome and not one.pieces]
        entries += [one.entry for one in bare]
        # What a document states and does not qualify by was found in it.
        stated = [called[one.entry.document] for one in bare if outcome is Outcome.NO and one.is_stated]
        silent = [called[one.entry.document] for one in bare if not (outcome is Outcome.NO and one.is_stated)]
        text += _names("Compared" if compared else "Do not qualify", stated) + _names(_LABELS[outcome], silent)
    if unread:
        text += f"\nNot read, because others are closer to the question: {unread} documents."
    if missing:
        text += f"\n{say_missing(missing)}"
    return ListAnswer(text, tuple(citations), tuple(entries))


def say_missing(names: Sequence[str]) -> str:
    """One sentence for what is named and not among the documents that may be asked."""
    called = " or ".join(f"“{name}”" for name in names)
    return f"No document that was searched is called {called}."


def _line(one: JudgedDocument, name: str, number: int, longest: int) -> str:
    entry = one.entry
    # What leads to an item need not stand right before it.
    shown = " … ".join(_shorten(" ".join(piece.words.split()), longest) for piece in one.pieces)
    value = f"{entry.value}: " if entry.value else ""
    return f"{name}: {value}{put_in_marks(shown)} [{number}]"


def _shorten(words: str, longest: int) -> str:
    """Cut long words, but before no figure: a second cap or period in the rest may be the one that counts."""
    if len(words) <= longest:
        return words
    cut = words.rfind(" ", 0, longest)
    stated = [span.end for span in split_sentences(words, Span(cut, len(words))) if find_figures(span.slice(words))]
    end = max([cut, *stated])
    return words if end == len(words) else f"{words[:end].rstrip()}…"


def _names(label: str, names: Sequence[str]) -> str:
    if not names:
        return ""
    shown = ", ".join(names[:_MOST_NAMES])
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"\n{label} ({len(names)}): {shown}{more}."


def _cite(
    entry: DocumentEntry, piece: QuotedPiece, number: int, claim: Span, *, boxes: Boxes, place: Where
) -> Citation:
    section, page = place(piece.passage)
    return Citation(
        number=number,
        passage=piece.passage,
        quote=piece.words,
        document=entry.document,
        claim=claim,
        title=entry.title,
        section=section,
        page=page,
        boxes=boxes(piece.passage),
        score=entry.confidence,
    )
