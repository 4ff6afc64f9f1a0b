import importlib.util
import socket

import pytest

from pincite.errors import MissingExtra
from pincite.ingest.ocr import rapidocr as ocr_rapidocr
from pincite.ingest.ocr.rapidocr import RapidOcrEngine

LINES = ["5.2 The Supplier shall keep", "the Deposit for (30) days."]


def words_of(found):
    return " ".join(word.text for word in found)


@pytest.fixture(scope="module")
def page(draw_page):
    return draw_page(LINES, width=640)


@pytest.fixture(scope="module")
def read(rapidocr, page):
    return rapidocr.recognise(page)


def test_words_of_a_page_are_read_in_order(read):
    assert words_of(read) == " ".join(LINES)


def test_each_word_has_a_tight_box_and_a_confidence(read, page):
    import numpy as np

    ink = np.asarray(page.convert("L")) < 128
    for word in read:
        x0, y0, x1, y1 = round(word.x0), round(word.y0), round(word.x1), round(word.y1)
        rows, columns = np.nonzero(ink[y0:y1, x0:x1])
        assert columns.min() <= 2 and columns.max() >= x1 - x0 - 3, word
        assert rows.min() <= 2 and rows.max() >= y1 - y0 - 3, word
        assert 0.8 < word.confidence <= 1
    boxed = np.zeros_like(ink)
    for word in read:
        boxed[int(word.y0) - 1 : int(word.y1) + 2, int(word.x0) - 1 : int(word.x1) + 2] = True
    assert (ink & boxed).sum() > 0.99 * ink.sum()


def test_czech_letters_are_read(rapidocr, draw_page):
    line = "Účastník žádá o náležitý čas"
    assert words_of(rapidocr.recognise(draw_page([line], width=560))) == line


def test_light_letters_on_dark_paper_are_read(rapidocr, draw_page):
    page = draw_page(["Schedule of Charges"], width=420, ink="white", paper="navy")
    assert words_of(rapidocr.recognise(page)) == "Schedule of Charges"


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_turned_page_is_read_and_boxed_where_it_stands(rapidocr, page, read, degrees):
    found = rapidocr.recognise(ocr_rapidocr.turn(page, degrees))
    assert words_of(found) == words_of(read)
    for word, upright in zip(found, read, strict=True):
        back = ocr_rapidocr.turn_back(word, degrees, size=page.size)
        for side in ("x0", "y0", "x1", "y1"):
            assert getattr(back, side) == pytest.approx(getattr(upright, side), abs=3)


def test_a_page_askew_is_read(rapidocr, page):
    assert words_of(rapidocr.recognise(page.rotate(2, fillcolor="white", expand=True))) == " ".join(LINES)


def test_a_blank_page_and_a_speck_have_no_words(rapidocr, draw_page):
    assert rapidocr.recognise(draw_page([], width=300, height=300)) == []
    assert rapidocr.recognise(draw_page([], width=1, height=1)) == []


def test_reading_needs_no_network_and_says_nothing(monkeypatch, capfd, draw_page):
    def refuse(*_args, **_kwargs):
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    found = RapidOcrEngine(threads=1).recognise(draw_page(["Term"], width=200))
    assert words_of(found) == "Term"
    assert capfd.readouterr() == ("", "")


def test_a_missing_package_is_said_when_the_engine_is_made(monkeypatch):
    monkeypatch.setattr(ocr_rapidocr, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'pincite\[ocr\]'"):
        RapidOcrEngine()


def test_making_an_engine_imports_nothing_heavy():
    import subprocess
    import sys

    code = "import sys; from pincite.ingest.ocr.rapidocr import RapidOcrEngine; RapidOcrEngine(); print(*sys.modules)"
    if importlib.util.find_spec("rapidocr") is None:
        pytest.skip("rapidocr is not installed")
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"rapidocr", "onnxruntime", "numpy", "PIL"} & set(loaded)
