import json

import pytest

from pincite.bench.check import check
from pincite.errors import NotFound

TEXT = "The rent is due. The deposit is not."
TEXTS = {"cuad/a.txt": TEXT}


def found(report):
    return [(finding.severity, finding.rule) for finding in report.findings]


def test_a_sound_benchmark_has_no_findings(write_root, row):
    report = check(write_root(TEXTS, {"cuad": [row("When?", ("cuad/a.txt", 4, 8, "rent"))]}))
    assert report.findings == []
    assert (report.documents, report.characters, report.errors, report.warnings) == (1, len(TEXT), 0, 0)
    assert (report.sets[0].tests, report.sets[0].snippets, report.sets[0].documents) == (1, 1, 1)


@pytest.mark.parametrize(
    ("snippet", "finding", "problem"),
    [
        (("cuad/a.txt", 8, 4, "rent"), ("error", "inverted-span"), "ends before it begins"),
        (("cuad/a.txt", 4, 4, ""), ("error", "empty-span"), "holds no character"),
        (("cuad/a.txt", 4, 99, "rent"), ("error", "span-outside"), "the text of 36 characters"),
        (("cuad/a.txt", -4, 2, "rent"), ("error", "span-outside"), "not in the text"),
        (("cuad/a.txt", 4, 8, "deposit"), ("error", "answer-differs"), "begins 'rent'; the answer stands at 21"),
        (("cuad/a.txt", 4, 8, None), ("warning", "no-answer"), "no answer"),
        (("cuad/b.txt", 4, 8, "rent"), ("error", "missing-file"), "has no 'cuad/b.txt'"),
        (("corpus/cuad/a.txt", 4, 8, "rent"), ("error", "path-form"), "should be 'cuad/a.txt'"),
        (("cuad\\a.txt", 4, 8, "rent"), ("error", "path-form"), "should be 'cuad/a.txt'"),
    ],
)
def test_a_bad_snippet_is_found_with_its_place(write_root, row, snippet, finding, problem):
    good = row("Good?", ("cuad/a.txt", 4, 8, "rent"))
    report = check(write_root(TEXTS, {"cuad": [good, row("Bad?", snippet)]}))
    assert found(report) == [finding]
    assert report.findings[0].where == "cuad, test 2, snippet 1"
    assert problem in report.findings[0].problem


@pytest.mark.parametrize(
    ("second", "finding"),
    [
        ((4, 8), ("error", "duplicate-gold")),
        ((6, 10), ("error", "overlapping-gold")),
        ((8, 11), ("warning", "touching-gold")),
        ((9, 11), None),
    ],
)
def test_gold_that_meets_gold_is_found(write_root, row, second, finding):
    snippets = [("cuad/a.txt", start, end, TEXT[start:end]) for start, end in [(4, 8), second]]
    report = check(write_root(TEXTS, {"cuad": [row("When?", *snippets)]}))
    assert found(report) == ([finding] if finding else [])


def test_repeated_queries_are_warnings(write_root, row):
    test = row("When?", ("cuad/a.txt", 4, 8, "rent"))
    assert found(check(write_root(TEXTS, {"cuad": [test, test]}))) == [("warning", "repeated-query")]


def test_untitled_questions_repeat_only_within_a_document(write_root):
    def untitled(path):
        return {"question": "When?", "snippets": [{"file_path": path, "span": [0, 3], "answer": "The"}]}

    texts = {"cuad/a.txt": TEXT, "cuad/b.txt": TEXT}
    report = check(write_root(texts, {"cuad": [untitled("cuad/a.txt"), untitled("cuad/b.txt")]}))
    assert found(report) == [("warning", "untitled")]


@pytest.mark.parametrize(
    ("row_", "problem"),
    [
        ("text", "a test must be an object, not str"),
        ({"snippets": []}, "has no 'query' text"),
        ({"query": "Q", "snippets": {}}, "has no list of 'snippets'"),
        ({"query": "Q", "snippets": [], "tags": "hard"}, "'tags' that are not a list"),
        ({"query": "Q", "snippets": [{"span": [0, 1]}]}, "has no 'file_path' text"),
        ({"query": "Q", "snippets": [{"file_path": "a", "span": [0, "1"]}]}, "two whole numbers, not [0, '1']"),
        ({"query": "Q", "snippets": [{"file_path": "a", "span": [0, 1], "answer": 3}]}, "'answer' that is not text"),
    ],
)
def test_a_row_out_of_form_is_reported_and_the_others_go_on(write_root, row, row_, problem):
    report = check(write_root(TEXTS, {"cuad": [row_, row("When?", ("cuad/a.txt", 4, 8, "rent"))]}))
    assert found(report) == [("error", "schema")]
    assert "cuad, test 1" in report.findings[0].where
    assert problem in report.findings[0].problem
    assert report.sets[0].snippets == 1


