"""Executing a run, from benchmark to summary; after an interruption it goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import asdict, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from filelock import FileLock, Timeout

from pincite.domain.reading import Failure
from pincite.domain.response import Response
from pincite.domain.run import RunQuestion, RunSpec
from pincite.domain.usage import Usage
from pincite.errors import Hint, PinciteError, RunError
from pincite.files import os_reason
from pincite.pipeline.read import find_files
from pincite.ports import ChatModel
from pincite.ports.evaluation import CitationChain, Measure, Progress, Target
from pincite.runs.coordinates import merge_copies
from pincite.runs.exam import Exam, ExamTask
from pincite.runs.folder import (
    RunFolder,
    claim_run_folder,
    load_responses,
    save_head,
    save_questions,
    save_texts,
    write_rows,
)
from pincite.runs.response_row import response_row
from pincite.runs.score_table import ScoreTable
from pincite.runs.scoring import score_run
from pincite.runs.versions import code_version, package_versions

OWN_FILES = (
    *("run.json", "gold.jsonl", "queries.jsonl", "failures.jsonl", "scores.jsonl", "summary.json", "statistics.json"),
    "documents.zip",
    "judgements.jsonl",
    "authorities.jsonl",
)


def execute(
    target: Target,
    exam: Exam,
    out: Path,
    *,
    k: int = 64,
    answers: bool = False,
    measures: Sequence[Measure] | None = None,
    whole_corpus: bool = False,
    fresh: bool = False,
    keep_texts: bool = True,
    judges: Sequence[ChatModel] = (),
    chain: CitationChain | None = None,
    name: str | None = None,
    progress: Progress | None = None,
) -> ScoreTable:
    """Ask a target the questions of benchmarks, into a folder, going on where an earlier run of the same stopped."""
    if answers and not target.answers:
        raise RunError(out, "its target retrieves and does not answer; run it without asking for answers")
    try:
        claim_run_folder(out)
        with FileLock(out / ".lock", timeout=0):
            if fresh:
                for file in OWN_FILES:
                    (out / file).unlink(missing_ok=True)
            documents = corpus_documents(exam) if whole_corpus else exam.documents
            spec = make_spec(target.describe(), exam, documents, k=k, name=name or out.name)
            spec = replace(spec, answers=answers)
            run = _Execution(target, ExamTask(exam, documents), out, spec, progress or (lambda *_: None))
            run.prepare(keep_texts=keep_texts)
            run.ask_all()
            return score_run(RunFolder(out), measures=measures, judges=judges, chain=chain)
    except Timeout as error:
        raise RunError(out, "another process is writing to it; wait until that one is done") from error
    except OSError as error:
        raise RunError(out, f"it cannot be written to: {os_reason(error)}; run it again once that is fixed") from error


def corpus_documents(exam: Exam) -> list[str]:
    """Every document of the corpus by its path within it."""
    known = {path: name for name, path in exam.corpus.files.items()}
    files = find_files([exam.corpus.folder])
    return [known.get(file, file.relative_to(exam.corpus.folder).as_posix()) for file in files]


def make_spec(target: Mapping[str, Any], exam: Exam, documents: Sequence[str], *, k: int, name: str) -> RunSpec:
    """What decides the results of a run."""
    return RunSpec(
        name=name,
        k=k,
        target=dict(target),
        sets={bench.name: {"version": bench.version, "queries": len(bench.items)} for bench in exam.benchmarks},
        corpus={"documents": len(documents), "hash": _corpus_hash(exam, documents)},
        code=code_version(),
        packages=package_versions(),
    )


def _corpus_hash(exam: Exam, documents: Sequence[str]) -> str:
    digest = hashlib.sha256()
    for path in sorted(documents):
        digest.update(path.encode("utf-8", "surrogatepass") + b"\0")
        digest.update(hashlib.sha256(exam.corpus.file(path).read_bytes()).digest())
    return digest.hexdigest()[:16]


class _Execution:
    """A run while it is executed, holding the folder's lock."""

    def __init__(self, target: Target, task: ExamTask, out: Path, spec: RunSpec, progress: Progress) -> None:
        self._target = target
        self._task = task
        self._out = out
        self._progress = progress
        self._times: dict[str, Any] = {"started": _now()}
        self._notes: dict[str, Any] = {}
        self._spec = self._resume(spec) if (out / "run.json").exists() else spec
        self._questions: list[RunQuestion] = []
        self._failures: list[Failure] = []

    def prepare(self, *, keep_texts: bool) -> None:
        """Let the target take the documents in, and write down all that is known before the first question."""
        self._save_head()
        began = time.perf_counter()
        intake = self._target.prepare(self._task, progress=self._progress)
        self._failures = list(intake.failures)
        self._times["index_seconds"] = round(time.perf_counter() - began, 3)
        self._notes["same_text"] = dict(intake.copies)
        exam = self._task.exam
        self._questions = [merge_copies(question, intake.copies, self._task) for question in exam.questions]
        save_questions(self._out, self._questions)
        if keep_texts:
            texts = ((path, exam.corpus.text(path)) for path in self._task.documents if path in exam.corpus)
            save_texts(self._out, texts)
        self._save_head()

    def ask_all(self) -> None:
        """Ask what has no response yet; each response is on disk before the next question is asked."""
        done = {one.query_id: one for one in load_responses(self._out) if one.error is None}
        # Rewritten, so that failures and a line cut short by a crash are gone before others follow.
        self._save_responses(done.values())
        order = {question.id: number for number, question in enumerate(self._questions)}
        try:
            with (self._out / "queries.jsonl").open("a", encoding="utf-8", errors="surrogatepass") as file:
                total = len(self._questions)
                pending = [question for question in self._questions if question.id not in done]
                for number, response in enumerate(self._responses(pending), start=total - len(pending) + 1):
                    self._write(response, file)
                    self._progress("queries", number, total)
        finally:
            self._count(self._target.usage)
            self._target.close()
            failures = sorted(self._failures, key=lambda failure: order.get(failure.item, -1))
            write_rows(self._out / "failures.jsonl", [asdict(failure) for failure in failures])
        kept = [response for response in load_responses(self._out) if response.query_id in order]
        self._save_responses(sorted(kept, key=lambda response: order[response.query_id]))
        self._times["finished"] = _now()
        self._save_head()

    def _responses(self, questions: Sequence[RunQuestion]) -> Iterator[Response]:
        """The responses as they come; a target with `concurrency` is asked that many questions at once."""
        at_once = max(1, int(getattr(self._target, "concurrency", 1)))
        if at_once == 1:
            yield from map(self._ask, questions)
            return
        waiting = iter(questions)
        with ThreadPoolExecutor(at_once) as pool:
            try:
                running = {pool.submit(self._ask, question) for question in islice(waiting, at_once)}
                while running:
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    running |= {pool.submit(self._ask, question) for question in islice(waiting, len(done))}
                    yield from (future.result() for future in done)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _ask(self, question: RunQuestion) -> Response:
        try:
            return self._target.ask(question.gold.query, k=self._spec.k, answer=self._spec.answers)
        except PinciteError as error:
            stage = "answer" if self._spec.answers else "retrieve"
            self._failures.append(Failure(question.id, stage, type(error).__name__, str(error)))
            return Response(question.id, error=str(error))

    def _write(self, response: Response, file: TextIO) -> None:
        if response.error is not None and not any(failure.item == response.query_id for failure in self._failures):
            self._failures.append(Failure(response.query_id, "answer", "Error", response.error))
        file.write(json.dumps(response_row(response), ensure_ascii=False) + "\n")
        file.flush()

    def _count(self, usage: Usage) -> None:
        """Add the usage to that of earlier attempts."""
        total = Usage(**self._times.get("usage", {})) + usage
        if total:
            self._times["usage"] = asdict(total)
            self._save_head()

    def _save_head(self) -> None:
        save_head(self._out, self._spec, times=self._times, notes=self._notes)

    def _save_responses(self, responses: Iterable[Response]) -> None:
        write_rows(self._out / "queries.jsonl", map(response_row, responses))

    def _resume(self, spec: RunSpec) -> RunSpec:
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
