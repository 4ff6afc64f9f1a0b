import json

import pytest

from pincite.bench.dataset.check import check_layout
from pincite.errors import NotFound

TEXT = "The rent is due in May. The deposit is due in May.\n"


@pytest.fixture
def write(tmp_path):
    def write(rows, **documents):
        folder = tmp_path / "data"
        (folder / "corpus").mkdir(parents=True)
        for name, data in (documents or {"lease": TEXT}).items():
            path = folder / "corpus" / f"{name}.txt"
            path.write_bytes(data if isinstance(data, bytes) else data.encode())
        (folder / "train.json").write_text(json.dumps(rows), "utf-8")
        return folder

    return write


def row(id=0, question="When?", *contexts, **more):
    return {"id": id, "question": question, "answer": "May", "contexts": list(contexts), **more}


def found(folder):
    return [(f.severity, f.rule, f.where, f.problem) for f in check_layout(folder).findings]


def test_a_sound_dataset_has_no_finding(write):
    folder = write([row(0, "When?", {"filename": "lease.txt", "text": "The rent is due"}, {"filename": "lease.txt"})])
    report = check_layout(folder)
    assert report.findings == []
    assert (report.rows, report.contexts, report.documents, report.characters) == (1, 2, 1, len(TEXT))
    assert report.methods == {"exact": 1, "a file and no text": 1}


def test_every_broken_rule_is_found_with_its_row(write):
    rows = [
        row(0, "A?"),
        row("one", "B?"),
        row(0, "C?"),
        row(3, "D?", {"filename": "lost.txt"}),
        row(4, "E?", {"filename": "lease", "text": "rent"}),
        row(5, "F?", {"filename": "lease.txt", "text": "no such words"}),
        row(6, "G?", {"filename": "lease.txt", "text": "due in May"}),
        row(7, "A?"),
        row(8, " "),
        {**row(9, "H?"), "source": "x", "answer": ""},
        ["no row"],
        {"question": "I?", "answer": "x"},
    ]
    assert found(write(rows)) == [
        ("error", "id", "row 2", "'id' must be a whole number, the index of the source row, not \"one\""),
        ("error", "blank-question", "row 9", "the question has no text"),
        ("error", "unknown-field", "row 10", "'source' is not a field of the layout; leave it out"),
        ("warning", "blank-answer", "row 10", "has no answer, and is not marked as impossible"),
        ("error", "schema", "row 11", "a row must be an object, not list"),
        ("warning", "no-id", "row 12", "has no id; it would be 11, the index of the row"),
        ("error", "repeated-id", "row 3", "its id 0 is that of row 1 too"),
        ("warning", "repeated-question", "row 8", "asks again what row 1 asks"),
        ("error", "missing-file", "row 4, context 1", "the corpus has no 'lost.txt'"),
        ("error", "missing-file", "row 5, context 1", "the corpus has no 'lease'; it has 'lease.txt'"),
        ("error", "text-not-found", "row 6, context 1", "its text does not occur in the file"),
        ("warning", "repeated-text", "row 7, context 1", "its text occurs 2 times in the file"),
    ]


def test_documents_are_examined_too(write):
    folder = write([row()], mixed="Caf\xe9".encode("cp1252"), crlf=b"a\r\nb", empty=b"", blank=b" \n")
    (folder / "corpus" / "sub").mkdir()
    (folder / "corpus" / "sub" / "crlf.txt").write_text("again")
    rules = {(rule, where) for _, rule, where, _ in found(folder)}
    assert rules == {
        ("encoding", "mixed.txt"),
        ("line-ends", "crlf.txt"),
        ("empty-document", "empty.txt"),
        ("empty-document", "blank.txt"),
        ("same-name", "crlf.txt and sub/crlf.txt"),
    }


def test_an_empty_corpus_and_an_empty_list_are_errors(write, tmp_path):
    folder = write([])
    (folder / "corpus" / "lease.txt").unlink()
    assert [(rule, problem) for _, rule, _, problem in found(folder)] == [
        ("empty-corpus", "holds no document"),
        ("no-rows", "holds no row"),
    ]
    with pytest.raises(NotFound):
        check_layout(tmp_path / "nowhere")


def test_a_train_file_that_cannot_be_read_is_one_finding(write):
    folder = write({"tests": []})
    assert [rule for _, rule, _, _ in found(folder)] == ["json"]


def test_documents_of_other_kinds_are_read_by_the_reader_that_is_given(write):
    folder = write([row(0, "When?", {"filename": "scan.pdf", "text": "The rent is due"})])
    (folder / "corpus" / "scan.pdf").write_bytes(b"%PDF-")
    assert check_layout(folder, read=lambda path: TEXT).methods == {"exact": 1}
