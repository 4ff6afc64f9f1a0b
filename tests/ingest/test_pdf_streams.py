import time
import zlib

import pytest
from tests.raw_file import raw_file

from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.errors import ReadError
from pincite.ingest.pdf.reader import PdfReader
from pincite.ingest.pdf.streams import refuse_bombs


def pdf(content, filters):
    """A PDF of one page with such a content stream."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter %b >>\nstream\n%b\nendstream" % (len(content), filters, content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    head = b"xref\n0 6\n0000000000 65535 f \n" + table
    return out + head + b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(out)


def twice(content):
    return zlib.compress(zlib.compress(content, 9), 9)


WORDS = b"BT /F1 12 Tf 72 700 Td (The tenant pays the rent on the first day of each month.) Tj ET\n"
BOMB = twice(b"0 0 m " * 20_000_000)


@pytest.mark.parametrize("filters", [b"[/FlateDecode /FlateDecode]", b"[/Fl#61teDecode /Fl]"])
def test_a_stream_packed_twice_is_refused_at_once(tmp_path, filters):
    path = tmp_path / "bomb.pdf"
    path.write_bytes(pdf(BOMB, filters))
    assert path.stat().st_size < 5_000
    began = time.process_time()
    with pytest.raises(ReadError, match="packed 2 times over"):
        PdfReader().read(raw_file(path), limits=Limits())
    assert time.process_time() - began < 3


def test_a_small_stream_packed_twice_is_read(tmp_path):
    path = tmp_path / "odd.pdf"
    path.write_bytes(pdf(twice(WORDS), b"[/FlateDecode /FlateDecode]"))
    assert "The tenant pays the rent" in PdfReader().read(raw_file(path), limits=Limits()).text


def test_damage_in_such_a_stream_is_left_to_the_reader(tmp_path):
    refuse_bombs(RawFile("x.pdf", pdf(b"no deflated bytes", b"[/FlateDecode /FlateDecode]")))
