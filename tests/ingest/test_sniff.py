import os
import socket
import zipfile

import pytest
from tests.raw_file import raw_file

from pincite.domain.document import Format
from pincite.errors import ReadError
from pincite.ingest.sniff import choose_reader
from pincite.pipeline.wire import wire_readers


def write(folder, name, data):
    path = folder / name
    path.write_bytes(data)
    return path


def write_zip(folder, name, members):
    path = folder / name
    with zipfile.ZipFile(path, "w") as package:
        for member in members:
            package.writestr(member, "x")
    return path


def sniff(path):
    return choose_reader(raw_file(path), wire_readers()).format


def kind_of(path):
    with pytest.raises(ReadError) as caught:
        sniff(path)
    assert str(path) in str(caught.value)
    return caught.value.kind


@pytest.mark.parametrize(
    ("name", "data", "format"),
    [
        ("a.txt", b"This Agreement is made today.", Format.TEXT),
        ("a.md", b"# Lease", Format.MARKDOWN),
        ("a.HTM", b"<p>Lease</p>", Format.HTML),
        ("a.txt", b"\xef\xbb\xbf \n<!-- x --><!DOCTYPE html><p>x", Format.HTML),
        ("a.txt", b"<?xml version='1.0'?>\n<html><p>x", Format.HTML),
        ("a.txt", "A lease".encode("utf-16"), Format.TEXT),
        ("a.txt", "A lease".encode("utf-16-be"), Format.TEXT),
        ("a.pdf", b"%PDF-1.7\n", Format.PDF),
        ("a.pdf", b"junk before\r\n%PDF-1.4\n", Format.PDF),
        ("a.txt", b"\0\1\2\3%PDF-1.4\n", Format.PDF),
        ("a.txt", b"A file that begins with %PDF-1.4 is a PDF file.", Format.TEXT),
        ("a.pdf", b"\0\1\2\3 damaged", Format.PDF),
        ("a.docx", b"Plain words under the wrong name.", Format.TEXT),
        ("a.png", b"\x89PNG\r\n\x1a\n\0\0", Format.IMAGE),
        ("a.txt", b"\xff\xd8\xff\xe0\0\x10JFIF", Format.IMAGE),
        ("a.tif", b"II*\0\x08\0\0\0", Format.IMAGE),
        ("LICENCE", b"You may use this.", Format.TEXT),
        ("a.txt", b"BMW AG and MZ Ltd agree.", Format.TEXT),
        ("MZ.txt", b"MZ Limited (the Seller) agrees.", Format.TEXT),
    ],
)
def test_content_decides_before_the_name(tmp_path, name, data, format):
    assert sniff(write(tmp_path, name, data)) == format


@pytest.mark.parametrize(
    "name", ["a||b.txt", "a:b.txt", "a%20b.txt", "smlouva č. 1.txt", "📄 deal.txt", "-n.txt", "a\nb.txt"]
)
def test_odd_names_simply_work(tmp_path, name):
    assert sniff(write(tmp_path, name, b"Words.")) == Format.TEXT


def test_a_word_package_is_known_by_its_main_part(tmp_path):
    assert sniff(write_zip(tmp_path, "a.zip", ["[Content_Types].xml", "word/document.xml"])) == Format.DOCX
    assert sniff(write_zip(tmp_path, "a.docx", ["other.xml"])) == Format.DOCX
    whole = write_zip(tmp_path, "whole.bin", ["word/document.xml"]).read_bytes()
    assert sniff(write(tmp_path, "cut.bin", whole[:60])) == Format.DOCX


@pytest.mark.parametrize(
    ("members", "words"), [(["xl/workbook.xml"], "Excel"), (["ppt/x.xml"], "PowerPoint"), (["a.txt"], "unpack")]
)
def test_other_packages_are_refused_with_what_to_do(tmp_path, members, words):
    with pytest.raises(ReadError, match=words) as caught:
        sniff(write_zip(tmp_path, "a.zip", members))
    assert caught.value.kind == "unsupported"


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "unsupported"),
        (
            "a.docx",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99) + "EncryptedPackage".encode("utf-16-le"),
            "encrypted",
        ),
        ("a.rtf", b"{\\rtf1 x}", "unsupported"),
        ("a.exe", b"MZ\x90\0\3\0\0\0", "unsupported"),
        ("a.bin", bytes(range(256)), "unsupported"),
        ("a.csv", b"a,b,c", "unsupported"),
        ("a.txt", bytes(range(256)) * 4, "binary"),
        ("a.md", b"\0\0\0\1" * 9, "binary"),
        ("a.txt", b"", "empty"),
        ("a.gif", b"GIF89a", "unsupported"),
    ],
)
def test_what_cannot_be_read_is_refused_by_kind(tmp_path, name, data, kind):
    assert kind_of(write(tmp_path, name, data)) == kind


def test_missing_files_folders_pipes_and_sockets_are_refused_without_waiting(tmp_path):
    assert kind_of(tmp_path / "none.txt") == "missing"
    assert kind_of(tmp_path / "nul\0.txt") == "missing"
    assert kind_of(tmp_path / ("x" * 300 + ".txt")) == "damaged"
    assert kind_of(tmp_path) == "unsupported"
    (tmp_path / "dangling.txt").symlink_to(tmp_path / "none.txt")
    assert kind_of(tmp_path / "dangling.txt") == "missing"
    os.mkfifo(tmp_path / "pipe.txt")
    assert kind_of(tmp_path / "pipe.txt") == "unsupported"


def test_a_socket_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.txt")
        assert kind_of(tmp_path / "s.txt") == "unsupported"


def test_a_file_without_permission_is_refused(tmp_path, monkeypatch):
    path = write(tmp_path, "a.txt", b"words")

    def forbid(*_):
        raise PermissionError(13, "Permission denied")

    # The mode alone would not stop a test that runs as root.
    monkeypatch.setattr("pincite.ingest.source.os.open", forbid)
    assert kind_of(path) == "permission"
