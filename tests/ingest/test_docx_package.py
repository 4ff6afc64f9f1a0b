import io
import zipfile

import pytest
from tests.raw_file import raw_file

from pincite.domain.limits import Limits
from pincite.errors import ReadError
from pincite.ingest.docx.reader import DocxReader

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def document(inner="<w:p><w:r><w:t>Words</w:t></w:r></w:p>", head=""):
    return f'{head}<w:document xmlns:w="{W}"><w:body>{inner}</w:body></w:document>'


def packed(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in members.items():
            package.writestr(name, content)
    return buffer.getvalue()


@pytest.fixture
def kind_of(tmp_path):
    def refusing(data, limits=None):
        path = tmp_path / "deal.docx"
        path.write_bytes(data)
        with pytest.raises(ReadError) as caught:
            DocxReader().read(raw_file(path), limits=limits or Limits())
        assert caught.value.path == path
        return caught.value.kind

    return refusing


def test_a_macro_file_is_read_as_any_other(tmp_path):
    path = tmp_path / "deal.docm"
    path.write_bytes(packed({"word/document.xml": document(), "word/vbaProject.bin": b"\0macro"}))
    assert DocxReader().read(raw_file(path), limits=Limits()).text == "Words"


def test_the_main_part_is_found_where_the_package_says(tmp_path):
    path = tmp_path / "deal.docx"
    links = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="/word/document2.xml"/></Relationships>'
    )
    path.write_bytes(packed({"_rels/.rels": links, "word/document2.xml": document()}))
    assert DocxReader().read(raw_file(path), limits=Limits()).text == "Words"


def test_a_bomb_is_refused_before_it_has_unpacked(kind_of):
    bomb = document(" " * (60 << 20))
    assert kind_of(packed({"word/document.xml": bomb})) == "hostile"


def test_a_package_over_the_limit_is_refused(kind_of):
    members = {"word/document.xml": document(), "word/media/image1.png": b"\0" * (3 << 20)}
    assert kind_of(packed(members), Limits(unpacked_mb=2)) == "too-large"
    assert kind_of(packed({"word/document.xml": document("é" * (1 << 20))}), Limits(memory_mb=8)) == "too-large"


def test_a_size_that_lies_is_found_out(kind_of):
    data = packed({"word/document.xml": document("x" * 5000)})
    at = data.rindex(b"PK\x01\x02")
    # The central directory says 10 bytes where there are thousands.
    lying = data[: at + 24] + (10).to_bytes(4, "little") + data[at + 28 :]
    assert kind_of(lying) == "damaged"


@pytest.mark.parametrize("name", ["../../etc/cron.d/x", "/etc/passwd", "word\\..\\..\\x", "C:/x", "word/../../x"])
def test_names_that_point_outside_are_refused(kind_of, name):
    assert kind_of(packed({"word/document.xml": document(), name: "x"})) == "hostile"


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>',
        '<!DOCTYPE d SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE d [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]>',
    ],
)
def test_entity_declarations_are_refused(kind_of, head):
    assert kind_of(packed({"word/document.xml": document(head=head)})) == "hostile"
    wide = ('<?xml version="1.0" encoding="UTF-16"?>' + document(head=head)).encode("utf-16")
    assert kind_of(packed({"word/document.xml": wide})) == "hostile"


@pytest.mark.parametrize(
    "members",
    [
        {"word/other.xml": "<x/>"},
        {"word/document.xml": "<w:document"},
        {"word/document.xml": ""},
        {"word/document.xml": f'<w:document xmlns:w="{W}"/>'},
        {"word/document.xml": document(), "word/_rels/document.xml.rels": "not xml"},
        {"word/document.xml": document("&nbsp;")},
        {"word/document.xml": document("<w:sdt>" * 5000 + "</w:sdt>" * 5000)},
    ],
)
def test_packages_with_missing_or_broken_parts_are_damaged(kind_of, members):
    assert kind_of(packed(members)) == "damaged"


def test_truncated_encrypted_and_empty_files_are_told_apart(kind_of):
    whole = packed({"word/document.xml": document()})
    assert kind_of(whole[:-30]) == "damaged"
    assert kind_of(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)) == "encrypted"
    assert kind_of(b"") == "empty"
    locked = bytearray(whole)
    locked[6] |= 1
    locked[locked.rindex(b"PK\x01\x02") + 8] |= 1
    assert kind_of(bytes(locked)) == "encrypted"
