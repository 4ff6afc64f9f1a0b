import json

import pytest

from pincite.cli.main import app
from pincite.errors import NotFound, ReadError
from pincite.pipeline.store import Store
from pincite.settings import load_settings

LEASE = (
    "LEASE OF THE GRANARY\n\nThis Lease is made between Granary Holdings Limited (the “Landlord”) and Mere Estates "
    "Limited (the “Tenant”).\n\n"
    "1. Rent. The Tenant shall pay a rent of £4,300 a year <b>in advance</b>.\n\n"
    "2. Repairs. The Tenant shall keep the roof in repair at its own cost.\n\n"
    "3. Alterations. The Tenant shall not alter the building without the consent of the Landlord.\n"
)
DRAFT = """# Memo on the granary

Dear Ms Ward,

I have read the lease. What does the tenant owe?

The Tenant pays a rent of £4,300 a year in advance [1]. The rent of the granary is £9,900 a year.
The harbour master licenses <script>alert(1)</script> herring boats at Michaelmas.

Kind regards,
Sam
"""


@pytest.fixture
def store(tmp_path, hashing, inline, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "lease.txt").write_text(LEASE)
    flags = [*hashing, "retrieval.results=chunks"]
    Store.build([tmp_path / "files"], tmp_path / "store", settings=load_settings(flags=flags).settings)
    (tmp_path / "draft.md").write_text(DRAFT)
    return ["--store", "store", "--set", "retrieval.results=chunks"]


def standings(told):
    return [(one["standing"], one["text"][:20]) for one in told["sentences"] if one["standing"] != "not-a-claim"]


def test_each_claim_of_a_draft_is_supported_contradicted_or_not_found(invoke, store):
    result = invoke(app, "verify", "draft.md", *store, "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 0
    assert [standing for standing, _ in standings(told)] == ["supported", "contradicted", "not-found"]
    assert told["counts"] == {
        "supported": 1,
        "contradicted": 1,
        "not-found": 1,
        "not-a-claim": told["counts"]["not-a-claim"],
    }
    good, bad, _ = [one for one in told["sentences"] if one["standing"] != "not-a-claim"]
    assert "£4,300" in good["pinpoint"]["quote"]
    assert bad["faults"][0]["kind"] == "number"
    assert "[1]" not in bad["faults"][0]["detail"]
    assert "£4,300" in bad["pinpoint"]["quote"]


def test_footnotes_are_read_without_their_marks(invoke, store, tmp_path):
    (tmp_path / "notes.md").write_text(
        "The Tenant shall pay a rent.[^7]\n\n[^7]: The Tenant shall keep the roof in repair.\n"
    )
    told = json.loads(invoke(app, "verify", "notes.md", *store, "--json").stdout)
    assert [standing for standing, _ in standings(told)] == ["supported", "supported"]


def test_a_party_may_be_called_by_its_name_where_the_clause_has_its_role(invoke, store, tmp_path):
    kept = "shall keep the roof in repair."
    names = f"Mere Estates Limited {kept}\n\nGranary Holdings Limited {kept}\n"
    (tmp_path / "names.md").write_text(names)
    told = json.loads(invoke(app, "verify", "names.md", *store, "--json").stdout)
    assert [standing for standing, _ in standings(told)] == ["supported", "contradicted"]


def test_what_a_clause_denies_is_contradicted_in_any_words(invoke, store, tmp_path):
    (tmp_path / "other.md").write_text("The tenant may change the building without asking anybody.\n")
    told = json.loads(invoke(app, "verify", "other.md", *store, "--json").stdout)
    (sentence,) = told["sentences"]
    assert sentence["standing"] == "contradicted"
    assert sentence["pinpoint"]["quote"].startswith("3. Alterations.")


def test_what_is_not_found_is_not_said_to_be_denied(invoke, store, tmp_path):
    (tmp_path / "other.md").write_text("The harbour master licenses herring boats at Michaelmas.\n")
    told = json.loads(invoke(app, "verify", "other.md", *store, "--json").stdout)
    (sentence,) = told["sentences"]
    assert sentence["standing"] == "not-found"
    assert "otherwise" not in str(sentence["faults"])


def test_the_spans_of_a_finding_give_its_words(invoke, store):
    told = json.loads(invoke(app, "verify", "draft.md", *store, "--json").stdout)
    text = next(iter(Store.open("store").library.cards)).id
    lease = Store.open("store").library.text(text)
    for one in told["sentences"]:
        if one["pinpoint"]:
            start, end = one["pinpoint"]["span"]
            assert lease[start:end] == one["pinpoint"]["quote"]
    skipped = [one["text"] for one in told["sentences"] if one["standing"] == "not-a-claim"]
    assert "Memo on the granary" in skipped[0]
    assert any(words.startswith("Dear") for words in skipped)


def test_text_ends_with_one_line_of_counts_and_strict_fails(invoke, store, tmp_path):
    result = invoke(app, "verify", "draft.md", *store, "--strict")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1].startswith("1 supported, 1 contradicted, 1 not found")
    (tmp_path / "sound.txt").write_text("The Tenant pays a rent of £4,300 a year in advance.\n")
    assert invoke(app, "verify", "sound.txt", *store, "--strict").exit_code == 0


