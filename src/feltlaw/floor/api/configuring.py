"""A link's configuration: the terms of an approved submission, while the link is stopped (S-03, S-11, S-16).

The amounts stay as they are: what a meter shows goes down for listed reasons alone, by two accounts
(`reset`).
"""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.desk import link_event, link_line, links_of
from feltlaw.event import Person
from feltlaw.floor.api.describing import SUBMISSION, described, fields
from feltlaw.floor.api.links import REASON, granted, told
from feltlaw.floor.api.site import (
    LARGE,
    Site,
    body_of,
    caller_of,
    json_of,
    json_response,
    only,
    site_of,
    text_of,
)
from feltlaw.floor.api.submissions import is_id, submission_of
from feltlaw.floor.journal import Entry
from feltlaw.floor.linking import NoLink, link_of
from feltlaw.floor.opening import filed_facts, filed_row
from feltlaw.floor.people import Caller, NotAllowed
from feltlaw.floor.store import statements as sql
from feltlaw.house import CONFIGURE, UseLink
from feltlaw.link import ConfigureLink, LevelTerms, LinkState, configuration, terms_of
from feltlaw.refusal import Refused
from feltlaw.round.read import start_meters
from feltlaw.submission import Submission

router = APIRouter(prefix="/api/links", tags=["links"])


@router.post(
    "/{link}/configure",
    summary="Give a stopped link the terms of an approved submission",
    openapi_extra=described(fields({"submission": SUBMISSION, "reason": REASON})),
)
async def configure(request: Request, link: str) -> Response:
    caller = await caller_of(request, changing=True)
    by = granted(caller, CONFIGURE)
    given = only(json_of(await body_of(request, LARGE)), "submission", "reason")
    reason = text_of(given, "reason")
    site = site_of(request)
    state = await link_of(site.floor.parts, link)
    submission = await submission_of(site.floor.store, given.get("submission"))
    fact = ConfigureLink(submission.digest, _terms_on(submission, link), reason)
    configuration(state, fact)
    await _check_tables(site, link, fact)
    if not is_id(given["submission"]):
        await _file(site, caller, submission)
    return json_response(canonical(told(await _write(site, link, by, fact))))


async def _write(site: Site, link: str, by: Person, fact: ConfigureLink) -> LinkState:
    """Link and house in one append. A table is opened in the house's stream too, so that one of them comes
    second, and looks again."""
    parts, made = site.floor.parts, {}

    async def make(now: int, batch: int) -> Entry:
        await _check_tables(site, link, fact)
        await parts.links.ready([link])
        states, heads = parts.links.reached([link])
        if link not in states:
            raise NoLink(f"there is no link {link[:80]}")
        event, after = link_event(states[link], configuration(states[link], fact), by, now)
        line, head = link_line(link, event, heads[link], batch)
        parts.links.begin(link, after, head)
        made[link] = after
        return Entry([UseLink(link, fact.submission)], lines=[line])

    await site.floor.journal.write(by, make)
    parts.links.settle(made)
    return made[link]


def _terms_on(submission: Submission, link: str) -> dict[str, LevelTerms]:
    """What a submission says about a link that it shares."""
    meters = start_meters(submission)
    for meter, name in links_of(submission, "").items():
        if name == link:
            return terms_of(meters[meter])
    raise Refused(f"this submission has no wager on {link}", "Name the link as a wager's meter (S-16).")


async def _check_tables(site: Site, link: str, fact: ConfigureLink) -> None:
    """No table plays on by other terms than its meter's (S-16, MA-TCP.13(h))."""
    rows = await site.floor.store.read(lambda: sql.reading_rows("tables", {"state": "open"}, order="id"))
    others = []
    for row in rows:
        submission = await submission_of(site.floor.store, str(row["submission"]))
        table, meters = str(row["id"]), start_meters(submission)
        on = [meter for meter, name in links_of(submission, table).items() if name == link]
        if any(terms_of(meters[meter]) != fact.levels for meter in on):
            others.append(table)
    if others:
        raise Refused(
            f"{', '.join(others[:10])} would go on with other terms than {link}",
            "Close the tables on it, and open them with the new submission (S-16).",
        )


async def _file(site: Site, caller: Caller, submission: Submission) -> None:
    """A submission that was given whole is filed and approved by a manager, as when a table is opened."""
    if "manager" not in caller.roles:
        legal = "Give the id of an approved submission, or ask a manager."
        raise NotAllowed("only a manager approves a submission", legal, ("S-70",))
    by = Person("manager", caller.account)
    rows = [filed_row(submission, by, site.floor.clock())]
    await site.floor.journal.note(by, *filed_facts(submission), rows=rows)
