"""A page of a PDF as a picture, for showing where a citation stands on it."""

from __future__ import annotations

import base64
import hashlib
import io
import stat
from pathlib import Path

from pincite.domain.document import Document, Format
from pincite.errors import ReadError

_DPI = 110
_MEGAPIXELS = 8


def page_picture(doc: Document, number: int) -> str | None:
    """The page as a `data:` address, or None where there is none to show.

    A file that is gone, or is no longer the one that was read, gives none: better no highlight than a wrong one.
    """
    if doc.source.format is not Format.PDF:
        return None
    path = Path(doc.source.path)
    try:
        # A store from elsewhere may name anything here: only a plain file of the right size is read.
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size != doc.source.size:
            return None
        data = path.read_bytes()
    except (OSError, ValueError):
        return None
    if hashlib.sha256(data).hexdigest() != doc.source.sha256:
        return None
    try:
        return _draw(path, data, number)
    except (ReadError, ImportError, MemoryError):
        return None


def _draw(path: Path, data: bytes, number: int) -> str | None:
    from pincite.ingest.pdf_file import PdfFile

    with PdfFile(path, data) as file:
        page = file.page(number - 1)
        try:
            dpi = page.fitting_dpi(_DPI, megapixels=_MEGAPIXELS)
            if dpi is None:
                return None
            out = io.BytesIO()
            page.draw(dpi).save(out, format="PNG", optimize=True)
        finally:
            page.close()
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode('ascii')}"
