"""Damaged PDF files: each gives a document that keeps the laws, or a refusal; none stops the reader or holds it up."""

import io
import random
import traceback

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from tests.raw_file import raw_file

from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.execute.processes import ProcessExecutor
from pincite.spans import Span

LIMITS = Limits(seconds=10, pages=200, memory_mb=1024)
COPIES = 60
LINE = "The tenant shall keep the quay clear (see clause 4.2) and pay 1,200 crowns a month,"


def drawn(*, compressed):
    """A PDF of three pages with a header, columns, a table, a field, sideways text, a link and an outline."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, pageCompression=int(compressed), invariant=1)
    canvas.setTitle("Lease of the quay")
    for number in range(1, 4):
        canvas.bookmarkPage(f"p{number}")
        canvas.addOutlineEntry(f"Part {number}", f"p{number}")
        canvas.setFont("Times-Roman", 8)
        canvas.drawString(72, 800, "Lease of the quay")
        canvas.drawCentredString(297, 30, str(number))
        canvas.setFont("Times-Roman", 11)
        for i in range(12):
            canvas.drawString(72, 740 - 14 * i, LINE)
            canvas.drawString(72 + 130 * (i % 3), 500 - 14 * (i // 3), f"cell {i}")
            canvas.drawString(72 if i % 2 else 310, 400 - 14 * (i // 2), LINE[:40])
        canvas.saveState()
        canvas.rotate(90)
        canvas.drawString(100, -560, "Printed sideways")
        canvas.restoreState()
        canvas.acroForm.textfield(value="filled in", name=f"f{number}", x=72, y=200, width=200, height=20)
        canvas.linkRect("", f"p{number}", (72, 700, 200, 720))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def damaged(whole, chance):
    """A copy with bytes flipped or digits changed, a part cut out, doubled or moved, or its end missing."""
    a, b = sorted(chance.sample(range(len(whole)), 2))
    match chance.randrange(6):
        case 0:
            places = {chance.randrange(len(whole)): chance.randrange(256) for _ in range(chance.choice((1, 8, 200)))}
            return bytes(places.get(i, byte) for i, byte in enumerate(whole))
        case 1:
            digits = [i for i, byte in enumerate(whole) if chr(byte).isdigit() and byte < 128]
            changed = {i: ord(chance.choice("0123456789-")) for i in chance.sample(digits, 20)}
            return bytes(changed.get(i, byte) for i, byte in enumerate(whole))
        case 2:
            return whole[:a] + whole[b:]
        case 3:
            return whole[:b] + whole[a:]
        case 4:
            return whole[:a] + whole[b:] + whole[a:b]
    return whole[:b]


def start_reading():
    from pincite.ingest.pdf.reader import PdfReader

    reader = PdfReader()

    def read(path):
        try:
            check_laws(reader.read(raw_file(path), limits=LIMITS))
        except ReadError:
            raise
        except Exception:
            return traceback.format_exc()
        return "read"

    return read


def check_laws(doc):
    assert doc.text == doc.text.strip() != ""
    assert len(doc.glyphs) == 4 * len(doc.text)
    assert [page.span.start for page in doc.pages[1:]] == [page.span.end for page in doc.pages[:-1]]
    assert all(doc.slice(item.span) for item in (*doc.blocks, *doc.marks))
    doc.boxes(Span(0, len(doc.text)))


@pytest.mark.parametrize("compressed", [True, False])
def test_a_damaged_pdf_gives_a_document_or_a_refusal(compressed, tmp_path):
    whole, chance = drawn(compressed=compressed), random.Random(f"damage {compressed}")
    paths = [tmp_path / "whole.pdf", *(tmp_path / f"{i}.pdf" for i in range(COPIES))]
    paths[0].write_bytes(whole)
    for path in paths[1:]:
        path.write_bytes(damaged(whole, chance))
    found = dict(ProcessExecutor().run(paths, start=start_reading, limits=LIMITS))
    outcomes = {path: result.kind if isinstance(result, ReadError) else result for path, result in found.items()}
    assert outcomes[paths[0]] == "read"
    assert {result for result in outcomes.values()} <= {"read", "damaged", "encrypted", "no-text", "unsupported"}
    assert list(outcomes.values()).count("read") > COPIES / 4
