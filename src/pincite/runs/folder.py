"""A run on disk: a folder that holds all of it.

run.json          format, spec (settings, versions, hashes), times
gold.jsonl        every query with its set, tags, gold passages and gold answer
queries.jsonl     the response to each query: hits, texts, answer, citations, usage, seconds, error; appended one by one
failures.jsonl    documents and queries that could not be done, and why
scores.jsonl      every measure of every query; null where the query has no value
summary.json      the value over sets (`all`) and of each set by name
statistics.json   for each set and measure, how many queries have a value, and further figures
judgements.jsonl  what judges said, repetition by repetition, where a run was judged
authorities.jsonl every rule, section and case that answers cite, looked up, where a run was scored so
documents.zip     the texts, so that a run can be read and scored anywhere

Format 1 had hits, texts and seconds only, and called the target `system`; such runs are read, and become format 2 when
they are continued.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

from pincite.domain.benchmark import Gold, Query
from pincite.domain.document import Passage
from pincite.domain.reading import Failure
from pincite.domain.response import Response
from pincite.domain.run import RunQuestion, RunSpec
from pincite.errors import Hint, RunError, SpanError
from pincite.files import atomic_draft, draft_target, readable_name, write_text
from pincite.pipeline.identity import received_identity
from pincite.runs.response_row import read_response
from pincite.spans import Span

FORMAT_VERSION = 2
# The folder of a run within the folder of an evaluation, where files of other programs bear the same names.
RUN = "run"
_READABLE = (1, 2)
# A fixed date makes the archive of the same texts the same bytes.
_NO_DATE = (1980, 1, 1, 0, 0, 0)
_TEXTS_KEPT = 64


class RunFolder:
    """A run folder, opened for reading; files are read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.path = find_run(folder)
        self._head = _load_head(self.path)
        self._texts: dict[str, str | None] = {}

    @property
    def name(self) -> str:
        """What the run is called."""
        return self.spec.name

    @cached_property
    def spec(self) -> RunSpec:
        """What was run on what."""
        try:
            spec = dict(self._head["spec"])
            if "system" in spec:
                spec["target"] = spec.pop("system")
            if isinstance(settings := spec["target"].get("settings"), dict):
                spec["target"] = {**spec["target"], "settings": received_identity(settings)}
            return RunSpec(**spec)
        except (KeyError, TypeError, AttributeError) as error:
            raise RunError(self.path, f"run.json is damaged ({error})") from error

    @property
    def times(self) -> dict[str, Any]:
        """When it began and ended, how many seconds indexing took, and what hosted models were asked."""
        times: dict[str, Any] = self._head.get("times", {})
        return times

    @property
    def notes(self) -> dict[str, Any]:
        """What else is known of the run: documents with the same text, versions that continued it."""
        notes: dict[str, Any] = self._head.get("notes", {})
        return notes

    @cached_property
    def questions(self) -> list[RunQuestion]:
        """Every gold query."""
        return [_question(row, self.path) for row in read_rows(self.path / "gold.jsonl")]

    @cached_property
    def responses(self) -> dict[str, Response]:
        """What the target gave, by query."""
        return {response.query_id: response for response in load_responses(self.path)}

    @cached_property
    def failures(self) -> list[Failure]:
        """What could not be done."""
        return [Failure(**row) for row in read_rows(self.path / "failures.jsonl", missing_ok=True)]

    @cached_property
    def summary(self) -> dict[str, dict[str, float | None]]:
        """Scores of the whole and of each set; None where no query has a value."""
        try:
            summary: dict[str, dict[str, float | None]] = json.loads((self.path / "summary.json").read_text("utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise RunError(
                self.path, "it has no summary yet; the run is not finished, or was not scored", hint=Hint.RESCORE
            ) from error
        return summary

    def score_rows(self) -> list[dict[str, Any]]:
        """Every measure of every query."""
        return list(read_rows(self.path / "scores.jsonl"))

    def text(self, document: str) -> str | None:
        """A document's text in the benchmark's coordinates, or None where the run was kept without it."""
        if document not in self._texts:
            while len(self._texts) >= _TEXTS_KEPT:
                self._texts.pop(next(iter(self._texts)))
            self._texts[document] = self._read_text(document)
        return self._texts[document]

    def _read_text(self, document: str) -> str | None:
        try:
            with zipfile.ZipFile(self.path / "documents.zip") as archive:
                return archive.read(_entry_name(document)).decode("utf-8", "surrogatepass")
        except (FileNotFoundError, KeyError):
            return None
        except zipfile.BadZipFile as error:
            raise RunError(self.path, f"documents.zip is damaged ({error})") from error


def find_run(folder: Path) -> Path:
    """Where the run of a folder is: in it, or, beside the files of an evaluation, in its folder `run`."""
    inner = folder / RUN
    return inner if not (folder / "run.json").exists() and (inner / "run.json").exists() else folder


def claim_run_folder(folder: Path) -> None:
    """Make sure that a folder is a run's, or new or empty: other files are never mixed with a run's, nor replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / "run.json").exists():
        _load_head(folder)
        return
    others = sorted(path.name for path in folder.iterdir() if path.name != ".lock" and not draft_target(path.name))
    if others:
        raise RunError(
            folder,
            f"it is not a run, and holds other files (such as {readable_name(others[0])}), which are left alone; "
            "choose a new or empty folder",
        )


def _load_head(folder: Path) -> dict[str, Any]:
    try:
        head: dict[str, Any] = json.loads((folder / "run.json").read_text("utf-8"))
    except FileNotFoundError as error:
        raise RunError(folder, "there is no run.json, so no run was made or imported there") from error
    except (OSError, ValueError, RecursionError) as error:
        raise RunError(folder, f"run.json cannot be read ({error})") from error
    if not isinstance(head, dict) or head.get("format") not in _READABLE:
        found = head.get("format") if isinstance(head, dict) else None
        raise RunError(
            folder, f"it has format {found}, and this version reads up to {FORMAT_VERSION}; its files are untouched"
        )
    return head


def save_head(folder: Path, spec: RunSpec, *, times: Mapping[str, Any], notes: Mapping[str, Any] | None = None) -> None:
    """Write run.json."""
    folder.mkdir(parents=True, exist_ok=True)
    head = {"format": FORMAT_VERSION, "spec": asdict(spec), "notes": dict(notes or {}), "times": dict(times)}
    write_text(folder / "run.json", json.dumps(head, indent=2, ensure_ascii=False) + "\n")


def save_questions(folder: Path, questions: Iterable[RunQuestion]) -> None:
    """Write gold.jsonl."""
    write_rows(folder / "gold.jsonl", (_question_row(question) for question in questions))


def save_texts(folder: Path, texts: Iterable[tuple[str, str]]) -> None:
    """Write documents.zip, the same bytes for the same texts."""
    with (
        atomic_draft(folder / "documents.zip") as draft,
        zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name, text in texts:
            entry = zipfile.ZipInfo(_entry_name(name), _NO_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.encode("utf-8", "surrogatepass"))


def _entry_name(document: str) -> str:
    """A document's name in the archive, which takes no bytes that are no UTF-8."""
    return document.encode("utf-8", "backslashreplace").decode("utf-8")


def load_responses(folder: Path) -> Iterator[Response]:
    """The responses of queries.jsonl, less a last line cut short by a crash: its query is asked again."""
    for row in read_rows(folder / "queries.jsonl", missing_ok=True):
        try:
            yield read_response(row)
        except (KeyError, TypeError, ValueError, SpanError) as error:
            raise RunError(folder, f"queries.jsonl has a damaged record {str(row)[:80]!r} ({error})") from error


def read_rows(path: Path, *, missing_ok: bool = False) -> Iterator[dict[str, Any]]:
    """The objects of a JSON-lines file, less a last line that was cut short."""
    try:
        lines = path.read_text("utf-8", errors="surrogatepass").split("\n")
    except FileNotFoundError as error:
        if missing_ok:
            return
        raise RunError(path.parent, f"{path.name} is missing") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except (ValueError, RecursionError) as error:
            if number == len(lines):
                return
            raise RunError(path.parent, f"{path.name} is damaged in line {number} ({error})") from error


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write a JSON-lines file, whole or not at all."""
    write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def _question_row(question: RunQuestion) -> dict[str, Any]:
    gold = question.gold
    row: dict[str, Any] = {
        "id": question.id,
        "set": question.set,
        "query": gold.query.text,
        "gold": [[passage.doc_id, passage.span.start, passage.span.end] for passage in gold.passages],
    }
    if gold.answer is not None:
        row["answer"] = gold.answer
    if gold.grades:
        row["grades"] = dict(gold.grades)
    return {**row, "tags": list(gold.tags)} if gold.tags else row


def _question(row: dict[str, Any], folder: Path) -> RunQuestion:
    try:
        passages = tuple(Passage(path, Span(start, end)) for path, start, end in row["gold"])
        grades = tuple((str(doc), float(grade)) for doc, grade in row.get("grades", {}).items())
        gold = Gold(Query(row["id"], row["query"]), passages, row.get("answer"), tuple(row.get("tags", ())), grades)
        return RunQuestion(row["set"], gold)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RunError(folder, f"gold.jsonl has a damaged row {str(row)[:80]!r} ({error})") from error
