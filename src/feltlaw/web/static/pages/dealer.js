/** The dealer's console: the next step, the seats in the dealer's order, what to pay, what went wrong. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { html, mount, names, upper } from "../lib/html.js";
import { get, holds, me, whoAmI } from "../lib/api.js";
import { Card } from "../lib/cards.js";
import { Chip } from "../lib/chips.js";
import { cardsWanted, chipsOf, Console, said, settling } from "../lib/console.js";
import { lineId } from "../lib/fold.js";
import { cents, show, signed } from "../lib/money.js";
import { formsOf } from "../parts/felt.js";
import { Head } from "../parts/frame.js";
import { Offer, Offers } from "../parts/offers.js";
import { Pad } from "../parts/pad.js";
import { Clauses, Connection, Trouble } from "../parts/said.js";

const table = decodeURIComponent(location.pathname.split("/")[2]);
const page = signal({ console_: null, problem: null });
const clock = signal(new Date());
setInterval(() => { clock.value = new Date(); }, 10_000);

function onKey(event) {
  const { console_ } = page.value;
  if (event.key !== "Enter" || !console_ || /^(INPUT|TEXTAREA|SELECT|BUTTON|A)$/.test(event.target.tagName)) return;
  const step = console_.step.value;
  if (step && !cardsWanted(step)) console_.give(step, whole(step));
}

/** A step that can be done card by card is done whole. */
const whole = (offer) => (offer.choose?.all ? { ...offer.data, all: true } : offer.data);

function Page() {
  const { console_, problem } = page.value;
  useEffect(() => { addEventListener("keydown", onKey); return () => removeEventListener("keydown", onKey); }, []);
  if (problem) return html`<div class="plain-page"><${Head} title="Dealer" /><main><${Trouble} problem=${problem} /><p><a href=${`/sign-in?next=${location.pathname}`}>Sign in</a></p></main></div>`;
  if (!console_?.view.value) return html`<p class="quiet wait">One moment …</p><${Connection} />`;
  return html`<${Shown} console_=${console_} />`;
}

function Shown({ console_ }) {
  const view = console_.view.value;
  const round = view.round?.number ?? view.rounds;
  const about = `Table ${console_.id} · Round ${round}${view.crew?.dealer ? ` · Dealer ${view.crew.dealer}` : ""}${view.real_cards ? " · real cards" : ""}`;
  const step = console_.step.value;
  return html`<div class="console" data-phase=${view.phase === "closing" ? "closed" : view.phase} data-seq=${console_.seq.value} data-table=${console_.id}>
    <${Head} title=${console_.game.title} about=${about} links=${false}>${(view.meters ?? []).map((meter) => (meter.levels ?? []).map((level) => html`<span key=${meter.meter + level.level} class="quiet">${console_.title(meter.meter)} <b data-meter=${cents(level.showing)} data-name=${meter.meter} data-level=${level.level}>${show(cents(level.showing))}</b></span>`))}<span>${clock.value.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}</span><//>
    <${Connection} /><${Step} console_=${console_} />
    <main>${step && cardsWanted(step) > 0 && html`<${Pad} key=${`${step.do} ${step.data.seat ?? ""}`} console_=${console_} offer=${step} count=${cardsWanted(step)} />`}<${Seats} console_=${console_} />
      <div class="beside"><${Dealer} console_=${console_} /><${Reminders} console_=${console_} />
        <${Irregularities} console_=${console_} /><${Offers} console_=${console_} offers=${console_.others.value.filter((one) => !isReport(one))} title="Else" note="what each would do" empty="Nothing else can be done now." /><${Undo} console_=${console_} /></div></main></div>`;
}

// ── the next step ──

