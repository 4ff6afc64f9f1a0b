import csv
import json

import openpyxl
import pytest
from tests.runs.conftest import LEASE, POLICY, invoke

from pincite.errors import BenchmarkError, NotFound
from pincite.pipeline.store import Store
from pincite.runs.evaluation.truth import read_truth
from pincite.runs.evaluation.truth_generate import convert_exports, generate
from pincite.runs.evaluation.truth_review import read_sheet
from pincite.runs.evaluation.truth_validate import validate_truth


@pytest.fixture
def store(tmp_path, settings):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/lease.txt").write_text(LEASE)
    (tmp_path / "docs/policy.txt").write_text(POLICY)
    return Store.build([tmp_path / "docs"], tmp_path / "store", settings=settings())


def test_questions_come_from_headings_and_are_valid_until_the_document_changes(store, tmp_path, settings):
    rows, failures = generate(store, number=10)
    assert rows and not failures
    row = next(row for row in rows if "Repairs" in row["question"])
    assert "The landlord shall repair the roof" in row["truth"] and row["truth"].endswith("]")
    start, end = row["evidence"]["span"]
    assert LEASE[start:end] == row["evidence"]["quote"]
    truth = tmp_path / "truth.jsonl"
    flags = [word for name in ("answer.threshold=0",) for word in ("--set", name)]
    done = invoke("truth", "generate", "--store", tmp_path / "store", "--output", truth, "--dontknows", 2, *flags)
    assert done.exit_code == 0, done.output
    assert [row.source_type for row in read_truth(truth)][-2:] == ["dont-know", "dont-know"]
    assert validate_truth(truth, store) == []
    changed = "NEW FIRST LINE\n\n" + LEASE.replace("eight weeks' notice", "nine weeks' notice")
    (tmp_path / "docs/lease.txt").write_text(changed)
    again = Store.build([tmp_path / "docs"], tmp_path / "store", settings=settings(), prune=True)
    kinds = {problem.kind for problem in validate_truth(truth, again)}
    assert {"moved", "gone"} <= kinds
    assert invoke("truth", "validate", truth, "--store", tmp_path / "store").exit_code == 1


def test_a_source_that_no_document_bears_is_found(store, tmp_path):
    rows = [{"question": "A?", "truth": "B. [Charter of the Moon]"}, {"question": "C?", "truth": "D."}]
    (tmp_path / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = validate_truth(tmp_path / "truth.jsonl", store)
    assert [(problem.line, problem.kind) for problem in found] == [(1, "unknown-source"), (2, "no-source")]


def test_search_exports_become_questions(tmp_path):
    best = {"content": "An offer is made in writing. It is open.", "sourcepage": "Offers", "sourcefile": "Part 36"}
    (row,) = convert_exports([{"query": "settlement offers", "results": [best]}])
    assert row["question"] == "What do the documents say about settlement offers?"
    assert (row["truth"], row["source_type"]) == ("An offer is made in writing. It is open. [Offers]", "CPR")
    (tmp_path / "bad.json").write_text("[1]")
    with pytest.raises(BenchmarkError, match="not a search export"):
        invoke("truth", "convert", tmp_path / "bad.json", "--output", tmp_path / "out.jsonl")


def test_a_sample_goes_out_as_a_sheet_and_comes_back_as_corrected_truth(tmp_path):
    results = tmp_path / "results"
    results.mkdir()
    rows = [{"question": f"={n}?", "truth": f"T{n}", "answer": "\t=A", "context": "", "latency": 1} for n in range(30)]
    (results / "eval_results.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    truth = tmp_path / "truth.jsonl"
    truth.write_text("".join(json.dumps({"question": row["question"], "truth": row["truth"]}) + "\n" for row in rows))
    sheet = tmp_path / "sheet.csv"
    assert invoke("truth", "review", results, "--out", sheet, "--sample", 5).exit_code == 0
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        read = list(csv.DictReader(file))
    assert len(read) == 5 and all(row["question"].startswith("'=") for row in read)
    assert all(row["answer"] == "'\t=A" for row in read)
    read[0] |= {"verdict": "Wrong", "corrected_truth": "Better."}
    read[1]["verdict"] = "right"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(read[0]))
        writer.writeheader()
        writer.writerows(read)
    counts = read_sheet(sheet, truth, tmp_path / "new.jsonl")
    assert counts == {"corrected": 1, "wrong": 1, "right": 1}
    new = {row.question: row.truth for row in read_truth(tmp_path / "new.jsonl")}
    assert new[read[0]["question"][1:]] == "Better." and list(new.values()).count("Better.") == 1 and len(new) == 30


def test_a_workbook_of_flagged_answers_comes_back_as_corrected_truth(tmp_path):
    results = tmp_path / "results"
    results.mkdir()
    rows = [
        {"question": f"={n}+1?", "truth": f"T{n}", "answer": "A\x07", "confidence": n / 10, "low_confidence": n < 3}
        for n in range(8)
    ]
    (results / "eval_results.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    truth = tmp_path / "truth.jsonl"
    truth.write_text("".join(json.dumps({"question": row["question"], "truth": row["truth"]}) + "\n" for row in rows))
    sheet = tmp_path / "sheet.xlsx"
    assert invoke("truth", "review", results, "--out", sheet, "--flagged").output.startswith("3 answers")
    book = openpyxl.load_workbook(sheet)
    page = book.active
    assert [cell.value for cell in page[2]][:2] == ["=0+1?", "T0"] and page["A2"].data_type == "s"
    page["E2"], page["F2"] = "wrong", "Better."
    book.save(sheet)
    done = invoke("truth", "review", sheet, "--groundtruth", truth, "--out", tmp_path / "new.jsonl")
    assert "corrected 1, wrong 1" in done.output
    assert [row.truth for row in read_truth(tmp_path / "new.jsonl")][:2] == ["Better.", "T1"]
    sheet.write_bytes(b"no workbook")
    with pytest.raises(BenchmarkError, match="cannot be read"):
        read_sheet(sheet, truth, tmp_path / "again.jsonl")


def test_a_store_is_tried_with_usual_queries_or_with_ones_own(store, tmp_path):
    done = invoke("store", "test", "--store", tmp_path / "store")
    assert done.exit_code == 0 and "termination by notice: lease.txt" in done.output
    own = invoke("store", "test", "--store", tmp_path / "store", "--query", "Who repairs the roof?", "--json")
    (found,) = json.loads(own.output)["queries"]
    assert found["results"][0]["sourcefile"] == "lease.txt"
    out = tmp_path / "export.json"
    words = ["store", "export", "--store", tmp_path / "store", "--query", "repairs", "--out", out]
    with pytest.raises(NotFound, match="No document has category=x"):
        invoke(*words, "--where", "category=x")
    invoke(*words, "--top", 1)
    assert json.loads(out.read_text())["results"][0]["sourcefile"] == "lease.txt"
