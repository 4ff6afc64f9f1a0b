import json
import re

import numpy as np
import pytest
from tests.local_server import LocalServers, Reply
from tests.runs.conftest import LEASE, invoke

from pincite.errors import NotFound, ReadError, SettingsError
from pincite.pipeline.store import Store
from pincite.runs.compare import load_contender
from pincite.runs.evaluation.config import read_config, shipped_configs
from pincite.runs.evaluation.results import changed_rows, compare_results, load_results
from pincite.runs.evaluation.thresholds import grade
from pincite.runs.evaluation.truth import read_truth, select
from pincite.runs.folder import RunFolder

TRUTH = [
    {"question": "Who repairs the roof?", "truth": "The landlord, under CPR 3.4. [Lease]", "source_type": "CPR"},
    {
        "question": "What is the rent?",
        "truth": "Ninety pounds. [Lease#page=1]",
        "source_type": "PD",
        "category": "Rent",
    },
    {
        "question": "Who may end it?",
        "truth": "Either party. [lease.pdf#page=2]",
        "source_type": "CPR",
        "category": "End",
    },
]
METRICS = ["answer_length", "latency", "any_citation", "citations_matched", "statute_citation_accuracy"]
METRICS += ["precedent_matching", "citation_format_compliance", "f1_score", "gpt_relevance"]


@pytest.fixture
def servers():
    with LocalServers() as running:
        yield running


@pytest.fixture
def config(tmp_path):
    """A config as the framework prints it, with its ground truth."""
    (tmp_path / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in TRUTH))
    (tmp_path / "prompt.txt").write_text("Answer in brief.")
    given = {
        "testdata_path": "truth.jsonl",
        "results_dir": "results/exp<TIMESTAMP>",
        "requested_metrics": METRICS,
        "target_url": "http://localhost:50505/chat",
        "target_parameters": {"overrides": {"top": 3, "prompt_template": "<READFILE>prompt.txt"}},
    }
    path = tmp_path / "evaluate_config.json"
    path.write_text(json.dumps(given))
    return path


def answer(body, *, words="The landlord, CPR 3.4 [Lease]."):
    return Reply(json.dumps({"message": {"content": words}, "context": {"data_points": {"text": ["a", "b"]}}}))


def test_a_config_is_read_with_its_time_and_files(config):
    read = read_config(config, now=1700000000)
    assert read.results == config.parent / "results/exp1700000000"
    assert read.overrides == {"top": 3, "prompt_template": "Answer in brief."}
    assert (read.answer_path, read.context_path) == ("message.content", "context.data_points.text")
    assert read.raw["results_dir"] == "results/exp<TIMESTAMP>"


@pytest.mark.parametrize("name", ["/etc/hostname", "../secret.txt"])
def test_a_config_reads_no_file_outside_its_folder(config, name):
    (config.parent.parent / "secret.txt").write_text("secret")
    given = json.loads(config.read_text())
    config.write_text(json.dumps({**given, "target_parameters": {"x": f"<READFILE>{name}"}}))
    with pytest.raises(ReadError, match="path"):
        read_config(config)


def test_an_unknown_key_of_a_config_is_named(config):
    config.write_text(json.dumps({"testdata": "x"}))
    with pytest.raises(SettingsError, match="'testdata' .*is unknown"):
        read_config(config)


def test_every_shipped_config_and_its_ground_truth_can_be_read():
    assert shipped_configs() == sorted(
        ["evaluate_config.json"]
        + [f"evaluate_config_{name}.json" for name in ("legal", "cpr", "pd", "court_guides", "commercial_court")]
    )
    for name in shipped_configs():
        from pathlib import Path

        read = read_config(Path(name))
        assert len(read_truth(read.testdata)) == 10
        assert not read.results.is_absolute()


