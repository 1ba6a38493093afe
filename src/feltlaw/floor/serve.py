"""The server: one process that serves a property until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import structlog
import uvicorn

from feltlaw.desk import system_clock
from feltlaw.floor.api.app import create_app
from feltlaw.floor.api.rates import Limits
from feltlaw.floor.api.site import Site
from feltlaw.floor.forward import Forwarder
from feltlaw.floor.practice import PracticeTables
from feltlaw.floor.property import Property, Where, open_property
from feltlaw.floor.store.model import Stopped
from feltlaw.web.telling import warm

KEEP_S = 75
"""So long a connection waits for the next request: who plays slowly need not connect anew for each."""
TIDIED = (5_000, 2, 10_000)
"""How often memory is tidied: after so many new objects, those that stayed, all since the start. Few at a
time, since tables wait meanwhile, and almost nothing is ever found."""
Say = Callable[[str], None]
Begun = Callable[[Property, str], Awaitable[contextlib.AbstractAsyncContextManager[None]]]


@dataclass(frozen=True, slots=True)
class Serving:
    """How a property is served."""

    where: Where
    host: str = "127.0.0.1"
    port: int = 8080
    address: str = ""
    """Where other processes reach this one, where that is not the address it listens at."""
    certificate: str = ""
    key: str = ""
    trusted_proxy: str = ""
    limits: Limits = field(default_factory=Limits)


async def serve(serving: Serving, say: Say, begun: Begun | None = None) -> None:
    """Serves until a signal comes; says one line when it answers."""
    _log_to_stderr()
    serving.where.keys.signer()  # a key that cannot be used is told before anything is served
    with only_one(serving.where), listening(serving.host, serving.port) as listener:
        port = listener.getsockname()[1]
        scheme = "https" if serving.certificate else "http"
        shown = f"[{serving.host}]" if ":" in serving.host else serving.host
        address = serving.address or f"{scheme}://{shown}:{port}"
        async with open_property(serving.where, address=address) as prop:
            practice = PracticeTables(system_clock)
            site = Site(
                prop.floor, prop.people, prop.cashier, Forwarder(), practice, serving.limits,
                secure=bool(serving.certificate or serving.trusted_proxy),
            )  # fmt: skip
            server = _Server(_config(serving, create_app(site)))
            try:
                async with contextlib.AsyncExitStack() as also:
                    running = asyncio.ensure_future(server.serve([listener]))
                    while not server.started and not running.done():
                        await asyncio.sleep(0.01)
                    if begun is not None and not running.done():
                        await also.enter_async_context(await begun(prop, address))
                    asyncio.get_running_loop().run_in_executor(None, warm)
                    settle_memory()
                    if not running.done():
                        say(f"feltlaw is serving {address}")
                    await running
            finally:
                await site.forwarder.close()
                await practice.stop()


def quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes the event loop of a server: uvloop's, where it is installed."""
    return uvicorn.Config("", log_config=None).get_loop_factory()


def settle_memory() -> None:
    """What is there when serving begins is not looked through again: tidying up all of it would hold every
    table up for half a second, and now and then."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*TIDIED)


class _Server(uvicorn.Server):
    """A server that stops its readers first, so that a graceful stop does not wait for screens."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends the serving and nothing else: the tables are let go of in order after it."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        site: Site = self.config.app.state.site  # type: ignore[union-attr]
        site.floor.stopping = True
        for keeper in site.floor.keepers.values():
            keeper.feed.end("this server stops")
        await super().shutdown(sockets)


def _config(serving: Serving, app: object) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_config=None,
        access_log=False,
        lifespan="off",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=64 * 1024,
        server_header=False,
        timeout_graceful_shutdown=10,
        timeout_keep_alive=KEEP_S,
        ssl_certfile=serving.certificate or None,
        ssl_keyfile=serving.key or None,
        proxy_headers=bool(serving.trusted_proxy),
        forwarded_allow_ips=serving.trusted_proxy or None,
    )


@contextlib.contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens; raises `Stopped` in words where it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # with its protocol named, what is accepted sends at once; else every answer waits for the reader's ACK
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            why = error.strerror or str(error)
            raise Stopped(f"{host}:{port} cannot be listened at: {why}; choose another --port") from None
        yield listener
    finally:
        listener.close()


@contextlib.contextmanager
def only_one(where: Where) -> Iterator[None]:
    """One server to a data folder; a database server has room for several."""
    if where.database:
        yield
        return
    import fcntl

    try:
        where.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = Path(where.data / "serving").open("w", encoding="utf-8")  # noqa: SIM115 - closed below
    except OSError as error:
        raise Stopped(f"the folder {where.data} cannot be used: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Stopped(f"a server runs on the folder {where.data} already") from None
        yield


def _log_to_stderr() -> None:
    """One JSON object a line on standard error; no secret and no card is ever given to it."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=True,
    )
