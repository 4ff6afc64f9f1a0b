import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from filelock import FileLock

import pincite
from pincite.errors import PinciteError, SettingsError
from pincite.runs.sweep import SweepPaths, read_plan, run_sweep, shipped_sweeps, sweep_table
from pincite.runs.targets.pipeline import PipelineTarget

GRID = """
k = 4
cutoffs = [1, 4]

[set]
"embedder.kind" = "hashing"
"chunker.size" = 120
"ocr.mode" = "never"

[grid]
"chunker.kind" = ["naive", "sentence"]
"retrieval.method" = ["dense", "bm25"]
"""
NAMES = [f"chunker-{kind}_method-{method}" for kind in ("naive", "sentence") for method in ("dense", "bm25")]


@pytest.fixture
def plan(tmp_path, hashing):
    (tmp_path / "grid.toml").write_text(GRID)
    return read_plan(str(tmp_path / "grid.toml"))


def test_every_combination_is_run_and_ends_in_one_table(plan, bench, tmp_path):
    place = SweepPaths((bench,), None, tmp_path / "sweep")
    assert run_sweep(plan, place) == {}
    rows = sweep_table(plan, place.out)
    assert [variant.name for variant in plan.variants] == NAMES
    assert [(row["run"], row["k"]) for row in rows] == [(name, k) for name in NAMES for k in (1, 4)]
    assert all(0 <= row["recall"] <= 1 for row in rows)
    assert json.loads((place.out / "sweep.json").read_text()) == rows


def test_runs_that_differ_only_in_search_share_an_index(plan, bench, tmp_path):
    run_sweep(plan, SweepPaths((bench,), None, tmp_path / "sweep"))
    assert len(list((tmp_path / "cache/stores").iterdir())) == 2


def test_one_that_fails_is_told_and_the_others_go_on(plan, bench, tmp_path, monkeypatch):
    prepare = PipelineTarget.prepare

    def fail(self, task, *, progress):
        if self.describe()["settings"]["chunker"]["kind"] == "naive":
            raise PinciteError("out of paper")
        return prepare(self, task, progress=progress)

    monkeypatch.setattr(PipelineTarget, "prepare", fail)
    place = SweepPaths((bench,), None, tmp_path / "sweep")
    assert run_sweep(plan, place) == dict.fromkeys(NAMES[:2], "out of paper")
    assert len(sweep_table(plan, place.out)) == 4


def test_side_by_side_it_gives_the_same_and_tells_who_failed(plan, bench, tmp_path):
    alone, together = (SweepPaths((bench,), None, tmp_path / name) for name in ("alone", "together"))
    run_sweep(plan, alone)
    blocked = together.out / NAMES[3]
    blocked.mkdir(parents=True)
    (blocked / "run.json").write_text("{}")
    told = []
    failed = run_sweep(plan, together, jobs=2, progress=lambda *now: told.append(now))
    assert list(failed) == [NAMES[3]]
    assert str(blocked) in failed[NAMES[3]]
    assert told[-1] == ("runs", 4, 4)
    (blocked / "run.json").unlink()
    assert run_sweep(plan, together) == {}
    assert sweep_table(plan, together.out) == sweep_table(plan, alone.out)
    for name in NAMES:
        assert (together.out / name / "summary.json").read_bytes() == (alone.out / name / "summary.json").read_bytes()


def test_settings_that_go_together_are_one_step_of_a_grid(tmp_path):
    (tmp_path / "grid.toml").write_text('[grid]\nreranker = [{ kind = "none" }, { model = "gull", kind = "cohere" }]')
    plain, reranked = read_plan(str(tmp_path / "grid.toml")).variants
    assert (plain.name, reranked.name) == ("reranker-none", "reranker-gull-cohere")
    assert reranked.flags == ('reranker.kind="cohere"', 'reranker.model="gull"')
    assert reranked.values == {"reranker": "gull cohere"}


KILLER = """
# Imports once and forks for each attempt, so that the kills fall into the work and not into starting Python.
import os, random, signal, sys, time
from pathlib import Path
from pincite.runs.sweep import SweepPaths, read_plan, run_sweep, sweep_table

def attempt(out):
    child = os.fork()
    if not child:
        os.environ["PINCITE_CACHE"] = out + "-cache"
        plan, place = read_plan(sys.argv[1]), SweepPaths((Path(sys.argv[2]),), None, Path(out))
        run_sweep(plan, place)
        sweep_table(plan, place.out)
        os._exit(0)
    return child

if __name__ == "__main__":
    chance = random.Random(1)
    survived = 0
    for _ in range(20):
        child = attempt(sys.argv[4])
        time.sleep(chance.uniform(0.05, 0.9))
        os.kill(child, signal.SIGKILL)
        survived += os.waitpid(child, 0)[1] == 0
    for out in sys.argv[3:5]:
        assert os.waitpid(attempt(out), 0)[1] == 0
    print(survived)
"""


