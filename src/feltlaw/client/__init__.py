"""A typed client of a floor: tables, money, approvals, rounds and live frames, over HTTP and WebSocket.

>>> from feltlaw.client import Client, Problem
>>> with Client("http://127.0.0.1:8080", key="fl_...") as floor:  # doctest: +SKIP
...     floor.command("1", "sit", {"seat": 3})
"""

from feltlaw.client.asynchronous import AsyncClient
from feltlaw.client.bots import run_bots
from feltlaw.client.model import Frame, Page, Problem, Unreachable
from feltlaw.client.synchronous import Client

__all__ = ["AsyncClient", "Client", "Frame", "Page", "Problem", "Unreachable", "run_bots"]
