"""The file of keys: hashed at rest, read again when it changes, and refused where it was edited wrongly."""

import json
import os

import pytest

from pincite.errors import SettingsError
from pincite.service.keys import Access
from pincite.service.shared import open_keys


@pytest.fixture
def path(tmp_path):
    return tmp_path / "keys.json"


@pytest.fixture
def ring(path):
    return open_keys(path)


def test_only_the_hash_is_kept_and_only_the_owner_reads_the_file(ring, path):
    key, _ = ring.make("Jo", {"leases": Access.READ})
    text = path.read_text()
    assert key not in text and key.rsplit("_", 1)[-1] not in text
    if os.name != "nt":
        assert path.stat().st_mode & 0o077 == 0


def test_a_file_that_was_deleted_holds_no_keys(ring, path):
    ring.make("Jo", {"leases": Access.READ})
    path.unlink()
    assert ring.entries() == []


@pytest.mark.parametrize("text", ["{", "[1]", '[{"id": 1}]', "{}"])
def test_a_file_that_cannot_be_read_opens_nothing(ring, path, text):
    path.write_text(text)
    if text == "{}":
        assert ring.caller("x") is None
        return
    with pytest.raises(SettingsError, match="fix the file"):
        ring.caller("x")


def test_grants_that_were_edited_wrongly_are_refused(ring, path):
    ring.make("Jo", {"leases": Access.READ})
    rows = json.loads(path.read_text())
    rows[0]["grants"] = {"leases": "everything"}
    path.write_text(json.dumps(rows))
    with pytest.raises(SettingsError):
        ring.entries()
    with pytest.raises(SettingsError):
        ring.make("Al", {})