def test_an_evaluation_over_http_writes_a_run_and_the_published_files(config, servers):
    out = config.parent / "out"
    url = servers.start(answer)
    done = invoke("evaluate", "--config", config, "--targeturl", url, "--resultsdir", out, "--top", 7, "--no-semantic")
    assert done.exit_code == 0, done.output
    assert "gpt_relevance" in done.output
    sent = servers.seen[0][3]["context"]["overrides"]
    assert sent == {"top": 7, "prompt_template": "Answer in brief.", "semantic_ranker": False}
    rows = [json.loads(line) for line in (out / "eval_results.jsonl").read_text().splitlines()]
    assert [row["question"] for row in rows] == [row["question"] for row in TRUTH]
    assert rows[0]["context"] == "a\n\nb" and rows[0]["latency"] > 0
    assert rows[0]["statute_citation_accuracy"] == 1.0 and rows[0]["corrected_statute_citation_accuracy"] == 1.0
    # No truth of the second row cites a rule: as published that is worth 0.5, and in truth nothing.
    assert rows[1]["statute_citation_accuracy"] == 0.5 and rows[1]["corrected_statute_citation_accuracy"] == -1
    summary = json.loads((out / "summary.json").read_text())
    assert summary["num_questions"] == {"total": 3}
    assert set(summary["latency"]) == {"mean", "min", "max"} and set(summary["any_citation"]) == {"total", "rate"}
    assert summary["statute_citation_accuracy"]["total_evaluated"] == 3
    assert summary["corrected_statute_citation_accuracy"]["total_evaluated"] == 1
    assert json.loads((out / "config.json").read_text()) == json.loads(config.read_text())
    assert json.loads((out / "evaluate_parameters.json").read_text())["num_questions"] == 3
    direct = json.loads((out / "direct_evaluation_results.json").read_text())
    assert set(direct["summary"]) == {"total_entries", "timestamp", "overall", "by_source_type", "by_category"}
    assert direct["summary"]["by_source_type"]["CPR"]["count"] == 2
    assert direct["detailed_results"][0]["expected_sources"] == ["Lease"]
    assert load_contender(out).table.column("precedent_matching")[0] == 1.0
    assert RunFolder(out).questions[1].gold.tags == ("source_type=PD", "category=Rent")


def test_a_failed_row_is_written_as_published_and_asked_again(config, servers):
    out, broken = config.parent / "out", True

    def reply(body):
        if broken and "rent" in body["messages"][0]["content"]:
            return Reply("gone", 404)
        return answer(body)

    url = servers.start(reply)
    done = invoke("evaluate", "--config", config, "--targeturl", url, "--resultsdir", out)
    assert done.exit_code == 1
    row = json.loads((out / "eval_results.jsonl").read_text().splitlines()[1])
    assert "status 404" in row["answer"] and row["latency"] == -1 and row["precedent_matching"] == -1
    broken = False
    assert invoke("evaluate", "--config", config, "--targeturl", url, "--resultsdir", out).exit_code == 0
    assert len(servers.seen) == 4
    row = json.loads((out / "eval_results.jsonl").read_text().splitlines()[1])
    assert row["answer"].startswith("The landlord") and row["latency"] > 0


def test_questions_are_chosen_by_source_type_category_and_number(config):
    rows = read_truth(config.parent / "truth.jsonl")
    assert [row.number for row in select(rows, source_type="cpr")] == [1, 3]
    assert [row.number for row in select(rows, category="Rent")] == [2]
    assert [row.number for row in select(rows, first=2)] == [1, 2]
    with pytest.raises(NotFound, match="There are: CPR, PD; End, Rent"):
        invoke("evaluate", "--config", config, "--source-type", "Court Guide")


def test_the_ground_truth_is_analysed_without_asking_anything(config):
    done = invoke("evaluate", "--config", config, "--analyze", "--json")
    found = json.loads(done.output)
    assert (found["questions"], found["with_sources"], found["source_types"]) == (3, 3, {"CPR": 2, "PD": 1})


def test_a_store_is_asked_in_process_and_its_marks_resolve_to_labels(config, hashing, inline, tmp_path):

    (tmp_path / "lease.txt").write_text(LEASE)
    from pincite.settings import load_settings

    flags = [*hashing, "answer.threshold=0"]
    Store.build(
        [tmp_path / "lease.txt"], tmp_path / "store", settings=load_settings(flags=flags, environment={}).settings
    )
    given = [word for flag in flags for word in ("--set", flag)]
    out = tmp_path / "out"
    done = invoke("evaluate", "--config", config, "--store", tmp_path / "store", "--resultsdir", out, "--all", *given)
    assert done.exit_code == 0, done.output
    response = next(one for one in RunFolder(out).responses.values() if one.citations)
    assert response.citations[0].label.startswith("Lease of the Boathouse") or "LEASE" in response.citations[0].label
    assert response.texts
    styled = json.loads(config.read_text()) | {"citation_style": "files"}
    config.write_text(json.dumps(styled))
    again = tmp_path / "again"
    invoke("evaluate", "--config", config, "--store", tmp_path / "store", "--resultsdir", again, *given)
    answers = [one.answer for one in RunFolder(again).responses.values() if one.citations]
    assert answers and all(re.search(r"\[lease\.txt(#page=\d+)?\]", text) for text in answers)


