"""BEIR's form: `corpus.jsonl`, `queries.jsonl`, and `qrels/*.tsv` that judge whole documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pincite.bench.corpus import to_lf
from pincite.bench.dataset.layout import DatasetContext, DatasetItem
from pincite.bench.dataset.names import document_name
from pincite.bench.dataset.records import SourceRecord, read_lines
from pincite.bench.dataset.write import Conversion, DocumentTrace, Trace
from pincite.bench.legalbenchrag.tables import read_rows
from pincite.errors import BenchmarkError

HEADER = ("query-id", "corpus-id", "score")


@dataclass(frozen=True, slots=True)
class RelevanceJudgment:
    """How relevant a document is to a query."""

    split: str
    corpus_id: str
    score: int


def convert_beir(folder: Path) -> Conversion:
    """Rows and documents of a BEIR folder: a row for each judged query of each split, with its relevant documents."""
    made = Conversion("beir")
    names = dict(_documents(folder / "corpus.jsonl", made=made))
    queries = {_text(record, "_id"): _text(record, "text") for record in read_lines(folder / "queries.jsonl")}
    judged = _judgments(folder, queries=queries, names=names)
    order = {query: at for at, query in enumerate(queries)}
    for (split, query), judgments in sorted(judged.items(), key=lambda pair: order[pair[0][1]]):
        relevant = [judgment for judgment in judgments if judgment.score > 0]
        contexts = tuple(DatasetContext(names[judgment.corpus_id]) for judgment in relevant)
        scores = tuple(judgment.score for judgment in relevant)
        graded = scores if any(score != 1 for score in scores) else ()
        # BEIR judges documents and has no answers: the field is there, and empty.
        item = DatasetItem(len(made.items), queries[query], "", not relevant, contexts)
        made.add(item, Trace(set=split, source_id=query, scores=graded))
    passed = sum(judgment.score <= 0 for judgments in judged.values() for judgment in judgments)
    if passed:
        made.notes.append(f"{passed} judgments say that a document is not relevant and became no context")
    left = len(queries) - len({query for _, query in judged})
    if left:
        made.notes.append(f"{left} queries have no judgment and were left out")
    return made


def _text(record: SourceRecord, field: str) -> str:
    value = record.values.get(field)
    if not isinstance(value, str) or (field == "_id" and not value):
        raise BenchmarkError(record.where, f"has no '{field}' text")
    return value


def _documents(path: Path, *, made: Conversion) -> Iterator[tuple[str, str]]:
    for record in read_lines(path):
        id, text, title = _text(record, "_id"), to_lf(_text(record, "text")), record.values.get("title") or ""
        name = document_name(id, where=record.where)
        if name in made.documents:
            raise BenchmarkError(record.where, f"its _id {id!r} is that of a document before it")
        made.documents[name] = f"{to_lf(str(title))}\n\n{text}" if title else text
        made.document_traces[name] = DocumentTrace(source_id=id, title=str(title) or None)
        yield id, name


def _judgments(
    folder: Path, *, queries: Mapping[str, str], names: Mapping[str, str]
) -> dict[tuple[str, str], list[RelevanceJudgment]]:
    files = sorted((folder / "qrels").glob("*.tsv"))
    if not files:
        raise BenchmarkError(str(folder), "holds no qrels/*.tsv, so that nothing is judged")
    judged: dict[tuple[str, str], list[RelevanceJudgment]] = {}
    for path in files:
        for row in read_rows(path, needs=HEADER, separator="\t"):
            query, document = row["query-id"], row["corpus-id"]
            if query not in queries or document not in names:
                missing = f"query {query!r}" if query not in queries else f"document {document!r}"
                raise BenchmarkError(row.where, f"judges {missing}, which is not there")
            if not row["score"].lstrip("-").isdecimal():
                raise BenchmarkError(row.where, f"its score must be a whole number, not {row['score']!r}")
            judgment = RelevanceJudgment(path.stem, document, int(row["score"]))
            judged.setdefault((path.stem, query), []).append(judgment)
    return judged
