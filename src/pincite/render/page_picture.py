"""A page of a PDF or of a scanned image as a picture, for showing where a citation stands on it."""

from __future__ import annotations

import base64
import hashlib
import io
import stat
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.domain.document import Document, Format, Source
from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.errors import PinciteError, ReadError
from pincite.execute.processes import ProcessExecutor

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 110
_MEGAPIXELS = 8
# An honest page takes a fraction of a second.
_LIMITS = Limits(seconds=10, memory_mb=2048)
_MOST_FAILED = 256


def page_picture(doc: Document, number: int) -> str | None:
    """The page as a `data:` address, or None where there is none to show."""
    drawn = draw_page(doc, number)
    return None if drawn is None else f"data:image/png;base64,{base64.b64encode(drawn).decode('ascii')}"


def draw_page(doc: Document, number: int, *, dpi: float = DPI, original: Path | None = None) -> bytes | None:
    """The page as a PNG file, or None where there is none to show.

    It is drawn from the file that was read, or from a copy of it (`original`). A file that is gone, or is no longer the
    one that was read, gives none: better no highlight than a wrong one.
    """
    if doc.source.format not in (Format.PDF, Format.IMAGE) or number not in {page.number for page in doc.pages}:
        return None
    return _PROCESS.draw(_PageRequest(doc.source, original or Path(doc.source.path), number, dpi))


@dataclass(frozen=True, slots=True)
class _PageRequest:
    source: Source
    path: Path
    number: int
    dpi: float


class _DrawingProcess:
    """One process that draws pages one after the other, within limits: a page may be made to take for ever.

    It starts with the first page. What failed once is not tried again.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[_PageRequest] = deque()
        self._results: Iterator[tuple[_PageRequest, bytes | PinciteError | None]] | None = None
        self._failed: OrderedDict[tuple[str, int], None] = OrderedDict()

    def draw(self, request: _PageRequest) -> bytes | None:
        """The page as a PNG file; None where it cannot be drawn."""
        key = request.source.sha256, request.number
        with self._lock:
            if key in self._failed:
                return None
            if self._results is None:
                self._results = ProcessExecutor(jobs=1).run(
                    iter(self._waiting.popleft, None), start=_start_drawing, limits=_LIMITS
                )
            self._waiting.append(request)
            _, drawn = next(self._results)
            if isinstance(drawn, PinciteError):
                self._failed[key] = None
                while len(self._failed) > _MOST_FAILED:
                    self._failed.popitem(last=False)
                return None
            return drawn


_PROCESS = _DrawingProcess()


def _start_drawing() -> Callable[[_PageRequest], bytes | None]:
    return _draw


def _draw(request: _PageRequest) -> bytes | None:
    data = read_original(request.source, request.path)
    if data is None:
        return None
    draw = _draw_pdf if request.source.format == Format.PDF else _draw_image
    try:
        image = draw(RawFile(str(request.path), data), request.number, request.dpi)
    except (ReadError, ImportError):
        return None
    return None if image is None else _as_png(image)


def _as_png(image: Image) -> bytes:
    out = io.BytesIO()
    # A higher level takes many times as long on a scan, and gives no smaller file.
    image.save(out, format="PNG", compress_level=3)
    return out.getvalue()


def read_original(source: Source, path: Path) -> bytes | None:
    """The bytes of the file a document was read from; None where it is gone or is another file now."""
    try:
        # An untrusted store may name any path: only a plain file of the right size is read.
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size != source.size:
            return None
        data = path.read_bytes()
    except (OSError, ValueError):
        return None
    return data if hashlib.sha256(data).hexdigest() == source.sha256 else None


def _draw_pdf(raw: RawFile, number: int, dpi: float) -> Image | None:
    from pincite.ingest.pdf.file import PdfFile

    with PdfFile(raw) as file:
        page = file.page(number - 1)
        try:
            fitting = page.fitting_dpi(dpi, megapixels=_MEGAPIXELS, pictures=Limits().page_megapixels)
            return None if fitting is None else page.draw(fitting)
        finally:
            page.close()


def _draw_image(raw: RawFile, number: int, dpi: float) -> Image | None:
    from pincite.ingest.image import open_pages

    for at, (image, own) in enumerate(open_pages(raw, limits=Limits()), start=1):
        if at == number:
            scale = min(1.0, dpi / own, (_MEGAPIXELS * 1e6 / (image.width * image.height)) ** 0.5)
            return image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    return None
