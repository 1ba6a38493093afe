/** Plots: exact figures from the server, placed for the eye. */
import { html } from "../lib/html.js";
import { show } from "../lib/money.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [880, 250, 66, 866, 34, 206];

/** Round values between two, about so many. */
function marks(least, most, about) {
  const rough = (most - least) / about;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * size).find((one) => one >= rough);
  const found = [];
  for (let at = Math.ceil(least / step); at * step <= most + step / 1e6; at++) found.push(at * step);
  return found;
}

function Axes({ up, ys, xs, across, label }) {
  return html`${ys.map((one) => html`<g key=${one}><path class=${one === 0 ? "zero" : "grid"} d=${`M${LEFT} ${up(one)}H${RIGHT}`} /><text x=${LEFT - 10} y=${up(one) + 5} text-anchor="end">${label(one)}</text></g>`)}
    ${xs.map(([at, words]) => html`<text key=${words} x=${across(at)} y=${BOTTOM + 26} text-anchor="middle">${words}</text>`)}`;
}

const percent = (one) => `${Math.round(one * 1000) / 10}%`;

/** The house edge against the amount on a meter: a straight line, and another with envy from the others. */
export function MeterPlot({ lines, seed, now }) {
  const zero = (line) => line.atZero / line.perDollar;
  const high = Math.max(seed, now ?? 0, ...lines.map(zero)) * 1.18;
  const edge = (line, amount) => line.atZero - line.perDollar * amount;
  const all = lines.flatMap((line) => [edge(line, seed), edge(line, high)]);
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all) * 1.12];
  const across = (amount) => LEFT + ((RIGHT - LEFT) * amount) / high;
  const up = (value) => BOTTOM - ((BOTTOM - TOP) * (value - least)) / (most - least);
  const [first] = lines;
  const words = `The house edge falls from ${percent(edge(first, seed))} at the seed of ${show(seed * 100, true)} to nothing at ${show(Math.round(zero(first) * 100), true)}.`;
  return html`<svg class="plot" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${words}>
    <${Axes} up=${up} across=${across} ys=${marks(least, most, 4)} xs=${marks(0, high, 7).map((one) => [one, show(one * 100, true)])} label=${percent} />
    ${lines.map((line, at) => html`<path key=${line.words} class=${at ? "line dashed" : "line"} d=${`M${across(seed)} ${up(edge(line, seed))}L${across(high)} ${up(edge(line, high))}`} />
      <circle key=${`${line.words} zero`} class="ring" cx=${across(zero(line))} cy=${up(0)} r="5" />`)}
    <text class="strong" x=${across(zero(first)) + 4} y=${up(0) - 14} text-anchor="middle">Break-even ${show(Math.round(zero(first) * 100), true)}</text>
    ${lines.length > 1 && html`<text x=${across(zero(lines.at(-1))) - 12} y=${up(0) + 22} text-anchor="end">${lines.at(-1).words} ${show(Math.round(zero(lines.at(-1)) * 100), true)}</text>`}
    <circle class="ring" cx=${across(seed)} cy=${up(edge(first, seed))} r="4" /><text x=${across(seed) + 10} y=${up(edge(first, seed)) - 12}>Seed, ${(edge(first, seed) * 100).toFixed(2)}%</text>
    ${now > 0 && html`<path class="now-line" d=${`M${across(now)} ${up(edge(first, now))}V${up(0)}`} /><circle class="dot" cx=${across(now)} cy=${up(edge(first, now))} r="6" />
      <text class="strong" x=${across(now) + 14} y=${up(edge(first, now)) + (across(now) - across(seed) < 60 ? 44 : 18)}>Now ${show(Math.round(now * 100))}, edge ${(edge(first, now) * 100).toFixed(2)}%</text>`}</svg>`;
}

/** What staying in is worth more than leaving, hand by hand; `also` are hands another wager makes worth playing. */
export function HandsPlot({ points, unit, also }) {
  const values = points.map((one) => Number(one.worth) * unit);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const room = (most - least) * 0.08;
  const across = (at) => LEFT + ((RIGHT - LEFT) * at) / (points.length - 1);
  const up = (value) => BOTTOM - ((BOTTOM - TOP) * (value - least + room)) / (most - least + 2 * room);
  const line = values.findLastIndex((one) => one > 0);
  const money = (one) => `${one > 0 ? "+" : one < 0 ? "−" : ""}${show(Math.abs(Math.round(one * 100)))}`;
  const every = Math.ceil(points.length / 7);
  const xs = points.map((one, at) => [at, one.hand]).filter(([at]) => at % every === 0);
  return html`<svg class="plot" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`Worth of staying in instead of leaving: above zero down to ${points[line].hand}.`}>
    <${Axes} up=${up} across=${across} ys=${marks(least - room, most + room, 4)} xs=${xs} label=${money} />
    <path class="line" d=${`M${values.map((one, at) => `${across(at).toFixed(1)} ${up(one).toFixed(1)}`).join("L")}`} />
    <path class="edge" d=${`M${across(line)} ${TOP - 12}V${BOTTOM}`} /><text class="strong" x=${across(line) + 8} y=${TOP - 4}>${points[line].hand}, the line</text>
    ${points.map((one, at) => also.has(one.hand) && html`<circle key=${one.hand} class="dot" cx=${across(at)} cy=${up(values[at])} r="5" />`)}</svg>`;
}
