/** The cage: a player's account, money in, money out. */
import { signal } from "@preact/signals";
import { html, mount } from "../lib/html.js";
import { get, holds, keyed, me, whoAmI } from "../lib/api.js";
import { useForm } from "../lib/form.js";
import { cents, show } from "../lib/money.js";
import { Head } from "../parts/frame.js";
import { Entries } from "../parts/lists.js";
import { Trouble } from "../parts/said.js";

const account = signal(null);

async function find(name) { account.value = await get(`/accounts/${encodeURIComponent(name)}`); }

function Page() {
  if (!me.value) return null;
  if (!holds("cashier", "auditor")) return html`<div class="plain-page"><${Head} title="Cage" /><main><p>The cage is a cashier’s. <a href="/sign-in?next=/cage">Sign in as one</a></p></main></div>`;
  return html`<div class="plain-page"><${Head} title="Cage" about="accounts of players" /><main class="two"><div><${Find} />${account.value && holds("cashier") && html`<${Move} key=${account.value.account} />`}</div>
    ${account.value && html`<section class="sheet"><h2>${account.value.account}</h2><p class="big-money" data-account=${account.value.account}>${show(cents(account.value.balance))}</p><${Entries} items=${account.value.items} /></section>`}</main></div>`;
}

function Find() {
  const form = useForm(({ player }) => find(player.trim()));
  return html`<form class="sheet" onSubmit=${form.submit}><h2>Player</h2><label>Name of the account<input name="player" required autocapitalize="none" spellcheck=${false} autofocus /></label>
    <${Trouble} problem=${form.problem.value} /><button class=${account.value ? "key plain" : "key primary"} disabled=${form.busy.value}>Show the account</button>
    ${!account.value && html`<p class="quiet small">Then money is taken in and paid out over the counter. Every entry names you and stays.</p>`}</form>`;
}

function Move() {
  const form = useForm(async (fields, target) => {
    const which = document.activeElement?.value === "withdraw" ? "withdraw" : "deposit";
    const name = account.value.account;
    await keyed(`/accounts/${encodeURIComponent(name)}/${which}`, { amount: fields.amount });
    target.reset();
    await find(name);
    return `${which === "deposit" ? "Taken in" : "Paid out"}: $${fields.amount}.`;
  });
  return html`<form class="sheet" onSubmit=${form.submit}><h2>Money over the counter</h2><label>Amount in dollars<input name="amount" inputmode="decimal" required pattern="[0-9]+([.][0-9]{1,2})?" /></label>
    <${Trouble} problem=${form.problem.value} />${form.done.value && html`<p role="status" class="win">${form.done.value}</p>`}
    <div class="pair"><button class="key primary" data-act="deposit" value="deposit" disabled=${form.busy.value} onClick=${(event) => event.currentTarget.focus()}>Deposit</button>
      <button class="key plain" data-act="withdraw" value="withdraw" disabled=${form.busy.value} onClick=${(event) => event.currentTarget.focus()}>Withdraw</button></div></form>`;
}

mount(html`<${Page} />`);
whoAmI();
