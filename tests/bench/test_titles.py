import json
import threading

import pytest

from pincite.bench.legalbenchrag.parties import find_parties
from pincite.bench.legalbenchrag.titles import (
    DocumentTitles,
    ListedTitles,
    ModelTitles,
    Title,
    consider,
    name_documents,
)
from pincite.errors import BenchmarkError, ModelError


class Scripted:
    """A model that gives prepared answers, and remembers what it was asked."""

    name = "scripted"

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []
        self.lock = threading.Lock()

    def reply(self, messages, *, as_json=False):
        with self.lock:
            self.asked.append(messages)
            return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def test_a_title_is_read_off_the_document(harbour):
    title = DocumentTitles("Agreement").title("x.txt", harbour)
    assert title == Title("Berth Licence Agreement between Gull Harbour Ltd. and Marlin Sails Inc.", "document")


def test_without_title_line_and_parties_the_file_name_serves():
    assert DocumentTitles("Agreement").title("Gull_Harbour notes.txt", "nothing here") == Title(
        "Gull Harbour notes", "file name"
    )


def test_the_kind_in_the_file_name_fills_in_for_a_title_line():
    text = "This contract is between Gull Harbour Ltd. and Marlin Sails Inc., a company."
    title = DocumentTitles("Agreement").title("Gull_2020_EX-10_Mooring Agreement.txt", text)
    assert title.text == "Mooring Agreement between Gull Harbour Ltd. and Marlin Sails Inc."


@pytest.mark.parametrize(
    ("file", "text", "title"),
    [
        (
            "a.txt",
            "made between Gull Ltd. and Marlin Inc. today",
            "Non-Disclosure Agreement between Gull Ltd. and Marlin Inc.",
        ),
        ("a.txt", "made between Gull Ltd. and the Recipient", "Gull Ltd.'s Non-Disclosure Agreement"),
        ("Gull%20NDA_final.txt", "between the parties", "Gull's Non-Disclosure Agreement"),
        ("NDA-2019.txt", "between Buyer and Seller", "Arbitrary Non-Disclosure Agreement"),
    ],
)
def test_non_disclosure_agreements_are_called_after_their_parties(file, text, title):
    assert DocumentTitles("Non-Disclosure Agreement").title(file, text).text == title


@pytest.mark.parametrize(
    ("title", "set_name", "opening"),
    [
        ("Lease between A and B", "cuad", "Consider the Lease between A and B; "),
        ("the Lease", "cuad", "Consider the Lease; "),
        ("Women's Golf Agreement", "cuad", "Consider the Women's Golf Agreement; "),
        ("Gull's Non-Disclosure Agreement", "contractnli", "Consider Gull's Non-Disclosure Agreement; "),
        ("Non-Disclosure Agreement of Gull's", "contractnli", "Consider the Non-Disclosure Agreement of Gull's; "),
        ('"Gull"\'s privacy policy', "privacy_qa", 'Consider "Gull"\'s privacy policy; '),
    ],
)
def test_queries_open_with_the_title_and_its_article(title, set_name, opening):
    assert consider(title, set_name=set_name) == opening


def test_titles_come_from_a_list_or_from_an_official_benchmark(tmp_path, row):
    (tmp_path / "t.json").write_text(json.dumps({"cuad/a.txt": "the Lease", "b.txt": {"title": "Sale", "origin": "x"}}))
    listed = ListedTitles.read(tmp_path / "t.json")
    assert listed.title("a.txt", "") == Title("the Lease", "file")
    assert listed.title("b.txt", "").text == "Sale"
    assert listed.title("c.txt", "") is None
    official = {"tests": [row("Consider the Sale; of boats; Who pays?", ("cuad/a.txt", 0, 1, "x"))]}
    (tmp_path / "b.json").write_text(json.dumps(official))
    assert ListedTitles.read(tmp_path / "b.json").titles == {"a.txt": "the Sale; of boats"}


def test_a_file_without_titles_is_an_error(tmp_path):
    (tmp_path / "t.json").write_text("{")
    with pytest.raises(BenchmarkError, match="holds no titles in JSON"):
        ListedTitles.read(tmp_path / "t.json")


def test_a_model_reads_head_and_tail_of_a_long_document():
    model = Scripted('{"thoughts": ["two"], "title": "Lease\\n between A and B"}')
    text = "H" * 20_000 + "T" * 20_000
    assert ModelTitles(model, "cuad").title("a.txt", text) == Title("Lease between A and B", "model", "scripted")
    read = model.asked[0][1].content
    assert (read.count("H"), read.count("T")) == (10_000, 10_000)
    ModelTitles(model, "maud").title("a.txt", text)
    assert model.asked[1][1].content.count("H") == 15_000


def test_a_model_that_answers_out_of_form_is_asked_once_more():
    model = Scripted("Here you are: a lease", 'Sorry. ```{"title": "Lease"}```')
    assert ModelTitles(model, "cuad").title("a.txt", "text").text == "Lease"
    assert [message.role for message in model.asked[1]] == ["system", "user", "assistant", "user"]
    with pytest.raises(ModelError, match="gave no title in JSON for a.txt, asked twice"):
        ModelTitles(Scripted('{"title": ""}'), "cuad").title("a.txt", "text")


def test_the_first_titler_that_knows_a_document_names_it():
    texts = {"a.txt": "", "b.txt": "between Gull Ltd. and Marlin Inc."}
    told = []
    titles = name_documents(
        texts,
        [ListedTitles({"a.txt": "the Lease"}), DocumentTitles("Agreement")],
        concurrency=2,
        progress=lambda *step: told.append(step),
    )
    assert {file: title.origin for file, title in titles.items()} == {"a.txt": "file", "b.txt": "document"}
    assert told[-1] == ("titles", 2, 2)


def test_documents_with_the_same_title_are_told_apart_by_their_files():
    texts = dict.fromkeys(["one_1.txt", "two.txt"], "between Gull Ltd. and Marlin Inc.")
    titles = name_documents(texts, [DocumentTitles("Agreement")])
    assert titles["one_1.txt"].text == "Agreement between Gull Ltd. and Marlin Inc. (one 1)"
    assert titles["two.txt"].text.endswith("(two)")


def test_a_failing_model_stops_the_naming():
    with pytest.raises(ModelError):
        name_documents(dict.fromkeys("abcdefgh", "x"), [ModelTitles(Scripted("no"), "cuad")], concurrency=2)


@pytest.mark.parametrize(
    ("text", "parties"),
    [
        (
            "BETWEEN: (1) GULL LIMITED whose office is here and (2) Marlin Boats plc",
            ("GULL LIMITED", "Marlin Boats plc"),
        ),
        ("by and between the Town of Vik, and gull.com, Inc. of Oslo", ("Town of Vik", "gull.com, Inc.")),
        ("Party A: Gull Trading Co. Party B: Marlin Boats Ltd.", ("Gull Trading Co.", "Marlin Boats Ltd.")),
        ("between the parties hereto and the Company", ()),
    ],
)
def test_parties_are_found_however_they_are_introduced(text, parties):
    assert find_parties(text) == parties
