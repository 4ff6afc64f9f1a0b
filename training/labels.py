"""The questions with answers marked by people: LegalBench-RAG outside mini, CUAD's cells, ContractNLI's evidence."""

import ast
import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from training.config import read_table
from training.corpus import TrainingDocument, read_hypotheses, read_raw_contractnli, read_tests

Spans = list[tuple[int, int]]
MAX_CELL = 12  # a cell with more quotes than this is a list of names rather than clauses


@dataclass(frozen=True, slots=True)
class Label:
    """One question put to one document, with the places that answer it: none where it is known that nothing does."""

    document: str
    kind: str
    spans: Spans


@dataclass(slots=True)
class Kind:
    """A kind of question asked of many documents: the official wordings, ours, and those of ours kept for dev."""

    set: str
    official: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    dev: list[str] = field(default_factory=list)


def split_query(query: str) -> tuple[str, str]:
    """Part a benchmark query into the document it names and what it asks."""
    name, _, asked = query.partition("; ")
    return (name.removeprefix("Consider ").strip(), asked) if asked else ("", query)


def read_kinds(data: Path) -> dict[str, Kind]:
    """Gather every kind of question: official wordings from the data, ours from `wordings.toml`."""
    own = read_table("wordings.toml")
    kinds = {
        f"cuad:{column}": Kind("cuad", [], list(wordings), own["dev"]["cuad"][column])
        for column, wordings in own["cuad"].items()
    }
    for test in read_tests(data, "benchmarks", "cuad_untitled"):
        _add(kinds[f"cuad:{test['column']}"].official, test["question"])
    statements = read_hypotheses(data)
    kinds |= {
        f"contractnli:{key}": Kind("contractnli", [s], list(own["contractnli"][key]), own["dev"]["contractnli"][key])
        for key, s in statements.items()
    }
    for test in read_tests(data, "benchmarks", "contractnli"):
        asked = split_query(test["query"])[1]
        _add(kinds[f"contractnli:{_nearest(asked, statements)}"].official, asked)
    for test in read_tests(data, "benchmarks", "maud"):
        asked = split_query(test["query"])[1]
        kinds.setdefault(f"maud:{asked}", Kind("maud", [asked], *_maud_wordings(asked, own["maud"])))
    return kinds


def read_labels(data: Path, documents: list[TrainingDocument]) -> list[Label]:
    """Read every label outside mini, each document and kind once: the benchmark's before the raw data's."""
    wanted = {doc.id: doc for doc in documents if doc.split in ("train", "dev")}
    found: dict[tuple[str, str], Label] = {}
    for label in (*_benchmark(data), *_cuad_cells(data, documents), *_contractnli(data)):
        if label.document in wanted:
            found.setdefault((label.document, label.kind), label)
    return list(found.values())


def cell_answers(data: Path, documents: list[TrainingDocument]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield (document, kind, quotes) for each cell of CUAD's table; no quotes means the contract has no such clause."""
    stems = {re.sub(r"\W", "", Path(doc.id).stem).lower(): doc.id for doc in documents if doc.set == "cuad"}
    columns = read_table("wordings.toml")["cuad"]
    with (data / "cuad_raw" / "master_clauses.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            name = stems.get(re.sub(r"\W", "", row["Filename"].rsplit(".", 1)[0]).lower())
            if name:
                yield from ((name, f"cuad:{column}", ast.literal_eval(row[column] or "[]")) for column in columns)


def locate(quotes: list[str], text: str) -> Spans | None:
    """Find each quote's one place in the text; nothing if one is missing or stands there twice."""
    spans = []
    for quote in quotes:
        pattern = re.compile(r"\s+".join(re.escape(word) for word in quote.split()))
        places = [match.span() for match in pattern.finditer(text)][:2]
        if len(places) != 1:
            return None
        spans.append(places[0])
    return spans


def _benchmark(data: Path) -> Iterator[Label]:
    columns = {t["question"]: f"cuad:{t['column']}" for t in read_tests(data, "benchmarks", "cuad_untitled")}
    statements = read_hypotheses(data)
    for name in ("cuad", "cuad_untitled", "maud", "contractnli"):
        for test in read_tests(data, "benchmarks", name):
            asked = test["question"] if "question" in test else split_query(test["query"])[1]
            kind = columns.get(asked) or f"maud:{asked}"
            if name == "contractnli":
                kind = f"contractnli:{_nearest(asked, statements)}"
            yield Label(test["snippets"][0]["file_path"], kind, [tuple(s["span"]) for s in test["snippets"]])


def _cuad_cells(data: Path, documents: list[TrainingDocument]) -> Iterator[Label]:
    texts = {doc.id: doc.text for doc in documents if doc.split != "mini"}
    for name, kind, quotes in cell_answers(data, documents):
        if name in texts and len(quotes) <= MAX_CELL:
            spans = locate(quotes, texts[name])
            if spans is not None:
                yield Label(name, kind, spans)


def _contractnli(data: Path) -> Iterator[Label]:
    for record in read_raw_contractnli(data):
        for key, mark in record["annotation_sets"][0]["annotations"].items():
            spans = [tuple(record["spans"][i]) for i in mark["spans"]]
            if bool(spans) == (mark["choice"] != "NotMentioned"):
                for name in (f"raw/{record['file_name']}", f"contractnli/{Path(record['file_name']).stem}.txt"):
                    yield Label(name, f"contractnli:{key}", spans)


def _nearest(asked: str, statements: dict[str, str]) -> str:
    """Find the hypothesis that a ContractNLI question was made from: the one sharing most of its words."""
    words = set(re.findall(r"[a-z]{4,}", asked.lower()))

    def shared(key: str) -> float:
        own = set(re.findall(r"[a-z]{4,}", statements[key].lower()))
        return len(words & own) / len(words | own)

    return max(sorted(statements), key=shared)


def _maud_wordings(asked: str, table: list[dict[str, Any]]) -> tuple[list[str], list[str]]:
    """Our wordings of a MAUD question, and those kept for dev."""
    low = asked.lower()
    fits = [e for e in table if all(w in low for w in e["words"]) and not any(w in low for w in e.get("without", []))]
    best = max(fits, key=lambda e: len(" ".join(e["words"]))) if fits else {"wordings": [], "dev": []}
    return best["wordings"], best["dev"]


def _add(wordings: list[str], wording: str) -> None:
    if wording not in wordings:
        wordings.append(wording)
