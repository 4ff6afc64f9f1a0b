"""Real HTTP servers on this machine, for tests."""

import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Reply:
    """What a server answers: `body` as it is; `cut` breaks the connection after so many bytes; `drip` pauses."""

    body: str
    status: int = 200
    type: str = "application/json"
    headers: dict = field(default_factory=dict)
    cut: int | None = None
    drip: float = 0


class LocalServers:
    """Servers that stop with the block; `seen` has the method, path, headers and body of each request, in order."""

    def __init__(self, *, keep_alive=True):
        self._protocol = "HTTP/1.1" if keep_alive else "HTTP/1.0"

    def __enter__(self):
        self.seen = []
        self._running = []
        return self

    def __exit__(self, *_):
        for server in self._running:
            server.shutdown()
            server.server_close()

    def start(self, reply):  # noqa: C901
        """The address of a server that answers with what `reply` makes of the body, or with a function of request."""
        seen, protocol = self.seen, self._protocol

        class Handler(BaseHTTPRequestHandler):
            protocol_version = protocol

            def do_POST(self):
                length = int(self.headers.get("Content-Length") or 0)
                raw = self.rfile.read(length)
                body = json.loads(raw) if self.headers.get_content_type() == "application/json" else raw
                self._answer(body)

            def do_GET(self):
                self._answer(None)

            def do_DELETE(self):
                self.do_POST()

            def _answer(self, body):
                seen.append((self.command, self.path, dict(self.headers), body))
                wants_path = reply.__code__.co_argcount > 1
                given = reply(body, f"{self.command} {self.path}") if wants_path else reply(body)
                data = given.body.encode()
                self.send_response(given.status)
                self.send_header("Content-Type", given.type)
                self.send_header("Content-Length", str(len(data)))
                for name, value in given.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self._send(data, given)
                except OSError:
                    # The client has gone.
                    self.close_connection = True

            def _send(self, data, given):
                if given.cut is not None:
                    self.wfile.write(data[: given.cut])
                    self.close_connection = True
                elif given.drip:
                    for line in data.splitlines(keepends=True):
                        self.wfile.write(line)
                        self.wfile.flush()
                        time.sleep(given.drip)
                else:
                    self.wfile.write(data)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        self._running.append(server)
        return f"http://127.0.0.1:{server.server_port}"
