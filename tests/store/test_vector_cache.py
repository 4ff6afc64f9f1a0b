"""The cache of vectors: kept between runs, never trusted when damaged, never without bound."""

import hashlib
import sqlite3

import numpy as np
import pytest

from pincite.store.vector_cache import VectorCache, vector_key


def rows(count, start=0):
    return [
        (hashlib.sha256(bytes([n % 256, n // 256])).digest(), np.full(256, n, dtype=np.float32))
        for n in range(start, start + count)
    ]


def test_what_was_put_is_there_when_opened_again(tmp_path):
    VectorCache(tmp_path / "v.sqlite").put(rows(3))
    found = VectorCache(tmp_path / "v.sqlite").get([key for key, _ in rows(5)])
    assert {key: vector.tolist() for key, vector in found.items()} == {key: v.tolist() for key, v in rows(3)}


def test_another_model_has_another_key():
    assert vector_key("a", "text") != vector_key("b", "text")


def test_a_file_that_is_no_cache_is_begun_anew(tmp_path):
    (tmp_path / "v.sqlite").write_bytes(b"not a database " * 500)
    cache = VectorCache(tmp_path / "v.sqlite")
    assert cache.get([rows(1)[0][0]]) == {}
    cache.put(rows(1))
    assert len(cache.get([rows(1)[0][0]])) == 1


def test_a_file_damaged_in_the_middle_is_begun_anew(tmp_path):
    path = tmp_path / "v.sqlite"
    cache = VectorCache(path)
    cache.put(rows(300))
    cache._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    del cache
    data = bytearray(path.read_bytes())
    data[8192:] = b"\xff" * (len(data) - 8192)
    path.write_bytes(data)
    cache = VectorCache(path)
    assert cache.get([key for key, _ in rows(300)]) == {}
    cache.put(rows(2))
    assert len(cache.get([key for key, _ in rows(300)])) == 2


def test_it_stays_within_its_bound_and_keeps_what_came_last(tmp_path):
    cache = VectorCache(tmp_path / "v.sqlite", most_bytes=500_000)
    for at in range(20):
        cache.put(rows(50, start=50 * at))
    assert 200 < len(cache.get([key for key, _ in rows(1000)])) < 500
    assert len(cache.get([key for key, _ in rows(50, start=950)])) == 50
    assert cache._bytes() <= 500_000


def test_a_cache_that_cannot_be_made_or_filled_is_done_without(tmp_path, caplog):
    (tmp_path / "a-file").write_text("no folder")
    cache = VectorCache(tmp_path / "a-file" / "v.sqlite")
    cache.put(rows(3))
    assert cache.get([key for key, _ in rows(3)]) == {}
    (message,) = caplog.messages
    assert message.endswith("the work goes on without it.")


def test_a_cache_that_is_full_is_given_up_once(tmp_path, caplog):
    cache = VectorCache(tmp_path / "v.sqlite")
    cache._db.execute("PRAGMA max_page_count=8")
    for at in range(5):
        cache.put(rows(50, start=50 * at))
    assert cache.get([key for key, _ in rows(3)]) == {}
    (message,) = caplog.messages
    assert "full" in message
    cache = VectorCache(tmp_path / "v.sqlite")
    cache.put(rows(2))
    assert len(cache.get([key for key, _ in rows(2)])) == 2


def test_the_file_is_closed_with_the_last_who_uses_it(tmp_path):
    cache = VectorCache(tmp_path / "v.sqlite")
    cache.put(rows(3))
    db = cache._db
    del cache
    with pytest.raises(sqlite3.ProgrammingError):
        db.execute("SELECT 1")
