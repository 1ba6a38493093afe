/** The felt on a wide screen: the layout of the table, what lies on it, and who sits there. */
import { useMemo } from "preact/hooks";
import { house, html, names, upper } from "../lib/html.js";
import { at, bow, outline, seatsOf, spread } from "../lib/geometry.js";
import { isRed, Place, rankOf, said, SUITS } from "../lib/cards.js";
import { Disc } from "../lib/chips.js";
import { cents, show, signed } from "../lib/money.js";
import { lineId } from "../lib/fold.js";
import { placed, sizeOf } from "../lib/posting.js";

const BOX = { left: -1090, top: -72, width: 2180, height: 1132 };

/** A point of the layout as a place over the drawing. */
export const over = (x, y) => ({ left: `${((x - BOX.left) / BOX.width) * 100}%`, top: `${((y - BOX.top) / BOX.height) * 100}%` });

export function Ground({ layout, children, label, down = 0 }) {
  const still = useMemo(() => html`<${Cloth} layout=${layout} down=${down} />`, [layout, down]);
  return html`<svg class="ground" viewBox=${`${BOX.left} ${BOX.top} ${BOX.width} ${BOX.height}`} role="group" aria-label=${label}>${still}${children}</svg>`;
}

/** What is printed on the felt, whatever happens on it. */
function Cloth({ layout, down }) {
  const { table } = layout;
  return html`<g><defs><radialGradient id="cloth" gradientUnits="userSpaceOnUse" cx="0" cy="180" r="1020">
      <stop class="cloth-a" offset="0" /><stop class="cloth-b" offset=".55" /><stop class="cloth-c" offset="1" /></radialGradient></defs>
    <path d=${outline(table)} fill="url(#cloth)" /><path class="line" d=${outline(table, table.line)} />
    <${Tray} />
    <g transform=${down ? `translate(0 ${down})` : undefined}>${layout.elements.filter((one) => one.kind === "words" && one.style === "phrase").map((one, own, all) => html`<${Words} key=${one.id} words=${one} last=${own === all.length - 1} />`)}</g></g>`;
}

function Tray() {
  const colours = ["c100", "c25", "c25", "c25", "c5", "c5", "c5", "c1", "c1"];
  return html`<g class="tray" aria-hidden="true"><path d="M-224 -65V-28a16 16 0 0 0 16 16H208a16 16 0 0 0 16 -16V-65Z" />
    ${colours.map((colour, place) => html`<g class=${`disc ${colour}`} transform=${`translate(${-208 + place * 46.6} -55)`}>
      <rect class="body" width="41" height="32" rx="3" />${[8, 16, 24].map((y) => html`<path class="slot" d=${`M4 ${y}H37`} />`)}</g>`)}</g>`;
}

const halfOf = (words) => Math.max(240, ...words.lines.map((line) => line.length * 8.4 + 30));

function Words({ words, last: isLast }) {
  const half = halfOf(words);
  const radius = words.radius || 1250;
  const last = words.y + (words.lines.length - 1) * (words.leading ?? 39);
  return html`<g class="phrase">
    ${words.lines.map((line, place) => {
      const own = `${words.id.replaceAll(".", "-")}-${place}`;
      return html`<g key=${own}><path id=${own} d=${bow(words.y + place * (words.leading ?? 39), 460, radius)} fill="none" />
        <text font-size="32" letter-spacing="1.4"><textPath href=${`#${own}`} startOffset="50%" text-anchor="middle">${line}</textPath></text></g>`;
    })}
    <path class="line" d=${bow(words.y - 42, half, radius)} /><path class="line" d=${bow(last + 20, half, radius)} />
    ${isLast && last < 340 && html`<text class="name" y=${last + 58} text-anchor="middle" font-size="21">${house().toUpperCase()}</text>`}</g>`;
}

