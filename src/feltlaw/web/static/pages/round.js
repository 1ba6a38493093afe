/** One round as a timeline: stepped through as any role saw it, explained, checked here, exported, held. */
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { html, mount, names, tableName, upper } from "../lib/html.js";
import { get, holds, post, whoAmI } from "../lib/api.js";
import { useForm } from "../lib/form.js";
import { checkChain } from "../lib/chain.js";
import { folded, fresh, leaving } from "../lib/fold.js";
import { cents, show, signed } from "../lib/money.js";
import { isSealed } from "../lib/seal.js";
import { CallFloor, Correct, Dispute, Linked, lookWaiting, Settle } from "../parts/afterwards.js";
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

const here = `/rounds/${encodeURIComponent(table)}/${number}`;
const chain = signal(null);
const audited = signal(null);
const seats = signal([]);

/** The round with somebody's eyes: a role, or `player NAME`. */
async function look(eyes) {
  const [role, player] = eyes.split(" ");
  try {
    const query = new URLSearchParams({ ...(role ? { as: role } : {}), ...(player ? { player } : {}) });
    const found = await get(`${here}?${query}`);
    const stay = round.value ? at.value : found.events.length - 1;
    round.value = found;
    as.value = player ? eyes : found.as;
    at.value = Math.max(0, Math.min(stay, found.events.length - 1));
    if (!seats.value.length) seats.value = [...new Map(found.lines.map((line) => [line.seat, line.player]))].sort((a, b) => b[0] - a[0]);
    problem.value = null;
    await lookWaiting(table, found.first, found.last);
  } catch (trouble) { problem.value = trouble; }
}
const again = () => look(as.value);

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

/** What an auditor's browser and the server prove, each by itself. */
async function prove() {
  const text = await fetch(`/api${here}/bundle`).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  if (text) chain.value = checkChain(text);
  const began = performance.now();
  audited.value = await get(`${here}/audit`).then((found) => ({ ...found, seconds: (performance.now() - began) / 1000 })).catch((trouble) => ({ trouble }));
}

