"""What every registered executor must do."""

import pytest

from pincite import registry
from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.options import is_injected
from pincite.ports import Executor


def start():
    return work


def work(item):
    if item < 0:
        raise ReadError("minus", "damaged", "is below zero.")
    return {"twice": item * 2, "data": bytes(item % 256 for _ in range(1000))}


@pytest.fixture(params=registry.names("executor"))
def executor(request):
    if request.param == "ray":
        request.getfixturevalue("ray_cluster")
    return registry.load("executor", request.param)(jobs=2)


def test_it_keeps_to_the_port(executor):
    assert isinstance(executor, Executor)
    assert is_injected(type(executor), "jobs")


def test_every_item_comes_back_once_with_its_result_or_its_error(executor):
    done = dict(executor.run([3, -1, 5, 300], start=start, limits=Limits()))
    assert set(done) == {3, -1, 5, 300}
    assert [done[item]["twice"] for item in (3, 5, 300)] == [6, 10, 600]
    assert isinstance(done[-1], ReadError)
    assert done[-1].kind == "damaged"


def test_it_can_run_again_and_without_limits(executor):
    for _ in range(2):
        assert len(list(executor.run(iter([1, 2]), start=start))) == 2


def test_no_items_start_nothing(executor):
    def never():
        raise AssertionError

    assert list(executor.run([], start=never, limits=Limits())) == []


def test_a_consumer_may_stop_early(executor):
    results = executor.run(range(100), start=start, limits=Limits())
    next(iter(results))
    results.close()
