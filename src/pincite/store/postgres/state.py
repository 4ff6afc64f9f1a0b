"""What several servers share, in PostgreSQL; nothing of the database is asked or loaded before it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.domain.store_place import StoreAddress
from pincite.options import Injected
from pincite.store.postgres.address import parse_address

if TYPE_CHECKING:
    from pincite.store.postgres.audit import PostgresAudit
    from pincite.store.postgres.jobs import PostgresJobs
    from pincite.store.postgres.keys import PostgresKeys
    from pincite.store.postgres.shared_tables import SharedTables
    from pincite.store.postgres.uploads import PostgresUploads

_CONNECTIONS = 4


class PostgresState:
    """Keys, audit log, jobs and uploads of several servers, named `postgres://host/database/name`."""

    def __init__(self, place: Injected[StoreAddress]) -> None:
        self._place = place
        self._address = parse_address(place)

    def keys(self) -> PostgresKeys:
        """The keys of callers; the name in the address is that of the key ring."""
        from pincite.store.postgres.keys import PostgresKeys

        return PostgresKeys(self._tables)

    def audit(self) -> PostgresAudit:
        """The audit log; the name in the address is that of the log."""
        from pincite.store.postgres.audit import PostgresAudit

        return PostgresAudit(self._tables)

    def jobs(self) -> PostgresJobs:
        """The indexing jobs of a collection."""
        from pincite.store.postgres.jobs import PostgresJobs

        return PostgresJobs(self._tables)

    def uploads(self) -> PostgresUploads:
        """The files that were uploaded to a collection."""
        from pincite.store.postgres.uploads import PostgresUploads

        return PostgresUploads(self._tables)

    @property
    def _tables(self) -> SharedTables:
        from pincite.store.postgres.connection import Database
        from pincite.store.postgres.shared_tables import SharedTables

        database = Database(self._place, dict(self._address.parameters), connections=_CONNECTIONS)
        return SharedTables(database, self._address.collection)
