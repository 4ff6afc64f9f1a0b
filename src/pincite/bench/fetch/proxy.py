"""A proxy for the browser that prints pages: it connects to public addresses alone, and to those it has looked up.

A page may ask for anything, also for what listens on this machine. The browser's requests all pass here; a host is
looked up once, and the connection goes to the address that was judged.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import socketserver
import threading
from urllib.parse import urlsplit

from pincite.addresses import public_addresses

_LARGEST_HEAD = 64 * 1024
_SECONDS = 30.0
_PIECE = 64 * 1024


class GuardProxy:
    """A proxy on this machine, for as long as it is open."""

    def __init__(self) -> None:
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False


class _Handler(socketserver.BaseRequestHandler):
    """One connection of the browser: a tunnel, or a plain request that is passed on."""

    def handle(self) -> None:
        self.request.settimeout(_SECONDS)
        with contextlib.suppress(OSError):
            head, rest = _read_head(self.request)
            method, target, version = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ", 2)
            try:
                self._pass_on(method, target, version=version, head=head, rest=rest)
            except PermissionError:
                self.request.sendall(_answer("403 Forbidden"))
            except (OSError, ValueError):
                self.request.sendall(_answer("502 Bad Gateway"))

    def _pass_on(self, method: str, target: str, *, version: str, head: bytes, rest: bytes) -> None:
        tunnel = method == "CONNECT"
        parts = urlsplit(f"//{target}" if tunnel else target)
        if not parts.hostname or (not tunnel and parts.scheme != "http"):
            raise PermissionError("neither a tunnel nor a plain http request")
        port = parts.port or 80
        upstream = urlsplit(os.environ.get("https_proxy" if tunnel else "http_proxy") or "")
        with _connect(parts.hostname, port, upstream=(upstream.hostname, upstream.port)) as there:
            if upstream.hostname:
                there.sendall(head + rest)
            elif tunnel:
                self.request.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                there.sendall(rest)
            else:
                path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
                there.sendall(_origin_form(f"{method} {path} {version}", head) + rest)
            _relay(self.request, there)


def _answer(status: str) -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(status)}\r\nConnection: close\r\n\r\n{status}".encode()


def _read_head(browser: socket.socket) -> tuple[bytes, bytes]:
    """The request line and headers with the empty line, and what came after them."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = browser.recv(_PIECE)
        if not piece or len(data) > _LARGEST_HEAD:
            raise OSError("no request")
        data += piece
    head, _, rest = data.partition(b"\r\n\r\n")
    return head + b"\r\n\r\n", rest


def _origin_form(line: str, head: bytes) -> bytes:
    """The head as a server expects it; the connection ends with the answer, so that the next request is judged too."""
    headers = [
        header
        for header in head.rstrip(b"\r\n").split(b"\r\n")[1:]
        if not header.lower().startswith((b"proxy-", b"connection:"))
    ]
    return b"\r\n".join([line.encode("latin-1"), *headers, b"Connection: close", b"", b""])


def _connect(host: str, port: int, *, upstream: tuple[str | None, int | None]) -> socket.socket:
    """A connection to one of the host's addresses, all of which must be public; or to the user's own proxy."""
    addresses = public_addresses(host, port)
    if upstream[0]:
        return socket.create_connection((upstream[0], upstream[1] or 80), timeout=_SECONDS)
    failed: OSError = OSError("no address")
    for address in addresses:
        try:
            return socket.create_connection((address, port), timeout=_SECONDS)
        except OSError as error:
            failed = error
    raise failed


def _relay(one: socket.socket, other: socket.socket) -> None:
    """Pass bytes both ways until one side ends."""
    # A selector, and not `select`, which knows no descriptor above 1,023.
    with selectors.DefaultSelector() as selector:
        selector.register(one, selectors.EVENT_READ, other)
        selector.register(other, selectors.EVENT_READ, one)
        while ready := selector.select(_SECONDS):
            for key, _ in ready:
                piece = key.fileobj.recv(_PIECE)  # type: ignore[union-attr]
                if not piece:
                    return
                key.data.sendall(piece)
