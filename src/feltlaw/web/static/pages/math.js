/** The par sheet, alive: change what the regulation leaves open, and see what moves and what does not. */
import { computed, signal } from "@preact/signals";
import { html, mount, names, upper } from "../lib/html.js";
import { get, post, whoAmI } from "../lib/api.js";
import { cents, ratio, show } from "../lib/money.js";
import { faultWords } from "../lib/submission.js";
import { Head } from "../parts/frame.js";
import { MiniFelt } from "../parts/mini.js";
import { HandsPlot, MeterPlot } from "../parts/plots.js";
import { Clauses, Trouble } from "../parts/said.js";

const own = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const games = signal([]);
const game = computed(() => games.value.find((one) => one.regulation === own));
const changes = signal({});
const now = signal(null);
const was = signal(null);
const tables = signal(null);
const picked = signal("");
const busy = signal(false);
const problem = signal(null);
const failed = signal("");
const meters = signal([]);
let asked = 0;

async function look() {
  const turn = ++asked;
  busy.value = true;
  try {
    const found = await post("/what-if", { submission: own, changes: changes.value });
    if (turn !== asked) return;
    now.value = found;
    was.value ??= found;
    problem.value = null;
    failed.value = "";
    if (!current.value) picked.value = (found.wagers.find((one) => knobsOf(one.wager).some((knob) => knob.kind === "odds" && knob.wager === one.wager)) ?? found.wagers.find((one) => !one.covers) ?? found.wagers[0]).wager;
  } catch (trouble) {
    if (turn !== asked) return;
    problem.value = trouble.body?.faults ? Object.assign(new Error(trouble.body.faults.map(faultWords).join(" ")), { legal: "", clauses: trouble.body.faults.flatMap((one) => one.clauses ?? []) }) : trouble;
  } finally { if (turn === asked) busy.value = false; }
}

/** Another value; one that is refused is taken back, and said where it was pressed. */
async function put(path, value) {
  const before = changes.value;
  changes.value = { ...before, [path]: value };
  await look();
  if (problem.value) { failed.value = path; changes.value = before; }
}

function undo() {
  changes.value = {};
  problem.value = null;
  look();
}

const entries = computed(() => now.value?.wagers ?? []);
const current = computed(() => entries.value.find((one) => one.wager === picked.value));
const before = (entry) => was.value?.wagers.find((one) => one.wager === entry.wager && one.players === entry.players);
/** What can be changed about a wager, its awards with it where they are inside it. */
const knobsOf = (wager) => {
  const inside = new Set([wager, ...(now.value?.wagers.find((one) => one.wager === wager)?.covers ?? [])]);
  return (now.value?.knobs ?? []).filter((one) => inside.has(one.wager));
};
const title = (id) => [...(game.value?.wagers ?? []), ...(game.value?.awards ?? []), ...entries.value.map((one) => ({ id: one.wager, title: one.title }))].find((one) => one.id === id)?.title ?? upper(id.replaceAll("_", " "));
const percent = (decimal, digits = 3) => (decimal === undefined || decimal === null ? "" : `${(Number(decimal) * 100).toFixed(digits)}%`);
const words = (hand) => upper(hand.replaceAll("_", " "));

async function download(kind) {
  problem.value = null;
  const answer = await fetch("/api/par-sheet", { method: "POST", headers: { "X-Feltlaw": "1", "Content-Type": "application/json" }, body: JSON.stringify({ submission: own, changes: changes.value, as: kind }) });
  if (!answer.ok) { const told = await answer.json(); problem.value = Object.assign(new Error(told.detail), { legal: told.legal }); return; }
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await answer.blob()), download: /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))?.[1] ?? `par-sheet.${kind}` });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A practice table by these choices. */
async function practise() {
  try {
    const { id } = await post("/practice", { submission: now.value.submission });
    sessionStorage.setItem(`practice ${own}`, id);
    location.assign(`/practice/${own}`);
  } catch (trouble) { problem.value = trouble; }
}

