"""Bots."""


async def run_bots() -> None: ...
