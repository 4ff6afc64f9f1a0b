"""Document cards with the current path of each document and the entries of the manifest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pincite.domain.hit import DocumentCard
from pincite.domain.store_state import StoreState


def current_cards(cards: Iterable[DocumentCard], state: StoreState) -> list[DocumentCard]:
    """Cards in order of path; a path is that of a file that is still listed, as the manifest tells."""
    paths: dict[str, list[str]] = {}
    for file in state.files:
        paths.setdefault(file.doc_id, []).append(file.path)
    current = []
    for card in cards:
        known = sorted(paths.get(card.id, ()))
        path = card.path if card.path in known or not known else known[0]
        said: dict[str, Any] = dict(state.manifest.get(path, {}))
        said["metadata"] = tuple(sorted(said.get("metadata", {}).items()))
        also_at = tuple(other for other in known if other != path)
        current.append(replace(card, path=path, also_at=also_at, **said))
    return sorted(current, key=lambda card: (card.path, card.id))
