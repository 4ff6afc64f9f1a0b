import json

import pytest

from pincite.errors import ReviewError
from pincite.pipeline.store import Store, index_files
from pincite.review.cell import Cell, CellState
from pincite.review.cell_file import CellFile, cell_as_json, cell_from
from pincite.review.question import ReviewQuestion, ValueType
from pincite.review.review import Review
from pincite.review.values.value import CellNote
from pincite.settings import load_settings

QUESTIONS = (
    ReviewQuestion("governing_law", "Which law governs the agreement?"),
    ReviewQuestion("made", "When was the agreement made?", ValueType.DATE),
    ReviewQuestion("parties", "Who are the parties?", ValueType.PARTY),
    ReviewQuestion("notice", "How much notice must be given to terminate?", ValueType.DURATION),
    ReviewQuestion("audit", "May a party audit the other's books, records or premises?", ValueType.YES_NO),
    ReviewQuestion("insurance", "How much insurance must be carried?", ValueType.MONEY),
)


@pytest.fixture(scope="module")
def rows(store):
    review = Review(store, QUESTIONS)
    return {row.document.rsplit("/", 1)[-1].removesuffix(".txt"): row for row in review.rows(store.documents)}


def column(rows, name):
    return {document: row.cell(name).value for document, row in rows.items()}


def test_particulars_fill_their_columns(rows):
    assert column(rows, "governing_law") == {"heron": "Delaware", "osprey": "Ohio", "plover": "Delaware"}
    assert column(rows, "made") == {"heron": "2019-05-03", "osprey": "2020-06-07", "plover": "2021-03-01"}
    assert column(rows, "parties")["heron"] == "Heron Limited; Mere Works Limited"


def test_values_are_read_from_the_cited_words(rows):
    assert column(rows, "notice") == {"heron": "60 days", "osprey": "90 days", "plover": "10 days"}
    assert rows["heron"].cell("notice").words == "sixty (60) days"
    assert column(rows, "insurance")["osprey"] == "USD 2,000,000"


def test_a_clause_that_is_not_there_is_not_found(rows):
    assert rows["heron"].cell("audit").value == "yes"
    assert rows["plover"].cell("audit").state is CellState.NOT_FOUND
    assert rows["plover"].cell("insurance").state is CellState.NOT_FOUND
    assert rows["plover"].cell("audit").shown == "not found"


def test_every_quotation_is_the_documents_own(rows, store):
    quoted = [(row.doc_id, cell) for row in rows.values() for cell in row.cells if cell.span]
    assert len(quoted) >= 12
    for doc_id, cell in quoted:
        assert cell.span.slice(store.library.text(doc_id)) == cell.quote
        assert "".join(cell.words.split()) in "".join(cell.quote.split())


def test_the_note_of_a_cell_and_what_it_says_in_a_word_are_kept():
    cell = Cell("ends", CellState.UNSURE, 0.5, note="Probably not there.", note_kind=CellNote.NEAREST)
    assert cell_from(json.loads(json.dumps(cell_as_json(cell)))) == cell
    assert cell_from({"name": "ends", "state": "found", "chance": 1}).note_kind is None


def test_a_second_review_reads_only_what_is_new(store, tmp_path, rows):
    cards = list(store.documents)
    path = tmp_path / "cells.jsonl"
    with CellFile(path) as cells:
        first = Review(store, QUESTIONS[:2], cells=cells)
        list(first.rows(cards[:2]))
        assert (first.counts.read, first.counts.kept) == (4, 0)
    with CellFile(path) as cells:
        more = Review(store, QUESTIONS[:3], cells=cells)
        again = list(more.rows(cards))
        assert (more.counts.read, more.counts.kept) == (5, 4)
    assert [row.cell("made").value for row in again] == ["2019-05-03", "2020-06-07", "2021-03-01"]


def test_a_killed_review_goes_on_at_the_cell(store, tmp_path):
    path = tmp_path / "cells.jsonl"
    with CellFile(path) as cells:
        list(Review(store, QUESTIONS[:3], cells=cells).rows(store.documents[:1]))
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join(lines[:2]) + b"\n" + lines[2][:40])
    with CellFile(path) as cells:
        review = Review(store, QUESTIONS[:3], cells=cells)
        list(review.rows(store.documents[:1]))
        assert (review.counts.read, review.counts.kept) == (1, 2)
    assert all(json.loads(line) for line in path.read_bytes().split(b"\n") if line and not line.endswith(lines[2][:40]))
    with CellFile(path) as cells:
        review = Review(store, QUESTIONS[:3], cells=cells)
        list(review.rows(store.documents[:1]))
        assert review.counts.kept == 3


def test_a_kept_cell_that_misquotes_is_read_again(store, tmp_path):
    path = tmp_path / "cells.jsonl"
    with CellFile(path) as cells:
        list(Review(store, QUESTIONS[:1], cells=cells).rows(store.documents[:1]))
    path.write_text(path.read_text().replace("State of Delaware", "State of Nowhere!"))
    with CellFile(path) as cells:
        review = Review(store, QUESTIONS[:1], cells=cells)
        (row,) = review.rows(store.documents[:1])
    assert (review.counts.read, review.counts.kept) == (1, 0)
    assert "Delaware" in row.cells[0].quote


def test_another_question_is_another_cell(store, tmp_path):
    with CellFile(tmp_path / "cells.jsonl") as cells:
        list(Review(store, QUESTIONS[:1], cells=cells).rows(store.documents[:1]))
        renamed = ReviewQuestion("law", QUESTIONS[0].question)
        review = Review(store, [renamed], cells=cells)
        row = next(iter(review.rows(store.documents[:1])))
        assert (review.counts.kept, row.cells[0].name) == (1, "law")
        other = Review(store, [ReviewQuestion("law", "Which law applies to the agreement?")], cells=cells)
        list(other.rows(store.documents[:1]))
        assert other.counts.read == 1


def test_a_file_of_the_users_is_left_alone(tmp_path):
    path = tmp_path / "cells.jsonl"
    path.write_text("my own notes\n")
    with pytest.raises(ReviewError, match="left alone"), CellFile(path):
        pass
    assert path.read_text() == "my own notes\n"


def test_a_document_that_contradicts_itself_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PINCITE_EXECUTOR_KIND", "inline")
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))
    law = "This Agreement shall be governed by and construed in accordance with the laws of the State of {}."
    (tmp_path / "deal.txt").write_text(
        "SUPPLY AGREEMENT\n\nThis Agreement is dated as of May 3, 2019 between Oak Limited and Elm Limited.\n\n"
        "1. Term. This Agreement takes effect on the date first above written.\n\n"
        f"2. Governing law. {law.format('Ohio')}\n\n3. General. {law.format('Texas')}\n"
    )
    index_files(
        [tmp_path / "deal.txt"],
        tmp_path / "store",
        settings=load_settings(flags=["jobs=1", "executor.kind=inline"]).settings,
    )
    questions = (QUESTIONS[0], ReviewQuestion("effective", "When does the agreement take effect?", ValueType.DATE))
    with Store.open(tmp_path / "store") as store:
        (row,) = Review(store, questions).rows(store.documents)
    assert (row.cells[0].value, row.cells[0].note) == ("Ohio", "Another clause names Texas.")
    # The quotation holds the day; the note says why it is that day.
    assert (row.cells[1].value, row.cells[1].words) == ("2019-05-03", "May 3, 2019")
    assert "May 3, 2019" in row.cells[1].quote
    assert "takes effect on the date first above written" in row.cells[1].note