function Page() {
  if (!own) return html`<div class="plain-page"><${Head} title="Mathematics" /><main><div class="law-list">${games.value.map((one) => html`<a key=${one.regulation} class="sheet" href=${`/math/${one.regulation}`}><${MiniFelt} game=${one} /><b>${one.title}</b><span class="quiet">${one.jurisdiction}</span></a>`)}</div></main></div>`;
  const many = Object.keys(changes.value).length;
  return html`<div class="plain-page math-page"><${Head} title="Mathematics" about=${game.value ? `${game.value.title} · ${own}` : own}>${many > 0 && html`<span class="quiet">${many} change${many === 1 ? "" : "s"}</span><button type="button" class="key plain small" data-act="undo" onClick=${undo}>Undo all</button>`}
      ${now.value && html`<button type="button" class="key plain small" onClick=${practise}>Practise it</button><span class="take" role="group" aria-label="Par sheet">${["html", "pdf", "csv"].map((kind) => html`<button type="button" key=${kind} class="key plain small" data-act="download" data-kind=${kind} onClick=${() => download(kind)}>${kind.toUpperCase()}</button>`)}</span>`}<//>
    <main aria-busy=${busy.value}>${now.value && current.value ? html`<div class="left"><${Rows} entry=${current.value} /><${Every} /></div><div class="right"><${Figures} entry=${current.value} /><${Strategy} /><${Meter} /><${SideBySide} /></div>` : html`<p class="quiet">${problem.value ? "" : "Counting every deal …"}</p>`}
      ${problem.value && !failed.value && html`<${Trouble} problem=${problem.value} />`}</main></div>`;
}

// ── what can be changed ──

function Rows({ entry }) {
  const mine = knobsOf(entry.wager);
  const odds = mine.filter((one) => one.kind === "odds");
  const table = mine.find((one) => one.kind === "choice" && one.words === "paytable");
  const others = mine.filter((one) => one.kind === "choice" && one !== table);
  const rows = entry.outcomes;
  const rowKnob = (row) => odds.find((one) => one.hand.replaceAll("_", " ") === row.outcome);
  const missing = odds.filter((one) => !rows.some((row) => rowKnob(row) === one));
  return html`<section class="sheet rows-card"><header><h2>${entry.title}</h2>${table ? html`<label class="beside">${table.wager === entry.wager ? "paytable" : title(table.wager)} <select data-knob=${table.path} value=${table.value} onChange=${(event) => put(table.path, event.target.value)}>${table.values.map((one) => html`<option key=${one} value=${one} selected=${one === table.value}>${one}</option>`)}</select></label>` : html`<span class="quiet">${entry.paytable ?? ""}</span>`}</header>
    <table class="rows pays-rows"><thead><tr><th>Hand</th><th class="num">Pays</th><th class="num">Of ${entry.combinations.toLocaleString("en-US")}</th></tr></thead><tbody>
      ${missing.map((one) => html`<${Row} key=${one.path} words=${one.wager === entry.wager ? words(one.hand) : `${title(one.wager)}: ${words(one.hand).toLowerCase()}`} knob=${one} />`)}
      ${rows.slice(0, 14).map((row) => html`<${Row} key=${`${row.outcome} ${row.net}`} words=${words(row.outcome)} row=${row} knob=${rowKnob(row)} />`)}</tbody></table>
    ${rows.length > 14 && html`<p class="quiet small">${rows.length - 14} more ways to end are on the par sheet.</p>`}
    ${odds.slice(0, 1).map((one) => html`<p key=${one.path} class="quiet small bounds"><${Clauses} ids=${one.clauses.slice(-1)} /> ${odds.length > 1 ? "Each row may pay no less than the text’s." : `The row may be ${one.least} or more.`}${one.gone ? ` The edge would be gone at ${one.gone}.` : ""}</p>`)}
    ${others.map((one) => html`<label key=${one.path} class="option">${upper(one.words)}<select data-knob=${one.path} value=${one.value} onChange=${(event) => put(one.path, event.target.value)}>${one.values.map((value) => html`<option key=${value} value=${value} selected=${value === one.value}>${value.replaceAll("_", " ")}</option>`)}</select></label><${Refused} key=${`${one.path} no`} path=${one.path} />`)}
    ${table && html`<${Refused} path=${table.path} />`}</section>`;
}

function Row({ words: text, row, knob }) {
  const old = knob && was.value.knobs.find((one) => one.path === knob.path)?.value;
  const moved = knob && old !== knob.value;
  return html`<tr class=${names(moved && "moved")}><td>${text}${moved && html`<small class="quiet">${old ? `was ${old}` : "was not there"}</small>`}${knob && html`<${Refused} path=${knob.path} />`}</td>
    <td class="num">${knob ? html`<span class="stepper"><button type="button" class="key plain" aria-label=${`${text}: less`} data-knob=${knob.path} data-step="less" disabled=${knob.less === null || busy.value} onClick=${() => put(knob.path, knob.less)}>−</button><b>${knob.value || "–"}</b><button type="button" class="key plain" aria-label=${`${text}: more`} data-knob=${knob.path} data-step="more" disabled=${busy.value} onClick=${() => put(knob.path, knob.more)}>+</button></span>` : row.pays ?? (Number(ratio(row.net)) < 0 ? "loses" : row.net === "0" ? "returned" : signedUnits(row.net))}</td>
    <td class="num quiet">${row ? row.combinations.toLocaleString("en-US") : "–"}</td></tr>`;
}

