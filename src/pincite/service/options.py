"""Options of a server: where it listens, who may use it, and its limits."""

from __future__ import annotations

import ipaddress
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pincite.domain.store_place import StorePlace
from pincite.errors import SettingsError

COLLECTION_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"
# How a citation is written into text for clients that know no other: `[1]`, or `[lease.pdf#page=3]`.
CitationStyle = Literal["number", "file"]


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """Limits are for one process: `workers` threads do the work, `queue` requests may wait for them.

    Without `keys`, a file or an address, everyone who reaches the port may do everything, so it must be one of this
    machine alone. `audit` is a file or an address too.
    `data` is where collections are made by callers; without it they can only use those that are there. `runs` is a
    folder of runs that may be looked at, `truth` one of ground truth that may be edited; without them there are none.
    """

    host: str = "127.0.0.1"
    port: int = 50505
    keys: StorePlace | None = None
    data: Path | None = None
    hosts: tuple[str, ...] = ()
    workers: int = field(default_factory=lambda: max(2, os.cpu_count() or 2))
    queue: int = 64
    seconds: float = 120.0
    body_kb: int = 1024
    upload_mb: int = 200
    rate: str = "600/minute"
    audit: StorePlace | None = None
    samples: Path | None = None
    sample_share: float = 0.0
    citations: CitationStyle = "number"
    runs: Path | None = None
    truth: Path | None = None
    telemetry: bool = False
    model: str = "pincite"

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach the port."""
        return is_loopback(self.host)

    def check(self) -> None:
        """Refuse unsafe options."""
        if self.keys is None and not self.is_local:
            raise SettingsError("host", f"is {self.host}, which others can reach, and no keys are set; make some first")


def is_loopback(host: str) -> bool:
    """Whether an address is one of this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def check_name(name: str) -> str:
    """Return a valid collection name, or refuse it."""
    if not re.match(COLLECTION_NAME, name):
        raise SettingsError("name", f"is {name!r}; use letters, digits, dots, dashes and underscores, at most 64")
    return name
