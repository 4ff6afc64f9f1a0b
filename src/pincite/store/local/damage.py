"""Damage: files of a store that are not what they were when they were written."""

from __future__ import annotations

from pathlib import Path

from pincite.domain.store_state import Damage
from pincite.store.local.generations import Generation
from pincite.store.local.marks import damaged
from pincite.store.local.segments import read_records


def find_damage(folder: Path, generation: Generation, *, thorough: bool = False) -> Damage:
    """Look at every file of a store: is it there, is it of the right size and, thoroughly, of the right content?"""
    files = damaged(folder, generation.names, thorough=thorough)
    doc_ids: set[str] = set()
    for ref in generation.segments:
        home = folder / "segments" / ref.name
        broken = damaged(home, ref.files, thorough=thorough)
        try:
            records = [] if broken else read_records(home)
        except (OSError, ValueError):
            broken, records = ["documents.json"], []
        if broken:
            files += [f"segments/{ref.name}/{name}" for name in broken]
            doc_ids.update(ref.alive)
        alive = set(ref.alive)
        for record in records:
            if record.card.id in alive:
                lost = damaged(folder / "documents" / record.card.id, record.files, thorough=thorough)
                files += [f"documents/{record.card.id}/{name}" for name in lost]
                doc_ids.update([record.card.id] if lost else [])
    return Damage(tuple(files), frozenset(doc_ids))
