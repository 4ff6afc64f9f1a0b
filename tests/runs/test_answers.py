"""Runs that ask for answers, and the responses they keep."""

import json

import pytest

from pincite.domain.benchmark import Query
from pincite.domain.document import Passage
from pincite.domain.hit import Hit
from pincite.domain.response import CitedSource, Response
from pincite.domain.usage import Usage
from pincite.errors import BenchmarkError, PinciteError, RunError
from pincite.metrics.measure import parse_measures
from pincite.runs.compare import compare, load_contender
from pincite.runs.exam import load_exam
from pincite.runs.execute import execute
from pincite.runs.folder import RunFolder
from pincite.runs.gate import check_gate, parse_bound, parse_drop
from pincite.runs.import_run import import_run
from pincite.runs.report import write_report
from pincite.runs.response_row import read_response, response_row
from pincite.runs.scoring import load_scores, rescore
from pincite.runs.targets.function import CallableTarget
from pincite.runs.targets.pipeline import PipelineTarget
from pincite.runs.targets.retriever import RetrieverTarget
from pincite.spans import Span


@pytest.fixture
def exam(bench):
    """The small benchmark with a question to which there is no answer, and a gold answer to another."""
    rows = json.loads((bench / "benchmarks/deeds.json").read_text())
    rows["tests"].append({"query": "Which planets orbit the star Vega?", "snippets": []})
    (bench / "benchmarks/deeds.json").write_text(json.dumps(rows))
    return load_exam([bench])


def test_answers_are_asked_for_kept_and_scored(exam, settings, tmp_path):
    target = PipelineTarget(settings("answer.threshold=0"))
    table = execute(target, exam, tmp_path / "run", k=5, answers=True)
    run = RunFolder(tmp_path / "run")
    assert run.spec.answers
    roof = run.responses["deeds/1"]
    assert "[1]" in roof.answer and roof.abstained is False and 0 <= roof.confidence <= 1
    source = roof.citations[0]
    assert source.quote == source.passage.span.slice(run.text(source.document))
    assert "repair the roof" in source.quote
    assert len(roof.hits) > 1 and roof.seconds["ask"] > 0
    means = table.summary()
    assert means["deeds"]["verified"] == 1
    assert means["deeds"]["citation_recall"] > 0
    assert {"recall@5", "citation_precision", "quote_f1", "abstention"} <= means["all"].keys()
    assert table.counted("deeds")["citation_recall"] == 3 and table.counted("deeds")["right_refusal"] == 1
    assert means["all"]["word_f1"] is None
    assert load_scores(run).summary() == means == run.summary
    statistics = json.loads((tmp_path / "run/statistics.json").read_text())
    assert statistics["deeds"]["citation_recall"]["count"] == 3
    assert statistics["deeds"]["citation_recall"]["missing"] == 1
    assert statistics["all"]["word_f1"] == {"count": 0, "missing": 5}


def test_the_answer_of_a_run_is_that_of_ask_however_many_passages_are_retrieved(exam, settings, tmp_path):
    answers = {}
    for k in (1, 20):
        execute(PipelineTarget(settings("answer.threshold=0")), exam, tmp_path / str(k), k=k, answers=True)
        run = RunFolder(tmp_path / str(k))
        answers[k] = {id: (one.answer, one.citations, one.confidence) for id, one in run.responses.items()}
        assert max(len(one.hits) for one in run.responses.values()) > 1 or k == 1
    assert answers[1] == answers[20]


def test_a_run_with_answers_is_not_continued_without_and_a_retriever_gives_none(exam, settings, tmp_path):
    execute(PipelineTarget(settings()), exam, tmp_path / "run", k=2)
    with pytest.raises(RunError, match="another answers"):
        execute(PipelineTarget(settings()), exam, tmp_path / "run", k=2, answers=True)
    with pytest.raises(RunError, match="retrieves and does not answer"):
        execute(RetrieverTarget("x:y", _retriever=object()), exam, tmp_path / "other", answers=True)
    assert not (tmp_path / "other").exists()


def reply(question):
    """A system that knows one answer, declines one, and breaks on one."""
    if "roof" in question:
        return {"answer": "The landlord.", "abstained": False, "usage": {"requests": 1, "input_tokens": 7}}
    if "planets" in question:
        return {"answer": "I do not know.", "abstained": True}
    if "notice" in question:
        raise TimeoutError("too slow")
    return "Perhaps."


