"""Runs to look at: two retrievers and a system that answers, asked about the clauses of one licence."""

import json
import os
import re
import subprocess
import sys

from tests.web.reading import HOSTILE

# Two that search a text by paragraphs, and one that answers; they are run as anybody's system is.
SYSTEMS = '''
import re
from types import SimpleNamespace


class ByWords:
    """The paragraphs that share most words with the question."""

    def __init__(self):
        self.found = []

    async def ingest_document(self, document):
        for match in re.finditer(r"[^\\n](?:[^\\n]|\\n(?!\\n))*", document.content):
            self.found.append((document.file_path, match.span(), words(match[0])))

    async def sync_all_documents(self):
        pass

    async def query(self, query):
        asked = words(query)
        best = sorted(self.found, key=lambda one: -len(asked & one[2]))[:8]
        return [SimpleNamespace(file_path=path, span=span, score=len(asked & held)) for path, span, held in best]

    async def cleanup(self):
        pass


class InOrder(ByWords):
    """The paragraphs as they come."""

    async def query(self, query):
        return [SimpleNamespace(file_path=path, span=span, score=1.0) for path, span, _ in self.found[:8]]


def words(text):
    return set(re.findall(r"[a-z]{4,}", text.casefold()))


def answer(question):
    return "CPR 3.4 and [CPR Part 36] apply to " + question
'''
_CLAUSE = re.compile(r"^\d+\.\d+ ([A-Z][\w ]+)\. [^\n]+(?:\n[^\n]+)*", re.MULTILINE)


def make_benchmark(folder, licence):
    """A question for each headed clause, whose paragraph is the gold."""
    (folder / "corpus").mkdir(parents=True)
    (folder / "benchmarks").mkdir()
    text = licence.read_text("utf-8")
    (folder / "corpus" / licence.name).write_text(text, "utf-8")
    tests = [
        {
            "query": f"What does the licence say about {clause[1]}?",
            "snippets": [{"file_path": licence.name, "span": list(clause.span()), "answer": clause[0]}],
        }
        for clause in _CLAUSE.finditer(text)
    ]
    (folder / "benchmarks" / "licence.json").write_text(json.dumps({"tests": tests}), "utf-8")
    return tests


def make_runs(folder, licence):
    """The runs `a-first`, `b-second` and `c-answers` in the folder `runs`; gives the questions."""
    tests = make_benchmark(folder, licence)
    (folder / "web_test_systems.py").write_text(SYSTEMS, "utf-8")
    answers = ("--target", "callable", "--target-set", "function=web_test_systems:answer", "--answers")
    graded = ("--measures", "citation_format_compliance,statute_citation_accuracy,legal_terminology_accuracy")
    for name, options in (
        ("a-first", ("--retriever", "web_test_systems:InOrder")),
        ("b-second", ("--retriever", "web_test_systems:ByWords")),
        ("c-answers", (*answers, *graded)),
    ):
        command = [sys.executable, "-m", "pincite", "run", "--bench", "benchmarks", "--out", f"runs/{name}", *options]
        paths = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PYTHONPATH": paths}
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=environment)
        assert done.returncode == 0, done.stderr
    make_evaltools_folder(folder / "runs" / "d-evaltools")
    return tests


def make_evaltools_folder(folder):
    """What another program leaves of an evaluation: no run of ours, no spans, −1 for a value that is missing."""
    folder.mkdir()
    rows = [
        {
            "question": "Who repairs the roof?",
            "truth": "The tenant. [lease.pdf]",
            "answer": f"The tenant {HOSTILE}",
            "context": "The tenant keeps the roof in repair.",
            "latency": 1.5,
            "gpt_groundedness": 5,
            "gpt_relevance": -1,
        },
        {"question": "Who insures?", "truth": "The landlord.", "answer": "", "gpt_groundedness": 2, "gpt_relevance": 5},
    ]
    (folder / "eval_results.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    (folder / "evaluate_parameters.json").write_text(json.dumps({"evaluation_timestamp": 1_700_000_000}), "utf-8")
