/** The sign above a table: posted pays, limits, meters that tick, hits; no control, and back by itself. */
import { signal } from "@preact/signals";
import { html, house, mount } from "../lib/html.js";
import { get } from "../lib/api.js";
import { cents, show, signed } from "../lib/money.js";
import { Live } from "../lib/live.js";
import { sizeOf } from "../lib/posting.js";
import { PayTable } from "../parts/felt.js";

const table = decodeURIComponent(location.pathname.split("/")[2]);
const game = signal(null);
const view = signal(null);
const step = signal({});
const words = signal("");
const bank = signal(null);

function frame({ view: now }) {
  const before = readings(view.value);
  for (const [own, amount] of Object.entries(readings(now))) if (before[own] !== undefined && before[own] !== amount) step.value = { ...step.value, [own]: amount - before[own] };
  view.value = now;
}
const readings = (one) => Object.fromEntries((one?.meters ?? []).flatMap((meter) => (meter.levels ?? []).map((level) => [`${meter.meter} ${level.level}`, cents(level.showing)])));

/** The sign over a bank of tables: one link, its amounts and what waits. */
function LinkSign() {
  return html`<main class="sign bank" data-table=${table}><header><h1>${table.replaceAll("-", " ")}</h1><span class="name">${house()}</span></header>
    ${bank.value.levels.map((level) => html`<section class="sign-meter" key=${level.level}><span class="caption">${bank.value.levels.length > 1 ? level.level : "Progressive"}</span><small>${step.value[level.level] ? signed(step.value[level.level]) : ""}</small><b data-meter=${cents(level.showing)} data-name=${table} data-level=${level.level}>${show(cents(level.showing))}</b></section>`)}
    ${bank.value.stopped && html`<p>This meter is stopped. No wager on it is taken.</p>`}
    ${bank.value.pending.length > 0 && html`<ul class="bank-hits">${bank.value.pending.map((hit) => html`<li key=${hit.id}>Hit at table ${hit.table}, seat ${hit.seats.join(", ")} <b>${show(cents(hit.amount))}</b></li>`)}</ul>`}</main>`;
}

/** A link's readings, for as long as this screen hangs. */
function watch(wait = 500) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/links/${encodeURIComponent(table)}/live`);
  let next = wait;
  socket.onmessage = ({ data }) => {
    const found = JSON.parse(data);
    if (found.problem) { words.value = found.problem.detail; return; }
    next = 500;
    document.body.dataset.state = "live";
    const before = Object.fromEntries((bank.value?.levels ?? []).map((level) => [level.level, cents(level.showing)]));
    for (const level of found.levels) if (before[level.level] !== undefined && cents(level.showing) !== before[level.level]) step.value = { ...step.value, [level.level]: cents(level.showing) - before[level.level] };
    bank.value = found;
  };
  socket.onclose = () => { document.body.dataset.state = "reconnecting"; setTimeout(() => watch(Math.min(5000, next * 1.7)), next); };
}

// ── the pays, as large as they go ──

/** Ems of a letter's height: what a table takes, as the felt measures it. */
const EM = 22.24;
const ems = (block) => { const { width, height } = sizeOf(block); return { block, width: width / EM, height: height / EM + 1 }; };

/** Tables in so many columns, the tallest first into the shortest; each column in the order they were posted. */
function columns(blocks, many) {
  const found = Array.from({ length: many }, () => []);
  const tall = (column) => column.reduce((sum, one) => sum + one.height, 0);
  for (const one of [...blocks].sort((a, b) => b.height - a.height)) found.reduce((best, column) => (tall(column) < tall(best) ? column : best)).push(one);
  const all = found.map((column) => column.sort((a, b) => blocks.indexOf(a) - blocks.indexOf(b))).filter((column) => column.length);
  return { all, wide: all.reduce((sum, column) => sum + Math.max(...column.map((one) => one.width)), 0) + 2.5 * (all.length - 1), high: Math.max(...all.map(tall)) };
}

/** The columns with which the letters are largest on a screen of 16 : 9. */
function Pays({ blocks, meter }) {
  const sizes = blocks.map(ems);
  const room = meter ? 41 : 66;
  const size = ({ wide, high }) => Math.min(160 / wide, room / high);
  const best = [1, 2, 3, 4].map((many) => columns(sizes, many)).reduce((one, other) => (size(other) > size(one) ? other : one));
  return html`<div class="sign-pays" style=${{ fontSize: `min(${(91 / best.wide).toFixed(3)}vw, ${(room / best.high).toFixed(3)}vh)` }}>${best.all.map((column, at) => html`<div key=${at}>${column.map(({ block }) => html`<${PayTable} key=${block.id} block=${block} />`)}</div>`)}</div>`;
}

function Page() {
  if (bank.value) return html`<${LinkSign} />`;
  if (!game.value) return html`<main class="sign"><p>${words.value || "One moment …"}</p></main>`;
  const { layout, limits, wagers } = game.value;
  const title = (own) => wagers.find((one) => one.id === own || one.meter === own)?.title ?? "Progressive";
  const meters = view.value?.meters ?? [];
  const phrases = layout.elements.filter((one) => one.style === "phrase").map((one) => one.lines.join(" "));
  const rules = layout.elements.filter((one) => one.heading && ["fold", "payout_limit"].includes(one.id));
  const hits = meters.flatMap((meter) => meter.hits ?? []);
  return html`<main class="sign" data-table=${table} data-phase=${view.value?.phase ?? "closed"}><header><h1>${game.value.title} <span>${show(cents(limits.minimum), true)} to ${show(cents(limits.maximum), true)}</span></h1><span class="name">${house()}</span></header>
    ${meters.map((meter) => (meter.levels ?? []).map((level) => html`<section class="sign-meter" key=${meter.meter + level.level}><span class="caption">${title(meter.meter)}</span><small>${step.value[`${meter.meter} ${level.level}`] ? signed(step.value[`${meter.meter} ${level.level}`]) : ""}</small><b data-meter=${cents(level.showing)} data-name=${meter.meter} data-level=${level.level}>${show(cents(level.showing))}</b></section>`))}
    ${hits.length > 0 && html`<ul class="sign-hits">${hits.slice(0, 3).map((hit, at) => html`<li key=${at}>${hit.table}, seat ${hit.seats.join(", ")} <b>${show(cents(hit.amount))}</b></li>`)}</ul>`}
    <p class="sign-phrase" style=${{ fontSize: `${Math.min(2.4, 150 / phrases.join(" · ").length).toFixed(2)}vw` }}>${phrases.join(" · ")}</p>
    <${Pays} blocks=${layout.elements.filter((one) => one.kind === "pays")} meter=${meters.length > 0} />
    <footer>${rules.map((one) => html`<p key=${one.id}><b>${one.heading}</b> ${one.text}</p>`)}<span>${table} ${game.value.submission.slice(0, 8)}</span></footer></main>`;
}

async function begin() {
  try {
    const { items } = await get("/tables");
    if (!items.some((one) => one.id === table)) { watch(); return; }
    game.value = await get(`/tables/${encodeURIComponent(table)}/game`);
    new Live(table, "onlooker", frame);
  } catch (trouble) {
    words.value = trouble.message;
    setTimeout(begin, 4000);
  }
}
mount(html`<${Page} />`);
begin();
