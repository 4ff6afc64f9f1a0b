import json

import numpy as np
import pytest

from pincite.domain.outcome import QueryOutcome
from pincite.errors import RunError
from pincite.metrics.scorer import outcome_columns
from pincite.runs.exam import load_exam
from pincite.runs.execute import execute
from pincite.runs.folder import RunFolder
from pincite.runs.hit_columns import read_columns
from pincite.runs.targets.pipeline import PipelineTarget


@pytest.fixture
def run(bench, settings, tmp_path):
    execute(PipelineTarget(settings()), load_exam([bench]), tmp_path / "run", k=4)
    return tmp_path / "run"


def by_objects(run):
    found = [run.responses.get(question.id) for question in run.questions]
    return outcome_columns(
        [
            QueryOutcome(question.gold.passages, [hit.passage for hit in record.hits] if record else [])
            for question, record in zip(run.questions, found, strict=True)
        ]
    )


def edit(run, change):
    rows = [json.loads(line) for line in (run / "queries.jsonl").read_text().splitlines()]
    change(rows)
    (run / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return RunFolder(run)


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: None,
        lambda rows: rows.reverse(),
        lambda rows: rows.pop(1),
        lambda rows: rows.append({**rows[0], "hits": rows[0]["hits"][:2]}),
        lambda rows: rows[1].update(hits=[]),
        lambda rows: rows.append({"id": "of another benchmark", "hits": [["a.txt", 0, 5, 1.0]]}),
        lambda rows: rows.clear(),
    ],
    ids=["as it is", "another order", "one missing", "one twice", "one empty", "one too many", "none"],
)
def test_columns_are_what_the_records_say(run, change):
    opened = edit(run, change)
    for read, made in zip(read_columns(opened), by_objects(RunFolder(run)), strict=True):
        for name in ("edges", "query", "start", "end"):
            assert np.array_equal(getattr(read, name), getattr(made, name)), name
        assert len(read.doc) == len(made.doc)


@pytest.mark.parametrize(
    "hit",
    [
        ["a.txt", 5, 2, 1.0],
        ["a.txt", -1, 2, 1.0],
        ["a.txt", 0, 2, float("nan")],
        ["a.txt", 0, 2],
        ["a.txt", "0", 2, 1.0],
        ["a.txt", 0.5, 2, 1.0],
        [["a.txt"], 0, 2, 1.0],
        7,
    ],
)
def test_a_damaged_result_is_named(run, hit):
    opened = edit(run, lambda rows: rows[2]["hits"].append(hit))
    with pytest.raises(RunError, match=r"queries\.jsonl"):
        read_columns(opened)
