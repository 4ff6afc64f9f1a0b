"""A folder of bad files: each gives a sentence or works, and the others go on."""

import io
import zipfile
from pathlib import Path

import pytest
from docx import Document as DocxFile
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from pincite.domain.reading import Failure, Reading
from pincite.errors import NotFound
from pincite.pipeline.read import find_files, read_files, survey_files
from pincite.settings import load_settings

CLAUSE = "1. Rent. The Tenant shall pay the Rent on the first day of each month.\n"


def pdf_bytes(*lines, encrypt=None):
    out = io.BytesIO()
    canvas = Canvas(out, encrypt=encrypt)
    for i, line in enumerate(lines):
        canvas.drawString(72, 720 - 20 * i, line)
    canvas.save()
    return out.getvalue()


def docx_bytes(*paragraphs):
    file = DocxFile()
    for paragraph in paragraphs:
        file.add_paragraph(paragraph)
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def with_entry(package, name, data):
    out = io.BytesIO(package)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return out.getvalue()


ENTITIES = b"""<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&b;</w:t>
</w:r></w:p></w:body></w:document>"""

BAD = {
    "empty.pdf": (b"", "empty"),
    "empty.txt": (b"", "empty"),
    "encrypted.pdf": (pdf_bytes("secret", encrypt=StandardEncryption("user", "owner", canPrint=0)), "encrypted"),
    "not-a-pdf.pdf": (b"\x00\x01\x02\x03" * 64, None),
    "truncated.docx": (docx_bytes("Rent is due.")[:700], None),
    "traversal.docx": (with_entry(docx_bytes("Rent."), "../../evil.txt", b"x"), "hostile"),
    "binary.txt": (bytes(range(256)) * 40, "binary"),
    "sheet.xlsx.txt": (with_entry(b"", "xl/workbook.xml", b"<workbook/>"), "unsupported"),
}
GOOD = {
    "a||b.txt": CLAUSE.encode(),
    "with%20space: and colon.txt": CLAUSE.encode() + b"2. Notice.\n",
    "smlouva-příloha.txt": "Nájemce platí nájemné.\n".encode(),
    "📜 deed.txt": CLAUSE.encode() + b"3. Deed.\n",
    "nested/deeper/lease.md": b"# Lease\n\n1. Rent is due.\n",
    "pdf-named.txt": pdf_bytes("1. Rent. The Tenant shall pay the Rent.", "2. Notice. A notice is in writing."),
}


@pytest.fixture
def folder(tmp_path):
    for name, data in [*((name, data) for name, (data, _) in BAD.items()), *GOOD.items()]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    with zipfile.ZipFile(tmp_path / "entities.docx", "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", ENTITIES)
    return tmp_path


def test_one_bad_file_never_loses_the_others(folder):
    settings = load_settings(flags=["ocr.mode=never", "jobs=2"], environment={}).settings
    results = {str(path.relative_to(folder)): result for path, result in read_files(find_files([folder]), settings)}
    assert set(results) == {*BAD, *GOOD, "entities.docx"}
    for name in GOOD:
        assert isinstance(results[name], Reading), results[name]
    for name, (_, kind) in BAD.items():
        assert isinstance(results[name], Failure), name
        assert kind is None or results[name].kind == kind, (name, results[name])
        assert results[name].message.rstrip().endswith((".", ")", "…")), results[name].message
    assert isinstance(results["entities.docx"], Failure)


def test_a_wrong_extension_is_read_by_its_content_and_said(folder):
    settings = load_settings(flags=["ocr.mode=never", "jobs=1"], environment={}).settings
    ((_, reading),) = read_files([folder / "pdf-named.txt"], settings)
    assert "shall pay the Rent" in reading.doc.text
    assert any("pdf" in warning for warning in reading.doc.warnings)


def test_a_missing_path_is_named():
    with pytest.raises(NotFound, match=r"nowhere\.pdf"):
        find_files([Path("nowhere.pdf")])


def test_limits_are_settings(tmp_path):
    path = tmp_path / "long.txt"
    path.write_text("Rent. " * 400_000)
    settings = load_settings(flags=["limits.file_mb=1", "jobs=1"], environment={}).settings
    ((_, failure),) = read_files([path], settings)
    assert failure.kind == "too-large"
    assert "limits.file_mb" in failure.message


def test_links_out_of_a_folder_are_skipped_and_said_so(tmp_path):
    folder, outside = tmp_path / "folder", tmp_path / "diary.txt"
    folder.mkdir()
    outside.write_text("secret")
    (folder / "own.txt").write_text("own")
    (folder / "in.txt").symlink_to("own.txt")
    (folder / "out.txt").symlink_to(outside)
    (folder / "passwords.txt").symlink_to("/etc/passwd")
    found = survey_files([folder])
    skipped = found.skipped
    assert found.files == [folder / "in.txt", folder / "own.txt"]
    assert [(Path(row.item).name, row.kind) for row in skipped] == [("out.txt", "link"), ("passwords.txt", "link")]
    assert "is not followed" in skipped[0].message
    # Named itself, a link is meant.
    assert find_files([folder / "out.txt"]) == [folder / "out.txt"]
