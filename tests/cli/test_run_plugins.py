"""Measures and targets of third parties, and answers, through every command that takes them."""

import json

import pytest

from pincite.cli.main import app
from pincite.errors import BenchmarkError, RunError, SettingsError, UnknownName

PLUGIN = '''
import numpy as np

from pincite.domain.benchmark import Query
from pincite.domain.outcome import Need, Scale
from pincite.domain.response import Intake, Response
from pincite.domain.usage import Usage
from pincite.metrics.base import BaseMeasure


class AnswerLetters(BaseMeasure):
    """Characters of the answer; fewer are better."""

    name = "answer_letters"
    needs = frozenset({Need.ANSWER})
    takes_k = False
    more_is_better = False
    scale = Scale(0.0, None)

    def score(self, data):
        answers = [outcome.response.answer for outcome in data.outcomes]
        return np.array([np.nan if not answer else len(answer) for answer in answers], dtype=float)

    def statistics(self, values):
        return {"longest": float(values.max())}


class Verdict(AnswerLetters):
    """What a judge says."""

    name = "verdict"
    needs = frozenset({Need.ANSWER, Need.JUDGE})


class Parrot:
    """Answers with a word of your choice."""

    answers = True
    usage = Usage()

    def __init__(self, *, word="yes"):
        self.word = word

    def describe(self):
        return {"kind": "parrot", "word": self.word}

    def prepare(self, task, *, progress):
        return Intake()

    def ask(self, query, *, k, answer=False):
        return Response(query.id, answer=self.word if "roof" in query.text else "", abstained=False)

    def close(self):
        pass


class Retriever:
    async def ingest_document(self, document): ...
    async def sync_all_documents(self): ...
    async def query(self, query): ...
    async def cleanup(self): ...
'''
TEXT = "LEASE\n\n1. Rent. The tenant shall pay ninety pounds.\n\n2. Repairs. The landlord shall repair the roof.\n"
GOLD = {
    "Who repairs the roof?": "The landlord shall repair the roof.",
    "How much is the rent?": "The tenant shall pay ninety pounds.",
}


@pytest.fixture
def pincite(invoke, tmp_path, monkeypatch):
    (tmp_path / "parrot_plugin.py").write_text(PLUGIN)
    info = tmp_path / "parrot_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parrot-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[pincite.measure]\nanswer_letters = parrot_plugin:AnswerLetters\nverdict = parrot_plugin:Verdict\n"
        "[pincite.target]\nparrot = parrot_plugin:Parrot\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))

    def run(*arguments, status=0):
        result = invoke(app, *arguments)
        assert result.exit_code == status, result.output
        return result.stdout

    return run


@pytest.fixture
def bench(tmp_path):
    root = tmp_path / "bench"
    (root / "corpus").mkdir(parents=True)
    (root / "benchmarks").mkdir()
    (root / "corpus/lease.txt").write_text(TEXT)
    tests = []
    for query, words in GOLD.items():
        start = TEXT.index(words)
        snippet = {"file_path": "lease.txt", "span": [start, start + len(words)], "answer": words}
        tests.append({"query": query, "snippets": [snippet]})
    (root / "benchmarks/deeds.json").write_text(json.dumps({"tests": tests}))
    return root


