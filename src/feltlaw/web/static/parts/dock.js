/** The dock under the felt: balance, what one may do now, results, the last rounds. */
import { html, names, upper } from "../lib/html.js";
import { signal } from "@preact/signals";
import { ChipButton } from "../lib/chips.js";
import { cents, dollars, show, signed } from "../lib/money.js";
import { lineId, lineKey } from "../lib/fold.js";
import { Refusal, WhyLink } from "./said.js";
import { drop, takenAt } from "./setting.js";

/** How long somebody has, where a clock runs; read aloud once, not every second. */
export function Clock({ table }) {
  const clock = table.clocks.value.find((one) => one.for === "bets" || table.seats.value.includes(one.seat));
  const left = clock ? Math.max(0, Math.ceil((clock.until - table.tick.value) / 1000)) : null;
  if (left === null) return null;
  const words = clock.for === "bets" ? "Bets close in" : "Decide within";
  return html`<p class=${names("clock", left <= 10 && "soon")} role="timer" data-clock=${clock.for}>${words} <b>${left} s</b>${clock.for === "bets" ? "" : `, ${table.game.late}`}</p>`;
}

export function Balance({ table }) {
  const staked = table.staked.value;
  const net = table.ended.value ? myLines(table).reduce((sum, line) => sum + cents(line.net), 0) : null;
  return html`<div class="balance"><span class="caption">Balance</span><b data-balance=${table.balance.value}>${show(table.balance.value)}</b>
    <small>${net !== null && myLines(table).length ? html`<span class=${net > 0 ? "win" : net < 0 ? "lose" : ""}>${signed(net)}</span> this round` : staked ? `${show(staked)} staked` : "\u00a0"}</small></div>`;
}

export const myLines = (table) => table.shown.value.lines.filter((line) => table.seats.value.includes(line.seat));

// ── what comes next ──

/** The acts one may choose from now, each with its price and its key. */
export function decisionsOf(table) {
  const seat = (table.view.value?.waits?.seats ?? []).find((one) => table.seats.value.includes(one) && (table.offers("decide", one).length || table.offers("set_hand", one).length));
  if (seat === undefined) return null;
  const set = table.offers("set_hand", seat)[0];
  const acts = table.offers("decide", seat).map((offer, at, all) => {
    const { act, times = 0 } = offer.data;
    const decision = table.game.decisions.find((one) => one.acts.some((one_) => one_.act === act && one_.times === times));
    const unit = cents(table.box(seat)?.wagers?.find((one) => one.wager === decision?.of)?.stake);
    const several = all.filter((one) => one.data.act === act).length > 1;
    const words = table.told.value.acts.find((one) => one.seat === seat && one.act === act)?.words ?? "";
    return { offer, act, times, price: times * unit, key: several ? String(times) : act[0].toUpperCase(), several, words };
  });
  return { seat, set, acts };
}

export async function decide(table, coach, seat, one) {
  coach.self.judge(seat, one.offer.data);
  await table.give("decide", one.offer.data, "decide");
}

export async function setHand(table, coach, seat, offer, houseWay = false) {
  const cards = takenAt(seat);
  const need = offer.choose?.cards?.count ?? 0;
  const data = !houseWay && cards.length === need && need ? { seat, cards } : { ...offer.data };
  if (data.cards) coach.self.judge(seat, data);
  const answer = await table.give("set_hand", data, "decide");
  if (answer) drop(seat);
}

export function Actions({ table, betting, coach, deal, again }) {
  const now = decisionsOf(table);
  if (now?.set) return html`<${SetActions} table=${table} coach=${coach} now=${now} />`;
  if (now) return html`<${Decide} table=${table} coach=${coach} now=${now} />`;
  if (betting.open.value) return html`<${Bets} table=${table} betting=${betting} deal=${deal} again=${again} />`;
  return html`<${Waiting} table=${table} />`;
}

function Decide({ table, coach, now }) {
  const busy = table.busy.value === "decide";
  const best = now.acts.find((one) => one.price) ?? now.acts[0];
  return html`<div class="actions"><div class=${names("decide", now.acts.length > 3 && "many")}>
    ${now.acts.map((one) => html`<button type="button" key=${`${one.act} ${one.times}`} class=${names("key act", one === best ? "primary" : "plain")} disabled=${busy}
      data-act=${one.act} data-times=${one.times || undefined} data-seat=${now.seat} aria-label=${`${upper(one.act)}${one.price ? `, stakes ${show(one.price, true)} more` : ""}${one.words ? `, ${one.words}` : ""}`}
      onClick=${() => decide(table, coach, now.seat, one)}><span>${upper(one.act)}${one.price ? ` ${show(one.price, true)}` : ""}</span><kbd>${one.key}</kbd></button>`)}
    </div><${Refusal} table=${table} where="decide" /></div>`;
}

