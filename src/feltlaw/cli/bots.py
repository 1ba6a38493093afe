"""`feltlaw bots`: players and floorpersons that the program brings to a floor."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from feltlaw.cli.errors import Stop, refused, unreadable

if TYPE_CHECKING:
    from feltlaw.client.watching import Tally

KEYS, PASSWORD = "FELTLAW_KEYS", "FELTLAW_PASSWORD"


def bots(
    *,
    url: Annotated[str, typer.Option(help="Where the floor is served.")] = "http://127.0.0.1:8080",
    key: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY",
            help=f"A key of an account, which does what its roles say; may be given several times. {KEYS} "
            "may hold them too, with spaces between.",
        ),
    ] = None,
    sign_in: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"A manager who makes accounts for the bots; the password comes from {PASSWORD} or from "
            "standard input.",
        ),
    ] = None,
    tables: Annotated[
        str | None, typer.Option(metavar="ID,...", help="Their tables; else every automatic one.")
    ] = None,
    players: Annotated[int, typer.Option(min=0, help="So many players with accounts made for them.")] = 0,
    pace: Annotated[
        float, typer.Option(min=0, help="Seconds one takes for an act, about; 0 is as fast as it goes.")
    ] = 1.0,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="Stop after so long; else with Ctrl-C.")
    ] = None,
) -> None:
    """Bring players who play by the mathematics, and floorpersons who validate.

    They are accounts like any other, each with a key. When they stop, players get up where they may.

    Example: feltlaw bots --sign-in manager1 --players 5
    """
    import asyncio

    given = [*(key or ()), *os.environ.get(KEYS, "").split()]
    password = ""
    if sign_in:
        password = os.environ.get(PASSWORD) or sys.stdin.readline().rstrip("\n")
    if not given and not sign_in:
        raise unreadable(f"Who shall play? Give --key or --sign-in, or set {KEYS}.")
    wanted = [one for one in (tables or "").split(",") if one]
    how = {"tables": wanted, "players": players, "pace": pace}
    told = asyncio.run(_run(url, given, (sign_in or "", password), seconds, how))
    print(
        f"{told.commands} commands, {told.refused} refused, {told.validated} validated, "
        f"{told.approved} approved"
    )


async def _run(
    url: str,
    keys: list[str],
    sign_in: tuple[str, str],
    seconds: float | None,
    how: dict[str, Any],
) -> Tally:
    try:
        from feltlaw.client import AsyncClient, Problem, Unreachable, run_bots
    except ImportError as missing:
        raise unreadable(f"Bots need feltlaw[floor] ({missing.name} is not installed).") from None

    import asyncio

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if seconds is not None:
        loop.call_later(seconds, stop.set)
    own = ""
    try:
        async with AsyncClient(url) as manager:
            if sign_in[0]:
                me = await manager.sign_in(*sign_in)
                if "manager" not in me["roles"]:
                    raise refused(f"{sign_in[0]} is not a manager; give the keys of accounts instead: --key.")
                made = await manager.make_key(str(me["account"]), "feltlaw bots")
                own, keys = made["id"], [*keys, made["key"]]
            try:
                return await run_bots(url, keys, stop=stop, **how)
            finally:
                if own:
                    await manager.end_key(own)
    except Problem as error:
        raise refused(str(error)) from None
    except Unreachable as error:
        raise Stop(f"There is no answer from {url}: {error}", 1) from None
    except ValueError as error:
        raise refused(f"{error}.") from None
