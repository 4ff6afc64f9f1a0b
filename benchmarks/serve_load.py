r"""Load on a server, beside a plain app: searches a second, latencies, errors and memory; fills docs/results/serve.md.

    pincite index CORPUS --preset fast --store STORE
    python benchmarks/serve_plain_app.py make CORPUS INDEX --embedder static      # in an environment with LangChain
    python benchmarks/serve_load.py --store STORE --index INDEX --questions DATA/legalbenchrag/mini \
        --plain-python PLAIN/bin/python --to docs/results/serve.md

The servers are processes of their own; this one sends the load. They are asked in turns, round by round, so that
whatever else the machine does falls on all of them: their ratios count, not their times. No question is asked twice.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from serve_page import fill

CLIENTS = (1, 8, 64)
K = 10
PLAIN = "plain app, chunks"


@dataclass
class Server:
    """A server under load: its address, the body of a search, and what was measured by number of clients."""

    name: str
    path: str
    port: int
    process: subprocess.Popen
    seconds: dict[int, list[float]] = field(default_factory=dict)
    spent: dict[int, float] = field(default_factory=dict)
    processor: dict[int, float] = field(default_factory=dict)
    errors: int = 0

    def processor_seconds(self) -> float:
        """Seconds of processor time it has used, in all its threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes it holds in memory now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


async def ask(server: Server, questions: Iterator[str], ends: float, times: list[float]) -> None:
    """One client: question after question on one connection, until the time is over."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        while time.perf_counter() < ends:
            body = json.dumps({"query": next(questions), "k": K}).encode()
            head = f"POST {server.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            began = time.perf_counter()
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            status = await reader.readuntil(b"\r\n\r\n")
            lines = status.decode("latin-1").lower().split("\r\n")
            length = next(int(line.partition(":")[2]) for line in lines if line.startswith("content-length:"))
            await reader.readexactly(length)
            if b" 200 " not in status[:20]:
                server.errors += 1
            times.append(time.perf_counter() - began)
    finally:
        writer.close()


def load(server: Server, questions: Iterator[str], clients: int, seconds: float) -> None:
    times: list[float] = []

    async def run() -> float:
        began = time.perf_counter()
        await asyncio.gather(*(ask(server, questions, began + seconds, times) for _ in range(clients)))
        return time.perf_counter() - began

    before = server.processor_seconds()
    server.spent[clients] = server.spent.get(clients, 0) + asyncio.run(run())
    server.processor[clients] = server.processor.get(clients, 0) + server.processor_seconds() - before
    server.seconds.setdefault(clients, []).extend(times)


def endless(folder: Path) -> Iterator[str]:
    """Questions of the benchmark, each with a number, so that none is asked twice."""
    rows = [row["query"] for path in sorted(folder.glob("*.json")) for row in json.loads(path.read_text())["tests"]]
    for n, question in enumerate(itertools.cycle(rows)):
        yield f"{question} ({n})"


@contextmanager
def started(name: str, command: list[str], path: str, port: int) -> Iterator[Server]:
    environment = {**os.environ, "PYTHONPATH": os.environ.get("PYTHONPATH", "src")}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    server = Server(name, path, port, process)
    try:
        wait_for(server)
        yield server
    finally:
        process.terminate()
        process.wait(60)


def wait_for(server: Server) -> None:
    """Until it answers a search."""
    for _ in range(1200):
        try:
            with socket.create_connection(("127.0.0.1", server.port), timeout=1):
                break
        except OSError:
            assert server.process.poll() is None, f"{server.name} did not start"
            time.sleep(0.25)
    asyncio.run(ask(server, iter(["warm", "warm"]), time.perf_counter() + 0.001, []))
    server.errors = 0


def percentile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def table(servers: list[Server]) -> str:
    lines = [
        "| clients | server | searches/s | p50 ms | p95 ms | p99 ms | CPU ms/search | searches per CPU second |",
        "| ---: | --- " + "| ---: " * 6 + "|",
    ]
    for clients in CLIENTS:
        cost = {one.name: one.processor[clients] / len(one.seconds[clients]) for one in servers}
        pace = {one.name: len(one.seconds[clients]) / one.spent[clients] for one in servers}
        for one in servers:
            times, own = one.seconds[clients], cost[one.name]
            shown = " | ".join(f"{percentile(times, share):,.0f}" for share in (0.5, 0.95, 0.99))
            on_clock, by_cost = pace[one.name] / pace[PLAIN], cost[PLAIN] / own
            lines.append(
                f"| {clients} | {one.name} | {pace[one.name]:,.1f} ({on_clock:.1f} ×) | {shown} "
                f"| {1000 * own:,.0f} | {1 / own:,.1f} ({by_cost:.1f} ×) |"
            )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, required=True)
    parser.add_argument("--index", type=Path, required=True)
    parser.add_argument("--embedder", default="static")
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--plain-python", default=sys.executable)
    parser.add_argument("--seconds", type=float, default=6, help="of each turn")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--soak", type=float, default=600, help="seconds of the watch on memory; 0 for none")
    parser.add_argument("--to", type=Path)
    given = parser.parse_args()
    ours = [sys.executable, "-m", "pincite", "serve", "--store", f"lbr={given.store}", "--rate", "1000000/second"]
    ours += ["--queue", "256", "--timeout", "600", "--set", f"embedder.kind={given.embedder}"]
    path = "/api/v1/collections/lbr/search"
    plain = [given.plain_python, "benchmarks/serve_plain_app.py", "serve", str(given.index)]
    plain += ["--embedder", given.embedder, "--port", "50622"]
    questions = endless(given.questions)
    with (
        started(
            "Pincite, chunks", [*ours, "--port", "50620", "--set", "retrieval.results=chunks"], path, 50620
        ) as chunks,
        started(
            "Pincite, exact spans", [*ours, "--port", "50621", "--set", "retrieval.results=spans"], path, 50621
        ) as spans,
        started(PLAIN, plain, "/search", 50622) as other,
    ):
        servers = [chunks, other, spans]
        for round_ in range(given.rounds):
            for clients in CLIENTS:
                for server in servers:
                    load(server, questions, clients, given.seconds)
            print(f"round {round_ + 1} of {given.rounds}", file=sys.stderr)
        found = table(servers)
        memory = soak(chunks, questions, given.soak) if given.soak else []
        errors = {one.name: one.errors for one in servers}
    print(found, memory, errors, sep="\n")
    if given.to:
        fill(given.to, "load", load_part(given, found, errors))
        if memory:
            fill(given.to, "memory", memory_part(given, memory))


def soak(server: Server, questions: Iterator[str], seconds: float) -> list[float]:
    """Megabytes of a server while eight clients ask without a pause, ten times over the whole time."""
    found = [server.memory()]
    for _ in range(10):
        load(server, questions, 8, seconds / 10)
        found.append(server.memory())
    return found


def load_part(given: argparse.Namespace, found: str, errors: dict[str, int]) -> str:
    return (
        f"Embedder: `{given.embedder}`; rounds of {given.seconds:g} seconds for each server and number of clients, in "
        f"turns: {given.rounds}.\n\n{found}\n\n"
        f"Errors: {', '.join(f'{name}: {count}' for name, count in errors.items())}."
    )


def memory_part(given: argparse.Namespace, memory: list[float]) -> str:
    return (
        f"Eight clients asked Pincite for chunks without a pause for {given.soak / 60:g} minutes. Megabytes at the\n"
        f"start and after each tenth: {', '.join(f'{one:,.0f}' for one in memory)}."
    )


if __name__ == "__main__":
    main()
