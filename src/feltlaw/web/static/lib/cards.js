/** Cards, as typography: a large index and one sign. */
import { html, names } from "./html.js";

export const SUITS = {
  s: ["spades", "M50 8C58 30 90 44 90 66c0 13-10 20-20 20-6 0-12-3-15-8 1 8 4 12 9 16H36c5-4 8-8 9-16-3 5-9 8-15 8-10 0-20-7-20-20C10 44 42 30 50 8z"],
  h: ["hearts", "M50 90C40 78 10 58 10 34 10 20 20 11 31 11c9 0 16 6 19 13 3-7 10-13 19-13 11 0 21 9 21 23 0 24-30 44-40 56z"],
  d: ["diamonds", "M50 6c9 16 20 30 33 44-13 14-24 28-33 44-9-16-20-30-33-44C30 36 41 22 50 6z"],
  c: ["clubs", "M50 8c11 0 20 9 20 20 0 6-2 11-6 15 3-1 6-2 9-2 11 0 19 9 19 20s-8 20-19 20c-8 0-14-4-18-10 1 10 4 17 10 22H35c6-5 9-12 10-22-4 6-10 10-18 10C16 81 8 72 8 61s8-20 19-20c3 0 6 1 9 2-4-4-6-9-6-15 0-11 9-20 20-20z"],
};
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
const JOKER = "Jk";

export const isRed = (card) => card !== JOKER && "hd".includes(card[1]);
export const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);

/** `queen of spades` */
export function said(card) {
  if (!card) return "a card face down";
  if (card === JOKER) return "joker";
  return `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]][0]}`;
}

export function Suit({ of }) {
  return html`<svg class="suit" viewBox="0 0 100 100" aria-hidden="true"><path d=${SUITS[of][1]} /></svg>`;
}

/** One card; without `card` it lies face down, with `free` its place is kept. */
export function Card({ card, free, quiet, ...more }) {
  if (free) return html`<span class="card free" aria-hidden="true"></span>`;
  const as = { "data-card": card ?? "", role: more.onClick ? undefined : "img", "aria-label": said(card), ...more };
  if (!card) return html`<span class=${names("card back", quiet && "quiet")} ...${as}></span>`;
  const own = names("card", isRed(card) && "red", `suit-${card[1]}`, quiet && "quiet", more.class);
  const face = card === JOKER
    ? html`<b class="joker">★</b><small>JOKER</small>`
    : html`<b>${rankOf(card)}</b><${Suit} of=${card[1]} /><${Suit} of=${card[1]} />`;
  return more.onClick ? html`<button type="button" ...${as} class=${own}>${face}</button>` : html`<span ...${as} class=${own}>${face}</span>`;
}

/** The cards of a place, and room for those that are to come. */
export function Place({ group, seat, cards = [], down = 0, room = 0, quiet, label }) {
  const free = Math.max(0, room - cards.length - down);
  return html`<div class="place" data-group=${group} data-seat=${seat || undefined} role="group" aria-label=${label}>
    ${cards.map((card) => html`<${Card} key=${card} card=${card} quiet=${quiet} />`)}
    ${Array.from({ length: down }, (_, at) => html`<${Card} key=${`down${at}`} quiet=${quiet} />`)}
    ${Array.from({ length: free }, (_, at) => html`<${Card} key=${`free${at}`} free />`)}
  </div>`;
}