/** A seat of somebody else: areas, chips, cards, small. */
export function OtherSeat({ table, seat, angle, scale }) {
  const round = table.shown.value;
  const box = round.boxes.find((one) => one.seat === seat.number);
  const taken = table.view.value.seats?.find((one) => one.seat === seat.number);
  const lines = Object.fromEntries(round.lines.filter((one) => one.seat === seat.number).map((one) => [lineId(one), one]));
  const stakes = Object.fromEntries((box?.wagers ?? []).map((one) => [one.wager, one]));
  const place = round.places[`player ${seat.number}`];
  const empty = !taken && !box && !place && !round.lit;
  const still = useMemo(() => (empty ? seatDrawn() : null), [empty, seat, angle, scale]);
  return still ?? seatDrawn();

  function seatDrawn() { return html`<g class=${names("seat", !taken && "empty", box?.left && "gone")} transform=${`rotate(${-angle}) translate(0 900) scale(${scale}) translate(0 -900)`}>
    ${seat.areas.map((area) => html`<${Area} key=${area.id} area=${area} stake=${stakes[area.wager]} line=${lines[area.wager]} lit=${round.lit?.has(`${seat.number} ${area.wager}`)} angle=${angle} title=${table.title(area.wager)} />`)}
    ${seat.areas.map((area) => cents(stakes[area.wager]?.lies) > 0 && html`<text key=${`${area.id} amount`} class="amount" y="56" font-size="22" text-anchor="middle" transform=${`translate(${area.at.x} ${area.at.y}) rotate(${angle})`}>${show(cents(stakes[area.wager].lies), true)}</text>`)}
    ${seat.cards.filter((one) => one.drawn).map((one) => html`<rect key=${one.id} class="printed" x=${-one.at.width / 2} y=${-one.at.height / 2} width=${one.at.width} height=${one.at.height} rx="6" transform=${`translate(${one.at.x} ${one.at.y}) rotate(${one.at.turn})`} />`)}
    ${place && html`<${SmallCards} place=${place} seat=${seat} />`}
    ${Object.values(round.places).filter((one) => one.seat === seat.number && one.group !== "player").map((one) => html`<${SmallCards} key=${one.group} place=${one} seat=${seat} />`)}
  </g>`; }
}

function Area({ area, stake, line, lit, angle, title }) {
  const { x, y, r, width, height, turn, corner } = area.at;
  const lies = cents(stake?.lies);
  const told = line ? `, ${line.result} ${signed(cents(line.net))}` : "";
  return html`<g class=${names("area", lit && "lit", lit && line?.result)} data-wager=${area.wager} data-seat=${area.seat} data-stake=${cents(stake?.stake)} role="img"
    aria-label=${`Seat ${area.seat}, ${title}: ${stake ? show(cents(stake.stake), true) : "no bet"}${told}`} transform=${`translate(${x} ${y}) rotate(${turn})`}>
    ${r ? html`<circle class="mark" r=${r} />` : html`<rect class="mark" x=${-width / 2} y=${-height / 2} width=${width} height=${height} rx=${corner} />`}
    ${!lies && html`<g class="words">${area.inscription.lines.map((text, row) => html`<text key=${row} font-size=${area.inscription.size} text-anchor="middle"
      y=${(row - (area.inscription.lines.length - 1) / 2) * area.inscription.size * 1.12 + area.inscription.size * 0.36}>${text}</text>`)}</g>`}
    ${lies > 0 && html`<g transform=${`rotate(${angle - turn})`}><${Disc} r=${30} amount=${lies} /></g>`}
  </g>`;
}

function SmallCards({ place, seat }) {
  if (place.racked && !place.up.length) return null;
  const room = seat.cards.find((one) => one.group === place.group) ?? seat.cards[0];
  const all = [...place.up, ...Array.from({ length: place.down }, () => "")];
  const step = place.group === "player" ? 54 : 0;
  return html`<g data-group=${place.group} data-seat=${place.seat || undefined} transform=${`translate(${place.group === "player" ? 0 : room.at.x} ${room.at.y})`} role="group">
    ${all.map((card, own) => html`<g key=${own} data-card=${card} role="img" aria-label=${said(card)} class=${names("small", card && isRed(card) && "red")}
      transform=${`translate(${(own - (all.length - 1) / 2) * (all.length > 3 ? 42 : step)} 0)`}>
      <rect class=${card ? "face" : "back"} x="-24" y="-34" width="48" height="68" rx="6" />
      ${card && card !== "Jk" && html`<text y="-6" text-anchor="middle" font-size="28" font-weight="600">${rankOf(card)}</text><path d=${SUITS[card[1]][1]} transform="translate(-11 4) scale(.22)" />`}
      ${card === "Jk" && html`<text y="6" text-anchor="middle" font-size="20">JK</text>`}
      ${!card && html`<path class="diamond" d="M0 -16L11 0L0 16L-11 0Z" />`}</g>`)}</g>`;
}

