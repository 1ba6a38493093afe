/** One's own seat, large: areas in the layout's rows, what lies there, one's cards. */
import { html, names, upper } from "../lib/html.js";
import { rowsOf, seatsOf } from "../lib/geometry.js";
import { Place } from "../lib/cards.js";
import { Chip } from "../lib/chips.js";
import { cents, show, signed } from "../lib/money.js";
import { lineId } from "../lib/fold.js";
import { Refusal } from "./said.js";
import { Setting } from "./setting.js";

/** A letter for each wager, so that keys can bet; those of other keys are taken. */
export function lettersOf(game) {
  const used = new Set(["r", "d", "c", "w"]);
  const found = {};
  for (const { id, title, made } of game.wagers) {
    if (made) continue;
    const letter = [...title.toLowerCase(), ..."abcdefghijklmnopqrstuvwxyz"].find((one) => /[a-z]/.test(one) && !used.has(one));
    used.add(letter);
    found[id] = letter;
  }
  return found;
}

/** All seats one has. */
export function OwnSide({ table, betting, coach }) {
  const seats = table.seats.value;
  return seats.map((seat) => {
    const set = table.offers("set_hand", seat)[0];
    return html`<${OwnSeat} key=${seat} table=${table} betting=${betting} seat=${seat} many=${seats.length > 1} setting=${set && html`<${Setting} table=${table} coach=${coach} seat=${seat} offer=${set} />`} />`;
  });
}

function OwnSeat({ table, betting, seat, many, setting }) {
  const layout = seatsOf(table.game.layout).find((one) => one.number === seat);
  const rows = rowsOf(layout.areas);
  const round = table.shown.value;
  const hand = round.hands[seat];
  const place = round.places[`player ${seat}`];
  const dealt = table.game.layout.elements.filter((one) => one.kind === "cards" && one.seat === seat && one.group === "player")
    .reduce((sum, one) => sum + (one.cards ?? 0), 0) || 3;
  const beside = table.game.layout.elements.filter((one) => one.kind === "cards" && one.seat === seat && one.group !== "player").length;
  const extra = Object.values(round.places).filter((one) => one.seat === seat && one.group !== "player");
  const left = round.boxes.find((one) => one.seat === seat)?.left;
  const up = place?.up?.length ? place.up : hand?.cards ?? [];
  const cards = hand?.cards?.length ? hand.cards : up;
  const words = place?.hand || hand?.hand || "";
  return html`<section class=${names("own", `cards-${dealt + beside}`, many && "one-of-many")} aria-label=${`Your seat, ${seat}`}>
    ${rows.map((row, at) => html`<div key=${at} class=${names("areas", at === rows.length - 1 ? "main" : "side")}>
      ${row.map((area) => html`<${OwnArea} key=${area.id} table=${table} betting=${betting} seat=${seat} area=${area} main=${at === rows.length - 1} />`)}</div>`)}
    <${Refusal} table=${table} where=${`bet ${seat}`} />
    ${setting ?? html`<div class="hand">
      <${Place} group="player" seat=${seat} cards=${cards} down=${cards.length ? 0 : place?.down ?? 0} room=${dealt} quiet=${Boolean(left)} label="Your cards" />
      ${extra.map((one) => html`<${Place} key=${one.group} group=${one.group} seat=${seat} cards=${one.up} down=${one.down} room=${1} label=${`${upper(one.group)} card`} />`)}</div>`}
    <p class="reads">${words ? upper(words) : ""}</p>
  </section>`;
}

function OwnArea({ table, betting, seat, area, main }) {
  const { wager } = area;
  const about = table.game.wagers.find((one) => one.id === wager);
  const bounds = betting.bounds(seat)[wager];
  const result = table.ended.value ? table.shown.value.lines.find((one) => one.seat === seat && lineId(one) === wager) : null;
  const showing = !result && !betting.drafts.value[seat] && table.current.value.boxes.length === 0;
  const stake = result ? 0 : showing ? betting.stakes(seat)[wager] ?? 0 : betting.stakes(seat)[wager] ?? 0;
  const lies = result ? (result.result === "lose" ? 0 : cents(result.stake)) : stake;
  const title = table.title(wager);
  const pending = Boolean(betting.drafts.value[seat]);
  const amount = result ? outcome(result) : stake ? show(stake, true) : bounds && main ? "" : expected(table, seat, wager);
  const shape = html`<span class="shape" style=${{ "--size": `${area.at.wide}` }}>
    ${lies > 0 ? (about?.meter ? html`<span class="lit">◆</span>` : html`<${Chip} amount=${lies} />`)
      : about?.made && expected(table, seat, wager) ? html`<span class="ghost"></span>` : about?.meter ? html`<span class="unlit">◆</span>` : null}</span>`;
  const inner = html`<span class="label">${title}</span>${shape}<span class="amount">${amount || "\u00a0"}</span>`;
  const own = names("area", area.at.r ? "circle" : "box", main ? "big" : "small", lies && "staked", pending && stake && "pending", result && result.result);
  const as = { class: own, "data-wager": wager, "data-seat": seat, "data-stake": stake };
  if (!bounds) return html`<div ...${as}>${inner}</div>`;
  const range = bounds.minimum === bounds.maximum ? show(cents(bounds.minimum), true) : `${show(cents(bounds.minimum), true)} to ${show(cents(bounds.maximum), true)}`;
  return html`<button type="button" ...${as} aria-label=${`${title}, ${stake ? `${show(stake, true)} bet` : "no bet"}. Adds ${show(betting.chip.value, true)}; ${range}.`}
    onClick=${() => betting.self.press(seat, wager)}>${inner}</button>`;
}

/** What a decision would stake here, before it is made. */
function expected(table, seat, wager) {
  const decision = table.game.decisions.find((one) => one.makes === wager);
  const offers = decision ? table.offers("decide", seat).filter((one) => one.data.times) : [];
  const unit = table.box(seat)?.wagers?.find((one) => one.wager === decision?.of);
  if (!offers.length || !unit) return "";
  const least = Math.min(...offers.map((one) => one.data.times));
  return show(least * cents(unit.stake), true);
}

/** `+$10.00`, `−$5.00`, or that it came back. */
function outcome(line) {
  if (line.result === "push" || line.result === "void") return "returned";
  return signed(cents(line.net), true);
}