function Step({ console_ }) {
  const view = console_.view.value;
  const waits = view.waits;
  const step = console_.step.value;
  const due = view.crew?.due ?? [];
  const words = (step?.do.startsWith("settle") && settling(console_, due)) || step?.text || waitingFor(view);
  const clauses = step?.do.startsWith("settle") && due.length ? [...new Set(due.flatMap((line) => line.clauses))] : step?.clauses ?? waits?.clauses ?? [];
  const seat = step?.data.seat ?? waits?.seat;
  const problem = console_.problem.value;
  const head = console_.choices.value.length ? `Next: what seat ${console_.choices.value[0].data.seat} decides` : step ? `Next step${seat ? `: seat ${seat}` : ""}` : waits ? `Waits for the ${waits.for}` : "";
  return html`<section class="step" aria-live="polite"><div><p class="over">${head}</p><h2>${view.stopped ? "The table is stopped." : words}</h2><p class="cites"><${Clauses} ids=${clauses} /></p>
      ${problem && step && problem.where === step.do && html`<p class="problem" role="alert" data-problem=${step.do}><b>${upper(problem.words)}</b> ${problem.legal}</p>`}
      ${console_.asked.value && html`<p class="over">${console_.asked.value}</p>`}</div>
    ${step && !cardsWanted(step) && html`<button type="button" class="next" data-act=${step.do} disabled=${console_.busy.value} onClick=${() => console_.give(step, whole(step))}><b>${seat ? `${said(step.do.replace("_player", ""))} seat ${seat}` : said(step.do)}</b><small>done, go on <kbd>Enter</kbd></small></button>`}
    ${console_.choices.value.length > 0 && html`<div class="choices-next">${console_.choices.value.map((one) => html`<button type="button" key=${JSON.stringify(one.data)} class="next" data-act=${one.data.act} data-times=${one.data.times || undefined} data-seat=${one.data.seat} disabled=${console_.busy.value} onClick=${() => console_.give(one)}><b>${upper(one.data.act)}${one.data.times > 1 ? ` ${one.data.times}×` : ""}</b><small>seat ${one.data.seat}</small></button>`)}</div>`}</section>`;
}

function waitingFor(view) {
  const waits = view.waits;
  if (!waits) return view.phase === "closed" ? "This table is closed." : "Nothing is to be done.";
  if (waits.seats?.length) return `Seat ${waits.seats.join(", ")} decides.`;
  return waits.text;
}

// ── seats ──

function Seats({ console_ }) {
  const view = console_.view.value;
  const seats = Array.from({ length: view.limits.seats }, (_, at) => view.limits.seats - at);
  const lying = (view.round?.boxes ?? []).flatMap((box) => box.wagers ?? []).reduce((sum, one) => sum + cents(one.lies ?? "0"), 0);
  return html`<section class="sheet seats"><header><h2>Seats, highest first</h2><span class="quiet">${view.seats?.length ?? 0} player${view.seats?.length === 1 ? "" : "s"} · ${show(lying)} on the felt</span></header>
    <ol>${seats.map((number) => html`<${SeatRow} key=${number} console_=${console_} number=${number} />`)}</ol></section>`;
}