@pytest.mark.slow
def test_a_sweep_killed_twenty_times_ends_like_one_that_was_not(plan, bench, tmp_path):
    script = tmp_path / "killer.py"
    script.write_text(KILLER)
    arguments = [tmp_path / "grid.toml", bench, tmp_path / "whole", tmp_path / "cut"]
    command = [sys.executable, str(script), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert int(done.stdout) < 20
    for name in ("sweep.json", *(f"{name}/summary.json" for name in NAMES)):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_shipped_sweeps_are_sound():
    for name in ("legalbench-rag", "legalbench-rag-hosted"):
        plan = read_plan(name)
        assert len(plan.variants) * len(plan.cutoffs) == 28
    for name in shipped_sweeps():
        plan = read_plan(name)
        assert plan.variants and max(plan.cutoffs) == plan.k


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("grids = 3", "'grids' .* is unknown in a sweep"),
        ('[grid]\n"chunker.kid" = [1]\n"chunkers.kind" = ["naive"]', "'chunkers.kind'"),
        ("[grid", "cannot be read"),
    ],
)
def test_a_faulty_sweep_is_refused_before_work_begins(tmp_path, text, words):
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(SettingsError, match=words):
        read_plan(str(tmp_path / "bad.toml"))


def test_an_unknown_sweep_lists_the_known():
    with pytest.raises(SettingsError, match="legalbench-rag"):
        read_plan("no-such-sweep")


SHARED = GRID.replace('["naive", "sentence"]', '["naive"]').replace('["dense", "bm25"]', '["dense", "bm25", "hybrid"]')
SHARED += '"retrieval.k" = [3, 4]\n'


def test_side_by_side_runs_wait_for_the_index_they_share(bench, tmp_path, hashing):
    (tmp_path / "grid.toml").write_text(SHARED)
    plan, place = read_plan(str(tmp_path / "grid.toml")), SweepPaths((bench,), None, tmp_path / "sweep")
    assert len(plan.variants) == 6
    assert run_sweep(plan, SweepPaths((bench,), None, tmp_path / "before")) == {}
    (store,) = (tmp_path / "cache/stores").iterdir()
    with FileLock(store / "LOCK", thread_local=False) as held:
        threading.Timer(2, held.release).start()
        assert run_sweep(plan, place, jobs=2) == {}
    assert len(sweep_table(plan, place.out)) == 12


@pytest.mark.slow
def test_the_command_with_two_jobs_loses_no_variant(bench, tmp_path, hashing):
    (tmp_path / "grid.toml").write_text(SHARED)
    command = [sys.executable, "-m", "pincite", "sweep", str(tmp_path / "grid.toml"), "--bench", str(bench)]
    command += ["--out", str(tmp_path / "sweep"), "--jobs", "2", "--json"]
    path = os.pathsep.join([os.environ["PYTHONPATH"], str(Path(pincite.__file__).parents[1])])
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["failed"] == {}
    assert len({row["run"] for row in told["rows"]}) == 6


@pytest.mark.parametrize(
    "text",
    [
        '[set]\n"embedder.kind" = "openai"\n"embedder.base_url" = "http://thief.test"',
        '[set]\n"embedder.kind" = "openai"\n"embedder.key_variable" = "AWS_SECRET_ACCESS_KEY"',
        '[grid]\nembedder = [{ kind = "onnx", model = "/etc/passwd" }]',
        '[grid]\nembedder = [{ kind = "onnx", threads = 2 }]',
    ],
)
def test_a_sweep_decides_neither_where_to_connect_nor_what_to_load(tmp_path, text):
    (tmp_path / "theirs.toml").write_text(text)
    with pytest.raises(SettingsError, match="cannot be set by a sweep"):
        read_plan(str(tmp_path / "theirs.toml"))


def test_a_preset_that_a_sweep_names_does_not_either_and_the_user_does(tmp_path):
    (tmp_path / "theirs.toml").write_text('[embedder]\nkind = "openai"\nbase_url = "http://thief.test"')
    (tmp_path / "grid.toml").write_text(f'preset = "{tmp_path}/theirs.toml"')
    with pytest.raises(SettingsError, match="cannot be set by a sweep"):
        read_plan(str(tmp_path / "grid.toml"))
    (tmp_path / "grid.toml").write_text('[grid]\n"embedder.kind" = ["openai"]')
    assert read_plan(str(tmp_path / "grid.toml"), flags=["embedder.kind=openai", "embedder.base_url=http://mine.test"])
