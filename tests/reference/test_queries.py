"""A hundred recorded questions find what they found; on another kind of processor the first results overlap."""

import json
import platform

import pytest
from tests.reference.record_queries import (
    KEPT,
    LEAST_OVERLAPPING,
    RECORDED,
    TOLERANCE,
    ask,
    build,
    differences,
    kind_of,
    model_marks,
    overlaps,
    questions,
)


@pytest.fixture(scope="module")
def recorded():
    return json.loads(RECORDED.read_text("utf-8"))


def test_a_hundred_questions_are_recorded_with_the_models_that_ship(recorded):
    assert len(recorded["results"]) == 100
    assert list(recorded["results"]) == questions()
    assert recorded["models"] == model_marks(), "record anew: python -m tests.reference.record_queries"


@pytest.mark.slow
def test_recorded_questions_find_the_same_passages_with_the_same_scores(recorded, sample_cache, tmp_path, monkeypatch):
    monkeypatch.setenv("PINCITE_CACHE", str(sample_cache))
    with build(tmp_path / "store") as store:
        found = dict(ask(store))
    results = recorded["results"]
    if kind_of(recorded["recorded_on"]["machine"]) == kind_of(platform.machine()):
        assert not {question: told for question in results if (told := differences(results[question], found[question]))}
    else:
        assert sum(overlaps(results[question][0], found[question][0]) for question in results) >= LEAST_OVERLAPPING


ROWS = [["lease.pdf", 10, 40, 0.9], ["lease.pdf", 60, 90, 0.5], ["nda.docx", 5, 25, 0.49]]


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (ROWS, None),
        ([[*row[:3], row[3] + TOLERANCE / 2] for row in ROWS], None),
        ([ROWS[0], ROWS[2], ROWS[1]], None),
        ([ROWS[1], ROWS[0], ROWS[2]], "stands where"),
        ([[*ROWS[0][:3], 0.8], *ROWS[1:]], "scored 0.9, and now 0.8"),
        (ROWS[:2], "is not among"),
        ([["lease.pdf", 10, 41, 0.9], *ROWS[1:]], "is not among"),
    ],
)
def test_a_difference_beyond_the_tolerance_is_told(found, why):
    told = differences(ROWS, found)
    assert bool(told) == bool(why) and (not why or any(why in sentence for sentence in told))
    assert len(ROWS) == KEPT


def test_results_of_another_processor_need_only_overlap():
    assert overlaps(["lease.pdf", 10, 40, 0.9], ["lease.pdf", 30, 60, 0.4])
    assert not overlaps(["lease.pdf", 10, 40, 0.9], ["lease.pdf", 40, 60, 0.9])
    assert not overlaps(["lease.pdf", 10, 40, 0.9], ["nda.docx", 10, 40, 0.9])
    assert kind_of("aarch64") == kind_of("arm64") and kind_of("AMD64") == kind_of("x86_64") != kind_of("arm64")
