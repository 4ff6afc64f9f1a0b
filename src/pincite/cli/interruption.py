"""What is said when Ctrl-C ends a command: only what is true of that command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pincite.cli.terminal import echo


@contextmanager
def say_what_is_kept(kept: Callable[[], str]) -> Iterator[None]:
    """On Ctrl-C print what of the work is kept, then stop."""
    try:
        yield
    except KeyboardInterrupt:
        echo(f"pincite: {kept()}", fg="yellow", err=True)
        raise


def kept_so_far(count: int, *, what: str, where: object) -> str:
    """The usual sentence: how many things are kept where, or that none is."""
    if not count:
        return f"nothing new was kept in {where}; what was there before is unchanged."
    return f"{count:,} {what} are kept in {where}; run it again to go on."
