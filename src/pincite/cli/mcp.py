"""`pincite mcp`: stores as tools for an assistant on this machine."""

from __future__ import annotations

from pincite.cli.options import Preset, Set
from pincite.cli.serve import Stores, named_stores


def mcp(store: Stores = None, preset: Preset = None, set_: Set = None) -> None:
    """Serve stores to an MCP assistant, which can search, ask and quote their documents.

    The assistant starts this command and talks to it through standard input; over a network, 'pincite serve' offers
    the same at /mcp/.

    Examples:

      pincite mcp --store demo/

      pincite mcp --store contracts=contracts.store --store rules=rules.store
    """
    from pincite.registry import load_server

    load_server("mcp")(named_stores(store or ()), preset=preset, flags=set_ or ())
