"""Small raw datasets, written for these tests in the published forms."""

import csv
import json

import pytest

from pincite.bench.legalbenchrag.privacy_qa import COLUMNS
from pincite.bench.legalbenchrag.wording import CUAD_QUESTIONS, MAUD_QUESTIONS

HARBOUR = (
    "BERTH LICENCE AGREEMENT\n\n"
    'This Berth Licence Agreement is made between Gull Harbour Ltd. (the "Harbour") and Marlin Sails Inc. '
    '(the "Skipper").\n\n'
    "1. Term. The licence ends on 30 June 2031.\n"
    "2. Law. The law of Norway governs.\n"
    "3. Berth. The Skipper shall keep the berth clean.\n"
    "4. Repairs. The Skipper shall keep the berth clean.\n"
    "5. Audit. The Harbour may   inspect\nthe log at any hour.\n"
    "6. Cap. Liability is limited to fees paid. Late fees do not count. Nor does interest.\n"
)


@pytest.fixture
def harbour():
    return HARBOUR


@pytest.fixture
def write_cuad(tmp_path):
    """Write a CUAD folder: contracts by file name, and the cells of each."""

    def write(contracts, cells, *, raw=None):
        raw = raw or tmp_path / "CUAD_v1"
        texts = raw / "full_contract_txt"
        texts.mkdir(parents=True)
        for name, text in contracts.items():
            (texts / name).write_text(text, "utf-8")
        columns = ["Filename", *CUAD_QUESTIONS]
        with (raw / "master_clauses.csv").open("w", encoding="utf-8", newline="") as out:
            table = csv.DictWriter(out, columns, restval="[]")
            table.writeheader()
            for name, row in cells.items():
                table.writerow({"Filename": name, **row})
        return raw

    return write


@pytest.fixture
def write_contractnli(tmp_path):
    """Write a ContractNLI folder from documents by split."""

    def write(**splits):
        raw = tmp_path / "contract-nli"
        raw.mkdir()
        for split, documents in splits.items():
            (raw / f"{split}.json").write_text(json.dumps({"documents": documents}), "utf-8")
        return raw

    return write


@pytest.fixture
def write_maud(tmp_path):
    """Write a MAUD folder: contracts by id, deals as rows of main.csv, definitions by contract."""

    def write(contracts, deals, definitions):
        data = tmp_path / "maud-main" / "data"
        (data / "contracts").mkdir(parents=True)
        (data / "raw").mkdir()
        for name, text in contracts.items():
            (data / "contracts" / f"{name}.txt").write_text(text, "utf-8")
        with (data / "raw" / "main.csv").open("w", encoding="utf-8", newline="") as out:
            table = csv.DictWriter(out, ["Filename", *MAUD_QUESTIONS], restval="")
            table.writeheader()
            table.writerows(deals)
        for split in ("dev", "test", "train"):
            with (data / f"MAUD_{split}.csv").open("w", encoding="utf-8", newline="") as out:
                table = csv.writer(out)
                table.writerow(["contract_name", "text_type", "text", "label"])
                if split == "train":
                    table.writerows([name, "MAE Definition", text, "0"] for name, text in definitions)
        return tmp_path / "maud-main"

    return write


@pytest.fixture
def write_privacy_qa(tmp_path):
    """Write a PrivacyQA folder from rows (document, question number, sentence number, question, sentence, votes)."""

    def write(rows):
        data = tmp_path / "PrivacyQA_EMNLP-master" / "data"
        data.mkdir(parents=True)
        with (data / "policy_test_data.csv").open("w", encoding="utf-8", newline="") as out:
            table = csv.DictWriter(out, ["Folder", *COLUMNS, "Split"], delimiter="\t", restval="")
            table.writeheader()
            for doc, query, sentence, question, segment, votes in rows:
                marks = {"R": "Relevant", "I": "Irrelevant", "-": ""}
                table.writerow(
                    {
                        "Folder": "test",
                        "DocID": f"{doc}_7.html",
                        "QueryID": f"{doc}_q_{query}",
                        "SentID": f"{doc}_s_{sentence}",
                        "Query": question,
                        "Segment": segment,
                        **{f"Ann{n}": marks[vote] for n, vote in enumerate(votes, 1)},
                    }
                )
        return tmp_path / "PrivacyQA_EMNLP-master"

    return write


@pytest.fixture
def write_root(tmp_path):
    """Write a benchmark folder: texts by path, and rows by set."""

    def write(texts, tests, *, folder="data"):
        root = tmp_path / folder
        for path, text in texts.items():
            (root / "corpus" / path).parent.mkdir(parents=True, exist_ok=True)
            (root / "corpus" / path).write_bytes(text if isinstance(text, bytes) else text.encode())
        (root / "benchmarks").mkdir(parents=True, exist_ok=True)
        for name, rows in tests.items():
            (root / "benchmarks" / f"{name}.json").write_text(json.dumps({"tests": rows}), "utf-8")
        return root

    return write


@pytest.fixture
def row():
    """A test as published: the query, then (path, start, end, answer) for each snippet."""

    def make(query, *snippets):
        return {
            "query": query,
            "snippets": [
                {"file_path": path, "span": [start, end], "answer": answer} for path, start, end, answer in snippets
            ],
        }

    return make
