"""Documents as resources: `pincite://COLLECTION/DOCUMENT` is the text of a document."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp.types import ListResourcesResult, Resource

from pincite.mcp.results import sound
from pincite.mcp.tool_context import ToolContext
from pincite.pipeline.scope import find_card
from pincite.service.collection import OpenState

_PAGE = 500


def add_resources(server: MCPServer, shared: ToolContext) -> None:
    """Let documents be read as resources."""

    @server.resource("pincite://{collection}/{document}", name="document", mime_type="text/plain")
    async def document_text(collection: str, document: str, context: Context) -> str:
        """The text of a document, as it was read and as spans point into it."""
        try:
            name = shared.choose(collection, context.request_context)
            shared.note(context.request_context, "read", name, document=document)
            return await shared.run(lambda: _text(shared, name, document))
        except ToolError as error:
            raise ResourceError(str(error)) from error

    async def list_documents(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """Answer `resources/list` with the documents that this caller may read."""
        if ctx.method != "resources/list" or ctx.request_id is None:
            return await call_next(ctx)
        return await shared.run(lambda: _listed(shared, ctx))

    server.middleware.append(list_documents)


def _text(shared: ToolContext, collection: str, document: str) -> str:
    def work(state: OpenState) -> str:
        return state.reading(find_card(state.store, document).id).doc.text

    return sound(shared.service.run(collection, work))


def _listed(shared: ToolContext, context: ServerRequestContext[Any, Any]) -> ListResourcesResult:
    start = _offset((context.params or {}).get("cursor"))
    found = [(name, card) for name in shared.readable(context) for card in shared.service.documents(name)]
    shown = [
        Resource(
            uri=f"pincite://{quote(name)}/{card.id}",
            name=sound(card.path),
            title=sound(card.title) if card.title else None,
            mime_type="text/plain",
        )
        for name, card in found[start : start + _PAGE]
    ]
    following = str(start + _PAGE) if start + _PAGE < len(found) else None
    return ListResourcesResult(resources=shown, next_cursor=following)


def _offset(cursor: object) -> int:
    return int(cursor) if isinstance(cursor, str) and cursor.isdigit() and len(cursor) < 10 else 0
