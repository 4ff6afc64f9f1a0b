"""What a command prints when Ctrl-C stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pincite.cli.terminal import echo


@contextmanager
def say_what_is_kept(kept: Callable[[], str]) -> Iterator[None]:
    """On Ctrl-C, print how much of the work is kept, then stop."""
    try:
        yield
    except KeyboardInterrupt:
        echo(f"pincite: {kept()}", fg="yellow", err=True)
        raise


def kept_so_far(count: int, *, what: str, where: object) -> str:
    """Say how many items are kept and where, or that none are."""
    if not count:
        return f"nothing new was kept in {where}; what was there before is unchanged."
    return f"{count:,} {what} are kept in {where}; run it again to go on."