const signedUnits = (net) => `${Number(ratio(net)) > 0 ? "+" : ""}${Number(ratio(net).toFixed(2))}`;
const Refused = ({ path }) => (failed.value === path && problem.value ? html`<${Trouble} problem=${problem.value} />` : null);

function Every() {
  const offers = (now.value.knobs ?? []).filter((one) => one.kind === "offer");
  const version = now.value.knobs.find((one) => !one.wager);
  return html`<section class="sheet"><h2>Every wager</h2><table class="rows"><thead><tr><th>Wager and paytable</th><th class="num">Edge</th><th class="num">Hits</th></tr></thead><tbody>${entries.value.filter((one) => !one.players || one.players === "1").map((one) => {
    const old = before(one);
    return html`<tr key=${one.wager} class=${names(old && old.ev !== one.ev && "moved", one.wager === picked.value && "picked")}><td><button type="button" class="pick" data-wager=${one.wager} aria-pressed=${one.wager === picked.value} onClick=${() => { picked.value = one.wager; }}>${one.title}</button> <span class="quiet">${one.paytable ?? ""}${one.players ? "1 player" : ""}</span></td><td class="num" data-edge=${one.ev}>${percent(one.house_edge)}</td><td class="num quiet">${percent(one.hit_frequency, 2)}</td></tr>`;
  })}</tbody></table>
    <div class="offers-list" role="group" aria-label="Offered">${offers.map((one) => html`<label key=${one.path} class="switch"><input type="checkbox" data-knob=${one.path} checked=${one.value === "true"} disabled=${busy.value} onChange=${(event) => put(one.path, String(event.target.checked))} /> ${one.words}</label>`)}</div>
    ${offers.map((one) => html`<${Refused} key=${one.path} path=${one.path} />`)}
    ${version && html`<label class="option">${upper(version.words)}<select data-knob=${version.path} value=${version.value} onChange=${(event) => put(version.path, event.target.value)}>${version.values.map((one) => html`<option key=${one} value=${one} selected=${one === version.value}>${one.replaceAll("_", " ")}</option>`)}</select></label><${Refused} path=${version.path} />`}
    <p class="quiet small">Exact counts, rounded for the eye. Progressives at their seeds.</p></section>`;
}

// ── what it comes to ──

function Figures({ entry }) {
  const old = before(entry);
  const figures = [
    ["House edge", percent(entry.house_edge), old && percent(old.house_edge), `exactly ${entry.ev.replace("-", "")}`],
    ["Return", percent(entry.return), old && percent(old.return), `${entry.return_exact}`],
    ["Hit frequency", percent(entry.hit_frequency), old && percent(old.hit_frequency), `${entry.hit_frequency_exact}`],
    ["Standard deviation", Number(entry.std_dev).toFixed(3), old && Number(old.std_dev).toFixed(3), "per unit staked"],
  ];
  return html`<section class="sheet figures-card" aria-label=${`Figures of ${entry.title}`} aria-live="polite"><dl class="figures">${figures.map(([name, value, then, exact]) => html`<div key=${name}><dt>${name}</dt><dd data-figure=${name}>${value}</dd><dd class="quiet then">${then === undefined ? "new" : then !== value ? `was ${then}` : Object.keys(changes.value).length ? "unchanged" : exact.length < 24 ? exact : " "}</dd></div>`)}</dl></section>`;
}

function Strategy() {
  const main = entries.value.find((one) => one.strategy);
  if (!main) return null;
  const { rule, line = [], compared = [], notes = [], exceptions = [] } = main.strategy;
  const old = before(main)?.strategy.rule;
  const together = now.value.together;
  const also = new Set((together?.changed ?? []).map((one) => one.hand));
  const others = Object.entries(together?.wagers ?? {}).filter(([, one]) => one.changes_the_decision).map(([name]) => title(name));
  const unit = together?.at?.[main.wager] ? cents(together.at[main.wager]) / 100 : cents(game.value?.limits.minimum) / 100 || 1;
  return html`<section class="sheet strategy-card"><header><h2>Strategy</h2><span class="quiet">${upper(rule)}${old !== undefined && old !== rule ? `; was ${old}` : ""}</span></header>
    ${line.length > 10 && html`<p class="quiet small">Worth of staying in instead of leaving, ${main.title} ${show(unit * 100, true)}</p><${HandsPlot} points=${line} unit=${unit} also=${also} />`}
    ${together && html`<p class="small">${together.hands_changed ? html`<b>${together.hands_changed.toLocaleString("en-US")} more hands are played otherwise</b> with ${others.join(" and ")} staked, since a fold would lose it too.` : "With every wager offered here staked as well, every hand is played the same."}</p>`}
    ${!exceptions.length && line.length <= 10 && notes.map((one) => html`<p key=${one} class="quiet small">${upper(one)}.</p>`)}
    ${exceptions.length > 0 && html`<details><summary class="small">${exceptions.length} kinds of cards for which the rule is not best</summary><table class="rows"><tbody>${exceptions.map((one, at) => html`<tr key=${at}>${Object.values(one).map((cell, own_) => html`<td key=${own_}>${cell}</td>`)}</tr>`)}</tbody></table></details>`}
    ${compared.length > 1 && html`<details open=${line.length <= 10}><summary class="small">Other ways to play, and what they cost</summary><table class="rows"><tbody>${compared.filter((one) => Number(one.cost_decimal) > 0).map((one) => html`<tr key=${one.name}><td>${upper(one.name)}</td><td class="quiet">${upper(one.rule)}</td><td class="num">${percent(one.cost_decimal)}</td></tr>`)}</tbody></table></details>`}</section>`;
}

