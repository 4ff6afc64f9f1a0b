import sys

import pytest

from pincite.errors import MissingExtra, OcrError, SettingsError
from pincite.ingest.ocr import tesseract as ocr_tesseract
from pincite.ingest.ocr.tesseract import TesseractEngine, find_program, read_tsv

HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
TABLE = (
    HEAD
    + "4\t1\t1\t1\t1\t0\t10\t20\t300\t30\t-1\t\n"
    + '5\t1\t1\t1\t1\t1\t10\t20\t50\t30\t96.5\t"Term"\n'
    + "5\t1\t1\t1\t1\t2\t70\t22\t40\t28\t-1\tmeans\n"
    + "5\t1\t1\t1\t1\t3\t0\t60\t300\t4\t95\t \n"
)


@pytest.fixture
def fake_program(tmp_path):
    """A function that writes a program which answers --list-langs, and pages as told."""

    def write(on_page, *, languages="eng\nces"):
        path = tmp_path / "tesseract"
        path.write_text(
            f"#!{sys.executable}\nimport sys, time\n"
            f"if '--list-langs' in sys.argv:\n    print('List of languages:\\n' + {languages!r})\n    sys.exit()\n"
            f"{on_page}\n"
        )
        path.chmod(0o755)
        return str(path)

    return write


def test_the_table_gives_words_with_boxes_and_confidences():
    first, second = read_tsv(TABLE)
    assert (first.text, first.x0, first.y0, first.x1, first.y1, first.confidence) == ('"Term"', 10, 20, 60, 50, 0.965)
    assert (second.text, second.confidence) == ("means", 0)


def test_a_page_is_read_in_the_installed_default_languages(fake_program, draw_page):
    program = fake_program(f"sys.stdin.buffer.read()\nassert 'eng+ces' in sys.argv\nprint({TABLE!r})")
    assert [word.text for word in TesseractEngine(program=program).recognise(draw_page([]))] == ['"Term"', "means"]


def test_a_default_language_that_is_not_installed_is_left_out(fake_program):
    assert TesseractEngine(program=fake_program("", languages="eng\ndeu")).languages == ("eng",)


def test_a_language_asked_for_must_be_installed(fake_program):
    engine = TesseractEngine(program=fake_program(""), languages="eng+fra")
    with pytest.raises(SettingsError, match=r"'fra', not installed\. Known: ces, eng"):
        engine.languages  # noqa: B018


def test_a_page_that_takes_too_long_is_given_up(fake_program, draw_page):
    engine = TesseractEngine(program=fake_program("time.sleep(60)"), seconds=0.5)
    engine.__dict__["installed"] = frozenset({"eng"})
    with pytest.raises(OcrError, match=r"longer than 0\.5 s"):
        engine.recognise(draw_page([]))


def test_a_failing_program_is_quoted(fake_program, draw_page):
    engine = TesseractEngine(program=fake_program("sys.exit('no room on the disk')"))
    with pytest.raises(OcrError, match="status 1.*no room on the disk"):
        engine.recognise(draw_page([]))


def test_a_program_that_is_not_there_is_said():
    with pytest.raises(OcrError, match="cannot be run"):
        TesseractEngine(program="/nowhere/tesseract").languages  # noqa: B018


def test_no_tesseract_at_all_is_said_when_the_engine_is_made(monkeypatch):
    monkeypatch.setattr(ocr_tesseract, "find_program", lambda: None)
    with pytest.raises(MissingExtra, match=r"pip install 'pincite\[tesseract\]'"):
        TesseractEngine()


@pytest.mark.skipif(find_program() is None, reason="no tesseract")
def test_the_real_program_reads_a_page(draw_page):
    found = TesseractEngine().recognise(draw_page(["The Supplier shall keep"], width=600))
    assert [word.text for word in found] == ["The", "Supplier", "shall", "keep"]
