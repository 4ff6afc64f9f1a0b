"""Where a store is: a folder of this machine, or a place that another engine keeps, written like an address."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

# Two letters at least: `C:\stores` is a folder. A folder with a colon in its name is written `./name:more`.
_ADDRESS = re.compile(r"([a-z][a-z0-9-]+):(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """A store that is no folder: the kind of engine, and the rest as that engine reads it; it holds no secret."""

    kind: str
    rest: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.rest}"

    @property
    def name(self) -> str:
        """What the store is called among others: the last part of its place."""
        return self.rest.partition("?")[0].rstrip("/").rpartition("/")[2]


StorePlace = Path | StoreAddress


def store_place(given: StorePlace | str, *, kind: str = "local") -> StorePlace:
    """The place that a text names: an address; or a folder, or a name as stores of another kind have one.

    A path is always a folder.
    """
    if not isinstance(given, str):
        return given
    found = _ADDRESS.fullmatch(given)
    if found:
        return StoreAddress(found[1], found[2])
    return Path(given) if kind == "local" else StoreAddress(kind, given)
