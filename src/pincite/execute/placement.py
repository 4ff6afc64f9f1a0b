"""Where the workers of a run are placed on a Ray cluster."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pincite.errors import SettingsError


def room_for_workers(gpus: float) -> dict[str, int]:
    """How many workers each node has room for: one for each core or, with GPUs, for each share of one."""
    import ray

    rooms = {node["NodeID"]: _room(node["Resources"], gpus) for node in ray.nodes() if node["Alive"]}
    return {node: room for node, room in rooms.items() if room}


def _room(resources: dict[str, float], gpus: float) -> int:
    if not gpus:
        return int(resources.get("CPU", 0))
    present = int(resources.get("GPU", 0))
    # A share lies on one GPU: three GPUs have room for three shares of 0.6, not for five.
    return present // int(gpus) if gpus >= 1 else present * int(1 / gpus)


def place_worker(
    rooms: dict[str, int], taken: Iterable[str], *, lost: Mapping[str, int], gpus: float
) -> tuple[dict[str, Any], str]:
    """Ray's options for a worker on the node with the fewest workers for its room, and that node.

    Ray's own strategies would fill the first node. A node counts the workers it has lost as if they were there: where
    one has no memory left, what it has lost must not be sent to it again and again.
    """
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    if not rooms:
        return {"scheduling_strategy": "DEFAULT"}, ""
    counts = Counter(taken)

    def load(node: str) -> tuple[bool, float]:
        # No worker can share a GPU that is taken whole, whatever other nodes have lost.
        full = bool(gpus) and counts[node] >= rooms[node]
        return full, (counts[node] + lost.get(node, 0)) / rooms[node]

    node = min(rooms, key=load)
    # Ray gives an actor its place where a core is free, and takes none from others while it runs: workers that read
    # and workers that embed can never wait for each other's cores. A GPU is held, and where its node is lost while the
    # worker starts, it must not wait for one that another worker holds: it fails, and is placed anew.
    strategy = NodeAffinitySchedulingStrategy(node, soft=not gpus)
    return {"scheduling_strategy": strategy, **({"num_gpus": gpus, "num_cpus": 0} if gpus else {})}, node


def require_gpus(rooms: dict[str, int], *, gpus: float) -> None:
    """Refuse to wait for GPUs that no node has: Ray would wait for ever."""
    if gpus and not rooms:
        raise SettingsError("executor.gpus", f"is {gpus:g}, and no node of the Ray cluster has as much of a GPU")
