"""What every OCR engine must do."""

from pathlib import Path

import pytest

from pincite import registry
from pincite.errors import MissingExtra
from pincite.ports import OcrEngine

Image = pytest.importorskip("PIL.Image")


@pytest.fixture(scope="module", params=registry.names("ocr"))
def engine(request):
    try:
        return registry.load("ocr", request.param)()
    except MissingExtra as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def page():
    import reportlab
    from PIL import ImageDraw, ImageFont

    font = ImageFont.truetype(str(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"), 30)
    image = Image.new("L", (620, 200), 255)
    pen = ImageDraw.Draw(image)
    pen.text((40, 40), "Governing law and courts", fill=0, font=font)
    pen.text((40, 110), "apply to this document", fill=0, font=font)
    return image


@pytest.fixture(scope="module")
def words(engine, page):
    return engine.recognise(page)


def test_it_fits_the_port(engine):
    assert isinstance(engine, OcrEngine)


def test_words_come_one_by_one_in_the_order_of_their_lines(words):
    assert [word.text for word in words] == ["Governing", "law", "and", "courts", "apply", "to", "this", "document"]


def test_boxes_lie_on_the_page_and_apart(words, page):
    for word in words:
        assert 0 <= word.x0 < word.x1 <= page.width
        assert 0 <= word.y0 < word.y1 <= page.height
        assert 0 <= word.confidence <= 1
    for left, right in zip(words[:4], words[1:4], strict=False):
        assert left.x1 < right.x0


def test_a_blank_page_has_no_words(engine):
    assert engine.recognise(Image.new("RGB", (400, 300), "white")) == []


def test_the_image_is_left_as_it_was(engine, page):
    before = page.tobytes()
    engine.recognise(page)
    assert page.tobytes() == before and page.mode == "L"
