import pytest

from pincite.bench.legalbenchrag.cuad import draft_cuad, parse_list, why_ambiguous
from pincite.bench.legalbenchrag.draft import Reason
from pincite.errors import BenchmarkError, ReadError


def words(made):
    return {draft.label: [span.slice(made.texts[draft.file]) for span in draft.spans] for draft in made.drafts}


def test_quotes_become_spans_in_the_order_of_the_columns(write_cuad, harbour):
    cells = {"Governing Law": "['The law of Norway governs.']", "Expiration Date": "['30 June 2031']"}
    made = draft_cuad(write_cuad({"Berth.txt": harbour}, {"Berth.PDF": cells}))
    assert list(words(made).items()) == [
        ("Expiration Date", ["30 June 2031"]),
        ("Governing Law", ["The law of Norway governs."]),
    ]
    assert made.dropped == []


def test_quotes_one_character_apart_are_joined(write_cuad, harbour):
    cells = {
        "Cap On Liability": "['Late fees do not count.', 'Liability is limited to fees paid.', 'Nor does interest']"
    }
    made = draft_cuad(write_cuad({"Berth.txt": harbour}, {"Berth.pdf": cells}))
    assert words(made) == {
        "Cap On Liability": ["Liability is limited to fees paid. Late fees do not count. Nor does interest"]
    }


@pytest.mark.parametrize(
    ("quotes", "reason"),
    [
        ("['The Skipper shall keep the berth clean.']", Reason.REPEATED),
        ("['The Harbour may inspect the log']", Reason.SPACING),
        ("['30 June 2031', 'No such words']", Reason.ABSENT),
        ("['Liability is limited <omitted> Nor does interest']", Reason.OMITTED),
        ("['']", Reason.EMPTY),
    ],
)
def test_one_quote_that_does_not_stand_exactly_once_drops_the_query(write_cuad, harbour, quotes, reason):
    made = draft_cuad(write_cuad({"Berth.txt": harbour}, {"Berth.pdf": {"Audit Rights": quotes}}))
    assert made.drafts == []
    assert [(row.file, row.label, row.reason) for row in made.dropped] == [("Berth.txt", "Audit Rights", reason)]


def test_leniently_repeated_and_respaced_quotes_are_kept_and_tagged(write_cuad, harbour):
    cells = {
        "Post-Termination Services": "['The Skipper shall keep the berth clean.']",
        "Audit Rights": "['The Harbour may inspect the log']",
        "Insurance": "['No such words']",
    }
    made = draft_cuad(write_cuad({"Berth.txt": harbour}, {"Berth.pdf": cells}), lenient=True)
    assert words(made)["Post-Termination Services"] == ["The Skipper shall keep the berth clean."] * 2
    assert words(made)["Audit Rights"] == ["The Harbour may   inspect\nthe log"]
    assert [draft.tags for draft in made.drafts] == [("lenient:repeated",), ("lenient:spacing",)]
    assert [row.reason for row in made.dropped] == [Reason.ABSENT]


def test_missing_texts_and_parts_are_listed_not_fatal(write_cuad, harbour):
    cells = {"Expiration Date": "['30 June 2031']"}
    rows = {"Berth.pdf": cells, "Gone.pdf": cells, "Berth_Part1.pdf": cells, "Notes.docx": cells}
    made = draft_cuad(write_cuad({"Berth.txt": harbour, "Berth_Part1.txt": harbour}, rows))
    assert {row.file: row.reason for row in made.dropped} == {
        "Gone.txt": Reason.NO_TEXT,
        "Berth_Part1.txt": Reason.PART,
        "Notes.docx": Reason.NOT_TEXT,
    }


def test_texts_may_lie_in_other_folders(write_cuad, harbour, tmp_path):
    raw = write_cuad({}, {"Berth.pdf": {"Expiration Date": "['30 June 2031']"}})
    with pytest.raises(BenchmarkError, match="names no contract whose text is in "):
        draft_cuad(raw)
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "Berth.txt").write_text(harbour, "utf-8")
    assert len(draft_cuad(raw, texts=[tmp_path / "more"]).drafts) == 1


