import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.cli.answer_page import answer_page
from pincite.cli.page_picture import page_picture
from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span

NOTICE = Path(__file__).parents[2] / "examples" / "two-column-notice.pdf"


@pytest.fixture(scope="module")
def doc(tmp_path_factory):
    """A page of a real PDF."""
    path = tmp_path_factory.mktemp("pdf") / "notice.pdf"
    shutil.copy(NOTICE, path)
    return read_file(path, wire_reading(load_settings(flags=["ocr.mode=never"]).settings)).doc


@pytest.fixture
def page(doc):
    """The HTML page of an answer that cites a line of the PDF."""
    start = next(at for at in range(len(doc.text) // 3, len(doc.text)) if doc.text[at : at + 1].isalpha())
    span = Span(start, start + 120)
    citation = Citation(
        number=1,
        passage=Passage(doc.id, span),
        quote=span.slice(doc.text),
        document="notice.pdf",
        claim=Span(0, 10),
        page=1,
        boxes=doc.boxes(span),
    )
    answer = Answer("What is proposed?", "Something [1].", found=True, confidence=0.9, citations=(citation,))
    return lambda: answer_page([answer], lambda doc_id: doc)


def test_a_citation_of_a_pdf_is_shown_on_its_page_with_a_box(page):
    shown = page()
    assert '<img src="data:image/png;base64,' in shown
    assert '<i style="left:' in shown
    assert "<mark>" in shown


def test_a_file_that_has_changed_is_not_shown(page, doc):
    path = Path(doc.source.path)
    before = path.read_bytes()
    try:
        path.write_bytes(before + b"\n")
        assert "<figure>" not in page()
        path.unlink()
        assert "<figure>" not in page()
    finally:
        path.write_bytes(before)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_path_in_a_store_that_is_no_plain_file_is_not_opened(doc, tmp_path):
    os.mkfifo(tmp_path / "pipe.pdf")
    for path in (tmp_path / "pipe.pdf", Path("/dev/zero"), tmp_path, "a\0b"):
        assert page_picture(replace(doc, source=replace(doc.source, path=str(path))), 1) is None
