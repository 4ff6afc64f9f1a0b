"""Examining a benchmark: every file, span, answer and query, and all that is wrong with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Literal

from pincite.bench.corpus import Corpus, decode_text, nfc
from pincite.bench.legalbenchrag.draft import Progress
from pincite.bench.legalbenchrag.layout import Snippet, Test, benchmark_files, corpus_beside, parse_test, read_rows
from pincite.errors import BenchmarkError, ReadError
from pincite.paths import is_safe_path

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """Something wrong: the rule it breaks, where, and how."""

    severity: Severity
    rule: str
    where: str
    problem: str


@dataclass(slots=True)
class SetReport:
    """What was examined of one set."""

    name: str
    tests: int = 0
    snippets: int = 0
    documents: int = 0


@dataclass(slots=True)
class Report:
    """What was examined, and what was found."""

    path: str
    documents: int = 0
    characters: int = 0
    sets: list[SetReport] = field(default_factory=list)
    findings: list[CheckFinding] = field(default_factory=list)

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(finding.severity == "error" for finding in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are warnings."""
        return len(self.findings) - self.errors

    def error(self, rule: str, where: str, *, problem: str) -> None:
        """Report an error, which makes scores wrong."""
        self.findings.append(CheckFinding("error", rule, where, problem))

    def warn(self, rule: str, where: str, *, problem: str) -> None:
        """Report a warning."""
        self.findings.append(CheckFinding("warning", rule, where, problem))


def locate(path: Path, *, corpus: Path | None = None, only: Sequence[str] = ()) -> tuple[list[Path], Path]:
    """The benchmark files and the corpus folder meant by a path: a root, a folder of benchmark files, or one file."""
    return benchmark_files(path, only=only), corpus or corpus_beside(path)


def check(
    path: Path, *, corpus: Path | None = None, only: Sequence[str] = (), progress: Progress | None = None
) -> Report:
    """Examine a root folder, or one benchmark file against a corpus."""
    files, folder = locate(path, corpus=corpus, only=only)
    report = Report(str(path))
    texts = _check_corpus(Corpus(folder), report, progress=progress)
    used: set[str] = set()
    for file in files:
        used |= _check_file(file, texts=texts, report=report)
    if (path / "benchmarks").is_dir() and not only:
        for document in sorted(texts.keys() - used):
            report.warn("unused-document", document, problem="no test has gold in it")
    return report


def _check_corpus(corpus: Corpus, report: Report, *, progress: Progress | None) -> dict[str, str]:
    texts: dict[str, str] = {}
    if not corpus.files:
        report.error("empty-corpus", str(corpus.folder), problem="holds no *.txt file")
    for done, (name, path) in enumerate(corpus.files.items(), 1):
        data = path.read_bytes()
        try:
            texts[name] = decode_text(data, path)
        except ReadError as error:
            report.error("encoding", name, problem=error.reason)
            texts[name] = decode_text(data, path, lenient=True)
        if b"\r" in data:
            report.warn("line-ends", name, problem="has CR line ends; spans count LF")
        if not texts[name].strip():
            report.error("empty-document", name, problem="holds no text")
        if path.relative_to(corpus.folder).as_posix() != name:
            report.warn("path-form", name, problem="its file name on disk is not in composed Unicode form (NFC)")
        if progress:
            progress("documents", done, len(corpus.files))
    report.documents, report.characters = len(texts), sum(map(len, texts.values()))
    return texts


def _check_file(path: Path, *, texts: dict[str, str], report: Report) -> set[str]:
    """Examine one benchmark file; returns the documents it uses."""
    summary = SetReport(path.stem)
    report.sets.append(summary)
    try:
        rows = read_rows(path)
    except BenchmarkError as error:
        report.error("json", error.where, problem=error.problem)
        return set()
    if not rows:
        report.error("no-tests", str(path), problem="holds no tests")
    tests = list(_parse(rows, name=path.stem, report=report))
    for where, test in tests:
        _check_test(test, where, texts=texts, report=report)
    _check_repeats(tests, report)
    used = {snippet.file_path for _, test in tests for snippet in test.snippets}
    summary.tests, summary.documents = len(rows), len(used)
    summary.snippets = sum(len(test.snippets) for _, test in tests)
    return used


