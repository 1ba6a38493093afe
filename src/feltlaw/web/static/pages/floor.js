/** The floor: what waits for me, every table, meters, and opening a table from a submission. */
import { signal } from "@preact/signals";
import { html, house, mount, names, tableName, upper } from "../lib/html.js";
import { get, holds, keyed, me, post, whoAmI } from "../lib/api.js";
import { Settle } from "../parts/afterwards.js";
import { said } from "../lib/console.js";
import { cents, show, signed } from "../lib/money.js";
import { Head } from "../parts/frame.js";
import { Editor } from "../parts/editor.js";
import { Dots } from "../parts/mini.js";
import { when } from "../parts/lists.js";
import { lookCourses, Spark } from "../parts/spark.js";
import { Clauses, Trouble } from "../parts/said.js";

const EVERY = 4000;
const ASKED = new Set(["verify_inspection", "validate", "receive_deck", "release_cards", "confirm"]);
const tables = signal([]);
const views = signal({});
const approvals = signal([]);
const games = signal({});
const links = signal([]);
const all25 = signal(false);
const problem = signal(null);
const opening = signal(false);
const held = signal([]);
const disputes = signal([]);
/** The row whose form is open, and the row at which something was refused. */
const answering = signal("");
const refused = signal({ key: "", problem: null });

const role = () => (holds("floorperson") ? "floorperson" : holds("auditor") ? "auditor" : "manager");

async function look() {
  try {
    const found = (await get("/tables")).items;
    const open = found.filter((one) => one.state === "open");
    const seen = await Promise.all(open.map((one) => get(`/tables/${encodeURIComponent(one.id)}/view?as=${role()}`).then((answer) => [one.id, answer.view]).catch(() => [one.id, null])));
    tables.value = found;
    views.value = Object.fromEntries(seen);
    approvals.value = holds("floorperson", "manager", "auditor") ? (await get("/approvals")).items : [];
    links.value = (await get("/links")).items;
    lookCourses();
    disputes.value = (await get("/disputes")).items;
    if (holds("floorperson", "auditor")) held.value = (await get("/rounds?held=true&limit=20")).items;
    problem.value = null;
    document.body.dataset.state = "live";
  } catch (trouble) {
    problem.value = trouble;
    document.body.dataset.state = trouble.status === 0 ? "reconnecting" : "live";
  }
}

async function act(key, call) {
  try { await call(); refused.value = { key: "", problem: null }; } catch (trouble) { refused.value = { key, problem: trouble }; }
  await look();
}

const roundHref = (table, number) => `/rounds/${encodeURIComponent(table)}/${number}`;
const atTable = (id) => (/^\d+$/.test(id) ? `table ${id}` : id);

/** What a person of the floor has to do, the approvals first. */
function waiting() {
  const mine = [];
  for (const one of approvals.value) {
    const own = one.asked_by.account === me.value.account;
    const about = one.about ? `${upper(one.about)}${/[.!?]$/.test(one.about) ? "" : "."} ` : "";
    mine.push({ key: one.id, head: `${said(one.do)} at ${atTable(one.table ?? one.link)}`, words: `${about}Asked by ${one.asked_by.account}${own ? ": another account must confirm it." : "."}`, at: one.asked_at, clauses: ["I-157"], href: one.round && roundHref(one.table, one.round),
      keys: own ? [] : [["Confirm", () => post(`/approvals/${one.id}`, { approve: true })], ["Refuse", () => post(`/approvals/${one.id}`, { approve: false })]] });
  }
  for (const [id, view] of Object.entries(views.value)) {
    for (const offer of view?.legal ?? []) {
      const next = view.waits?.do === offer.do;
      if (!next && !ASKED.has(offer.do)) continue;
      if (offer.do === "confirm") continue;
      const seat = offer.data.seat ? `, seat ${offer.data.seat}` : "";
      mine.push({ key: `${id} ${offer.do} ${JSON.stringify(offer.data)}`, table: id, head: `${said(offer.do)} ${offer.do === "receive_deck" ? "to" : "at"} ${atTable(id)}${seat}`, words: offer.text.startsWith(said(offer.do)) ? "The table waits for it." : offer.text, clauses: offer.clauses, offer,
        keys: [[SHORT[offer.do] ?? said(offer.do), () => keyed(`/tables/${encodeURIComponent(id)}/commands`, { do: offer.do, data: offer.data, as: role() }), offer.do]] });
    }
  }
  for (const one of disputes.value) {
    const key = `dispute ${one.table} ${one.round} ${one.player}`;
    mine.push({ key, head: `Disputed: ${tableName(one.table)}, round ${one.round}`, words: `${one.player} says: “${one.words}”${cents(one.claim) ? ` He claims ${show(cents(one.claim))}.` : ""}`, at: one.at, clauses: ["S-50"], href: roundHref(one.table, one.round), settles: one, keys: [] });
  }
  for (const one of held.value.filter((row) => !disputes.value.some((dispute) => dispute.table === row.table && dispute.round === row.round))) {
    mine.push({ key: `held ${one.table} ${one.round}`, head: `Held: ${tableName(one.table)}, round ${one.round}`, words: "Its evidence is kept.", at: one.at, href: roundHref(one.table, one.round), keys: [] });
  }
  return mine;
}

