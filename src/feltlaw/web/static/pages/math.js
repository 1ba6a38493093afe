/** The par sheet, alive: choose a paytable or change a value, and see what moves and what does not. */
import { computed, signal } from "@preact/signals";
import { html, mount, names, upper } from "../lib/html.js";
import { get, post, whoAmI } from "../lib/api.js";
import { Head } from "../parts/frame.js";
import { MiniFelt } from "../parts/mini.js";
import { Trouble } from "../parts/said.js";
import { changed, choicesOf, faultWords } from "../lib/submission.js";

const own = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const games = signal([]);
const game = signal(null);
const text = signal("");
const first = signal("");
const now = signal(null);
const was = signal(null);
const busy = signal(false);
const problem = signal(null);
const choices = computed(() => choicesOf(text.value));
let asked = 0;

async function analyze() {
  const turn = ++asked;
  busy.value = true;
  try {
    const found = await post("/analyze", { submission: text.value });
    if (turn !== asked) return;
    now.value = found;
    was.value ??= found;
    problem.value = null;
  } catch (trouble) {
    if (turn === asked) problem.value = trouble.body?.faults ? Object.assign(new Error(trouble.body.faults.map(faultWords).join(" ")), { legal: "", clauses: trouble.body.faults.flatMap((one) => one.clauses ?? []) }) : trouble;
  } finally { if (turn === asked) busy.value = false; }
}

const put = (choice, value) => { text.value = changed(text.value, choice, value); analyze(); };
const percent = (decimal, digits = 3) => (decimal === undefined || decimal === null ? "" : `${(Number(decimal) * 100).toFixed(digits)}%`);
const title = (id) => [...(game.value?.wagers ?? []), ...(game.value?.awards ?? [])].find((one) => one.id === id)?.title ?? id.replaceAll("_", " ");

function Page() {
  if (!own) return html`<div class="plain-page"><${Head} title="Mathematics" /><main><div class="law-list">${games.value.map((one) => html`<a key=${one.regulation} class="sheet" href=${`/math/${one.regulation}`}><${MiniFelt} game=${one} /><b>${one.title}</b><span class="quiet">${one.jurisdiction}</span></a>`)}</div></main></div>`;
  const moved = text.value !== first.value;
  return html`<div class="plain-page math-page"><${Head} title="Mathematics" about=${game.value ? `${game.value.title} · ${own}` : own}>${moved && html`<button type="button" class="key plain small" onClick=${() => { text.value = first.value; analyze(); }}>Undo all</button>`}<//><main>
    <div><section class="sheet"><h2>Choices</h2>${choices.value.filter((one) => one.options.length > 1 && /paytable|mini_royal|bonus/.test(one.key)).map((one) => html`<label key=${one.line}>${title(one.section.replace("wagers.", ""))}: ${one.key.replaceAll("_", " ")}
        <select value=${one.value} onChange=${(event) => put(one, event.target.value)}>${one.options.map((value) => html`<option key=${value} value=${value} selected=${value === one.value}>${value.replaceAll('"', "")}</option>`)}</select></label>`)}
        <details><summary>The whole submission</summary><textarea class="whole" spellcheck=${false} aria-label="Submission" rows="18" value=${text.value} onChange=${(event) => { text.value = event.target.value; analyze(); }}></textarea></details><${Trouble} problem=${problem.value} /></section></div>
    <div aria-busy=${busy.value}>${now.value ? html`<${Every} />${Object.entries(now.value.wagers).map(([id, one]) => html`<${Wager} key=${id} id=${id} one=${one} />`)}` : html`<p class="quiet">Counting every deal …</p>`}</div></main></div>`;
}

const Was = ({ value, before }) => html`<small class="quiet">${before !== undefined && before !== value ? `was ${before}` : was.value !== now.value ? "unchanged" : ""}</small>`;

function Every() {
  return html`<section class="sheet"><h2>Every wager</h2><table class="rows"><thead><tr><th>Wager and paytable</th><th class="num">House edge</th><th class="num">Hits</th><th class="num">Element of risk</th></tr></thead><tbody>${Object.entries(now.value.wagers).map(([id, one]) => {
    const before = was.value.wagers[id];
    return html`<tr key=${id} class=${names(before && before.house_edge !== one.house_edge && "moved")}><td><b>${title(id)}</b> <span class="quiet">${one.paytable ?? ""}</span></td><td class="num">${percent(one.house_edge)}<br /><${Was} value=${percent(one.house_edge)} before=${before && percent(before.house_edge)} /></td><td class="num">${percent(one.hit_frequency, 2)}</td><td class="num">${percent(one.element_of_risk)}</td></tr>`;
  })}</tbody></table><p class="quiet small">Exact counts, rounded for the eye.</p></section>`;
}

function Wager({ id, one }) {
  const rows = one.outcomes ?? [];
  const rule = one.strategy?.rule;
  return html`<section class="sheet"><header><h2>${title(id)}</h2><span class="quiet">${one.combinations?.toLocaleString("en-US")} deals</span></header>
    <dl class="figures"><div><dt>House edge</dt><dd>${percent(one.house_edge)}</dd></div>${one.return && html`<div><dt>Return</dt><dd>${percent(one.return)}</dd></div>`}<div><dt>Hit frequency</dt><dd>${percent(one.hit_frequency)}</dd></div>${one.standard_deviation && html`<div><dt>Standard deviation</dt><dd>${Number(one.standard_deviation).toFixed(3)}</dd></div>`}</dl>
    ${rule && html`<p><b>Strategy.</b> ${upper(rule)}</p>`}
    <details open=${rows.length < 9}><summary>Outcomes</summary><table class="rows"><tbody>${rows.map((row, at) => html`<tr key=${at}><td>${upper(String(row.outcome ?? row.hand ?? row.name ?? "").replaceAll("_", " "))}</td><td class="num">${row.pays ?? row.net ?? ""}</td><td class="num">${(row.count ?? row.combinations ?? "").toLocaleString?.("en-US")}</td><td class="num quiet">${row.probability_decimal ? percent(row.probability_decimal, 4) : ""}</td></tr>`)}</tbody></table></details></section>`;
}

mount(html`<${Page} />`);
whoAmI();
get("/games").then(({ items }) => { games.value = items; game.value = items.find((one) => one.regulation === own) ?? null; }).catch((trouble) => { problem.value = trouble; });
if (own) get(`/games/${encodeURIComponent(own)}/submission`).then((found) => { text.value = found.submission; first.value = found.submission; return analyze(); }).catch((trouble) => { problem.value = trouble; });
