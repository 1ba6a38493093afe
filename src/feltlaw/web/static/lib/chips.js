/** Chips: flat discs with their value; a stack is its largest chip with the amount beside it. */
import { html, names } from "./html.js";
import { show } from "./money.js";

const COLOURS = [[50_000, "c500"], [10_000, "c100"], [2_500, "c25"], [500, "c5"], [0, "c1"]];

export const colourOf = (amount) => COLOURS.find(([from]) => amount >= from)[1];

/** The largest chip a stake can be made of. */
export function largest(amount) {
  return [50_000, 10_000, 2_500, 500, 100].find((one) => amount >= one) ?? amount;
}

const figure = (amount) => (amount % 100 ? (amount / 100).toFixed(2) : String(amount / 100));

/** A disc inside an SVG, about a point. */
export function Disc({ x = 0, y = 0, r = 20, amount }) {
  const value = largest(amount);
  return html`<g class=${`disc ${colourOf(value)}`} transform=${`translate(${x} ${y}) scale(${r / 20})`} aria-hidden="true">
    ${amount > value && html`<circle class="under" cy="2.6" r="20" />`}
    <circle class="body" r="20" /><circle class="edge" r="17" /><circle class="ring" r="12.5" />
    <text class="value" y="4.6" text-anchor="middle">${figure(value)}</text></g>`;
}

/** The same beside other words of the page: one element, drawn by the style sheet. */
export function Chip({ amount }) {
  const value = largest(amount);
  return html`<span class=${names("chip", colourOf(value), amount > value && "pile")} aria-hidden="true">${figure(value)}</span>`;
}

/** A chip to bet with. */
export function ChipButton({ amount, chosen, onChoose, hint }) {
  return html`<button type="button" class=${`chipkey${chosen ? " chosen" : ""}`} data-chip=${amount} aria-pressed=${chosen}
    aria-label=${`Bet with ${show(amount, true)} chips`} title=${hint ? `Key ${hint}` : undefined} onClick=${onChoose}>
    <${Chip} amount=${amount} /></button>`;
}
