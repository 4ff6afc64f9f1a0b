"""Pages drawn for the tests, and the OCR engine they share."""

from collections.abc import Callable
from pathlib import Path

import pytest

Image = pytest.importorskip("PIL.Image")


@pytest.fixture(scope="session")
def draw_page() -> Callable[..., "Image.Image"]:
    """A function that draws lines of text on paper."""
    import reportlab
    from PIL import ImageDraw, ImageFont

    faces = Path(reportlab.__file__).parent / "fonts"

    def draw(lines, *, size=28, width=900, height=None, ink="black", paper="white", face="Vera"):
        font = ImageFont.truetype(str(faces / f"{face}.ttf"), size)
        page = Image.new("RGB", (width, height or 2 * size * (len(lines) + 1)), paper)
        pen = ImageDraw.Draw(page)
        for i, line in enumerate(lines):
            pen.text((2 * size, size + 2 * size * i), line, fill=ink, font=font)
        return page

    return draw


@pytest.fixture(scope="session")
def rapidocr():
    """The RapidOCR engine, its models loaded once."""
    pytest.importorskip("rapidocr")
    from pincite.ingest.ocr.rapidocr import RapidOcrEngine

    return RapidOcrEngine(threads=1)
