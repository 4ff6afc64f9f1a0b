"""An evaluation against a server that misbehaves, killed again and again: no row may be lost, doubled or out of order.

Run: python -m benchmarks.robustness WORK [--questions 500] [--kills 10] [--at-once 16]

The server is slow, answers 429 and 500, answers in another form, and breaks off streams, each by the number of the
question and how often it was asked. The evaluation is `pincite evaluate` in a process of its own; it is killed as soon
as another part of the questions is answered, and started again on the same folder.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

TROUBLE = {1: "429", 2: "500", 3: "other form", 4: "broken stream", 5: "slow", 6: "stream", 7: "dripping stream"}
_PATIENCE = 300


class HardServer:
    """Answers each question with its own words, after the trouble that its number brings the first time."""

    def __init__(self) -> None:
        self.asked: Counter[int] = Counter()
        self.trouble: Counter[str] = Counter()
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"hard": self})
        self._server = _QuietServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/chat"

    def __enter__(self) -> HardServer:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def enter(self, number: int) -> str:
        """Count a request; the trouble it meets."""
        with self._lock:
            self.asked[number] += 1
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            kind = TROUBLE.get(number % 10, "")
            if self.asked[number] > 1 and kind in {"429", "500", "other form", "broken stream"}:
                kind = ""
            self.trouble[kind or "none"] += 1
            return kind

    def leave(self) -> None:
        """Count a request that is over."""
        with self._lock:
            self._at_once -= 1


class _QuietServer(ThreadingHTTPServer):
    """Does not tell of connections that end with the process that held them."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Pass over it."""


class _Handler(BaseHTTPRequestHandler):
    """Hands each question to the server that started it."""

    protocol_version = "HTTP/1.1"
    hard: HardServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        question = body["messages"][0]["content"]
        kind = self.hard.enter(int(question.split()[1].rstrip("?")))
        try:
            self._answer(kind, question)
        except OSError:
            # The evaluation was killed.
            self.close_connection = True
        finally:
            self.hard.leave()

    def _answer(self, kind: str, question: str) -> None:
        reply = {
            "message": {"content": f"Answer to {question} [a.pdf]"},
            "context": {"data_points": {"text": []}},
        }
        time.sleep(0.2 if kind == "slow" else 0.01)
        if kind in {"429", "500"}:
            self._send(int(kind), b"busy", retry="0")
        elif kind == "other form":
            self._send(200, b'{"reply": "in another form"}')
        elif "stream" in kind:
            self._stream(kind, reply)
        else:
            self._send(200, json.dumps(reply).encode())

    def _send(self, status: int, data: bytes, *, retry: str | None = None, kind: str = "json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"application/{kind}")
        self.send_header("Content-Length", str(len(data)))
        if retry is not None:
            self.send_header("Retry-After", retry)
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, kind: str, reply: dict[str, Any]) -> None:
        words = reply["message"]["content"].split(" ")
        events = [{"delta": {"role": "assistant"}, "context": reply["context"]}]
        events += [{"delta": {"content": f"{' ' if at else ''}{word}"}} for at, word in enumerate(words)]
        lines = [json.dumps(event).encode() + b"\n" for event in events]
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Content-Length", str(sum(map(len, lines))))
        self.end_headers()
        for line in lines[: 2 if kind == "broken stream" else None]:
            self.wfile.write(line)
            self.wfile.flush()
            time.sleep(0.005 if kind == "dripping stream" else 0)
        self.close_connection = kind == "broken stream"

    def log_message(self, *_: object) -> None:
        pass


def evaluate_killed(work: Path, *, questions: int, kills: int, at_once: int) -> dict[str, Any]:
    """Evaluate with that many kills; what was found, after checking that every row is there once and in order."""
    work.mkdir(parents=True, exist_ok=True)
    rows = [{"question": f"Question {n}?", "truth": f"Answer to Question {n}? [a.pdf]"} for n in range(questions)]
    (work / "truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    config = {"testdata_path": "truth.jsonl", "requested_metrics": ["answer_length", "citations_matched"]}
    (work / "config.json").write_text(json.dumps(config))
    with HardServer() as server:
        command = [sys.executable, "-m", "pincite", "evaluate", "--config", str(work / "config.json")]
        command += ["--targeturl", server.url, "--resultsdir", str(work / "results"), "--concurrency", str(at_once)]
        kept = [_killed(command, work, until=questions * (n + 1) // (kills + 2)) for n in range(kills)]
        statuses = [_finished(command, work)]
        while statuses[-1] == 1 and len(statuses) < 5:
            statuses.append(_finished(command, work))
        found = {"asked": sum(server.asked.values()), "trouble": dict(server.trouble), "at_once": server.most_at_once}
    _check(work / "results", questions)
    return {"questions": questions, "kills": kills, "kept_at_each_kill": kept, "exit_statuses": statuses, **found}


def _killed(command: list[str], work: Path, *, until: int) -> int:
    """Start the evaluation and kill it once so many rows are on disk; how many there were."""
    with (work / "log.txt").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + _PATIENCE
            while _rows(work) < until and process.poll() is None:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{_rows(work)} rows after {_PATIENCE} seconds")
                time.sleep(0.01)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
            process.wait()
    return _rows(work)


def _finished(command: list[str], work: Path) -> int:
    with (work / "log.txt").open("ab") as log:
        return subprocess.run(command, stdout=log, stderr=log, timeout=_PATIENCE).returncode


def _rows(work: Path) -> int:
    path = work / "results" / "run" / "queries.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def _check(results: Path, questions: int) -> None:
    """Every question once, in order, with its own answer, in the run and in the published file."""
    for name in ("run/queries.jsonl", "eval_results.jsonl"):
        rows = [json.loads(line) for line in (results / name).read_text("utf-8").split("\n") if line]
        answers = [row["answer"] for row in rows]
        assert answers == [f"Answer to Question {n}? [a.pdf]" for n in range(questions)], name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--questions", type=int, default=500)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--at-once", type=int, default=16)
    given = parser.parse_args()
    began = time.monotonic()
    found = evaluate_killed(given.work, questions=given.questions, kills=given.kills, at_once=given.at_once)
    print(json.dumps({**found, "seconds": round(time.monotonic() - began)}, indent=2))


if __name__ == "__main__":
    main()
