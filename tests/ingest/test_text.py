import pytest
from tests.raw_file import raw_file

from pincite.domain.document import Format, document_id
from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.ingest.text import TextReader
from pincite.spans import Span


def read(tmp_path, data, limits=None):
    path = tmp_path / "lease.txt"
    path.write_bytes(data)
    return TextReader().read(raw_file(path), limits=limits or Limits())


def test_text_is_taken_verbatim(tmp_path):
    doc = read(tmp_path, b"  1.  Rent \n\n\n\tThe rent is due.  \n")
    assert doc.text == "  1.  Rent \n\n\n\tThe rent is due.  \n"
    assert doc.id == document_id(doc.text)
    assert doc.pages == ()
    assert doc.source.format is Format.TEXT
    assert doc.source.encoding == "utf-8"


def test_form_feeds_end_pages_and_stay_in_the_text(tmp_path):
    doc = read(tmp_path, b"first\x0csecond\r\n\x0c\x0cfourth")
    assert [page.number for page in doc.pages] == [1, 2, 3, 4]
    assert [doc.slice(page.span) for page in doc.pages] == ["first\f", "second\n\f", "\f", "fourth"]
    assert doc.page_of(7).number == 2


def test_a_last_form_feed_does_not_make_an_empty_page(tmp_path):
    assert len(read(tmp_path, b"only\x0c").pages) == 1


def test_a_span_is_found_in_the_original(tmp_path):
    doc = read(tmp_path, b"\xef\xbb\xbfRent\r\nis due")
    assert doc.offsets.to_raw(Span(5, 11)) == Span(7, 13)


def test_white_space_alone_is_no_text(tmp_path):
    with pytest.raises(ReadError) as caught:
        read(tmp_path, b"\xef\xbb\xbf \r\n\x0c\n")
    assert caught.value.kind == "no-text"


def test_a_file_over_the_limit_is_refused_with_the_setting_to_raise(tmp_path):
    with pytest.raises(ReadError, match="limits.file_mb") as caught:
        read(tmp_path, b"x" * (2 << 20), Limits(file_mb=1))
    assert caught.value.kind == "too-large"


@pytest.mark.realdata
def test_real_documents_are_taken_character_by_character(real_data):
    for folder in sorted((real_data / "legalbenchrag" / "corpus").iterdir()):
        for path in sorted(folder.glob("*.txt"))[:5]:
            doc = TextReader().read(raw_file(path), limits=Limits())
            raw = path.read_text("utf-8")
            # Published spans count a byte order mark that the canonical text does not hold.
            assert doc.text == raw.removeprefix("\ufeff")
            assert doc.offsets.to_canonical(Span(100, 200)).slice(doc.text) == raw[100:200]