/** What acts give up, or what is asked. */
export function Costs({ now }) {
  const words = now?.set ? now.set.text : now?.acts.filter((one) => one.words).map((one) => `${upper(one.act)} ${one.words}.`).join(" ");
  return words ? html`<p class="costs" title=${words}>${words}</p>` : null;
}

function SetActions({ table, coach, now }) {
  const need = now.set.choose?.cards?.count ?? 0;
  const have = takenAt(now.seat).length;
  const busy = table.busy.value === "decide";
  const label = have === need && need ? "Set the hand" : have ? (need - have === 1 ? "One more card" : `${need - have} more cards`) : "Set it the house way";
  return html`<div class="actions"><div class="decide">
    <button type="button" class="key act primary" data-act="set_hand" data-seat=${now.seat} disabled=${busy || (have > 0 && have < need)}
      onClick=${() => setHand(table, coach, now.seat, now.set)}><span>${label}</span><kbd>Enter</kbd></button>
    ${have > 0 && html`<button type="button" class="key act plain" data-act="house_way" disabled=${busy} onClick=${() => setHand(table, coach, now.seat, now.set, true)}><span>House way</span><kbd>H</kbd></button>`}
    </div><${Refusal} table=${table} where="decide" /></div>`;
}

function Bets({ table, betting, deal, again: handAgain }) {
  const seats = table.seats.value;
  const total = seats.reduce((sum, seat) => sum + betting.total(seat), 0);
  const again = !total && betting.canRepeat();
  const ready = seats.some((seat) => table.box(seat)?.ready);
  const busy = ["ready", "deal"].includes(table.busy.value);
  const word = table.practice ? "deal" : "ready";
  return html`<div class="actions bets"><div class="chips" role="group" aria-label="Chips">
      ${betting.chips.map((amount, at) => html`<${ChipButton} key=${amount} amount=${amount} chosen=${betting.chip.value === amount} hint=${String(at + 1)} onChoose=${() => { betting.chip.value = amount; }} />`)}</div>
    <div class="flow">
      ${handAgain && html`<button type="button" class="key plain hand-again" data-act="again" title="Key =" aria-label="The same hand again" onClick=${handAgain}>↻</button>`}<button type="button" class="key plain" data-act="repeat" disabled=${!betting.canRepeat()} onClick=${() => betting.self.repeat()}>Repeat <kbd>R</kbd></button>
      <button type="button" class="key plain" data-act="double" disabled=${!total} onClick=${() => betting.self.double()}>Double <kbd>D</kbd></button>
      <button type="button" class="key plain" data-act="clear" disabled=${!total} onClick=${() => betting.self.clear()}>Clear <kbd>C</kbd></button>
      <button type="button" class="key primary go" data-act=${word} disabled=${busy || ready || (!total && !again)} onClick=${deal}>
        <span>${ready ? "Waiting for the others" : again ? "Same bets" : table.practice ? "Deal" : "Ready"}${total ? ` ${show(total, true)}` : ""}</span><kbd>Enter</kbd></button></div>
    <${Warning} table=${table} betting=${betting} /><${Refusal} table=${table} where="ready" /></div>`;
}

/** Said before the bet: that too little would be left for what the decision stakes. */
function Warning({ table, betting }) {
  for (const seat of table.seats.value) {
    const stakes = betting.stakes(seat);
    const left = table.balance.value + cents0(table, seat) - betting.total(seat);
    const { stays } = table.game;
    const least = stays ? stays.times * (stakes[stays.of] ?? 0) : 0;
    if (least && betting.drafts.value[seat] !== undefined && left >= 0 && left < least) {
      return html`<p class="warning" role="status">This leaves ${show(left)}, and ${table.title(stays.makes)} would take ${show(least, true)}: you could only fold.</p>`;
    }
  }
  return null;
}
const cents0 = (table, seat) => (table.box(seat)?.wagers ?? []).reduce((sum, one) => sum + cents(one.lies), 0);

