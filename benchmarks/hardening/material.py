"""What the attacks of this folder share: invented documents, a store of them, and what it answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from pincite.pipeline.store import Store
from pincite.settings import Settings, load_settings

SUBJECTS = ("boathouse", "orchard", "foundry", "granary", "smithy", "windmill", "tannery", "brewery", "quarry", "ferry")
QUERIES = (
    "Who keeps the roof of the granary in repair?",
    "rent of the orchard",
    "Consider the Lease of the Smithy; how may it be ended?",
)
FLAGS = ("retrieval.results=chunks", "ocr.mode=never", "jobs=1", "chunker.size=200")


def lease_of(subject: str, *, months: int = 3) -> str:
    """An invented lease."""
    return (
        f"LEASE OF THE {subject.upper()}\n\n"
        f"This Lease is made between {subject.title()} Holdings Limited and Mere Estates Limited.\n\n"
        f"1. Rent. The rent of the {subject} is due on the first day of each month, in advance.\n\n"
        f"2. Repairs. The Tenant of the {subject} keeps the roof and the gutters in repair at its own cost.\n\n"
        f"3. Notice. Either party may end this Lease by {months} months' notice in writing.\n"
    )


def write_leases(folder: Path, *subjects: str, months: int = 3) -> None:
    """Write leases, or write them anew with another period of notice."""
    folder.mkdir(parents=True, exist_ok=True)
    for subject in subjects:
        (folder / f"{subject}.txt").write_text(lease_of(subject, months=months), "utf-8")


def settings() -> Settings:
    """The default settings, but chunks as results: the highlighter has no part in these attacks."""
    return load_settings(flags=FLAGS).settings


def answers(folder: Path, embedder: Any = None) -> list[object]:
    """All that a store says to the questions: passages, scores, words, places, readings."""
    store = Store.open(folder, flags=FLAGS)
    if embedder is not None:
        # Loading the model takes longer than all the rest, and it is not what is attacked.
        store.embedder = embedder
    said: list[object] = [(card.path, card.title, card.characters) for card in store.library.cards]
    for query in QUERIES:
        for hit in store.search(query, k=12).hits:
            doc_id, span = hit.passage.doc_id, hit.passage.span
            words = span.slice(store.library.text(doc_id))
            reading = store.library.reading(doc_id)
            said.append(
                (doc_id, span, round(hit.score, 6), words, store.library.place(hit.passage), len(reading.doc.text))
            )
    return said


def pincite(*arguments: object) -> list[str]:
    """The command line of `pincite` in this interpreter."""
    return [sys.executable, "-m", "pincite", *map(str, arguments)]


def run(*arguments: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command and keep what it said."""
    return subprocess.run(
        pincite(*arguments),
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        errors="backslashreplace",
        check=False,
    )


def index_arguments(files: Path, store: Path) -> list[object]:
    """The arguments that index a folder with the settings of these attacks."""
    return ["index", files, "--store", store, *(part for flag in FLAGS for part in ("--set", flag))]
