/** The floor: what waits for me, every table, meters, and opening a table from a submission. */
import { signal } from "@preact/signals";
import { html, house, mount, names, tableName, upper } from "../lib/html.js";
import { get, holds, keyed, me, post, whoAmI } from "../lib/api.js";
import { said } from "../lib/console.js";
import { cents, show, signed } from "../lib/money.js";
import { Head } from "../parts/frame.js";
import { Editor } from "../parts/editor.js";
import { MiniFelt } from "../parts/mini.js";
import { Clauses, Trouble } from "../parts/said.js";

const EVERY = 4000;
const ASKED = new Set(["verify_inspection", "validate", "receive_deck", "release_cards", "confirm"]);
const tables = signal([]);
const views = signal({});
const approvals = signal([]);
const games = signal({});
const problem = signal(null);
const opening = signal(false);

const role = () => (holds("floorperson") ? "floorperson" : holds("auditor") ? "auditor" : "manager");

async function look() {
  try {
    const found = (await get("/tables")).items;
    const open = found.filter((one) => one.state === "open");
    const seen = await Promise.all(open.map((one) => get(`/tables/${encodeURIComponent(one.id)}/view?as=${role()}`).then((answer) => [one.id, answer.view]).catch(() => [one.id, null])));
    tables.value = found;
    views.value = Object.fromEntries(seen);
    approvals.value = holds("floorperson", "manager", "auditor") ? (await get("/approvals")).items : [];
    problem.value = null;
    document.body.dataset.state = "live";
  } catch (trouble) {
    problem.value = trouble;
    document.body.dataset.state = trouble.status === 0 ? "reconnecting" : "live";
  }
}

async function act(call) {
  try { await call(); problem.value = null; } catch (trouble) { problem.value = trouble; }
  await look();
}

/** What a person of the floor has to do, the approvals first. */
function waiting() {
  const mine = [];
  for (const one of approvals.value) {
    const own = one.asked_by.account === me.value.account;
    mine.push({ key: one.id, table: one.table, head: `${said(one.do)} at ${one.table}`, words: `${one.about ?? ""} Asked by ${one.asked_by.account}${own ? ": another account must confirm it." : "."}`, at: one.asked_at,
      keys: own ? [] : [["Confirm", () => post(`/approvals/${one.id}`, { approve: true })], ["Refuse", () => post(`/approvals/${one.id}`, { approve: false })]] });
  }
  for (const [id, view] of Object.entries(views.value)) {
    for (const offer of view?.legal ?? []) {
      const next = view.waits?.do === offer.do;
      if (!next && !ASKED.has(offer.do)) continue;
      if (offer.do === "confirm") continue;
      const seat = offer.data.seat ? `, seat ${offer.data.seat}` : "";
      mine.push({ key: `${id} ${offer.do} ${JSON.stringify(offer.data)}`, table: id, head: `${said(offer.do)} at ${id}${seat}`, words: offer.text, clauses: offer.clauses, offer,
        keys: [[said(offer.do).split(" ")[0], () => keyed(`/tables/${encodeURIComponent(id)}/commands`, { do: offer.do, data: offer.data, as: role() }), offer.do]] });
    }
  }
  return mine;
}

function Page() {
  if (!me.value) return null;
  if (!holds("floorperson", "manager", "auditor")) return html`<div class="plain-page"><${Head} title="Floor" /><main><p>The floor is for floorpersons and managers. <a href="/sign-in?next=/floor">Sign in as one</a></p></main></div>`;
  const open = tables.value.filter((one) => one.state === "open");
  const players = new Set(open.flatMap((one) => (one.seats ?? []).map((seat) => seat.player))).size;
  const mine = waiting();
  return html`<div class="plain-page floor"><${Head} title="Floor" about=${house()} /><main><div class="floor-main"><${Trouble} problem=${problem.value} />
      <section class="sheet waiting-list"><header><h2>Waits for you <span class="quiet">${mine.length || ""}</span></h2></header>
        ${mine.length ? mine.map((one) => html`<div key=${one.key} class="wait-row"><div><b>${one.head}</b><span>${one.words}</span></div><span class="cites">${one.clauses?.length > 0 && html`<${Clauses} ids=${one.clauses.slice(0, 1)} />`}</span>
          <span class="pair">${one.keys.map(([words, call, word], at) => html`<button type="button" key=${words} class=${names("key", at === 0 ? "primary" : "plain")} data-act=${word ?? words.toLowerCase()} onClick=${() => act(call)}>${words}</button>`)}</span></div>`) : html`<p class="quiet">Nothing. Every table goes on by itself.</p>`}</section>
      <header class="over-tables"><h2>Tables</h2><span class="quiet">${open.length} open · ${players} player${players === 1 ? "" : "s"}</span>${holds("manager") && html`<button type="button" class="key plain small" onClick=${() => { opening.value = !opening.value; }}>${opening.value ? "Do not open one" : "Open a table"}</button>`}</header>
      ${opening.value && html`<${Editor} games=${games.value} opened=${() => { opening.value = false; look(); }} />`}
      <div class="tiles">${tables.value.map((one) => html`<${Tile} key=${one.id} one=${one} />`)}</div></div>
    <${Meters} /></main></div>`;
}

