"""How right a review's cells are: CUAD's contracts by the forty-one questions of the shipped set.

python -m benchmarks.review DATA --part mini|dev|held|train --work FOLDER [--columns A,B] [--misses] [--page FILE]

DATA is the folder with `cuad_raw` and `legalbenchrag`. A store of the contracts is made in FOLDER. What the models read
is kept there, so that a run can be stopped, and repeated after a change of the rules for values without the models. The
cells are held against CUAD's own table: whether there is such a clause, how many of the quoted characters are marked,
and what its answer columns say. `--misses` prints each wrong value; it is not for the test contracts.
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
from benchmarks.review_reads import KeptBatch

from pincite.review.cell import Cell, CellState
from pincite.review.presence import is_there
from pincite.review.question import ReviewQuestion, ValueType
from pincite.review.read_cell import CellReader

NEAR = 0.06  # twelve months are a year


@dataclass(frozen=True)
class Judged:
    """A cell with what CUAD says: is it there, how much of its quotation is marked, is its value right."""

    contract: Contract
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
    return Judged(contract, question, cell, there, quoted if there else 0, marked if there else 0, value, stated)


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


def read_cells(contracts: list[Contract], folder: Path, questions: list[ReviewQuestion]) -> list[Judged]:
    store = build(contracts, folder)
    reader = CellReader(store, questions)
    asked = [question.question for question in questions]
    reader._batch = KeptBatch(store, asked, folder.with_name(f"{folder.name}.reads.jsonl"))
    by_name = {contract.name: contract for contract in contracts}
    judged = []
    for card in store.documents:
        opened, contract = reader.open(card.id), by_name[Path(card.path).name]
        cells = [reader.read(opened, number) for number in range(len(questions))]
        judged += [judge(contract, question, cell) for question, cell in zip(questions, cells, strict=True)]
    return judged


def miss(one: Judged) -> str:
    contract, cell = one.contract, one.cell
    return "\n".join(
        [
            f"{one.question.name} of {contract.name}: {cell.shown!r}, wanted {contract.answer(one.question)!r}",
            f"  note: {cell.note}, chance {cell.chance:.2f}",
            f"  quoted: {' '.join(cell.quote.split())}",
            f"  marked: {' / '.join(' '.join(quote.split()) for quote in contract.quotes(one.question))}",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--part", choices=("mini", "dev", "held", "train"), default="dev")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--columns", default="")
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--page", type=Path)
    arguments = parser.parse_args()
    contracts = load_contracts(arguments.data, arguments.part)
    names = arguments.columns.split(",") if arguments.columns else [question.name for question in QUESTIONS]
    began = time.perf_counter()
    judged = read_cells(contracts, arguments.work / arguments.part, [one for one in QUESTIONS if one.name in names])
    if arguments.misses:
        print("\n\n".join(miss(one) for one in judged if one.value is False))
    lines = [f"### {arguments.part}: {len(contracts)} contracts, {len(judged)} cells", ""]
    lines += ["| | value | aim | cells |", "| --- | --- | --- | --- |", *together(judged), ""]
    lines += ["| surest cells | confidence at least | wrong |", "| --- | --- | --- |", *curve(judged), ""]
    lines += ["| column | there | precision | recall | characters in gold | value right (of) |"]
    lines += ["| --- | --- | --- | --- | --- | --- |", *column_rows(judged), ""]
    text = "\n".join(lines)
    print(text)
    print(f"{time.perf_counter() - began:.0f} s")
    if arguments.page:
        arguments.page.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
