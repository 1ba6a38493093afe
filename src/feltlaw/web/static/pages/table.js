/** A table: practice or real, to play at or to look on. */
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { html, mount } from "../lib/html.js";
import { get, me, whoAmI } from "../lib/api.js";
import { connection } from "../lib/live.js";
import { cents, show } from "../lib/money.js";
import { Betting } from "../lib/betting.js";
import { Coach } from "../lib/coach.js";
import { choose, lesson, practiceTable, read, settleIn, write } from "../lib/lesson.js";
import { faultWords } from "../lib/submission.js";
import { Table } from "../lib/table.js";
import { soon } from "../lib/task.js";
import { DOCK, FELT, following, REST } from "../lib/turns.js";
import { Felt } from "../parts/felt.js";
import { Actions, Balance, BuyIn, Clock, CoachLine, Costs, decide, decisionsOf, LastRounds, myLines, Results, setHand } from "../parts/dock.js";
import { Head } from "../parts/frame.js";
import { NarrowFelt } from "../parts/narrow.js";
import { lettersOf, OwnSide } from "../parts/own.js";
import { Meters, panel, Panels, toggle } from "../parts/panels.js";
import { asked, Connection, Log, Refusal, Trouble, Why } from "../parts/said.js";

const wideQuery = matchMedia("(min-width: 1000px) and (min-height: 600px)");
const wide = signal(wideQuery.matches);
wideQuery.addEventListener("change", () => { wide.value = wideQuery.matches; });
const page = signal({ table: null, problem: null });
const account = signal(null);
const newcomer = signal(false);

// ── finding the table ──

const [, kind, name] = location.pathname.split("/").map(decodeURIComponent);
const practice = kind === "practice";

async function begin(again = false) {
  try {
    if (practice) await beginPractice(again);
    else await beginLive();
  } catch (problem) {
    page.value = { table: null, problem };
  }
}

async function beginPractice(anew) {
  whoAmI();
  const { id, game, fresh } = await practiceTable(name, { anew });
  newcomer.value = fresh && !read(`seen ${name}`);
  write(`seen ${name}`, "1");
  open(id, "", game);
}

/** Another practice table in the place of this one, one after the other where more is asked meanwhile. */
let changed = Promise.resolve();
async function change(how = {}) {
  page.value.table.held.value = true;
  const done = changed.then(() => changeTo(how));
  changed = done.catch(() => {});
  if ((await done) && how.again) dealAgain(page.value);
}

/** One's chips, rounds and the coach's sums come along. */
async function changeTo(how) {
  const { table: old, coach: was } = page.value;
  old.held.value = true;
  const chips = old.balance.value + old.staked.value;
  try {
    const { id, game } = await practiceTable(name, { submission: how.submission ?? old.id, ...how });
    old.close();
    asked.value = null;
    open(id, "", game);
  } catch (problem) {
    old.held.value = false;
    const faults = problem.body?.faults?.map(faultWords).join(" ") ?? "";
    old.problem.value = { where: "table", words: problem.message, legal: faults || problem.legal, clauses: problem.clauses };
    return false;
  }
  const { table, coach } = page.value;
  table.chipsBefore = chips;
  table.history.value = old.history.value;
  for (const sum of ["lost", "decided", "missed"]) coach[sum].value = was[sum].value;
  return true;
}

/** The last hand once more, as soon as there are chips for it. */
async function dealAgain({ table, betting }) {
  const ready = () => betting.open.value && table.balance.value > 0 && !table.settling;
  for (let tries = 0; tries < 200 && !ready(); tries++) await new Promise((done) => { setTimeout(done, 25); });
  if (ready() && page.value.table === table) deal();
}

async function beginLive() {
  await whoAmI();
  const as = !me.value.account ? "" : me.value.roles.includes("player") ? "player" : "onlooker";
  open(name, as, await get(`/tables/${encodeURIComponent(name)}/game`));
  if (as === "player") get("/accounts/me").then((found) => { account.value = found; }).catch(() => {});
}

