"""Laws of the readers: on generated pages and Word files, and on valid files that were damaged."""

import io
import re
import zipfile
from functools import cache

import docx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.raw_file import raw_file

from pincite.domain.document import Document
from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.ingest.docx.document import WordDocument
from pincite.ingest.docx.package import Package
from pincite.ingest.docx.reader import DocxReader
from pincite.ingest.flow import write
from pincite.ingest.html.reader import HtmlReader, build_page
from pincite.ingest.markdown import MarkdownReader

LIMITS = Limits(file_mb=4, unpacked_mb=64)
SETTINGS = {"derandomize": True, "deadline": None, "suppress_health_check": [HealthCheck.function_scoped_fixture]}
WORDS = st.text(st.sampled_from("abc é§ř.,;\u00a0\n &<\t“"), min_size=1, max_size=12)
TAGS = ("p", "div", "b", "font", "span", "h1", "h2", "ul", "ol", "li", "table", "tr", "td", "th", "pre", "center", "a")


def element(children):
    return st.builds(
        lambda tag, closed, inner: f"<{tag}>{''.join(inner)}" + (f"</{tag}>" if closed else ""),
        st.sampled_from(TAGS),
        st.booleans(),
        st.lists(children, max_size=4),
    )


ODDS = [
    "<br>",
    "<hr/>",
    "&amp;",
    "&nbsp;",
    "&#233;",
    "<!-- x -->",
    "</p>",
    "</table>",
    "<p hidden>x</p>",
    "<script>1<2</script>",
]
PAGES = st.lists(st.recursive(WORDS | st.sampled_from(ODDS), element, max_leaves=25), max_size=5).map("".join)


@settings(max_examples=120, **SETTINGS)
@given(PAGES)
def test_every_copied_run_of_a_page_is_the_same_in_its_source(source):
    written = write(build_page(source).flow, raw=source)
    assert written.offsets.raw_length == len(source)
    assert written.offsets.canonical_length == len(written.text)
    for raw, canonical, copied in written.offsets.runs():
        assert not copied or raw.slice(source) == canonical.slice(written.text)


@settings(max_examples=120, **SETTINGS)
@given(PAGES)
def test_the_text_of_a_page_follows_the_conventions(source):
    written = write(build_page(source).flow, raw=source)
    assert not re.search(r"[ \t]$|\n{3,}", written.text, re.MULTILINE)
    assert written.text == written.text.strip("\n")
    ends = [0]
    for block in written.blocks:
        assert ends[-1] <= block.span.start < block.span.end
        assert set(written.text[ends[-1] : block.span.start]) <= {"\n"}
        ends.append(block.span.end)
    assert ends[-1] == len(written.text)


PARAGRAPHS = st.lists(
    st.tuples(
        st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), min_size=1, max_size=30),
        st.sampled_from([None, "Heading 1", "Heading 3", "List Number", "List Bullet"]),
        st.booleans(),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=15, **SETTINGS)
@given(PARAGRAPHS)
def test_the_paragraphs_of_a_word_file_are_found_in_order(tmp_path, paragraphs):
    made = docx.Document()
    for text, style, in_table in paragraphs:
        if in_table:
            made.add_table(1, 2).rows[0].cells[1].text = text
        else:
            made.add_paragraph(text, style=style)
    path = tmp_path / "made.docx"
    made.save(path)
    words = [found for text, _, _ in paragraphs if (found := text.strip(" \xa0"))]
    if not words:
        with pytest.raises(ReadError):
            DocxReader().read(raw_file(path), limits=LIMITS)
        return
    doc = DocxReader().read(raw_file(path), limits=LIMITS)
    at = 0
    for found in words:
        at = doc.text.index(found, at) + len(found)
    raw = WordDocument(Package(raw_file(path), limits=LIMITS)).plain_text
    assert all(not copied or a.slice(raw) == doc.slice(b) for a, b, copied in doc.offsets.runs())


