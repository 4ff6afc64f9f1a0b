import math
from array import array

import pytest

from pincite.domain.document import Document, Format, Mark, MarkKind, Page, Source, document_id
from pincite.errors import SpanError
from pincite.spans import Span

SOURCE = Source(path="a.pdf", format=Format.PDF, sha256="0" * 64, size=1)


def paged_document():
    """Two pages: "ab" over "cd" on two lines of page 1, "ef" on page 2; line breaks are not drawn."""
    text = "ab\ncd\nef"
    nan = (math.nan,) * 4
    glyphs = array("f")
    for box in [
        (10, 10, 15, 20),
        (15, 10, 20, 20),
        nan,
        (10, 30, 15, 40),
        (15, 30, 20, 40),
        nan,
        (10, 10, 15, 20),
        (15, 10, 20, 20),
    ]:
        glyphs.extend(box)
    pages = (Page(1, Span(0, 6), 600, 800), Page(2, Span(6, 8), 600, 800))
    return Document(id=document_id(text), text=text, source=SOURCE, pages=pages, glyphs=glyphs)


def test_a_span_has_one_box_for_each_line_it_runs_over():
    boxes = paged_document().boxes(Span(1, 8))
    assert [(box.page, box.x0, box.y0, box.x1, box.y1) for box in boxes] == [
        (1, 15, 10, 20, 20),
        (1, 10, 30, 20, 40),
        (2, 10, 10, 20, 20),
    ]


def test_a_document_without_glyphs_has_no_boxes():
    text = "abc"
    assert Document(id=document_id(text), text=text, source=SOURCE).boxes(Span(0, 3)) == ()


def test_boxes_outside_the_text_are_refused():
    with pytest.raises(SpanError):
        paged_document().boxes(Span(0, 9))


def test_the_page_of_a_character():
    doc = paged_document()
    assert [doc.page_of(offset).number for offset in (0, 5, 6, 7)] == [1, 1, 2, 2]
    assert [page.number for page in doc.pages_of(Span(4, 7))] == [1, 2]


def test_furniture_is_listed_apart_from_tables():
    text = "Header\n\nbody"
    marks = (Mark(MarkKind.TABLE, Span(8, 12)), Mark(MarkKind.HEADER, Span(0, 6)))
    doc = Document(id=document_id(text), text=text, source=SOURCE, marks=marks)
    assert doc.furniture() == (Span(0, 6),)


def test_the_id_follows_the_text():
    assert document_id("a") == document_id("a") != document_id("b")
    assert len(document_id("\ud800")) == 16
