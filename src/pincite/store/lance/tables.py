"""The tables of a store: documents, passages, counts of terms, and the states, each of which names their versions.

Lance keeps every version of a table. A commit writes the tables first and adds a row to `state` last: whoever reads
opens the versions that one state names, and never sees half of an update.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any

from pydantic import TypeAdapter

from pincite.domain.chunk import Layer
from pincite.domain.store_place import StoreAddress
from pincite.domain.store_state import StoreState
from pincite.errors import Hint, MissingExtra, StoreError
from pincite.store.lance.storage import storage_options
from pincite.store.lance.table import OVERTAKEN, StoreTable, translated

try:
    import lancedb
    import pyarrow as pa
except ModuleNotFoundError as error:
    raise MissingExtra("lance", "A store in LanceDB") from error

# The tables whose versions a state names, in the order in which they are written.
NAMES = ("documents", "passages", "terms")
LAYERS = {Layer.DOCUMENT: 0, Layer.SECTION: 1, Layer.CHUNK: 2}
_STATE = TypeAdapter(StoreState)
# Raised with anything that an earlier Pincite would misread. Format 1 named none, and its digests covered less.
FORMAT_VERSION = 2

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

    def __init__(self, uri: str, place: StoreAddress, *, writes: bool = False) -> None:
        self.place = place
        with translated(place):
            self._db = lancedb.connect(uri, storage_options=storage_options(uri, writes=writes))

    def latest(self) -> LanceState | None:
        """The newest committed state; None where there is none."""
        table = self.open("state")
        number = _newest(table)
        if table is None or not number:
            return None
        (row,) = table.rows(STATES.names, f"number = {number}", most=1)
        if hashlib.sha256(row["state"]).digest() != row["state_sha256"]:
            raise StoreError(self.place, f"the record of its state {row['number']} is damaged", hint=Hint.REPAIR_STORE)
        said = json.loads(zlib.decompress(row.pop("state")))
        if (found := said.pop("format", 1)) > FORMAT_VERSION:
            raise StoreError(
                self.place, f"it has format {found}, and this version reads format {FORMAT_VERSION}; update Pincite"
            )
        state = _STATE.validate_python(said)
        row.pop("state_sha256")
        return LanceState(**row, state=replace(state, version=row["number"]))

    def number(self) -> int:
        """The number of the newest state; 0 where there is none."""
        return _newest(self.open("state"))

    def states(self) -> list[dict[str, int]]:
        """The states that are recorded, each with its number and the versions it names; the oldest first."""
        table = self.open("state")
        rows = table.rows(["number", *NAMES]) if table is not None else []
        return sorted(rows, key=lambda row: row["number"])

    def put_state(self, new: LanceState) -> None:
        """Add a state: from now on it is the newest; refused where another writer has added one of its number."""
        said = {"format": FORMAT_VERSION, **asdict(new.state)}
        packed = zlib.compress(json.dumps(said).encode("ascii"), 6)
        row = {name: getattr(new, name) for name in STATES.names if not name.startswith("state")}
        row |= {"state": packed, "state_sha256": hashlib.sha256(packed).digest()}
        table = self.open("state")
        if table is None:
            self._create("state", pa.Table.from_pylist([row], schema=STATES))
            return
        # The state before is written again as it is: the engine lets only one writer change the same row.
        before = table.rows(STATES.names, f"number = {new.number - 1}")
        is_new = table.insert_new(pa.Table.from_pylist([*before, row], schema=STATES), "number", new.number)
        if not is_new and not self._is_there(row):
            raise StoreError(self.place, OVERTAKEN)

    def _is_there(self, row: dict[str, Any]) -> bool:
        """Whether a state is the one of its number: storage may have kept it and lost the answer."""
        own = ["number", *NAMES, "state_sha256"]
        table = self.open("state")
        found = table.rows(own, f"number = {row['number']}") if table is not None else []
        return found == [{name: row[name] for name in own}]

    def forget_states(self, *, before: int, older_than: timedelta) -> None:
        """Delete the records of states before one, and versions of the table of states that are older."""
        table = self.open("state")
        if table is not None and table.count_rows(f"number < {before}"):
            table.delete_beside_others(f"number < {before}")
            table.optimize(older_than=older_than)

    def open(self, name: str, version: int | None = None) -> StoreTable | None:
        """A table in a version, or in its newest; None where it was never made."""
        with translated(self.place):
            try:
                table = StoreTable(self.place, self._db.open_table(name))
            except (ValueError, FileNotFoundError) as error:
                if "was not found" not in str(error):
                    raise
                return None
        if version is not None:
            table.checkout(version)
        return table

    def need(self, name: str, version: int | None = None) -> StoreTable:
        """A table that a state names."""
        table = self.open(name, version)
        if table is None:
            raise StoreError(self.place, f"its table {name} is not there", hint=Hint.REPAIR_STORE)
        return table

    def make(self, name: str, schema: Any, *, anew: bool = False) -> StoreTable:
        """A table to be written to, empty where it is made anew."""
        table = self.open(name)
        if table is not None and not anew:
            return table
        return self._create(name, schema=schema, mode="create" if table is None else "overwrite")

    def _create(self, name: str, data: Any = None, *, schema: Any = None, mode: str = "create") -> StoreTable:
        with translated(self.place):
            return StoreTable(self.place, self._db.create_table(name, data, schema=schema, mode=mode))


def _newest(table: StoreTable | None) -> int:
    return max(table.columns(["number"])["number"].to_pylist(), default=0) if table is not None else 0


def one_of(column: str, values: Any) -> str:
    """A condition that a column has one of some values; they are ids of documents or numbers."""
    listed = ", ".join(_quoted(value) if isinstance(value, str) else str(int(value)) for value in values)
    return f"{column} IN ({listed})" if listed else "false"


def _quoted(value: str) -> str:
    """A text as SQL writes it: ids are ours, but a damaged table may hold anything."""
    return "'" + value.replace("'", "''") + "'"
