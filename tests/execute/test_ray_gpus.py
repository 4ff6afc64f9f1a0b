"""Workers that have a share of a GPU, on a real Ray cluster whose nodes only say that they have one."""

import os
import time

import pytest
from tests.ray_cluster import workers_of

from pincite.errors import SettingsError
from pincite.execute.ray import RayExecutor


def start_reporting():
    return report


def report(item):
    """Which GPUs Ray lets this worker see, and the worker's number."""
    time.sleep(0.05)
    return os.environ.get("CUDA_VISIBLE_DEVICES", ""), os.getppid()


@pytest.fixture(scope="module")
def gpu_nodes(started_ray):
    """The nodes of this file; other tests know a cluster of two nodes."""
    nodes = []
    yield nodes
    for node in nodes:
        started_ray.remove_node(node)


@pytest.fixture
def gpu_node(ray_cluster, gpu_nodes):
    """The node with a GPU: to start and to miss one takes Ray many seconds, so that it stays for the next test."""
    if not gpu_nodes:
        gpu_nodes.append(ray_cluster.add_gpu_node())
    return gpu_nodes[0]


def free_gpus():
    import ray

    return ray.available_resources().get("GPU", 0)


def wait_for_gpus(count):
    until = time.monotonic() + 60
    while free_gpus() != count:
        assert time.monotonic() < until
        time.sleep(0.1)


def test_workers_have_their_share_of_a_gpu_where_there_is_one(gpu_node):
    results = RayExecutor(jobs=2, gpus=0.5).run(range(12), start=start_reporting)
    first = next(results)
    wait_for_gpus(0)
    on_node = set(workers_of(gpu_node))
    seen = [result for _, result in [first, *results]]
    assert len(seen) == 12
    assert {devices for devices, _ in seen} == {"0"}
    assert len({worker for _, worker in seen}) == 2
    assert {worker for _, worker in seen} <= on_node
    wait_for_gpus(1)


def test_no_more_workers_are_started_than_gpus_have_room_for(gpu_node):
    seen = [result for _, result in RayExecutor(jobs=4, gpus=0.6).run(range(6), start=start_reporting)]
    assert len(seen) == 6
    assert len(set(seen)) == 1


def test_workers_that_ask_for_none_take_no_gpu(gpu_node):
    seen = list(RayExecutor(jobs=3).run(range(6), start=start_reporting))
    assert {devices for _, (devices, _) in seen} == {""}


def test_a_gpu_that_no_node_has_is_refused_and_not_waited_for(gpu_node):
    with pytest.raises(SettingsError, match=r"executor\.gpus' is 2, and no node of the Ray cluster has as much"):
        list(RayExecutor(jobs=1, gpus=2).run(["a"], start=start_reporting))


def test_what_was_lost_with_a_gpu_is_done_on_the_one_that_is_left(ray_cluster, gpu_node):
    lost = ray_cluster.add_gpu_node()
    results = RayExecutor(jobs=2, gpus=1).run(range(30), start=start_reporting)
    done = dict([next(results)])
    wait_for_gpus(0)
    left = workers_of(gpu_node)
    ray_cluster.remove_node(lost)
    done.update(results)
    assert set(done) == set(range(30))
    assert done[29][1] in left


def test_where_the_last_gpu_is_lost_the_work_ends_with_one_sentence(ray_cluster, gpu_node, gpu_nodes):
    results = RayExecutor(jobs=1, gpus=1).run(range(30), start=start_reporting)
    next(results)
    gpu_nodes.remove(gpu_node)
    ray_cluster.remove_node(gpu_node)
    with pytest.raises(SettingsError, match="no node of the Ray cluster has as much of a GPU"):
        list(results)
