"""States that nobody reads any more: they are deleted some minutes after a newer one was committed."""

from __future__ import annotations

from typing import Any

from psycopg import Connection

from pincite.store.postgres.generation import CollectionGeneration

_KEPT_MINUTES = 15


def sweep(connection: Connection[Any], newest: CollectionGeneration) -> None:
    """Delete what only older states hold, and add up their counts of terms."""
    with connection.transaction():
        row = connection.execute(
            "SELECT number, since FROM generation"
            " WHERE collection = %s AND committed < now() - make_interval(mins => %s) ORDER BY number DESC LIMIT 1",
            [newest.collection, _KEPT_MINUTES],
        ).fetchone()
        if row is None:
            return
        # A state is needed until the next one is old: so the newest old one is, and those before it are not.
        oldest, since = row
        moved = connection.execute(
            "UPDATE collection SET kept_from = %s WHERE id = %s AND kept_from < %s RETURNING id",
            [oldest, newest.collection, oldest],
        ).fetchone()
        if moved is None:
            return
        for table in ("document", newest.table):
            connection.execute(
                f"DELETE FROM {table} WHERE collection = %s AND (died <= %s OR born < %s)",
                [newest.collection, oldest, since],
            )
        connection.execute("DELETE FROM generation WHERE collection = %s AND number < %s", [newest.collection, oldest])
        connection.execute(
            "WITH old AS (DELETE FROM term WHERE collection = %(c)s AND generation < %(g)s RETURNING *),"
            " sums AS (SELECT layer, term, sum(passages) AS passages, sum(words) AS words, max(most) AS most"
            " FROM old GROUP BY layer, term)"
            " INSERT INTO term AS t (collection, layer, term, generation, passages, words, most)"
            " SELECT %(c)s, layer, term, %(g)s, passages, words, most FROM sums"
            " ON CONFLICT (collection, layer, term, generation) DO UPDATE"
            " SET passages = t.passages + excluded.passages, words = t.words + excluded.words,"
            " most = greatest(t.most, excluded.most)",
            {"c": newest.collection, "g": oldest},
        )
