"""The writer of a store in Lance: tables first, the state that names their versions last."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from pincite.domain.chunk import Layer
from pincite.domain.indexed import DocumentRows, IndexedDocument
from pincite.domain.store_state import StoreState
from pincite.errors import StoreError
from pincite.legal.languages import known_language
from pincite.store.cards import current_cards
from pincite.store.digest import document_digest, half, in_batches, row_digest, words_digest
from pincite.store.lance.damage import find_damage
from pincite.store.lance.indexes import make_indexes
from pincite.store.lance.table import OVERTAKEN, StoreTable
from pincite.store.lance.tables import (
    DOCUMENTS,
    LAYERS,
    NAMES,
    TERMS,
    LanceState,
    LanceTables,
    one_of,
    passage_schema,
)
from pincite.store.lance.vector_choice import VectorChoice
from pincite.store.lance.words import count_terms
from pincite.store.names import name_text, pack_names
from pincite.store.pending import PendingChanges
from pincite.store.places import places_of
from pincite.store.readings import plain, reading_as_bytes
from pincite.store.row_library import CARDS
from pincite.store.words import shorten_term, words_of

_COUNTED = ("layer", "words", "length")


class LanceWriter:
    """Writes to the tables of a store, whose lock its engine holds."""

    def __init__(self, tables: LanceTables, *, may_add: bool, choice: VectorChoice) -> None:
        self.recall = 1.0
        self.seconds: dict[str, float] = {}
        self._tables = tables
        self._may_add = may_add
        self._choice = choice
        self._saved = tables.latest()
        self._known: dict[str, Any] = self._restore()
        state = self._saved.state if self._saved else None
        # After damage: what it took from the counts of terms is not known.
        self._recount = False
        self._pending = PendingChanges(tables.place, state, self._doc_ids(), may_add=may_add)

    @property
    def state(self) -> StoreState | None:
        """What was committed last, less what was taken out since."""
        return self._pending.state

    @property
    def doc_ids(self) -> Collection[str]:
        """The documents of the store, as the next commit leaves them."""
        return self._pending.doc_ids

    def repair(self, *, thorough: bool = False) -> tuple[str, ...]:
        """Leave out the documents that are damaged; only a thorough look reads them."""
        if self._saved is None or not thorough:
            return ()
        damage = find_damage(self._tables, self._saved)
        self._pending.clear_out(damage.doc_ids)
        self._recount = bool(damage.files)
        return damage.files

    def add(self, document: IndexedDocument) -> None:
        """Keep a document for the next commit."""
        self._pending.add(document)

    def remove(self, doc_ids: Collection[str]) -> None:
        """Take documents out."""
        self._pending.remove(doc_ids)

    def stash(self) -> None:
        """Write the tables; no state names these versions yet."""
        if self._saved and self._pending.waiting:
            with self._timed("write"):
                self._saved = self._write(self._saved.state)
            self._pending.committed(self._saved.state)

    def commit(self, state: StoreState, *, final: bool = True) -> None:
        """Write the tables, and then the state that names them."""
        if not self._is_changed(state, final=final):
            return
        with self._timed("write"):
            new = self._write(state)
        if final:
            with self._timed("merge"):
                new = self._finish(new)
        with self._timed("write"):
            self._tables.put_state(new)
        self._saved = new
        self._pending.committed(new.state)

    def _is_changed(self, state: StoreState, *, final: bool) -> bool:
        if self._saved is None or self._pending or self._recount or (final and self._saved.names is None):
            return True
        return replace(state, version=0) != replace(self._saved.state, version=0)

    def _write(self, state: StoreState) -> LanceState:
        first = self._saved.rows if self._saved else 0
        known = self._saved.dimension if self._saved else 0
        if self._known != {name: self._version(name) for name in NAMES}:
            raise self._overtaken()
        # Where nothing stays, the tables begin anew, so that vectors may have another length.
        anew = not known or not self._pending.kept
        given = next((one.vectors[Layer.CHUNK].shape[1] for one in self._pending.waiting.values()), 0)
        dimension = (given or known) if anew else known
        documents = self._tables.make("documents", DOCUMENTS, anew=anew)
        # The vector length is unknown before the first document.
        passages = self._tables.make("passages", passage_schema(dimension or 1), anew=anew)
        terms = self._tables.make("terms", TERMS, anew=anew or self._recount)
        replaced = one_of("doc_id", () if anew else self._pending.replaced)
        counts = (
            self._count_again(passages) if self._recount else count_terms(passages.rows(_COUNTED, replaced), sign=-1)
        )
        for table in (documents, passages) if replaced != "false" else ():
            table.delete(replaced)
        rows = _passage_rows(self._pending.waiting.values(), first)
        if rows:
            words = {doc_id: words_digest(own) for doc_id, own in _words_by_document(rows).items()}
            added = [_document_row(one, words[one.card.id]) for one in self._pending.waiting.values()]
            documents.add(pa.Table.from_pylist(added, DOCUMENTS))
            passages.add(_passage_table(rows, self._pending.waiting.values(), dimension))
            counts += count_terms(rows, sign=1)
        if counts:
            terms.add(pa.Table.from_pylist(counts, TERMS))
        self._recount = False
        number = (self._saved.number if self._saved else 0) + 1
        self._known = {"documents": documents.version, "passages": passages.version, "terms": terms.version}
        return LanceState(
            number=number,
            **self._known,
            dimension=dimension,
            rows=first + len(rows),
            state=replace(state, version=number),
            names=None,
        )

    def _count_again(self, passages: StoreTable) -> list[dict[str, Any]]:
        """The counts of the terms of all documents that stay."""
        kept = sorted(self._pending.kept - self._pending.waiting.keys())
        holding: Counter[tuple[int, str]] = Counter()
        words: Counter[tuple[int, str]] = Counter()
        for some in in_batches(kept):
            for one in count_terms(passages.rows(_COUNTED, one_of("doc_id", some)), sign=1):
                holding[one["layer"], one["term"]] += one["passages"]
                words[one["layer"], one["term"]] += one["words"]
        return [
            {"layer": layer, "term": term, "passages": count, "words": words[layer, term]}
            for (layer, term), count in holding.items()
        ]

    def _finish(self, new: LanceState) -> LanceState:
        """Make the indexes, and the names of all documents."""
        sizes = _sizes({name: self._tables.need(name, version) for name, version in self._known.items()})
        if self._may_add:
            self.recall = make_indexes(self._tables, self._choice)
        tables = {name: self._tables.need(name) for name in NAMES}
        rows = tables["documents"].rows(["doc_id", "card"])
        # Making indexes changes versions, and no rows: those were written by somebody else.
        if {row["doc_id"] for row in rows} != self.doc_ids or sizes != _sizes(tables):
            raise self._overtaken()
        current = current_cards(CARDS.validate_python([json.loads(row["card"]) for row in rows]), new.state)
        self._known = {name: table.version for name, table in tables.items()}
        return replace(new, **self._known, names=pack_names(current))

    def _restore(self) -> dict[str, int]:
        """Roll back what an interrupted writer wrote after the last state, and give the versions of the tables."""
        known: dict[str, Any] = {}
        for name in NAMES:
            table = self._tables.open(name)
            wanted = getattr(self._saved, name) if self._saved else 1
            newest = table.version if table is not None else 0
            if table is not None and newest != wanted:
                table.checkout(wanted)
                table.restore()
                if table.version > newest + 1:
                    raise self._overtaken()
            known[name] = table.version if table is not None else 0
        if self._saved:
            self._saved = replace(self._saved, **known)
        return known

    def _version(self, name: str) -> int:
        table = self._tables.open(name)
        return table.version if table is not None else 0

    def _overtaken(self) -> StoreError:
        return StoreError(self._tables.place, OVERTAKEN)

    def _doc_ids(self) -> set[str]:
        return {row["doc_id"] for row in self._tables.need("documents").rows(["doc_id"])} if self._saved else set()

    @contextmanager
    def _timed(self, work: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.seconds[work] = self.seconds.get(work, 0.0) + time.perf_counter() - began


def _sizes(tables: Mapping[str, StoreTable]) -> dict[str, int]:
    return {name: table.count_rows() for name, table in tables.items()}


def _words_by_document(rows: Sequence[Mapping[str, Any]]) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {}
    for row in rows:
        found.setdefault(row["doc_id"], []).append((row["length"], row["words"]))
    return found


def _document_row(one: IndexedDocument, words: bytes) -> dict[str, Any]:
    reading = reading_as_bytes(one.reading)
    own: dict[str, Any] = {
        "language": known_language(one.card.language),
        "card": json.dumps(plain(one.card)),
        "passages": [len(one.places[layer]) for layer in Layer],
        "content": one.reading.doc.text.encode("utf-8", "surrogatepass"),
        "places": json.dumps(places_of(one.reading)).encode("ascii"),
    }
    digest = document_digest(reading, DocumentRows(one.places, one.vectors)) + row_digest(**own, words=words)
    return {"doc_id": one.card.id, **own, "reading": reading, "digest": digest}


def _passage_rows(documents: Collection[IndexedDocument], number: int) -> list[dict[str, Any]]:
    """The passages of documents without their vectors, numbered from the first that is free."""
    rows = []
    for one in documents:
        language, text = known_language(one.card.language), one.reading.doc.text
        for layer in Layer:
            for first, last, section in one.places[layer].tolist():
                said = name_text(one.card, text) if layer is Layer.DOCUMENT else text[first:last]
                terms = [] if layer is Layer.SECTION else [shorten_term(term) for term in words_of(said, language)]
                number += 1
                rows.append(
                    {
                        **{"id": number, "doc_id": one.card.id, "layer": LAYERS[layer], "first": first, "last": last},
                        **{"section": section, "length": len(terms), "words": " ".join(terms)},
                    }
                )
    return rows


def _passage_table(rows: Sequence[dict[str, Any]], documents: Collection[IndexedDocument], dimension: int) -> Any:
    schema = passage_schema(dimension)
    vectors = np.concatenate([half(one.vectors[layer]) for one in documents for layer in Layer])
    table = pa.Table.from_pylist(list(rows), pa.schema([field for field in schema if field.name != "vector"]))
    column = pa.FixedSizeListArray.from_arrays(pa.array(vectors.reshape(-1)), dimension)
    return table.append_column(schema.field("vector"), column)