def test_broken_json_says_where(write_root, row):
    root = write_root(TEXTS, {"cuad": [row("A?", ("cuad/a.txt", 4, 8, "rent"))] * 2})
    path = root / "benchmarks" / "cuad.json"
    path.write_text(path.read_text()[:-10])
    report = check(root)
    assert ("error", "json") in found(report)
    assert "line 1, column" in report.findings[0].problem
    assert "(in or after test 2)" in report.findings[0].problem


def test_json_of_absurd_depth_is_an_error(write_root):
    root = write_root(TEXTS, {})
    (root / "benchmarks" / "cuad.json").write_text("[" * 200_000)
    assert "nested too deeply" in check(root).findings[0].problem


def test_files_with_odd_bytes_are_found(write_root, row):
    texts = {
        "cuad/a.txt": TEXT,
        "cuad/crlf.txt": b"one\r\ntwo",
        "cuad/latin.txt": "Café".encode("latin-1"),
        "cuad/blank.txt": " \n",
        "cuad/Cafe\u0301.txt": "decomposed",
    }
    report = check(write_root(texts, {"cuad": [row("When?", ("cuad/a.txt", 4, 8, "rent"))]}))
    assert {(finding.rule, finding.where) for finding in report.findings if finding.rule != "unused-document"} == {
        ("line-ends", "cuad/crlf.txt"),
        ("encoding", "cuad/latin.txt"),
        ("empty-document", "cuad/blank.txt"),
        ("path-form", "cuad/Café.txt"),
    }
    assert sum(finding.rule == "unused-document" for finding in report.findings) == 4


def test_an_empty_corpus_and_an_empty_file_are_errors(write_root):
    assert found(check(write_root({}, {"cuad": []}))) == [("error", "empty-corpus"), ("error", "no-tests")]


def test_blank_queries_and_queries_without_gold_are_found(write_root, row):
    report = check(write_root(TEXTS, {"cuad": [row(" ", ("cuad/a.txt", 4, 8, "rent")), row("None?")]}))
    assert found(report) == [("error", "blank-query"), ("warning", "no-gold")]


def test_one_file_is_checked_against_the_corpus_beside_it_or_a_given_one(write_root, row, tmp_path):
    root = write_root(TEXTS, {"cuad": [row("When?", ("cuad/a.txt", 4, 8, "rent"))]})
    assert check(root / "benchmarks" / "cuad.json").errors == 0
    (tmp_path / "alone.json").write_text(json.dumps([row("When?", ("cuad/a.txt", 4, 8, "rent"))]))
    assert check(tmp_path / "alone.json", corpus=root / "corpus").errors == 0
    with pytest.raises(NotFound):
        check(tmp_path / "nothing")


def test_progress_is_told(write_root, row):
    steps = []
    check(write_root(TEXTS, {"cuad": [row("A?", ("cuad/a.txt", 4, 8, "rent"))]}), progress=lambda *s: steps.append(s))
    assert steps == [("documents", 1, 1)]


def test_a_folder_of_benchmark_files_is_checked_against_a_corpus_elsewhere(write_root, row, tmp_path):
    root = write_root({**TEXTS, "cuad/b.txt": TEXT}, {"cuad": [row("When?", ("cuad/a.txt", 4, 8, "rent"))]})
    mini = tmp_path / "mini"
    mini.mkdir()
    (root / "benchmarks" / "cuad.json").rename(mini / "cuad.json")
    report = check(mini, corpus=root / "corpus")
    assert (report.findings, report.sets[0].tests) == ([], 1)
    with pytest.raises(NotFound, match="holds no benchmark maud.json"):
        check(mini, corpus=root / "corpus", only=["maud"])
