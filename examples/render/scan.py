"""A native PDF as an office scanner would give it back: grey, a little crooked, noisy, and without any text."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pypdfium2
from PIL import Image, ImageFilter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

DPI = 200
PAPER = 232


def scan_pdf(data: bytes, *, seed: int, quality: int) -> bytes:
    """An image-only PDF of the same pages; the seed makes the noise the same every time."""
    chance, out = np.random.default_rng(seed), BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=1)
    canvas.setTitle("Scanned document")
    for page in pypdfium2.PdfDocument(data):
        width, height = page.get_size()
        image = _scanned(page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L"), chance)
        encoded = BytesIO()
        image.save(encoded, "JPEG", quality=quality, dpi=(DPI, DPI))
        encoded.seek(0)
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(encoded), 0, 0, width, height)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _scanned(image: Image.Image, chance: np.random.Generator) -> Image.Image:
    """Turn, soften, grey and speckle one page."""
    turned = image.rotate(chance.uniform(0.3, 0.7) * chance.choice((-1, 1)), Image.Resampling.BICUBIC, fillcolor=255)
    ink = np.asarray(turned.filter(ImageFilter.GaussianBlur(0.6)), dtype=np.float32) / 255
    shade = np.linspace(PAPER, PAPER - 14, ink.shape[1], dtype=np.float32)[None, :]
    grey = 28 + ink * (shade - 28)
    # Coarse noise survives JPEG at a small size where fine noise would only make the file large.
    coarse = chance.normal(0, 3.0, (ink.shape[0] // 4 + 1, ink.shape[1] // 4 + 1)).astype(np.float32)
    grey += coarse.repeat(4, axis=0).repeat(4, axis=1)[: ink.shape[0], : ink.shape[1]]
    specks = chance.random(ink.shape) < 0.00004
    grey[specks] -= 90
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8))
