import json

from pincite.bench.check import check
from pincite.bench.fix import apply_fixes, plan_fixes

CRLF = "One line.\r\nThe rent is due.\r\nThe end.\r\n"
LF = CRLF.replace("\r\n", "\n")


def snippets_of(root):
    tests = json.loads((root / "benchmarks" / "cuad.json").read_text())["tests"]
    return [snippet for test in tests for snippet in test["snippets"]]


def test_line_ends_are_fixed_and_spans_that_counted_them_move(write_root, row):
    at = CRLF.index("rent")
    tests = [row("Counted CR?", ("cuad/a.txt", at, at + 4, "rent")), row("LF?", ("cuad/a.txt", at - 1, at + 3, "rent"))]
    root = write_root({"cuad/a.txt": CRLF}, {"cuad": tests})
    apply_fixes(plan_fixes(root))
    assert (root / "corpus" / "cuad" / "a.txt").read_bytes() == LF.encode()
    assert [snippet["span"] for snippet in snippets_of(root)] == [[at - 1, at + 3]] * 2
    assert check(root).findings == []


def test_an_answer_over_a_line_end_is_counted_anew_too(write_root, row):
    root = write_root({"cuad/a.txt": CRLF}, {"cuad": [row("All?", ("cuad/a.txt", 0, len(CRLF), CRLF))]})
    apply_fixes(plan_fixes(root))
    assert snippets_of(root) == [{"file_path": "cuad/a.txt", "span": [0, len(LF)], "answer": LF}]


def test_paths_in_another_form_are_fixed(write_root, row):
    texts = {"cuad/Cafe\u0301 1.txt": "rent", "cuad/b.txt": "rent"}
    tests = [
        row("1?", ("cuad/Cafe\u0301 1.txt", 0, 4, "rent")),
        row("2?", ("./corpus/cuad/b.txt", 0, 4, "rent")),
        row("3?", ("cuad\\b.txt", 0, 4, "rent")),
        row("4?", ("cuad/nowhere.txt", 0, 4, "rent")),
    ]
    root = write_root(texts, {"cuad": tests})
    apply_fixes(plan_fixes(root))
    paths = [snippet["file_path"] for snippet in snippets_of(root)]
    assert paths == ["cuad/Café 1.txt", "cuad/b.txt", "cuad/b.txt", "cuad/nowhere.txt"]
    assert (root / "corpus" / "cuad" / "Café 1.txt").exists()
    assert [finding.rule for finding in check(root).findings] == ["missing-file"]


def test_answers_are_fixed_only_where_the_words_are_the_same(write_root, row):
    tests = [
        row("1?", ("cuad/a.txt", 0, 13, None)),
        row("2?", ("cuad/a.txt", 0, 13, "The  rent is\ndue")),
        row("3?", ("cuad/a.txt", 0, 13, "The deposit")),
    ]
    root = write_root({"cuad/a.txt": "The rent is d ue"}, {"cuad": tests})
    plan = plan_fixes(root)
    assert [(change.where, change.after) for change in plan.changes] == [
        ("cuad, test 1, snippet 1", "answer 'The rent is d'"),
    ]
    apply_fixes(plan)
    assert [snippet["answer"] for snippet in snippets_of(root)] == ["The rent is d", "The  rent is\ndue", "The deposit"]


def test_white_space_in_answers_is_set_right(write_root, row):
    root = write_root(
        {"cuad/a.txt": "The rent\nis due"}, {"cuad": [row("1?", ("cuad/a.txt", 0, 15, "The rent is due"))]}
    )
    apply_fixes(plan_fixes(root))
    assert snippets_of(root)[0]["answer"] == "The rent\nis due"


def test_a_sound_benchmark_is_left_alone(write_root, row):
    root = write_root({"cuad/a.txt": "rent"}, {"cuad": [row("1?", ("cuad/a.txt", 0, 4, "rent"))]})
    plan = plan_fixes(root)
    assert (plan.changes, plan.files, plan.renames) == ([], {}, {})


def test_what_cannot_be_read_is_passed_over(write_root, row):
    tests = [7, {"snippets": [3, {"file_path": 1}, {"file_path": "cuad/a.txt", "span": [9, 1]}]}]
    root = write_root({"cuad/a.txt": "rent", "cuad/b.txt": b"\xff\xfe\xe9"}, {"cuad": tests})
    (root / "benchmarks" / "broken.json").write_text("{")
    assert plan_fixes(root).changes == []
