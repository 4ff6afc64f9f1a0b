"""A run, from benchmark to summary: what is done stays done when it is interrupted."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from filelock import FileLock, Timeout

from pincite.domain.reading import Failure
from pincite.domain.run import Question, RunSpec
from pincite.domain.usage import Usage
from pincite.errors import Hint, PinciteError, RunError
from pincite.files import os_reason
from pincite.metrics.measure import Measure
from pincite.pipeline.read import find_files
from pincite.runs.folder import (
    RunFolder,
    claim_run_folder,
    load_records,
    record_row,
    save_head,
    save_questions,
    save_texts,
    write_rows,
)
from pincite.runs.questions import Exam
from pincite.runs.scoring import ScoreTable, score_run
from pincite.runs.systems import Progress, System
from pincite.runs.versions import code_version, package_versions

OWN_FILES = (
    *("run.json", "gold.jsonl", "queries.jsonl", "failures.jsonl", "scores.jsonl", "summary.json", "documents.zip"),
)


def execute(
    system: System,
    exam: Exam,
    out: Path,
    *,
    k: int = 64,
    measures: Sequence[Measure] | None = None,
    whole_corpus: bool = False,
    fresh: bool = False,
    keep_texts: bool = True,
    name: str | None = None,
    progress: Progress | None = None,
) -> ScoreTable:
    """Run a system on benchmarks into a folder, going on where an earlier run of the same was interrupted."""
    try:
        claim_run_folder(out)
        with FileLock(out / ".lock", timeout=0):
            if fresh:
                for file in OWN_FILES:
                    (out / file).unlink(missing_ok=True)
            documents = corpus_documents(exam) if whole_corpus else exam.documents
            spec = make_spec(system.describe(), exam, documents, k=k, name=name or out.name)
            run = _Execution(system, exam, out, spec, progress or (lambda *_: None))
            run.prepare(documents, keep_texts=keep_texts)
            run.ask_all()
            return score_run(RunFolder(out), measures=measures)
    except Timeout as error:
        raise RunError(out, "another process is writing to it; wait until that one is done") from error
    except OSError as error:
        raise RunError(out, f"it cannot be written to: {os_reason(error)}; run it again once that is mended") from error


def corpus_documents(exam: Exam) -> list[str]:
    """Every document of the corpus by its path within it."""
    known = {path: name for name, path in exam.corpus.files.items()}
    files = find_files([exam.corpus.folder])
    return [known.get(file, file.relative_to(exam.corpus.folder).as_posix()) for file in files]


def make_spec(system: Mapping[str, Any], exam: Exam, documents: Sequence[str], *, k: int, name: str) -> RunSpec:
    """What decides the results of a run."""
    return RunSpec(
        name=name,
        k=k,
        system=dict(system),
        sets={bench.name: {"version": bench.version, "queries": len(bench.items)} for bench in exam.benchmarks},
        corpus={"documents": len(documents), "hash": _corpus_hash(exam, documents)},
        code=code_version(),
        packages=package_versions(),
    )


def _corpus_hash(exam: Exam, documents: Sequence[str]) -> str:
    digest = hashlib.sha256()
    for path in sorted(documents):
        digest.update(path.encode("utf-8", "surrogatepass") + b"\0")
        digest.update(hashlib.sha256(exam.corpus.files.get(path, exam.corpus.folder / path).read_bytes()).digest())
    return digest.hexdigest()[:16]


class _Execution:
    """One run under way, holding the folder's lock."""

    def __init__(self, system: System, exam: Exam, out: Path, spec: RunSpec, progress: Progress) -> None:
        self._system = system
        self._exam = exam
        self._out = out
        self._progress = progress
        self._times: dict[str, Any] = {"started": _now()}
        self._notes: dict[str, Any] = {}
        self._spec = self._take_up(spec) if (out / "run.json").exists() else spec
        self._questions: list[Question] = []
        self._failures: list[Failure] = []

    def prepare(self, documents: Sequence[str], *, keep_texts: bool) -> None:
        """Index, and write down all that is known before the first question."""
        self._save_head()
        began = time.perf_counter()
        self._failures = self._system.prepare(self._exam, documents, progress=self._progress)
        self._times["index_seconds"] = round(time.perf_counter() - began, 3)
        places = self._system.places()
        self._notes["same_text"] = places.first_twin
        self._questions = [places.unify(question) for question in self._exam.questions]
        save_questions(self._out, self._questions)
        if keep_texts:
            texts = ((path, self._exam.corpus.text(path)) for path in documents if path in self._exam.corpus)
            save_texts(self._out, texts)
        self._save_head()

    def ask_all(self) -> None:
        """Ask what has not been answered yet; each answer is on disk before the next question is asked."""
        done = {record.query_id: record for record in load_records(self._out)}
        # Rewritten, so that a line cut short by a crash is gone before others follow it.
        self._save_records([record_row(record) for record in done.values()])
        try:
            with (self._out / "queries.jsonl").open("a", encoding="utf-8", errors="surrogatepass") as file:
                for number, question in enumerate(self._questions, start=1):
                    if question.id not in done:
                        self._ask(question, file)
                    self._progress("queries", number, len(self._questions))
        finally:
            self._count(self._system.usage)
            self._system.close()
            write_rows(self._out / "failures.jsonl", [asdict(failure) for failure in self._failures])
        order = {question.id: number for number, question in enumerate(self._questions)}
        rows = [record_row(record) for record in load_records(self._out) if record.query_id in order]
        self._save_records(sorted(rows, key=lambda row: order[row["id"]]))
        self._times["finished"] = _now()
        self._save_head()

    def _ask(self, question: Question, file: TextIO) -> None:
        try:
            record = self._system.ask(question, k=self._spec.k)
        except PinciteError as error:
            self._failures.append(Failure(question.id, "retrieve", type(error).__name__, str(error)))
            return
        file.write(json.dumps(record_row(record), ensure_ascii=False) + "\n")
        file.flush()

    def _count(self, usage: Usage) -> None:
        """Add to what earlier attempts asked of hosted models."""
        total = Usage(**self._times.get("usage", {})) + usage
        if total:
            self._times["usage"] = asdict(total)
            self._save_head()

    def _save_head(self) -> None:
        save_head(self._out, self._spec, times=self._times, notes=self._notes)

    def _save_records(self, rows: Sequence[Mapping[str, Any]]) -> None:
        write_rows(self._out / "queries.jsonl", rows)

    def _take_up(self, spec: RunSpec) -> RunSpec:
        """The spec of the run in the folder, if it is the same run; else an error that says what differs."""
        earlier = RunFolder(self._out)
        same = json.loads(json.dumps(asdict(replace(spec, name=earlier.spec.name))))
        differing = [
            key for key, value in asdict(earlier.spec).items() if key not in {"code", "packages"} and same[key] != value
        ]
        if differing:
            raise RunError(
                self._out,
                f"it holds a run with another {', '.join(differing)}",
                hint=Hint.OTHER_FOLDER_OR_FRESH,
            )
        self._times |= {key: value for key, value in earlier.times.items() if key in {"started", "usage"}}
        self._notes = dict(earlier.notes)
        if earlier.spec.code.get("source") != spec.code["source"]:
            also = [*self._notes.get("continued_by", []), spec.code]
            self._notes["continued_by"] = [code for n, code in enumerate(also) if code not in also[:n]]
        return earlier.spec


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