function SeatRow({ console_, number }) {
  const view = console_.view.value;
  const round = console_.round.value;
  const taken = view.seats?.find((one) => one.seat === number);
  const box = round.boxes.find((one) => one.seat === number);
  const place = round.places[`player ${number}`];
  const due = (view.crew?.due ?? []).filter((line) => line.seat === number);
  const lines = round.lines.filter((line) => line.seat === number);
  const done = new Set(lines.map(lineId));
  const open = (box?.wagers ?? []).filter((one) => !done.has(one.wager) && cents(one.lies) > 0);
  const now = view.waits?.seat === number || view.waits?.seats?.includes(number);
  if (!taken && !box) return html`<li class="seat-row free"><span class="no">${number}</span><span>Free</span>${view.real_cards && console_.as === "dealer" && html`<span></span><span><button type="button" class="link" data-act="sit" data-seat=${number} onClick=${() => console_.give({ do: "sit", data: { seat: number } })}>Seat a guest</button></span>`}</li>`;
  const live = box?.left && open.length > 0;
  const state = place?.hand ? upper(place.hand) : box?.left ? upper(formsOf(console_.game, box.left).done) : view.waits?.seats?.includes(number) ? "Decides" : place ? "Face down" : box?.ready ? "Ready" : box ? "Bets lie" : "No bets";
  return html`<li class=${names("seat-row", now && "now")} data-seat=${number}><span class="no">${number}</span><span class="who"><b>${nameOf(taken?.player ?? box?.player ?? "")}</b><small>${state}</small></span>
    <span class="cards" data-group="player" data-seat=${number}>${place && !place.racked && [...place.up.map((card) => html`<${Card} key=${card} card=${card} />`), ...Array.from({ length: place.down }, (_, at) => html`<${Card} key=${at} />`)]}</span>
    <span class="pills">${lines.map((line) => html`<${Pill} key=${lineId(line) + (line.for_seat ?? 0)} console_=${console_} line=${line} />`)}
      ${!due.length && open.map((one) => html`<span key=${one.wager} class="pill" data-wager=${one.wager} data-seat=${number} data-stake=${cents(one.stake)}>${console_.title(one.wager)} <b>${show(cents(one.lies), true)}</b></span>`)}
      ${live && html`<span class="keep">A bet is live: keep the cards</span>`}</span>
    ${due.length > 0 && html`<${Due} console_=${console_} due=${due} />`}</li>`;
}

/** Somebody without an account is a guest. */
const nameOf = (account) => (account.startsWith("guest at ") ? "Guest" : account);

const VERBS = { win: "Pay", push: "Return", void: "Return", lose: "Take" };

function Pill({ console_, line }) {
  const text = line.result === "win" ? signed(cents(line.net), true) : line.result === "lose" ? show(cents(line.net), true) : "returned";
  return html`<span class=${`pill ${line.result}`} data-result=${line.result} data-wager=${line.wager || undefined} data-award=${line.award || undefined} data-seat=${line.seat} data-stake=${cents(line.stake)} data-net=${cents(line.net)}>${console_.title(lineId(line))} <b>${text}</b></span>`;
}

/** What the dealer takes, returns and pays at the seat he has come to, and the chips it takes. */
function Due({ console_, due }) {
  const out = due.reduce((sum, line) => sum + cents(line.paid), 0);
  const into = due.filter((line) => line.result === "lose").reduce((sum, line) => sum + cents(line.stake), 0);
  return html`<div class="due"><p class="tray-sums"><span>Out of the table inventory <b>${show(out)}</b></span><span>Into it <b>${show(into)}</b></span></p>
    <div class="blocks">${due.map((line) => {
      const { chips, left } = chipsOf(cents(line.paid), console_.game.chips.map(Number));
      return html`<div key=${lineId(line)} class=${`block ${line.result}`}><span class="what">${console_.title(lineId(line))}<i>${VERBS[line.result]}</i></span>
        <b>${line.result === "lose" ? html`<s>${show(-cents(line.stake))}</s>` : line.result === "win" ? `+${show(cents(line.paid))}` : show(cents(line.returned))}</b>
        <small>${line.result === "win" ? chips.map(([one, many]) => html`<span key=${one} class="stack"><${Chip} amount=${one} />×${many}</span>`) : upper(line.hand || "")}${left ? ` and ${show(left)}` : ""}</small></div>`;
    })}</div></div>`;
}

// ── beside ──

function Dealer({ console_ }) {
  const places = Object.values(console_.round.value.places).filter((one) => !one.seat && !one.racked);
  return html`<section class="sheet middle-cards">${places.length ? places.map((place) => html`<div key=${place.group}><span class="place" data-group=${place.group}>${[...place.up.map((card) => html`<${Card} key=${card} card=${card} />`), ...Array.from({ length: place.down }, (_, at) => html`<${Card} key=${at} />`)]}</span>
    <p><span class="quiet">${upper(place.group)}${place.hand ? `, ${place.hand}` : ""}</span>${place.qualifies !== undefined && place.hand && html`<br /><b>${place.qualifies ? "Qualifies" : "Does not qualify"}</b>`}</p></div>`) : html`<p class="quiet">No cards in the middle yet.</p>`}</section>`;
}

