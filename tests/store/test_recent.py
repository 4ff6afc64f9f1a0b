import gc
import weakref

import pytest

from pincite.store.recent import RecentValues


def test_a_value_is_loaded_once_while_it_is_kept_and_the_oldest_goes_first():
    loaded = []
    recent = RecentValues(limit=2)

    def load(key):
        loaded.append(key)
        return key.upper()

    assert [recent.get(key, load) for key in ("a", "b", "a", "c", "a", "b")] == ["A", "B", "A", "C", "A", "B"]
    assert loaded == ["a", "b", "c", "b"]


def test_a_value_that_fails_to_load_is_asked_for_again():
    recent = RecentValues(limit=2)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            recent.get("a", lambda key: 1 / 0)
    assert recent.get("a", lambda key: 7) == 7


class Value:
    pass


def test_values_go_with_their_owner():
    recent = RecentValues(limit=2)
    seen = weakref.ref(recent.get("a", lambda key: Value()))
    del recent
    gc.collect()
    assert seen() is None
