"""One table of a store in Lance, and the errors of its engine as errors of the store."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from pincite.domain.store_place import StoreAddress
from pincite.errors import StoreError

OVERTAKEN = "another writer has changed the store meanwhile; index again"
_UNANSWERED = "its storage does not answer as it should ({}); what was committed before is not changed"
_ALL = 100_000_000
# The engine always deletes old versions when it joins files; none are as old as this.
_NEVER = timedelta(days=36_500)
# What storage says, wherever it stands in the engine's message.
_REASONS = tuple(
    map(
        re.compile,
        (
            r"<Message>([^<]+)",
            r"status(?: code)?: (\d{3}[\w ]*)",
            r"(Connection refused|connection closed|timed out|dns error|error sending request|response body error)",
        ),
    )
)


class StoreTable:
    """A table in its newest version, or in the one that it was checked out in."""

    def __init__(self, place: StoreAddress, table: Any) -> None:
        self._place = place
        self._table = table

    @property
    def version(self) -> int:
        """The version that is read."""
        with translated(self._place):
            return int(self._table.version)

    @property
    def vector_length(self) -> int:
        """How long the vectors are."""
        with translated(self._place):
            return int(self._table.schema.field("vector").type.list_size)

    def versions(self) -> dict[int, float]:
        """When each version that is kept was made, in seconds."""
        with translated(self._place):
            return {one["version"]: one["timestamp"].timestamp() for one in self._table.list_versions()}

    def checkout(self, version: int) -> None:
        """Read a version from now on."""
        with translated(self._place):
            self._table.checkout(version)

    def restore(self) -> None:
        """Make the version that is read the newest."""
        with translated(self._place):
            self._table.restore()

    def add(self, rows: Any) -> None:
        """Add rows."""
        with self._alone():
            self._table.add(rows)

    def delete(self, condition: str) -> None:
        """Delete rows."""
        with self._alone():
            self._table.delete(condition)

    def delete_beside_others(self, condition: str) -> None:
        """Delete rows of a table that other writers may write to meanwhile."""
        with translated(self._place):
            self._table.delete(condition)

    def insert_new(self, rows: Any, key: str, new: int) -> bool:
        """Add a row unless there is one with its key, and tell whether it was; rows with lower keys are written again.

        Of two writers who give the same such row one is refused by the engine and looks again.
        """
        with translated(self._place):
            merge = self._table.merge_insert(key).when_matched_update_all(where=f"target.{key} < {new}")
            return bool(merge.when_not_matched_insert_all().execute(rows).num_inserted_rows)

    def indexed(self) -> set[str]:
        """The columns that have an index."""
        with translated(self._place):
            return {column for index in self._table.list_indices() for column in index.columns}

    def create_index(self, column: str, config: Any) -> None:
        """Make an index of a column."""
        with translated(self._place):
            self._table.create_index(column, config=config)

    def optimize(self, *, older_than: timedelta = _NEVER) -> None:
        """Join small files and put new rows into the indexes; then delete versions that are older."""
        with translated(self._place):
            self._table.optimize(cleanup_older_than=older_than)

    def count_rows(self, condition: str | None = None) -> int:
        """How many rows there are."""
        with translated(self._place):
            return int(self._table.count_rows(condition))

    def search(self, *asked: Any, **options: Any) -> Any:
        """A query to be narrowed and given to `fetch`."""
        with translated(self._place):
            return self._table.search(*asked, **options)

    def fetch(self, query: Any, most: int = _ALL) -> Any:
        """The rows that a query finds, as columns."""
        with translated(self._place), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            return query.limit(most).to_arrow()

    def columns(self, names: Sequence[str], condition: str | None = None, *, most: int = _ALL) -> Any:
        """Some columns of all rows, or of those that meet a condition."""
        query = self.search().select(list(names))
        return self.fetch(query.where(condition) if condition else query, most)

    def rows(self, names: Sequence[str], condition: str | None = None, *, most: int = _ALL) -> list[dict[str, Any]]:
        """Some columns, row by row."""
        found: list[dict[str, Any]] = self.columns(names, condition, most=most).to_pylist()
        return found

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """A change that makes one version; where it comes after more, somebody else has written too."""
        before = self.version
        with translated(self._place):
            yield
        if self.version > before + 1:
            raise StoreError(self._place, OVERTAKEN)


@contextmanager
def translated(place: StoreAddress) -> Iterator[None]:
    """Errors of the engine as errors of the store: it raises plain ones, which only their messages tell apart."""
    try:
        yield
    except (RuntimeError, ValueError, OSError) as error:
        raise StoreError(place, _problem(str(error))) from error


def _problem(message: str) -> str:
    if "no longer exists" in message or "Not found: " in message:
        return "part of the state that was opened is not there any more; open it again"
    if any(said in message for said in ("already exists", "commit conflict", "concurrent writers")):
        return OVERTAKEN
    if "TimedOut" in message:
        return _UNANSWERED.format("timed out; AWS_TIMEOUT and the like set how long it may take")
    found = next((found[1] for pattern in _REASONS if (found := pattern.search(message))), None)
    if found:
        return _UNANSWERED.format(found.strip())
    said = message.strip().partition("\n")[0].partition(", /")[0]
    return f"LanceDB refused: {said[:300].rstrip('.')}"
