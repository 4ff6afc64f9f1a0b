"""Drift: days like those before are quiet, one that is unlike them is named."""

import json

import pytest
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.errors import NotFound
from pincite.service.drift import measure_drift


def write(path, days):
    rows = []
    for day, abstained, seconds in days:
        for number in range(40):
            rows.append(
                {
                    "time": f"2026-03-{day:02}T10:00:{number:02}.000+00:00",
                    "found": number >= abstained,
                    "confidence": 0.8,
                    "claims": 4,
                    "dropped": 1,
                    "seconds": seconds + number / 1000,
                }
            )
    path.write_text("\n".join(map(json.dumps, rows)) + '\n{"time": "2026-03-0', "utf-8")
    return path


def test_days_alike_are_quiet(tmp_path):
    days, found = measure_drift(write(tmp_path / "s.jsonl", [(1, 4, 0.5), (2, 5, 0.52), (3, 4, 0.51)]))
    assert [(day.day, day.answers) for day in days] == [("2026-03-01", 40), ("2026-03-02", 40), ("2026-03-03", 40)]
    assert days[0].abstention == 0.1 and days[0].dropped == 0.25 and not found


def test_a_day_unlike_those_before_is_named_and_told_to_cron(tmp_path):
    path = write(tmp_path / "s.jsonl", [(1, 4, 0.5), (2, 5, 0.52), (3, 20, 2.0)])
    _, found = measure_drift(path)
    assert {one.figure for one in found} == {"abstention", "p95_seconds"}
    result = CliRunner().invoke(app, ["drift", str(path)])
    assert result.exit_code == 1 and "abstention was 0.500 on 2026-03-03" in result.output
    rows = json.loads(CliRunner().invoke(app, ["drift", str(path), "--json"]).stdout)
    assert len(rows["days"]) == 3 and len(rows["drift"]) == 2


def test_two_days_say_nothing_yet_and_a_missing_file_says_what_to_do(tmp_path):
    assert measure_drift(write(tmp_path / "s.jsonl", [(1, 0, 0.1), (2, 40, 9.0)]))[1] == []
    with pytest.raises(NotFound, match="keeps samples"):
        measure_drift(tmp_path / "none.jsonl")