function Page() {
  useEffect(() => {
    const onKey = (event) => { if (/^(INPUT|SELECT)$/.test(event.target.tagName)) return; if (event.key === "ArrowLeft") at.value = Math.max(0, at.value - 1); if (event.key === "ArrowRight") at.value = Math.min((round.value?.events.length ?? 1) - 1, at.value + 1); };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const name = `${tableName(table)}, round ${number}`;
  if (!round.value || !game.value) return html`<div class="plain-page"><${Head} title=${name} /><main>${problem.value ? html`<${Trouble} problem=${problem.value} /><p><a href=${`/sign-in?next=${location.pathname}`}>Sign in</a> · <a href="/rounds">All rounds</a></p>` : html`<p class="quiet">One moment …</p>`}</main></div>`;
  const { events } = round.value;
  const about = `${game.value.title} · ${times(events)}${round.value.void ? " · void" : ""}${round.value.held ? " · held" : ""}`;
  return html`<div class="plain-page round-page"><${Head} title=${name} about=${about} links=${false}>
      ${mayCall() && html`<${Opens} own="dispute" words="Call the floor" />`}${holds("floorperson") && html`<${Opens} own="correct" words="Put right" />`}${holds("auditor", "floorperson") && html`<${Opens} own="hold" words=${round.value.held ? "Held" : "Hold"} off=${round.value.held} />`}${holds("auditor") && html`<a class="key plain small" data-act="export" href=${`/api${here}/bundle`} download>Export</a>`}<a class="page-link" href="/rounds">Rounds</a><//>
    <main><div class="left"><${Trouble} problem=${problem.value} />${told.value && html`<p role="status" class="win">${told.value}</p>`}<${Asked} />
        <div class="as-seen"><span class="quiet">As seen by</span><div class="roles" role="group" aria-label="As seen by">${eyes().map(([own, words]) => html`<button type="button" key=${own} aria-pressed=${as.value === own} onClick=${() => look(own)}>${words}</button>`)}</div>
          <span class="steps">Event ${at.value + 1} of ${events.length} <button type="button" class="key plain small" aria-label="One back" disabled=${at.value === 0} onClick=${() => { at.value -= 1; }}>‹</button><button type="button" class="key plain small" aria-label="One on" disabled=${at.value === events.length - 1} onClick=${() => { at.value += 1; }}>›</button></span></div>
        <${Felt} table=${stage} /><${Scrubber} events=${events} />
        <ol class="events">${events.map((event, own) => html`<${Row} key=${event.number} event=${event} own=${own} />`)}</ol></div>
      <div class="right"><${Disputes} /><${Linked} corrections=${round.value.corrections} done=${again} /><${Checked} /><${Books} /><${Results} /></div></main></div>`;
}

function times(events) {
  const of = (event) => new Date(event.at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const day = new Date(events[0].at).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return `${day}, ${of(events[0])}${of(events.at(-1)) === of(events[0]) ? "" : ` to ${of(events.at(-1))}`}`;
}

/** Whose eyes one may choose. */
function eyes() {
  const named = (all) => all.map((own) => [own, own === "floorperson" ? "Floor" : upper(own)]);
  if (holds("auditor")) return [...named(["auditor", "dealer", "floorperson", "onlooker"]), ...seats.value.map(([seat, player]) => [`player ${player}`, `Seat ${seat}`])];
  return named(holds("floorperson") ? ["floorperson", "dealer", "onlooker"] : ["player", "onlooker"]);
}

// ── what is asked for ──

/** What is open: `hold`, `correct` or `dispute`. */
const asking = signal(new URLSearchParams(location.search).has("dispute") ? "dispute" : "");
const isOpen = (one) => one.state === "open";

function Opens({ own, words, off = false }) {
  return html`<button type="button" class="key plain small" data-act=${`open_${own}`} aria-expanded=${asking.value === own} disabled=${off} onClick=${() => { asking.value = asking.value === own ? "" : own; }}>${words}</button>`;
}

/** A player may call the floor about a round of his, once until he is answered. */
function mayCall() {
  return !holds("auditor", "floorperson") && !round.value.disputes?.some(isOpen);
}

function Asked() {
  const own = asking.value;
  if (own === "hold" && !round.value.held) return html`<${Hold} />`;
  if (own === "dispute" && mayCall()) return html`<div class="sheet"><${CallFloor} table=${table} number=${number} done=${again} /></div>`;
  if (own !== "correct" || !holds("floorperson")) return null;
  const event = round.value.events.slice(0, at.value + 1).findLast((one) => one.data?.lines?.length) ?? round.value.events[at.value];
  const players = [...new Set([...(round.value.disputes ?? []).filter(isOpen).map((one) => one.player), ...seats.value.map(([, player]) => player)])];
  return html`<${Correct} table=${table} number=${number} players=${players} event=${event.number} told=${event.told[0] ?? upper(event.kind.replaceAll("_", " "))} done=${() => { asking.value = ""; return again(); }} />`;
}

/** The evidence of a round is kept; who does it says why. */
function Hold() {
  const form = useForm(async ({ reason }) => { await post(`${here}/hold`, { reason }); asking.value = ""; told.value = "Held: the evidence of this round is kept."; await again(); });
  return html`<form class="sheet hold" onSubmit=${form.submit}><label>Why is this round held?<input name="reason" required maxlength="200" autofocus /></label><button class="key primary" data-act="hold">Hold the evidence</button><${Trouble} problem=${form.problem.value} /></form>`;
}

function Disputes() {
  const all = round.value.disputes ?? [];
  if (!all.length) return null;
  return html`<section class="sheet disputes"><h2>Disputed</h2>${all.map((one) => html`<${Dispute} key=${one.at} one=${one}>${holds("floorperson") && html`<${Settle} table=${table} number=${number} player=${one.player} done=${again} />`}<//>`)}</section>`;
}

// ── events ──

/** Events in groups as they follow each other: what the table does, and in settlement whose turn it is. */
function groups(events) {
  const found = [];
  let phase = "";
  events.forEach((event, own) => {
    const turns = [...new Set((event.data?.lines ?? []).map((line) => line.seat))];
    const words = turns.length === 1 ? `Seat ${turns[0]}` : turns.length ? "Seats" : upper((phase || events.find((one) => one.phase)?.phase || "").replaceAll("_", " "));
    if (found.at(-1)?.words !== words) found.push({ words, first: own, events: [] });
    found.at(-1).events.push(own);
    if (event.phase) phase = event.phase;
  });
  return found;
}

function Scrubber({ events }) {
  const all = groups(events);
  return html`<div class="scrubber"><input class="scrub" type="range" min="0" max=${events.length - 1} value=${at.value} aria-label="Event" aria-valuetext=${`${at.value + 1} of ${events.length}: ${(events[at.value].told ?? [])[0] ?? events[at.value].kind}`} onInput=${(event) => { at.value = Number(event.target.value); }} /><div class="segments" aria-hidden="true">${all.map((group) => html`<div key=${group.first} class=${names("segment", group.events.includes(at.value) && "now")} style=${{ flexGrow: group.events.length }}><span class="ticks">${group.events.map((own) => html`<i key=${own} class=${names(own === at.value && "now", own > at.value && "later")} onClick=${() => { at.value = own; }}></i>`)}</span><small>${group.words}</small></div>`)}</div>
</div>`;
}

function Row({ event, own }) {
  const lines = event.data?.lines ?? [];
  const clauses = [...new Set(lines.flatMap((line) => line.clauses ?? []))];
  const isNow = own === at.value;
  const into = (one) => { if (one && isNow && shownAt !== own) { shownAt = own; one.parentElement.scrollTop = Math.max(0, one.offsetTop - one.parentElement.clientHeight / 2); } };
  const moved = lines.filter((line) => line.net !== undefined).reduce((sum, line) => sum + cents(line.net), 0);
  return html`<li ref=${into} class=${names(isNow && "now", own > at.value && "later")} aria-current=${isNow ? "step" : undefined}><button type="button" onClick=${() => { at.value = own; }}><span class="no">${event.number.toLocaleString("en-US")}</span><span class="quiet">${event.at.slice(11, 19)}</span>
    <span>${event.told.length ? event.told.map((one, line) => html`<span key=${line} class="line">${one}</span>`) : upper(event.kind.replaceAll("_", " "))}</span><span class="num">${lines.length > 0 && signed(moved)}</span></button>${isNow && clauses.length > 0 && html`<span class="cites"><${Clauses} ids=${clauses} /></span>`}</li>`;
}
let shownAt = -1;

// ── proofs ──

const Proof = ({ ok, children }) => html`<li class=${ok ? "win" : "lose"}>${ok ? "✓" : "✗"} <span>${children}</span></li>`;

/** What this browser can prove by itself, what the server proved, and what neither can. */
function Checked() {
  const { view, events } = round.value;
  const seal = view.seal ?? view.round?.seal;
  const cards = [...(seal?.cards ?? []), ...(view.you?.seal ?? [])];
  const fit = cards.filter((one) => isSealed(seal.root, one)).length;
  const numbers = events.every((event, own) => !own || event.number === events[own - 1].number + 1);
  const settled = view.round?.lines ?? [];
  const nets = settled.every((line) => cents(line.net) === cents(line.paid) + cents(line.returned) - cents(line.stake));
  const report = audited.value;
  return html`<section class="sheet proofs-card"><header><h2>Checked here</h2><span class="quiet">in this browser</span></header><ul class="proofs">
      <${Proof} ok=${numbers}>${events.length} events, ${events[0].number.toLocaleString("en-US")} to ${events.at(-1).number.toLocaleString("en-US")}, none missing<//>
      ${chain.value && html`<${Proof} ok=${chain.value.fits}>${chain.value.events.toLocaleString("en-US")} events from the opening on, each sealed to the one before it<//>`}
      ${cards.length > 0 && html`<${Proof} ok=${fit === cards.length}>${fit} of ${cards.length} cards fit the seal ${seal.root.slice(0, 4)} ${seal.root.slice(4, 8)}<//>`}
      <${Proof} ok=${nets}>${settled.length} lines: what was paid and returned less the stake is the net<//></ul>
    ${report && !report.trouble && html`<h3>Checked by the server</h3><ul class="proofs" data-audit=${report.status}>${report.wrong.map((one) => html`<${Proof} key=${one}>${upper(String(one.what ?? one))}<//>`)}${report.proved.map((one) => html`<${Proof} key=${one} ok>${upper(one)}<//>`)}</ul>`}
    ${report?.trouble && html`<${Trouble} problem=${report.trouble} />`}
    <h3>Not proven</h3><ul class="proofs">${(report?.not_proved ?? ["the chain’s signatures, and that no later checkpoint exists: an auditor exports the round and runs feltlaw audit verify elsewhere"]).map((one) => html`<li key=${one} class="quiet">○ <span>${upper(one)}</span></li>`)}</ul></section>`;
}

function Books() {
  const books = round.value.books;
  if (!books?.length) return null;
  const sum = (side) => books.reduce((total, one) => total + cents(one[side]), 0);
  const balanced = sum("in") === sum("out");
  const amount = (text) => (cents(text) ? show(cents(text)).slice(1) : "");
  return html`<section class="sheet books"><header><h2>Books</h2><span class=${balanced ? "win" : "lose"}>${balanced ? "✓ balanced" : "✗ out of balance"}</span></header>
    <table class="rows"><thead><tr><th>Account</th><th class="num">In</th><th class="num">Out</th></tr></thead><tbody>${books.map((one) => html`<tr key=${one.account}><td>${one.account}</td><td class="num">${amount(one.in)}</td><td class="num">${amount(one.out)}</td></tr>`)}
      <tr class="sum-row"><td>Sum</td><td class="num">${show(sum("in")).slice(1)}</td><td class="num">${show(sum("out")).slice(1)}</td></tr></tbody></table></section>`;
}

function Results() {
  const lines = shown.value.lines;
  const found = [...new Set(lines.map((line) => line.seat))].sort((a, b) => b - a);
  const explained = round.value.explained ?? [];
  const because = (line) => explained.find((one) => one.seat === line.seat && one.id === (line.wager || line.award) && one.for_seat === (line.for_seat ?? 0))?.sentence;
  return html`<section class="sheet"><h2>Results</h2>${found.length ? found.map((seat) => html`<details key=${seat} open=${found.length < 3}><summary><b>Seat ${seat}</b> <span class="quiet">${seats.value.find(([one]) => one === seat)?.[1] ?? ""}</span> <span class="sum">${signed(lines.filter((line) => line.seat === seat).reduce((sum, line) => sum + cents(line.net), 0))}</span></summary>
      <ul class="why-list">${lines.filter((line) => line.seat === seat).map((line) => html`<li key=${(line.wager || line.award) + (line.for_seat ?? 0)} data-result=${line.result} data-wager=${line.wager || undefined} data-award=${line.award || undefined} data-seat=${line.seat} data-stake=${cents(line.stake)} data-net=${cents(line.net)}><span>${titles.value[line.wager || line.award] ?? line.wager}</span><b class=${line.result}>${signed(cents(line.net))}</b>
        <p class="quiet small">${because(line) ?? ""} <span class="cites"><${Clauses} ids=${line.clauses ?? []} /></span></p></li>`)}</ul></details>`) : html`<p class="quiet">Nothing is settled yet at this event.</p>`}
    ${round.value.house_net !== undefined && html`<p class="house">House <b>${signed(cents(round.value.house_net))}</b></p>`}</section>`;
}

mount(html`<${Page} />`);
whoAmI().then(async () => {
  await Promise.all([get(`/tables/${encodeURIComponent(table)}/game`).then((found) => { game.value = found; }).catch((trouble) => { problem.value = trouble; }), look(new URLSearchParams(location.search).get("as") ?? "")]);
  if (round.value && holds("auditor")) prove();
});
