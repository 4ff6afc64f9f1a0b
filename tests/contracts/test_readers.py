"""What every registered reader keeps to, whatever its format."""

import inspect

import pytest
from tests.raw_file import raw_file

from pincite import registry
from pincite.domain.document import Document, document_id
from pincite.domain.limits import Limits
from pincite.domain.ocr import OcrWord
from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError
from pincite.ingest.sniff import choose_reader
from pincite.ingest.source import load_file
from pincite.pipeline.wire import wire_readers
from pincite.ports import Reader

NAME = "lease || 1: a%20b č 📄"
WORDS = "This lease is made between the landlord and the tenant."


class ScriptedOcr:
    """Reads the same line off every page."""

    def recognise(self, image):
        return [OcrWord(word, 40 + 60 * i, 40, 90 + 60 * i, 60, 0.9) for i, word in enumerate(WORDS.split())]


def write_text(folder):
    path = folder / f"{NAME}.txt"
    path.write_bytes(f"LEASE\r\n\r\n{WORDS}\r\n\x0cSecond page\r\n".encode("utf-8-sig"))
    return path


def write_markdown(folder):
    path = folder / f"{NAME}.md"
    path.write_text(f"# Lease\n\n{WORDS}\n\n1. Rent\n\n| a | b |\n|---|---|\n| c | d |\n", "utf-8")
    return path


def write_html(folder):
    path = folder / f"{NAME}.html"
    rows = "<table><tr><td>a<td>b<tr><td>c<td>d</table>"
    path.write_text(f"<title>Lease</title><h1>Lease</h1><p>{WORDS}</p><ol><li>Rent</ol>{rows}", "utf-8")
    return path


def write_docx(folder):
    import docx

    made = docx.Document()
    made.add_heading("Lease", 1)
    made.add_paragraph(WORDS)
    made.add_paragraph("Rent", style="List Number")
    table = made.add_table(2, 2)
    for cell, text in zip((cell for row in table.rows for cell in row.cells), "abcd", strict=True):
        cell.text = text
    made.sections[0].header.paragraphs[0].text = "Draft"
    path = folder / f"{NAME}.docx"
    made.save(path)
    return path


def write_pdf(folder):
    canvas = pytest.importorskip("reportlab.pdfgen.canvas")
    path = folder / f"{NAME}.pdf"
    pdf = canvas.Canvas(str(path), invariant=True)
    for heading in ("LEASE", "RENT"):
        pdf.setFont("Times-Bold", 16)
        pdf.drawString(72, 740, heading)
        pdf.setFont("Times-Roman", 11)
        pdf.drawString(72, 700, WORDS)
        pdf.showPage()
    pdf.save()
    return path


def write_image(folder):
    image = pytest.importorskip("PIL.Image")
    path = folder / f"{NAME}.png"
    image.new("L", (800, 200), 255).save(path, dpi=(100, 100))
    return path


SAMPLES = {
    "text": write_text,
    "markdown": write_markdown,
    "html": write_html,
    "docx": write_docx,
    "pdf": write_pdf,
    "image": write_image,
}
READERS = registry.names("reader")


def load(name):
    return registry.load("reader", name)()


@pytest.fixture(params=READERS)
def read(request, tmp_path):
    """The name of a reader, and the document it reads from its sample."""
    path = SAMPLES[request.param](tmp_path)
    return request.param, path, load(request.param).read(raw_file(path), limits=Limits(), ocr=ScriptedOcr())


def test_every_reader_has_a_sample():
    assert set(READERS) <= set(SAMPLES)


@pytest.mark.parametrize("name", READERS)
def test_a_reader_keeps_to_the_port(name):
    assert isinstance(load(name), Reader)
    assert list(inspect.signature(load(name).read).parameters) == ["file", "limits", "ocr"]


def test_the_sample_is_read_and_described(read):
    name, path, doc = read
    assert isinstance(doc, Document)
    assert "".join(WORDS.split()) in "".join(doc.text.split())
    assert doc.id == document_id(doc.text)
    assert (doc.source.path, doc.source.format) == (str(path), name)
    assert doc.source.size == path.stat().st_size
    assert choose_reader(raw_file(path), wire_readers()).format == name


