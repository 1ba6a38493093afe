/** The felt on a narrow screen: the dealer, the others as a strip, one's own seat large. */
import { html, names, upper } from "../lib/html.js";
import { Middle, stateOf } from "./felt.js";
import { Meters } from "./panels.js";

export function NarrowFelt({ table, children }) {
  const { layout } = table.game;
  const words = layout.elements.filter((one) => one.kind === "words" && one.style === "phrase").flatMap((one) => one.lines);
  const deck = table.view.value.deck;
  const root = deck?.root;
  return html`<div class="felt narrow"><div class="top"><div class="deck"><span class="caption">Deck</span>${root ? html`<b>Sealed</b><small>${root.slice(0, 4)} ${root.slice(4, 8)}</small>` : html`<b>${deck ? upper(deck.stage) : "None yet"}</b>`}</div>
      <div class="dealer-side"><${Middle} table=${table} /></div><div class="meters"><${Meters} table=${table} /></div></div>
    <p class="phrase">${words.map((one) => html`<span key=${one}>${one}</span>`)}</p>
    <${Strip} table=${table} /><div class="own-side">${children}</div></div>`;
}

function Strip({ table }) {
  const seats = [...table.game.layout.seats].sort((a, b) => b.number - a.number).filter((one) => !table.seats.value.includes(one.number));
  const view = table.view.value;
  const alone = !view.seats?.some((one) => !table.seats.value.includes(one.seat));
  if (alone && table.seats.value.length) return null;
  return html`<ul class="strip" aria-label="Other seats">${seats.map(({ number }) => {
    const taken = view.seats?.find((one) => one.seat === number);
    const place = table.shown.value.places[`player ${number}`];
    const many = place ? place.up.length + place.down : 0;
    const sit = table.offers("sit", number)[0];
    const box = table.shown.value.boxes.find((one) => one.seat === number);
    return html`<li key=${number} class=${names(!taken && "free", box?.left && "gone")}><span class="mini" aria-hidden="true">${Array.from({ length: many }, (_, at) => html`<i key=${at}></i>`)}</span>
      ${!taken && sit ? html`<button type="button" data-act="sit" data-seat=${number} onClick=${() => table.give("sit", sit.data, `seat ${number}`)}>${number} Sit here</button>`
        : html`<span>${number} <b>${taken ? taken.player : "Free"}</b></span><small>${taken ? stateOf(table, number) : ""}</small>`}</li>`;
  })}</ul>`;
}
