"""What the data says, in words a reviewer reads: a line for a row, a table for paytables of one wager."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from feltlaw.regulation import Regulation
from feltlaw.regulation import vocabulary as words
from feltlaw.regulation.place import Place
from tools.clauses.parts import cited_interpretations, citing_keys

ROLES = {
    "won": "when {it} wins",
    "lost": "when {it} loses",
    "shared": "an award of {it} is divided among all who made it",
    "posted": "the operator may post odds of its own for {it}, no lower than these",
    "cover_card": "the cover card",
    "backs": "the backs of the two decks",
    "applies": "which wagers the payout limit reaches",
    "card_order": "the order of the cards in {it}",
    "ace_low": "where the ace is low in {it}",
    "ties": "how two of {it} are compared",
}
VERSIONS = {
    "free": "the wagers do not depend on each other",
    "covers": "the {first} must be at least {ratio} times the {second}",
    "compulsory": "{first} and {second} are compulsory, and neither may exceed {ratio} times the other",
}
ENDS = {
    "stands": "the round stands",
    "void": "the round is void",
    "partly_settled": "the round is settled in part",
}
GOES = {
    "none": "",
    "discard_card": "the card goes to the rack",
    "use_next": "the card is used next",
    "reshuffle": "the cards are reshuffled",
    "remove_deck": "the deck leaves the table",
}
BY_HAND = {"full_meter": "a full meter", "percentage": "a share of the meter"}
VALIDATED = {"all": "every progressive win", "high": "shares of the meter and wins of 500 for 1"}
SHOWS = {
    "name": "the name",
    "areas": "betting areas",
    "card_areas": "areas for cards",
    "odds": "what is paid",
    "words": "the words",
    "limits": "the limits",
    "multiples": "the permitted multiples",
    "fold": "what a fold loses",
    "payout_limit": "the payout limit",
    "equipment": "equipment",
}
FORMS = {"poker": "{cards} of {of} cards", "points": "points"}


class Wording:
    """The words for one regulation's data."""

    def __init__(self, regulation: Regulation) -> None:
        self.regulation = regulation
        self._titles = dict(regulation.ranking_titles)
        self._titles |= {wager.id: wager.title for wager in regulation.wagers.values()}
        self._titles |= {award.id: award.title for award in regulation.awards.values()}

    def row(self, place: Place, clause: str) -> str:
        """The row in one line."""
        path, data = place.where.replace('"', "").split("."), place.data
        keys = citing_keys(data, clause)
        roles = [ROLES[key].format(it=self._it(path)) for key in keys if key in ROLES]
        said = self._row(path, data) if "clause" in keys or not roles else ""
        return "; ".join(part for part in (said, *roles) if part)

    def title(self, name: str) -> str:
        """What a wager, an award or a ranking is called."""
        return self._titles.get(name, _plain(name))

    def _it(self, path: Sequence[str]) -> str:
        return self.title(path[1]) if len(path) > 1 else _plain(path[0])

    def _names(self, names: object, joined: str = " and ") -> str:
        some = names if isinstance(names, list) else [names]
        return joined.join(self.title(str(name)) for name in some)

    def _row(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        group = path[0].partition("[")[0]
        if group in ("wager", "award"):
            return self._inside(path, data) if len(path) > 2 else self._offer(group, data)
        say = getattr(self, f"_{group}", None)
        if say is None:
            return _values(data)
        text: str = say(path, data)
        return text

    def _offer(self, group: str, data: Mapping[str, Any]) -> str:
        """A wager or an award itself; its parts are rows of their own."""
        if group == "award":
            return f"{data['title']}: {words.AWARDS[data['kind']]}, on {self._names(data['stake_of'])}"
        offered = "always offered" if data["offered"] == "always" else "offered where the submission has it"
        read = f"read from {self._cards(data.get('cards', []))} as {self._names(data['ranking'])}"
        return f"{data['title']}: {offered}; {read}"

    def _cards(self, groups: Iterable[str]) -> str:
        named = {"player": "the player's", "dealer": "the dealer's", "every_hand": "every hand's"}
        return " and ".join(named.get(group, f"the {group}") for group in groups) + " cards"

    def _inside(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        it, part = self._titles[path[1]], path[2].partition("[")[0]
        if part in ("paytables", "always", "schedules"):
            return self._of_table(it, path, data)
        match part:
            case "stake":
                how = words.STAKES[data["kind"]]
                of = f" ({self._names(data['of'])})" if "of" in data else ""
                amounts = " or ".join(f"${amount}" for amount in data.get("amounts", []))
                return f"{it}: {how}{of}{f', {amounts}' if amounts else ''}"
            case "requires":
                return f"{it} needs {self._needs(data)}"
            case "on_fold" | "on_surrender":
                return self._fold(it, part.removeprefix("on_"), data)
            case "outcomes":
                pays = {"push": "push", "lose": "lost", "paytable": "paid by the paytable"}.get(data["pays"])
                return f"{it}, {_plain(path[3])}: {pays or data['pays']}"
            case "chosen_by":
                return (
                    f"the submission chooses the {it} table with `[wagers.{data['section']}] {data['key']}`"
                )
            case "optional_rows":
                only = f", only with version {', '.join(data['versions'])}" if data.get("versions") else ""
                return f"{it} may have a {_plain(path[3])} row of at least {data['at_least']}{only}"
            case "validated":
                return f"{it}: a floorperson validates {VALIDATED[data['what']]}"
            case "by_hand":
                return f"{it}: {BY_HAND[data['what']]} is paid by hand, never from the tray or the account"
            case "folded_holder":
                option = f", where `{data['needs']}` is set" if data.get("needs") else ""
                return f"{it}: a folded hand counts if its cards are still there and are turned up{option}"
        return f"{it}: {_values(data)}"

    def _of_table(self, it: str, path: Sequence[str], data: Mapping[str, Any]) -> str:
        if "levels" in path:
            return f"{it}, paytable {path[3]}: {_level(path[-1], data)}"
        if "pays" in data:
            return f"{it}, paytable {path[3]}: {_plain(path[-1])} pays {data['pays']}"
        rows = ", ".join(f"{_plain(hand)} {_pays(pays)}" for hand, pays in data["rows"].items())
        return f"{it}: {rows}"

    def _needs(self, data: Mapping[str, Any]) -> str:
        return self._names(data["all"]) if "all" in data else self._names(data["any"], " or ")

    def _fold(self, it: str, act: str, data: Mapping[str, Any]) -> str:
        text = f"{it} stays live after a {act}" if data["keep"] else f"{it} is lost by a {act}"
        if data.get("cards_stay", data["keep"]) != data["keep"]:
            text += ", and the cards stay" if data["cards_stay"] else ", and needs none of the player's cards"
        for key, value in data.get("reversed_by", {}).items():
            text += f"; the other way round with `{key} = {_value(value)}`"
        return text

    def _seats(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        return f"at most {data['most']} seats"

    def _boxes(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        return f"at most {data['most']} adjacent boxes for one person, as the submission says"

    def _layout(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        wagers = f" ({self._names(data['wagers'], ', ')})" if data.get("wagers") else ""
        return f"the layout shows {SHOWS[data['shows']]}{wagers}: {data['text']}"

    def _deck(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        if "hours" in data:
            return f"a deck is changed after {data['hours']} hours at the latest: {_list(data['deal'])}"
        if "needs" in data:
            return f"a second deck, with shuffle {_list(data['needs'])} only"
        jokers = {0: "no joker", 1: "one joker"}.get(data["jokers"], f"{data['jokers']} jokers")
        return f"{data['cards']} cards, {jokers}"

    def _shuffle(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        needs = f" (with shuffle {_list(data['needs'])} only)" if data.get("needs") else ""
        return f"{data['text']}{needs}"

    _dealing = _shuffle

    def _approvals(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        when = "" if data["when"] == "always" else f", where {words.CONDITIONS[data['when']]}"
        return f"taken on the operator's word, `[approvals] {data['key']}`{when}: {data['text']}"

    def _ranking(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        it = self._titles[path[1]]
        if len(path) == 2:
            form = FORMS.get(data["kind"], "")
            return f"{it}{f': {form.format(**data)}' if form else ''}"
        if path[2] == "shapes":
            order = list(self.regulation.data["ranking"][path[1]]["shapes"])
            first = next(iter(data))
            if len(data) == 1:
                return f"{it}: {_plain(first)} is number {order.index(first) + 1} of {len(order)}"
            return f"{it}, from the highest down: {', '.join(map(_plain, data))}"
        if path[2] == "thresholds":
            return f"{it}: {_plain(path[3])} begins with {data['lowest']}"
        if path[2] == "qualifying":
            return f"{it}: three cards qualify with {_list(data['totals'])}"
        points = data["points"]
        value = "their number" if points == "face" else _list(points) if isinstance(points, list) else points
        return f"{it}: {data['cards']} count {value}"

    def _versions(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        named = {key: self._names(data[key]) for key in ("first", "second") if key in data}
        return f"version `{path[1]}`: {VERSIONS[data['rule']].format(**named, ratio=data.get('ratio', ''))}"

    def _payout_limit(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        return f"a payout limit on {self._names(data['wagers'])} is at least {data['at_least']}"

    def _deal(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        if path[1] == "to":
            return f"cards are dealt to each box with {self._needs(data)}"
        if "what" in data:
            wagers = (
                f", where somebody made {self._names(data['wagers'], ' or ')}" if data.get("wagers") else ""
            )
            return f"{data['cards']} {data['what']} {'card' if data['cards'] == 1 else 'cards'}{wagers}"
        return f"{data['cards']} cards to {'each player' if path[1] == 'player' else 'the dealer'}"

    def _contest(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        facts = {
            "qualifier": "the dealer needs {}",
            "bad_beat": "a bad beat needs a {} row",
            "half_points": "a win with {} pays half",
        }
        said = [text.format(self._names(str(data[key]))) for key, text in facts.items() if key in data]
        return f"{_plain(path[1])}{': ' if said else ''}{'; '.join(said)}"

    def _decisions(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        shown = f" with {data['revealed']} community cards up" if data.get("revealed") else ""
        says = ", ".join(f"*{choice['say']}*" for choice in data["choices"])
        return f"decision to {data['name']}{shown}: {says}"

    def _options(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        others = " or ".join(_value(value) for value in data.get("values", []) if value != data["default"])
        other = f" unless the submission says {others or 'otherwise'}"
        return f"{_value(data['default'])}{other}: {data['text']}"

    def _steps(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        when = data.get("when", "always")
        where = "" if when == "always" else f", if {words.CONDITIONS[when]}"
        return f"{words.STEPS[data['do']]} ({_list(data['by'])}{where}): {data['text']}"

    def _settlement(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        if len(path) == 1:
            return "the order of settlement"
        after = "after all players" if path[1].startswith("after_all") else "in each player's turn"
        at = int(path[1].partition("[")[2].rstrip("]")) + 1
        return f"{self._names(data['settle'])} is settled {after}, number {at}"

    def _irregularity(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        said = "; ".join(part for part in (ENDS[data["round"]], GOES[data["cards"]]) if part)
        if "option" in data:
            option = data["option"]
            said += f" (`{option['key']} = {_value(option['value'])}`: {ENDS[option['round']]})"
        return f"{_plain(path[1])}: {said}. {data['text']}"

    def _only_one_of(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        return f"a table offers only one of {self._names(data['wagers'])}"

    def _linked(self, path: Sequence[str], data: Mapping[str, Any]) -> str:
        return f"tables on one meter have the same {_list(data['alike'])}"


def together(places: Iterable[Place]) -> list[Place]:
    """The places, the shapes of one ranking as one."""
    found: dict[tuple[str, int], Place] = {}
    for at, place in enumerate(places):
        shapes = place.where.endswith(".shapes")
        key = (place.where, -1 if shapes else at)
        found[key] = Place(place.where, {**found[key].data, **place.data}) if key in found else place
    return list(found.values())


def tables(places: Iterable[Place]) -> dict[str, dict[str, Mapping[str, Any]]]:
    """The paytables and schedules among the places: by wager or award the columns, with their rows."""
    found: dict[str, dict[str, Mapping[str, Any]]] = {}
    for place in places:
        path = place.where.replace('"', "").split(".")
        if "rows" not in place.data or path[0] not in ("wager", "award"):
            continue
        name = ".".join(path[3:]) or path[2]
        if "players" in place.data:
            name = f"{name} player{'' if name == '1' else 's'}"
        if "stake" in place.data:
            of = f" ({', '.join(place.data['paytables'])})" if place.data.get("paytables") else ""
            each = "for each " if "I-117" in cited_interpretations(place) else ""
            name = f"{each}${place.data['stake']}{of}"
        found.setdefault(".".join(path[:3]).partition("[")[0], {})[name] = place.data["rows"]
    return found


def _level(name: str, data: Mapping[str, Any]) -> str:
    said = [
        f"the {name} starts at {data['seed']:,} times the wager",
        f"{data['rate']} of each wager goes on it",
    ]
    if data.get("reseed", data["seed"]) != data["seed"]:
        said.append(f"starts again at {data['reseed']:,} times")
    if "reserve_rate" in data:
        said.append(f"{data['reserve_rate']} goes to its reserve")
    if data.get("open"):
        said.append(f"the {_list(data['open'])} may be submitted")
    return ", ".join(said)


def _pays(value: object) -> str:
    return str(value["pays"] if isinstance(value, dict) else value)


def _plain(name: str) -> str:
    return name.replace("_", " ")


def _list(values: object) -> str:
    some = [_plain(str(value)) for value in (values if isinstance(values, list) else [values])]
    return some[0] if len(some) == 1 else f"{', '.join(some[:-1])} or {some[-1]}"


def _value(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_value(one) for one in value)
    return (
        str(value).lower()
        if isinstance(value, bool)
        else f'"{value}"'
        if isinstance(value, str)
        else str(value)
    )


def _values(data: Mapping[str, Any]) -> str:
    return "; ".join(
        f"{_plain(key)}: {_list(value) if isinstance(value, list) else _value(value)}"
        for key, value in data.items()
        if key not in ("clause", "interpretation")
    )
