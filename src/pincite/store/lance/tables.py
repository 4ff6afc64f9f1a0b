"""The tables of a store: documents, passages, counts of terms, and the states, each of which names their versions.

Lance keeps every version of a table. A commit writes the tables first and adds a row to `state` last: whoever reads
opens the versions that one state names, and never sees half of an update.
"""

from __future__ import annotations

import hashlib
import json
import warnings
import zlib
from dataclasses import asdict, dataclass, replace
from typing import Any

from pydantic import TypeAdapter

from pincite.domain.chunk import Layer
from pincite.domain.store_place import StoreAddress
from pincite.domain.store_state import StoreState
from pincite.errors import Hint, MissingExtra, StoreError

try:
    import lancedb
    import pyarrow as pa
except ModuleNotFoundError as error:
    raise MissingExtra("lance", "A store in LanceDB") from error

LAYERS = {Layer.DOCUMENT: 0, Layer.SECTION: 1, Layer.CHUNK: 2}
_STATE = TypeAdapter(StoreState)

DOCUMENTS = pa.schema(
    [
        ("doc_id", pa.string()),
        ("language", pa.string()),
        ("card", pa.string()),
        ("passages", pa.list_(pa.int32())),
        ("content", pa.large_binary()),
        ("places", pa.large_binary()),
        ("reading", pa.large_binary()),
        ("digest", pa.binary()),
    ]
)
# Changes per commit in how many passages contain a term; the empty term counts all passages and words.
TERMS = pa.schema(
    [("layer", pa.int8()), ("term", pa.string()), ("passages", pa.int64()), ("words", pa.int64())],
)
STATES = pa.schema(
    [
        ("number", pa.int64()),
        ("documents", pa.int64()),
        ("passages", pa.int64()),
        ("terms", pa.int64()),
        ("dimension", pa.int32()),
        ("rows", pa.int64()),
        ("state", pa.large_binary()),
        ("state_sha256", pa.binary()),
        ("names", pa.large_binary()),
    ]
)


def passage_schema(dimension: int) -> Any:
    """The table of passages, with vectors of a length in half precision."""
    return pa.schema(
        [
            ("id", pa.int64()),
            ("doc_id", pa.string()),
            ("layer", pa.int8()),
            ("first", pa.int32()),
            ("last", pa.int32()),
            ("section", pa.int32()),
            ("length", pa.int32()),
            ("words", pa.string()),
            ("vector", pa.list_(pa.float16(), dimension)),
        ]
    )


@dataclass(frozen=True, slots=True)
class LanceState:
    """One committed state: the versions of the tables, and what the store says of itself."""

    number: int
    documents: int
    passages: int
    terms: int
    dimension: int
    rows: int
    state: StoreState
    names: bytes | None


class LanceTables:
    """The tables of one store; they are opened as they are asked for."""

    def __init__(self, uri: str, place: StoreAddress) -> None:
        self.place = place
        self._db = lancedb.connect(uri)

    def latest(self) -> LanceState | None:
        """The newest committed state; None where there is none."""
        table = self.open("state")
        if table is None:
            return None
        numbers = table.search().select(["number"]).limit(1_000_000).to_arrow()["number"].to_pylist()
        if not numbers:
            return None
        (row,) = table.search().where(f"number = {max(numbers)}").limit(1).to_arrow().to_pylist()
        if hashlib.sha256(row["state"]).digest() != row["state_sha256"]:
            raise StoreError(self.place, f"the record of its state {row['number']} is damaged", hint=Hint.REPAIR_STORE)
        state = _STATE.validate_python(json.loads(zlib.decompress(row.pop("state"))))
        row.pop("state_sha256")
        return LanceState(**row, state=replace(state, version=row["number"]))

    def number(self) -> int:
        """The number of the newest state; 0 where there is none."""
        table = self.open("state")
        numbers = table.search().select(["number"]).limit(1_000_000).to_arrow()["number"].to_pylist() if table else []
        return max(numbers, default=0)

    def put_state(self, new: LanceState) -> None:
        """Add a state: from now on it is the newest."""
        packed = zlib.compress(json.dumps(asdict(new.state)).encode("ascii"), 6)
        row = {name: getattr(new, name) for name in STATES.names if not name.startswith("state")}
        row |= {"state": packed, "state_sha256": hashlib.sha256(packed).digest()}
        self.make("state", STATES).add(pa.Table.from_pylist([row], schema=STATES))

    def open(self, name: str, version: int | None = None) -> Any:
        """A table in a version, or in its newest; None where it was never made."""
        try:
            table = self._db.open_table(name)
        except (ValueError, FileNotFoundError):
            return None
        if version is not None:
            table.checkout(version)
        return table

    def make(self, name: str, schema: Any, *, anew: bool = False) -> Any:
        """A table to be written to, empty where it is made anew."""
        table = self.open(name)
        if table is not None and not anew:
            return table
        return self._db.create_table(name, schema=schema, mode="create" if table is None else "overwrite")


def table_of(query: Any, most: int = 100_000_000) -> Any:
    """The rows that a query finds, as columns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return query.limit(most).to_arrow()


def rows_of(query: Any, most: int = 100_000_000) -> list[dict[str, Any]]:
    """The rows that a query finds."""
    found: list[dict[str, Any]] = table_of(query, most).to_pylist()
    return found


def one_of(column: str, values: Any) -> str:
    """A condition that a column has one of some values; they are ids of documents or numbers."""
    listed = ", ".join(f"'{value}'" if isinstance(value, str) else str(int(value)) for value in values)
    return f"{column} IN ({listed})" if listed else "false"
