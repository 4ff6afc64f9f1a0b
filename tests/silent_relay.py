"""A way to a PostgreSQL server over TCP, which can fall silent: nothing comes through, and nobody is told."""

import ctypes
import socket
import struct
import sys
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

_NAME = ".s.PGSQL.5432"
# The number of a socket's option on Linux, and a filter of one instruction: keep none of what arrives.
_SO_ATTACH_FILTER = 26
_DROP_ALL = struct.pack("HBBI", 0x06, 0, 0, 0)


class SilentRelay:
    """Passes on what clients and the server say, until it falls silent; then only for those who come later."""

    def __init__(self, target: Path) -> None:
        self._target = target / _NAME
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._silent: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def fall_silent(self) -> None:
        """Lose all that clients send now, as a cut cable would; the server notices, as it does on a network."""
        for client, server in self._pairs:
            self._silent.add(client)
            _drop_arrivals(client)
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Let nobody in, and end what there is."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for one in (one for pair in self._pairs for one in pair):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, server = self._listener.accept()[0], socket.socket(socket.AF_UNIX)
                server.connect(str(self._target))
                self._pairs.append((client, server))
                for source, sink in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while (said := source.recv(65_536)) and sink not in self._silent:
                sink.sendall(said)
        for one in (source, sink):
            if one not in self._silent:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)


def _drop_arrivals(one: socket.socket) -> None:
    """Have the kernel drop what arrives at a socket before it is acknowledged."""
    code = ctypes.create_string_buffer(_DROP_ALL)
    with suppress(OSError):
        one.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, struct.pack("HL", 1, ctypes.addressof(code)))


@contextmanager
def silent_relay(target: Path):
    """A relay to the server whose socket is in a folder."""
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux drops what arrives at a socket")
    relay = SilentRelay(target)
    try:
        yield relay
    finally:
        relay.close()
