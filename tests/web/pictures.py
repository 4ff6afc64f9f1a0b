"""Pictures of the page for the documentation: a test that shows something keeps one where there is none."""

import io
from pathlib import Path

from tests.web.reading import picture, settle

SCHEMES = ("light", "dark")
PICTURE_SIZE = {"width": 1280, "height": 800}
# What shows little is cut off below it.
LOW = {"width": 1280, "height": 480}
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "images"
_LARGEST = 250_000


def keep_picture(page, name, scheme):
    """Hold what is on the screen to be no blank and small enough, and keep it as a picture of this name."""
    page.mouse.move(0, 0)
    settle(page)
    image = picture(page).quantize(128)
    assert len(image.getcolors()) > 8, "the page is blank"
    taken = io.BytesIO()
    image.save(taken, "PNG", optimize=True)
    assert len(taken.getvalue()) < _LARGEST
    kept = FOLDER / f"web-{name}-{scheme}.png"
    # A picture differs from one machine's fonts to another's: it is replaced when it is deleted.
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(taken.getvalue())
    assert kept.read_bytes().startswith(b"\x89PNG") and kept.stat().st_size < _LARGEST
