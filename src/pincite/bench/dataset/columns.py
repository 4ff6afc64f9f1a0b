"""Records become rows of the layout: which column is the question, which the answer, and what is in a cell."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from pincite.bench.dataset.layout import DatasetContext, DatasetItem
from pincite.bench.dataset.records import SourceRecord
from pincite.bench.dataset.write import Conversion, Trace
from pincite.bench.fetch.file_names import stem_of
from pincite.errors import BenchmarkError, Hint

# The names tried for each column, in this order, where none is given.
USUAL = {
    "question": ("question", "query", "input", "prompt"),
    "answer": ("answer", "truth", "answers", "ground_truth", "reference_answer", "output"),
    "context": ("contexts", "context", "passages", "evidence"),
    "file": ("filename", "file_name", "file", "document"),
    "url": (),
    "id": (),
    "impossible": ("is_impossible", "unanswerable"),
}
MOST_LISTED = 12
TRUE, FALSE = {"true", "yes", "1"}, {"false", "no", "0", ""}


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns a user named; the others are found by their usual names."""

    question: str | None = None
    answer: str | None = None
    context: str | None = None
    file: str | None = None
    url: str | None = None
    id: str | None = None
    impossible: str | None = None

    def resolve(self, record: SourceRecord) -> dict[str, str]:
        """The column of each field in a source, judged by its first record."""
        found: dict[str, str] = {}
        for name, usual in USUAL.items():
            given = getattr(self, name)
            if given is not None and given not in record.values:
                raise BenchmarkError(record.where, f"has no column '{given}' (--{name}); it has {_listed(record)}")
            column = given or next((column for column in usual if column in record.values), None)
            if column is None and name in {"question", "answer"}:
                problem = f"has no column for the {name}; say which with --{name}: {_listed(record)}"
                raise BenchmarkError(record.where, problem)
            if column is not None:
                found[name] = column
        return found


def _listed(record: SourceRecord) -> str:
    names = list(record.values)
    more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
    return ", ".join(names[:MOST_LISTED]) + more or "no column at all"


def items_of(records: Iterable[SourceRecord], columns: Columns, *, format: str) -> Conversion:
    """The rows of a table in the layout, numbered by their index."""
    made = Conversion(format)
    fields: dict[str, str] | None = None
    seen: dict[int, str] = {}
    for index, record in enumerate(records):
        fields = fields or columns.resolve(record)
        cells = _Cells(record, fields)
        id = index if "id" not in fields else cells.number("id")
        if id in seen:
            raise BenchmarkError(record.where, f"its id {id} is that of {seen[id].rpartition(', ')[2]} too")
        seen[id] = record.where
        answers = cells.answers()
        impossible = cells.flag("impossible", otherwise=cells.says_unanswerable())
        if not answers and not impossible:
            raise BenchmarkError(record.where, f"column '{fields['answer']}' holds no answer")
        item = DatasetItem(
            id, cells.text("question"), answers[0] if answers else "", impossible, tuple(cells.contexts())
        )
        made.add(item, Trace(source_id=_source_id(record, index)))
    return made