/** How long something has waited. */
function since(at) {
  if (!at) return "";
  const seconds = Math.max(0, Math.round((Date.now() - new Date(at)) / 1000));
  return seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

function Page() {
  if (!me.value) return null;
  if (!holds("floorperson", "manager", "auditor")) return html`<div class="plain-page"><${Head} title="Floor" /><main><p>The floor is for floorpersons and managers. <a href="/sign-in?next=/floor">Sign in as one</a></p></main></div>`;
  const open = tables.value.filter((one) => one.state === "open");
  const players = new Set(open.flatMap((one) => (one.seats ?? []).map((seat) => seat.player))).size;
  const mine = waiting();
  const wins = Object.values(views.value).filter((view) => view?.crew).map((view) => cents(view.crew.inventory));
  return html`<div class="plain-page floor"><${Head} title="Floor" about=${house()} /><main><div class="floor-main"><${Trouble} problem=${problem.value} />
      <section class="sheet waiting-list"><header><h2>Waits for you <span class="quiet">${mine.length || ""}</span></h2></header>
        ${mine.length ? mine.map((one) => html`<${Waits} key=${one.key} one=${one} />`) : html`<p class="quiet">Nothing waits for you.</p>`}
        <p class="quiet small never">Nothing is ever edited. A payment that was wrong is put right by a new entry that names the old one: a floorperson asks for it at its <a href="/rounds">round</a>, another account confirms it here. <${Clauses} ids=${["S-36"]} /></p></section>
      <header class="over-tables"><h2>Tables</h2><span class="quiet sum">${open.length} open · ${players} player${players === 1 ? "" : "s"}${wins.length ? html` · win <b>${signed(wins.reduce((sum, one) => sum + one, 0))}</b>` : ""}</span>${holds("manager") && html`<button type="button" class="key plain small" onClick=${() => { opening.value = !opening.value; }}>${opening.value ? "Do not open one" : "Open a table"}</button>`}</header>
      ${opening.value && html`<${Editor} games=${games.value} opened=${() => { opening.value = false; look(); }} />`}
      <div class="tiles">${tables.value.map((one) => html`<${Tile} key=${one.id} one=${one} />`)}</div></div>
    <${Meters} /></main></div>`;
}

const SHORT = { verify_inspection: "Verify", release_cards: "Release" };

/** One thing that waits: what, why, its keys; what was refused is said at its row. */
function Waits({ one }) {
  const open = answering.value === one.key;
  const settles = one.settles && holds("floorperson");
  return html`<div class=${names("wait-row", one.at && "timed")} data-waits=${one.key}>${one.at && html`<span class="quiet">${since(one.at)}</span>`}<div><b>${one.head}</b><span>${one.words}</span></div><span class="cites">${one.clauses?.length > 0 && html`<${Clauses} ids=${one.clauses.slice(0, 1)} />`}</span>
    <span class="pair">${one.keys.map(([words, call, word], at) => html`<button type="button" key=${words} class=${names("key", at === 0 ? "primary" : "plain")} data-act=${word ?? words.toLowerCase()} onClick=${() => act(one.key, call)}>${words}</button>`)}
      ${one.href && holds("floorperson", "auditor") && html`<a class="key plain" href=${one.href}>Open round</a>`}${settles && html`<button type="button" class="key plain" data-act="open_settle" aria-expanded=${open} onClick=${() => { answering.value = open ? "" : one.key; }}>Answer</button>`}</span>
    ${open && settles && html`<${Settle} table=${one.settles.table} number=${one.settles.round} player=${one.settles.player} done=${() => { answering.value = ""; return look(); }} />`}
    ${refused.value.key === one.key && html`<${Trouble} problem=${refused.value.problem} />`}</div>`;
}

function Tile({ one }) {
  const view = views.value[one.id];
  const game = games.value[one.regulation];
  const closed = one.state !== "open";
  const hold = one.stopped;
  const waits = view?.waits;
  const forMe = waits && (waits.for === "floorperson");
  const words = closed ? "Closed" : hold ? "Stopped" : forMe ? `Waits: ${said(waits.do).toLowerCase()}` : upper((one.phase ?? "").replaceAll("_", " "));
  const close = (event) => { event.preventDefault(); act(`tile ${one.id}`, () => post(`/tables/${encodeURIComponent(one.id)}/close`, {})); };
  return html`<article class=${names("tile", closed && "closed", hold && "hold", forMe && "calls")} data-table=${one.id} data-phase=${closed ? "closed" : one.phase}>
    <header><div><h3>${tableName(one.id)}</h3><span class="quiet">${one.game}</span></div>${game && html`<${Dots} game=${game} seats=${closed ? null : one.seats ?? []} />`}</header>
    <p><span class=${hold ? "lose" : forMe ? "waits" : ""}>${(hold || forMe) && "● "}${words}</span></p><p class="foot"><span>${(one.mode !== "automatic" && view?.crew?.dealer) || one.mode}</span><b title="Table inventory">${view?.crew ? signed(cents(view.crew.inventory)) : ""}</b></p>
    <p class="links">${!closed && html`<a href=${`/tables/${encodeURIComponent(one.id)}`}>Watch</a>${one.mode !== "automatic" && html`<a href=${`/dealer/${encodeURIComponent(one.id)}`}>Console</a>`}<a href=${`/sign/${encodeURIComponent(one.id)}`}>Sign</a>${holds("manager", "floorperson") && html`<button type="button" class="link" onClick=${close}>Close</button>`}`}</p>${refused.value.key === `tile ${one.id}` && html`<${Trouble} problem=${refused.value.problem} />`}</article>`;
}

function Meters() {
  const at = (link) => tables.value.filter((one) => (one.meters ?? []).some((meter) => meter.link === link)).map((one) => one.id);
  const hits = links.value.flatMap((link) => (link.last ?? []).map((hit) => ({ ...hit, link: link.id }))).sort((a, b) => b.at.localeCompare(a.at));
  return html`<aside class="sheet floor-meters"><h2>Meters</h2>${links.value.length ? links.value.map((link) => html`<div key=${link.id} class="floor-meter"><p><b>${upper(link.id.replaceAll("_", " "))}</b><span class="quiet">${at(link.id).join(", ")}</span></p>
      ${link.levels.map((level) => html`<p key=${level.level} class="big-money" data-meter=${cents(level.showing)} data-name=${link.id} data-level=${level.level}>${show(cents(level.showing))}</p><${Spark} key=${`${level.level} course`} link=${link.id} level=${level.level} />
        <p key=${`${level.level} more`} class="quiet small">${level.hits} hit${level.hits === 1 ? "" : "s"}, ${show(cents(level.paid))} paid, ${show(cents(level.contributed))} contributed</p>`)}
      ${link.stopped && html`<p class="lose">Stopped: ${link.stopped}</p>`}
      ${link.pending.map((hit) => html`<div key=${hit.id} class="pending"><b>${hit.validated_by ? "Validated" : "Hit pending"}</b><b>${show(cents(hit.amount))}</b><span>${tableName(hit.table)}, seat ${hit.seats.join(", ")}, round ${hit.round}. ${hit.level ? "The amount is locked, the meter reseeded; other tables play on." : ""}</span></div>`)}</div>`) : html`<p class="quiet">No table has a meter.</p>`}
    ${hits.length > 0 && html`<h3>Last awards</h3>${hits.slice(0, all25.value ? 25 : 5).map((hit) => html`<p key=${`${hit.link} ${hit.id}`} class="hit"><span class="quiet">${when(hit.at)}</span><a href=${`/rounds/${encodeURIComponent(hit.table)}/${hit.round}`}>${tableName(hit.table)} seat ${hit.seats.join(", ")}</a><b>${show(cents(hit.paid) || cents(hit.amount))}</b></p>`)}
      ${hits.length > 5 && html`<button type="button" class="link" onClick=${() => { all25.value = !all25.value; }}>${all25.value ? "Only the last ones" : "All 25"}</button>`}`}</aside>`;
}

mount(html`<${Page} />`);
whoAmI().then(async () => {
  if (!holds("floorperson", "manager", "auditor")) return;
  get("/games").then(({ items }) => { games.value = Object.fromEntries(items.map((one) => [one.regulation, one])); }).catch(() => {});
  await look();
  setInterval(() => { if (document.visibilityState === "visible") look(); }, EVERY);
});