def test_text_has_lf_line_ends_and_no_byte_order_mark(read):
    _, _, doc = read
    assert "\r" not in doc.text
    assert not doc.text.startswith("\ufeff")


def test_blocks_are_in_order_inside_the_text_and_do_not_overlap(read):
    _, _, doc = read
    end = 0
    for block in doc.blocks:
        assert end <= block.span.start < block.span.end <= len(doc.text)
        assert doc.slice(block.span).strip()
        assert block.level is None or block.level >= 1
        end = block.span.end


def test_marks_are_in_order_inside_the_text(read):
    _, _, doc = read
    starts = [mark.span.start for mark in doc.marks]
    assert starts == sorted(starts)
    assert all(mark.span and mark.span.end <= len(doc.text) for mark in doc.marks)


def test_pages_tile_the_text(read):
    _, _, doc = read
    at = 0
    for number, page in enumerate(doc.pages, start=1):
        assert (page.number, page.span.start) == (number, at)
        at = page.span.end
    assert not doc.pages or at == len(doc.text)


def test_offsets_and_glyphs_cover_the_text(read):
    _, _, doc = read
    assert doc.offsets is None or doc.offsets.canonical_length == len(doc.text)
    assert doc.glyphs is None or len(doc.glyphs) == 4 * len(doc.text)
    assert doc.offsets is not None or doc.glyphs is not None


def test_the_same_file_gives_the_same_document(read):
    name, path, doc = read
    again = load(name).read(raw_file(path), limits=Limits(), ocr=ScriptedOcr())
    for field in ("id", "text", "source", "pages", "blocks", "marks", "title", "warnings"):
        assert getattr(again, field) == getattr(doc, field), field
    assert (again.offsets is None) == (doc.offsets is None)
    if doc.offsets is not None:
        assert list(again.offsets.runs()) == list(doc.offsets.runs())


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    ("content", "kinds"), [(b"", {"empty"}), (bytes(range(256)) * 20, {"binary", "damaged", "unsupported"})]
)
def test_what_cannot_be_read_is_a_read_error(name, content, kinds):
    with pytest.raises(ReadError) as caught:
        load(name).read(RawFile("uploads/bad", content), limits=Limits(), ocr=ScriptedOcr())
    assert caught.value.kind in kinds
    assert "uploads/bad" in str(caught.value)


@pytest.mark.parametrize("name", READERS)
def test_a_file_over_the_limit_is_refused(name, tmp_path):
    file = RawFile("large", SAMPLES[name](tmp_path).read_bytes() + b" " * (2 << 20))
    with pytest.raises(ReadError) as caught:
        load(name).read(file, limits=Limits(file_mb=1), ocr=ScriptedOcr())
    assert caught.value.kind == "too-large"


def test_a_file_on_disk_is_taken_only_if_it_is_there_and_within_the_limit(tmp_path):
    with pytest.raises(ReadError) as caught:
        load_file(tmp_path / "none", limits=Limits())
    assert caught.value.kind == "missing"
    (tmp_path / "large").write_bytes(b" " * (2 << 20))
    with pytest.raises(ReadError) as caught:
        load_file(tmp_path / "large", limits=Limits(file_mb=1))
    assert caught.value.kind == "too-large"


@pytest.mark.parametrize("name", READERS)
def test_a_reader_declares_its_files_and_its_version(name):
    reader = load(name)
    assert reader.format == name
    assert reader.suffixes and all(one.startswith(".") and one == one.lower() for one in reader.suffixes)
    assert all(isinstance(one, bytes) and one for one in reader.magic)
    assert isinstance(reader.version, str) and reader.version


@pytest.mark.parametrize("name", READERS)
def test_bytes_without_a_file_are_read_alike(name, tmp_path):
    path = SAMPLES[name](tmp_path)
    from_disk = load(name).read(raw_file(path), limits=Limits(), ocr=ScriptedOcr())
    upload = RawFile(f"upload{path.suffix}", path.read_bytes())
    path.unlink()
    doc = load(name).read(upload, limits=Limits(), ocr=ScriptedOcr())
    assert (doc.id, doc.blocks, doc.source.path) == (from_disk.id, from_disk.blocks, upload.name)
