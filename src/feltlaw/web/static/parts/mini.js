/** A table's felt in small, with who sits where. */
import { html } from "../lib/html.js";
import { at } from "../lib/geometry.js";

/** Smaller still: the shape of a table and who sits where. */
export function Dots({ game, seats }) {
  const taken = new Set((seats ?? []).map((one) => one.seat));
  return html`<svg class=${seats ? "dots" : "dots closed"} viewBox="-120 -4 240 128" aria-hidden="true"><path d="M-116 0H116V16A116 106 0 0 1 -116 16Z" />${seats && html`<path class="rack" d="M-34 8H34" />`}
    ${seats && game.angles.map(([number, angle]) => { const [x, y] = at(88, Number(angle)); return html`<circle key=${number} cx=${x * 1.06} cy=${14 + y * 0.94} r="8" class=${taken.has(number) ? "full" : "ring"} />`; })}</svg>`;
}

export function MiniFelt({ game, seats, label, at: name }) {
  const taken = new Set((seats ?? []).map((one) => one.seat));
  return html`<div class="mini-felt"><img src=${`/api/games/${game.regulation}/mini.svg`} alt=${label ?? `Felt of ${game.title}`} loading="lazy" width="1942" height="1042" />
    ${seats && html`<svg viewBox="-971 -71 1942 1042" aria-hidden="true">${game.angles.map(([number, angle]) => {
      const [x, y] = at(912, Number(angle));
      return html`<circle key=${number} cx=${x} cy=${y} r="22" class=${taken.has(number) ? "full" : "ring"} />`;
    })}</svg>`}${name && html`<span class="at">${name}</span>`}</div>`;
}
