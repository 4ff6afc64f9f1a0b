"""The MCP server over standard input and output, or as a part of the HTTP server."""

from __future__ import annotations

from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import ValidationError
from starlette.applications import Starlette

from pincite import __version__
from pincite.mcp.resources import add_resources
from pincite.mcp.tool_context import ToolContext
from pincite.mcp.tools import add_tools
from pincite.service.audit import AuditLog
from pincite.service.invalid import name_invalid
from pincite.service.service import Service
from pincite.service.shared import open_audit

_INSTRUCTIONS = (
    "Legal documents that can be searched and asked. Answers come with citations to the exact words of a document. "
    "Quote those words with their place; check any other quotation with verify_quotation before you use it."
)


class PinciteServer(MCPServer):
    """The server of the library, which says in one sentence which argument of a tool is wrong."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool by name."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            wrong = name_invalid(error.__cause__.errors())
            raise ToolError(f"The arguments of {name} are not valid: {wrong}.") from error


def create_server(service: Service, *, audit: AuditLog | None = None) -> MCPServer:
    """A server with the tools and resources of some stores."""
    server = PinciteServer(
        "pincite", title="Pincite", instructions=_INSTRUCTIONS, version=__version__, log_level="CRITICAL"
    )
    shared = ToolContext(service, audit or open_audit(None))
    add_tools(server, shared)
    add_resources(server, shared)
    return server


def http_app(service: Service, *, audit: AuditLog | None = None) -> Starlette:
    """Return the server over streamable HTTP, to be mounted behind a gate that identifies the caller."""
    # Without sessions: every request brings its own key, and any process may answer it. Hosts and origins are the
    # gate's to check.
    return create_server(service, audit=audit).streamable_http_app(
        streamable_http_path="/",
        stateless_http=True,
        json_response=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
