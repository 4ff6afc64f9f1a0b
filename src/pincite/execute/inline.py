"""Work done in this process, one item after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from pincite.domain.limits import Limits
from pincite.errors import PinciteError
from pincite.options import Injected

Item = TypeVar("Item")
Result = TypeVar("Result")


class InlineExecutor:
    """For trusted files and for tests: a crash or a hang affects this process, and no limits apply."""

    def __init__(self, *, jobs: Injected[int] = 1) -> None:
        self._jobs = jobs

    def run(
        self, items: Iterable[Item], *, start: Callable[[], Callable[[Item], Result]], limits: Limits | None = None
    ) -> Iterator[tuple[Item, Result | PinciteError]]:
        """Each item with its result or its error, in order."""
        work: Callable[[Item], Result] | None = None
        for item in items:
            work = work or start()
            try:
                yield item, work(item)
            except PinciteError as error:
                yield item, error
