/** What stands beside the felt when it is asked for: pays, rounds, what happened, the seal, keys. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { html } from "../lib/html.js";
import { get } from "../lib/api.js";
import { cents, show, signed } from "../lib/money.js";
import { isSealed } from "../lib/seal.js";
import { Card } from "../lib/cards.js";
import { LastRounds } from "./dock.js";
import { PayTable } from "./felt.js";
import { Log, Refusal } from "./said.js";
import { lettersOf } from "./own.js";

export const panel = signal("");
export const toggle = (name) => { panel.value = panel.value === name ? "" : name; };

export function Panels({ table, coach, lessons }) {
  const name = panel.value;
  const own = useRef(null);
  useEffect(() => { if (name) own.current?.focus({ preventScroll: true }); }, [name]);
  if (!name) return null;
  const body = { pays: Pays, rounds: Rounds, log: Happened, seal: Seal, keys: Keys, rules: Rules, seat: Seat, lessons: () => lessons }[name];
  const titles = { lessons: "Practice", pays: "What it pays", rounds: "Last rounds", log: "What happened", seal: "The deck’s seal", keys: "Keys", rules: "How it goes", seat: "Your seat and chips" };
  return html`<aside class="panel" role="dialog" aria-label=${titles[name]} tabindex="-1" ref=${own} onKeyDown=${(event) => { if (event.key === "Escape") panel.value = ""; }}>
    <header><h2>${titles[name]}</h2><button type="button" class="quiet-key" onClick=${() => { panel.value = ""; }}>Close <kbd>Esc</kbd></button></header>
    <${body} table=${table} coach=${coach} /></aside>`;
}

const Pays = ({ table }) => html`<div class="all-pays">${table.game.layout.elements.filter((one) => one.kind === "pays").map((one) => html`<${PayTable} key=${one.id} block=${one} />`)}
  <dl>${table.game.layout.elements.filter((one) => one.heading).map((one) => html`<dt key=${one.id}>${one.heading}</dt><dd>${one.short ?? one.text}</dd>`)}</dl></div>`;
const Rounds = ({ table }) => html`<${LastRounds} table=${table} most=${25} />`;
const Happened = ({ table }) => html`<${Log} table=${table} visible />`;

/** How the game is best played, as the mathematics says it for this submission. */
const strategies = signal({});

function Strategy({ table }) {
  const own = table.game.submission;
  useEffect(() => {
    if (strategies.value[own] !== undefined) return;
    strategies.value = { ...strategies.value, [own]: null };
    get(`/tables/${table.id}/strategy`).then(({ items }) => { strategies.value = { ...strategies.value, [own]: items }; }).catch(() => {});
  }, [own]);
  const rules = strategies.value[own];
  if (!rules?.length) return null;
  return html`<div class="strategy"><h3>Strategy card</h3>${rules.map(({ title, rule, house_edge: edge }) => html`<p key=${title}><b>${title}.</b> ${rule[0].toUpperCase() + rule.slice(1)}. <span class="quiet">House edge ${(Number(edge) * 100).toFixed(3)}%.</span></p>`)}</div>`;
}

const Rules = ({ table, coach }) => html`<div class="how"><ol>${table.game.how.map((one) => html`<li key=${one}>${one}</li>`)}</ol>
  <p>${table.game.needs.join(" ")}</p><${Strategy} table=${table} /><p><a href=${`/rules/${table.game.regulation}`}>Every clause of ${table.game.citation}</a></p>
  <p><label class="switch"><input type="checkbox" checked=${coach.on.value} onChange=${() => coach.self.turn()} /> Coach: exact values before and after decisions</label></p>
  <p><label class="switch"><input type="checkbox" checked=${document.documentElement.classList.contains("four")} onChange=${fourColours} /> Four colours for the suits</label></p></div>`;

function fourColours({ target }) {
  document.documentElement.classList.toggle("four", target.checked);
  try { localStorage.setItem("four", target.checked ? "1" : ""); } catch { /* a private window */ }
}