def write_results(folder, values, names=("precedent_matching",)):
    folder.mkdir()
    rows = [
        {"question": f"Q{n}?", "truth": "T", "answer": f"A{value}", "context": "", "latency": 1.0}
        | dict.fromkeys(names, value)
        for n, value in enumerate(values)
    ]
    (folder / "eval_results.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def test_results_of_evaltools_are_summed_up_with_grades(tmp_path):
    one = write_results(tmp_path / "base", [1.0, 0.6, -1, 0.2])
    results = load_results(one)
    assert results.means()["precedent_matching"] == (pytest.approx(0.6), 3)
    assert results.grades() == {"latency": None, "precedent_matching": "acceptable"}
    done = invoke("summary", tmp_path, "--format", "markdown", "--highlight", "base")
    assert "| precedent_matching | 0.600 (3 rows, acceptable) |" in done.output and "**base**" in done.output


def test_two_evaluations_are_compared_question_by_question(tmp_path):
    one = load_results(write_results(tmp_path / "a", [0.0] * 12))
    other = load_results(write_results(tmp_path / "b", [1.0] * 11 + [0.0]))
    row = next(row for row in compare_results(one, other).rows if row.measure == "precedent_matching")
    assert (row.reference, row.verdict) == (0.0, "better") and row.value == pytest.approx(11 / 12)
    changes = changed_rows(one, other, "precedent_matching")
    assert len(changes) == 11 and changes[0].answer_after == "A1.0"
    done = invoke("diff", tmp_path / "a", tmp_path / "b", "--changed", "precedent_matching", "--json")
    assert len(json.loads(done.output)["changed"]) == 11


@pytest.mark.parametrize(
    "metric, mean, expected",
    [
        ("gpt_groundedness", 4.0, "acceptable"),
        ("gpt_groundedness", 4.1, "good"),
        ("corrected_statute_citation_accuracy", 0.49, "poor"),
        ("citation_format_compliance", 1.0, "good"),
        ("citation_format_compliance", 0.99, "acceptable"),
        ("legal_terminology_accuracy", 0.7, "acceptable"),
        ("latency", 2.0, None),
        ("precedent_matching", None, None),
    ],
)
def test_means_are_graded_by_the_published_thresholds(metric, mean, expected):
    assert grade(metric, mean) == expected


def test_a_floor_is_shown_beside_precedent_matching(config, servers):
    out = config.parent / "out"
    done = invoke("evaluate", "--config", config, "--targeturl", servers.start(answer), "--resultsdir", out, "--json")
    figures = json.loads(done.output)["sources"]
    assert np.isclose(figures["sources equal"], 2 / 3) or figures["sources equal"] > 0
    assert figures["direct_precedent_matching floor"] > 0


def test_the_confidence_of_an_answer_is_the_weighted_mean_of_its_metrics_and_low_ones_are_flagged(config, servers):
    out = config.parent / "out"
    given = json.loads(config.read_text())
    given |= {"confidence_weights": {"precedent_matching": 3, "statute_citation_accuracy": 1}, "confidence_low": 0.6}
    config.write_text(json.dumps(given))

    def reply(body):
        source = "Deed" if "end it" in body["messages"][0]["content"] else "Lease"
        return answer(body, words=f"The landlord, CPR 3.1 [{source}].")

    url = servers.start(reply)
    done = invoke("evaluate", "--config", config, "--targeturl", url, "--resultsdir", out)
    assert "1 answers have low confidence" in done.output
    rows = [json.loads(line) for line in (out / "eval_results.jsonl").read_text().splitlines()]
    # The first truth cites CPR 3.4, so the rule is wrong and the source right; the other truths cite no rule.
    assert [row["confidence"] for row in rows] == [0.75, 1.0, 0.0]
    assert [row["low_confidence"] for row in rows] == [False, False, True]


@pytest.mark.parametrize(
    "weights, problem",
    [
        ({"latency": 1}, "not a metric with two bounds"),
        ({"gull": 1}, "not a metric"),
        ({"f1_score": -1}, "not a number"),
    ],
)
def test_weights_that_mean_nothing_are_refused(config, weights, problem):
    config.write_text(json.dumps({"confidence_weights": weights}))
    with pytest.raises(SettingsError, match=problem):
        read_config(config)


def test_answers_from_a_file_are_evaluated_and_nobody_is_asked(config):
    out, theirs = config.parent / "out", config.parent / "theirs.jsonl"
    rows = [{"question": row["question"], "answer": row["truth"]} for row in reversed(TRUTH)]
    theirs.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = invoke("evaluate", "--config", config, "--answers", theirs, "--resultsdir", out)
    assert done.exit_code == 0, done.output
    found = [json.loads(line) for line in (out / "eval_results.jsonl").read_text().splitlines()]
    assert [row["answer"] for row in found] == [row["truth"] for row in TRUTH]
    assert all(row["corrected_precedent_matching"] == 1.0 for row in found)
