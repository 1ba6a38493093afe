/** A table's felt in small, with who sits where. */
import { html } from "../lib/html.js";
import { at } from "../lib/geometry.js";

export function MiniFelt({ game, seats, label }) {
  const taken = new Set((seats ?? []).map((one) => one.seat));
  return html`<div class="mini-felt"><img src=${`/api/games/${game.regulation}/felt.svg`} alt=${label ?? `Felt of ${game.title}`} loading="lazy" width="2010" height="1110" />
    ${seats && html`<svg viewBox="-1005 -105 2010 1110" aria-hidden="true">${game.angles.map(([number, angle]) => {
      const [x, y] = at(900, Number(angle));
      return html`<circle key=${number} cx=${x} cy=${y} r="24" class=${taken.has(number) ? "full" : "ring"} />`;
    })}</svg>`}</div>`;
}