def test_crlf_in_a_contract_does_not_move_spans(write_cuad, harbour):
    raw = write_cuad({}, {"Berth.pdf": {"Governing Law": "['The law of Norway governs.']"}})
    (raw / "full_contract_txt" / "Berth.txt").write_bytes(harbour.replace("\n", "\r\n").encode())
    made = draft_cuad(raw)
    assert made.drafts[0].spans[0].start == harbour.index("The law of Norway")


def test_decomposed_file_names_are_matched(write_cuad, harbour):
    made = draft_cuad(write_cuad({"Cafe\u0301.txt": harbour}, {"Café.pdf": {"Expiration Date": "['30 June 2031']"}}))
    assert [draft.file for draft in made.drafts] == ["Café.txt"]


@pytest.mark.parametrize("cell", ["nan", "__import__('os').system('id')", "{'a': 1}", "['a', 3]", "['a'", "[" * 2000])
def test_a_cell_that_is_no_list_of_strings_is_an_error_with_its_place(write_cuad, harbour, cell):
    raw = write_cuad({"Berth.txt": harbour}, {"Berth.pdf": {"Insurance": cell}})
    with pytest.raises(BenchmarkError, match=r"row 2 \(Berth.txt\), column 'Insurance': is not a Python list"):
        draft_cuad(raw)
    assert [row.reason for row in draft_cuad(raw, lenient=True).dropped] == [Reason.NOT_A_LIST]


def test_lists_are_parsed_with_their_escapes():
    assert parse_list(r""" ["it's", 'a "b"\n'] """, where="") == ["it's", 'a "b"\n']


def test_mixed_encodings_are_named_with_the_byte(write_cuad, harbour):
    raw = write_cuad({}, {"Berth.pdf": {"Expiration Date": "['30 June 2031']"}})
    (raw / "full_contract_txt" / "Berth.txt").write_bytes("Café. ".encode("cp1252") + harbour.encode())
    with pytest.raises(ReadError, match=r"is not UTF-8 \(byte 0xe9 at offset 3, line 1\)"):
        draft_cuad(raw)
    made = draft_cuad(raw, lenient=True)
    assert made.texts["Berth.txt"].startswith("Café. BERTH")


def test_a_missing_column_or_table_is_named(tmp_path):
    with pytest.raises(BenchmarkError, match=r"holds no master_clauses\.csv"):
        draft_cuad(tmp_path)
    (tmp_path / "master_clauses.csv").write_text("Filename,Parties\nA.pdf,[]\n", "utf-8")
    with pytest.raises(
        BenchmarkError, match="has no column 'Expiration Date'; its columns begin 'Filename', 'Parties'"
    ):
        draft_cuad(tmp_path)


def test_a_short_row_is_named(write_cuad, harbour):
    raw = write_cuad({"Berth.txt": harbour}, {})
    with (raw / "master_clauses.csv").open("a") as out:
        out.write("Berth.pdf,[]\n")
    with pytest.raises(BenchmarkError, match="row 2: has 2 cells where the header has 36"):
        draft_cuad(raw)


@pytest.mark.parametrize(
    ("file", "title", "reason"),
    [
        ("Lease Agreement2.txt", "the Lease between A and B", Reason.NUMBERED),
        ("Lease Agreement2.txt", "the Second Amendment to the Lease", None),
        ("Lease Agreement.txt", "the Lease", None),
    ],
)
def test_numbered_agreements_need_a_title_that_says_amendment(file, title, reason):
    assert why_ambiguous(file, title) is reason


def test_a_text_that_is_a_link_out_of_its_folder_is_none(tmp_path):
    from pincite.bench.legalbenchrag.cuad import _contract_files

    (tmp_path / "texts").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "texts" / "own.txt").write_text("own")
    (tmp_path / "texts" / "theirs.txt").symlink_to(tmp_path / "secret.txt")
    assert list(_contract_files(tmp_path / "texts")) == ["own.txt"]
