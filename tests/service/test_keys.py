"""Keys: hashed at rest, seen at once when they are made or revoked, and good for what they were made for."""

import json
import os
from datetime import UTC, datetime, timedelta

import pytest

from pincite.errors import NotFound, SettingsError
from pincite.service.keys import Access, KeyRing


@pytest.fixture
def ring(tmp_path):
    return KeyRing(tmp_path / "keys.json")


def test_a_key_says_who_comes_and_what_they_may_do(ring):
    key, entry = ring.make("Jo", {"leases": Access.WRITE})
    caller = ring.caller(key)
    assert (caller.name, caller.key) == ("Jo", entry.id)
    assert caller.may(Access.READ, "leases") and caller.may(Access.WRITE, "leases")
    assert not caller.may(Access.ADMIN, "leases") and not caller.may(Access.READ, "rules")
    everywhere, _ = ring.make("root", {"*": Access.ADMIN})
    assert ring.caller(everywhere).may(Access.ADMIN, "anything")


def test_only_the_hash_is_kept_and_only_the_owner_reads_the_file(ring):
    key, _ = ring.make("Jo", {"leases": Access.READ})
    text = ring.path.read_text()
    assert key not in text and key.rsplit("_", 1)[-1] not in text
    if os.name != "nt":
        assert ring.path.stat().st_mode & 0o077 == 0


def test_wrong_revoked_and_expired_keys_open_nothing(ring):
    key, entry = ring.make("Jo", {"leases": Access.READ})
    other, _ = ring.make("Al", {"leases": Access.READ})
    late, _ = ring.make("Bo", {"leases": Access.READ}, expires=datetime.now(UTC) - timedelta(seconds=1))
    mixed = f"{key[:17]}{other[17:]}"
    for wrong in ("", "pct_", key[:-1], key + "x", key.upper(), mixed, late, "\ud800", "ü" * 60):
        assert ring.caller(wrong) is None, wrong
    ring.revoke(entry.id)
    assert ring.caller(key) is None and ring.caller(other) is not None
    with pytest.raises(NotFound):
        ring.revoke("000000000000")


def test_another_process_makes_and_revokes_and_it_is_seen_at_once(ring):
    serving = KeyRing(ring.path)
    assert serving.caller("x") is None
    key, entry = ring.make("Jo", {"leases": Access.READ})
    assert serving.caller(key) is not None
    ring.revoke(entry.id)
    assert serving.caller(key) is None
    ring.path.unlink()
    assert serving.entries() == []


@pytest.mark.parametrize("text", ["{", "[1]", '[{"id": 1}]', "{}"])
def test_a_file_that_cannot_be_read_opens_nothing(ring, text):
    ring.path.write_text(text)
    if text == "{}":
        assert ring.caller("x") is None
        return
    with pytest.raises(SettingsError, match="fix the file"):
        ring.caller("x")


def test_grants_that_were_edited_wrongly_are_refused(ring):
    ring.make("Jo", {"leases": Access.READ})
    rows = json.loads(ring.path.read_text())
    rows[0]["grants"] = {"leases": "everything"}
    ring.path.write_text(json.dumps(rows))
    with pytest.raises(SettingsError):
        ring.entries()
    with pytest.raises(SettingsError):
        ring.make("Al", {})
