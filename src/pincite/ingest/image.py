"""Images: scanned pages in PNG, JPEG and TIFF files, read by OCR."""

from __future__ import annotations

import io
import time
import warnings
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pincite.domain.document import Document, Format, document_id
from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.errors import OcrError, ReadError
from pincite.ingest.layout.page import PageWords
from pincite.ingest.layout.text import compose
from pincite.ingest.pdf.ocr import place_words
from pincite.ingest.source import check_file, describe
from pincite.ports import OcrEngine

if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = ("PNG", "JPEG", "TIFF")
_A4_INCHES = (8.27, 11.69)
# The range of paper sizes; outside it, the declared resolution is a camera's default.
_PAPER_INCHES = (2.0, 24.0)
_SUBFILE_TYPE = 254
_REDUCED = 1


class ImageReader:
    """Reads image files: one page each, or one for each image of a TIFF.

    The page is as the image is displayed, its orientation tag followed; its size in points comes from the resolution
    the file claims, or is that of A4 paper where the claim is absent or absurd.
    """

    format = Format.IMAGE
    suffixes = (".png", ".jpg", ".jpeg", ".tif", ".tiff")
    magic = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")
    version = "1"

    def read(self, file: RawFile, *, limits: Limits, ocr: OcrEngine | None = None) -> Document:
        """The document in an image file."""
        check_file(file, limits=limits)
        if ocr is None:
            reason = "an image can be read only by OCR, which is off or not installed: pip install 'pincite[ocr]'."
            raise ReadError(file.name, "no-text", reason)
        composed = compose(list(_read_pages(file, limits=limits, ocr=ocr)))
        if not composed.text:
            raise ReadError(
                file.name, "no-text", "no words were found in the image; check that it shows a page of text."
            )
        return Document(
            id=document_id(composed.text),
            text=composed.text,
            source=describe(file, format=self.format),
            pages=composed.pages,
            blocks=composed.blocks,
            marks=composed.marks,
            glyphs=composed.glyphs,
        )


def _read_pages(file: RawFile, *, limits: Limits, ocr: OcrEngine) -> Iterator[PageWords]:
    began = time.monotonic()
    for number, (image, dpi) in enumerate(open_pages(file, limits=limits), start=1):
        if time.monotonic() - began > limits.seconds:
            reason = f"reading took longer than {limits.seconds} seconds, at page {number}; raise limits.seconds."
            raise ReadError(file.name, "timeout", reason)
        try:
            found = ocr.recognise(image)
        except OcrError as error:
            raise ReadError(file.name, "crashed", f"OCR failed on page {number}: {error}") from error
        size = (image.width * 72 / dpi, image.height * 72 / dpi)
        yield place_words(found, PageWords(number, *size, [], array("f"), size), scale=72 / dpi)


def open_pages(file: RawFile, *, limits: Limits) -> Iterator[tuple[Image, float]]:
    """The pages of an image file one by one, as displayed, each with its resolution."""
    from PIL import Image as Images

    with _refusing(file.name, limits):
        images: Any = Images.open(io.BytesIO(file.data), formats=_FORMATS)
    many = images.format == "TIFF"
    index = count = 0
    while _go_to(file.name, images, index=index, limits=limits):
        index += 1
        if many and _is_thumbnail(images):
            continue
        count += 1
        if count > limits.pages:
            raise ReadError(file.name, "too-large", f"the file has over {limits.pages:,} pages; raise limits.pages.")
        with _refusing(file.name, limits):
            page = _as_displayed(file.name, images, limits=limits)
        yield page, _resolution(page, images.info.get("dpi"))
        if not many:
            return


def _go_to(name: str, images: Any, *, index: int, limits: Limits) -> bool:
    """Move to an image of the file; False where there are no more."""
    with _refusing(name, limits):
        try:
            images.seek(index)
        except EOFError:
            return False
        return True


@contextmanager
def _refusing(name: str, limits: Limits) -> Iterator[None]:
    """Turn whatever the image library raises or warns of into a ReadError."""
    from PIL import Image as Images
    from PIL import UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            # Its warnings about odd tags do not matter, and large images have their own limit here.
            warnings.simplefilter("ignore")
            yield
    except (ReadError, MemoryError):
        raise
    except Images.DecompressionBombError as error:
        raise _too_large(name, limits) from error
    except UnidentifiedImageError as error:
        raise ReadError(name, "damaged", "the file is not a PNG, JPEG or TIFF image; check it.") from error
    except Exception as error:
        # Damaged files make its decoders raise nearly any kind of error.
        raise ReadError(name, "damaged", f"the image is damaged ({error}); open and save it again.") from error


def _too_large(name: str, limits: Limits) -> ReadError:
    reason = (
        f"a page has more than {limits.page_megapixels} megapixels; raise limits.page_megapixels or scan it smaller."
    )
    return ReadError(name, "too-large", reason)


def _is_thumbnail(images: Any) -> bool:
    return bool(images.tag_v2.get(_SUBFILE_TYPE, 0) & _REDUCED)


def _as_displayed(name: str, images: Any, *, limits: Limits) -> Image:
    """The image at hand, decoded, upright by its orientation tag, on white paper."""
    from PIL import Image as Images
    from PIL import ImageOps

    if images.width * images.height > limits.page_megapixels * 1_000_000:
        raise _too_large(name, limits)
    image: Image = ImageOps.exif_transpose(images)
    if image.mode.startswith(("I", "F")):
        low, high = image.getextrema()
        scale = 255 / max(high - low, 1)  # type: ignore[operator]
        return image.convert("F").point(lambda value: value * scale + -low * scale).convert("RGB")  # type: ignore
    if image.has_transparency_data:
        image = image.convert("RGBA")
        paper = Images.new("RGBA", image.size, "white")
        return Images.alpha_composite(paper, image).convert("RGB")
    return image.convert("RGB")


def _resolution(image: Image, claimed: Any) -> float:
    """Dots an inch: as claimed if that makes a page of a size that paper has, else as of an A4 page."""
    try:
        dpi = float(claimed[0])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        dpi = 0.0
    least, most = _PAPER_INCHES
    if dpi > 0 and least <= max(image.size) / dpi <= most:
        return dpi
    return max(1.0, min(image.size) / _A4_INCHES[0], max(image.size) / _A4_INCHES[1])
