"""TLS before a PostgreSQL server that has none of its own, as a load balancer gives it."""

import asyncio
import ssl
import struct
import threading
from contextlib import contextmanager, suppress
from pathlib import Path

_SSL_REQUEST, _GSS_REQUEST = 80877103, 80877104


async def _serve(client, writer, *, socket: Path, context: ssl.SSLContext) -> None:
    open_ends = [writer]
    try:
        while (asked := struct.unpack("!II", await client.readexactly(8))[1]) == _GSS_REQUEST:
            writer.write(b"N")
        if asked == _SSL_REQUEST:
            writer.write(b"S")
            # The plain way below TLS is left to itself where the handshake fails.
            open_ends.append(writer.transport)
            await writer.start_tls(context)
            server, to_server = await asyncio.open_unix_connection(str(socket))
            open_ends.append(to_server)
            await asyncio.gather(_pass_on(client, to_server), _pass_on(server, writer))
    except (OSError, asyncio.IncompleteReadError):
        pass
    finally:
        for end in open_ends:
            getattr(end, "transport", end).abort()


async def _pass_on(source, sink) -> None:
    with suppress(OSError):
        while said := await source.read(65_536):
            sink.write(said)
            await sink.drain()
    sink.close()


@contextmanager
def tls_relay(socket: Path, *, certificate: Path, key: Path):
    """The port of a relay to the server's socket; whoever does not begin with TLS is not served."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def begin():
        return await asyncio.start_server(
            lambda client, writer: _serve(client, writer, socket=socket, context=context), "127.0.0.1", 0
        )

    async def end():
        listener.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        # What was aborted is closed in the next turns of the loop.
        await asyncio.sleep(0.1)

    listener = asyncio.run_coroutine_threadsafe(begin(), loop).result(timeout=10)
    try:
        yield listener.sockets[0].getsockname()[1]
    finally:
        asyncio.run_coroutine_threadsafe(end(), loop).result(timeout=10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(timeout=10)
        loop.close()
