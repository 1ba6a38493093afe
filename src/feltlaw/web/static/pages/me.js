/** One's own account: money at the cage, disputes, password. */
import { signal } from "@preact/signals";
import { html, mount, tableName } from "../lib/html.js";
import { get, holds, me, post, whoAmI } from "../lib/api.js";
import { useForm } from "../lib/form.js";
import { cents, show, signed } from "../lib/money.js";
import { Dispute } from "../parts/afterwards.js";
import { Head } from "../parts/frame.js";
import { Entries } from "../parts/lists.js";
import { Trouble } from "../parts/said.js";

const account = signal(null);
const problem = signal(null);
const disputes = signal([]);

function Page() {
  if (!me.value) return null;
  if (!me.value.account) return html`<div class="plain-page"><${Head} title="Your account" /><main><p>You are not signed in. <a href="/sign-in?next=/me">Sign in</a></p></main></div>`;
  return html`<div class="plain-page"><${Head} title="Your account" about=${`${me.value.account} · ${me.value.roles.join(", ")}`} /><main class="two">
    <section class="sheet"><h2>At the cage</h2><${Trouble} problem=${problem.value} />${account.value && html`<p class="big-money">${show(cents(account.value.balance))}</p><${Entries} items=${account.value.items} />`}</section>
    <div><${Disputes} /><${Password} /></div></main></div>`;
}

function Disputes() {
  if (!disputes.value.length) return null;
  return html`<section class="sheet disputes"><h2>Your disputes</h2>${disputes.value.map((one) => html`<div key=${`${one.table} ${one.round} ${one.at}`}><p><a href=${`/rounds/${encodeURIComponent(one.table)}/${one.round}`}>${tableName(one.table)}, round ${one.round}</a></p><${Dispute} one=${one} /></div>`)}</section>`;
}

function Password() {
  const form = useForm(async ({ old, password }) => { await post("/me/password", { old, new: password }); location.assign("/sign-in?next=/me"); });
  return html`<form class="sheet password" onSubmit=${form.submit}><h2>Password</h2><label>Old<input name="old" type="password" autocomplete="current-password" required /></label>
    <label>New<input name="password" type="password" autocomplete="new-password" required /></label><${Trouble} problem=${form.problem.value} /><button class="key plain" disabled=${form.busy.value}>Change it</button></form>`;
}

mount(html`<${Page} />`);
whoAmI().then(() => {
  if (!me.value.account) return;
  get("/accounts/me").then((found) => { account.value = found; }).catch((trouble) => { problem.value = trouble; });
  if (holds("player")) get("/disputes").then(({ items }) => { disputes.value = items.reverse(); }).catch(() => {});
});
