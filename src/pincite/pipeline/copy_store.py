"""Copy a store into another of any kind, without reading or embedding again, and check the copy."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pincite.domain.chunk import Layer
from pincite.domain.indexed import IndexedDocument
from pincite.domain.store_place import StorePlace
from pincite.errors import PinciteError, StoreError
from pincite.pipeline.build import require
from pincite.pipeline.store import Store
from pincite.pipeline.wire import locate_store, plugin_maker, store_engine
from pincite.ports.store import MakePlugin, OpenStore, StoreEngine, Writer
from pincite.settings import Settings, load_settings
from pincite.store.digest import document_digest, in_batches
from pincite.store.readings import reading_as_bytes

# An interrupted copy resumes after the last commit.
_COMMIT_ROWS = 50_000

# Called with how many documents are copied, and of how many.
CopyProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What was copied: documents, passages by layer, and one digest over all, the same in both stores."""

    documents: int
    passages: dict[Layer, int]
    digest: str


def copy_store(
    source: StorePlace | str,
    target: StorePlace | str,
    *,
    settings: Settings | None = None,
    progress: CopyProgress | None = None,
) -> CopyReport:
    """Bring another store, which must be new or an earlier copy, to the newest state of a store."""
    settings = settings or load_settings().settings
    target = locate_store(target, settings)
    tell = progress or (lambda done, total: None)
    with Store.open(source, settings=settings) as store:
        make = plugin_maker(store.settings)
        engine = store_engine(target, settings)
        with engine.write(make) as writer:
            known = _known_documents(store.opened, writer, engine, make, target)
            _copy(store.opened, writer, known, tell)
        arrived = require(store_engine(target, settings).latest(), target).open(make)
        return _compared(store.opened, arrived, target)


def _known_documents(
    source: OpenStore, writer: Writer, engine: StoreEngine, make: MakePlugin, target: StorePlace
) -> set[str]:
    """The documents that an earlier copy holds as they are in the source."""
    state, there = source.state, writer.state
    if there is None:
        return set()
    if (there.embedder, there.settings) != (state.embedder, state.settings):
        raise StoreError(target, "it holds a store made with other settings; copy into a new one")
    earlier = require(engine.latest(), target).open(make)
    cards = {card.id: card for card in source.library.cards}
    held = [card.id for card in earlier.library.cards]
    if 2 * sum(doc_id in cards for doc_id in held) < len(held):
        # What is not in the source is removed: that must not be somebody's only store of it.
        raise StoreError(target, "it holds other documents, so it is no earlier copy; copy into a new one")
    same = [card.id for card in earlier.library.cards if cards.get(card.id) == card]
    return {doc_id for some in in_batches(same) for doc_id in _same_rows(source, earlier, some)}


def _same_rows(source: OpenStore, earlier: OpenStore, doc_ids: Sequence[str]) -> list[str]:
    """The documents whose reading, passages and vectors are those of the source."""
    try:
        there = _digests(earlier, doc_ids)
    except PinciteError:
        # What is damaged in the copy is copied anew.
        return []
    pairs = zip(doc_ids, _digests(source, doc_ids), there, strict=True)
    return [doc_id for doc_id, first, second in pairs if first == second]


def _copy(source: OpenStore, writer: Writer, known: set[str], tell: CopyProgress) -> None:
    state, cards = source.state, source.library.cards
    writer.remove(set(writer.doc_ids) - {card.id for card in cards})
    done, rows = set(known), 0
    for some in in_batches([card.id for card in cards if card.id not in known]):
        for reading, stored in zip(source.library.readings(some), source.backend.rows(some), strict=True):
            card = source.library.card(reading.doc.id)
            writer.add(IndexedDocument(reading, card, stored.places, stored.vectors))
            done.add(card.id)
            rows += len(stored.places[Layer.CHUNK])
            tell(len(done), len(cards))
        if rows >= _COMMIT_ROWS:
            there = set(writer.doc_ids)
            files = tuple(file for file in state.files if file.doc_id in there)
            writer.commit(replace(state, files=files), final=False)
            rows = 0
    writer.commit(state)


def _compared(source: OpenStore, arrived: OpenStore, target: StorePlace) -> CopyReport:
    """Compare the copy by cards, counts and digests; a difference is an error."""
    sent, got = (list(opened.library.cards) for opened in (source, arrived))
    counts = dict(arrived.library.passage_counts)
    if sent != got or counts != dict(source.library.passage_counts):
        raise StoreError(target, "the copy has other documents or passages than its source; copy into a new store")
    digest = hashlib.sha256()
    for some in in_batches(sorted(card.id for card in sent)):
        for doc_id, first, second in zip(some, _digests(source, some), _digests(arrived, some), strict=True):
            if first != second:
                raise StoreError(target, f"the copy of document {doc_id} differs from its source; copy again")
            digest.update(second)
    return CopyReport(len(got), counts, digest.hexdigest())


def _digests(opened: OpenStore, doc_ids: Sequence[str]) -> list[bytes]:
    readings, rows = opened.library.readings(doc_ids), opened.backend.rows(doc_ids)
    return [document_digest(reading_as_bytes(one), own) for one, own in zip(readings, rows, strict=True)]
