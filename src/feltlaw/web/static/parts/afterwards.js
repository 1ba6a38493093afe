/** What comes after a round and is about it: a dispute, its answer, a payment put right. The round stays as it is. */
import { signal } from "@preact/signals";
import { html, upper } from "../lib/html.js";
import { get, holds, keyed, me, post } from "../lib/api.js";
import { useForm } from "../lib/form.js";
import { cents, show } from "../lib/money.js";
import { when } from "./lists.js";
import { Clauses, Trouble } from "./said.js";

const at = (table, number) => `/rounds/${encodeURIComponent(table)}/${number}`;
/** As a person writes it; what is no amount the server refuses. */
const amount = (text) => text.replace(/[$,\s]/g, "");

/** A player says what is wrong with a round of his: its evidence is held until a floorperson has answered. */
export function CallFloor({ table, number, done }) {
  const form = useForm(async ({ words, claim }) => {
    await post(`${at(table, number)}/dispute`, { words, claim: amount(claim) || "0.00" });
    done?.();
    return "The floor is called. The evidence of this round is held until you are answered.";
  });
  if (form.done.value) return html`<p role="status" class="win" data-done="dispute">${form.done.value}</p>`;
  return html`<form class="call-floor" onSubmit=${form.submit}><label>What is wrong with round ${number}?<input name="words" required minlength="3" maxlength="200" autocomplete="off" /></label>
    <label>What you claim <small>if it is a sum</small><input name="claim" inputmode="decimal" placeholder="0.00" autocomplete="off" /></label>
    <button class="key primary" data-act="dispute" disabled=${form.busy.value}>Call the floor</button><${Trouble} problem=${form.problem.value} /></form>`;
}

/** A floorperson's answer to what is disputed; what is paid beside it is a correction. */
export function Settle({ table, number, player, done }) {
  const form = useForm(async ({ words }) => { await post(`${at(table, number)}/settle`, { words, player }); await done?.(); });
  return html`<form class="settle" onSubmit=${form.submit}><label>Your answer to the player<input name="words" required minlength="3" maxlength="200" autocomplete="off" /></label>
    <button class="key primary" data-act="settle" disabled=${form.busy.value}>Settle it</button><${Trouble} problem=${form.problem.value} /></form>`;
}

export function Dispute({ one, children }) {
  const own = one.player === me.value?.account;
  const claims = cents(one.claim) ? ` and claim${own ? "" : "s"} ${show(cents(one.claim))}` : "";
  return html`<div class="dispute" data-dispute=${one.state}><p><b>${own ? "You say" : `${one.player} says`}${claims}</b> <span class="quiet">${when(one.at)}</span></p><p>“${one.words}”</p>
    ${one.state === "settled" ? html`<p><b>Settled${one.settled_by ? ` by ${one.settled_by}` : ""}</b> <span class="quiet">${when(one.settled_at)}</span></p><p>${one.answer}</p>` : html`<p class="waits">● Waits for a floorperson’s answer. <${Clauses} ids=${["S-50"]} /></p>${children}`}</div>`;
}

// ── putting right ──

/** What was asked for and waits for a second account. */
export const waiting = signal([]);

export async function lookWaiting(table, first, last) {
  if (!holds("floorperson")) return;
  const found = await get("/approvals").catch(() => ({ items: [] }));
  waiting.value = found.items.filter((one) => one.do === "correct" && one.table === table && one.event >= first && one.event <= last);
}

/** Asks for an entry that puts a payment right, linked to the event that is shown. */
export function Correct({ table, number, players, event, told, done }) {
  const form = useForm(async ({ player, sum, to, reason }) => {
    await keyed(`${at(table, number)}/correct`, { player, amount: amount(sum), to, reason, event });
    await done();
  });
  return html`<form class="sheet correct" onSubmit=${form.submit}><header><h2>Put a payment right</h2><span class="quiet"><${Clauses} ids=${["S-36", "I-157"]} /></span></header>
    <p class="quiet small">Nothing is ever edited. This asks for a new entry that names the old one; it moves money when another account has confirmed it.</p>
    <div class="fields"><label>Player<select name="player" required>${players.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select></label>
      <label>Amount in dollars<input name="sum" inputmode="decimal" required autocomplete="off" /></label>
      <label>Goes<select name="to"><option value="player">to the player</option><option value="house">back to the house</option></select></label></div>
    <label>Why<input name="reason" required minlength="3" maxlength="200" autocomplete="off" /></label>
    <p class="small">Linked to event ${event.toLocaleString("en-US")} <span class="quiet">(${told.replace(/\.$/, "")}). Step to another event to link that one.</span></p>
    <${Trouble} problem=${form.problem.value} /><button class="key primary" data-act="correct" disabled=${form.busy.value}>Ask for it</button></form>`;
}

function Waits({ one, done }) {
  const form = useForm(async () => {});
  const say = (approve) => async () => { form.problem.value = null; try { await post(`/approvals/${one.id}`, { approve }); await done(); } catch (problem) { form.problem.value = problem; } };
  const own = one.asked_by.account === me.value.account;
  return html`<li data-waits="correct"><p><b class="waits">● Waits for a second account</b> <span class="quiet">${when(one.asked_at)}</span></p><p>${upper(one.about)}</p><p class="quiet small">Asked by ${one.asked_by.account}; linked to event ${one.event.toLocaleString("en-US")}.${own ? " Another account must confirm it, here or on the floor." : ""}</p>
    ${!own && html`<span class="pair"><button type="button" class="key primary" data-act="confirm" onClick=${say(true)}>Confirm</button><button type="button" class="key plain" data-act="refuse" onClick=${say(false)}>Refuse</button></span>`}<${Trouble} problem=${form.problem.value} /></li>`;
}

/** Entries that are linked to a round, beside its own books. */
export function Linked({ corrections, done }) {
  if (!corrections?.length && !waiting.value.length) return null;
  return html`<section class="sheet linked"><header><h2>Linked entries</h2><span class="quiet">the round is unchanged</span></header><ul>
    ${corrections.map((one) => html`<li key=${one.number} data-correction=${one.number} data-event=${one.event}><p><b>${one.to === "player" ? `${show(cents(one.amount))} to ${one.player}` : `${show(cents(one.amount))} from ${one.player} to the house`}</b> <span class="quiet">${when(one.at)}</span></p>
      <p>${upper(one.reason)}${/[.!?]$/.test(one.reason) ? "" : "."}${cents(one.short) ? ` He had no more: ${show(cents(one.short))} stay the house’s loss.` : ""}</p>
      <p class="quiet small">Event ${one.number.toLocaleString("en-US")}, linked to event ${one.event.toLocaleString("en-US")}.${one.asked_by ? ` Asked by ${one.asked_by}, confirmed by ${one.confirmed_by}.` : " Two of the house confirmed it."}</p></li>`)}
    ${waiting.value.map((one) => html`<${Waits} key=${one.id} one=${one} done=${done} />`)}</ul></section>`;
}