function open(own, as, game) {
  const table = new Table(own, as, game, { practice });
  table.live.gone = practice ? "This practice table is over: nobody had touched it for an hour, or the server was started anew." : undefined;
  const betting = new Betting(table);
  const coach = new Coach(table, practice);
  if (practice) table.watchers.push(() => settleIn(table));
  else table.watchers.push(({ events }) => { if (events.some((one) => ["buy_in", "cash_out"].includes(one.kind))) get("/accounts/me").then((found) => { account.value = found; }).catch(() => {}); });
  document.title = `${game.title} · ${document.querySelector("meta[name=house]").content}`;
  page.value = { table, betting, coach, problem: null, parts: [FELT, DOCK, REST].map((turn) => part(turn, table, betting, coach)) };
}

/** What a part of the page sees, in its turn. */
function part(turn, original, betting, coach) {
  const table = following(original, turn);
  return { table, betting: following(betting, turn, { table }), coach: following(coach, turn, { table }) };
}

/** A submission dropped onto a practice page opens a table by it. */
async function dropped(event) {
  const file = event.dataTransfer?.files?.[0];
  if (!practice || !file || !page.value.table) return;
  event.preventDefault();
  await change({ submission: await file.text() });
}
addEventListener("dragover", (event) => { if (practice) event.preventDefault(); });
addEventListener("drop", dropped);

// ── pressing ──

/** Enter: the last bets where none lie, then the deal. */
async function deal() {
  const { table, betting } = page.value;
  newcomer.value = false;
  asked.value = null;
  const total = table.seats.value.reduce((sum, seat) => sum + betting.total(seat), 0);
  if (!total && betting.canRepeat()) betting.repeat();
  table.busy.value = "deal";
  await betting.ready();
}

