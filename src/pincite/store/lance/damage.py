"""Whether a store in Lance is as it was written: every document by its digest."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pincite.domain.store_state import Damage
from pincite.errors import StoreError
from pincite.store.cards import current_cards
from pincite.store.digest import (
    COUNTS,
    KEPT_CHANGING,
    NAMES,
    VERIFY_ATTEMPTS,
    document_digest,
    in_batches,
    is_whole,
    row_digest,
    superseded_note,
    words_digest,
)
from pincite.store.lance.search import document_rows
from pincite.store.lance.table import StoreTable
from pincite.store.lance.tables import LanceState, LanceTables, one_of
from pincite.store.lance.words import count_terms
from pincite.store.names import names_differ
from pincite.store.row_library import CARDS

_DOCUMENT = ("doc_id", "digest", "reading", "language", "card", "passages", "content", "places")
_WORDS = ("doc_id", "id", "layer", "length", "words")


def verify_newest(tables: LanceTables) -> Damage | None:
    """The damage to the newest state; None where there is none."""
    lost = 0
    for _ in range(VERIFY_ATTEMPTS):
        state = tables.latest()
        if state is None:
            return None
        try:
            found = find_damage(tables, state)
            return replace(found, note=superseded_note(lost, state.number) if lost else "")
        except StoreError:
            if state.number == tables.number():
                raise
            lost = state.number
    raise StoreError(tables.place, KEPT_CHANGING)


def find_damage(tables: LanceTables, state: LanceState) -> Damage:
    """The documents that are not as they were written."""
    documents, passages = tables.need("documents", state.documents), tables.need("passages", state.passages)
    counts: Counter[tuple[int, str]] = Counter()
    listed = documents.rows(["doc_id", "card"])
    ids = sorted(row["doc_id"] for row in listed)
    broken = sorted({file.doc_id for file in state.state.files} - set(ids))
    for some in in_batches(ids):
        found = document_rows(passages, some)
        words = passages.rows(_WORDS, one_of("doc_id", some))
        _add_counts(counts, count_terms(words, sign=1))
        own_words = _by_document(words)
        for row in documents.rows(_DOCUMENT, one_of("doc_id", some)):
            rows = found.get(row["doc_id"])
            own = _row_digest(row, own_words.get(row["doc_id"], ()))
            if rows is None or not is_whole(row["digest"], document_digest(row["reading"], rows), own):
                broken.append(row["doc_id"])
    broken.sort()
    strays = set(passages.columns(["doc_id"])["doc_id"].unique().to_pylist()) - {*ids, None}
    names = [f"document {doc_id}" for doc_id in broken] + [f"passages of {doc_id}" for doc_id in sorted(strays)]
    if _stored_counts(tables.need("terms", state.terms)) != {key: count for key, count in counts.items() if count}:
        names.append(COUNTS)
    if _names_differ(listed, state):
        names.append(NAMES)
    return Damage(tuple(names), frozenset([*broken, *strays]))


def _names_differ(listed: Sequence[Mapping[str, Any]], state: LanceState) -> bool:
    """Whether the names that routing reads are not those of the documents."""
    try:
        cards = CARDS.validate_python([json.loads(row["card"]) for row in listed])
    except ValueError:
        # A damaged card may be no card at all.
        return True
    return names_differ(state.names, current_cards(cards, state.state))


def _by_document(rows: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in sorted(rows, key=lambda row: int(row["id"])):
        found.setdefault(row["doc_id"], []).append(row)
    return found


def _row_digest(row: Mapping[str, Any], words: Sequence[Mapping[str, Any]]) -> bytes:
    # What is not there any more is as good as empty: the digest differs.
    own: dict[str, Any] = {
        name: row[name] or empty for name, empty in zip(_DOCUMENT[3:], ("", "", (), b"", b""), strict=True)
    }
    return row_digest(**own, words=words_digest((one["length"], one["words"]) for one in words))


def _stored_counts(terms: StoreTable) -> dict[tuple[int, str], int]:
    counts: Counter[tuple[int, str]] = Counter()
    _add_counts(counts, terms.rows(["layer", "term", "passages", "words"]))
    return {key: count for key, count in counts.items() if count}


def _add_counts(counts: Counter[tuple[int, str]], rows: Sequence[Mapping[str, Any]]) -> None:
    for row in rows:
        counts[row["layer"], row["term"]] += row["passages"]
        # The words of all passages: no term has a blank.
        counts[row["layer"], " "] += row["words"]