@cache
def valid_docx():
    made = docx.Document()
    made.add_heading("Lease", 1)
    made.add_paragraph("The rent is due.", style="List Number")
    made.add_table(2, 2).rows[0].cells[0].text = "Fee"
    made.sections[0].header.paragraphs[0].text = "Draft"
    buffer = io.BytesIO()
    made.save(buffer)
    # Stored, not deflated, so that damage reaches the XML and not only the packing.
    stored = io.BytesIO()
    with zipfile.ZipFile(buffer) as old, zipfile.ZipFile(stored, "w") as new:
        for name in old.namelist():
            if name.startswith(
                ("word/document", "word/styles", "word/numbering", "word/_rels", "_rels", "word/header")
            ):
                new.writestr(name, old.read(name))
    return stored.getvalue()


HTML = (
    b"<!DOCTYPE html><html><head><meta charset=utf-8><title>T</title><style>.x{display:none}</style></head><body>"
    b"<h1 class='a' style=\"font-size:12pt\">Lease</h1><ol start=3><li>one<li>two</ol><table><tr><td>a</td><td>b</td>"
    b"</tr></table><pre>x\r\n y</pre><!-- c --><script>1</script><p>caf\xc3\xa9 &amp; &#x41; end</p></body></html>"
)


def damaged(whole):
    """A valid file with bytes flipped, a part cut out or doubled."""
    place = st.integers(0, len(whole) - 1)
    flips = st.lists(st.tuples(place, st.integers(0, 255)), min_size=1, max_size=8)
    return st.one_of(
        flips.map(lambda changes: flip(whole, changes)),
        st.tuples(place, place).map(lambda ends: whole[: min(ends)] + whole[max(ends) :]),
        st.tuples(place, place).map(lambda ends: whole[: max(ends)] + whole[min(ends) :]),
        place.map(lambda end: whole[:end]),
    )


def flip(whole, changes):
    data = bytearray(whole)
    for place, byte in changes:
        data[place] = byte
    return bytes(data)


def outcome(reader, path, data):
    path.write_bytes(data)
    try:
        return reader.read(raw_file(path), limits=LIMITS)
    except ReadError as refusal:
        return refusal


def rewritten(change):
    """The valid Word file with the XML of its parts changed, so that the zip itself is whole."""
    member, place, byte = change
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(valid_docx())) as old, zipfile.ZipFile(buffer, "w") as new:
        names = old.namelist()
        for name in names:
            data = bytearray(old.read(name))
            if name == names[member % len(names)]:
                data[place % len(data)] = byte
            new.writestr(name, bytes(data))
    return buffer.getvalue()


@settings(max_examples=200, **SETTINGS)
@given(st.data())
def test_a_damaged_word_file_gives_a_document_or_a_refusal(tmp_path, data):
    whole = damaged(valid_docx())
    broken = st.tuples(st.integers(0, 9), st.integers(0, 1 << 20), st.sampled_from(b'<>&"/ 9xw\0\xff')).map(rewritten)
    result = outcome(DocxReader(), tmp_path / "a.docx", data.draw(whole | broken))
    assert isinstance(result, Document | ReadError)


@settings(max_examples=200, **SETTINGS)
@given(damaged(HTML))
def test_a_damaged_page_gives_a_document_or_a_refusal(tmp_path, data):
    result = outcome(HtmlReader(), tmp_path / "a.html", data)
    assert isinstance(result, Document | ReadError)


@settings(max_examples=100, **SETTINGS)
@given(st.text(st.sampled_from("#-=|*` \n\t1.)(ab"), min_size=1, max_size=80))
def test_markdown_blocks_stay_in_order_and_inside(tmp_path, text):
    result = outcome(MarkdownReader(), tmp_path / "a.md", text.encode())
    if isinstance(result, Document):
        assert result.text == text
        ends = [0]
        for block in result.blocks:
            assert ends[-1] <= block.span.start < block.span.end <= len(text)
            ends.append(block.span.end)
