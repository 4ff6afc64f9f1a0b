"""The questions of a run: benchmark files gathered into one list, each checked against its corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pincite.bench.corpus import Corpus, nfc
from pincite.bench.legalbenchrag import SETS, Root, read_benchmark
from pincite.domain.benchmark import Benchmark
from pincite.domain.run import Question
from pincite.errors import BenchmarkError, Hint, NotFound

# The key of the mean over sets in a summary.
ALL = "all"


@dataclass(frozen=True, slots=True)
class Exam:
    """Benchmarks to run on, over one corpus folder."""

    benchmarks: tuple[Benchmark, ...]
    corpus: Corpus

    @property
    def questions(self) -> list[Question]:
        """Every gold query, set by set."""
        return [Question(bench.name, gold) for bench in self.benchmarks for gold in bench.items]

    @property
    def documents(self) -> list[str]:
        """The documents that hold gold, in order of path."""
        return sorted({path for bench in self.benchmarks for path in bench.documents})


def load_exam(paths: Sequence[Path], *, corpus: Path | None = None, only: Sequence[str] = ()) -> Exam:
    """Read benchmark files, or folders of them, and check that their corpus holds every gold passage."""
    files = [file for path in paths for file in _files(path, only=only)]
    names = [file.stem for file in files]
    for name in names:
        if names.count(name) > 1 or name == ALL:
            raise BenchmarkError(str(files[names.index(name)]), f"'{name}' cannot be the name of two sets, nor 'all'")
    folder = corpus or _beside(paths[0])
    if not folder.is_dir():
        raise NotFound(f"There is no corpus folder {folder}.", hint=Hint.GIVE_CORPUS)
    benchmarks = tuple(_composed(read_benchmark(file, corpus=str(folder))) for file in files)
    exam = Exam(benchmarks, Corpus(folder))
    _check_places(exam)
    return exam


def _files(path: Path, *, only: Sequence[str]) -> list[Path]:
    """The benchmark files a path means: itself, a folder of them, or the `benchmarks` within a folder."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise NotFound(f"There is no benchmark file or folder {path}.")
    if (path / "benchmarks").is_dir():
        root = Root(path)
        return [root.benchmark_file(name) for name in root.sets(only)]
    found = {file.stem: file for file in sorted(path.glob("*.json"))}
    missing = [name for name in only if name not in found]
    if not found or missing:
        raise NotFound(f"{path} holds no benchmark {missing[0] if missing else '*'}.json.")
    ordered = [*(name for name in SETS if name in found), *(name for name in found if name not in SETS)]
    return [found[name] for name in only or ordered]


def _beside(path: Path) -> Path:
    """Where the corpus is by custom: in the folder itself, or beside the folder of the benchmark files."""
    for folder in (path, *path.parents[:2]):
        if (folder / "corpus").is_dir():
            return folder / "corpus"
    return path / "corpus"


def _composed(bench: Benchmark) -> Benchmark:
    """The same with document paths in composed Unicode form, as the corpus lists its files."""
    if all(nfc(path) == path for path in bench.documents):
        return bench
    items = tuple(
        replace(gold, passages=tuple(replace(passage, doc_id=nfc(passage.doc_id)) for passage in gold.passages))
        for gold in bench.items
    )
    return replace(bench, items=items)


def _check_places(exam: Exam) -> None:
    folder = exam.corpus.folder
    absent = [path for path in exam.documents if not (path in exam.corpus or (folder / path).is_file())]
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