def _parse(rows: Sequence[object], *, name: str, report: Report) -> Iterator[tuple[str, Test]]:
    untitled = 0
    for number, row in enumerate(rows, 1):
        where = f"{name}, test {number}"
        try:
            test = parse_test(row, where=where)
        except BenchmarkError as error:
            report.error("schema", error.where, problem=error.problem)
            continue
        untitled += "query" not in test.row
        yield where, test
    if untitled:
        report.warn(
            "untitled", name, problem=f"{untitled} tests have a 'question' and no 'query': the document is not named"
        )


def _check_test(test: Test, where: str, *, texts: dict[str, str], report: Report) -> None:
    if not test.query.strip():
        report.error("blank-query", where, problem="the query has no text")
    if not test.snippets:
        report.warn("no-gold", where, problem="no passage answers it")
    sound: list[Snippet] = []
    for number, snippet in enumerate(test.snippets, 1):
        if _check_snippet(snippet, f"{where}, snippet {number}", texts=texts, report=report):
            sound.append(snippet)
    _check_overlaps(sound, where, report=report)


def _check_snippet(snippet: Snippet, where: str, *, texts: dict[str, str], report: Report) -> bool:
    """Check one gold passage; return whether its span is valid."""
    path, start, end = snippet.file_path, snippet.start, snippet.end
    if path not in texts:
        known = nfc(path.replace("\\", "/").removeprefix("./").removeprefix("corpus/"))
        if known in texts:
            report.error("path-form", where, problem=f"file_path {path!r} should be {known!r}")
        elif not is_safe_path(path):
            report.error("unsafe-path", where, problem=f"file_path {path!r} leads out of the corpus")
        else:
            report.error("missing-file", where, problem=f"the corpus has no {path!r}")
        return False
    if start > end:
        report.error("inverted-span", where, problem=f"[{start}, {end}) ends before it begins")
    elif start == end:
        report.error("empty-span", where, problem=f"[{start}, {end}) holds no character")
    elif start < 0 or end > len(texts[path]):
        report.error(
            "span-outside", where, problem=f"[{start}, {end}) is not in the text of {len(texts[path])} characters"
        )
    else:
        _check_answer(snippet, where, text=texts[path], report=report)
        return True
    return False


def _check_answer(snippet: Snippet, where: str, *, text: str, report: Report) -> None:
    words = text[snippet.start : snippet.end]
    if snippet.answer is None:
        report.warn("no-answer", where, problem="has no answer to compare its span with")
    elif snippet.answer != words:
        places = text.count(snippet.answer) if snippet.answer else 0
        hint = f"; the answer stands at {text.find(snippet.answer)}" if places == 1 else ""
        report.error("answer-differs", where, problem=f"the text at its span begins {words[:40]!r}{hint}")


def _check_overlaps(snippets: Sequence[Snippet], where: str, *, report: Report) -> None:
    for one, other in pairwise(sorted(snippets, key=lambda s: (s.file_path, s.start, s.end))):
        if one.file_path != other.file_path or one.end < other.start:
            continue
        both = f"[{one.start}, {one.end}) and [{other.start}, {other.end}) in {one.file_path}"
        if (one.start, one.end) == (other.start, other.end):
            report.error(
                "duplicate-gold", where, problem=f"[{one.start}, {one.end}) is listed twice in {one.file_path}"
            )
        elif one.end == other.start:
            report.warn("touching-gold", where, problem=f"{both} touch; LegalBench-RAG's own code refuses that")
        else:
            report.error("overlapping-gold", where, problem=f"{both} overlap")


def _check_repeats(tests: Sequence[tuple[str, Test]], report: Report) -> None:
    """A query asked twice; one without a title is only repeated where it is asked of the same document."""
    asked: Counter[tuple[str, str]] = Counter()
    for where, test in tests:
        document = "" if "query" in test.row or not test.snippets else test.snippets[0].file_path
        key = (test.query, document)
        asked[key] += 1
        if asked[key] > 1:
            report.warn("repeated-query", where, problem=f"asks again: {test.query[:80]!r}")
