/** One round as a timeline: stepped through as any role saw it, explained, checked here, exported, held. */
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { html, mount, names, upper } from "../lib/html.js";
import { get, holds, post, whoAmI } from "../lib/api.js";
import { folded, fresh, leaving } from "../lib/fold.js";
import { cents, signed } from "../lib/money.js";
import { isSealed } from "../lib/seal.js";
import { Felt } from "../parts/felt.js";
import { Head } from "../parts/frame.js";
import { Clauses, Trouble } from "../parts/said.js";

const [, , table, number] = location.pathname.split("/").map(decodeURIComponent);
const round = signal(null);
const game = signal(null);
const at = signal(0);
const as = signal("");
const problem = signal(null);
const told = signal("");

async function look(role) {
  try {
    const found = await get(`/rounds/${encodeURIComponent(table)}/${number}${role ? `?as=${role}` : ""}`);
    round.value = found;
    as.value = found.as;
    at.value = Math.max(0, found.events.length - 1);
    problem.value = null;
  } catch (trouble) { problem.value = trouble; }
}

const leaves = computed(() => (game.value ? leaving(game.value) : new Set()));
const shown = computed(() => (round.value?.events ?? []).slice(0, at.value + 1).reduce((now, event) => folded(now, event, leaves.value), fresh(Number(number))));
const titles = computed(() => Object.fromEntries([...(game.value?.wagers ?? []), ...(game.value?.awards ?? [])].map((one) => [one.id, one.title])));
/** The felt looks at a round that is over as it does at a table. */
const stage = {
  get game() { return game.value; },
  view: computed(() => ({ ...round.value.view, seats: seated(), legal: [], waits: null })),
  shown, seats: signal([]), ended: computed(() => at.value === round.value.events.length - 1), offers: () => [], title: (own) => titles.value[own] ?? own,
};

function seated() {
  const boxes = shown.value.boxes;
  const known = round.value.view.seats ?? [];
  return known.length ? known : boxes.map((box) => ({ seat: box.seat, player: box.player ?? "", chips: "0.00" }));
}

