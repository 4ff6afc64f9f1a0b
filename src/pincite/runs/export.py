"""Exporting runs in the formats others use: LegalBench-RAG's and SAC's results, TREC runs and qrels, BEIR."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pincite.bench.files import move_into_place, refuse_existing, staged
from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.run import RunQuestion
from pincite.errors import NotFound, RunError
from pincite.metrics.measure import CUTOFFS, get_measure
from pincite.paths import file_name
from pincite.runs.folder import RunFolder, write_rows
from pincite.runs.scoring import score_responses
from pincite.spreadsheet_text import guard


def export(form: str, runs: Sequence[RunFolder], out: Path, *, force: bool = False) -> list[Path]:
    """Write runs in a format by name, all files or none; gives the files written."""
    if form not in FORMS:
        raise NotFound(f"There is no format '{form}'. Known: {', '.join(FORMS)}.")
    with staged(out) as stage:
        written = [path.relative_to(stage) for path in FORMS[form](runs, stage)]
        names = sorted({path.as_posix() for path in written})
        refuse_existing(out, names, force=force)
        move_into_place(stage, out, names=names)
    return [out / path for path in written]


def export_results(runs: Sequence[RunFolder], out: Path) -> Iterable[Path]:
    """LegalBench-RAG: `results.csv`, and `{i}_results.json` for each run and cut-off."""
    rows = []
    for number, (run, k) in enumerate(_cut(runs)):
        path = out / f"{number}_results.json"
        path.write_text(json.dumps(_benchmark_result(run, k), indent=4, ensure_ascii=False), "utf-8")
        yield path
        rows.append({"i": number, **_strategy(run, k), **_means(run, k, f1=False)})
    yield _write_csv(out / "results.csv", rows)


def export_sac(runs: Sequence[RunFolder], out: Path) -> Iterable[Path]:
    """Summary-augmented chunking: `results_summary.csv`, and `{i}_{run}_k{k}.json` for each run and cut-off."""
    rows = []
    for number, (run, k) in enumerate(_cut(runs)):
        path = out / f"{number}_{file_name(run.name)}_k{k}.json"
        path.write_text(json.dumps(_benchmark_result(run, k), indent=2, ensure_ascii=False), "utf-8")
        yield path
        settings = _settings(run)
        retrieval = settings.get("retrieval", {})
        reranker = settings.get("reranker", {}).get("kind", "none")
        row = {
            "i": number,
            "config_file": run.name,
            **{name: value for name, value in _means(run, k, f1=True).items() if "|" not in name},
            "chunk_strategy_name": settings.get("chunker", {}).get("kind", ""),
            "chunk_size": settings.get("chunker", {}).get("size", 500) if settings else "",
            "embedding_model_company": settings.get("embedder", {}).get("kind", ""),
            "embedding_model_name": settings.get("embedder", {}).get("model", ""),
            "embedding_top_k": retrieval.get("pool", ""),
            "rerank_model_company": reranker if reranker != "none" else "",
            "rerank_model_name": settings.get("reranker", {}).get("model", ""),
            "rerank_top_k": k,
            "method": retrieval.get("method", run.spec.target.get("retriever", "")),
            "fusion_weight": retrieval.get("dense_weight", ""),
        }
        rows.append({**row, **{name: value for name, value in _means(run, k, f1=True).items() if "|" in name}})
    yield _write_csv(out / "results_summary.csv", rows)


def export_trec(runs: Sequence[RunFolder], out: Path) -> Iterable[Path]:
    """A TREC run of passages (`path#start-end`) and one of documents for each run, and the qrels of the documents."""
    for run in runs:
        for unit, name_of in (("passages", _passage_name), ("documents", _document_name)):
            path = out / f"{file_name(run.name)}.{unit}.trec"
            path.write_text("".join(_trec_lines(run, name_of)), "utf-8")
            yield path
    yield _write_qrels(runs[0], out / "qrels.txt")


def export_beir(runs: Sequence[RunFolder], out: Path) -> Iterable[Path]:
    """BEIR: `corpus.jsonl`, `queries.jsonl`, `qrels/test.tsv`, and `{run}.results.json` for each run.

    Whole documents are the units.
    """
    run = runs[0]
    documents = sorted({path for question in run.questions for path in question.gold.documents} | _retrieved(run))
    texts = {path: run.text(path) for path in documents}
    missing = [path for path, text in texts.items() if text is None]
    if missing:
        raise RunError(run.path, f"it was kept without texts, and BEIR needs that of '{missing[0]}'")
    write_rows(out / "corpus.jsonl", ({"_id": path, "title": "", "text": text} for path, text in texts.items()))
    write_rows(out / "queries.jsonl", ({"_id": q.id, "text": q.gold.query.text} for q in run.questions))
    (out / "qrels").mkdir(exist_ok=True)
    lines = [f"{q.id}\t{path}\t1\n" for q in run.questions for path in q.gold.documents]
    (out / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(lines), "utf-8")
    yield from (out / "corpus.jsonl", out / "queries.jsonl", out / "qrels" / "test.tsv")
    for other in runs:
        path = out / f"{file_name(other.name)}.results.json"
        path.write_text(json.dumps(_beir_results(other), indent=2, ensure_ascii=False), "utf-8")
        yield path


FORMS: dict[str, Callable[[Sequence[RunFolder], Path], Iterable[Path]]] = {
    "legalbench-rag": export_results,
    "sac": export_sac,
    "trec": export_trec,
    "beir": export_beir,
}


def _cut(runs: Sequence[RunFolder]) -> list[tuple[RunFolder, int]]:
    return [(run, k) for run in runs for k in sorted({*(k for k in CUTOFFS if k < run.spec.k), run.spec.k})]


def _settings(run: RunFolder) -> dict[str, Any]:
    settings: dict[str, Any] = run.spec.target.get("settings", {})
    return settings


def _strategy(run: RunFolder, k: int) -> dict[str, Any]:
    settings = _settings(run)
    chunker, reranker, retrieval = (settings.get(stage, {}) for stage in ("chunker", "reranker", "retrieval"))
    reranked = reranker.get("kind", "none") != "none"
    return {
        "chunk_strategy_name": chunker.get("kind", run.spec.target.get("retriever", run.name)),
        "chunk_size": chunker.get("size", 500) if chunker else "",
        # With a reranker, top_k is how many passages it gets.
        "top_k": retrieval["rerank"] if reranked else k,
        "rerank_model": reranker.get("model", reranker["kind"]) if reranked else "",
        "top_k_rerank": k if reranked else "",
        "token_limit": retrieval.get("token_baseline") or "",
    }


def _means(run: RunFolder, k: int, *, f1: bool) -> dict[str, float]:
    """Recall and precision as they publish them: of the whole, then of each set."""
    measures = [get_measure("lbr_recall", k), get_measure("lbr_precision", k)]
    means = score_responses(run.questions, run.responses, measures=measures).means()
    found: dict[str, float] = {}
    for name, scores in means.items():
        prefix = "" if name == "all" else f"{name}|"
        recall, precision = scores.values()
        found |= {f"{prefix}recall": recall, f"{prefix}precision": precision}
        if f1:
            # Theirs is the F1 of the means, not the mean of F1.
            total = recall + precision
            found[f"{prefix}f1_score"] = 2 * recall * precision / total if total else 0.0
    return found


def _benchmark_result(run: RunFolder, k: int) -> dict[str, Any]:
    measures = [get_measure("lbr_precision", k), get_measure("lbr_recall", k)]
    table = score_responses(run.questions, run.responses, measures=measures)
    sizes = {name: sum(question.set == name for question in run.questions) for name in table.sets}
    rows = []
    for question, (precision, recall) in zip(run.questions, table.values.tolist(), strict=True):
        response = run.responses.get(question.id)
        snippets = [_snippet(run, hit.passage, score=hit.score) for hit in (response.hits if response else ())[:k]]
        rows.append(
            {"qa_gt": _truth(run, question), "retrieved_snippets": snippets, "precision": precision, "recall": recall}
        )
    overall = table.means()["all"]
    return {
        "qa_result_list": rows,
        "weights": [1 / (len(sizes) * sizes[question.set]) for question in run.questions],
        "avg_precision": overall[f"lbr_precision@{k}"],
        "avg_recall": overall[f"lbr_recall@{k}"],
    }


def _truth(run: RunFolder, question: RunQuestion) -> dict[str, Any]:
    snippets = [_snippet(run, passage) for passage in question.gold.passages]
    return {"query": question.gold.query.text, "snippets": snippets, "tags": [question.set]}


def _snippet(run: RunFolder, passage: Passage, *, score: float | None = None) -> dict[str, Any]:
    text = run.text(passage.doc_id)
    row: dict[str, Any] = {"file_path": passage.doc_id, "span": [passage.span.start, passage.span.end]}
    if text is not None:
        row["answer"] = passage.span.slice(text)
    return row if score is None else {**row, "score": score}


def _write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as out:
        columns = list(dict.fromkeys(name for row in rows for name in row))
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([guard(name) for name in columns])
        writer.writerows([_cell(row.get(name, "")) for name in columns] for row in rows)
    return path


def _cell(value: Any) -> Any:
    """A name as text that no spreadsheet calculates; a number as it is."""
    return guard(value) if isinstance(value, str) else value


def _trec_lines(run: RunFolder, name_of: Callable[[Hit], str]) -> Iterable[str]:
    for question in run.questions:
        response = run.responses.get(question.id)
        names: dict[str, float] = {}
        for hit in response.hits if response else ():
            names.setdefault(name_of(hit), hit.score)
        for rank, name in enumerate(names, start=1):
            # Readers of TREC runs sort by score: it is made from the rank, for scores may tie or come from a reranker.
            yield f"{quote(question.id, safe='/')} Q0 {name} {rank} {len(names) - rank + 1} {quote(run.name)}\n"


def _beir_results(run: RunFolder) -> dict[str, dict[str, float]]:
    """The documents of each query with a score that falls with the rank, for scores may tie."""
    found: dict[str, dict[str, float]] = {}
    for question in run.questions:
        response = run.responses.get(question.id)
        names = list(dict.fromkeys(hit.passage.doc_id for hit in (response.hits if response else ())))
        found[question.id] = {name: float(len(names) - place) for place, name in enumerate(names)}
    return found


def _passage_name(hit: Hit) -> str:
    return f"{_document_name(hit)}#{hit.passage.span.start}-{hit.passage.span.end}"


def _document_name(hit: Hit) -> str:
    return quote(hit.passage.doc_id, safe="/")


def _write_qrels(run: RunFolder, path: Path) -> Path:
    lines = [
        f"{quote(question.id, safe='/')} 0 {quote(document, safe='/')} 1\n"
        for question in run.questions
        for document in question.gold.documents
    ]
    path.write_text("".join(lines), "utf-8")
    return path


def _retrieved(run: RunFolder) -> set[str]:
    return {hit.passage.doc_id for response in run.responses.values() for hit in response.hits}