/** More chips, chips back into money, another box, leaving. */
function Seat({ table }) {
  const { value: seats } = table.seats;
  const money = (what, words) => table.offers(what).slice(0, 1).map((offer) => html`<form key=${what} class="pair" onSubmit=${(event) => { event.preventDefault(); table.give(what, { ...offer.data, amount: new FormData(event.target).get("amount") }, what); }}>
    <input name="amount" inputmode="decimal" aria-label=${`${words}: amount in dollars`} value=${offer.data.amount} /><button class="key plain" data-act=${what}>${words}</button></form><${Refusal} table=${table} where=${what} />`);
  return html`<div class="seat-panel">${seats.length ? html`<p>You have seat ${seats.join(", ")} and ${show(table.balance.value)} in chips.</p>` : html`<p>You are not seated.</p>`}
    ${money("buy_in", "Buy chips")}${money("cash_out", "Cash out")}
    ${table.offers("leave").map((offer) => html`<div key=${JSON.stringify(offer.data)}><button type="button" class="key plain" data-act="leave" data-seat=${offer.data.seat || undefined} onClick=${() => table.give("leave", offer.data, "leave").then((answer) => { if (answer) panel.value = ""; })}>${offer.data.seat ? `Leave seat ${offer.data.seat}` : "Leave the table"}</button></div>`)}
    <${Refusal} table=${table} where="leave" /><p class="quiet small">Leaving takes your chips back to your account at the cage.</p></div>`;
}

/** Each card that was seen, held against the root that was posted before the first bet. */
function Seal({ table }) {
  const round = table.last.value ?? table.current.value;
  const cards = [...(round.seal?.cards ?? []), ...(round.ownSeal ?? []), ...(table.you.value?.seal ?? [])];
  const root = round.seal?.root;
  const now = table.view.value.deck?.root ?? "";
  return html`<div class="sealed"><p>The order of the deck is fixed before the first bet, card by card, in one number. After the round every card you saw can be held against it, here in your browser.</p>
    ${now && html`<p class="root"><b>This round</b> <code>${now}</code></p>`}
    ${root && html`<p class="root"><b>Round ${round.number}</b> <code>${root}</code></p>
      <ul>${cards.map((one) => { const fits = isSealed(root, one); return html`<li key=${one.place} class=${fits ? "win" : "lose"}><${Card} card=${one.card} /> place ${one.place + 1}: ${fits ? "✓ fits the seal" : "✗ does not fit"}</li>`; })}</ul>`}</div>`;
}

function Keys({ table }) {
  const letters = lettersOf(table.game);
  const rows = [
    ...table.game.chips.map((one, at) => [String(at + 1), `choose the ${show(Number(one), true)} chip`]),
    ...Object.entries(letters).map(([own, letter]) => [letter.toUpperCase(), `bet on ${table.title(own)}`]),
    ["R", "the same bets again"], ["D", "double the bets"], ["C", "clear the bets"], ["Enter", "deal, ready or confirm"],
    ...[...new Set(table.game.decisions.flatMap((one) => one.acts.map((act) => act.act)))].filter((one) => one !== "set").map((one) => [one[0].toUpperCase(), one]),
    ["1 2 3", "play so many times the wager, where there is a choice"], ["W", "why: the reason of each result, one after the other"], ["?", "the coach before a decision, else these keys"], ["Esc", "close what is open"],
  ];
  return html`<table class="keys"><tbody>${rows.map(([key, words]) => html`<tr key=${key + words}><th scope="row"><kbd>${key}</kbd></th><td>${words}</td></tr>`)}</tbody></table>`;
}

export function Meters({ table }) {
  const meters = table.view.value?.meters ?? [];
  return meters.map((meter) => html`<div class="meter" key=${meter.meter}><span class="caption">${table.title(meter.meter)}</span>
    ${(meter.levels ?? []).map((level) => html`<b key=${level.level} data-meter=${cents(level.showing)} data-name=${meter.meter} data-level=${level.level}>${show(cents(level.showing))}</b>`)}
    ${meter.stopped && html`<small class="lose">stopped: ${meter.stopped}</small>`}
    ${(meter.hits ?? []).map((hit, at) => html`<small key=${at} class="waits">${hit.validated ? "hit" : "pending"} ${signed(cents(hit.amount))}, ${hit.table} seat ${hit.seats.join(", ")}</small>`)}</div>`);
}
