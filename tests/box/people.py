"""Who comes to the property of the box: players, dealers, floorpersons, a cashier, and somebody who presses
what he may not."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from feltlaw.event import Person
from feltlaw.table.course import ROUTINE
from feltlaw.views import Viewer
from tests.box.screens import Screen
from tests.box.wires import Ask, Reply

if TYPE_CHECKING:
    from tests.box.world import World

Offer = dict[str, Any]
PLAYER: Mapping[str, float] = {
    "sit": 3, "bet": 4, "ready": 4, "decide": 8, "set_hand": 8, "come_back": 3, "leave": 0.05,
    "cash_out": 0.1, "buy_in": 0.1,
}  # fmt: skip
UNUSUAL: Mapping[str, float] = {
    "report": 0.3, "record_exposed_card": 0.3, "rule_communication": 0.1, "change_deck": 0.2, "recut": 0.3,
    "order_shuffle": 0.2, "idle_spread": 0.2, "device_out_of_order": 0.1,
}  # fmt: skip
"""What a crew does at the wrong moment, now and then."""
WAY_ON = ("confirm", "rule_departed", "resolve_chips", "device_repaired", "resume_table", "count_stub")
RUBBISH: tuple[Any, ...] = (None, -1, 0, 99, 10**30, "", "x", [], {}, "As", "10.001")


class Somebody:
    """A person with a screen at one table."""

    def __init__(self, world: World, person: Person, table: str) -> None:
        self.world, self.person, self.table = world, person, table
        viewer = Viewer(person.role, person.account if person.role == "player" else "")
        self.screen = Screen(world, table, viewer)
        self._keys = itertools.count(1)
        self.old: list[Ask] = []

    def begin(self) -> None:
        self.world.loop.begin(self.screen.run())
        self.world.loop.begin(self.run())

    async def run(self) -> None:
        world = self.world
        while True:
            await asyncio.sleep(world.rng.random() * 2 * self.pace)
            if not self.screen.view or self.table in world.gone_on:
                continue
            ask = self.wrong() if world.noisy and world.rng.random() < 0.12 else self.choice()
            if ask is not None:
                await self.give(ask)

    @property
    def pace(self) -> float:
        return 1.0

    async def give(self, ask: Ask) -> Reply | None:
        """Asks; now and then without waiting for the answer before the next thing is asked."""
        world = self.world
        self.old.append(ask)
        world.asked.append(ask)
        world.say(str(ask))
        asking = world.wires.ask(ask)
        if world.noisy and world.rng.random() < 0.1:
            world.loop.begin(self._told(ask, asking))
            return None
        return await self._told(ask, asking)

    async def _told(self, ask: Ask, asking: Any) -> Reply:
        reply: Reply = await asking
        self.world.say(f"  {ask.by.account} is told {reply.status or 'nothing'} about [{ask.key}]")
        return reply

    def ask(self, do: str, data: Any) -> Ask:
        return Ask(self.person, do, data, self.table, f"{self.table}-{next(self._keys)}")

    @property
    def offers(self) -> list[Offer]:
        """What the screen offers; a table is closed by a call of its own."""
        return [offer for offer in self.screen.view.get("legal", ()) if offer["do"] != "close_table"]

    def choice(self) -> Ask | None:
        """Something that is right as far as this person can see."""
        raise NotImplementedError

    def wrong(self) -> Ask | None:
        """Something that is not."""
        rng = self.world.rng
        kind = rng.randrange(5)
        if kind == 0 and self.old:  # an old key for the same, or for something else
            old = rng.choice(self.old)
            other = rng.random() < 0.5
            return Ask(old.by, old.do, {"seat": 2} if other else old.data, old.table, old.key, old.expect)
        if kind == 1 and self.offers:  # somebody else's business
            offer = rng.choice(self.offers)
            mallory = Person(rng.choice(("player", "cashier", "auditor")), "mallory")
            return Ask(
                mallory, offer["do"], offer["data"], self.table, f"m{next(self._keys)}-{self.person.account}"
            )
        if kind == 2 and self.offers:
            offer = rng.choice(self.offers)
            data = dict(offer["data"])
            for name in list(data)[:1]:
                data[name] = rng.choice(RUBBISH)
            return self.ask(offer["do"], data)
        if kind == 3 and (ask := self.choice()) is not None:
            ask.expect = max(0, self.screen.seq - rng.randrange(3))
            return ask
        return self.ask(rng.choice(("deal", "settle_rest", "dance", "no_more_bets", "validate", "sit")), {})


class Player(Somebody):
    """Comes with money, sits down, bets and decides."""

    def choice(self) -> Ask | None:
        rng, you = self.world.rng, self.screen.view.get("you", {})
        if not self.offers or (not self.world.noisy and self.screen.view["phase"] == "closed"):
            return None
        chips = float(you.get("chips", 0))
        seated = bool(you.get("seats"))
        weights = []
        for offer in self.offers:
            do = offer["do"]
            weight = PLAYER.get(do, 0.0)
            if do == "sit" and seated:
                weight = 0.01 if self.world.noisy else 0.0
            if do == "buy_in" and chips < 60:
                weight = 5.0
            if do == "bet" and self._has_bet(offer["data"]["seat"]):
                weight = 0.2
            if not self.world.noisy and do in ("leave", "cash_out"):
                weight = 0.0
            weights.append(weight)
        if not any(weights):
            return None
        offer = rng.choices(self.offers, weights)[0]
        return self.ask(offer["do"], self._data(offer))

    def _has_bet(self, seat: int) -> bool:
        boxes = self.screen.view.get("round", {}).get("boxes", ())
        return any(box["seat"] == seat for box in boxes)

    def _data(self, offer: Offer) -> Any:
        rng, data = self.world.rng, offer["data"]
        if offer["do"] == "buy_in":
            return {"amount": f"{rng.choice((100, 150, 150, 5000)) if self.world.noisy else 60}.00"}
        if offer["do"] == "bet":
            more = {
                wager: bounds["minimum"]
                for wager, bounds in offer.get("choose", {}).get("wagers", {}).items()
                if wager not in data["wagers"] and "minimum" in bounds and rng.random() < 0.6
            }
            return {**data, "wagers": {**data["wagers"], **more}}
        return data


class Crew(Somebody):
    """A dealer or a floorperson: the next step, and now and then something unusual."""

    @property
    def pace(self) -> float:
        return 0.7

    def choice(self) -> Ask | None:
        rng, noisy = self.world.rng, self.world.noisy
        offers = {offer["do"]: offer for offer in self.offers}
        unusual = [do for do in offers if do in UNUSUAL]
        if noisy and unusual and rng.random() < 0.03:
            return self.ask(do := rng.choice(unusual), offers[do]["data"])
        steps = [do for do in ROUTINE if do in offers and do != "count_stub"]
        if "no_more_bets" in offers and rng.random() < 0.3:
            steps = ["no_more_bets", *steps]
        if self.screen.view.get("waits", {}).get("do") == "idle_spread" and "idle_spread" in offers:
            steps = ["idle_spread"]
        steps += [do for do in WAY_ON if do in offers]
        if "return_wagers" in offers and not noisy and self.screen.quiet > 15:
            steps.append("return_wagers")
        stands = self.screen.view["phase"] in ("shuffling", "betting") and self.screen.quiet > 15
        if not steps and not noisy and stands and "change_deck" in offers:
            steps = ["change_deck"]  # perhaps it is too old, by a clock that has jumped
        if not steps:
            return None
        data = dict(offers[steps[0]]["data"])
        if steps[0] == "deal" and rng.random() < 0.8:
            data["all"] = True
        return self.ask(steps[0], data)


class Counter:
    """The cashier: money in at first, and some out and in later."""

    def __init__(self, world: World, players: list[str]) -> None:
        self.world, self.players = world, players
        self._keys = itertools.count(1)

    async def run(self) -> None:
        world, rng = self.world, self.world.rng
        for player in self.players:
            world.loop.begin(self.enter("deposit", player, 500_00 + rng.randrange(2000_00)))
        while True:
            await asyncio.sleep(rng.random() * (20 if world.noisy else 8))
            do = "deposit" if rng.random() < 0.6 or not world.noisy else "withdraw"
            cents = rng.randrange(1, 300_00) if world.noisy else 300_00
            await self.enter(do, rng.choice(self.players), cents)

    async def enter(self, do: str, player: str, cents: int) -> None:
        ask = Ask(Person("cashier", "cas"), do, (player, cents), "", f"c{next(self._keys)}")
        self.world.asked.append(ask)
        self.world.say(str(ask))
        reply = await self.world.wires.ask(ask, 20)
        self.world.say(f"  cas is told {reply.status or 'nothing'} about [{ask.key}]")
