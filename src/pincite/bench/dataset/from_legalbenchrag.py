"""LegalBench-RAG's form into the layout: a snippet becomes a context, its span is kept beside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pincite.bench.check import locate
from pincite.bench.corpus import Corpus
from pincite.bench.dataset.layout import DatasetContext, DatasetItem
from pincite.bench.dataset.write import Conversion, Trace
from pincite.bench.legalbenchrag.layout import Snippet, Test, read_tests
from pincite.errors import BenchmarkError, Hint


def convert_legalbenchrag(path: Path, *, corpus: Path | None = None, only: Sequence[str] = ()) -> Conversion:
    """Rows and documents of a benchmark folder or file; the documents are all those of the sets' folders."""
    files, folder = locate(path, corpus=corpus, only=only)
    texts = Corpus(folder)
    made = Conversion("legalbenchrag")
    owners: dict[str, str] = {}
    for file in files:
        for number, test in enumerate(read_tests(file), 1):
            where = f"{file}, test {number}"
            contexts = tuple(_context(snippet, texts, owners=owners, where=where) for snippet in test.snippets)
            _add(made, test, contexts=contexts, set=file.stem)
    folders = {path.rpartition("/")[0] for path in owners.values()}
    for document in texts:
        if document.rpartition("/")[0] in folders:
            _own(document, owners, where=str(folder))
            made.documents[document] = texts.files[document]
    return made


def _add(made: Conversion, test: Test, *, contexts: tuple[DatasetContext, ...], set: str) -> None:
    # LegalBench-RAG's answers are the words of its snippets.
    answer = "\n\n".join(context.text or "" for context in contexts)
    spans = tuple((snippet.start, snippet.end) for snippet in test.snippets)
    made.add(
        DatasetItem(len(made.items), test.query, answer, not contexts, contexts),
        Trace(set=set, spans=spans, tags=tuple(test.row.get("tags") or ())),
    )


def _context(snippet: Snippet, texts: Corpus, *, owners: dict[str, str], where: str) -> DatasetContext:
    """The words at a snippet's span, and the base name of its file, which must be the only one so named."""
    path, start, end = snippet.file_path, snippet.start, snippet.end
    if path not in texts:
        raise BenchmarkError(where, f"the corpus {texts.folder} has no {path!r}")
    text = texts.text(path)
    if not 0 <= start < end <= len(text) or snippet.answer not in (None, text[start:end]):
        problem = f"its span [{start}, {end}) does not hold its answer"
        raise BenchmarkError(where, problem, hint=Hint.CHECK_BENCHMARK)
    return DatasetContext(_own(path, owners, where=where), text[start:end])


def _own(path: str, owners: dict[str, str], *, where: str) -> str:
    """The base name of a document, which no other may have."""
    name = path.rsplit("/", 1)[-1]
    if owners.setdefault(name, path) != path:
        problem = f"{path!r} and {owners[name]!r} have the same base name"
        raise BenchmarkError(where, problem, hint=Hint.CONVERT_APART)
    return name
