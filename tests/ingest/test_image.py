import io
import struct
import zlib

import pytest
from tests.raw_file import raw_file

from pincite.domain.document import Format
from pincite.domain.limits import Limits
from pincite.domain.ocr import OcrWord
from pincite.errors import OcrError, ReadError
from pincite.ingest.image import ImageReader
from pincite.spans import Span

Image = pytest.importorskip("PIL.Image")


class Recorder:
    """Finds one word a page, says which page it is, and keeps the pages it was shown."""

    def __init__(self):
        self.pages = []

    def recognise(self, image):
        self.pages.append(image)
        return [OcrWord(f"Page-{len(self.pages)}", 100, 100, 260, 130, 0.9)]


def read(path, *, ocr=None, limits=None):
    return ImageReader().read(raw_file(path), limits=limits or Limits(), ocr=ocr or Recorder())


def save(path, image, **options):
    image.save(path, **options)
    return path


@pytest.fixture
def paper():
    return Image.new("RGB", (827, 1169), "white")


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".tif"])
def test_an_image_becomes_a_page_with_boxes_in_points(tmp_path, paper, suffix):
    doc = read(save(tmp_path / f"scan{suffix}", paper, dpi=(100, 100)))
    assert (doc.text, doc.source.format) == ("Page-1", Format.IMAGE)
    (page,) = doc.pages
    assert (page.number, page.confidence) == (1, pytest.approx(0.9))
    assert (page.width, page.height) == pytest.approx((595.4, 841.7), abs=0.5)
    (box,) = doc.boxes(Span(0, 6))
    assert (box.x0, box.y0, box.x1, box.y1) == pytest.approx((72, 72, 187.2, 93.6), abs=0.5)


def test_each_image_of_a_tiff_is_a_page(tmp_path, paper):
    path = save(tmp_path / "fax.tif", paper, save_all=True, append_images=[paper, paper])
    doc = read(path)
    assert doc.text.split() == ["Page-1", "Page-2", "Page-3"]
    assert [page.number for page in doc.pages] == [1, 2, 3]


def test_the_thumbnail_in_a_tiff_is_no_page(tmp_path, paper):
    from PIL import TiffImagePlugin

    small = paper.resize((80, 110))
    tags = TiffImagePlugin.ImageFileDirectory_v2()
    tags[254] = 1
    small.encoderinfo = {"tiffinfo": tags}
    path = save(tmp_path / "scan.tif", paper, save_all=True, append_images=[small])
    assert len(read(path).pages) == 1


@pytest.mark.parametrize("suffix", [".jpg", ".tif"])
def test_the_orientation_tag_is_followed(tmp_path, paper, suffix):
    exif = Image.Exif()
    exif[274] = 6
    ocr = Recorder()
    doc = read(save(tmp_path / f"photo{suffix}", paper, exif=exif), ocr=ocr)
    assert ocr.pages[0].size == (1169, 827)
    assert doc.pages[0].width > doc.pages[0].height


def test_a_resolution_no_paper_has_is_taken_for_a4(tmp_path):
    doc = read(save(tmp_path / "photo.jpg", Image.new("RGB", (3000, 4000), "white"), dpi=(72, 72)))
    assert doc.pages[0].width == pytest.approx(595.4, abs=0.5)


def test_what_shows_through_is_white_paper(tmp_path):
    ocr = Recorder()
    read(save(tmp_path / "clear.png", Image.new("RGBA", (300, 300), (0, 0, 0, 0))), ocr=ocr)
    assert ocr.pages[0].getpixel((5, 5)) == (255, 255, 255)


def test_sixteen_bit_grey_keeps_its_contrast(tmp_path):
    image = Image.new("I;16", (300, 300), 60000)
    image.putpixel((7, 7), 2000)
    ocr = Recorder()
    read(save(tmp_path / "deep.png", image), ocr=ocr)
    assert ocr.pages[0].getpixel((5, 5)) == (255, 255, 255)
    assert ocr.pages[0].getpixel((7, 7)) == (0, 0, 0)


def test_without_ocr_it_says_what_to_install(tmp_path, paper):
    path = save(tmp_path / "scan.png", paper)
    with pytest.raises(ReadError, match=r"pip install 'pincite\[ocr\]'") as caught:
        ImageReader().read(raw_file(path), limits=Limits(), ocr=None)
    assert caught.value.kind == "no-text"


def test_a_page_without_words_is_said(tmp_path, paper):
    class Blind:
        def recognise(self, image):
            return []

    with pytest.raises(ReadError, match="no words were found") as caught:
        read(save(tmp_path / "blank.png", paper), ocr=Blind())
    assert caught.value.kind == "no-text"


def test_a_failing_engine_is_said_with_the_page(tmp_path, paper):
    class Failing:
        def recognise(self, image):
            raise OcrError("Tesseract took longer than 1 s on a page; raise ocr.seconds.")

    with pytest.raises(ReadError, match="page 1: Tesseract took longer"):
        read(save(tmp_path / "scan.png", paper), ocr=Failing())


@pytest.mark.parametrize("side", [8_000, 12_000, 90_000])
def test_a_page_beyond_the_limit_is_refused_undecoded(tmp_path, side):
    stored = io.BytesIO()
    Image.new("1", (8, 8), 1).save(stored, format="PNG")
    small = stored.getvalue()
    header = b"IHDR" + struct.pack(">II", side, side) + small[24:29]
    path = tmp_path / "bomb.png"
    path.write_bytes(small[:12] + header + struct.pack(">I", zlib.crc32(header)) + small[33:])
    with pytest.raises(ReadError, match=r"limits\.page_megapixels") as caught:
        read(path)
    assert caught.value.kind == "too-large"


def test_too_many_pages_are_refused(tmp_path, paper):
    path = save(tmp_path / "fax.tif", paper.resize((200, 300)), save_all=True, append_images=[paper] * 3)
    with pytest.raises(ReadError, match=r"over 2 pages; raise limits\.pages"):
        read(path, limits=Limits(pages=2))


def test_an_empty_file_and_no_image_are_refused(tmp_path):
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "words.jpg").write_bytes(b"This Agreement is made between the parties. " * 20)
    with pytest.raises(ReadError) as caught:
        read(tmp_path / "empty.png")
    assert caught.value.kind == "empty"
    with pytest.raises(ReadError, match="not a PNG, JPEG or TIFF image"):
        read(tmp_path / "words.jpg")


@pytest.mark.parametrize("format", ["PNG", "JPEG", "TIFF"])
def test_a_damaged_image_is_read_or_refused(tmp_path, draw_page, format):
    stored = io.BytesIO()
    draw_page(["The Tenant shall repair"], width=300).save(stored, format=format)
    whole = stored.getvalue()
    path = tmp_path / "damaged.img"
    refused = 0
    for i in range(40):
        at = len(whole) * i // 40
        path.write_bytes(whole[:at] if i % 2 else whole[:at] + b"\xff\x00\xa5" + whole[at + 3 :])
        try:
            read(path)
        except ReadError:
            refused += 1
    assert refused >= 10


def test_a_drawn_page_is_read_with_real_ocr(tmp_path, draw_page, rapidocr):
    page = draw_page(["1. The Tenant shall pay the rent", "every quarter without demand."], width=900)
    doc = read(save(tmp_path / "lease.png", page, dpi=(150, 150)), ocr=rapidocr)
    assert doc.text == "1. The Tenant shall pay the rent every quarter without demand."
    (box,) = doc.boxes(Span(doc.text.index("Tenant"), doc.text.index("shall") - 1))
    assert 60 < box.x0 < 85 and 15 < box.y0 < 30
