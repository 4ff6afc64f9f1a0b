"""Evaluation of dataset folders (`corpus/` and `train.json`) as `evaluate_rag.py` does it, with its files by name.

Unlike there, rows stay in order, failed rows are kept with their error, and the contexts of the truth are not lost.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pincite.bench.corpus import Corpus
from pincite.domain.benchmark import Benchmark, Gold, Query
from pincite.errors import BenchmarkError
from pincite.files import write_text
from pincite.metrics.measure import get_measure
from pincite.ports import ChatModel
from pincite.ports.evaluation import Progress, Target
from pincite.runs.evaluation.ingestor import Ingestor
from pincite.runs.exam import Exam
from pincite.runs.execute import execute
from pincite.runs.folder import RUN, RunFolder
from pincite.runs.targets.http import QUESTION, HttpTarget

JUDGED = ("nv_accuracy", "nv_context_relevance", "nv_response_groundedness")
PLAIN = ("f1_score", "answer_length", "latency")
JUDGE_VARIABLE = "RAG_EVAL_JUDGE_MODEL"


@dataclass(frozen=True, slots=True)
class RagDataset:
    """A dataset folder: its questions with truths and contexts, and the files of its corpus."""

    folder: Path
    rows: list[dict[str, Any]]

    @property
    def label(self) -> str:
        """The folder's name."""
        return self.folder.resolve().name

    def files(self, ending: str) -> list[Path]:
        """The files of the corpus with an ending, in order of path."""
        return sorted(path for path in (self.folder / "corpus").rglob(f"*.{ending.lstrip('.')}") if path.is_file())

    def exam(self) -> Exam:
        """The questions as an exam."""
        gold = tuple(
            Gold(Query(f"{self.label}/{row.get('id', row.get('query_id', at))}", row["question"]), (), row["answer"])
            for at, row in enumerate(self.rows)
        )
        version = hashlib.sha256(json.dumps(self.rows, sort_keys=True).encode()).hexdigest()[:12]
        return Exam((Benchmark(self.label, version, "corpus", gold),), Corpus(self.folder / "corpus"))


@dataclass(frozen=True, slots=True)
class Server:
    """Where a blueprint runs; `options` are sent only where they are set."""

    host: str
    port: int
    ingestor: str = "http://localhost:8082"
    collection: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 180
    threads: int = 4

    def target(self, collection: str) -> Target:
        """The RAG server as a target: server-sent events, citations with document and page."""
        address = self.host if "://" in self.host else f"http://{self.host}"
        body = {"messages": [{"role": "user", "content": QUESTION}], "use_knowledge_base": True}
        results = "citations.results[]"
        return HttpTarget(
            f"{address}:{self.port}/v1/generate",
            body={**body, "collection_names": [collection], **self.options},
            answer="choices[0].message.content",
            context=f"{results}.metadata.description || `[]`",
            citations=f"{results}.{{document: document_name, page: metadata.page_number, quote: metadata.description}}",
            timeout=self.timeout,
            concurrency=self.threads,
        )


def read_dataset(folder: Path) -> RagDataset:
    """A dataset folder; every row needs a question and an answer."""
    where = folder / "train.json"
    try:
        rows = json.loads(where.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise BenchmarkError(str(where), f"cannot be read as JSON ({error})") from error
    if not isinstance(rows, list):
        raise BenchmarkError(str(where), "must be a list of objects")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in ("question", "answer")):
            raise BenchmarkError(f"{where}, row {number}", "needs 'question' and 'answer' in words")
    return RagDataset(folder, rows)


def ingest(dataset: RagDataset, server: Server, *, ending: str, batch: int, force: bool) -> dict[str, Any]:
    """Bring the corpus into a collection, unless it is there already; what was done."""
    collection = server.collection or dataset.label
    files = dataset.files(ending)
    with Ingestor(server.ingestor, timeout=server.timeout) as ingestor:
        there = collection in ingestor.collections()
        if there and force:
            ingestor.delete(collection)
            there = False
        if not there:
            ingestor.make(collection)
        had = set(ingestor.documents(collection)) if there else set()
        sent = ingestor.add(collection, [file for file in files if file.name not in had], batch=batch)
    return {"collection": collection, "files": len(files), "sent": sent, "already_there": len(files) - sent}


def evaluate_rag(
    dataset: RagDataset,
    target: Target,
    out: Path,
    *,
    judges: Sequence[ChatModel] = (),
    k: int = 20,
    in_process: bool = False,
    ingestion: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> RunFolder:
    """Ask the questions of a dataset, and write `rag_<label>_evaluation_{data,results,metrics,summary}.json`."""
    label, folder = dataset.label, out / dataset.label
    measures = [get_measure(name) for name in (*PLAIN, *(JUDGED if judges else ()))]
    table = execute(
        target,
        dataset.exam(),
        folder / RUN,
        k=k,
        answers=True,
        measures=measures,
        judges=judges,
        whole_corpus=in_process,
        name=label,
        progress=progress,
    )
    run = RunFolder(folder / RUN)
    data = [_data_row(row, run, question.id) for row, question in zip(dataset.rows, run.questions, strict=True)]
    names = list(table.measures)
    scored = [
        {**row, "metrics": {name: _null(table.column(name)[at]) for name in names}} for at, row in enumerate(data)
    ]
    means = {name: _null(value) for name, value in table.means()["all"].items()}
    failed = sum(row["error"] is not None for row in data)
    summary = {"dataset": label, "questions": len(data), "failed": failed, "ingestion": dict(ingestion or {})}
    counted = table.counted()
    parts = {
        "data": data,
        "results": scored,
        "metrics": {name: {"mean": means[name], "rows": counted[name]} for name in names},
        "summary": {**summary, "metrics": means},
    }
    for part, content in parts.items():
        path = folder / f"rag_{label}_evaluation_{part}.json"
        write_text(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    return run


def _data_row(row: Mapping[str, Any], run: RunFolder, query_id: str) -> dict[str, Any]:
    response = run.responses.get(query_id)
    cited = [{"document_name": s.document, "page_number": s.page} for s in response.citations] if response else []
    return {
        "id": row.get("id", row.get("query_id")),
        "question": row["question"],
        "ground_truth": row["answer"],
        "is_impossible": bool(row.get("is_impossible", False)),
        "contexts": row.get("contexts", []),
        "answer": (response.answer or "") if response else "",
        "retrieved_contexts": list(response.texts) if response else [],
        "citations": cited,
        "error": response.error if response else "no response",
    }


def _null(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
