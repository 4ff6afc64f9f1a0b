"""CUAD: `master_clauses.csv` and the contracts it quotes, by LegalBench-RAG's rules."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

from pincite.bench.corpus import nfc, read_text
from pincite.bench.legalbenchrag.draft import GoldDraft, GoldDrafts, Progress, Reason
from pincite.bench.legalbenchrag.quotes import QuoteLocator
from pincite.bench.legalbenchrag.tables import TableRow, find_file, read_rows
from pincite.bench.legalbenchrag.wording import CUAD_QUESTIONS
from pincite.errors import BenchmarkError, Hint
from pincite.paths import is_within
from pincite.spans import Span, merge_spans

NAME = "cuad"
MERGE_GAP = 1


def draft_cuad(
    raw: Path, *, texts: Sequence[Path] = (), lenient: bool = False, progress: Progress | None = None
) -> GoldDrafts:
    """Drafts of every labelled clause whose quotes each stand exactly once in their contract."""
    table = find_file(raw, "master_clauses.csv", "CUAD_v1/master_clauses.csv")
    files = _contract_files(table.parent / "full_contract_txt", *texts)
    rows = list(read_rows(table, needs=("Filename", *CUAD_QUESTIONS), lenient=lenient))
    made = GoldDrafts(NAME)
    for done, row in enumerate(rows, 1):
        _draft_contract(row, files, made=made, lenient=lenient)
        if progress:
            progress("contracts", done, len(rows))
    if not made.texts:
        folders = ", ".join(str(folder) for folder in (table.parent / "full_contract_txt", *texts))
        raise BenchmarkError(str(table), f"names no contract whose text is in {folders}", hint=Hint.GIVE_TEXTS)
    return made


def _contract_files(*folders: Path) -> dict[str, Path]:
    """Contract texts by file name; the first folder that has a name wins. Links out of the folder are no texts."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.txt")):
            if not path.is_symlink() or is_within(folder, path):
                found.setdefault(nfc(path.name), path)
    return found


def text_name(filename: str) -> str:
    """The name of a contract's text file, from the name of its PDF."""
    return nfc(filename.replace(".pdf", ".txt").replace(".PDF", ".txt"))


def _draft_contract(row: TableRow, files: dict[str, Path], *, made: GoldDrafts, lenient: bool) -> None:
    file = text_name(row["Filename"])
    if ".txt" not in file:
        made.drop(file, None, reason=Reason.NOT_TEXT, detail=row.where)
    elif file not in files:
        made.drop(file, None, reason=Reason.NO_TEXT, detail=row.where)
    elif "part1" in file.lower() or "part2" in file.lower():
        made.drop(file, None, reason=Reason.PART)
    else:
        made.texts[file] = read_text(files[file], lenient=lenient)
        text = QuoteLocator(made.texts[file])
        for label in CUAD_QUESTIONS:
            _draft_label(row, label, file=file, text=text, made=made, lenient=lenient)


def _draft_label(row: TableRow, label: str, *, file: str, text: QuoteLocator, made: GoldDrafts, lenient: bool) -> None:
    try:
        quotes = parse_list(row[label], where=f"{row.where} ({file}), column '{label}'")
    except BenchmarkError as error:
        if not lenient:
            raise
        made.drop(file, label, reason=Reason.NOT_A_LIST, detail=error.problem)
        return
    spans: list[Span] = []
    tags: list[str] = []
    for quote in quotes:
        located = text.locate(quote)
        if located.flaw and (not lenient or not located.spans):
            made.drop(file, label, reason=located.flaw, detail=quote[:200])
            return
        if located.flaw:
            tags.append(f"lenient:{located.flaw.name.lower()}")
        spans.extend(located.spans)
    if spans:
        merged = tuple(merge_spans(spans, gap=MERGE_GAP))
        made.drafts.append(GoldDraft(file, label, merged, tags=tuple(dict.fromkeys(tags))))


def parse_list(cell: str, *, where: str) -> list[str]:
    """The quotes in a cell, which holds a Python list written out; it is parsed, never evaluated."""
    try:
        value = ast.literal_eval(cell.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        raise BenchmarkError(where, f"is not a Python list of quotes: {cell[:60]!r}") from error
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BenchmarkError(where, f"is not a Python list of quotes: {cell[:60]!r}")
    return value


def why_ambiguous(file: str, title: str) -> Reason | None:
    """Why a contract cannot be distinguished from its namesakes by its title, if it cannot."""
    numbered = any(mark in file.lower() for mark in ("agreement2", "agreement3", "agreement4"))
    return Reason.NUMBERED if numbered and "amendment" not in title.lower() else None
