/** Setting a hand by tapping: places that never move, and what each card left would come to. */
import { signal } from "@preact/signals";
import { html, names } from "../lib/html.js";
import { Card } from "../lib/cards.js";

/** By seat the cards that were taken up. */
export const taken = signal({});

export const takenAt = (seat) => taken.value[seat] ?? [];

export function drop(seat) {
  const { [seat]: _, ...rest } = taken.value;
  taken.value = rest;
}

export function Setting({ table, coach, seat, offer }) {
  const { from, count } = offer.choose?.cards ?? { from: [], count: 0 };
  const mine = takenAt(seat).filter((card) => from.includes(card));
  const rest = from.filter((card) => !mine.includes(card));
  const areas = table.game.layout.elements.filter((one) => one.kind === "cards" && one.seat === seat && one.group === "player");
  const [first, second] = [areas[0]?.label ?? "First hand", areas[1]?.label ?? "Second hand"];
  const put = (cards) => { taken.value = { ...taken.value, [seat]: cards }; };
  const take = (card) => { if (mine.length < count) put([...mine, card]); };
  const back = (card) => put(mine.filter((one) => one !== card));
  const full = mine.length === count;
  return html`<div class="setting" data-seat=${seat}>
    <div class="sets">
      <div class="set first"><span class="label">${first}</span><div class="place" data-group="player" data-seat=${seat}>
        ${mine.map((card) => html`<${Card} key=${card} card=${card} onClick=${() => back(card)} title="Put it back" />`)}
        ${Array.from({ length: count - mine.length }, (_, at) => html`<${Card} key=${at} free />`)}</div></div>
      <div class="set second"><span class="label">${second}</span><div class="place">
        ${full ? rest.map((card) => html`<${Card} key=${card} card=${card} />`) : Array.from({ length: from.length - count }, (_, at) => html`<${Card} key=${at} free />`)}</div></div>
    </div>
    ${!full && html`<div class="pool">${from.map((card) => mine.includes(card)
      ? html`<span key=${card} class="slot"><${Card} free /><small> </small></span>`
      : html`<span key=${card} class="slot"><${Card} card=${card} onClick=${() => take(card)} class="tap" /><small class=${names(leaves(coach, seat, [...mine, card], count)?.best && "best")}>${leaves(coach, seat, [...mine, card], count)?.note ?? " "}</small></span>`)}</div>`}
  </div>`;
}

/** What taking a card up would come to, where the coach is asked and it is the last one. */
function leaves(coach, seat, cards, count) {
  if (!coach?.hint.value || cards.length !== count) return null;
  const ranked = coach.ranked(seat);
  const wanted = [...cards].sort().join();
  const found = ranked.find((one) => one.cards && [...one.cards].sort().join() === wanted);
  if (!found) return { note: "not allowed", best: false };
  return { note: found.note, best: ranked[0].worth - found.worth < 0.004 };
}
