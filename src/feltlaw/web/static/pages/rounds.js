/** Rounds that are over: search, and a way to each. */
import { signal } from "@preact/signals";
import { html, mount } from "../lib/html.js";
import { get, holds, me, whoAmI } from "../lib/api.js";
import { useForm } from "../lib/form.js";
import { cents, show, signed } from "../lib/money.js";
import { Head } from "../parts/frame.js";
import { when } from "../parts/lists.js";
import { Trouble } from "../parts/said.js";

/** What the address asks for. */
const ASKED = Object.fromEntries(new URLSearchParams(location.search));
const WIDE = matchMedia("(min-width: 700px)").matches;
const found = signal(null);
const next = signal(null);
const asked = signal({});
const problem = signal(null);

async function look(fields, more = false) {
  const query = new URLSearchParams(Object.entries(fields).filter(([, one]) => one));
  if (more && next.value) query.set("after", next.value);
  const answer = await get(`/rounds?${query}`);
  asked.value = fields;
  found.value = more ? [...found.value, ...answer.items] : answer.items;
  next.value = answer.next;
}

function Page() {
  if (!me.value) return null;
  if (!me.value.account) return html`<div class="plain-page"><${Head} title="Rounds" /><main><p>Rounds are for those who played, deal or audit them. <a href="/sign-in?next=/rounds">Sign in</a></p></main></div>`;
  return html`<div class="plain-page"><${Head} title="Rounds" about=${holds("auditor", "floorperson") ? "all tables" : "your own"} /><main><${Search} /><${Trouble} problem=${problem.value} />
    <section class="sheet">${found.value === null ? html`<p class="quiet">One moment …</p>` : found.value.length ? html`<table class="rows rounds-list"><thead><tr><th>Round</th><th>Ended</th><th>Lines</th><th></th><th class="num">House</th></tr></thead>
      <tbody>${found.value.map((one) => html`<tr key=${`${one.table} ${one.round}`}><td><a href=${`/rounds/${encodeURIComponent(one.table)}/${one.round}`}><b>${one.table}</b> ${one.round}</a></td><td class="quiet">${when(one.at)}</td>
        <td>${summary(one)}</td><td>${one.void && html`<span class="waits">void </span>`}${one.held && html`<span class="lose">held </span>`}${one.irregularities.map((name) => html`<span key=${name} class="waits">${name.replaceAll("_", " ")} </span>`)}</td><td class="num">${one.house_net !== undefined ? signed(cents(one.house_net)) : ""}</td></tr>`)}</tbody></table>
      ${next.value && html`<button type="button" class="key plain" onClick=${() => look(asked.value, true)}>Older ones</button>`}` : html`<p class="quiet">No round fits.</p>`}</section></main></div>`;
}

function summary(one) {
  const best = [...one.lines].sort((a, b) => cents(b.paid) - cents(a.paid)).slice(0, 3).filter((line) => cents(line.paid) > 0);
  const seats = [...new Set(best.map((line) => line.seat))];
  return best.length ? seats.map((seat) => `Seat ${seat}: ${best.filter((line) => line.seat === seat).map((line) => `${line.wager.replaceAll("_", " ")} ${show(cents(line.paid), true)}`).join(", ")}`).join("; ") : `${one.lines.length} lines, none paid`;
}

function Search() {
  const form = useForm((fields) => look(fields));
  const few = [["table", "Table"], ...(holds("auditor", "floorperson") ? [["player", "Player"]] : [])];
  const more = [["wager", "Wager"], ["hand", "Hand"], ["min", "Paid at least"], ["irregularity", "Irregularity"], ["from", "From"], ["to", "To"]];
  const field = ([name, words]) => html`<label key=${name}>${words}<input name=${name} defaultValue=${ASKED[name] ?? ""} placeholder=${name === "from" || name === "to" ? "2026-11-14" : ""} /></label>`;
  return html`<form class="sheet search" role="search" onSubmit=${form.submit}>${few.map(field)}${WIDE ? more.map(field) : html`<details open=${more.some(([name]) => ASKED[name])}><summary>More</summary><div>${more.map(field)}</div></details>`}
    <button class="key primary" disabled=${form.busy.value}>Search</button><${Trouble} problem=${form.problem.value} /></form>`;
}

mount(html`<${Page} />`);
whoAmI().then(() => { if (me.value.account) look(ASKED).catch((trouble) => { problem.value = trouble; found.value = []; }); });
