"""A small HTTP proxy before a real server, which refuses or delays what it is told to."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

_HOP = {"connection", "transfer-encoding", "keep-alive", "content-length"}


class Faults:
    """What goes wrong: requests of some methods whose path has a word are refused so many times each, or delayed.

    With `losses`, so many answers are lost, though the server did what was asked. With `drops`, answers come in so many
    pieces, each after a `pause`.
    """

    def __init__(self) -> None:
        self.word = ""
        self.methods = frozenset({"GET", "HEAD", "PUT", "POST", "DELETE"})
        self.refusals = 0
        self.losses = 0
        self.drops = 0
        self.pause = 0.0
        self.seconds = 0.0
        self.refused: Counter[str] = Counter()
        # Whatever was asked for, refused or not.
        self.asked: list[str] = []
        self._lock = threading.Lock()

    def refuses(self, method: str, path: str) -> bool:
        """Whether a request is answered with 503 now; others wait first where they are to."""
        self.asked.append(f"{method} {path}")
        if method not in self.methods or self.word not in path:
            return False
        with self._lock:
            key = f"{method} {path}"
            if self.refused[key] < self.refusals:
                self.refused[key] += 1
                return True
        time.sleep(self.seconds)
        return False

    def pieces(self, method: str, path: str, body: bytes) -> Iterator[bytes]:
        """The body of an answer, as slowly as it is to come."""
        if not self.drops or method not in self.methods or self.word not in path:
            yield body
            return
        size = max(1, -(-len(body) // self.drops))
        for start in range(0, len(body), size):
            time.sleep(self.pause)
            yield body[start : start + size]

    def loses(self, method: str, path: str) -> bool:
        """Whether the answer to a request is lost now."""
        with self._lock:
            lost = self.losses > 0 and method in self.methods and self.word in path
            self.losses -= lost
        return lost


@contextmanager
def faulty_proxy(address: str):
    """The address of a proxy before a server, and its faults."""
    faults, target = Faults(), urlsplit(address)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            if faults.refuses(self.command, self.path):
                self._answer(503, {}, b"")
                return
            connection = HTTPConnection(target.hostname, target.port, timeout=60)
            try:
                connection.request(self.command, self.path, body, dict(self.headers))
                found = connection.getresponse()
                if faults.loses(self.command, self.path):
                    self._answer(503, {}, b"")
                    return
                self._answer(
                    found.status, dict(found.getheaders()), found.read(), length=found.getheader("Content-Length")
                )
            finally:
                connection.close()

        do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = _pass_on  # noqa: N815

        def _answer(self, status: int, headers: dict, body: bytes, *, length: str | None = None) -> None:
            self.send_response_only(status)
            for name, value in headers.items():
                if name.lower() not in _HOP:
                    self.send_header(name, value)
            # What HEAD answers has the length of what GET would give.
            if status != 204:
                self.send_header("Content-Length", length or str(len(body)))
            self.end_headers()
            # Whoever has given up listens no longer.
            with suppress(ConnectionError):
                for piece in faults.pieces(self.command, self.path, body):
                    self.wfile.write(piece)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", faults
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=10)