function onKey(event) {
  const { table, betting, coach } = page.value;
  if (!table || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const key = event.key;
  const low = key.toLowerCase();
  const onButton = event.target.closest?.("button, a, [role=button]");
  if (key === "Escape") { asked.value = null; panel.value = ""; return; }
  const now = decisionsOf(table);
  if (key === "?") { event.preventDefault(); if (now && coach.on.value) coach.hint.value = true; else toggle("keys"); return; }
  if (key === "Enter" && onButton) return;
  if (!now && betting.open.value && lays(betting, key, low)) return;
  soon(() => pressed(key, low)); // after what else its press brings about
}

/** Keys that lay chips: what they do shows at once, as what is pressed with the hand. */
function lays(betting, key, low) {
  const { game, seats } = betting.table;
  const letters = lettersOf(game);
  const wager = Object.keys(letters).find((own) => letters[own] === low);
  if (/^[1-9]$/.test(key) && betting.chips[key - 1]) betting.chip.value = betting.chips[key - 1];
  else if (low === "r") betting.repeat();
  else if (low === "d") betting.double();
  else if (low === "c" || key === "Backspace") betting.clear();
  else if (wager) betting.press(seats.value[0], wager);
  else return false;
  return true;
}

/** What another key does. */
function pressed(key, low) {
  const { table, betting, coach } = page.value;
  const now = decisionsOf(table);
  if (now?.set) {
    if (key === "Enter") setHand(table, coach, now.seat, now.set);
    if (low === "h") setHand(table, coach, now.seat, now.set, true);
    return;
  }
  if (now) {
    const one = now.acts.find((act) => act.key.toLowerCase() === low);
    if (one) decide(table, coach, now.seat, one);
    return;
  }
  if (low === "w") { nextWhy(table); return; }
  if (key === "=" && practice) { again(); return; }
  if (key === "Enter" && betting.open.value) deal();
}

function nextWhy(table) {
  const lines = myLines(table);
  const at = lines.indexOf(asked.value?.line);
  asked.value = lines.length && at < lines.length - 1 ? { line: lines[at + 1] } : null;
}

// ── the page ──

function Page() {
  const { table, betting, coach, parts, problem } = page.value;
  useEffect(() => { addEventListener("keydown", onKey); return () => removeEventListener("keydown", onKey); }, []);
  const own = useMemo(() => html`<${OwnSide} table=${table} betting=${betting} coach=${coach} />`, [table]);
  if (problem) return html`<div class="plain-page"><${Head} title="Table" /><main><${Trouble} problem=${problem} /><p><a href="/">All tables</a></p></main></div>`;
  const [felt, dock, rest] = parts ?? [];
  if (!rest?.table.view.value) return html`<p class="quiet wait">One moment …</p><${Connection} />`;
  return html`<${Shown} own=${own} felt=${felt} dock=${dock} rest=${rest} />`;
}

/** The whole; its own attributes change with results and with what one may do, when the cards are already there. */
function Shown({ own, felt, dock, rest }) {
  const { table, coach } = dock;
  return html`<div class=${`table ${wide.value ? "is-wide" : "is-narrow"}`} data-phase=${table.phase.value} data-seq=${table.seq.value} data-table=${table.id}>
    ${wide.value ? html`<${WideHead} table=${rest.table} />` : html`<${PhoneHead} table=${dock.table} />`}
    <${Connection} />
    <main>${html`<${wide.value ? Felt : NarrowFelt} table=${felt.table} >${own}<//>`}${wide.value && html`<div class="felt-meters"><${Meters} table=${felt.table} /></div>`}${newcomer.value && practice && html`<${Opening} table=${table} />`}<${Why} table=${table} /><${Panels} table=${rest.table} coach=${coach} lessons=${practice && html`<${Lessons} />`} /></main>
    <${Dock} ...${dock} rest=${rest} />
    ${connection.value.state === "stopped" && practice && html`<p class="again"><button type="button" class="key primary" onClick=${() => { connection.value = { state: "live", words: "" }; document.body.dataset.state = "live"; begin(true); }}>Open a new practice table</button></p>`}
    ${panel.value !== "log" && html`<${Log} table=${rest.table} />`}</div>`;
}

const roundOf = (table) => table.shown.value.number || table.view.value.round?.number || table.view.value.rounds;

function WideHead({ table }) {
  const { limits } = table.view.value;
  const round = roundOf(table);
  const about = `${practice ? `Practice${lesson.value.hard ? ", hard hands" : ""}` : `Table ${table.id}`} · ${show(cents(limits.minimum), true)} to ${show(cents(limits.maximum), true)}${round ? ` · Round ${round}` : ""}`;
  return html`<${Head} title=${table.game.title} about=${about} links=${false}>${tools()}<//>`;
}

/** What one has, has just won or lost, and may do. */
function Dock({ table, betting, coach, rest }) {
  const seats = table.seats.value;
  return html`<footer class=${`dock ${table.ended.value && myLines(table).length ? "has-results" : ""}`}>
    ${wide.value && (seats.length || practice ? html`<${Balance} table=${table} />` : html`<${Onlooker} />`)}
    <div class="now"><${Results} table=${table} /><${ActSide} table=${table} betting=${betting} coach=${coach} /></div>
    ${wide.value ? (practice || seats.length > 0) && html`<${LastRounds} table=${rest.table} />` : html`<nav class="tabs" aria-label="More">${tools()}</nav>`}
  </footer>`;
}

function ActSide({ table, betting, coach }) {
  const now = decisionsOf(table);
  const seats = table.seats.value;
  const needsChips = seats.length > 0 && table.balance.value === 0 && !table.staked.value;
  return html`<div class="act-side"><${Clock} table=${table} /><div class="says">${(seats.length > 0 || practice) && html`<${CoachLine} coach=${coach} seat=${now?.seat} practice=${practice} />`}<${Costs} now=${now} /></div>
    ${needsChips && !practice ? html`<${BuyIn} table=${table} account=${account.value} />` : html`<${Actions} table=${table} betting=${betting} coach=${coach} deal=${deal} again=${practice && last(table) ? again : null} />`}
    <${Refusal} table=${table} where="table" />${seatsRefused(table)}</div>`;
}

/** Who looks on has no chips here; what he would need to play is said instead. */
function Onlooker() {
  const player = me.value?.roles.includes("player");
  return html`<div class="balance"><span class="caption">You look on</span>${me.value?.account ? html`<small>${player ? "Choose a free seat to play." : `Signed in as ${me.value.account}.`}</small>` : html`<small><a href=${`/sign-in?next=${encodeURIComponent(location.pathname)}`}>Sign in</a> to sit down.</small>`}</div>`;
}

const last = (table) => (table.history.value[0]?.number && table.ended.value ? table.history.value[0].number : 0);
const again = () => { const { table } = page.value; const round = last(table); if (round) change({ again: { table: table.id, round } }); };

/** Hard hands, others beside one, the last hand once more. */
function Lessons() {
  const { hard, others } = lesson.value;
  const { table } = page.value;
  const most = Number(table.game.limits.seats) - 1;
  return html`<div class="lessons"><p><label class="switch"><input type="checkbox" data-act="hard" checked=${hard} onChange=${(event) => { choose({ hard: event.target.checked }); change(); }} /> Hard hands only</label><br /><span class="quiet small">Hands that are close between two ways to play them, chosen by the mathematics.</span></p>
    <p><label>Others at the table <select data-act="others" value=${others} onChange=${(event) => { choose({ others: Number(event.target.value) }); change(); }}>${Array.from({ length: most + 1 }, (_, many) => html`<option key=${many} value=${many} selected=${many === others}>${many || "nobody"}</option>`)}</select></label></p>
    <p><button type="button" class="key plain" data-act="again" disabled=${!last(table)} onClick=${again}>Repeat the last hand <kbd>=</kbd></button></p>
    <p class="quiet small">Drop a submission onto this page to practise by it.</p></div>`;
}

function seatsRefused(table) {
  const where = table.problem.value?.where ?? "";
  return where.startsWith("seat ") && html`<${Refusal} table=${table} where=${where} />`;
}

function tools() {
  const all = [...(practice ? [["lessons", "Practice"]] : []), ...(practice || !page.value.table?.seats.value.length ? [] : [["seat", "Seat"]]), ["pays", "Pays"], ["rounds", "Rounds"], ["log", "Log"], ["rules", "Rules"], ["seal", "Seal"], ["keys", html`Keys <kbd>?</kbd>`]];
  return all.map(([own, words]) => html`<button type="button" key=${own} class=${`tool to-${own}`} aria-pressed=${panel.value === own} onClick=${() => toggle(own)}>${words}</button>`);
}

function PhoneHead({ table }) {
  const about = `${practice ? "Practice" : table.id} · Round ${roundOf(table)}`;
  return html`<header class="head phone"><a class="backward" href="/" aria-label="All tables">‹</a><div><h1>${table.game.title}</h1><span class="about">${about}</span></div>${practice || table.seats.value.length ? html`<${Balance} table=${table} />` : html`<${Onlooker} />`}</header>`;
}

/** For who has never played: how a round goes, and what the screen wants next. It goes away by itself. */
function Opening({ table }) {
  if (!wide.value) return html`<aside class="opening brief" aria-label="How it goes"><p><b>Now:</b> choose a chip, press an area of the felt, then <b>Deal</b>. <button type="button" class="link" onClick=${() => toggle("rules")}>How it goes</button></p></aside>`;
  return html`<aside class="opening" aria-label="How it goes"><h2>${table.game.title} in three sentences</h2><ol>${table.game.how.map((one) => html`<li key=${one}>${one}</li>`)}</ol>
    <p><b>Now:</b> choose a chip below, press an area of the felt, then <b>Deal</b>.</p><button type="button" class="quiet-key" onClick=${() => { newcomer.value = false; }}>Understood</button></aside>`;
}

if (localStorage.getItem("four")) document.documentElement.classList.add("four");
mount(html`<${Page} />`);
begin();