function Waiting({ table }) {
  const waits = table.view.value?.waits;
  const whose = (waits?.seats ?? []).filter((seat) => !table.seats.value.includes(seat));
  const words = table.view.value?.stopped ? "This table is stopped. Nothing is taken or paid until it goes on."
    : whose.length ? `Waiting for seat ${whose.join(", ")}.` : !table.seats.value.length ? (table.offers("sit").length ? "Choose a free seat to sit down." : "") : waits ? `Waiting for the ${waits.for}.` : "One moment …";
  return html`<div class="actions waiting"><p>${words}</p><${Refusal} table=${table} where="" /></div>`;
}

// ── buying in ──

const wanted = signal("");

export function BuyIn({ table, account }) {
  const offer = table.offers("buy_in")[0];
  if (!offer || table.practice) return null;
  const have = account?.balance ? cents(account.balance) : null;
  const least = cents(table.game.limits.minimum) * 20;
  const amount = wanted.value || dollars(Math.max(0, Math.min(have ?? least, least)));
  const send = (event) => { event.preventDefault(); table.give("buy_in", { amount }, "buy_in").then((answer) => { if (answer) wanted.value = ""; }); };
  return html`<form class="buyin" onSubmit=${send}><label>Buy in <input name="amount" inputmode="decimal" value=${amount} onInput=${(event) => { wanted.value = event.target.value; }} /></label>
    <button type="submit" class="key primary" data-act="buy_in">Buy chips</button>
    <small>${have !== null ? `${show(have)} in your account at the cage.` : ""}</small><${Refusal} table=${table} where="buy_in" /></form>`;
}

// ── results ──

export function Results({ table }) {
  const lines = myLines(table);
  if (!table.ended.value || !lines.length) return null;
  const many = table.seats.value.length > 1;
  return html`<div class="results" role="group" aria-label="Results">${lines.map((line) => {
    const net = cents(line.net);
    const reason = table.reasonOf(line);
    const back = line.result === "push" || line.result === "void";
    return html`<div key=${lineKey(line)} class=${`result ${line.result}`} data-result=${line.result} data-wager=${line.wager || undefined} data-award=${line.award || undefined}
      data-seat=${line.seat} data-stake=${cents(line.stake)} data-net=${net}>
      <span class="caption">${many ? `${line.seat} · ` : ""}${table.title(lineId(line))}</span><b>${back ? "Returned" : signed(net)}</b>
      <small><span class="because">${reason?.reason ? short(reason.reason) : { win: "Paid", lose: "Lost", push: "Returned", void: "Returned" }[line.result]}</span> <${WhyLink} line=${line} /></small></div>`;
  })}</div>`;
}

const short = (text) => upper(text.length > 40 ? `${text.slice(0, 38)}…` : text);

export function LastRounds({ table, most = 3 }) {
  const all = table.history.value.slice(0, most);
  return html`<div class="last"><span class="caption">Last rounds</span>
    ${all.length ? html`<table><tbody>${all.map((one) => html`<tr key=${one.number}><td>${table.practice ? one.number : html`<a href=${`/rounds/${encodeURIComponent(table.id)}/${one.number}`}>${one.number}</a>`}</td><td>${upper(one.words)}</td><td class=${one.net > 0 ? "win" : one.net < 0 ? "lose" : ""}>${signed(one.net)}</td></tr>`)}</tbody></table>` : html`<p class="quiet">None yet.</p>`}</div>`;
}

export function CoachLine({ coach, seat, practice }) {
  if (!coach.on.value) return html`<p class="coach"><button type="button" class="link" onClick=${() => coach.self.turn()}>Coach</button> <span class="quiet">is off</span></p>`;
  const words = seat !== undefined && coach.hint.value ? coach.words(seat) : null;
  const verdict = coach.verdict.value;
  const asks = seat !== undefined && coach.values.value?.hands.length;
  return html`<p class=${names("coach", (words || (!asks && verdict)) && "speaks")} aria-live="polite"><b>Coach</b>
    ${words ? html` <span title=${words.more}><b>${words.best}</b> ${words.more}</span>`
      : asks ? html` <button type="button" class="link" data-act="hint" onClick=${() => { coach.hint.value = true; }}>What is best here? <kbd>?</kbd></button>`
      : verdict ? html` <span class=${verdict.right ? "right" : "wrong"}>${verdict.words}</span>` : html` <span class="quiet">waits for a decision.</span>`}
    ${coach.decided.value > 0 && html`<small class="tally">${coach.missed.value ? `${coach.missed.value} of ${coach.decided.value} decisions cost you ${show(Math.round(coach.lost.value * 100))}` : `${coach.decided.value} of ${coach.decided.value} right`}</small>`}</p>`;
}
