"""The limit of requests by caller: counted over a sliding window, and forgotten when it is over."""

import threading

import pytest

from pincite.api.rate_limit import RateLimit


class Clock:
    def __init__(self, now=600.0):
        self.now = now

    def __call__(self):
        return self.now


def test_so_many_requests_are_let_in_and_each_caller_counts_alone():
    limit = RateLimit("3/minute", clock=Clock())
    assert [limit.hit("a") for _ in range(5)] == [True, True, True, False, False]
    assert limit.hit("b") and limit.wait("a") and not limit.wait("b")


def test_the_window_before_counts_by_its_share():
    clock = Clock()
    limit = RateLimit("4/minute", clock=clock)
    assert all(limit.hit("a") for _ in range(4))
    clock.now += 60
    assert not limit.hit("a")
    clock.now += 30
    assert [limit.hit("a") for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize("used", [0, 15, 45])
def test_who_waits_as_told_is_let_in(used):
    clock = Clock()
    limit = RateLimit("5/minute", clock=clock)
    for pause in (0, used, 60):
        clock.now += pause
        while limit.hit("a"):
            pass
        told = limit.wait("a")
        assert 1 <= told <= 60
        clock.now += told + 0.001
        assert limit.hit("a")


def test_old_windows_are_forgotten():
    clock = Clock()
    limit = RateLimit("5/second", clock=clock)
    for n in range(1000):
        clock.now += 0.1
        limit.hit(f"caller {n}")
    assert len(limit._now) + len(limit._before) <= 20
    clock.now += 100
    assert not limit.wait("caller 1") and not limit._before


def test_no_request_starts_a_thread():
    limit = RateLimit("1000/second")
    before = threading.active_count()
    for _ in range(50):
        limit.hit("a")
    assert threading.active_count() == before


def test_what_is_no_rate_is_refused():
    with pytest.raises(ValueError):
        RateLimit("often")
