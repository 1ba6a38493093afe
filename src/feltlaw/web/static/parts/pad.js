/** Real cards by keys, scanner or touch: a known card stays on the pad and says where it lies. */
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { html, names, upper } from "../lib/html.js";
import { Card, isRed, rankOf, Suit } from "../lib/cards.js";
import { said } from "../lib/console.js";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";
const JOKER = "Jk";

/** What was typed so far. A scanner is faster than a screen, so nothing here waits for one to be drawn. */
class Typed {
  constructor(console_, offer, count) {
    Object.assign(this, { console_, offer, count });
    this.cards = signal([]);
    this.rank = signal("");
  }

  get known() {
    const found = {};
    for (const place of Object.values(this.console_.round.value.places)) for (const card of place.up) found[card] = place.seat ? `seat ${place.seat}` : place.group;
    return found;
  }

  get full() { return this.cards.value.length === this.count; }

  take(card) {
    this.rank.value = "";
    if (this.cards.value.includes(card)) this.cards.value = this.cards.value.filter((one) => one !== card);
    else if (!this.full && !this.known[card]) this.cards.value = [...this.cards.value, card];
  }

  async enter() {
    if (!this.full) return;
    const answer = await this.console_.give(this.offer, { ...this.offer.data, cards: this.cards.value });
    if (answer) this.cards.value = [];
  }

  key(event) {
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const key = event.key.toUpperCase();
    const rank = this.rank.value;
    if (key === "ENTER") { event.preventDefault(); this.enter(); } else if (key === "BACKSPACE") { if (rank) this.rank.value = ""; else this.cards.value = this.cards.value.slice(0, -1); } else if (rank === "J" && key === "K") this.take(JOKER);
    else if (rank && SUITS.includes(key.toLowerCase())) this.take(rank + key.toLowerCase());
    else if (key.length === 1 && RANKS.includes(key)) this.rank.value = key;
    else if (key === "1" || key === "0") this.rank.value = "T";
  }
}

export function Pad({ console_, offer, count }) {
  const typed = useMemo(() => new Typed(console_, offer, count), [offer.do, offer.data.seat, count]);
  typed.offer = offer;
  useEffect(() => {
    const onKey = (event) => typed.key(event);
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [typed]);
  const { known, full } = typed;
  const cards = typed.cards.value;
  const problem = console_.problem.value?.where === offer.do ? console_.problem.value : null;
  const joker = console_.game.jokers > 0;
  const key = (card) => html`<button type="button" key=${card} class=${names("pad-key", isRed(card) && "red", known[card] && "known", cards.includes(card) && "mine")} disabled=${Boolean(known[card])} aria-pressed=${cards.includes(card)} onClick=${() => typed.take(card)}><b>${card === JOKER ? "Joker" : rankOf(card)}</b>${known[card] ? html`<small>${known[card]}</small>` : card !== JOKER && html`<${Suit} of=${card[1]} />`}</button>`;
  return html`<section class="sheet pad"><header><h2>Cards as they are turned up</h2><span class="quiet">rank, then suit <kbd>J</kbd> <kbd>D</kbd> · take back <kbd>⌫</kbd></span></header>
    <div class="typed"><span class="place">${cards.map((card) => html`<${Card} key=${card} card=${card} />`)}${Array.from({ length: Math.max(0, count - cards.length) }, (_, at) => html`<span key=${at} class="card free ink"></span>`)}</span><span class="quiet">${cards.length} of ${count} entered${typed.rank.value ? `, ${rankOf(typed.rank.value)} …` : ""}</span>
      <button type="button" class="key primary" data-act=${offer.do} disabled=${!full || console_.busy.value} onClick=${() => typed.enter()}>${said(offer.do)} <kbd>Enter</kbd></button></div>
    ${problem && html`<p class="problem" role="alert" data-problem=${offer.do}><b>${upper(problem.words)}</b> ${problem.legal}</p>`}
    <div class="pad-grid">${[...SUITS].map((suit) => [...RANKS].map((rank) => key(rank + suit)))}${joker && key(JOKER)}</div></section>`;
}
