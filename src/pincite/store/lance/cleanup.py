"""Versions that no reader needs any more: they are deleted some minutes after a newer state was committed."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import pairwise

from pincite.store.lance.tables import NAMES, LanceTables

# Readers may use a state for some minutes after a newer one was committed.
_KEPT = 15 * 60.0
# Between the reckoning and the deleting, the engine looks for files to join, and finds none.
_SPARE = 15 * 60.0


def clean_up(tables: LanceTables) -> None:
    """Delete the versions before those that the newest state names, and states that were superseded lately.

    Versions after those stay too: the writer that calls this has not committed them yet.
    """
    opened = {name: tables.need(name) for name in NAMES}
    times = {name: table.versions() for name, table in opened.items()}
    needed = _needed(tables.states(), times)
    for name, made in times.items():
        first = min((state[name] for state in needed), default=0)
        if min(made) < first:
            # Not the time of the first alone: clocks of several machines may differ.
            start = min(at for version, at in made.items() if version >= first)
            opened[name].optimize(older_than=timedelta(seconds=time.time() - start + _SPARE))
    if needed:
        tables.forget_states(before=needed[-1]["number"], older_than=timedelta(seconds=_KEPT))


def _needed(
    states: Sequence[Mapping[str, int]], times: Mapping[str, Mapping[int, float]]
) -> Sequence[Mapping[str, int]]:
    """The newest state, and those before it that were superseded lately; the newest first.

    A state was committed right after the last version that it names was made.
    """
    needed = list(states[-1:])
    for earlier, later in reversed(list(pairwise(states))):
        committed = max(made.get(later[name], 0.0) for name, made in times.items())
        if committed < time.time() - _KEPT:
            break
        needed.append(earlier)
    return needed
