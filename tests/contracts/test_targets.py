"""What every registered target must do."""

import json
from types import SimpleNamespace

import pytest
from tests.local_server import LocalServers, Reply
from tests.runs.conftest import LEASE, MARK

from pincite import registry
from pincite.domain.benchmark import Query
from pincite.domain.response import Intake, Response
from pincite.errors import PinciteError, TargetError
from pincite.ports.evaluation import Target
from pincite.runs.exam import ExamTask, load_exam
from pincite.runs.execute import execute
from pincite.runs.folder import RunFolder
from pincite.settings import load_settings

QUESTIONS = {
    "Who repairs the roof?": "The landlord shall repair the roof",
    "What is the rent?": "ninety pounds a month",
}
SPOT = LEASE.index("The landlord shall repair the roof")


class FirstWords:
    """A retriever that finds the opening of every document."""

    def __init__(self):
        self.paths = []

    async def ingest_document(self, document):
        self.paths.append(document.file_path)

    async def sync_all_documents(self):
        pass

    async def query(self, query):
        found = [SimpleNamespace(file_path=path, span=(0, 30), score=1.0) for path in self.paths for _ in range(4)]
        return SimpleNamespace(retrieved_snippets=found)

    async def cleanup(self):
        pass


def answer(question):
    snippets = [{"file_path": "lease.txt", "span": [SPOT, SPOT + 20], "score": 1.0}] * 5
    cited = [{"file_path": "lease.txt", "span": [SPOT, SPOT + 20], "quote": LEASE[SPOT : SPOT + 20], "number": 1}]
    return {"retrieved_snippets": snippets, "answer": "The landlord [1].", "citations": cited, "abstained": False}


@pytest.fixture
def bench(tmp_path):
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/lease.txt").write_text(LEASE, "utf-8")
    (tmp_path / "corpus/other.txt").write_text(MARK + "NOTICE\n\nThe slipway is closed in winter.\n", "utf-8")
    tests = []
    for query, words in QUESTIONS.items():
        start = LEASE.index(words)
        tests.append({"query": query, "snippets": [{"file_path": "lease.txt", "span": [start, start + len(words)]}]})
    (tmp_path / "deeds.json").write_text(json.dumps({"tests": tests}))
    return tmp_path


@pytest.fixture
def options(bench, hashing, serve):
    """What each built-in target is made with here."""
    rows = [{"query": question, **answer(question)} for question in QUESTIONS]
    (bench / "answers.json").write_text(json.dumps(rows))
    settings = load_settings(flags=[*hashing, "answer.threshold=0"], environment={}).settings
    return {
        "pipeline": {"settings": settings},
        "retriever": {"path": "FirstWords", "_retriever": FirstWords()},
        "callable": {"function": answer},
        "file": {"path": bench / "answers.json"},
        "http": {"url": serve(answer), "results": "retrieved_snippets", "citations": "citations", "answer": "answer"}
        | {"context": "", "concurrency": 2},
    }


@pytest.fixture
def serve():
    """Start a server that answers each question by a function; gives its address."""
    with LocalServers() as servers:
        yield lambda function: servers.start(lambda asked: Reply(json.dumps(function(asked["messages"][0]["content"]))))


def ignore(*_):
    pass


@pytest.fixture(params=sorted(registry.BUILT_IN["target"]))
def make(request, options):
    made = []

    def one():
        made.append(registry.load("target", request.param)(**options[request.param]))
        return made[-1]

    yield one
    for target in made if request.param == "http" else ():
        target.close()


@pytest.fixture
def task(bench):
    exam = load_exam([bench / "deeds.json"], corpus=bench / "corpus")
    return ExamTask(exam, ["lease.txt", "other.txt"])


def test_a_target_says_what_it_is_in_json_and_the_same_each_time(make):
    target = make()
    assert isinstance(target, Target)
    assert isinstance(target.answers, bool)
    assert json.loads(json.dumps(target.describe())) == target.describe()
    assert target.describe() == make().describe()


def test_a_target_gives_responses_in_the_benchmarks_coordinates(make, task):
    target = make()
    intake = target.prepare(task, progress=ignore)
    assert isinstance(intake, Intake) and not intake.failures
    for query in task.queries:
        response = target.ask(query, k=3, answer=target.answers)
        assert isinstance(response, Response)
        assert (response.query_id, response.error) == (query.id, None)
        assert 0 < len(response.hits) <= 3
        assert [hit.rank for hit in response.hits] == list(range(1, len(response.hits) + 1))
        for passage in [hit.passage for hit in response.hits]:
            assert passage.span.slice(task.text(passage.doc_id))
        assert (response.answer is not None) == target.answers
        for source in response.citations:
            assert source.passage.span.slice(task.text(source.document)) == source.quote
        assert all(seconds >= 0 for seconds in response.seconds.values())
    assert target.usage.requests >= 0
    target.close()


def test_without_answers_asked_for_a_target_may_still_be_searched(make, task):
    target = make()
    target.prepare(task, progress=ignore)
    assert target.ask(task.queries[0], k=1).hits
    target.close()


def test_a_run_of_a_target_is_scored_and_kept_whole(make, task, tmp_path):
    target = make()
    answers = target.answers
    table = execute(target, task.exam, tmp_path / "run", k=2, answers=answers, whole_corpus=True)
    run = RunFolder(tmp_path / "run")
    assert not run.failures
    assert all(len(response.hits) <= 2 for response in run.responses.values())
    assert ("citation_recall" in table.measures) == answers
    assert table.means()["all"]["drm@2"] >= 0
    again = execute(make(), task.exam, tmp_path / "run", k=2, answers=answers, whole_corpus=True)
    assert again.summary() == table.summary()


def test_a_question_a_target_cannot_take_is_an_error_of_ours(options, task):
    target = registry.load("target", "file")(**options["file"])
    target.prepare(task, progress=ignore)
    with pytest.raises(TargetError, match="no row for question zz"):
        target.ask(Query("zz", "Never asked?"), k=1)

    def broken(question):
        raise OSError("the wire is cut")

    with pytest.raises(PinciteError, match="OSError: the wire is cut"):
        registry.load("target", "callable")(broken).ask(Query("q", "Why?"), k=1)
