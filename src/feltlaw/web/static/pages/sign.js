/** The sign above a table: posted pays, limits, meters that tick, hits; no control, and back by itself. */
import { signal } from "@preact/signals";
import { html, house, mount } from "../lib/html.js";
import { get } from "../lib/api.js";
import { cents, show, signed } from "../lib/money.js";
import { Live } from "../lib/live.js";
import { PayTable } from "../parts/felt.js";

const table = decodeURIComponent(location.pathname.split("/")[2]);
const game = signal(null);
const view = signal(null);
const step = signal({});
const words = signal("");

function frame({ view: now }) {
  const before = readings(view.value);
  for (const [own, amount] of Object.entries(readings(now))) if (before[own] !== undefined && before[own] !== amount) step.value = { ...step.value, [own]: amount - before[own] };
  view.value = now;
}
const readings = (one) => Object.fromEntries((one?.meters ?? []).flatMap((meter) => (meter.levels ?? []).map((level) => [`${meter.meter} ${level.level}`, cents(level.showing)])));

function Page() {
  if (!game.value) return html`<main class="sign"><p>${words.value || "One moment …"}</p></main>`;
  const { layout, limits, wagers } = game.value;
  const title = (own) => wagers.find((one) => one.id === own || one.meter === own)?.title ?? "Progressive";
  const meters = view.value?.meters ?? [];
  const phrases = layout.elements.filter((one) => one.style === "phrase").flatMap((one) => one.lines);
  const rules = layout.elements.filter((one) => one.heading && ["fold", "payout_limit"].includes(one.id));
  const hits = meters.flatMap((meter) => meter.hits ?? []);
  return html`<main class="sign" data-table=${table} data-phase=${view.value?.phase ?? "closed"}><header><h1>${game.value.title} <span>${show(cents(limits.minimum), true)} to ${show(cents(limits.maximum), true)}</span></h1><span class="name">${house()}</span></header>
    ${meters.map((meter) => (meter.levels ?? []).map((level) => html`<section class="sign-meter" key=${meter.meter + level.level}><span class="caption">${title(meter.meter)}</span><small>${step.value[`${meter.meter} ${level.level}`] ? signed(step.value[`${meter.meter} ${level.level}`]) : ""}</small><b data-meter=${cents(level.showing)} data-name=${meter.meter} data-level=${level.level}>${show(cents(level.showing))}</b></section>`))}
    ${hits.length > 0 && html`<ul class="sign-hits">${hits.slice(0, 3).map((hit, at) => html`<li key=${at}>${hit.table}, seat ${hit.seats.join(", ")} <b>${show(cents(hit.amount))}</b></li>`)}</ul>`}
    <p class="sign-phrase">${phrases.join(" · ")}</p>
    <div class="sign-pays">${layout.elements.filter((one) => one.kind === "pays").map((one) => html`<${PayTable} key=${one.id} block=${one} />`)}</div>
    <footer>${rules.map((one) => html`<p key=${one.id}><b>${one.heading}</b> ${one.text}</p>`)}<span>${table} ${game.value.submission.slice(0, 8)}</span></footer></main>`;
}

async function begin() {
  try {
    game.value = await get(`/tables/${encodeURIComponent(table)}/game`);
    new Live(table, "onlooker", frame);
  } catch (trouble) {
    words.value = trouble.message;
    setTimeout(begin, 4000);
  }
}
mount(html`<${Page} />`);
begin();
