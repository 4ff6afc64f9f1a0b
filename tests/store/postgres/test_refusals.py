"""What is told where a server of PostgreSQL lets nobody in; needs no server."""

import re

import pytest

from pincite.domain.store_place import StoreAddress
from pincite.errors import StoreError

psycopg = pytest.importorskip("psycopg")
from pincite.store.postgres.connection import translated  # noqa: E402 - after psycopg is known to be there

TRIED = 'connection to server at "10.0.0.5", port 5432 failed: FATAL:  no pg_hba.conf entry for host "10.0.0.9", {}'


@pytest.mark.parametrize(
    ("tried", "told"),
    [
        (("SSL encryption", "no encryption"), "lets this user in from elsewhere alone"),
        (("no encryption",), "lets nobody in without TLS"),
    ],
)
def test_tls_is_advised_only_where_it_was_not_tried(tried, told):
    place = StoreAddress("postgres", "//alice@10.0.0.5/law/store")
    with pytest.raises(StoreError, match=told), translated(place):
        raise psycopg.OperationalError("\n".join(TRIED.format(way) for way in tried))


@pytest.mark.parametrize(
    "words",
    [
        "sorry, too many clients already",
        'too many connections for role "anna"',
        'too many connections for database "law"',
        "remaining connection slots are reserved for roles with the SUPERUSER attribute",
    ],
)
def test_where_no_connection_is_left_both_settings_are_named(words):
    place = StoreAddress("postgres", "//anna@10.0.0.5/law/store")
    told = rf"no connection left \({re.escape(words)}\); set store\.connections lower"
    with pytest.raises(StoreError, match=told), translated(place):
        raise psycopg.OperationalError(f'connection to server at "10.0.0.5", port 5432 failed: FATAL:  {words}')
