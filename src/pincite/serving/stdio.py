"""The MCP server for an assistant on this machine, which starts it and speaks to it through standard input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pincite.domain.store_place import StorePlace
from pincite.errors import SettingsError
from pincite.mcp.server import create_server
from pincite.service.options import check_name
from pincite.service.service import Service


def serve_stdio(
    stores: Mapping[str, StorePlace | str], *, preset: str | None = None, flags: Sequence[str] = ()
) -> None:
    """Serve stores until standard input is closed."""
    if not stores:
        raise SettingsError("store", "is not given; name one")
    service = Service({check_name(name): folder for name, folder in stores.items()}, preset=preset, flags=flags)
    create_server(service).run("stdio")
