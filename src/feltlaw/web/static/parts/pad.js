/** Real cards by keys, scanner or touch: a known card stays on the pad and says where it lies. */
import { useEffect, useState } from "preact/hooks";
import { html, names, upper } from "../lib/html.js";
import { Card, isRed, rankOf, Suit } from "../lib/cards.js";
import { said } from "../lib/console.js";

const RANKS = "AKQJT98765432";
const SUITS = "shdc";

export function Pad({ console_, offer, count }) {
  const [cards, setCards] = useState([]);
  const [rank, setRank] = useState("");
  const known = {};
  for (const place of Object.values(console_.round.value.places)) for (const card of place.up) known[card] = place.seat ? `seat ${place.seat}` : place.group;
  const full = cards.length === count;
  const take = (card) => { if (cards.includes(card)) setCards(cards.filter((one) => one !== card)); else if (!full && !known[card]) setCards([...cards, card]); };
  const enter = () => { if (full) console_.give(offer, { ...offer.data, cards }).then((answer) => { if (answer) setCards([]); }); };
  useEffect(() => {
    const onKey = (event) => {
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      const key = event.key.toUpperCase();
      if (key === "ENTER") { enter(); return; }
      if (key === "BACKSPACE") { setCards(cards.slice(0, -1)); return; }
      if (rank && SUITS.includes(key.toLowerCase())) { take(rank + key.toLowerCase()); setRank(""); return; }
      if (RANKS.includes(key)) setRank(key); else if (key === "1" || key === "0") setRank("T");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const problem = console_.problem.value?.where === offer.do ? console_.problem.value : null;
  return html`<section class="sheet pad"><header><h2>Cards as they are turned up</h2><span class="quiet">rank, then suit <kbd>J</kbd> <kbd>D</kbd> · take back <kbd>⌫</kbd></span></header>
    <div class="typed"><span class="place">${cards.map((card) => html`<${Card} key=${card} card=${card} />`)}${Array.from({ length: count - cards.length }, (_, at) => html`<span key=${at} class="card free ink"></span>`)}</span><span class="quiet">${cards.length} of ${count} entered${rank ? `, ${rankOf(rank)} …` : ""}</span>
      <button type="button" class="key primary" data-act=${offer.do} disabled=${!full || console_.busy.value} onClick=${enter}>${said(offer.do)} <kbd>Enter</kbd></button></div>
    ${problem && html`<p class="problem" role="alert" data-problem=${offer.do}><b>${upper(problem.words)}</b> ${problem.legal}</p>`}
    <div class="pad-grid">${[...SUITS].map((suit) => [...RANKS].map((one) => { const card = one + suit; return html`<button type="button" key=${card} class=${names("pad-key", isRed(card) && "red", known[card] && "known", cards.includes(card) && "mine")} disabled=${Boolean(known[card])} aria-pressed=${cards.includes(card)} onClick=${() => take(card)}><b>${rankOf(card)}</b>${known[card] ? html`<small>${known[card]}</small>` : html`<${Suit} of=${suit} />`}</button>`; }))}</div></section>`;
}
