"""The routes of the page: one document, and the files it is made of."""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

STATIC = Path(__file__).with_name("static")
# Nothing but our own files and our own API; no script and no style inside the page. Pictures of pages are made from
# what the API sends, since an image element cannot send a key.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types svelte-trusted-html",
    )
)
# The name of an asset holds a hash of its content.
_FOREVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of the page, as it is and compressed."""

    content: bytes
    compressed: bytes
    media_type: str

    @classmethod
    def read(cls, path: Path) -> PageFile:
        """Read a file."""
        content = path.read_bytes()
        kind = "text/javascript" if path.suffix == ".js" else mimetypes.guess_type(path.name)[0]
        return cls(content, gzip.compress(content, 9), kind or "application/octet-stream")

    def response(self, request: Request, headers: dict[str, str]) -> Response:
        """The file as a response, compressed for who can read that."""
        headers = {**headers, "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.compressed, media_type=self.media_type, headers=headers)
        return Response(self.content, media_type=self.media_type, headers=headers)


def create_pages(static: Path = STATIC) -> list[BaseRoute]:
    """The routes of the page. Its files are read once and found by name, so no address can reach another file."""
    index = PageFile.read(static / "index.html")
    assets = {path.name: PageFile.read(path) for path in (static / "assets").iterdir()}

    async def page(request: Request) -> Response:
        return index.response(request, {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"})

    async def asset(request: Request) -> Response:
        found = assets.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "There is no such file.")
        return found.response(request, {"Cache-Control": _FOREVER})

    return [Route("/", page), Route("/assets/{name}", asset)]