function Page() {
  useEffect(() => {
    const onKey = (event) => { if (/^(INPUT|SELECT)$/.test(event.target.tagName)) return; if (event.key === "ArrowLeft") at.value = Math.max(0, at.value - 1); if (event.key === "ArrowRight") at.value = Math.min((round.value?.events.length ?? 1) - 1, at.value + 1); };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  if (!round.value || !game.value) return html`<div class="plain-page"><${Head} title=${`${table}, round ${number}`} /><main>${problem.value ? html`<${Trouble} problem=${problem.value} /><p><a href=${`/sign-in?next=${location.pathname}`}>Sign in</a> · <a href="/rounds">All rounds</a></p>` : html`<p class="quiet">One moment …</p>`}</main></div>`;
  const { events } = round.value;
  const hold = () => post(`/rounds/${encodeURIComponent(table)}/${number}/hold`, { reason: "held from the page" }).then(() => { told.value = "Held: the evidence of this round is kept."; look(as.value); }).catch((trouble) => { problem.value = trouble; });
  return html`<div class="plain-page round-page"><${Head} title=${`${table}, round ${number}`} about=${`${game.value.title}${round.value.void ? " · void" : ""}${round.value.held ? " · held" : ""}`} links=${false}>
      ${holds("auditor", "floorperson") && html`<button type="button" class="key plain small" data-act="hold" disabled=${round.value.held} onClick=${hold}>Hold</button>`}${holds("auditor") && html`<a class="key plain small" href=${`/api/rounds/${encodeURIComponent(table)}/${number}/bundle`} download>Export</a>`}<a class="page-link" href="/rounds">Rounds</a><//>
    <main><div class="left"><${Trouble} problem=${problem.value} />${told.value && html`<p role="status" class="win">${told.value}</p>`}
        <div class="as-seen"><span class="quiet">As seen by</span><div class="roles" role="group" aria-label="As seen by">${roles().map((role) => html`<button type="button" key=${role} aria-pressed=${as.value === role} onClick=${() => look(role)}>${upper(role)}</button>`)}</div>
          <span class="steps">Event ${at.value + 1} of ${events.length} <button type="button" class="key plain small" aria-label="One back" disabled=${at.value === 0} onClick=${() => { at.value -= 1; }}>‹</button><button type="button" class="key plain small" aria-label="One on" disabled=${at.value === events.length - 1} onClick=${() => { at.value += 1; }}>›</button></span></div>
        <${Felt} table=${stage} />
        <input class="scrub" type="range" min="0" max=${events.length - 1} value=${at.value} aria-label="Event" onInput=${(event) => { at.value = Number(event.target.value); }} />
        <ol class="events">${events.map((event, own) => html`<${Row} key=${event.number} event=${event} own=${own} />`)}</ol></div>
      <div class="right"><${Checked} /><${Results} /></div></main></div>`;
}

const roles = () => (holds("auditor") ? ["auditor", "floorperson", "dealer", "onlooker"] : holds("floorperson") ? ["floorperson", "dealer", "onlooker"] : ["player", "onlooker"]);

function Row({ event, own }) {
  const clauses = [...new Set((event.data?.lines ?? []).flatMap((line) => line.clauses ?? []))];
  return html`<li class=${names(own === at.value && "now", own > at.value && "later")}><button type="button" onClick=${() => { at.value = own; }}><span class="no">${event.number.toLocaleString("en-US")}</span><span class="quiet">${event.at.slice(11, 19)}</span>
    <span>${event.told.length ? event.told.map((one, line) => html`<span key=${line} class="line">${one}</span>`) : upper(event.kind.replaceAll("_", " "))}</span></button>${own === at.value && clauses.length > 0 && html`<span class="cites"><${Clauses} ids=${clauses} /></span>`}</li>`;
}

/** What this browser can prove by itself, and what it cannot. */
function Checked() {
  const { view, events } = round.value;
  const seal = view.seal ?? view.round?.seal;
  const cards = seal?.cards ?? [];
  const fit = cards.filter((one) => isSealed(seal.root, one)).length;
  const numbers = events.every((event, own) => !own || event.number === events[own - 1].number + 1);
  const rows = [[numbers, `${events.length} events, ${events[0].number.toLocaleString("en-US")} to ${events.at(-1).number.toLocaleString("en-US")}, none missing`]];
  if (cards.length) rows.push([fit === cards.length, `${fit} of ${cards.length} cards fit the seal ${seal.root.slice(0, 4)} ${seal.root.slice(4, 8)}`]);
  const settled = view.round?.lines ?? [];
  rows.push([settled.every((line) => cents(line.net) === cents(line.paid) + cents(line.returned) - cents(line.stake)), `${settled.length} lines: what was paid and returned less the stake is the net`]);
  return html`<section class="sheet"><h2>Checked here</h2><ul class="proofs">${rows.map(([ok, words]) => html`<li key=${words} class=${ok ? "win" : "lose"}>${ok ? "✓" : "✗"} <span>${words}</span></li>`)}</ul>
    <h3>Not proven here</h3><ul class="proofs"><li class="quiet">○ <span>The chain’s signatures, and that no later checkpoint exists: export the round and run <code>feltlaw audit verify</code> elsewhere.</span></li></ul></section>`;
}

function Results() {
  const lines = shown.value.lines;
  const seats = [...new Set(lines.map((line) => line.seat))].sort((a, b) => b - a);
  const explained = round.value.explained ?? [];
  return html`<section class="sheet"><h2>Results</h2>${seats.length ? seats.map((seat) => html`<details key=${seat} open=${seats.length < 3}><summary><b>Seat ${seat}</b> <span class="sum">${signed(lines.filter((line) => line.seat === seat).reduce((sum, line) => sum + cents(line.net), 0))}</span></summary>
      <ul class="why-list">${lines.filter((line) => line.seat === seat).map((line) => html`<li key=${(line.wager || line.award) + (line.for_seat ?? 0)} data-result=${line.result} data-wager=${line.wager || undefined} data-award=${line.award || undefined} data-seat=${line.seat} data-stake=${cents(line.stake)} data-net=${cents(line.net)}><span>${titles.value[line.wager || line.award] ?? line.wager}</span><b class=${line.result}>${signed(cents(line.net))}</b></li>`)}</ul>
      ${explained.filter((one) => one.seat === seat).map((one, own) => html`<p key=${own} class="quiet small">${one.text.replace(/^Seat \d+, /, "")}</p>`)}</details>`) : html`<p class="quiet">Nothing is settled yet at this event.</p>`}
    ${round.value.house_net !== undefined && html`<p class="house">House <b>${signed(cents(round.value.house_net))}</b></p>`}</section>`;
}

mount(html`<${Page} />`);
whoAmI().then(() => Promise.all([get(`/tables/${encodeURIComponent(table)}/game`).then((found) => { game.value = found; }).catch((trouble) => { problem.value = trouble; }), look(new URLSearchParams(location.search).get("as") ?? "")]));
