/** Every clause: what the program does about it, and our reading where it is unclear. */
import { computed, signal } from "@preact/signals";
import { html, mount, names, upper } from "../lib/html.js";
import { get, whoAmI } from "../lib/api.js";
import { Head } from "../parts/frame.js";
import { MiniFelt } from "../parts/mini.js";
import { Trouble } from "../parts/said.js";

const own = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const law = signal(null);
const games = signal([]);
const chosen = signal(decodeURIComponent(location.hash.slice(1)));
const wanted = signal("");
const problem = signal(null);
addEventListener("hashchange", () => { chosen.value = decodeURIComponent(location.hash.slice(1)); });

const section = (id) => /\.(\d+[a-z]?)/.exec(id)?.[1] ?? "";
const short = (id) => id.replace(/^[^.]*\.\d+[a-z]?/, "") || "all";
const sections = computed(() => {
  const found = new Map();
  for (const item of law.value?.items ?? []) found.set(section(item.id), [...(found.get(section(item.id)) ?? []), item]);
  return [...found];
});
const hits = computed(() => {
  const word = wanted.value.trim().toLowerCase();
  return word ? law.value.items.filter((one) => one.id.toLowerCase().includes(word) || one.text.toLowerCase().includes(word)).slice(0, 60) : [];
});
const current = computed(() => law.value?.items.find((one) => one.id === chosen.value) ?? law.value?.items.find((one) => one.id === chosen.value.split("#")[0] || one.id.startsWith(`${chosen.value}`)) ?? law.value?.items[0]);

function Page() {
  if (!own) return html`<div class="plain-page"><${Head} title="Rules" /><main><${Trouble} problem=${problem.value} /><div class="law-list">${games.value.map((game) => html`<a key=${game.regulation} class="sheet" href=${`/rules/${game.regulation}`}><${MiniFelt} game=${game} /><b>${game.title}</b><span class="quiet">${game.citation}</span></a>`)}</div></main></div>`;
  if (!law.value) return html`<div class="plain-page"><${Head} title="Rules" /><main><${Trouble} problem=${problem.value} /></main></div>`;
  return html`<div class="plain-page rules-page"><${Head} title="Rules" about=${`${law.value.regulation} ${law.value.title} · ${law.value.citation} · ${law.value.items.length} clauses`} /><main>
    <nav class="sheet clause-nav" aria-label="Clauses"><input type="search" aria-label="Find a clause or a word" placeholder="Find a clause or a word" value=${wanted.value} onInput=${(event) => { wanted.value = event.target.value; }} />
      ${wanted.value ? html`<ul>${hits.value.map((one) => html`<${Link} key=${one.id} item=${one} text />`)}</ul>` : sections.value.map(([name, items]) => html`<details key=${name} open=${current.value && section(current.value.id) === name}><summary>.${name}<span class="quiet">${items.length}</span></summary><ul>${items.map((one) => html`<${Link} key=${one.id} item=${one} />`)}</ul></details>`)}</nav>
    ${current.value && html`<${Clause} item=${current.value} />`}</main></div>`;
}

let shownAt = "";

function Link({ item, text }) {
  const isNow = current.value?.id === item.id;
  return html`<li><a class=${names(isNow && "now")} aria-current=${isNow ? "true" : undefined} ref=${(one) => { if (one && isNow && shownAt !== item.id) { shownAt = item.id; one.scrollIntoView({ block: "center" }); } }} href=${`#${encodeURIComponent(item.id)}`}><span>${text ? item.id.replace(/^[^.]*/, "") : short(item.id)}</span><span>${item.text.length > 44 ? `${item.text.slice(0, 42)}…` : item.text}</span></a></li>`;
}

function Clause({ item }) {
  const all = law.value.items;
  const at = all.indexOf(item);
  const game = games.value.find((one) => one.regulation === law.value.regulation);
  return html`<article class="sheet clause"><header><span class="quiet">${item.id} · ${item.kind.replaceAll("_", " ")}, by the ${item.actor}</span><span class=${item.status.includes("proved") ? "win" : "quiet"}>${item.status.includes("proved") ? `✓ proved by ${item.tests} test${item.tests === 1 ? "" : "s"}` : item.status.join(", ")}</span></header>
    <div class="clause-body"><div><h2>What the program does</h2><p class="does">${item.text}</p>
      ${item.readings.map((name) => law.value.readings[name] && html`<section key=${name}><h3>Our reading, ${name}</h3><p><b>${law.value.readings[name].title}</b></p><p>${upper(law.value.readings[name].text)}.</p><p class="quiet small">${law.value.readings[name].problem}</p></section>`)}
      <p><a href=${`/practice/${law.value.regulation}`}>Play a round of it</a></p></div>${game && html`<figure><${MiniFelt} game=${game} /></figure>`}</div>
    <footer>${at > 0 ? html`<a href=${`#${encodeURIComponent(all[at - 1].id)}`}>‹ ${short(all[at - 1].id)}</a>` : html`<span></span>`}${at < all.length - 1 && html`<a href=${`#${encodeURIComponent(all[at + 1].id)}`}>${short(all[at + 1].id)} ›</a>`}</footer></article>`;
}

mount(html`<${Page} />`);
whoAmI();
get("/games").then(({ items }) => { games.value = items; }).catch((trouble) => { problem.value = trouble; });
if (own) get(`/rules/${encodeURIComponent(own)}`).then((found) => { law.value = found; }).catch((trouble) => { problem.value = trouble; });
