"""The exam of a run: questions from benchmark files over one corpus, and the task that a target gets to see of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pincite.bench.corpus import Corpus, nfc
from pincite.bench.legalbenchrag.layout import benchmark_files, corpus_beside, read_benchmark
from pincite.domain.benchmark import Benchmark, Query
from pincite.domain.run import RunQuestion
from pincite.errors import BenchmarkError, Hint, NotFound, ReadError
from pincite.runs.dataset_exam import is_dataset, read_dataset_folder

# The key of the mean over sets in a summary.
ALL = "all"


@dataclass(frozen=True, slots=True)
class Exam:
    """Benchmarks to run on, over one corpus folder."""

    benchmarks: tuple[Benchmark, ...]
    corpus: Corpus

    @property
    def questions(self) -> list[RunQuestion]:
        """Every gold query, set by set."""
        return [RunQuestion(bench.name, gold) for bench in self.benchmarks for gold in bench.items]

    @property
    def documents(self) -> list[str]:
        """The documents that hold gold, in order of path."""
        return sorted({path for bench in self.benchmarks for path in bench.documents})


@dataclass(frozen=True, slots=True)
class ExamTask:
    """An exam as a target sees it: some documents and all questions, without the gold."""

    exam: Exam
    documents: Sequence[str]

    @property
    def folder(self) -> Path:
        """The folder of the corpus."""
        return self.exam.corpus.folder

    @property
    def queries(self) -> list[Query]:
        """Every question, in order."""
        return [question.gold.query for question in self.exam.questions]

    def file(self, document: str) -> Path:
        """The file of a document; a path that leads out of the corpus is refused."""
        return self.exam.corpus.file(document)

    def text(self, document: str) -> str:
        """A document's text as the benchmark's spans count it."""
        return self.exam.corpus.text(document)


def load_exam(paths: Sequence[Path], *, corpus: Path | None = None, only: Sequence[str] = ()) -> Exam:
    """Read benchmark files, or folders of them, or one dataset folder; their corpus must hold every gold passage."""
    if any(is_dataset(path) for path in paths):
        return _dataset_exam(paths, only=only)
    files = [file for path in paths for file in benchmark_files(path, only=only)]
    names = [file.stem for file in files]
    for name in names:
        if names.count(name) > 1 or name == ALL:
            raise BenchmarkError(str(files[names.index(name)]), f"'{name}' cannot be the name of two sets, nor 'all'")
    folder = corpus or corpus_beside(paths[0])
    # What is wrong with a benchmark is said before a corpus is looked for: it may be no benchmark at all.
    benchmarks = tuple(_composed(read_benchmark(file, corpus=str(folder))) for file in files)
    if not folder.is_dir():
        raise NotFound(f"There is no corpus folder {folder}.", hint=Hint.GIVE_CORPUS)
    exam = Exam(benchmarks, Corpus(folder))
    _check_places(exam)
    return exam


def _dataset_exam(paths: Sequence[Path], *, only: Sequence[str]) -> Exam:
    if len(paths) > 1:
        raise BenchmarkError(str(paths[0]), "is a dataset with a corpus of its own; run each dataset by itself")
    benchmarks, folder = read_dataset_folder(paths[0])
    known = [bench.name for bench in benchmarks]
    for name in only:
        if name not in known:
            raise NotFound(f"{paths[0]} has no set called '{name}'. It has: {', '.join(known)}.")
    exam = Exam(tuple(bench for bench in benchmarks if not only or bench.name in only), Corpus(folder))
    _check_places(exam)
    return exam


def _composed(bench: Benchmark) -> Benchmark:
    """A benchmark with document paths in composed Unicode form, as the corpus lists its files."""
    if all(nfc(path) == path for path in bench.documents):
        return bench
    items = tuple(
        replace(gold, passages=tuple(replace(passage, doc_id=nfc(passage.doc_id)) for passage in gold.passages))
        for gold in bench.items
    )
    return replace(bench, items=items)


def _is_there(corpus: Corpus, path: str) -> bool:
    """Whether the corpus has a document; a path that leads out of it is an error."""
    try:
        return path in corpus or corpus.file(path).is_file()
    except ReadError as error:
        raise BenchmarkError(str(corpus.folder), f"{error.reason} No benchmark decides which files are read") from error


def _check_places(exam: Exam) -> None:
    folder = exam.corpus.folder
    absent = [path for path in exam.documents if not _is_there(exam.corpus, path)]
    if absent:
        raise BenchmarkError(
            str(folder), f"{len(absent)} documents with gold are not in the corpus, the first is '{absent[0]}'"
        )
    lengths = {path: len(exam.corpus.text(path)) for path in exam.documents if path in exam.corpus}
    for question in exam.questions:
        for passage in question.gold.passages:
            length = lengths.get(passage.doc_id, passage.span.end)
            if passage.span.end > length:
                span = f"[{passage.span.start}, {passage.span.end})"
                raise BenchmarkError(
                    f"Query {question.id}",
                    f"its gold span {span} ends after the text of '{passage.doc_id}', which has {length} characters",
                    hint=Hint.CHECK_BENCHMARK,
                )
