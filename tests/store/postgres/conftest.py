"""Ways to a PostgreSQL server that can be cut."""

import pytest
from tests.silent_relay import silent_relay
from tests.socket_relay import socket_relay

from pincite.domain.store_place import StoreAddress
from pincite.store.postgres.engine import PostgresEngine


@pytest.fixture
def relay(postgres):
    """A way to the server that can be cut."""
    with socket_relay(postgres.folder) as relay:
        yield relay


@pytest.fixture
def cut_engine(relay, database):
    """A store that is reached by a way that can be cut."""
    return PostgresEngine(StoreAddress("postgres", f"{database('cut').rpartition('=')[0]}={relay.folder}"))


@pytest.fixture
def silent(postgres):
    """A way to the server over TCP that can fall silent."""
    with silent_relay(postgres.folder) as relay:
        yield relay