def test_a_callable_is_asked_and_what_fails_is_kept_with_its_error(exam, tmp_path):
    out = tmp_path / "run"
    table = execute(CallableTarget(reply), exam, out, k=3, answers=True)
    run = RunFolder(out)
    assert run.spec.target == {"kind": "callable", "function": f"{__name__}:reply"}
    assert "TimeoutError: too slow" in run.responses["deeds/3"].error
    assert [failure.item for failure in run.failures] == ["deeds/3"]
    assert run.responses["deeds/1"].usage == Usage(requests=1, input_tokens=7)
    assert run.times["usage"]["input_tokens"] == 7
    means = table.summary()["deeds"]
    assert means["recall@3"] == means["citation_recall"] == 0
    assert means["citation_precision"] is None
    # Right on the roof and the planets, wrong on what failed; of "Perhaps." nobody says whether it declines.
    assert table.counted("deeds")["abstention"] == 3
    assert means["abstention"] == pytest.approx((1 / 2 + 1) / 2)
    again = execute(CallableTarget(lambda question: "Yes."), exam, tmp_path / "other", k=3, answers=True)
    assert again.summary()["all"]["verified"] is None


def test_a_resumed_run_asks_again_what_failed(exam, tmp_path):
    def mended(question):
        asked.append(question)
        return "Eight weeks."

    mended.__module__, mended.__qualname__ = __name__, "reply"
    asked = []
    execute(CallableTarget(reply), exam, tmp_path / "run", k=3, answers=True)
    execute(CallableTarget(mended), exam, tmp_path / "run", k=3, answers=True)
    run = RunFolder(tmp_path / "run")
    assert [question for question in asked if "notice" not in question] == []
    assert run.responses["deeds/3"].answer == "Eight weeks." and not run.failures
    assert list(run.responses) == [question.id for question in run.questions]


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (7, "must be an object, not int"),
        ({"answer": 7}, "'answer' that is not a string"),
        ({"answer": "x", "citations": "a.txt"}, "not a list"),
        ({"answer": "x", "citations": [{"span": [0, 3]}]}, "citation 1: needs 'file_path'"),
        ({"answer": "x", "citations": [{"document": "a", "span": [3, 0]}]}, "0 <= start <= end"),
        ({"answer": "x", "confidence": 3}, "from 0 to 1"),
        ({"answer": "x", "abstained": "no"}, "neither true nor false"),
        ({"answer": "x", "usage": {"cups": 1}}, "usage"),
        ({"retrieved_snippets": [{"file_path": "deeds/lease.txt", "span": [0, 10**7]}]}, "after the text"),
        ({"retrieved_passages": ["words"]}, "gave no answer"),
    ],
)
def test_a_result_that_cannot_be_is_the_failure_of_its_question(exam, tmp_path, result, words):
    execute(CallableTarget(lambda question: result), exam, tmp_path / "run", k=3, answers=True)
    failures = RunFolder(tmp_path / "run").failures
    assert len(failures) == 5
    assert words in failures[0].message


def test_answers_made_elsewhere_are_imported_with_their_citations(exam, tmp_path):
    text = exam.corpus.text("deeds/lease.txt")
    start = text.index("The landlord shall repair")
    cited = {"file_path": "deeds/lease.txt", "span": [start, start + 25], "quote": text[start : start + 25]}
    query = exam.questions[0].gold.query.text
    row = {"question": query, "answer": "The landlord.", "citations": [cited], "found": True, "contexts": ["a", "b"]}
    (tmp_path / "answers.jsonl").write_text(json.dumps(row) + "\n")
    table = import_run(tmp_path / "answers.jsonl", exam, tmp_path / "run")
    run = RunFolder(tmp_path / "run")
    assert run.spec.answers and run.responses["deeds/1"].texts == ("a", "b")
    assert run.responses["deeds/1"].abstained is False
    means = table.summary()["deeds"]
    assert means["verified"] == means["citation_precision"] == 1
    # The two other questions with gold have no answer in the file and count as zero.
    assert means["citation_recall"] == pytest.approx(25 / 51 / 3)


def test_a_response_comes_back_from_its_row_as_it_was():
    whole = Response(
        "q1",
        (Hit(Passage("a.txt", Span(0, 4)), 0.5, 1),),
        ("words",),
        answer="Yes [1].",
        abstained=False,
        confidence=0.75,
        citations=(CitedSource("a.txt", Passage("a.txt", Span(0, 4)), "Rent", 1, 3), CitedSource("b.pdf")),
        usage=Usage(2, 30, 4, None),
        seconds={"ask": 0.25},
    )
    for response in (whole, Response("q2"), Response("q3", answer="", error="too slow")):
        assert read_response(json.loads(json.dumps(response_row(response)))) == response


