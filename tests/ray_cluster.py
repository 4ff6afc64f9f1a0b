"""A real Ray cluster of nodes on this machine, started for the tests; every node is a set of processes of its own."""

import os
import secrets
import signal
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest


class RayCluster:
    """Two nodes of one core each: the first keeps the cluster's books, the second can be taken away."""

    def __init__(self, cluster) -> None:
        self._cluster = cluster
        self._spare = []
        self.address = cluster.address

    def require_spare(self) -> None:
        """Have a second node, whatever the test before has left."""
        if not self._spare:
            self._spare.append(self._cluster.add_node(**NODE))
            self._cluster.wait_for_nodes()

    def add_gpu_node(self):
        """A node more, which says that it has a GPU; Ray believes it."""
        node = self._cluster.add_node(**NODE, num_gpus=1)
        self._cluster.wait_for_nodes()
        return node

    def add_full_node(self):
        """A node more, on which Ray finds no memory left as soon as it looks: it ends every worker there."""
        full = {"RAY_memory_usage_threshold": "0.0001", "RAY_memory_monitor_refresh_ms": "100"}
        node = self._cluster.add_node(**NODE, env_vars=full)
        self._cluster.wait_for_nodes()
        return node

    def remove_node(self, node) -> None:
        """End every process of a node, as if its machine were gone."""
        workers = workers_of(node)
        self._cluster.remove_node(node, allow_graceful=False)
        for pid in workers:
            # Workers end by themselves when they miss their node; a machine that is gone does not wait for that.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def kill_a_worker(self, kind: str) -> list[int]:
        """End a worker of the cluster that does some kind of work, as the kernel does; gives its number."""
        for pid in (pid for node in self._cluster.list_all_nodes() for pid in workers_of(node)):
            with suppress(OSError):
                if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(f"ray::{kind}".encode()):
                    os.kill(pid, signal.SIGKILL)
                    return [pid]
        return []

    def kill_spare(self) -> None:
        """Take the second node away."""
        self.remove_node(self._spare.pop())


NODE = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}


def workers_of(node) -> list[int]:
    """The workers of a node, by their numbers."""
    (raylet,) = node.all_processes["raylet"]
    pid = raylet.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def ray_cluster():
    """A cluster that is there while the block runs."""
    if find_spec("ray") is None:
        pytest.skip("Ray is not installed")
    with pytest.MonkeyPatch.context() as patch:
        # Nobody else on this machine may use it, and nothing is written to the home folder. Ray reads this when it is
        # imported.
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        # Ray's workers give way to everybody else unless told otherwise: on a busy machine they would never be done.
        patch.setenv("RAY_worker_niceness", "0")
        import ray
        from ray.cluster_utils import Cluster

        cluster = Cluster(initialize_head=True, head_node_args=NODE)
        try:
            # Held for all tests: Ray starts new processes for every connection.
            ray.init(cluster.address, log_to_driver=False, logging_level="ERROR")
            yield RayCluster(cluster)
        finally:
            ray.shutdown()
            cluster.shutdown()
