"""What the server listens at."""

from __future__ import annotations

import asyncio
import socket

from feltlaw.floor.serve import listening


def test_answers_are_sent_at_once() -> None:
    """An event loop lets a connection send at once where its socket names the protocol; else an answer
    in two pieces waits 40 ms for the reader's acknowledgement."""

    async def scenario() -> int:
        found: list[int] = []

        def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            own: socket.socket = writer.get_extra_info("socket")
            found.append(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listening("127.0.0.1", 0) as listener:
            server = await asyncio.start_server(accepted, sock=listener)
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            await reader.read()
            writer.close()
            await writer.wait_closed()
            server.close()
            await server.wait_closed()
        return found[0]

    assert asyncio.run(scenario())
