"""What a server keeps beside its stores, in files and in PostgreSQL: two servers see the same."""

import json
import time
from datetime import UTC, datetime, timedelta

import pytest

from pincite import registry
from pincite.domain.store_place import StoreAddress
from pincite.errors import NotFound, SettingsError
from pincite.service.keys import LOCAL, Access, Caller
from pincite.service.shared import open_audit, open_keys

KINDS = ["files", *registry.names("state")]


@pytest.fixture(params=KINDS)
def place(request, tmp_path):
    """Where the kind under test keeps things, by name."""
    if request.param == "files":
        return lambda name: tmp_path / name
    database = request.getfixturevalue("database")
    return lambda name: StoreAddress(request.param, database(name))


@pytest.fixture
def here(place):
    """The keys as one server has them."""
    return open_keys(place("keys"))


@pytest.fixture
def there(place):
    """The same keys as another server has them."""
    return open_keys(place("keys"))


def test_a_key_says_who_comes_and_what_they_may_do(here, there):
    key, entry = here.make("Jo \0 \ud800", {"leases": Access.WRITE})
    caller = there.caller(key)
    assert (caller.name, caller.key) == ("Jo \0 \ud800", entry.id)
    assert caller.may(Access.READ, "leases") and caller.may(Access.WRITE, "leases")
    assert not caller.may(Access.ADMIN, "leases") and not caller.may(Access.READ, "rules")
    everywhere, _ = there.make("root", {"*": Access.ADMIN})
    assert here.caller(everywhere).may(Access.ADMIN, "anything")
    with pytest.raises(SettingsError, match="grants"):
        here.make("Al", {})


def test_a_key_made_here_is_used_and_revoked_there(here, there):
    assert there.entries() == [] and there.caller("x") is None
    key, entry = here.make("Jo", {"leases": Access.READ})
    other, _ = there.make("Al", {"leases": Access.READ})
    assert here.entries() == there.entries() and here.entries()[0] == entry
    assert there.caller(key) is not None
    revoked = there.revoke(entry.id)
    assert here.caller(key) is None and here.caller(other) is not None
    assert here.revoke(entry.id) == revoked and revoked.revoked is not None
    with pytest.raises(NotFound, match="000000000000"):
        here.revoke("000000000000")


def test_wrong_and_expired_keys_open_nothing(here, there):
    key, _ = here.make("Jo", {"leases": Access.READ})
    other, _ = here.make("Al", {"leases": Access.READ})
    late, _ = here.make("Bo", {"leases": Access.READ}, expires=datetime.now(UTC) - timedelta(seconds=1))
    soon, _ = here.make("Cy", {"leases": Access.READ}, expires=datetime.now(UTC) + timedelta(hours=1))
    mixed = f"{key[:17]}{other[17:]}"
    for wrong in ("", "pct_", key[:-1], key + "x", key.upper(), mixed, late, "\ud800", "\0", "ü" * 60):
        assert there.caller(wrong) is None, wrong
    assert there.caller(soon) is not None


def test_rings_of_other_names_are_apart(place):
    key, _ = open_keys(place("staff")).make("Jo", {"leases": Access.READ})
    assert open_keys(place("guests")).caller(key) is None


def test_the_rows_of_all_servers_are_in_one_log_in_order(place, rows_of):
    here, there = open_audit(place("audit")), open_audit(place("audit"))
    for number in range(30):
        here.write(LOCAL, "search", collection="leases", query=f"{number}")
    there.write(Caller("Jo \0 \ud800", {}, "0123456789ab"), "ask", collection="leases", question="Rent? \0", k=None)
    here.close()
    there.close()
    rows = rows_of("audit")
    assert [row["query"] for row in rows if row["action"] == "search"] == [str(number) for number in range(30)]
    (asked,) = [row for row in rows if row["action"] == "ask"]
    assert asked == {
        **{"request": "", "caller": "Jo \0 \ud800", "key": "0123456789ab", "action": "ask", "collection": "leases"},
        **{"question": "Rent? \0", "time": asked["time"]},
    }
    assert abs(datetime.fromisoformat(asked["time"]).timestamp() - time.time()) < 60


@pytest.fixture
def rows_of(request, place):
    """Reads a log as an auditor would."""

    def rows(name):
        at = place(name)
        if not isinstance(at, StoreAddress):
            return [json.loads(line) for line in at.read_text().splitlines()]
        sql = request.getfixturevalue("sql")
        found = sql("SELECT time, entry FROM server_audit WHERE log = %s ORDER BY time", at.name).fetchall()
        return [{"time": moment.isoformat(), **entry} for moment, entry in found]

    return rows
