"""Practice: hard hands are closer than those chance gives, a hand comes again, others play beside one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from feltlaw.event import Person
from feltlaw.floor.keeper import Keeper
from feltlaw.floor.practice import Lesson, PracticeTables
from feltlaw.lessons import closeness
from feltlaw.practice import Adviser, company_step, middle_seat
from feltlaw.refusal import Refused
from feltlaw.submission import Submission, new_submission
from feltlaw.table import read_command
from feltlaw.views import View, Viewer
from tests.support.driver import REGULATIONS


def adviser_of(regulation: str) -> Adviser:
    return Adviser(Submission.from_toml(new_submission(regulation)))


def practising(work: Callable[[PracticeTables], Awaitable[None]]) -> None:
    async def run() -> None:
        tables = PracticeTables(lambda: 1_800_000_000_000)
        try:
            await work(tables)
        finally:
            await tables.stop()

    asyncio.run(run())


def seen(keeper: Keeper) -> View:
    return keeper.feed.look.view(Viewer("player", "you"))


async def do(keeper: Keeper, what: str, **data: Any) -> None:
    await keeper.command(read_command(what, data, Person("player", "you")))


async def play(keeper: Keeper, adviser: Adviser, rounds: int) -> list[tuple[str, ...]]:
    """So many rounds as the program would play them; the cards of each hand."""
    hands: list[tuple[str, ...]] = []
    middle = middle_seat(adviser.submission.limits.seats)
    for _ in range(400):
        view = seen(keeper)
        you = view.own.you
        held = tuple(str(card) for card in you.hands[0].cards) if you is not None and you.hands else ()
        if held and (not hands or hands[-1] != held):
            hands.append(held)
        if view.public.rounds >= rounds and view.public.phase == "betting":
            return hands
        step = company_step(adviser, view, middle)
        if step is None:
            await asyncio.sleep(0.002)
        else:
            await do(keeper, step[0], **step[1])
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("regulation", REGULATIONS)
def test_hard_hands_are_close(regulation: str) -> None:
    adviser = adviser_of(regulation)
    gaps: dict[bool, list[float]] = {True: [], False: []}

    async def work(tables: PracticeTables) -> None:
        for hard in (True, False):
            keeper = await tables.open(adviser, Lesson(hard=hard))
            for cards in await play(keeper, adviser, 7):
                found = adviser.hand(tuple(map(_card, cards)))
                gap = closeness(found) if found is not None else None
                gaps[hard].append(float(gap) if gap is not None else 9.0)

    practising(work)
    assert sum(sorted(gaps[True])[:5]) < sum(sorted(gaps[False])[:5])


def _card(text: str) -> Any:
    from feltlaw.cards import parse_cards

    return parse_cards(text)[0]


def test_a_hand_comes_again_and_one_to_come_is_nobodys() -> None:
    adviser = adviser_of("PA-649a")

    async def work(tables: PracticeTables) -> None:
        first = await tables.open(adviser)
        (held,) = await play(first, adviser, 1)
        second = await tables.open(adviser, Lesson(again=(first.state.table, 1)))
        assert await play(second, adviser, 1) == [held]
        for number in (2, 99):
            with pytest.raises(Refused, match="not remembered"):
                await tables.open(adviser, Lesson(again=(first.state.table, number)))

    practising(work)


def test_others_play_beside_one() -> None:
    adviser = adviser_of("PA-680a")

    async def work(tables: PracticeTables) -> None:
        keeper = await tables.open(adviser, Lesson(others=2))
        for _ in range(500):
            if len(seen(keeper).public.seats) == 2:
                break
            await asyncio.sleep(0.01)
        await play(keeper, adviser, 2)
        assert {one.player for one in seen(keeper).public.seats} == {"you", "bot1", "bot2"}

    practising(work)
