"""Convert a reviewer's sheet to gold: the documents, and a question with its passages for each accepted cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from pincite.bench.files import move_into_place, refuse_existing, stage_texts, staged, write_json
from pincite.bench.locate import Locator, TextLocation
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Failure
from pincite.errors import ReviewError
from pincite.paths import file_name
from pincite.pipeline.searchable_store import SearchableStore
from pincite.review.cell import CellState
from pincite.review.sheet import SheetCell
from pincite.spans import Span
from pincite.spreadsheet_text import writable

_SET = "review"


@dataclass(slots=True)
class AcceptReport:
    """Counts of cells: with passages, without, left unsure by the reviewer, and unusable ones."""

    found: int = 0
    not_found: int = 0
    unsure: int = 0
    documents: int = 0
    failures: list[Failure] = field(default_factory=list)


def accept_sheet(store: SearchableStore, cells: Sequence[SheetCell], out: Path, *, force: bool = False) -> AcceptReport:
    """Write `corpus/review/*.txt` and `benchmarks/review.json`; one bad cell never loses the others."""
    refuse_existing(out, [f"benchmarks/{_SET}.json"], force=force)
    gold = _Gold(store)
    for cell in cells:
        gold.add(cell)
    if not gold.tests:
        raise ReviewError("The sheet", "has no cell that is found or not found; nothing can be measured by it")
    gold.report.documents = len(gold.texts)
    with staged(out) as stage:
        stage_texts(stage / "corpus" / _SET, gold.texts)
        (stage / "benchmarks").mkdir()
        write_json(stage / "benchmarks" / f"{_SET}.json", {"tests": gold.tests})
        move_into_place(stage, out, names=[f"corpus/{_SET}", f"benchmarks/{_SET}.json"])
    return gold.report


class _Gold:
    """The tests and texts so far."""

    def __init__(self, store: SearchableStore) -> None:
        self._store = store
        self._cards = {card.id: card for card in store.library.cards}
        self._names: dict[str, str] = {}
        self._locators: dict[str, Locator] = {}
        self.texts: dict[str, str] = {}
        self.tests: list[dict[str, object]] = []
        self.report = AcceptReport()

    def add(self, cell: SheetCell) -> None:
        card = self._cards.get(cell.doc_id)
        if card is None:
            self._fail(cell, "its document is not in the store any more")
        elif cell.state == CellState.UNSURE:
            self.report.unsure += 1
        elif cell.state == CellState.NOT_FOUND:
            self.report.not_found += 1
            self._test(cell, card, None)
        elif cell.state != CellState.FOUND:
            self._fail(cell, f"its state is '{cell.state}'; it must be found, not found or unsure")
        else:
            self._with_passage(cell, card)

    def _with_passage(self, cell: SheetCell, card: DocumentCard) -> None:
        span = self._locate(cell, card.id)
        if isinstance(span, str):
            self._fail(cell, span)
            return
        self.report.found += 1
        self._test(cell, card, span)

    def _locate(self, cell: SheetCell, doc_id: str) -> Span | str:
        """Return the place of the words, or why it is not known."""
        text = self._store.library.text(doc_id)
        if cell.start is not None and cell.end is not None and 0 <= cell.start < cell.end <= len(text):
            recorded = Span(cell.start, cell.end)
            if writable(recorded.slice(text)) == cell.quote:
                return recorded
        words = cell.quote or cell.value
        if not words.strip():
            return "it is found and has no quotation; give the words that prove it"
        if doc_id not in self._locators:
            self._locators.clear()
            self._locators[doc_id] = Locator(text)
        found = self._locators[doc_id].locate(words)
        return found.span if isinstance(found, TextLocation) else f"its quotation cannot be placed: {found.reason}"

    def _test(self, cell: SheetCell, card: DocumentCard, span: Span | None) -> None:
        path = f"{_SET}/{self._name(card)}"
        text = self.texts[self._name(card)]
        snippets = [{"file_path": path, "span": [span.start, span.end], "answer": span.slice(text)}] if span else []
        title = " ".join((card.title or PurePath(card.path).stem).split())
        test: dict[str, object] = {
            "query": f"Consider {title}; {cell.question}",
            "snippets": snippets,
            "tags": [cell.column],
            "value": cell.value,
        }
        self.tests.append(test)

    def _name(self, card: DocumentCard) -> str:
        """The name of a document in the corpus; its text is kept under it."""
        if card.id not in self._names:
            stem = file_name(PurePath(card.path).stem)
            name = f"{stem}.txt" if f"{stem}.txt" not in self.texts else f"{stem}-{card.id}.txt"
            self._names[card.id] = name
            self.texts[name] = self._store.library.text(card.id)
        return self._names[card.id]

    def _fail(self, cell: SheetCell, reason: str) -> None:
        self.report.failures.append(Failure(cell.where, "accept", "cell", reason))