const isReport = (offer) => offer.do === "report" || offer.do === "record_exposed_card";

/** What may go wrong at this table, what each would do, and which of it can have happened now. */
function Irregularities({ console_ }) {
  const offers = console_.others.value.filter(isReport);
  const off = console_.game.irregularities.filter((one) => !offers.some((offer) => offer.data.kind === one.kind));
  return html`<section class="sheet offers"><header><h2>Irregularities</h2><span class="quiet">what each would do</span></header>
    ${offers.map((offer, at) => html`<${Offer} key=${`${JSON.stringify(offer.data)} ${at}`} console_=${console_} offer=${offer} known=${console_.game.irregularities.find((one) => one.kind === offer.data.kind)} />`)}
    ${off.length > 0 && html`<details class="not-now"><summary>${offers.length ? "Not now" : "None can happen now"} <span class="quiet">${off.length}</span></summary>${off.map((one) => html`<p key=${one.kind}><b>${upper(one.title)}</b> <span>${one.text}</span> <span class="cites"><${Clauses} ids=${one.clauses.slice(0, 1)} /></span></p>`)}</details>`}</section>`;
}

/** Where one would look for it: nothing is undone, a payment is put right by an entry of its own. */
function Undo({ console_ }) {
  const last = console_.view.value.rounds ?? 0;
  const href = last && holds("floorperson") ? `/rounds/${encodeURIComponent(table)}/${last}` : "";
  return html`<section class="sheet undo"><h2>Undo</h2><p>Nothing here is ever edited. A payment that was wrong is put right by a new entry that names the old one, with its reason: a floorperson asks for it at the round, another account confirms it. <${Clauses} ids=${["S-36", "I-157"]} /></p>
    <p>${href ? html`<a data-act="to_correct" href=${href}>Round ${last}, the last one</a> · <a href=${`/rounds?table=${encodeURIComponent(table)}`}>earlier ones</a> · <a href="/floor">what waits to be confirmed</a>` : "Call a floorperson for it."}</p></section>`;
}

function Reminders({ console_ }) {
  const { crew } = console_.view.value;
  if (!crew) return null;
  const rows = [];
  for (const deck of (crew.decks ?? []).filter(Boolean)) {
    const minutes = Math.floor((deck.in_use_seconds ?? 0) / 60);
    rows.push([`The ${deck.back} deck`, `${deck.stage.replaceAll("_", " ")}, ${deck.cards} cards, in use for ${minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`}${deck.uncounted_rounds ? `; stub not counted for ${deck.uncounted_rounds} round${deck.uncounted_rounds === 1 ? "" : "s"}` : ""}`]);
  }
  for (const check of crew.checks ?? []) rows.push([`${console_.title(check.wager)} at seat ${check.seat}`, check.validated_by ? `validated by ${check.validated_by}` : check.waits_for_link ? "waits for the link" : `verified by ${check.verified_by}; waits for a floorperson`]);
  for (const one of crew.requests ?? []) rows.push([`${said(one.do)} asked for by ${one.by}`, `${one.about}. Another account must confirm it.`]);
  for (const one of crew.out_of_order ?? []) rows.push([`The ${one.device} is out of order`, one.sign]);
  rows.push(["Table inventory", signed(cents(crew.inventory))]);
  return html`<section class="sheet reminders"><h2>Reminders</h2>${rows.map(([head, words]) => html`<p key=${head}><b>${head}</b><span>${words}</span></p>`)}</section>`;
}

whoAmI().then(async () => {
  const as = new URLSearchParams(location.search).get("as") ?? ["dealer", "floorperson", "auditor"].find((role) => holds(role));
  if (!as) throw Object.assign(new Error(me.value.account ? "This console is a dealer’s." : "Sign in as a dealer."), { legal: "" });
  const game = await get(`/tables/${encodeURIComponent(table)}/game`);
  page.value = { console_: new Console(table, as, game), problem: null };
}).catch((problem) => { page.value = { console_: null, problem }; });
mount(html`<${Page} />`);
