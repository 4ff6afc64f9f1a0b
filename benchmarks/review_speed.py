"""How fast a review is: documents by questions on this machine, and the second run after one document changed.

python -m benchmarks.review_speed DATA --work FOLDER [--documents 200] [--questions 30]

The contracts are CUAD's that are no test documents. One contract gets one more clause for the second run; what that run
takes is given as a share of the first. Memory is the largest the process had, after the first half of the documents and
at the end.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import time
from pathlib import Path

from benchmarks.review_data import QUESTIONS
from training.corpus import mini_documents

from pincite.pipeline.store import Store, index_files
from pincite.review.question import QuestionSet
from pincite.review.report import ReviewReport, review_documents
from pincite.review.write import write_table
from pincite.settings import load_settings

CLAUSE = (
    "\n\n99. Pets. No dog, cat or other animal is kept on the premises without the written consent of both parties.\n"
)


def copy_contracts(data: Path, folder: Path, *, most: int) -> list[Path]:
    """The first contracts by name that are no test documents."""
    mini = mini_documents(data)
    found = sorted((data / "legalbenchrag" / "corpus" / "cuad").glob("*.txt"))
    found += sorted((data / "cuad_raw" / "other_contract_txt").glob("*.txt"))
    chosen = [path for path in found if f"cuad/{path.name}" not in mini][:most]
    folder.mkdir(parents=True, exist_ok=True)
    return [Path(shutil.copyfile(path, folder / path.name)) for path in chosen]


def review(folder: Path, asked: QuestionSet, cells: Path) -> tuple[ReviewReport, float, list[float]]:
    """Review all documents, write the workbook, and measure."""
    memory: list[float] = []
    began = time.perf_counter()
    with Store.open(folder) as store:
        half = len(store.documents) // 2
        report = ReviewReport()

        def watch(row: object) -> None:
            if len(report.rows) in (half, len(store.documents)):
                memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)

        review_documents(store, asked, store.documents, cells=cells, on_row=watch, report=report)
        write_table(report.table(asked), cells.with_suffix(".xlsx"), read=lambda id: store.library.reading(id).doc)
    return report, time.perf_counter() - began, memory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--documents", type=int, default=200)
    parser.add_argument("--questions", type=int, default=30)
    arguments = parser.parse_args()
    texts, folder, cells = (arguments.work / f"speed.{name}" for name in ("texts", "store", "cells.jsonl"))
    for path in (texts, folder):
        shutil.rmtree(path, ignore_errors=True)
    cells.unlink(missing_ok=True)
    paths = copy_contracts(arguments.data, texts, most=arguments.documents)
    asked = QuestionSet("speed", "Speed", QUESTIONS[: arguments.questions])
    settings = load_settings().settings
    began = time.perf_counter()
    index_files([texts], folder, settings=settings)
    print(f"{len(paths)} documents indexed in {time.perf_counter() - began:.0f} s", flush=True)
    report, first, memory = review(folder, asked, cells)
    count = report.counts.read
    print(f"first: {count} cells in {first:.0f} s, {count / first:.1f} cells a second")
    print(f"memory: {memory[0]:.0f} MB after half of the documents, {memory[-1]:.0f} MB at the end")
    paths[0].write_text(paths[0].read_text("utf-8") + CLAUSE, "utf-8")
    index_files([texts], folder, settings=settings)
    report, second, _ = review(folder, asked, cells)
    print(f"second, one document changed: {report.counts.read} cells read, {report.counts.kept} kept, {second:.1f} s")
    print(f"that is {second / first:.1%} of the first")


if __name__ == "__main__":
    main()
