import json
import re

import pytest
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.errors import NotFound, ReadError
from pincite.store.readings import load_reading

LEASE = """LEASE AGREEMENT

This Lease Agreement is made on 3 March 2024 between Harbour Estates Limited ("Landlord") and Ana Kovar ("Tenant").

1. Rent

1.1 The Tenant shall pay the Rent under Section 2.1.

2. Term

2.1 The term is five years.

This Lease is governed by the law of England and Wales.
"""


@pytest.fixture(autouse=True)
def _read_here(inline):
    """Starting workers takes longer than all the rest."""


@pytest.fixture
def lease(tmp_path):
    path = tmp_path / "papers" / "lease.txt"
    path.parent.mkdir()
    path.write_text(LEASE)
    return path


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=True)


def test_show_prints_particulars_and_outline(lease):
    result = run("show", lease)
    assert result.exit_code == 0, result.output
    assert "Harbour Estates Limited" in result.output
    assert re.search(r"1.*Rent", result.output)


def test_show_prints_one_section_exactly(lease):
    result = run("show", lease, "--section", "2.1")
    assert "The term is five years." in result.output
    assert "Rent under" not in result.output


def test_a_section_that_is_not_there_lists_those_that_are(lease):
    error = run("show", lease, "--section", "9.9").exception
    assert isinstance(error, NotFound)
    assert "1.1" in str(error) or "1, " in str(error)


def test_show_as_json_has_spans_of_the_text(lease):
    told = json.loads(run("show", lease, "--json").stdout)
    text = told["doc"]["text"]
    assert text == LEASE
    for section in told["outline"]["sections"]:
        start, end = section["span"]
        assert 0 <= start < end <= len(text)
    for term in told["outline"]["terms"]:
        assert text[slice(*term["span"])] == term["term"]


def test_the_annotated_page_holds_the_text_escaped(lease, tmp_path):
    lease.write_text(LEASE + "\n3. Odd\n\n3.1 <script>alert(1)</script> & more.\n")
    page = tmp_path / "page.html"
    assert run("show", lease, "--annotate", page).exit_code == 0
    html = page.read_text("utf-8")
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert 'class="term"' in html


def test_show_of_an_unreadable_file_is_one_sentence(tmp_path):
    path = tmp_path / "empty.pdf"
    path.write_bytes(b"")
    error = run("show", path).exception
    assert isinstance(error, ReadError)
    assert str(path) in str(error)


def test_ingest_lists_what_was_read_and_what_was_skipped_and_why(lease):
    (lease.parent / "empty.txt").write_bytes(b"")
    result = run("ingest", lease.parent, "--json")
    rows = {row["path"].rsplit("/", 1)[-1]: row for row in json.loads(result.stdout)}
    assert rows["lease.txt"]["status"] == "read"
    assert rows["empty.txt"]["status"] == "skipped"
    assert rows["empty.txt"]["kind"] == "empty"
    assert result.exit_code == 1
    assert run("ingest", lease.parent, "--keep-going").exit_code == 0


def test_ingest_keeps_readings_and_reads_only_what_changed(lease, tmp_path):
    out = tmp_path / "out"
    (lease.parent / "copy.txt").write_text(LEASE)
    first = {row["path"]: row for row in json.loads(run("ingest", lease.parent, "--out", out, "--json").stdout)}
    assert {row["status"] for row in first.values()} == {"read"}
    assert sum(row["same_text_as"] is not None for row in first.values()) == 1
    reading = load_reading(out / f"{first[str(lease)]['doc_id']}.json")
    assert reading.doc.text == LEASE
    assert reading.outline.find("2.1") is not None
    lease.write_text(LEASE.replace("five", "ten"))
    second = {
        row["path"]: row["status"] for row in json.loads(run("ingest", lease.parent, "--out", out, "--json").stdout)
    }
    assert sorted(second.values()) == ["read", "unchanged"]
    assert second[str(lease)] == "read"


def test_the_table_ends_with_a_line_that_says_what_happened(lease):
    assert re.search(r"1 read, 0 skipped: [\d,]+ characters in [\d.]+ s\.", run("ingest", lease).output)


def test_ingest_counts_pages(examples, tmp_path):
    output = run("ingest", examples / "lease.pdf", "--out", tmp_path / "out").output
    assert re.search(r"1 read, 0 skipped: [1-9]\d* pages, [\d,]+ characters in ", output), output
