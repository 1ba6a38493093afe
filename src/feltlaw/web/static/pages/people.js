/** People: accounts, roles, locks, one-time passwords, keys of machines. */
import { signal } from "@preact/signals";
import { html, mount } from "../lib/html.js";
import { get, holds, me, post, whoAmI } from "../lib/api.js";
import { useForm } from "../lib/form.js";
import { Head } from "../parts/frame.js";
import { when } from "../parts/lists.js";
import { Trouble } from "../parts/said.js";

const ROLES = ["player", "dealer", "floorperson", "manager", "auditor", "cashier"];
const people = signal([]);
const keys = signal([]);
const problem = signal(null);
const shown = signal(null);

async function look() {
  try {
    people.value = (await get("/people")).items;
    if (holds("manager")) keys.value = (await get("/keys")).items;
  } catch (trouble) { problem.value = trouble; }
}

async function act(call) {
  problem.value = null;
  try { const answer = await call(); await look(); return answer; } catch (trouble) { problem.value = trouble; return null; }
}

function Page() {
  if (!me.value) return null;
  if (!holds("manager", "auditor")) return html`<div class="plain-page"><${Head} title="People" /><main><p>People are a manager’s. <a href="/sign-in?next=/people">Sign in as one</a></p></main></div>`;
  return html`<div class="plain-page"><${Head} title="People" about=${`${people.value.length} accounts`} /><main class="two wide-left"><section class="sheet"><h2>Accounts</h2><${Trouble} problem=${problem.value} />
      ${shown.value && html`<p class="once" role="status">One-time password of <b>${shown.value.name}</b>: <code>${shown.value.secret}</code><br /><span class="quiet">It is shown this once. It must be changed at the first sign-in.</span></p>`}
      <table class="rows accounts"><thead><tr><th>Name</th><th>Roles</th><th>State</th><td></td></tr></thead><tbody>${people.value.map((one) => html`<${Person} key=${one.name} one=${one} />`)}</tbody></table></section>
    ${holds("manager") && html`<div><${Add} /><${Keys} /></div>`}</main></div>`;
}

function Person({ one }) {
  const lock = () => act(() => post(`/people/${encodeURIComponent(one.name)}`, { lock: !one.locked, why: "by hand" }));
  const reset = () => act(() => post(`/people/${encodeURIComponent(one.name)}`, { reset: true })).then((answer) => { if (answer?.one_time_password && answer.one_time_password !== true) shown.value = { name: one.name, secret: answer.one_time_password }; });
  return html`<tr data-person=${one.name}><td><b>${one.name}</b></td><td>${one.roles.join(", ")}</td><td class=${one.locked ? "lose" : one.one_time_password ? "waits" : "quiet"}>${one.locked ? "locked" : one.one_time_password ? "password not yet changed" : "active"}</td>
    <td class="num">${holds("manager") && html`<button type="button" class="link" onClick=${reset}>New password</button> <button type="button" class="link" onClick=${lock}>${one.locked ? "Unlock" : "Lock"}</button>`}</td></tr>`;
}

function Add() {
  const form = useForm(async (fields, target) => {
    const roles = [...new FormData(target).getAll("role")];
    const answer = await post("/people", { name: fields.name, roles });
    if (answer.one_time_password) shown.value = { name: answer.name, secret: answer.one_time_password };
    target.reset();
    await look();
  });
  return html`<form class="sheet" onSubmit=${form.submit}><h2>A new account</h2><label>Name<input name="name" required autocapitalize="none" spellcheck=${false} /></label>
    <fieldset><legend>Roles</legend>${ROLES.map((role) => html`<label class="switch" key=${role}><input type="checkbox" name="role" value=${role} /> ${role}</label>`)}</fieldset>
    <${Trouble} problem=${form.problem.value} /><button class="key primary" disabled=${form.busy.value}>Make it</button></form>`;
}

function Keys() {
  const form = useForm(async (fields, target) => { const made = await post("/keys", { account: fields.account, label: fields.label }); shown.value = { name: `key ${made.id}`, secret: made.key }; target.reset(); await look(); });
  const [used, ended] = [keys.value.filter((one) => !one.ended), keys.value.filter((one) => one.ended)];
  return html`<form class="sheet" onSubmit=${form.submit}><h2>Keys of machines</h2>
    ${used.length > 0 && html`<table class="rows"><tbody>${used.map((one) => html`<tr key=${one.id}><td>${one.account}</td><td class="quiet">${one.label}</td><td class="quiet">${when(one.created)}</td><td class="num"><button type="button" class="link" onClick=${() => act(() => post(`/keys/${one.id}/end`))}>End</button></td></tr>`)}</tbody></table>`}
    ${ended.length > 0 && html`<details><summary class="quiet">${ended.length} that serve no more</summary><table class="rows"><tbody>${ended.map((one) => html`<tr key=${one.id} class="quiet"><td>${one.account}</td><td>${one.label}</td><td>${when(one.created)}</td></tr>`)}</tbody></table></details>`}
    <label>Account<input name="account" required /></label><label>What for<input name="label" /></label><${Trouble} problem=${form.problem.value} /><button class="key plain" disabled=${form.busy.value}>Make a key</button></form>`;
}

mount(html`<${Page} />`);
whoAmI().then(() => { if (holds("manager", "auditor")) look(); });
