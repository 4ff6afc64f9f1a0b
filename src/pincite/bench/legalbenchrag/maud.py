"""MAUD: merger agreements, with annotations that quote them across omissions."""

from __future__ import annotations

import re
from pathlib import Path

from pincite.bench.corpus import read_text
from pincite.bench.legalbenchrag.draft import GoldDraft, GoldDrafts, Progress, Reason
from pincite.bench.legalbenchrag.quotes import OMISSION
from pincite.bench.legalbenchrag.tables import TableRow, find_file, read_rows
from pincite.bench.legalbenchrag.wording import MAUD_QUESTIONS
from pincite.errors import BenchmarkError
from pincite.legal.folding import CompactText
from pincite.paths import safe_join, safe_name
from pincite.spans import Span, merge_spans

NAME = "maud"
DEFINITION = "MAE Definition"
RARE = "<RARE_ANSWERS>"
_PAGES = re.compile(r"\(Pages?[\d-]+\)$")


def draft_maud(raw: Path, *, lenient: bool = False, progress: Progress | None = None) -> GoldDrafts:
    """Drafts of every annotation whose pieces each stand in the contract once, in order.

    `raw/main.csv` names the deal, not its text file; the file is known by the deal's MAE definition, which the
    `MAUD_*.csv` tables repeat beside the contract's name.
    """
    data = find_file(raw, "raw/main.csv", "data/raw/main.csv", "maud-main/data/raw/main.csv").parent.parent
    contracts = _contracts_by_definition(data, lenient=lenient)
    rows = list(read_rows(data / "raw" / "main.csv", needs=("Filename", *MAUD_QUESTIONS), lenient=lenient))
    made = GoldDrafts(NAME)
    for done, row in enumerate(rows, 1):
        _draft_deal(row, contracts, folder=data / "contracts", made=made, lenient=lenient)
        if progress:
            progress("agreements", done, len(rows))
    if not made.texts:
        raise BenchmarkError(str(data / "contracts"), "holds none of the agreements that raw/main.csv annotates")
    return made


def _contracts_by_definition(data: Path, *, lenient: bool) -> dict[str, set[str]]:
    """The contracts that have each MAE definition."""
    found: dict[str, set[str]] = {}
    for split in ("dev", "test", "train"):
        for row in read_rows(data / f"MAUD_{split}.csv", needs=("contract_name", "text_type", "text"), lenient=lenient):
            if row["text_type"] == DEFINITION and row["contract_name"] != RARE:
                found.setdefault(row["text"], set()).add(row["contract_name"].replace(".pdf", ""))
    return found


def _draft_deal(
    row: TableRow, contracts: dict[str, set[str]], *, folder: Path, made: GoldDrafts, lenient: bool
) -> None:
    if not row["Filename"].endswith(".pdf"):
        made.drop(row["Filename"], None, reason=Reason.NOT_TEXT, detail=row.where)
        return
    # Deals with amendments list several files, one per line.
    file = safe_name(row["Filename"].replace("\n", "|")[:-4] + ".txt", where=row.where)
    named = contracts.get(row[DEFINITION], set())
    if len(named) != 1:
        made.drop(file, None, reason=Reason.NO_CONTRACT, detail=f"{row.where}: {len(named)} contracts match")
        return
    path = safe_join(folder, f"{safe_name(next(iter(named)), where=row.where)}.txt")
    if not path.exists():
        made.drop(file, None, reason=Reason.NO_TEXT, detail=str(path))
        return
    made.texts[file] = read_text(path, lenient=lenient)
    text = CompactText(made.texts[file], fold=True)
    for label in MAUD_QUESTIONS:
        if row[label].strip():
            _draft_label(row[label], label, file=file, text=text, made=made, lenient=lenient)


def _draft_label(cell: str, label: str, *, file: str, text: CompactText, made: GoldDrafts, lenient: bool) -> None:
    pieces = CompactText(cell, fold=True).text.split(OMISSION)
    pieces[-1] = _PAGES.sub("", pieces[-1])
    if lenient:
        pieces = [piece for piece in pieces if piece]
    spans: list[Span] = []
    tags: tuple[str, ...] = ()
    at = 0
    for piece in pieces:
        start = text.text.find(piece, at) if piece else -1
        if start == -1:
            made.drop(file, label, reason=Reason.ABSENT if piece else Reason.EMPTY, detail=piece[:200])
            return
        at = start + len(piece)
        if text.text.find(piece, at) != -1:
            if not lenient:
                made.drop(file, label, reason=Reason.REPEATED, detail=piece[:200])
                return
            # The pieces are quoted in reading order, so the nearest one after the last is the one meant.
            tags = (f"lenient:{Reason.REPEATED.name.lower()}",)
        spans.append(text.span_to_next(start, at))
    if spans:
        made.drafts.append(GoldDraft(file, label, tuple(merge_spans(spans)), tags=tags))