const ofLevel = (value, level) => (value && typeof value === "object" ? value[level] : value);

function Meter() {
  const metered = entries.value.filter((one) => one.meter && (!one.players || one.players === "1"));
  const entry = metered.find((one) => one.wager === picked.value) ?? metered[0];
  if (!entry) return null;
  const { meter } = entry;
  const levels = typeof meter.seed === "object" ? Object.keys(meter.seed) : [""];
  return levels.filter((level) => ofLevel(meter.break_even, level)).map((level) => {
    const per = ratio(ofLevel(meter.return_per_dollar_exact, level));
    const seed = cents(ofLevel(meter.seed, level)) / 100;
    const atZero = 1 - ratio(meter.return_at_seed_exact) + per * seed;
    const envy = entry.envy ? ratio(entry.envy.per_other_player) : 0;
    const others = Object.keys(meter.break_even_by_others ?? {}).length - 1;
    const lines = [{ words: "alone", atZero, perDollar: per }, ...(envy && others > 0 ? [{ words: `with envy from ${others} others`, atZero: atZero - others * envy, perDollar: per }] : [])];
    const live = meters.value.find((one) => one.wager === entry.wager);
    return html`<section class="sheet" key=${level}><header><h2>Edge against the meter</h2><span class="quiet">${entry.title}${level ? `, ${level}` : ""}${entry.paytable ? `, paytable ${entry.paytable}` : ""}, ${show(cents(meter.stake), true)}</span></header>
      <${MeterPlot} lines=${lines} seed=${seed} now=${live ? cents(live.showing) / 100 : 0} /></section>`;
  });
}

function SideBySide() {
  if (!tables.value) return html`<section class="sheet"><h2>All paytables</h2><p class="quiet">Counting …</p></section>`;
  const groups = Object.entries(Object.groupBy(tables.value.items, (one) => one.wager));
  const most = Math.max(...tables.value.items.map((one) => Number(one.house_edge)));
  return html`<section class="sheet side-by-side"><header><h2>All paytables</h2><span class="quiet">house edge, hits, standard deviation</span></header>${groups.map(([wager, items]) => html`<div key=${wager} class="group"><h3>${items[0].title}</h3><ul>${items.map((one) => html`<li key=${one.paytable} class=${names(one.chosen && "chosen")}><span>${one.players ? `${one.paytable} player${one.paytable === "1" ? "" : "s"}` : one.paytable === "only" ? "one table" : one.paytable}${one.at_stake ? html` <span class="quiet">at ${show(cents(one.at_stake))}</span>` : null}</span><span class="bar" aria-hidden="true"><svg viewBox="0 0 100 10" preserveAspectRatio="none"><rect width=${Math.max(1, (Number(one.house_edge) / most) * 100)} height="10" rx="2" /></svg></span><b>${percent(one.house_edge)}</b><span class="quiet">${percent(one.hit_frequency, 2)}</span><span class="quiet">${Number(one.std_dev).toFixed(2)}</span></li>`)}</ul></div>`)}</section>`;
}

mount(html`<${Page} />`);
whoAmI();
get("/games").then(({ items }) => { games.value = items; }).catch((trouble) => { problem.value = trouble; });
if (own) {
  look().then(() => post("/paytables", { submission: own })).then((found) => { tables.value = found; }).catch(() => {});
  get("/tables").then(({ items }) => { meters.value = items.filter((one) => one.regulation === own).flatMap((one) => one.meters ?? []).flatMap((one) => (one.levels ?? []).slice(0, 1).map((level) => ({ wager: one.meter, showing: level.showing }))); }).catch(() => {});
}