function Tile({ one }) {
  const view = views.value[one.id];
  const game = games.value[one.regulation];
  const closed = one.state !== "open";
  const hold = one.stopped;
  const waits = view?.waits;
  const forMe = waits && (waits.for === "floorperson");
  const words = closed ? "Closed" : hold ? "Stopped" : forMe ? `Waits: ${waits.do.replaceAll("_", " ")}` : upper((one.phase ?? "").replaceAll("_", " "));
  const close = (event) => { event.preventDefault(); act(() => post(`/tables/${encodeURIComponent(one.id)}/close`, {})); };
  return html`<article class=${names("tile", closed && "closed", hold && "hold", forMe && "calls")} data-table=${one.id} data-phase=${closed ? "closed" : one.phase}>
    <header><div><h3>${tableName(one.id)}</h3><span class="quiet">${one.game}</span></div>${game && html`<${MiniFelt} game=${game} seats=${closed ? null : one.seats ?? []} label="" />`}</header>
    <p><span class=${hold ? "lose" : forMe ? "waits" : ""}>${(hold || forMe) && "● "}${words}</span></p><p class="foot"><span>${view?.crew?.dealer || one.mode}</span><b title="Table inventory">${view?.crew ? signed(cents(view.crew.inventory)) : ""}</b></p>
    <p class="links">${!closed && html`<a href=${`/tables/${encodeURIComponent(one.id)}`}>Watch</a>${one.mode !== "automatic" && html`<a href=${`/dealer/${encodeURIComponent(one.id)}`}>Console</a>`}<a href=${`/sign/${encodeURIComponent(one.id)}`}>Sign</a>${holds("manager", "floorperson") && html`<button type="button" class="link" onClick=${close}>Close</button>`}`}</p></article>`;
}

function Meters() {
  const found = {};
  for (const one of tables.value) for (const meter of one.meters ?? []) (found[meter.link] ??= { ...meter, tables: [] }).tables.push(one.id);
  const all = Object.values(found);
  const hits = all.flatMap((meter) => meter.hits ?? []);
  return html`<aside class="sheet floor-meters"><h2>Meters</h2>${all.length ? all.map((meter) => html`<div key=${meter.link} class="floor-meter"><p><b>${upper(meter.link.replaceAll("_", " "))}</b><span class="quiet">${meter.tables.join(", ")}</span></p>
      ${(meter.levels ?? []).map((level) => html`<p key=${level.level} class="big-money" data-meter=${cents(level.showing)} data-name=${meter.meter} data-level=${level.level}>${show(cents(level.showing))}</p>`)}${meter.stopped && html`<p class="lose">Stopped: ${meter.stopped}</p>`}</div>`) : html`<p class="quiet">No table has a meter.</p>`}
    ${hits.length > 0 && html`<h3>Hits</h3>${hits.map((hit, at) => html`<p key=${at} class="hit"><span>${hit.table} seat ${hit.seats.join(", ")}, round ${hit.round}</span><span class=${hit.validated ? "win" : "waits"}>${hit.validated ? "validated" : "pending"}</span><b>${show(cents(hit.amount))}</b></p>`)}`}</aside>`;
}

mount(html`<${Page} />`);
whoAmI().then(async () => {
  if (!holds("floorperson", "manager", "auditor")) return;
  get("/games").then(({ items }) => { games.value = Object.fromEntries(items.map((one) => [one.regulation, one])); }).catch(() => {});
  await look();
  setInterval(() => { if (document.visibilityState === "visible") look(); }, EVERY);
});
