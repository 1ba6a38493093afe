/** Every clause: what the program does about it, our reading where it is unclear, a round that shows it. */
import { computed, effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { html, mount, names, upper } from "../lib/html.js";
import { get, whoAmI } from "../lib/api.js";
import { Card } from "../lib/cards.js";
import { cents, signed } from "../lib/money.js";
import { Felt, formsOf } from "../parts/felt.js";
import { Head } from "../parts/frame.js";
import { MiniFelt } from "../parts/mini.js";
import { clauseHref, Trouble } from "../parts/said.js";

const own = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const law = signal(null);
const games = signal([]);
const chosen = signal(decodeURIComponent(location.hash.slice(1)));
const wanted = signal("");
const problem = signal(null);
const example = signal(null);
addEventListener("hashchange", () => { chosen.value = decodeURIComponent(location.hash.slice(1)); });

/** A clause within its section: what stands after the section's number. */
const short = (item) => item.id.slice(item.id.indexOf(`.${item.section}`) + 1 + String(item.section).length).replace(/^:/, "").replaceAll("-", " ") || "all";
const whole = (item) => `.${item.section}${item.id.includes(":") ? " " : ""}${short(item)}`;
const items = computed(() => law.value?.items ?? []);
const current = computed(() => items.value.find((one) => one.id === chosen.value) ?? items.value[0]);
const sections = computed(() => {
  const found = new Map();
  for (const one of items.value) found.set(one.section, [...(found.get(one.section) ?? []), one]);
  return [...found];
});
const hits = computed(() => {
  const text = wanted.value.trim().toLowerCase();
  return text ? items.value.filter((one) => `${one.id} ${one.text} ${one.readings.join(" ")}`.toLowerCase().includes(text)) : [];
});

effect(() => {
  const item = current.value;
  if (!item?.example) { example.value = null; return; }
  get(`/examples?clause=${encodeURIComponent(item.id)}`).then((found) => { if (current.value?.id === found.clause) example.value = found; }).catch(() => { example.value = null; });
});

function Page() {
  useEffect(() => {
    const onKey = (event) => {
      if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (event.key === "/") { event.preventDefault(); document.querySelector(".find-clause")?.focus(); }
      const at = items.value.indexOf(current.value);
      const next = items.value[at + { ArrowLeft: -1, ArrowRight: 1 }[event.key]];
      if (next) location.hash = encodeURIComponent(next.id);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  if (!own) return html`<div class="plain-page"><${Head} title="Rules" /><main><div class="law-list">${games.value.map((one) => html`<a key=${one.regulation} class="sheet" href=${`/rules/${one.regulation}`}><${MiniFelt} game=${one} /><b>${one.title}</b><span class="quiet">${one.citation}</span></a>`)}</div><${Readings} /></main></div>`;
  if (!law.value) return html`<div class="plain-page"><${Head} title="Rules" /><main><${Trouble} problem=${problem.value} />${!problem.value && html`<p class="quiet">One moment …</p>`}</main></div>`;
  const open = items.value.filter((one) => !one.status.includes("proved") && !one.status.includes("words")).length;
  return html`<div class="plain-page rules-page"><${Head} title="Rules" about=${`${law.value.regulation} ${law.value.title} · ${law.value.citation} · ${items.value.length} clauses`} links=${false}><input class="find-clause" type="search" placeholder="Find a clause or a word" aria-label="Find a clause or a word" value=${wanted.value} onInput=${(event) => { wanted.value = event.target.value; }} /><kbd>/</kbd><//><main>
    <nav class="sheet clause-nav" aria-label="Clauses"><header><h2>${hits.value.length ? `${hits.value.length} found` : "Clauses"}</h2><span class="quiet">${open ? `${open} open` : "all done"}</span></header>
      ${wanted.value.trim() ? html`<ul>${hits.value.slice(0, 80).map((one) => html`<${Link} key=${one.id} item=${one} whole />`)}${!hits.value.length && html`<li class="quiet">No clause says that.</li>`}</ul>`
        : sections.value.map(([name, all]) => html`<details key=${name} open=${current.value.section === name}><summary><span class="no">.${name}</span><span>${law.value.sections[name] ?? ""}</span><span class="quiet">${all.length}</span></summary><ul>${all.map((one) => html`<${Link} key=${one.id} item=${one} />`)}</ul></details>`)}</nav>
    ${current.value && html`<${Clause} item=${current.value} />`}</main></div>`;
}

let shownAt = "";

function Link({ item, whole }) {
  const isNow = current.value?.id === item.id;
  const into = (one) => { if (one && isNow && shownAt !== item.id) { shownAt = item.id; one.scrollIntoView({ block: "nearest" }); } };
  return html`<li><a class=${names(isNow && "now", item.id.includes(":") && "named")} aria-current=${isNow ? "true" : undefined} ref=${into} href=${`#${encodeURIComponent(item.id)}`}><span>${whole ? `.${item.section}` : ""}${short(item)}</span><span>${item.text}</span></a></li>`;
}

function Clause({ item }) {
  const at = items.value.indexOf(item);
  const game = games.value.find((one) => one.regulation === law.value.regulation);
  const proved = item.status.includes("proved");
  const found = example.value?.clause === item.id ? example.value : null;
  const [before, after] = [items.value[at - 1], items.value[at + 1]];
  return html`<article class="sheet clause" aria-live="polite"><header><span class="quiet"><b>${item.id}</b> ${item.kind.replaceAll("_", " ")}, by the ${item.actor}</span><span class=${proved ? "win" : "quiet"}>${proved ? `✓ proved by ${item.tests} test${item.tests === 1 ? "" : "s"}` : item.status.includes("words") ? "said at the right step, not played" : item.status.join(", ")}</span></header>
    <div class="clause-body"><div><h2>What the program does</h2><p class="does">${item.text}</p>
      ${item.readings.map((name) => law.value.readings[name] && html`<${Reading} key=${name} name=${name} one=${law.value.readings[name]} />`)}</div>
      <figure>${found?.game ? html`<${Felt} table=${stage(found)} /><figcaption class="quiet small">${caption(found)}</figcaption>` : game && html`<${MiniFelt} game=${game} />`}</figure></div>
    ${found && html`<${Shown} found=${found} />`}
    ${!item.example && html`<p class="quiet small no-round">No round alone shows this clause: it is about what is done at the table, and its tests play it. <a href=${`/practice/${law.value.regulation}`}>Play a round</a></p>`}
    <footer>${before ? html`<a href=${`#${encodeURIComponent(before.id)}`}>‹ ${whole(before)}</a>` : html`<span></span>`}${after && html`<a href=${`#${encodeURIComponent(after.id)}`}>${whole(after)} ›</a>`}</footer></article>`;
}

const Reading = ({ name, one }) => html`<section><h3>Our reading, ${name}</h3><p>${upper(one.text)}.</p><p class="quiet small">${one.title}${/[.?!]$/.test(one.title) ? "" : "."} ${one.problem}</p></section>`;

// ── a round that shows it ──

/** The felt looks at an example as it does at a table: what the clause moved is lit, all else dim. */
function stage(found) {
  const places = {};
  const put = (group, seat, up) => { if (up.length) places[seat ? `${group} ${seat}` : group] = { group, seat, up, down: 0, hand: "", racked: false }; };
  put("dealer", 0, found.dealer);
  put("community", 0, found.community);
  for (const one of found.seats) { put("player", one.seat, one.cards); put("fourth", one.seat, one.fourth); }
  if (places.dealer && found.qualifies === false) places.dealer = { ...places.dealer, qualifies: false };
  const boxes = found.seats.map((one) => ({ seat: one.seat, left: one.left, wagers: found.lines.filter((line) => line.seat === one.seat && line.wager).map((line) => ({ wager: line.wager, stake: line.stake, lies: line.stake })) }));
  const titles = Object.fromEntries([...found.game.wagers, ...found.game.awards].map((one) => [one.id, one.title]));
  const lit = new Set(found.lines.filter((line) => line.shows).map((line) => `${line.seat} ${line.wager ?? line.on}`));
  return {
    game: found.game, view: signal({ seats: found.seats.map((one) => ({ seat: one.seat, player: "" })), legal: [], waits: null }), shown: signal({ places, boxes, hands: {}, lines: found.lines, number: 0, lit }),
    seats: signal([]), ended: signal(true), offers: () => [], title: (id) => titles[id] ?? id,
  };
}

function caption(found) {
  const shows = found.lines.filter((line) => line.shows);
  const titles = Object.fromEntries([...found.game.wagers, ...found.game.awards].map((one) => [one.id, one.title]));
  const said = [...new Set(shows.map((line) => `${titles[line.wager ?? line.award]} ${{ win: "paid", lose: "lost", push: "returned", void: "returned" }[line.result]}`))];
  return said.length ? upper(said.join(", ")) : "The round as it lay";
}

function Shown({ found }) {
  if (found.refused) return html`<section class="example"><header><h3>A round that shows it</h3></header><p>${found.title}.</p><p class="problem">${upper(found.refused)}</p></section>`;
  const titles = Object.fromEntries([...found.game.wagers, ...found.game.awards].map((one) => [one.id, one.title]));
  const paid = [...new Set(found.lines.map((line) => line.wager ?? line.award))];
  const middle = found.dealer.length ? found.dealer : found.community;
  return html`<section class="example"><header><h3>A round that shows it</h3><span class="quiet">${found.title}</span></header>
    <div class="example-body">${middle.length > 0 && html`<div class="example-dealer"><span class="place">${middle.map((card) => html`<${Card} key=${card} card=${card} />`)}</span><p class="quiet">${found.dealer.length ? "Dealer" : "Community"}</p>${found.qualifies !== null && found.qualifies !== undefined && html`<p><b>${found.qualifies ? "Qualifies" : "Does not qualify"}</b></p>`}${found.dealer.length > 0 && found.community.length > 0 && html`<span class="place">${found.community.map((card) => html`<${Card} key=${card} card=${card} />`)}</span>`}</div>`}
      <div class="scroll"><table class="rows"><thead><tr><th>Seat</th><th>Cards</th><th>Hand</th>${paid.map((id) => html`<th key=${id} class="num">${titles[id] ?? id}</th>`)}</tr></thead><tbody>${[...found.seats].reverse().map((one) => html`<tr key=${one.seat}><td><b>${one.seat}</b></td><td><span class="place">${one.cards.map((card) => html`<${Card} key=${card} card=${card} />`)}</span></td><td>${one.left ? upper(formsOf(found.game, one.left).done) : upper(one.hand)}</td>
        ${paid.map((id) => { const lines = found.lines.filter((line) => line.seat === one.seat && (line.wager ?? line.award) === id); return html`<td key=${id} class=${names("num", lines.some((line) => line.shows) && "shows")}>${lines.map((line, own_) => html`<span key=${own_} class=${line.result} title=${line.sentence}>${line.result === "push" || line.result === "void" ? "returned" : signed(cents(line.net))}</span>`)}</td>`; })}</tr>`)}</tbody></table></div></div></section>`;
}

/** Readings are of all chapters: one asked for by its id is shown before the chapters. */
const reading = signal(null);

function Readings() {
  if (!reading.value) return null;
  const one = reading.value;
  return html`<section class="sheet"><h2>Our reading, ${one.id}</h2><p><b>${one.title}</b></p><p>${upper(one.text)}</p></section>`;
}

mount(html`<${Page} />`);
whoAmI();
get("/games").then(({ items: found }) => { games.value = found; }).catch((trouble) => { problem.value = trouble; });
if (own) get(`/rules/${encodeURIComponent(own)}`).then((found) => { law.value = found; }).catch((trouble) => { problem.value = trouble; });
else effect(() => { const id = chosen.value; if (id) get(`/clauses?ids=${encodeURIComponent(id)}`).then(({ items: found }) => { reading.value = found[0] ?? null; }).catch(() => {}); });
