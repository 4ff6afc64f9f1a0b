"""How right a review's cells are: CUAD's contracts by the forty-one questions of the shipped set.

python -m benchmarks.review DATA --part mini|dev --work FOLDER [--most N] [--page FILE]

DATA is the folder with `cuad_raw` and `legalbenchrag`. A store of the contracts is made in FOLDER, the review is kept
there cell by cell, so that it can be stopped, and its cells are held against CUAD's own table: whether there is such a
clause, how many of the quoted characters are marked, and what its answer columns say.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.review_data import (
    DATES,
    DURATIONS,
    QUESTIONS,
    Contract,
    gold_date,
    gold_days,
    load_contracts,
    same_place,
)
from benchmarks.review_data import is_there as is_marked
from benchmarks.review_fit import build

from pincite.review.cell import Cell, CellState
from pincite.review.presence import is_there
from pincite.review.question import QuestionSet, ReviewQuestion, ValueType
from pincite.review.report import review_documents

NEAR = 0.06  # twelve months are a year


@dataclass(frozen=True)
class Judged:
    """A cell with what CUAD says: is it there, how much of its quotation is marked, is its value right."""

    question: ReviewQuestion
    cell: Cell
    there: bool
    quoted: int
    marked: int
    value: bool | None
    stated: bool = True

    @property
    def said(self) -> bool:
        """Whether the cell says that the clause is there, or leans to it."""
        return self.cell.state is not CellState.NOT_FOUND and is_there(self.cell.chance)

    @property
    def right(self) -> bool:
        """Whether CUAD says so too."""
        return self.said == self.there


def judge(contract: Contract, question: ReviewQuestion, cell: Cell) -> Judged:
    spans = contract.spans(question)
    quoted = len(cell.span) if cell.span else 0
    marked = sum(len(part) for span in spans if cell.span and (part := span.intersection(cell.span)))
    there = is_marked(contract, question)
    value, stated = value_right(contract, question, cell)
    return Judged(question, cell, there, quoted if there else 0, marked if there else 0, value, stated)


def value_right(contract: Contract, question: ReviewQuestion, cell: Cell) -> tuple[bool | None, bool]:
    """Whether the value is CUAD's, None where CUAD gives none; and whether CUAD's value stands in the marked words."""
    answer = contract.answer(question)
    if question.name == "governing_law":
        return (same_place(cell.value, answer) if answer else None), True
    if question.name in DATES:
        wanted = gold_date(answer)
        told = cell.value == wanted or f"that is {wanted}." in cell.note
        return (None if wanted is None else told), _names_day(contract, question, wanted)
    if question.name in DURATIONS:
        days = gold_days(answer)
        return (None if days is None else abs((cell.size or 0.0) - days) <= NEAR * days), True
    if question.type is ValueType.YES_NO:
        yes = cell.state is not CellState.NOT_FOUND and is_there(cell.chance) and cell.value == "yes"
        return yes == (answer == "Yes"), True
    return None, True


def _names_day(contract: Contract, question: ReviewQuestion, wanted: str | None) -> bool:
    from pincite.legal.values.dates import find_dates

    dates = [found.iso for quote in contract.quotes(question) for found in find_dates(quote, month_first=True)]
    return wanted in dates


def share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "–"


def column_rows(judged: list[Judged]) -> Iterator[str]:
    for question in QUESTIONS:
        own = [one for one in judged if one.question.name == question.name]
        there, said = [one for one in own if one.there], [one for one in own if one.said]
        both = sum(one.there and one.said for one in own)
        valued = [one for one in own if one.value is not None]
        yield (
            f"| {question.name} | {len(there)} | {share(both, len(said))} | {share(both, len(there))} | "
            f"{share(sum(one.marked for one in own), sum(one.quoted for one in own))} | "
            f"{share(sum(bool(one.value) for one in valued), len(valued))} ({len(valued)}) |"
        )


def together(judged: list[Judged]) -> Iterator[str]:
    there, absent = [one for one in judged if one.there], [one for one in judged if not one.there]
    found, rejected = sum(one.said for one in there), sum(not one.said for one in absent)
    both = (found / max(1, len(there)) + rejected / max(1, len(absent))) / 2
    yield f"| there or not, balanced accuracy | {both:.3f} | 0.88 | {len(judged)} |"
    precision, recall = share(found, found + len(absent) - rejected), share(found, len(there))
    yield f"| there or not, precision and recall | {precision}, {recall} | | {len(judged)} |"
    quoted = sum(one.quoted for one in judged)
    yield f"| quoted characters that are marked | {share(sum(one.marked for one in judged), quoted)} | | {quoted:,} |"
    groups = {
        "dates": ([one for one in judged if one.question.name in DATES], "0.90"),
        "dates that stand in the marked words": (
            [one for one in judged if one.question.name in DATES and one.stated],
            "0.90",
        ),
        "durations": ([one for one in judged if one.question.name in DURATIONS], ""),
        "governing law": ([one for one in judged if one.question.name == "governing_law"], "0.95"),
        "yes or no": ([one for one in judged if one.question.type is ValueType.YES_NO], "0.85"),
    }
    for name, (own, aim) in groups.items():
        valued = [one for one in own if one.value is not None]
        right = share(sum(bool(one.value) for one in valued), len(valued))
        yield f"| {name}, value right | {right} | {aim} | {len(valued)} |"
    sure = [one for one in judged if one.cell.state is not CellState.UNSURE]
    wrong = sum(not one.right for one in sure)
    yield f"| cells left to a person | {1 - len(sure) / max(1, len(judged)):.1%} | 20 % | {len(judged)} |"
    yield f"| wrong among the rest | {wrong / max(1, len(sure)):.1%} | 5 % | {len(sure)} |"


def curve(judged: list[Judged]) -> Iterator[str]:
    """Errors among the surest cells: how far a reader may trust them."""
    ordered = sorted(judged, key=lambda one: -max(one.cell.chance, 1 - one.cell.chance))
    for percent in (50, 60, 70, 80, 90, 100):
        part = ordered[: max(1, len(ordered) * percent // 100)]
        wrong = sum((one.cell.chance >= 0.5) != one.there for one in part)
        least = max(part[-1].cell.chance, 1 - part[-1].cell.chance)
        yield f"| {percent} % | {least:.2f} | {wrong / len(part):.1%} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--part", choices=("mini", "dev"), default="dev")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--page", type=Path)
    arguments = parser.parse_args()
    contracts = load_contracts(arguments.data, arguments.part)
    contracts = contracts[: arguments.most] if arguments.most else contracts
    store = build(contracts, arguments.work / f"{arguments.part}{arguments.most or ''}")
    began = time.perf_counter()
    report = review_documents(
        store,
        QuestionSet("contracts", "Contracts", QUESTIONS),
        store.documents,
        cells=arguments.work / f"{arguments.part}.cells.jsonl",
        on_row=lambda row: print(row.document, flush=True),
    )
    seconds = time.perf_counter() - began
    by_name = {contract.name: contract for contract in contracts}
    judged = [
        judge(by_name[Path(row.document).name], question, cell)
        for row in report.rows
        for question, cell in zip(QUESTIONS, row.cells, strict=True)
    ]
    lines = [f"### {arguments.part}: {len(report.rows)} contracts, {len(judged)} cells", ""]
    lines += ["| | value | aim | cells |", "| --- | --- | --- | --- |", *together(judged), ""]
    lines += ["| surest cells | confidence at least | wrong |", "| --- | --- | --- |", *curve(judged), ""]
    lines += ["| column | there | precision | recall | characters in gold | value right (of) |"]
    lines += ["| --- | --- | --- | --- | --- | --- |", *column_rows(judged), ""]
    text = "\n".join(lines)
    print(text)
    print(f"{report.counts.read} cells read in {seconds:.0f} s")
    if arguments.page:
        arguments.page.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
