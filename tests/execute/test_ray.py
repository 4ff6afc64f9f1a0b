"""Work on a real Ray cluster of two nodes: what is lost with one of them is done by the other."""

import os
import pickle
import signal
import socket
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from tests.execute.test_processes import start_worker

from pincite.domain.limits import Limits
from pincite.errors import ExecutionError, MissingExtra, PinciteError, SettingsError
from pincite.execute import ray as ray_executor
from pincite.execute.placement import place_worker
from pincite.execute.ray import RayExecutor
from pincite.execute.station import Station


def start_faulty(folder):
    """Give a function that does as an item says, and writes into a folder what it began."""
    return partial(do_faulty, Path(folder))


def do_faulty(folder, name):
    tries = len(list(folder.glob(f"{name}.*")))
    (folder / f"{name}.{tries}").write_text(f"{os.getpid()} {os.getppid()}")
    match name, tries:
        case "process killed", 0:
            os.kill(os.getpid(), signal.SIGKILL)
        case ("worker killed", 0) | ("always kills its worker", _):
            os.kill(os.getppid(), signal.SIGKILL)
        case (("first" | "second"), 0):
            wait_for(lambda: (folder / "node is gone").exists())
    return name.upper()


def start_slow():
    return do_slowly


def do_slowly(name):
    time.sleep(1)
    return name.upper()


class FailingStation(Station):
    """A worker whose own code fails at the first try of an item, as where a machine cannot start another process."""

    def __init__(self, start, limits, **options):
        super().__init__(start, limits, **options)
        self._start = start

    def work(self, item):
        failed = Path(pickle.loads(self._start).args[0], "failed")
        if pickle.loads(item) == "b" and not failed.exists():
            failed.touch()
            self._results.close()
        return super().work(item)


def wait_for(condition):
    until = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


def run(names, *, limits=None, start=start_worker, jobs=2):
    results = RayExecutor(jobs=jobs).run(names, start=start, limits=limits or Limits())
    return {name: getattr(result, "kind", result) for name, result in results}


def test_a_crash_a_refusal_a_bug_and_a_memory_bomb_cost_one_item_each(ray_cluster):
    done = run(["a", "crash", "b", "refuse", "gorge", "bug", "c"], limits=Limits(memory_mb=512))
    assert done == {
        **{"a": "A", "b": "B", "c": "C"},
        **{"crash": "crashed", "refuse": "damaged", "gorge": "too-large", "bug": "crashed"},
    }


def test_a_hang_is_ended_at_the_time_limit(ray_cluster):
    assert run(["hang", "a", "b"], limits=Limits(seconds=2)) == {"hang": "timeout", "a": "A", "b": "B"}


def test_a_process_or_a_worker_that_is_killed_once_costs_nothing(ray_cluster, tmp_path):
    names = ["process killed", "a", "worker killed", "b"]
    assert run(names, start=partial(start_faulty, str(tmp_path))) == {name: name.upper() for name in names}
    assert (tmp_path / "process killed.1").exists()
    assert (tmp_path / "worker killed.1").exists()


def test_an_item_that_kills_every_worker_is_a_failure_and_the_others_are_done(ray_cluster, tmp_path):
    # One worker has one item at a time: whoever waits behind the killer is lost with it, and tried again.
    results = dict(
        RayExecutor(jobs=1).run(
            ["always kills its worker", "a", "b"], start=partial(start_faulty, str(tmp_path)), limits=Limits()
        )
    )
    error = results.pop("always kills its worker")
    assert isinstance(error, ExecutionError)
    assert (error.kind, error.reason) == ("crashed", "was lost with its worker 3 times.")
    assert len(list(tmp_path.glob("always*"))) == 3
    assert results == {"a": "A", "b": "B"}


@pytest.fixture
def full_node(ray_cluster):
    """A node of the cluster that has no memory left."""
    node = ray_cluster.add_full_node()
    yield node
    ray_cluster.remove_node(node)