def test_a_run_of_the_first_format_is_read_scored_and_continued(exam, settings, tmp_path):
    out = tmp_path / "run"
    execute(PipelineTarget(settings()), exam, out, k=5)
    before = RunFolder(out).summary
    head = json.loads((out / "run.json").read_text())
    head["format"] = 1
    head["spec"]["system"] = head["spec"].pop("target")
    del head["spec"]["answers"]
    (out / "run.json").write_text(json.dumps(head))
    rows = [json.loads(line) for line in (out / "queries.jsonl").read_text().splitlines()]
    (out / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows[:3]))
    (out / "statistics.json").unlink()
    run = RunFolder(out)
    assert run.spec.target["kind"] == "pincite" and not run.spec.answers
    assert load_scores(run).summary() == before
    assert rescore(run, parse_measures(["hit@5", "citation_recall"])).counted()["citation_recall"] == 0
    execute(PipelineTarget(settings()), exam, out, k=5)
    assert RunFolder(out).summary == before
    assert json.loads((out / "run.json").read_text())["format"] == 2


def test_documents_without_a_text_file_keep_the_words_of_their_hits(bench, settings, tmp_path):
    page = "<h1>HOUSE RULES</h1><p>The gate is locked at ten o'clock every night of the year.</p>"
    (bench / "corpus/rules.html").write_text(page)
    for name in ("deeds", "web"):
        (bench / f"benchmarks/{name}.json").unlink()
    rows = [{"query": "When is the gate locked?", "snippets": [{"file_path": "rules.html", "span": [0, 5]}]}]
    (bench / "benchmarks/rules.json").write_text(json.dumps({"tests": rows}))
    table = execute(PipelineTarget(settings()), load_exam([bench]), tmp_path / "run", k=2)
    response = RunFolder(tmp_path / "run").responses["rules/1"]
    assert len(response.texts) == len(response.hits)
    assert any("locked at ten" in text for text in response.texts)
    assert table.summary()["all"]["document_recall@2"] == 1


@pytest.fixture
def scores(tmp_path):
    def write(name, values, measure="citation_precision"):
        rows = [{"id": f"q{n}", "set": "ab"[n % 2], "scores": {measure: value}} for n, value in enumerate(values)]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        return load_contender(tmp_path / f"{name}.jsonl")

    return write


def test_queries_without_a_value_are_left_out_of_a_comparison_and_counted(scores):
    base, new = scores("base", [1, 0.5, None, 0.5, 1, None]), scores("new", [None, 1, 0, 1, 1, None])
    row = compare([base, new])[0].rows[0]
    assert (row.difference.n, row.missing) == (3, 3)
    assert row.reference == pytest.approx((1 + 0.5) / 2) and row.value == 1
    assert base.table.summary()["b"]["citation_precision"] == 0.5
    with pytest.raises(BenchmarkError, match="no query has a value in both"):
        compare([scores("one", [1, None]), scores("two", [None, 1])], measures=["citation_precision"])


def test_a_set_without_any_value_has_none_and_does_not_count_as_zero(scores):
    table = scores("base", [1, None, 0.5, None]).table
    assert table.summary() == {
        "all": {"citation_precision": 0.75},
        "a": {"citation_precision": 0.75},
        "b": {"citation_precision": None},
    }


def test_a_gate_says_how_many_queries_count_and_fails_where_none_does(scores):
    bound = [parse_bound("citation_precision>=0.5")]
    check = check_gate(scores("run", [1, None, 0.5, None]), None, bounds=bound)[0]
    assert check.passed and check.found == "0.7500 (2 of 4 queries)"
    nothing = check_gate(scores("none", [None, None]), None, bounds=bound)[0]
    assert not nothing.passed and nothing.found == "no query has a value"
    drop = [parse_drop("citation_precision=0")]
    check = check_gate(scores("run", [1, 1, None]), scores("base", [1, 1, 1]), drops=drop)[0]
    assert "1 queries have no value in one of the runs" in check.found


def test_a_report_shows_answers_and_what_is_missing(exam, settings, tmp_path):
    for name, threshold in (("bold", 0), ("shy", 1)):
        target = PipelineTarget(settings(f"answer.threshold={threshold}"))
        execute(target, exam, tmp_path / name, k=3, answers=True)
    write_report([tmp_path / "bold", tmp_path / "shy"], tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "citation_precision" in page and "no query has a value" in page
    assert "4 of 5 queries" in page
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    query = data["queries"][0]
    assert "[1]" in query["answers"][0] and query["answers"][1] == "Not found in the provided documents."
    at = data["measures"].index("citation_precision")
    assert query["scores"][0][at] is not None and query["scores"][1][at] is None


def test_a_target_never_sees_the_gold(exam, tmp_path):
    class Curious:
        answers = False

        def describe(self):
            return {"kind": "curious"}

        def prepare(self, task, *, progress):
            self.task = task
            return CallableTarget(reply).prepare(task, progress=progress)

        def ask(self, query, *, k, answer=False):
            assert type(query) is Query
            raise PinciteError("nothing found")

        usage = Usage()

        def close(self):
            pass

    target = Curious()
    execute(target, exam, tmp_path / "run", k=1)
    assert all(type(query) is Query for query in target.task.queries)
