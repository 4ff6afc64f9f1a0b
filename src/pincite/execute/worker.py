"""The life of a worker process: items in, results or errors out, until the pipe closes.

Nothing of the program that started it runs here but this file and what the items need: a script without a main guard is
not run again. Messages are pickles with their length before them; both ends are the same program.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import struct
import sys
import threading
from collections.abc import Callable
from typing import IO, Any

from pincite.errors import ExecutionError, PinciteError, ReadError

_LENGTH = struct.Struct(">Q")
_MEGABYTE = 1 << 20
READY = "ready"


def send(pipe: IO[bytes], message: Any) -> None:
    """Write one message."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """Read one message; EOFError where there are no more, or half a one."""
    (length,) = _LENGTH.unpack(_read(pipe, _LENGTH.size))
    return pickle.loads(_read(pipe, length))


def main() -> None:
    """Serve whoever started this process, over its standard streams."""
    # Ctrl-C reaches the whole process group; the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    incoming, outgoing = _take_streams()
    start, memory_mb = receive(incoming)
    if memory_mb is not None:
        _limit_memory(memory_mb)
    items: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(incoming, items), daemon=True).start()
    work = start()
    send(outgoing, READY)
    while True:
        send(outgoing, _outcome(work, items.get(), memory_mb=memory_mb))


def _listen(incoming: IO[bytes], items: queue.SimpleQueue[Any]) -> None:
    """Pass on what is to be done; where the parent is gone, end at once, whatever is being done."""
    try:
        while True:
            items.put(receive(incoming))
    finally:
        os._exit(1)


def _outcome(work: Callable[[Any], Any], item: Any, *, memory_mb: int | None) -> Any:
    try:
        return work(item)
    except (ReadError, ExecutionError) as error:
        return error
    except PinciteError as error:
        # Others may hold what does not travel; the sentence does.
        return PinciteError(str(error), hint=error.hint)
    except MemoryError:
        return ExecutionError("too-large", f"needs more than {memory_mb} MB (setting limits.memory_mb).")


def _take_streams() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the parent; whatever a library prints goes to standard error, not between the messages."""
    incoming, outgoing = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return incoming, outgoing


def _read(pipe: IO[bytes], size: int) -> bytes:
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _limit_memory(memory_mb: int) -> None:
    if sys.platform.startswith("linux"):
        import resource

        size = memory_mb * _MEGABYTE
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
