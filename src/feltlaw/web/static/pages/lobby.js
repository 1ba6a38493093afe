/** The lobby: every game, its tables, its meters; practice at once, or a seat. */
import { signal } from "@preact/signals";
import { house, html, mount, names, tableName } from "../lib/html.js";
import { get, holds, whoAmI } from "../lib/api.js";
import { cents, show, signed } from "../lib/money.js";
import { Head } from "../parts/frame.js";
import { MiniFelt } from "../parts/mini.js";
import { lookCourses, Spark } from "../parts/spark.js";
import { Trouble } from "../parts/said.js";

const EVERY = 4000;
const games = signal(null);
const tables = signal([]);
const problem = signal(null);
const steps = signal({});
const unfolded = signal("");

async function look() {
  try {
    const found = (await get("/tables")).items;
    const before = readings(tables.value);
    const moved = {};
    for (const [own, amount] of Object.entries(readings(found))) if (before[own] !== undefined && amount !== before[own]) moved[own] = amount - before[own];
    if (Object.keys(moved).length) steps.value = { ...steps.value, ...moved };
    tables.value = found;
    problem.value = null;
    document.body.dataset.state = "live";
  } catch (trouble) {
    problem.value = trouble;
    document.body.dataset.state = "reconnecting";
  }
}

const readings = (all) => Object.fromEntries(all.flatMap((table) => (table.meters ?? []).flatMap((meter) => (meter.levels ?? []).map((level) => [`${meter.link} ${level.level}`, cents(level.showing)]))));

const sets = (game) => Number(game.decisions.some((one) => one.acts.some((act) => act.act === "set")));

/** The easiest to begin with: fewest decisions, then fewest wagers. */
function sorted(all) {
  return [...all].sort((a, b) => a.decisions.length - b.decisions.length || sets(a) - sets(b) || a.decisions[0].acts.length - b.decisions[0].acts.length || a.wagers.length - b.wagers.length || a.regulation.localeCompare(b.regulation));
}

const free = (table) => (table.limits?.seats ?? 0) - (table.seats?.length ?? 0);
const ofGame = (game) => tables.value.filter((one) => one.regulation === game.regulation && one.state === "open");

function Page() {
  const all = games.value;
  const open = tables.value.filter((one) => one.state === "open");
  const players = new Set(open.flatMap((one) => (one.seats ?? []).map((seat) => seat.player))).size;
  const about = `${house()} · ${open.length} open · ${players} player${players === 1 ? "" : "s"}`;
  return html`<div class="lobby"><${Head} title="Tables" about=${about} /><main>
    <p class="claim"><b>Table games exactly as the regulation says:</b> ask any amount why, and it answers with the clause that moved it.</p>
    <${Trouble} problem=${problem.value} />
    ${all && html`<div class="games">${sorted(all).map((game, at) => html`<${Game} key=${game.regulation} game=${game} large=${at === 0} />`)}</div>`}
    ${open.length > 0 && holds("dealer", "floorperson") && html`<${Deal} open=${open} />`}</main></div>`;
}

function Game({ game, large }) {
  const mine = ofGame(game);
  const first = mine.find((one) => free(one) > 0) ?? mine[0];
  const limits = first?.limits ?? game.limits;
  const seats = mine.reduce((sum, one) => sum + free(one), 0);
  const open = large || unfolded.value === game.regulation;
  const href = first ? `/tables/${encodeURIComponent(first.id)}` : "";
  return html`<article class=${names("game", large && "large", open && "open")} data-game=${game.regulation}>
    <${MiniFelt} game=${game} seats=${first ? first.seats ?? [] : null} at=${large && first ? tableName(first.id) : ""} />
    <header><h2>${game.title}</h2><span class="where">${game.jurisdiction}</span><span class="limits">${show(cents(limits.minimum), true)} to ${show(cents(limits.maximum), true)}</span>
      ${!large && html`<button type="button" class="unfold" aria-expanded=${open} aria-label=${`${game.title}, more`} onClick=${() => { unfolded.value = open ? "" : game.regulation; }}>⌄</button>`}</header>
    ${large && html`<p class="quiet how">${game.how.slice(0, 2).join(" ")}</p>`}
    <${Offer} game=${game} tables=${mine} large=${large} />
    ${large && mine.length > 0 && html`<ul class="list">${mine.slice(0, 4).map((one) => html`<li key=${one.id}><a href=${`/tables/${encodeURIComponent(one.id)}`}><b>${tableName(one.id)}</b><span class=${one.stopped ? "waits" : ""}>${one.stopped ? "on hold" : free(one) === 1 ? "1 seat free" : `${free(one)} seats free`}</span></a></li>`)}</ul>`}
    <footer><a class=${names("key", large ? "primary" : "plain")} href=${`/practice/${game.regulation}`}>Play now${large && html` <small>practice, no account</small>`}</a>
      ${first ? html`<a class="key plain" href=${href}>Sit down <small>${seats} free</small></a>` : html`<span class="key none" aria-disabled="true">No table open</span>`}</footer></article>`;
}

/** A meter that ticks, else the most that a side bet pays. */
function Offer({ game, tables: mine, large }) {
  const meter = mine.flatMap((one) => one.meters ?? [])[0];
  const level = meter?.levels?.[0];
  if (!level) return game.top.title ? html`<p class="offer"><span>${game.top.title}</span><b>up to ${game.top.pays}</b></p>` : null;
  const title = game.wagers.find((one) => one.meter === meter.meter)?.title ?? "Progressive";
  const step = steps.value[`${meter.link} ${level.level}`];
  if (large) return html`<div class="offer with-spark"><p><span>${title}</span><b class="meter" data-meter=${cents(level.showing)} data-name=${meter.meter} data-level=${level.level}>${show(cents(level.showing))}</b>${step ? html`<small class=${step > 0 ? "win" : "lose"}>${signed(step)}</small>` : ""}</p><${Spark} link=${meter.link} level=${level.level} /></div>`;
  return html`<p class="offer"><span>${title}</span>${step ? html`<small class=${step > 0 ? "win" : "lose"}>${signed(step)}</small>` : ""}<b class="meter" data-meter=${cents(level.showing)} data-name=${meter.meter} data-level=${level.level}>${show(cents(level.showing))}</b></p>`;
}

function Deal({ open }) {
  const dealt = open.filter((one) => one.mode !== "automatic");
  return html`<p class="to-deal">Dealer consoles: ${dealt.length ? dealt.map((one) => html`<a key=${one.id} href=${`/dealer/${encodeURIComponent(one.id)}`}>${one.id}</a> `) : "every open table deals by itself."}</p>`;
}

mount(html`<${Page} />`);
whoAmI();
Promise.all([get("/games"), look()]).then(([found]) => { games.value = found.items; }).catch((trouble) => { problem.value = trouble; });
setInterval(() => { if (document.visibilityState === "visible") look(); }, EVERY);
lookCourses();
setInterval(() => { if (document.visibilityState === "visible") lookCourses(); }, 8 * EVERY);