def test_workers_that_ray_ends_for_want_of_memory_are_replaced_where_there_is_some(full_node, monkeypatch):
    placed, place = [], ray_executor.place_worker

    def note(*given, **options):
        options, node = place(*given, **options)
        placed.append(node)
        return options, node

    monkeypatch.setattr(ray_executor, "place_worker", note)
    names = [f"f{number}" for number in range(12)]
    assert run(names, jobs=3, start=start_slow) == {name: name.upper() for name in names}
    assert 1 <= placed.count(full_node.node_id) <= 2
    assert len(placed) > 3


def test_an_item_whose_workers_are_all_ended_for_want_of_memory_is_a_failure_that_says_so(full_node, monkeypatch):
    def place_there(rooms, *_, **__):
        return place_worker({full_node.node_id: rooms[full_node.node_id]}, [], lost={}, gpus=0)

    monkeypatch.setattr(ray_executor, "place_worker", place_there)
    results = dict(RayExecutor(jobs=1).run(["a", "b", "c"], start=start_slow, limits=Limits()))
    reasons = {name: (error.kind, error.reason) for name, error in results.items()}
    told = "was lost with its worker 3 times, the last time because its machine had no memory left; start fewer workers"
    assert set(reasons) == {"a", "b", "c"}
    assert all(kind == "crashed" and reason.startswith(told) for kind, reason in reasons.values())


def test_a_worker_whose_own_code_fails_is_replaced(ray_cluster, monkeypatch, tmp_path):
    monkeypatch.setattr(ray_executor, "Station", FailingStation)
    results = RayExecutor(jobs=1).run(["a", "b", "c"], start=partial(start_faulty, str(tmp_path)), limits=Limits())
    assert dict(results) == {"a": "A", "b": "B", "c": "C"}


def test_what_was_being_done_on_a_node_that_is_killed_is_done_by_another(ray_cluster, tmp_path):
    names = ["first", "second", "third", "fourth", "fifth"]
    results = RayExecutor(jobs=2).run(names, start=partial(start_faulty, str(tmp_path)), limits=Limits())
    done = {}

    def begin():
        # Both workers are at an item that ends only when the node is gone.
        done.update([next(results)])

    thread = threading.Thread(target=begin)
    thread.start()
    wait_for(lambda: (tmp_path / "first.0").exists() and (tmp_path / "second.0").exists())
    ray_cluster.kill_spare()
    (tmp_path / "node is gone").touch()
    thread.join()
    done.update(results)
    assert done == {name: name.upper() for name in names}
    again = [name for name in ("first", "second") if (tmp_path / f"{name}.1").exists()]
    assert len(again) == 1


def test_items_are_taken_as_they_are_needed(ray_cluster):
    taken = []

    def names():
        for number in range(50):
            taken.append(number)
            yield f"f{number}"

    results = RayExecutor(jobs=2).run(names(), start=start_worker, limits=Limits())
    next(results)
    assert len(taken) <= 4
    results.close()


def test_whoever_stops_listening_leaves_no_process(ray_cluster, tmp_path):
    results = RayExecutor(jobs=1).run(["a", "hang"], start=partial(start_faulty, str(tmp_path)))
    next(results)
    results.close()
    process, worker = (tmp_path / "a.0").read_text().split()
    wait_for(lambda: not Path("/proc", process).exists() and not Path("/proc", worker).exists())


def test_a_node_with_another_pincite_ends_the_work_with_one_sentence(ray_cluster, monkeypatch):
    monkeypatch.setattr("pincite.execute.ray.installed_version", lambda: "0.0.1")
    with pytest.raises(PinciteError, match=r"cannot begin: .*it has Pincite .*, and was asked by 0\.0\.1"):
        run(["a"])


def test_an_address_where_nobody_listens_is_a_setting_to_mend(ray_cluster, monkeypatch):
    import ray

    # As in a program that has no connection yet.
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(SettingsError, match=r"executor\.address' leads to no Ray cluster"):
            list(RayExecutor(address=address).run(["a"], start=start_worker))


def test_the_missing_extra_is_named(monkeypatch):
    monkeypatch.setattr("pincite.execute.ray.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'pincite\[ray\]'"):
        RayExecutor(jobs=1)
