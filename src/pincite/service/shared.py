"""Where a server keeps what is no store: in files, or where several servers share them."""

from __future__ import annotations

from pathlib import Path

from pincite import registry
from pincite.domain.store_place import StoreAddress, StorePlace
from pincite.ports.server_state import ServerState
from pincite.service.audit import AuditLog
from pincite.service.json_log import JsonLog
from pincite.service.key_file import KeyFile
from pincite.service.keys import KeyRing


def open_keys(place: StorePlace) -> KeyRing:
    """The keys in a file, or at an address."""
    return KeyRing(KeyFile(place) if isinstance(place, Path) else _state(place).keys())


def open_audit(place: StorePlace | None) -> AuditLog:
    """The audit log in a file, or at an address; without a place nothing is kept."""
    return AuditLog(_state(place).audit() if isinstance(place, StoreAddress) else JsonLog(place))


def shared_state(place: StorePlace) -> ServerState | None:
    """What servers share beside a store; None where its engine keeps nothing else, and that is in files."""
    if isinstance(place, Path) or place.kind not in registry.names("state"):
        return None
    return _state(place)


def _state(place: StoreAddress) -> ServerState:
    state: ServerState = registry.load("state", place.kind)(place)
    return state
