"""A way to a PostgreSQL server through a socket of its own, which can be cut: to clients the server is then gone."""

import shutil
import socket
import tempfile
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

_NAME = ".s.PGSQL.5432"


class SocketRelay:
    """Passes on what clients and the server say; `folder` is where clients find the socket."""

    def __init__(self, target: Path, folder: Path) -> None:
        self.folder = folder
        self._target = target / _NAME
        self._listener: socket.socket | None = None
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    def start(self) -> None:
        """Let clients in."""
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.folder / _NAME))
        self._listener.listen()
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def stop(self) -> None:
        """Cut all connections, and let nobody in."""
        if self._listener is not None:
            # Closing alone does not wake the thread that waits for clients.
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
            (self.folder / _NAME).unlink()
        self.cut()

    def cut(self) -> None:
        """Cut the connections that there are."""
        with self._lock:
            for one in self._open:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
            self._open.clear()
            # Not those of clients who come back at once.
            threads, self._threads = self._threads, []
        for one in threads:
            one.join(timeout=10)

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                client, server = listener.accept()[0], socket.socket(socket.AF_UNIX)
                server.connect(str(self._target))
                with self._lock:
                    self._open += [client, server]
                    self._threads.append(threading.Thread(target=_serve, args=(client, server), daemon=True))
                    self._threads[-1].start()


def _serve(client: socket.socket, server: socket.socket) -> None:
    with client, server:
        back = threading.Thread(target=_pass_on, args=(server, client), daemon=True)
        back.start()
        _pass_on(client, server)
        back.join()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while said := source.recv(65_536):
            sink.sendall(said)
    for one in (source, sink):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


@contextmanager
def socket_relay(target: Path):
    """A relay to the server whose socket is in a folder."""
    # Not pytest's folder: the path of a socket must be short.
    relay = SocketRelay(target, Path(tempfile.mkdtemp(prefix="pincite-relay-", dir="/tmp")))
    relay.start()
    try:
        yield relay
    finally:
        relay.stop()
        shutil.rmtree(relay.folder, ignore_errors=True)
