"""Check a ground truth against a store: its sources exist, and their words are still in place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any

from pincite.domain.hit import DocumentCard
from pincite.metrics.legal.sources import NameAgreement, agreement, named_sources
from pincite.pipeline.store import Store

_AGREED = frozenset({NameAgreement.EQUAL, NameAgreement.CONTAINS})


@dataclass(frozen=True, slots=True)
class TruthProblem:
    """What is wrong with a row, by its line.

    `kind` is one short word: `no-source`, `unknown-source`, `no-document`, `moved` or `gone`.
    """

    line: int
    kind: str
    detail: str


def validate_truth(path: Path, store: Store) -> list[TruthProblem]:
    """Everything in a ground truth that does not fit the store."""
    rows = [json.loads(line) for line in path.read_text("utf-8-sig").split("\n") if line.strip()]
    return [problem for line, row in enumerate(rows, 1) for problem in _problems(line, row, store)]


def _problems(line: int, row: Mapping[str, Any], store: Store) -> Iterator[TruthProblem]:
    if row.get("source_type") == "dont-know":
        return
    sources = named_sources(str(row.get("truth") or ""))
    if not sources:
        yield TruthProblem(line, "no-source", "its truth names no source in brackets")
    for source in sources:
        if not any(_is_named(card, source) for card in store.documents):
            yield TruthProblem(line, "unknown-source", f"no document is called '{source}'")
    evidence = row.get("evidence")
    for one in evidence if isinstance(evidence, list) else [evidence]:
        if isinstance(one, dict):
            yield from _moved(line, one, store)


def _is_named(card: DocumentCard, source: str) -> bool:
    said = dict(card.metadata)
    names: Sequence[str] = (
        card.title or "",
        PurePath(card.path).name,
        said.get("sourcepage", ""),
        said.get("sourcefile", ""),
    )
    return any(agreement(source, name) in _AGREED for name in names if name)


def _moved(line: int, evidence: Mapping[str, Any], store: Store) -> Iterator[TruthProblem]:
    name = PurePath(str(evidence.get("document", ""))).name
    card = next((card for card in store.documents if PurePath(card.path).name == name), None)
    if card is None:
        yield TruthProblem(line, "no-document", f"the store has no document {name}")
        return
    text, quote = store.library.text(card.id), str(evidence.get("quote", ""))
    start = int((evidence.get("span") or [0])[0])
    if text[start : start + len(quote)] == quote:
        return
    at = text.find(quote)
    if at >= 0:
        yield TruthProblem(line, "moved", f"its words now stand at {at} in {name}, not at {start}")
    else:
        yield TruthProblem(line, "gone", f"its words no longer stand in {name}")
