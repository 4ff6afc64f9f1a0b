import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pincite.cli.main import app
from pincite.errors import PinciteError, SettingsError

ROOT = Path(__file__).resolve().parents[2]
LEASE = (
    "LEASE OF THE BOATHOUSE\n\nThis Lease is made between Heron Estates Ltd and Otter Rowing Club.\n\n"
    "1. Rent. The tenant shall pay ninety pounds a month.\n\n2. Repairs. The landlord shall repair the roof.\n"
)


@pytest.fixture
def pincite(invoke):
    def run(*arguments, status=0):
        result = invoke(app, *arguments)
        assert result.exit_code == status, result.output
        return result.stdout

    return run


@pytest.fixture
def bench(tmp_path):
    root = tmp_path / "bench"
    (root / "corpus/deeds").mkdir(parents=True)
    (root / "benchmarks").mkdir()
    (root / "corpus/deeds/lease.txt").write_text(LEASE)
    tests = []
    for query, words in {
        "Who repairs the roof?": "The landlord shall repair the roof.",
        "How much is the rent?": "The tenant shall pay ninety pounds a month.",
    }.items():
        start = LEASE.index(words)
        snippet = {"file_path": "deeds/lease.txt", "span": [start, start + len(words)], "answer": words}
        tests.append({"query": query, "snippets": [snippet]})
    (root / "benchmarks/deeds.json").write_text(json.dumps({"tests": tests}))
    return root


@pytest.fixture
def run(pincite, bench, hashing, tmp_path):
    """Run the benchmark into a folder by name."""

    def go(name, *more):
        flags = [part for flag in hashing for part in ("--set", flag)]
        out = tmp_path / name
        pincite("run", "--bench", bench, *flags, "--set", "chunker.size=60", "--out", out, "--k", 4, *more)
        return out

    return go


