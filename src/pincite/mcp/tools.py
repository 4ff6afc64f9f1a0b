"""The tools: search, ask, read, check. Assistants choose them by their descriptions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.types import CallToolResult, ToolAnnotations
from pydantic import Field

from pincite.domain.chunk import Layer
from pincite.mcp.results import answer_text, outline_text, quotation_text, ranking_text, result, section_text
from pincite.mcp.tool_context import ToolContext
from pincite.pipeline.scope import SearchScope
from pincite.render.wire.answer import WireAnswer
from pincite.render.wire.base import WireModel
from pincite.render.wire.check import WireQuotation
from pincite.render.wire.document import WireCard, WireCollection, WireOutline, WireSectionText
from pincite.render.wire.search import WireRanking

_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_MOST_LISTED = 200

Collection = Annotated[str | None, Field(description="The collection; needed only where there are several.")]
Document = Annotated[str, Field(description="A document by its id, path or file name.", max_length=500)]
Documents = Annotated[
    list[str] | None, Field(description="Only these documents, by id, path or file name.", max_length=100)
]
Kind = Annotated[str | None, Field(description="Only documents of this type, such as nda or lease.", max_length=100)]
Party = Annotated[str | None, Field(description="Only documents with a party of this name.", max_length=200)]
Section = Annotated[
    str | None, Field(description="Only this section, such as 5.2(b); needs one document.", max_length=100)
]


class DocumentCards(WireModel):
    """Documents of a collection."""

    collection: str
    total: int
    documents: list[WireCard]


class Collections(WireModel):
    """The collections that can be asked."""

    collections: list[WireCollection]


def add_tools(server: MCPServer, shared: ToolContext) -> None:
    """Give a server the tools."""
    for tool in (*_finding_tools(shared), *_reading_tools(shared)):
        server.add_tool(tool, annotations=_READS)


def _finding_tools(shared: ToolContext) -> tuple[Callable[..., Any], ...]:
    async def ask(
        question: Annotated[str, Field(max_length=8000)],
        context: Context,
        collection: Collection = None,
        documents: Documents = None,
        kind: Kind = None,
        party: Party = None,
        section: Section = None,
    ) -> Annotated[CallToolResult, WireAnswer]:
        """Answer a question from the legal documents.

        Every sentence is cited to the exact words of a document and was checked against them. Where the documents do
        not answer, it says so. Quote from the citations, with their places.
        """
        name = shared.choose(collection, context.request_context)
        scope = SearchScope(kind=kind, party=party, documents=tuple(documents or ()), section=section)
        shared.note(context.request_context, "ask", name, question=question)
        answer = WireAnswer.of(await shared.run(lambda: shared.service.ask(name, question, scope=scope)))
        return result(answer_text(answer), answer)

    async def search(
        query: Annotated[str, Field(max_length=8000)],
        context: Context,
        collection: Collection = None,
        k: Annotated[int, Field(ge=1, le=50, description="How many passages.")] = 6,
        documents: Documents = None,
        kind: Kind = None,
        party: Party = None,
        section: Section = None,
        layer: Annotated[Layer, Field(description="Passages (chunk), whole sections, or documents.")] = Layer.CHUNK,
    ) -> Annotated[CallToolResult, WireRanking]:
        """Find the passages of the legal documents that answer a query, each with its section, page and exact words."""
        name = shared.choose(collection, context.request_context)
        scope = SearchScope(kind=kind, party=party, documents=tuple(documents or ()), section=section)
        shared.note(context.request_context, "search", name, query=query)
        ranking = await shared.run(lambda: shared.service.search(name, query, k=k, scope=scope, layer=layer))
        return result(ranking_text(ranking), ranking)

    async def verify_quotation(
        quote: Annotated[str, Field(max_length=20_000)],
        context: Context,
        collection: Collection = None,
        documents: Documents = None,
    ) -> Annotated[CallToolResult, WireQuotation]:
        """Check whether the documents contain these exact words, and where; if not, give the nearest passage."""
        name = shared.choose(collection, context.request_context)
        scope = SearchScope(documents=tuple(documents or ()))
        checked = WireQuotation.of(await shared.run(lambda: shared.service.check_quotation(name, quote, scope=scope)))
        return result(quotation_text(checked), checked)

    return ask, search, verify_quotation


def _reading_tools(shared: ToolContext) -> tuple[Callable[..., Any], ...]:
    async def list_collections(context: Context) -> Annotated[CallToolResult, Collections]:
        """List the collections of documents that can be asked."""
        names = set(shared.readable(context.request_context))
        found = [one for one in await shared.run(shared.service.collections) if one.name in names]
        lines = [f"{one.name}: {one.problem or f'{one.documents} documents'}" for one in found]
        return result("\n".join(lines) or "There are none.", Collections(collections=found))

    async def list_documents(
        context: Context,
        collection: Collection = None,
        file: Annotated[
            str | None, Field(description="Only files that match, such as *lease*.", max_length=200)
        ] = None,
        kind: Kind = None,
        party: Party = None,
        offset: Annotated[int, Field(ge=0)] = 0,
    ) -> Annotated[CallToolResult, DocumentCards]:
        """List the documents of a collection with their ids, titles, types, parties and dates."""
        name = shared.choose(collection, context.request_context)
        scope = SearchScope(kind=kind, party=party, file=file)
        cards = await shared.run(lambda: shared.service.matching(name, scope))
        shown = [WireCard.of(card) for card in cards[offset : offset + _MOST_LISTED]]
        lines = [f"{len(cards)} documents, from {offset + 1}:" if cards else "No document meets this."]
        lines += [
            f"{card.id}  {card.path}  {card.kind}  {card.title or ''}  {'; '.join(card.parties)}" for card in shown
        ]
        return result("\n".join(lines), DocumentCards(collection=name, total=len(cards), documents=shown))

    async def outline(
        document: Document, context: Context, collection: Collection = None
    ) -> Annotated[CallToolResult, WireOutline]:
        """Give the clause tree of a document: numbers, headings and pages."""
        name = shared.choose(collection, context.request_context)
        shared.note(context.request_context, "read", name, document=document)
        found = await shared.run(lambda: shared.service.outline(name, document))
        return result(outline_text(found), found)

    async def read_section(
        document: Document,
        citation: Annotated[str, Field(description="The section, such as 5.2(b) or Article V.", max_length=200)],
        context: Context,
        collection: Collection = None,
    ) -> Annotated[CallToolResult, WireSectionText]:
        """Read a section of a document word for word, by what a lawyer calls it."""
        name = shared.choose(collection, context.request_context)
        shared.note(context.request_context, "read", name, document=document, section=citation)
        found = await shared.run(lambda: shared.service.section(name, document, citation))
        return result(section_text(found, document), found)

    return list_collections, list_documents, outline, read_section
