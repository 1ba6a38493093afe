/** The head of a page: where one is, where one can go, who one is. */
import { html } from "../lib/html.js";
import { holds, me, post } from "../lib/api.js";

export function Head({ title, about, children, links = true }) {
  return html`<header class="head"><a class="brand" href="/">feltlaw</a><span class="rule"></span><h1>${title}</h1>
    ${about && html`<span class="about">${about}</span>`}<nav class="to" aria-label="Pages">${children}${links && html`<${Links} />`}<${Who} /></nav></header>`;
}

function Links() {
  const all = [
    ["/floor", "Floor", holds("floorperson", "manager", "auditor")], ["/rounds", "Rounds", holds("auditor", "floorperson", "player")],
    ["/cage", "Cage", holds("cashier")], ["/people", "People", holds("manager")], ["/math", "Mathematics", true], ["/rules", "Rules", true],
  ];
  return all.filter(([href, , may]) => may && location.pathname !== href).map(([href, words]) => html`<a key=${href} class="page-link" href=${href}>${words}</a>`);
}

export function Who() {
  const account = me.value?.account;
  if (!me.value) return html`<span class="who"></span>`;
  if (!account) return html`<a class="key plain small" href=${`/sign-in?next=${encodeURIComponent(location.pathname)}`}>Sign in</a>`;
  const out = () => post("/sign-out").finally(() => location.assign("/"));
  return html`<span class="who"><a href="/me"><b>${account}</b></a> <span class="quiet">${me.value.roles.join(", ")}</span> <button type="button" class="link" onClick=${out}>Sign out</button></span>`;
}
