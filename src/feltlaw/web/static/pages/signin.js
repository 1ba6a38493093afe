/** Signing in, and the password that must be changed first. */
import { signal } from "@preact/signals";
import { html, house, mount } from "../lib/html.js";
import { me, post, whoAmI } from "../lib/api.js";
import { useForm } from "../lib/form.js";
import { Trouble } from "../parts/said.js";

const step = signal("sign-in");
const given = signal({ name: "", password: "" });
const HOME = [["manager", "/floor"], ["floorperson", "/floor"], ["cashier", "/cage"], ["auditor", "/rounds"]];

function onward() {
  const next = new URLSearchParams(location.search).get("next") ?? "";
  const home = HOME.find(([role]) => me.value?.roles.includes(role))?.[1] ?? "/";
  location.assign(/^\/(?!\/)/.test(next) && next !== "/" ? next : home);
}

async function enter({ name, password }) {
  me.value = await post("/sign-in", { name, password }).catch((problem) => {
    throw problem.status === 401 ? Object.assign(new Error(problem.message), { legal: "Type both again, or ask a manager for a new password." }) : problem;
  });
  given.value = { name, password };
  if (me.value.change_password) step.value = "password";
  else onward();
}

async function change({ password, again }) {
  if (password !== again) throw Object.assign(new Error("The two are not the same."), { legal: "Type the new password twice." });
  await post("/me/password", { old: given.value.password, new: password });
  me.value = await post("/sign-in", { name: given.value.name, password });
  onward();
}

function Page() {
  return html`<div class="plain-page entry"><main><a class="brand" href="/">feltlaw</a>
    ${step.value === "sign-in" ? html`<${SignIn} />` : html`<${NewPassword} />`}</main></div>`;
}

function SignIn() {
  const form = useForm(enter);
  return html`<form class="sheet" onSubmit=${form.submit}><h1>Sign in to ${house()}</h1>
    <label>Name<input name="name" autocomplete="username" required autofocus autocapitalize="none" spellcheck=${false} /></label>
    <label>Password<input name="password" type="password" autocomplete="current-password" required /></label>
    <${Trouble} problem=${form.problem.value} /><button class="key primary" disabled=${form.busy.value}>Sign in</button>
    <p class="quiet">Practice needs no account: <a href="/">all games</a>.</p></form>`;
}

function NewPassword() {
  const form = useForm(change);
  return html`<form class="sheet" onSubmit=${form.submit}><h1>A password of your own</h1><p class="quiet">The one you were given was for one time. Choose your own, ${given.value.name}.</p>
    <input type="hidden" autocomplete="username" value=${given.value.name} />
    <label>New password<input name="password" type="password" autocomplete="new-password" required autofocus minlength="8" /></label>
    <label>Once more<input name="again" type="password" autocomplete="new-password" required /></label>
    <${Trouble} problem=${form.problem.value} /><button class="key primary" disabled=${form.busy.value}>Set it and go on</button></form>`;
}

mount(html`<${Page} />`);
whoAmI();