def test_the_page_marks_claims_and_takes_nothing_for_markup(invoke, store, tmp_path):
    result = invoke(app, "verify", "draft.md", *store, "--format", "html", "--out", "draft.html")
    page = (tmp_path / "draft.html").read_text("utf-8")
    assert result.exit_code == 0
    assert "1 supported, 1 contradicted, 1 not found" in result.stderr
    assert "<script" not in page and "<b>in advance" not in page
    assert "Content-Security-Policy" in page
    for standing in ("supported", "contradicted", "not-found"):
        assert f'class="{standing}"' in page
    for number in [part.split('"')[0] for part in page.split('href="#')[1:]]:
        assert f'id="{number}"' in page


def test_rows_come_out_one_line_each_and_a_bad_one_is_told(invoke, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [
        {"id": "a", "claim": "The Tenant shall keep the roof in repair.", "passage": LEASE},
        {"id": "b", "claim": "The rent is £9,900 a year.", "passage": LEASE},
    ]
    lines = [json.dumps(rows[0]), "oops", json.dumps(rows[1])]
    (tmp_path / "rows.jsonl").write_text("\n".join(lines))
    result = invoke(app, "verify", "rows.jsonl", "--json")
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["line"] for row in told] == [1, 2, 3]
    assert "error" in told[1]
    assert told[2]["id"] == "b" and told[2]["supported"] is False
    assert told[2]["faults"][0]["kind"] == "number"
    assert all(set(row) == {"line", "id", "supported", "score", "faults"} for row in (told[0], told[2]))
    assert result.exit_code == 1
    assert "1 could not be read" in result.stderr
    assert "not supported" in invoke(app, "verify", "rows.jsonl").stdout


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "[NaN]", "1e999"])
def test_a_row_with_a_number_that_json_has_no_words_for_is_told_as_bad(invoke, tmp_path, number):
    (tmp_path / "rows.jsonl").write_text(
        f'{{"id": {number}, "claim": "The rent is due.", "passage": "The rent is due."}}'
    )
    result = invoke(app, "verify", tmp_path / "rows.jsonl", "--json")
    told = json.loads(result.stdout, parse_constant=pytest.fail)
    assert set(told) == {"line", "error"}
    assert result.exit_code == 1


def test_only_unread_rows_and_strictness_fail(invoke, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps({"claim": "The rent is £9,900 a year.", "passage": LEASE}))
    assert invoke(app, "verify", path, "--json").exit_code == 0
    assert invoke(app, "verify", path, "--strict").exit_code == 1


def test_what_cannot_be_checked_is_said_so(invoke, store, tmp_path):
    assert invoke(app, "verify", "draft.md").exit_code == 2
    (tmp_path / "empty.jsonl").write_text("\n")
    with pytest.raises(NotFound):
        invoke(app, "verify", "empty.jsonl")
    with pytest.raises(NotFound):
        invoke(app, "verify", "none.md", *store)
    (tmp_path / "broken.docx").write_bytes(b"PK\x03\x04 no archive")
    with pytest.raises(ReadError):
        invoke(app, "verify", "broken.docx", *store)
