import json

import pytest
from typer.testing import CliRunner

from pincite.bench.records import read_records, write_records
from pincite.cli.main import app
from pincite.errors import BenchmarkError, NotFound
from pincite.pipeline.manifest import read_manifest
from pincite.pipeline.scope import SearchScope
from pincite.pipeline.store import Store
from pincite.settings import load_settings

LINE = "=" * 50
HEAD = f"Document: Rent\nPart 1 of 2\n{LINE}\n"
RECORDS = [
    {
        "id": "Rent_chunk_002",
        "content": f"Document: Rent\nPart 2 of 2\n{LINE}\nRent is paid in advance.",
        "parent_id": "Rent",
    },
    {
        "id": "Rent_chunk_001",
        "content": HEAD + "PART 1 - RENT\n\n1.1 The rent is ninety pounds a month.",
        "category": "Leases",
        "sourcepage": "Rent rules",
        "sourcefile": "Part 1",
        "parent_id": "Rent",
    },
    {
        "id": "Roof",
        "content": "PART 2 - ROOF\n\n2.1 The landlord repairs the roof.",
        "category": "Repairs",
        "sourcepage": "Roof",
    },
]


@pytest.fixture
def exported(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in/all.json").write_text(json.dumps(RECORDS))
    (tmp_path / "in/again.json").write_text(json.dumps(RECORDS[1]))
    return tmp_path


def test_records_of_one_document_become_one_file_in_order(exported):
    written = write_records(read_records([exported / "in"]), exported / "out")
    assert sorted(path.name for path in written) == ["Rent.txt", "Roof.txt"]
    text = (exported / "out/Rent.txt").read_text()
    assert text == "PART 1 - RENT\n\n1.1 The rent is ninety pounds a month.\n\nRent is paid in advance.\n"
    assert (exported / "out/manifest.csv").read_text().splitlines()[0].startswith("file,title,category,sourcepage")


def test_chunks_within_a_record_are_its_pieces(tmp_path):
    chunks = [{"id": f"A_chunk_{n}", "content": f"Piece {n}."} for n in (1, 2, 10)]
    (tmp_path / "a.json").write_text(
        json.dumps({"id": "A_chunk_1", "content": "Piece 1.", "parent_id": "A", "chunks": chunks})
    )
    assert read_records([tmp_path])["A"].text == "Piece 1.\n\nPiece 2.\n\nPiece 10.\n"


def test_a_name_that_leads_elsewhere_stays_in_the_folder(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps({"content": "x", "parent_id": "../../etc/passwd"}))
    written = write_records(read_records([tmp_path]), tmp_path / "out")
    assert [path.parent for path in written] == [tmp_path / "out"]


def test_no_cell_of_the_manifest_is_a_formula_and_it_is_read_back(tmp_path):
    record = {"content": "The rent is due.", "parent_id": "-1+cmd", "category": "=1+1"}
    (tmp_path / "a.json").write_text(json.dumps(record))
    written = write_records(read_records([tmp_path]), tmp_path / "out")
    assert (tmp_path / "out/manifest.csv").read_text().splitlines()[1].startswith("'-1 cmd.txt,'-1+cmd,'=1+1,")
    said, failures = read_manifest(tmp_path / "out/manifest.csv", written)
    assert said == {str(written[0]): {"title": "-1+cmd", "metadata": {"category": "=1+1"}}} and not failures
    really = tmp_path / "out/'-named so.txt"
    (tmp_path / "out/manifest.csv").write_text(f"file,title\n{really.name},A title\n")
    assert read_manifest(tmp_path / "out/manifest.csv", [really]) == ({str(really): {"title": "A title"}}, [])


def test_what_is_no_record_is_named(tmp_path):
    (tmp_path / "a.json").write_text('[{"text": "x"}]')
    with pytest.raises(BenchmarkError, match="record 1: needs 'content'"):
        read_records([tmp_path])


def test_metadata_of_a_manifest_limits_searches_and_is_listed(exported, hashing, inline):
    done = CliRunner().invoke(app, ["dataset", "records", str(exported / "in"), "--out", str(exported / "out")])
    assert done.exit_code == 0, done.output
    settings = load_settings(flags=hashing, environment={}).settings
    folder = exported / "store"
    store = Store.build([exported / "out"], folder, settings=settings, manifest=exported / "out/manifest.csv")
    assert dict(next(card for card in store.documents if card.title == "Rent").metadata)["category"] == "Leases"
    scope = SearchScope(where=(("Category", "repairs"),))
    assert len(scope.filters(store).choose(store.documents)) == 1
    with pytest.raises(NotFound, match="Values there: Leases; Repairs"):
        SearchScope(where=(("category", "tax"),)).filters(store)
    flags = [word for flag in hashing for word in ("--set", flag)]
    found = CliRunner().invoke(
        app, ["search", "roof rent", "--store", str(folder), "--where", "category=Lea*", "--json", *flags]
    )
    assert found.exit_code == 0 and "repairs the roof" not in found.output and "ninety" in found.output
    counted = CliRunner().invoke(app, ["store", "categories", "--store", str(folder), "--json"])
    assert json.loads(counted.output) == {"Leases": 1, "Repairs": 1}
