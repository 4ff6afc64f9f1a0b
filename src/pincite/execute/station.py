"""A worker of a cluster: it runs items in one process, enforces the limits, and returns each result.

Items and results pass through it as pickles that it does not open; its own process and the sender are one program.
"""

from __future__ import annotations

import pickle
import sys
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from importlib import metadata
from typing import Any

from pincite.domain.limits import Limits
from pincite.errors import PinciteError
from pincite.execute.processes import ProcessExecutor


class Station:
    """Does items one after the other; whatever the work loads, such as a model, stays with it.

    The process may crash, hang or want too much memory: that is an answer. A station that is lost itself gives none, so
    whoever waits for it knows that the item is not to blame.
    """

    def __init__(self, start: bytes, limits: Limits | None, *, version: str, paths: Sequence[str]) -> None:
        if version != (own := installed_version()):
            raise PinciteError(f"it has Pincite {own}, and was asked by {version}")
        # What is installed here comes first; a machine that shares the disk finds the rest as well.
        sys.path += [path for path in paths if path not in sys.path]
        self._waiting: deque[bytes] = deque()
        self._results = ProcessExecutor(jobs=1).run(
            iter(self._waiting.popleft, None), start=partial(_unwrap, start), limits=limits
        )

    def work(self, item: bytes) -> bytes | PinciteError:
        """The pickled result of a pickled item, or the error it met."""
        self._waiting.append(item)
        _, result = next(self._results)
        return result


def installed_version() -> str:
    """Which Pincite this is; a source tree that was never installed says so."""
    try:
        return metadata.version("pincite")
    except metadata.PackageNotFoundError:
        return "from a source tree"


def _unwrap(start: bytes) -> Callable[[bytes], bytes]:
    """In the process: what does an item, between pickles."""
    work: Callable[[Any], Any] = pickle.loads(start)()
    return lambda item: pickle.dumps(work(pickle.loads(item)), protocol=pickle.HIGHEST_PROTOCOL)
