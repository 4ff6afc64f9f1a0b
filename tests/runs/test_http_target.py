import json
import threading
import time
from collections import Counter
from email.utils import formatdate

import pytest
from tests.local_server import LocalServers, Reply

from pincite.domain.benchmark import Query
from pincite.errors import SettingsError, TargetError
from pincite.runs.exam import load_exam
from pincite.runs.execute import execute
from pincite.runs.folder import RunFolder
from pincite.runs.targets.http import HttpTarget

ASKED = Query("q1", "Who repairs the roof?")
GIVEN = {
    "message": {"content": "The landlord [lease.pdf#page=2]."},
    "context": {"data_points": {"text": ["One", "Two"]}},
}


MADE = []


@pytest.fixture
def servers():
    with LocalServers() as running:
        yield running
        for target in MADE:
            target.close()


def make(url, **options):
    MADE.append(HttpTarget(url, **options))
    return MADE[-1]


def quick(url, **options):
    target = make(url, **options)
    target._client.sleep = lambda seconds: time.sleep(min(seconds, 0.001))
    return target


def test_a_question_is_posted_as_evaltools_does_and_the_answer_read(servers):
    url = servers.start(lambda body: Reply(json.dumps(GIVEN)))
    response = quick(url, parameters={"overrides": {"top": 3}}).ask(ASKED, k=8, answer=True)
    assert (response.answer, response.texts) == ("The landlord [lease.pdf#page=2].", ("One", "Two"))
    assert response.seconds["request"] > 0
    sent = servers.seen[0][3]
    assert sent == {
        "messages": [{"content": ASKED.text, "role": "user"}],
        "context": {"overrides": {"top": 3}},
    }


@pytest.mark.parametrize("context, texts", [("One", ("One",)), ({"a": 1}, ('{"a": 1}',)), ([], ())])
def test_a_context_may_be_a_text_an_object_or_a_list(servers, context, texts):
    given = {"message": {"content": "x"}, "context": {"data_points": {"text": context}}}
    assert quick(servers.start(lambda body: Reply(json.dumps(given)))).ask(ASKED, k=8).texts == texts


def test_streams_of_json_lines_are_put_together(servers):
    events = [
        {"delta": {"role": "assistant"}, "context": {"data_points": {"text": ["One"]}}},
        {"delta": {"content": "The "}},
        {"delta": {"content": "landlord."}},
        {"delta": {}, "context": {"followup": None}},
    ]
    body = "".join(json.dumps(event) + "\n" for event in events)
    for kind in ("application/x-ndjson", "application/json-lines", "application/json"):
        url = servers.start(lambda asked, kind=kind: Reply(body, type=kind))
        response = quick(url).ask(ASKED, k=8)
        assert (response.answer, response.texts) == ("The landlord.", ("One",))


def test_server_sent_events_are_put_together(servers):
    events = [
        {"choices": [{"message": {"role": "assistant", "content": "The "}}]},
        {"choices": [{"message": {"content": "landlord."}}]},
        {"choices": [], "citations": {"results": [{"document_name": "lease.pdf", "metadata": {"page_number": 2}}]}},
    ]
    body = "".join(f"data: {json.dumps(event)}\r\n\r\n" for event in events) + "data: [DONE]\n\n"
    url = servers.start(lambda asked: Reply(body, type="text/event-stream; charset=utf-8"))
    path = "citations.results[].{document: document_name, page: metadata.page_number}"
    target = quick(url, answer="choices[0].message.content", context="", citations=path)
    response = target.ask(ASKED, k=8)
    assert response.answer == "The landlord."
    assert (response.citations[0].document, response.citations[0].page) == ("lease.pdf", 2)


def test_an_error_within_a_stream_is_the_failure_of_the_question(servers):
    body = json.dumps({"delta": {"content": "The"}}) + "\n" + json.dumps({"error": "the model is tired"}) + "\n"
    url = servers.start(lambda asked: Reply(body, type="application/x-ndjson"))
    with pytest.raises(TargetError, match="the model is tired"):
        quick(url).ask(ASKED, k=8)


def test_headers_and_the_bearer_token_come_from_the_environment_and_are_shown_nowhere(servers, monkeypatch):
    monkeypatch.setenv("PINCITE_TARGET_TOKEN", "gull-secret")
    monkeypatch.setenv("GATE_KEY", "tern-secret")
    url = servers.start(lambda asked: Reply(json.dumps(GIVEN)))
    target = quick(url, headers={"X-Gate": "GATE_KEY"})
    target.ask(ASKED, k=8)
    sent = servers.seen[0][2]
    assert (sent["Authorization"], sent["X-Gate"]) == ("Bearer gull-secret", "tern-secret")
    assert "secret" not in json.dumps(target.describe()) and "127.0.0.1" not in json.dumps(target.describe())
    monkeypatch.delenv("GATE_KEY")
    with pytest.raises(TargetError, match="GATE_KEY, which is not set"):
        target.ask(ASKED, k=8)