def test_a_third_partys_target_and_measure_are_taken_by_every_command(pincite, bench, tmp_path):
    runs = {}
    for name, word in (("short", "yes"), ("long", "certainly")):
        runs[name] = tmp_path / "runs" / name
        options = ("--target", "parrot", "--target-set", f"word={word}", "--answers", "--json")
        printed = json.loads(pincite("run", "--bench", bench, "--out", runs[name], *options))
        assert printed["summary"]["all"]["answer_letters"] == len(word)
        assert printed["counted"]["all"]["answer_letters"] == 1
        assert "verdict" not in printed["summary"]["all"]
    assert json.loads((runs["long"] / "run.json").read_text())["spec"]["target"]["word"] == "certainly"
    statistics = json.loads((runs["long"] / "statistics.json").read_text())["deeds"]["answer_letters"]
    assert statistics == {"count": 1, "missing": 1, "longest": 9}
    name = "answer_letters"
    assert "9.0000" in pincite("rescore", runs["long"], "--measures", name)
    compared = json.loads(pincite("compare", runs["short"], runs["long"], "--measures", name, "--json"))
    assert (compared[0]["rows"][0]["difference"]["value"], compared[0]["rows"][0]["missing"]) == (6, 1)
    assert name in pincite("compare", runs["short"], runs["long"], "--measures", name)
    assert "passed" in pincite("gate", runs["long"], "--min", f"{name}<=9")
    assert "FAILED" in pincite(
        "gate", runs["long"], "--baseline", runs["short"], "--max-drop", f"{name}=1", "--strict", status=1
    )
    listed = json.loads(pincite("history", tmp_path / "runs", "--measures", name, "--json"))
    assert sorted(event["scores"][name] for event in listed["events"]) == [3, 9]
    pincite("history", tmp_path / "runs", "--measures", name, "--plot", tmp_path / "history.svg")
    pincite("report", runs["short"], runs["long"], "-o", tmp_path / "report.html")
    assert name in (tmp_path / "report.html").read_text("utf-8")
    (tmp_path / "answers.json").write_text(json.dumps([{"query": query, "answer": "so"} for query in GOLD]))
    gold = bench / "benchmarks/deeds.json"
    assert json.loads(pincite("score", tmp_path / "answers.json", gold, "--json"))["all"][name] == 2
    with pytest.raises(BenchmarkError, match="verdict: needs a model that judges"):
        pincite("rescore", runs["long"], "--measures", "verdict")


def test_our_own_pipeline_answers_and_the_table_says_how_many_queries_count(pincite, bench, hashing, tmp_path):
    flags = [part for flag in [*hashing, "answer.threshold=0"] for part in ("--set", flag)]
    printed = pincite("run", "--bench", bench, *flags, "--out", tmp_path / "run", "--k", 2, "--answers")
    rows = {line.split()[0]: line.split()[1:] for line in printed.splitlines() if line.strip()}
    assert rows["measure"] == ["all", "deeds", "queries"]
    assert rows["verified"] == ["1.0000", "1.0000", "2"]
    assert rows["right_refusal"] == ["–", "–", "0"]
    assert float(rows["citation_recall"][0]) > 0


def test_a_function_and_a_file_are_targets_too(pincite, bench, tmp_path, monkeypatch):
    (tmp_path / "my_system.py").write_text(
        "def answer(question):\n    return {'retrieved_passages': ['the roof'], 'answer': 'The landlord.'}\n"
    )
    monkeypatch.chdir(tmp_path)
    options = ("--answers", "--measures", "word_f1,text_recall@1,citation_recall", "--json")
    function = ("--target", "callable", "--target-set", "function=my_system:answer")
    made = json.loads(pincite("run", "--bench", bench, *function, "--out", "one", *options))
    assert made["summary"]["all"] == {"word_f1": None, "text_recall@1": 0.5, "citation_recall": 0}
    rows = [{"query": query, "retrieved_passages": ["the roof"], "answer": "The landlord."} for query in GOLD]
    (tmp_path / "answers.json").write_text(json.dumps(rows))
    file = ("--target", "file", "--target-set", "path=answers.json")
    assert json.loads(pincite("run", "--bench", bench, *file, "--out", "two", *options))["summary"] == made["summary"]


def test_a_target_that_cannot_be_made_says_why(pincite, bench, tmp_path):
    run = ("run", "--bench", bench, "--out", tmp_path / "run", "--target")
    with pytest.raises(UnknownName, match="Known: callable, file, http, parrot, pipeline, retriever"):
        pincite(*run, "oracle")
    with pytest.raises(SettingsError, match="'target.words' is unknown to target 'parrot'"):
        pincite(*run, "parrot", "--target-set", "words=yes")
    with pytest.raises(SettingsError, match="name=value"):
        pincite(*run, "parrot", "--target-set", "yes")
    with pytest.raises(RunError, match="retrieves and does not answer"):
        pincite(
            "run", "--bench", bench, "--out", tmp_path / "run", "--retriever", "parrot_plugin:Retriever", "--answers"
        )