def test_a_run_from_the_command_line_to_every_command_that_reads_it(run, pincite, bench, tmp_path):
    one, other = run("dense", "--set", "retrieval.method=dense"), run("words", "--set", "retrieval.method=bm25")
    assert json.loads((one / "summary.json").read_text()).keys() == {"all", "deeds"}
    assert "span_f1" in pincite("rescore", one, other, "--measures", "span_f1,recall@2")
    compared = json.loads(pincite("compare", one, other, "--measures", "recall@2", "--json"))
    assert compared[0]["rows"][0]["measure"] == "recall@2"
    assert "recall@2" in pincite("compare", one, other, "--measures", "recall@2")
    assert "## words against dense" in pincite("compare", one, other, "--measures", "recall@2", "--format", "markdown")
    assert "passed" in pincite("gate", one, "--min", "recall@4>=0.1", "--baseline", one, "--max-drop", "recall@4=0")
    assert "FAILED" in pincite("gate", one, "--min", "recall@4>=1.5", status=1)
    assert "dense" in pincite("history", tmp_path, "--plot", tmp_path / "h.svg")
    pincite("report", one, other, "-o", tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!doctype html>")
    written = json.loads(pincite("export", one, "--to", "trec", "--out", tmp_path / "trec", "--json"))
    assert len(written) == 3
    pincite("import", tmp_path / "trec/dense.passages.trec", "--bench", bench, "--out", tmp_path / "back")
    assert json.loads((tmp_path / "back/summary.json").read_text())["all"]["recall@4"] == pytest.approx(
        json.loads((one / "summary.json").read_text())["all"]["recall@4"]
    )


def test_a_sweep_ends_in_a_table(pincite, bench, hashing, tmp_path):
    (tmp_path / "grid.toml").write_text('k = 2\n[grid]\n"retrieval.method" = ["dense", "bm25"]\n')
    flags = [part for flag in hashing for part in ("--set", flag)]
    printed = pincite("sweep", tmp_path / "grid.toml", "--bench", bench, "--out", tmp_path / "sweep", *flags)
    assert "dense" in printed and "bm25" in printed
    assert len(json.loads((tmp_path / "sweep/sweep.json").read_text())) == 4


def test_a_gate_needs_something_to_judge_by(pincite, tmp_path):
    with pytest.raises(SettingsError, match="max-drop"):
        pincite("gate", tmp_path)
    with pytest.raises(SettingsError, match="--baseline"):
        pincite("gate", tmp_path, "--max-drop", "recall@8=0.1")


@pytest.fixture
def predictions(tmp_path):
    rows = [
        {"query": "Who repairs the roof?", "retrieved_passages": ["The landlord shall repair the roof.", "x"]},
        {"query": "How much is the rent?", "retrieved_passages": ["nothing of note", "shall pay ninety pounds"]},
    ]
    path = tmp_path / "predictions.json"
    path.write_text(json.dumps(rows))
    return path


GOLD_FIGURES = {"exact_match": 0.5, "recall@10": 1.0, "num_examples": 2.0}


def test_the_script_from_the_checkout_prints_and_saves_the_published_figures(predictions, bench, tmp_path):
    gold = bench / "benchmarks/deeds.json"
    command = [sys.executable, "-S", str(ROOT / "score.py"), str(predictions), str(gold)]
    done = subprocess.run(
        [*command, "--output", str(tmp_path / "out/results.json")], capture_output=True, text=True, check=True
    )
    lines = done.stdout.strip().splitlines()
    assert lines[:3] == ["Evaluation Results:", "=" * 26, "exact_match: 0.5000"]
    assert lines[-2:] == ["num_examples: 2.0000", "=" * 26]
    saved = json.loads((tmp_path / "out/results.json").read_text())
    assert list(saved) == ["exact_match", "span_f1", "recall@10", "ndcg@10", "num_examples"]
    assert GOLD_FIGURES.items() <= saved.items()
    short = subprocess.run([*command[:-1], str(tmp_path / "none.json")], capture_output=True, text=True, check=False)
    assert short.returncode == 1 and "none.json: there is no such file" in short.stderr


def test_the_script_scores_the_words_of_snippets_and_refuses_places_alone(bench, tmp_path):
    gold, predictions = bench / "benchmarks/deeds.json", tmp_path / "snippets.json"
    command = [sys.executable, "-S", str(ROOT / "score.py"), str(predictions), str(gold)]
    place = {"file_path": "deeds/lease.txt", "span": [0, 20]}
    words = ["The landlord shall repair the roof.", "shall pay ninety pounds"]
    predictions.write_text(json.dumps([{"retrieved_snippets": [{**place, "answer": one}]} for one in words]))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "exact_match: 0.5000" in done.stdout and "recall@10: 1.0000" in done.stdout
    predictions.write_text(json.dumps([{"retrieved_snippets": [place]}] * 2))
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 1 and not refused.stdout
    assert "Prediction 1 has places and no words in 'retrieved_snippets'" in refused.stderr


def test_score_takes_the_gold_that_the_script_takes(pincite, predictions, bench, tmp_path):
    tests = json.loads((bench / "benchmarks/deeds.json").read_text())["tests"]
    words = [{"query": t["query"], "snippets": [{"answer": s["answer"]} for s in t["snippets"]]} for t in tests]
    nameless = [{"snippets": [*t["snippets"], {"answer": "x", "file_path": "a", "span": [9, 2]}]} for t in words]
    for number, gold in enumerate((words, {"tests": words}, nameless)):
        path = tmp_path / f"gold{number}.json"
        path.write_text(json.dumps(gold))
        published = pincite("score", predictions, path, "--published")
        scores = json.loads(pincite("score", predictions, path, "--json"))["all"]
        assert f"recall@10: {scores['script_recall@10']:.4f}" in published
        assert f"span_f1: {scores['span_f1']:.4f}" in published
        with pytest.raises(PinciteError, match=r"test 1: has no 'file_path' with a sound 'span', which recall@8 needs"):
            pincite("score", predictions, path, "--measures", "recall@8")


def test_score_gives_both_forms_and_writes_csv(pincite, predictions, bench, tmp_path):
    gold = bench / "benchmarks/deeds.json"
    scores = json.loads(pincite("score", predictions, gold, "--k", 10, "--json", "--csv", tmp_path / "s.csv"))
    assert scores["deeds"]["script_recall@10"] == scores["deeds"]["text_recall@10"] == 1
    assert scores["all"]["exact_match"] == 0.5
    assert "deeds,exact_match,0.5,2" in (tmp_path / "s.csv").read_text()
    formulas = gold.with_name("=deeds.json")
    formulas.write_bytes(gold.read_bytes())
    pincite("score", predictions, formulas, "--csv", tmp_path / "f.csv")
    assert ",'=deeds,exact_match,0.5,2" in (tmp_path / "f.csv").read_text()
    other = predictions.with_name("other.json")
    other.write_bytes(predictions.read_bytes())
    several = json.loads(pincite("score", predictions, other, "--gold", gold, "--measures", "span_f1", "--json"))
    assert list(several) == [str(predictions), str(other)]
    assert "Evaluation Results:" in pincite("score", predictions, gold, "--published")


def test_predictions_in_another_order_are_paired_by_their_queries(pincite, predictions, bench, tmp_path):
    rows = json.loads(predictions.read_text())
    (tmp_path / "turned.json").write_text(json.dumps(rows[::-1]))
    gold = bench / "benchmarks/deeds.json"
    scores = [json.loads(pincite("score", path, gold, "--json")) for path in (predictions, tmp_path / "turned.json")]
    assert scores[0] == scores[1]


def test_a_missing_prediction_counts_as_zero(pincite, predictions, bench, tmp_path):
    (tmp_path / "half.json").write_text(json.dumps(json.loads(predictions.read_text())[:1]))
    scores = json.loads(pincite("score", tmp_path / "half.json", bench / "benchmarks/deeds.json", "--json"))
    assert scores["all"]["text_recall@10"] == 0.5


def test_score_without_gold_says_so(pincite, predictions):
    with pytest.raises(PinciteError, match="GOLD"):
        pincite("score", predictions)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"tests": [', "is not JSON: .* line 1"),
        ('{"rows": []}', "needs .*tests"),
        ('{"tests": [{}]}', "has no 'query'"),
    ],
)
def test_run_says_what_is_wrong_with_a_benchmark_before_it_asks_for_a_corpus(pincite, tmp_path, text, problem):
    (tmp_path / "alone").mkdir()
    broken = tmp_path / "alone" / "broken.json"
    broken.write_text(text)
    with pytest.raises(PinciteError, match=problem):
        pincite("run", "--bench", broken, "--out", tmp_path / "run")


def test_import_names_queries_without_prediction_and_compare_keeps_the_usual_measures(pincite, bench, tmp_path):
    tests = json.loads((bench / "benchmarks/deeds.json").read_text())["tests"]
    first = {"query": tests[0]["query"], "retrieved_snippets": tests[0]["snippets"]}
    (tmp_path / "theirs.json").write_text(json.dumps([first]))
    deeds = bench / "benchmarks/deeds.json"
    for name in ("one", "two"):
        arguments = ["import", tmp_path / "theirs.json", "--bench", deeds, "--out", tmp_path / name]
        told = CliRunner().invoke(app, [str(argument) for argument in arguments]).stderr
        assert "1 of 2 queries have no prediction and count as zero; the first is deeds/2" in told
    told = json.loads(
        pincite("import", tmp_path / "theirs.json", "--bench", deeds, "--out", tmp_path / "three", "--json")
    )
    assert told["without_prediction"] == ["deeds/2"]
    assert told["summary"]["all"]["recall@8"] == 0.5
    rows = json.loads(pincite("compare", tmp_path / "one", tmp_path / "two", "--json"))[0]["rows"]
    assert "recall@8" in [row["measure"] for row in rows]
