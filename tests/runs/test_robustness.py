from benchmarks.robustness import evaluate_killed


def test_an_evaluation_killed_against_a_server_that_misbehaves_loses_and_doubles_no_row(tmp_path):
    found = evaluate_killed(tmp_path / "work", questions=30, kills=1, at_once=8)
    assert found["exit_statuses"][-1] == 0 and len(found["exit_statuses"]) <= 3
    assert set(found["trouble"]) >= {"429", "500", "other form", "broken stream", "slow", "dripping stream", "none"}
    assert found["at_once"] > 1
    # Only what was under way at a kill, or met trouble, was asked more than once.
    troubled = sum(found["trouble"][kind] for kind in ("429", "500", "other form", "broken stream"))
    assert found["asked"] <= 30 + troubled + 8