def test_a_secret_pasted_in_place_of_a_variables_name_is_not_repeated():
    with pytest.raises(SettingsError) as caught:
        HttpTarget("http://x.test", headers={"X-Gate": "sk-not-a-name"})
    assert "sk-not" not in str(caught.value)


def test_passing_trouble_is_waited_out_as_long_as_the_server_asks(servers):
    soon = formatdate(time.time() + 4, usegmt=True)
    turns = iter(
        [Reply("busy", 429, headers={"Retry-After": "7"}), Reply("", 503, headers={"Retry-After": soon})]
        + [Reply(json.dumps(GIVEN), cut=10), Reply(json.dumps(GIVEN))]
    )
    target = make(servers.start(lambda asked: next(turns)))
    waits = []
    target._client.sleep = waits.append
    assert target.ask(ASKED, k=8).answer
    assert 7 <= waits[0] <= 10.5 and 2 <= waits[1] <= 6.1 and 2 <= waits[2] <= 3


def test_lasting_trouble_is_said_at_once(servers):
    url = servers.start(lambda asked: Reply("no such deployment", 404))
    with pytest.raises(TargetError, match="status 404: no such deployment"):
        quick(url).ask(ASKED, k=8)
    assert len(servers.seen) == 1


@pytest.mark.parametrize(
    "body, problem",
    [
        ('{"reply": "x"}', "no text at 'message.content'; it answered"),
        ('{"message": {"content": "x"}}', "nothing at 'context.data_points.text'"),
        ("<html>", "not JSON"),
        ('{"error": "quota"}', "an error: quota"),
    ],
)
def test_a_reply_in_another_form_is_named(servers, body, problem):
    with pytest.raises(TargetError, match=problem):
        quick(servers.start(lambda asked: Reply(body))).ask(ASKED, k=8)


def test_an_answer_that_drips_for_ever_is_given_up(servers):
    body = "".join(json.dumps({"delta": {"content": "x"}}) + "\n" for _ in range(100))
    url = servers.start(lambda asked: Reply(body, type="application/x-ndjson", drip=0.05))
    with pytest.raises(TargetError, match=r"longer than 0\.2 seconds"):
        quick(url, timeout=0.2, attempts=1).ask(ASKED, k=8)


def test_the_rate_is_kept(servers):
    url = servers.start(lambda asked: Reply(json.dumps(GIVEN)))
    target = make(url, rate=40)
    began = time.monotonic()
    for _ in range(9):
        target.ask(ASKED, k=8)
    assert time.monotonic() - began >= 0.2


def test_a_wrong_jmespath_is_refused_before_anything_is_asked():
    with pytest.raises(SettingsError, match="not valid JMESPath"):
        HttpTarget("http://x.test", answer="a[")


def test_a_run_asks_several_at_once_keeps_the_order_and_asks_failed_rows_again(servers, tmp_path):
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/a.txt").write_text("The landlord repairs the roof.")
    count = 120
    tests = [{"query": f"Question {n}?", "snippets": [{"file_path": "a.txt", "span": [0, 5]}]} for n in range(count)]
    (tmp_path / "set.json").write_text(json.dumps({"tests": tests}))
    exam = load_exam([tmp_path / "set.json"])
    asked, broken, lock = Counter(), True, threading.Lock()
    under_way = most = 0

    def reply(body):
        nonlocal under_way, most
        question = body["messages"][0]["content"]
        number = int(question.split()[1][:-1])
        with lock:
            asked[question] += 1
            turn = asked[question]
            under_way += 1
            most = max(most, under_way)
        time.sleep(0.002 * (number % 4))
        with lock:
            under_way -= 1
        if broken and number % 10 == 3:
            return Reply('{"message": {}}')
        if number % 10 == 5 and turn == 1:
            return Reply("", 429, headers={"Retry-After": "0"})
        if number % 10 == 7 and turn == 1:
            return Reply(json.dumps(GIVEN), cut=20)
        return Reply(json.dumps({**GIVEN, "message": {"content": question}}))

    url = servers.start(reply)

    def run():
        execute(quick(url, concurrency=16), exam, tmp_path / "run", k=4, answers=True)
        return RunFolder(tmp_path / "run")

    first = run()
    assert 4 < most <= 16
    assert len(first.failures) == 12
    assert [failure.item for failure in first.failures] == [q.id for n, q in enumerate(exam.questions) if n % 10 == 3]
    broken = False
    before = sum(asked.values())
    second = run()
    assert not second.failures
    assert sum(asked.values()) == before + 12
    rows = [json.loads(line) for line in (tmp_path / "run/queries.jsonl").read_text().splitlines()]
    assert [row["id"] for row in rows] == [question.id for question in exam.questions]
    assert [row["answer"] for row in rows] == [f"Question {n}?" for n in range(count)]
