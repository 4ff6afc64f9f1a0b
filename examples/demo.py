"""The main job on the sample documents: index them, ask three questions, and show what proves each answer."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.text import Text

from pincite.cli.answer_text import print_answer
from pincite.cli.progress_bar import progress_bar
from pincite.domain.answer import Answer
from pincite.pipeline.store import Store
from pincite.render.answer_page import answer_page
from pincite.render.answer_text import as_markdown

EXAMPLES = Path("examples")
HOME = Path("demo")


def main() -> int:
    os.chdir(Path(__file__).resolve().parent.parent)
    console = Console(highlight=False)
    began = time.perf_counter()
    if (HOME / "CURRENT").exists():
        # A store of an earlier demo may have been made by other models.
        shutil.rmtree(HOME)
    console.print(f"Indexing the sample documents into {HOME}/ (two of them are scans and are read by OCR) …")
    with progress_bar() as tell:
        store = Store.build([EXAMPLES], HOME, progress=tell)
    for failure in store.report.failures:
        console.print(f"skipped {failure.item}: {failure.message}", style="yellow")
    console.print(f"{len(store.documents)} documents are ready after {time.perf_counter() - began:.0f} s.\n")
    questions = [row["question"] for row in json.loads((EXAMPLES / "expected.json").read_text("utf-8"))["questions"]]
    answers = []
    for question in questions:
        console.print(Text(question, style="bold underline"))
        answer = store.ask(question)
        print_answer(answer)
        console.print()
        answers.append(answer)
    page = HOME / "answers.html"
    page.write_text(answer_page(answers, lambda doc_id: store.library.reading(doc_id).doc), "utf-8")
    (HOME / "answers.md").write_text("\n".join(as_markdown(answer) for answer in answers), "utf-8")
    return tell_what_happened(console, answers, store, page)


def tell_what_happened(console: Console, answers: list[Answer], store: Store, page: Path) -> int:
    """Hold every citation against its document once more, and say so in a line."""
    citations = [citation for answer in answers for citation in answer.citations]
    sound = sum(citation.quote == store.text(citation.passage) for citation in citations)
    found = sum(answer.found for answer in answers)
    console.print(
        f"Done: {len(answers)} questions, {found} answered with {len(citations)} citations, {sound} of them verified "
        f"against the documents' own text, {len(answers) - found} honestly not found. Open {page} to see each source."
    )
    return 0 if sound == len(citations) else 1


if __name__ == "__main__":
    sys.exit(main())
