import json

import pytest

from pincite.errors import BenchmarkError, NotFound, RunError, SettingsError
from pincite.runs.compare import compare, load_contender
from pincite.runs.comparison_markdown import comparison_markdown
from pincite.runs.gate import check_gate, parse_bound, parse_drop


@pytest.fixture
def log(tmp_path):
    """A file of scores, as a log of traffic gives them."""

    def write(name, values, *, sets=None, measure="recall@8", **more):
        rows = [
            {"id": f"q{n}", "set": (sets or ["one"] * len(values))[n], "scores": {measure: value, **more}}
            for n, value in enumerate(values)
        ]
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return load_contender(path)

    return write


HIGH = [0.9] * 20
LOW = [0.4] * 19 + [1.0]


def test_a_clear_loss_is_called_worse_and_the_queries_that_changed_are_named(log):
    found = compare([log("base", HIGH), log("new", LOW)])[0]
    row = found.rows[0]
    assert (found.reference, found.name, found.queries, found.left_out) == ("base", "new", 20, 0)
    assert row.reference == pytest.approx(0.9) and row.value == pytest.approx(0.43)
    assert row.difference.value == pytest.approx(-0.47)
    assert row.verdict == "worse"
    assert [change.query_id for change in found.gained["recall@8"]] == ["q19"]
    assert len(found.lost["recall@8"]) == 5


def test_less_is_better_for_a_mismatch(log):
    found = compare([log("base", HIGH, measure="drm@8"), log("new", LOW, measure="drm@8")])[0]
    assert found.rows[0].verdict == "better"


def test_a_mismatch_is_compared_as_summaries_count_it(tmp_path):
    """One query with ten results, two of them stray, weighs ten times as much as one with a single result."""
    runs = []
    for name, strays in (("base", [0.2, 0.0]), ("new", [0.1, 1.0])):
        rows = [
            {"id": f"q{n}", "results": results, "scores": {"drm@64": drm, "drm@1": drm}}
            for n, (results, drm) in enumerate(zip([10, 1], strays, strict=True))
        ]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        runs.append(load_contender(tmp_path / f"{name}.jsonl"))
    row = compare(runs, measures=["drm@64", "drm@1"])[0].rows
    assert (row[0].reference, row[0].value) == (pytest.approx(2 / 11), pytest.approx(2 / 11))
    assert row[0].difference.value == pytest.approx(0)
    assert (row[1].reference, row[1].value) == (pytest.approx(0.1), pytest.approx(0.55))
    assert [run.table.summary()["all"]["drm@64"] for run in runs] == [row[0].reference, row[0].value]


def test_scores_of_their_own_are_compared_too(log):
    found = compare([log("base", LOW, clicked=0), log("new", HIGH, clicked=1)])[0]
    assert [(row.measure, row.verdict) for row in found.rows] == [("recall@8", "better"), ("clicked", "better")]


def test_effects_are_told_by_set_and_the_whole_weighs_sets_alike(log):
    sets = ["small"] * 2 + ["large"] * 18
    found = compare([log("base", [0] * 20, sets=sets), log("new", [1] * 2 + [0] * 18, sets=sets)])[0]
    assert found.rows[0].difference.value == pytest.approx(0.5)
    assert found.rows[0].by_group["small"].value == 1
    assert found.rows[0].by_group["large"].value == 0


def test_a_reference_can_be_named_and_every_other_run_is_compared_with_it(log):
    runs = [log("a", HIGH), log("b", LOW), log("c", HIGH)]
    assert [(c.reference, c.name) for c in compare(runs, reference="b")] == [("b", "a"), ("b", "c")]
    with pytest.raises(NotFound, match="Known: a, b, c"):
        compare(runs, reference="d")


def test_queries_that_one_run_lacks_are_left_out_and_counted(log):
    found = compare([log("base", HIGH), log("new", HIGH[:15])])[0]
    assert (found.queries, found.left_out) == (15, 5)


def test_runs_that_do_not_pair_are_refused(log, tmp_path):
    (tmp_path / "other.jsonl").write_text('{"id": "z1", "scores": {"recall@8": 1}}\n')
    with pytest.raises(BenchmarkError, match="no query in common"):
        compare([log("base", HIGH), load_contender(tmp_path / "other.jsonl")])
    (tmp_path / "odd.jsonl").write_text('{"id": "q1", "query": "Another?", "scores": {"recall@8": 1}}\n')
    with pytest.raises(BenchmarkError, match="another question"):
        compare([log("base", HIGH), load_contender(tmp_path / "odd.jsonl")])
    with pytest.raises(RunError, match="needs two"):
        compare([log("base", HIGH)])
    with pytest.raises(NotFound, match="no 'f1@3' in the scores"):
        compare([log("a", HIGH), log("b", HIGH)], measures=["f1@3"])


def test_score_files_that_cannot_be_are_refused(tmp_path):
    (tmp_path / "nan.jsonl").write_text('{"id": "q1", "scores": {"recall@8": NaN}}\n')
    with pytest.raises(RunError, match="not a number"):
        load_contender(tmp_path / "nan.jsonl")
    (tmp_path / "torn.jsonl").write_text('{"id": "q1", "scores": {"recall@8": 1}}\n{"scores": {}}\n')
    with pytest.raises(RunError, match="lacks"):
        load_contender(tmp_path / "torn.jsonl")
    with pytest.raises(NotFound):
        load_contender(tmp_path / "none.jsonl")


def test_the_markdown_holds_the_figures(log):
    text = comparison_markdown(compare([log("base", HIGH), log("new", LOW)])[0])
    assert "| recall@8 | 0.9000 | 0.4300 | -0.4700 |" in text
    assert "`q19` 0.900 → 1.000" in text


def test_a_gate_fails_on_a_significant_drop_only_unless_strict(log):
    drop = [parse_drop("recall@8=0.01")]
    base = log("base", HIGH)
    assert not check_gate(log("worse", LOW), base, drops=drop)[0].passed
    shaky = log("shaky", [0.9] * 19 + [0.2])
    assert check_gate(shaky, base, drops=drop)[0].passed
    assert "chance explains" in check_gate(shaky, base, drops=drop)[0].found
    assert not check_gate(shaky, base, drops=drop, strict=True)[0].passed
    assert check_gate(log("same", HIGH), base, drops=drop, strict=True)[0].passed


def test_a_gate_holds_bounds_in_both_directions(log):
    run = log("run", HIGH, **{"drm@8": 0.01})
    assert check_gate(run, None, bounds=[parse_bound("recall@8>=0.9"), parse_bound("drm@8 <= 0.02")])[1].passed
    assert not check_gate(run, None, bounds=[parse_bound("recall@8>=0.95")])[0].passed


@pytest.mark.parametrize("text", ["recall@8", "recall@8=0.5", "recall@8>=x", "recall@8>0.5"])
def test_a_bound_that_cannot_be_read_says_how_to_write_it(text):
    with pytest.raises(SettingsError, match="min"):
        parse_bound(text)


def test_a_usual_measure_that_only_one_run_has_is_named(log):
    found = compare([log("base", HIGH, **{"f1@8": 0.5}), log("new", LOW)])[0]
    assert [row.measure for row in found.rows] == ["recall@8"]
    assert found.not_compared == ("f1@8",)
    assert "only one run was scored by them: f1@8" in comparison_markdown(found)
    assert compare([log("base", HIGH), log("new", LOW)])[0].not_compared == ()