/** Number, name and state of a seat, outside the rail. */
export function SeatLabel({ table, seat, angle, scale = 1 }) {
  const [x, y] = at(table.game.layout.table.radius + 26, angle);
  const anchor = angle > 12 ? "start" : angle < -12 ? "end" : "middle";
  const taken = table.view.value.seats?.find((one) => one.seat === seat.number);
  const sit = table.offers("sit", seat.number)[0];
  const size = 29 * Math.max(0.8, scale);
  if (!taken && sit) {
    const act = () => table.give("sit", sit.data, `seat ${seat.number}`);
    return html`<g class="label free sit" role="button" tabindex="0" data-act="sit" data-seat=${seat.number} aria-label=${`${seat.number} Sit here`}
      onClick=${act} onKeyDown=${(event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); act(); } }} transform=${`translate(${x} ${y})`}>
      <rect x=${anchor === "start" ? -12 : anchor === "end" ? -158 : -85} y="-32" width="170" height="46" rx="10" />
      <text font-size=${size} text-anchor=${anchor}>${seat.number}${"  "}<tspan class="go">Sit here</tspan></text></g>`;
  }
  return html`<g class=${names("label", !taken && "free")} transform=${`translate(${x} ${y})`}>
    <text font-size=${size} text-anchor=${anchor}><tspan class="number">${seat.number}</tspan>${"  "}<tspan class="who">${taken ? taken.player : "Free"}</tspan></text>
    ${taken && html`<text class="state" y=${size * 1.2} font-size=${size * 0.92} text-anchor=${anchor}>${stateOf(table, seat.number)}</text>`}</g>`;
}

/** How the game speaks of an act. */
export const formsOf = (game, act) => game.decisions.flatMap((one) => one.acts).find((one) => one.act === act) ?? { done: act, does: act, doing: act };

/** What somebody does, in a word or two. */
export function stateOf(table, seat) {
  const view = table.view.value;
  const round = table.shown.value;
  const box = round.boxes.find((one) => one.seat === seat);
  const lines = round.lines.filter((one) => one.seat === seat);
  if (table.ended.value && lines.length) return signed(lines.reduce((sum, one) => sum + cents(one.net), 0));
  if (view.waits?.seats?.includes(seat)) return "to decide";
  if (box?.left) return formsOf(table.game, box.left).done;
  const act = box?.acts?.at(-1);
  if (act) return act.times > 1 ? `${act.act} ${act.times}×` : formsOf(table.game, act.act).does;
  if (box?.ready) return "ready";
  return box ? "in" : "";
}

/** What one's own hand is called, else what is to be done. */
function ownWords(table, seat) {
  const round = table.shown.value;
  const words = round.places[`player ${seat}`]?.hand || round.hands[seat]?.hand || "";
  const state = stateOf(table, seat);
  return [state, words].filter(Boolean).join(" · ");
}

/** Posted pays in the corners of the felt, as far as they have room there. */
export function Posted({ sides }) {
  return useMemo(() => sides.map(({ blocks, edge }, side) => blocks.length > 0 && html`<div key=${side} class=${names("posted", side ? "right" : "left")} style=${{ [side ? "right" : "left"]: `${(100 * edge) / BOX.width}%` }}>
    ${blocks.map((one) => html`<${PayTable} key=${one.id} block=${one} width=${`${(100 * sizeOf(one).width) / BOX.width}cqw`} />`)}</div>`), [sides]);
}

const laid = new WeakMap();

/** Seats and posted tables beside each other: where they would touch, the seats move together. Worked out once for each way to sit. */
function standing(game, seats, own, taken) {
  if (!laid.has(game)) laid.set(game, new Map());
  const known = laid.get(game);
  const key = `${own} ${taken}`;
  if (!known.has(key)) {
    const [halves, phrase] = [posted(game), phraseOf(game.layout)];
    const ways = [0, 1, 2, 3, 4].map((closer) => { const others = spread(seats, own, taken, closer); return { others, ...placed(game, halves, others, phrase) }; });
    if (known.size > 60) known.clear();
    known.set(key, ways.find((one) => one.whole) ?? ways.reduce((best, one) => (count(one) > count(best) ? one : best)));
  }
  return known.get(key);
}

const count = ({ sides }) => sides.reduce((sum, one) => sum + one.blocks.length, 0);

