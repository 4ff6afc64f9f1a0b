import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.domain.answer import Answer, Citation
from pincite.domain.document import Passage
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.render.answer_page import answer_page
from pincite.render.page_picture import page_picture
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
    assert '<rect x="' in shown
    assert " style=" not in shown
    assert "<mark>" in shown


def test_a_file_that_has_changed_is_not_shown(page, doc):
    path = Path(doc.source.path)
    before = path.read_bytes()
    try:
        path.write_bytes(before + b"\n")
        assert "<figure" not in page()
        path.unlink()
        assert "<figure" not in page()
    finally:
        path.write_bytes(before)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_path_in_a_store_that_is_no_plain_file_is_not_opened(doc, tmp_path):
    os.mkfifo(tmp_path / "pipe.pdf")
    for path in (tmp_path / "pipe.pdf", Path("/dev/zero"), tmp_path, "a\0b"):
        assert page_picture(replace(doc, source=replace(doc.source, path=str(path))), 1) is None


def test_a_page_is_shown_once_with_the_boxes_of_all_its_citations(doc):
    citations = []
    for number, start in enumerate((0, 400, 800), start=1):
        span = Span(start, start + 60)
        passage, quote = Passage(doc.id, span), span.slice(doc.text)
        place = {"claim": Span(0, 5), "page": 1, "boxes": doc.boxes(span)}
        citations.append(Citation(number=number, passage=passage, quote=quote, document="notice.pdf", **place))
    pages = {box.page for citation in citations for box in citation.boxes}
    answer = Answer("What?", "It is so [1][2][3].", found=True, confidence=0.9, citations=tuple(citations))
    shown = answer_page([answer], lambda doc_id: doc)
    assert shown.count("<figure>") == len(pages)
    assert shown.count("<rect ") == sum(len(citation.boxes) for citation in citations)


def test_a_number_in_the_answer_leads_to_its_source_and_back(page):
    shown = page()
    assert '<a href="#a1-0">[1]</a>' in shown
    assert 'id="a1-0"' in shown
    assert '<a href="#a1" title="back to the answer">' in shown
    assert '<article id="a1">' in shown


def test_a_hostile_question_and_name_are_shown_and_never_obeyed(doc):
    hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    span = Span(0, 40)
    citation = Citation(
        number=1, passage=Passage(doc.id, span), quote=hostile, document=hostile, claim=Span(0, 4), section=hostile
    )
    answer = Answer(hostile, f"{hostile} [1]", found=True, confidence=0.5, citations=(citation,), note=hostile)
    shown = answer_page([answer], lambda doc_id: doc)
    assert "<script" not in shown
    assert "<img src=x" not in shown
    assert "Confidence 50% (weak)" in shown
    assert "default-src 'none'" in shown
    assert "unsafe-inline" not in shown