def _source_id(record: SourceRecord, index: int) -> str | None:
    """Return the source's own id, unless it is just the row's index."""
    value = record.values.get("id", record.values.get("_id"))
    return None if value is None or str(value) == str(index) else str(value)


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of a record by field, each read as what it must be or refused with row and column."""

    record: SourceRecord
    columns: Mapping[str, str] = field(default_factory=dict)

    def _value(self, name: str) -> Any:
        return self.record.values.get(self.columns[name]) if name in self.columns else None

    def _refuse(self, name: str, problem: str, *, hint: Hint | None = None) -> BenchmarkError:
        return BenchmarkError(self.record.where, f"column '{self.columns[name]}' {problem}", hint=hint)

    def text(self, name: str) -> str:
        """Return a cell that must contain text."""
        value = self._value(name)
        if not isinstance(value, str) or not value.strip():
            raise self._refuse(name, f"holds no text: {_shown(value)}")
        return value

    def number(self, name: str) -> int:
        """Return a cell that must contain a whole number."""
        value = self._value(name)
        if self.record.cells_are_text and isinstance(value, str) and value.strip().lstrip("-").isdecimal():
            return int(value)
        if type(value) is not int:
            problem = f"must hold whole numbers, not {_shown(value)}"
            raise self._refuse(name, problem, hint=Hint.LEAVE_OUT_ID_COLUMN)
        return value

    def flag(self, name: str, *, otherwise: bool) -> bool:
        """Return a cell that must contain a yes or no."""
        value = self._value(name)
        if value is None or isinstance(value, bool):
            return otherwise if value is None else value
        word = str(value).strip().lower()
        if word not in TRUE | FALSE:
            raise self._refuse(name, f"must say true or false, not {_shown(value)}")
        return word in TRUE

    def answers(self) -> list[str]:
        """The answers of a record, the first of which counts: a text, a number, a list, or SQuAD's table of texts."""
        value = self._value("answer")
        if isinstance(value, Mapping):
            value = value.get("text", value)
        if isinstance(value, str | int | float | bool):
            value = [value]
        if value is not None and not isinstance(value, list):
            raise self._refuse("answer", f"holds neither a text nor a list of texts: {_shown(value)}")
        if any(not isinstance(answer, str | int | float | bool) for answer in value or ()):
            raise self._refuse("answer", f"holds a list with more than texts: {_shown(value)}")
        return [str(answer) for answer in value or () if str(answer).strip()]

    def says_unanswerable(self) -> bool:
        """Whether the list of answers is there and empty."""
        value = self._value("answer")
        return value == [] or (isinstance(value, Mapping) and value.get("text") == [])

    def contexts(self) -> Iterator[DatasetContext]:
        """The contexts of a record: texts, files, or both side by side."""
        texts, files = self._list("context"), [file_name(file) for file in self._names()]
        if not texts:
            yield from (DatasetContext(file) for file in files)
            return
        if len(files) > 1 and len(files) != len(texts):
            problem = f"holds {len(files)} names for {len(texts)} contexts"
            raise self._refuse("url" if "url" in self.columns else "file", problem)
        for at, value in enumerate(texts):
            file = files[0] if len(files) == 1 else files[at] if files else None
            yield self._context(value, file)

    def _context(self, value: Any, file: str | None) -> DatasetContext:
        if isinstance(value, str):
            return DatasetContext(file, value)
        if isinstance(value, Mapping):
            names = [value[key] for key in USUAL["file"] if isinstance(value.get(key), str)]
            text = value.get("text", value.get("content"))
            if names and (text is None or isinstance(text, str)):
                return DatasetContext(file_name(names[0]), text)
        raise self._refuse("context", f"holds a context that is neither a text nor names a file: {_shown(value)}")

    def _names(self) -> list[str]:
        name = "url" if "url" in self.columns else "file"
        names = self._list(name)
        for value in names:
            if not isinstance(value, str):
                raise self._refuse(name, f"contains a name that is not text: {_shown(value)}")
        return [stem_of(url, where=self.record.where) if name == "url" else url for url in names]

    def _list(self, name: str) -> Sequence[Any]:
        """A cell with any number of entries; a list written out in a cell of text is parsed, never evaluated."""
        value = self._value(name)
        if value is None or value == "":
            return []
        if self.record.cells_are_text and value.lstrip().startswith("["):
            value = _parsed(value)
            if not isinstance(value, list):
                raise self._refuse(name, f"begins like a list but is not one: {_shown(self._value(name))}")
        return value if isinstance(value, list) else [value]


def _parsed(cell: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        try:
            return ast.literal_eval(cell.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None


def file_name(path: str) -> str:
    """The base name of a file, whatever folders stand before it."""
    return PurePosixPath(path.replace("\\", "/")).name or path


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:60]