/** The posted tables left and right, the paytables before what is compared, as many as have room. */
function posted(game) {
  const compared = new Set(game.compared);
  const blocks = game.layout.elements.filter((one) => one.kind === "pays").sort((a, b) => compared.has(a.id) - compared.has(b.id) || b.rows.length - a.rows.length);
  const halves = [[], []];
  const used = [0, 0];
  for (const block of blocks) {
    const need = sizeOf(block).width;
    const side = [0, 1].filter((one) => used[one] + need <= ROOM).sort((a, b) => used[a] - used[b])[0];
    if (side === undefined || halves[side].length === 2) continue;
    used[side] += need;
    halves[side].push(block);
  }
  const tall = (a, b) => a.rows.length - b.rows.length;
  halves[0].sort(tall);
  halves[1].sort(tall).reverse();
  return halves;
}
const ROOM = 720;

/** How wide the phrase in the middle is, and where it begins. */
function phraseOf(layout) {
  const phrases = layout.elements.filter((one) => one.kind === "words" && one.style === "phrase");
  if (!phrases.length) return null;
  const half = Math.max(...phrases.map(halfOf));
  return { half, top: Math.min(...phrases.map((one) => one.y)) - 42 - half ** 2 / (2 * (phrases[0].radius || 1250)) };
}

export function PayTable({ block, width }) {
  const heads = block.heads?.length > 1 ? block.heads : [];
  return html`<table class="pays" style=${width && { width }}><caption>${block.title}</caption>
    ${heads.length > 0 && html`<thead><tr><td></td>${heads.map((one) => html`<th scope="col" key=${one}>${one}</th>`)}</tr></thead>`}
    <tbody>${block.rows.map((row) => html`<tr key=${row.shown}><th scope="row">${row.shown}</th>${(row.pays ?? []).map((one, own) => html`<td key=${own}>${one}</td>`)}</tr>`)}</tbody></table>`;
}

/** Cards in the middle of the table: the dealer's, the community's. */
export function Middle({ table }) {
  const round = table.shown.value;
  const rooms = {};
  for (const one of table.game.layout.elements.filter((one) => one.kind === "cards" && !one.seat)) {
    rooms[one.group] ??= { room: 0, labels: [] };
    rooms[one.group].room += one.cards ?? 1;
    if (one.cards === 1 || one.below) rooms[one.group].labels.push(one.label);
  }
  return Object.entries(rooms).map(([group, { room, labels }]) => {
    const place = round.places[group];
    const words = place?.hand ? `${upper(place.hand)}${place.qualifies === false ? ": does not qualify" : ""}` : "";
    return html`<div class="middle" key=${group}><${Place} group=${group} cards=${place?.up ?? []} down=${place?.down ?? 0} room=${room} label=${group === "dealer" ? "Dealer’s cards" : `${upper(group)} cards`} />
      ${labels.length === room && room > 1 && html`<div class="streets">${labels.map((one) => html`<span key=${one}>${one}</span>`)}</div>`}
      <p class="reads">${words}</p></div>`;
  });
}

export function Felt({ table, children }) {
  const { layout } = table.game;
  const seats = seatsOf(layout);
  const own = table.seats.value;
  const { others, sides, down } = standing(table.game, seats, own, (table.view.value.seats ?? []).map((one) => one.seat));
  return html`<div class="felt wide"><div class="cloth">
    <${Ground} layout=${layout} down=${down} label=${`Layout of ${table.game.title}`}>
      ${own.length > 0 && html`<path class="beam" d="M-120 470L-290 ${Math.sqrt(949 ** 2 - 290 ** 2)}A949 949 0 0 0 290 ${Math.sqrt(949 ** 2 - 290 ** 2)}L120 470Z" />`}
      ${others.map((one) => html`<${OtherSeat} key=${one.seat.number} table=${table} ...${one} />`)}
      ${others.map((one) => html`<${SeatLabel} key=${`l${one.seat.number}`} table=${table} ...${one} />`)}
    <//>
    <${Posted} sides=${sides} />
    <div class="dealer-side"><${Middle} table=${table} /></div>
    <div class="own-side">${children}</div>
    <div class="own-label">${own.map((seat) => html`<span key=${seat}>${seat} <b>You</b> ${ownWords(table, seat)}</span>`)}</div>
  </div></div>`;
}
