"""The documents of a collection: what is known of them, their outline, their words, their pages."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

from pincite.api.context import Reading, Writing, reply
from pincite.api.errors import REFUSALS, RequestError
from pincite.api.requests import Word
from pincite.api.responses import DocumentList, PageList, WordList
from pincite.errors import NotFound
from pincite.pipeline.scope import SearchScope, find_card
from pincite.render.wire.document import WireCard, WireOutline, WirePage, WireSectionText, WireText
from pincite.render.wire.page_words import page_words
from pincite.service.collection import OpenState
from pincite.service.page_picture import PagePicture
from pincite.spans import Span

router = APIRouter(prefix="/api/v1/collections/{collection}/documents", tags=["documents"], responses=REFUSALS)

DocumentId = Annotated[str, Path(pattern=r"^[0-9a-f]{16,64}$", description="The id of a document.")]
Offset = Annotated[int, Query(ge=0, le=10**9)]
_FORMATS = {b"%PDF": "application/pdf", b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}


@router.get("", response_model=DocumentList)
async def documents(
    call: Reading,
    kind: Word | None = None,
    party: Word | None = None,
    since: Word | None = None,
    until: Word | None = None,
    file: Word | None = None,
    where: Annotated[list[Word] | None, Query(max_length=20, description="NAME=VALUE of metadata or a tag")] = None,
    offset: Offset = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """What is known of the documents, in order of path; with filters, of those that meet them."""
    pairs = tuple((name, value) for name, _, value in (one.partition("=") for one in where or ()))
    scope = SearchScope(kind=kind, party=party, since=since, until=until, file=file, where=pairs)

    def work() -> DocumentList:
        cards = call.service.matching(call.collection, scope)
        shown = [WireCard.of(card) for card in cards[offset : offset + limit]]
        return DocumentList(documents=shown, total=len(cards), offset=offset)

    return reply(await call.work(work))


@router.get("/{document}", response_model=WireCard)
async def document(call: Reading, document: DocumentId) -> Response:
    """What is known of a document."""
    return reply(await call.work(lambda: WireCard.of(call.service.document(call.collection, document))))


@router.delete("/{document}", status_code=204, response_class=Response)
async def delete_document(call: Writing, document: DocumentId) -> Response:
    """Take a document out of the collection, with the original that was uploaded."""
    call.note("delete", call.collection, document=document)
    await call.work(lambda: call.api.jobs.remove(call.collection, document))
    return Response(status_code=204)


@router.get("/{document}/outline", response_model=WireOutline)
async def outline(call: Reading, document: DocumentId) -> Response:
    """The clause tree of a document, with its defined terms and cross-references."""
    return reply(await call.work(lambda: call.service.outline(call.collection, document)))


@router.get("/{document}/section", response_model=WireSectionText)
async def section(call: Reading, document: DocumentId, citation: Word) -> Response:
    """A section of a document, by what a lawyer calls it: `5.2(b)`, `Article V`."""
    return reply(await call.work(lambda: call.service.section(call.collection, document, citation)))


@router.get("/{document}/text", response_model=WireText)
async def text(call: Reading, document: DocumentId, start: Offset, end: Offset) -> Response:
    """The words of a document at a span, with their place and the boxes that cover them."""
    call.note("read", call.collection, document=document)
    return reply(await call.work(lambda: call.service.text(call.collection, document, Span(start, end))))


PageNumber = Annotated[int, Path(ge=1, le=100_000)]
Dots = Annotated[float, Query(ge=70, le=300, description="dots per inch")]


@router.get("/{document}/pages", response_model=PageList)
async def pages(
    call: Reading, document: DocumentId, start: Offset | None = None, end: Offset | None = None
) -> Response:
    """Every page of a document: its size, the range of the text on it, and boxes over the words of a span."""
    span = _span(start, end)
    found = await call.work(lambda: call.service.pages(call.collection, document, span=span))
    return reply(PageList(pages=found))


@router.get("/{document}/pages/{number}", response_model=WirePage)
async def page(
    call: Reading, document: DocumentId, number: PageNumber, start: Offset | None = None, end: Offset | None = None
) -> Response:
    """The size of a page, the range of the text on it, and boxes over the words of a span."""
    span = _span(start, end)
    drawn = await call.work(lambda: call.service.page_boxes(call.collection, document, number, span=span))
    return reply(drawn)


@router.get("/{document}/pages/{number}/words", response_model=WordList)
async def words(call: Reading, document: DocumentId, number: PageNumber) -> Response:
    """The words of a page, each with its range of the text and its box: what can be selected on its picture."""
    call.note("read", call.collection, document=document, page=number)

    def work(state: OpenState) -> WordList:
        doc = state.reading(find_card(state.store, document).id).doc
        page = next((one for one in doc.pages if one.number == number), None)
        if page is None:
            raise NotFound(f"The document has no page {number}.")
        return WordList(words=page_words(doc, page))

    return reply(await call.work(lambda: call.service.run(call.collection, work)))


@router.get(
    "/{document}/pages/{number}/image",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}, "description": "The page."}},
)
async def page_image(call: Reading, document: DocumentId, number: PageNumber, dpi: Dots = 110) -> Response:
    """A page of a PDF or a scan as a picture; 404 where the original file is not there any more."""
    call.note("read", call.collection, document=document, page=number)

    def work() -> PagePicture:
        original = _uploaded(call, document)
        return call.service.page(call.collection, document, number, dpi=dpi, original=original)

    drawn = await call.work(work)
    if drawn.png is None:
        raise NotFound("There is no picture of this page: the original file is not there, or has no pages.")
    return Response(drawn.png, media_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


@router.get(
    "/{document}/original",
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}, "description": "The file."}},
)
async def original_file(call: Reading, document: DocumentId) -> Response:
    """The file that a document was read from, as a download; 404 where it is not there any more."""
    call.note("download", call.collection, document=document)

    def work() -> bytes | None:
        original = _uploaded(call, document)
        return call.service.original(call.collection, document, copy=original)

    data = await call.work(work)
    if data is None:
        raise NotFound("The original file is not there any more.")
    # The type comes from the content, never from the name, and always as a download: a document is untrusted data.
    kind = next((kind for magic, kind in _FORMATS.items() if data.startswith(magic)), "application/octet-stream")
    headers = {"Content-Disposition": f'attachment; filename="{document}"'}
    return Response(data, media_type=kind, headers=headers)


def _span(start: int | None, end: int | None) -> Span | None:
    if (start is None) != (end is None):
        raise RequestError(422, "bad-span", "Give both start and end, or neither.")
    return None if start is None or end is None else Span(start, end)


def _uploaded(call: Reading, document: str) -> FilePath | None:
    """The file of a document, if it was uploaded."""
    return call.service.held(call.collection).originals.find(call.service.digest(call.collection, document))
