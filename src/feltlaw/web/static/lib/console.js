/** What the crew's consoles share: the table as one's role sees it, steps in words, chips of an amount. */
import { batch, computed, signal } from "@preact/signals";
import { call, newKey, Problem } from "./api.js";
import { folded, fresh, leaving, seen } from "./fold.js";
import { listed, upper } from "./html.js";
import { Live, SESSION_OVER } from "./live.js";
import { cents, show } from "./money.js";

/** What a guest does, which is entered for him and never by one press. */
const GUESTS = new Set(["sit", "bet", "buy_in", "cash_out"]);

export class Console {
  constructor(id, as, game) {
    Object.assign(this, { id, as, game });
    this.seq = signal(0);
    this.view = signal(null);
    this.round = signal(fresh());
    this.problem = signal(null);
    this.busy = signal(false);
    this.asked = signal("");
    this.leaves = leaving(game);
    this.titles = Object.fromEntries([...game.wagers, ...game.awards].map((one) => [one.id, one.title]));
    this.legal = computed(() => this.view.value?.legal ?? []);
    /** Every way of what comes next, where it is this person's to do. */
    this.ways = computed(() => {
      const waits = this.view.value?.waits;
      return waits ? this.legal.value.filter((one) => one.do === waits.do && (!waits.seat || !one.data.seat || one.data.seat === waits.seat)) : [];
    });
    /** The one thing to do next; nothing where there is a choice that is not the dealer's own to make by a press. */
    this.step = computed(() => this.ways.value.find((one) => !one.choose?.wagers && !one.data.act && !GUESTS.has(one.do)));
    this.choices = computed(() => this.ways.value.filter((one) => one.data.act));
    this.others = computed(() => this.legal.value.filter((one) => one !== this.step.value && !this.choices.value.includes(one)));
    this.live = new Live(id, as, (frame) => this.frame(frame));
  }

  title(own) { return this.titles[own] ?? own.replaceAll("_", " "); }

  frame({ seq, events, view }) {
    batch(() => {
      let now = this.round.value;
      for (const event of events ?? []) now = folded(now, event, this.leaves);
      this.view.value = view;
      this.round.value = seen(now, view);
      this.seq.value = seq;
    });
  }

  async give(offer, data = offer.data, where = offer.do) {
    if (this.busy.value) return null;
    this.busy.value = true;
    this.asked.value = "";
    try {
      const own = { buy_in: "buy-in", cash_out: "cash-out", close_table: "close" }[offer.do];
      const body = own ? { ...data, as: this.as } : { do: offer.do, data, as: this.as };
      const answer = await call("POST", `/tables/${encodeURIComponent(this.id)}/${own ?? "commands"}`, body, { key: newKey() });
      this.problem.value = null;
      if (answer.view) await this.live.take(answer);
      if (answer.approval) this.asked.value = `Asked as ${answer.approval}: another account must confirm it.`;
      return answer;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (problem.status === 401) this.live.end(SESSION_OVER);
      this.problem.value = { where, words: problem.message, legal: problem.legal, clauses: problem.clauses };
      return null;
    } finally { this.busy.value = false; }
  }
}

/** How many cards of a real deck a step turns up that nobody has entered yet. */
export const cardsWanted = (offer) => offer.choose?.cards?.count ?? 0;

/** A command's own word, as a person says it. */
export const said = (word) => SAID[word] ?? upper(word.replaceAll("_", " "));
const SAID = { receive_deck: "Bring a deck", correct: "Put a payment right", report: "Report it", record_exposed_card: "Record it", record_departure: "Record a departure" };

/** `Pay the Ante $15, return the Play, take the Six Card Bonus.` */
export function settling(console_, due) {
  const name = (line) => console_.title(line.wager || line.award);
  const pay = due.filter((line) => cents(line.paid) > 0).map((line) => `the ${name(line)} ${show(cents(line.paid), true)}`);
  const back = due.filter((line) => !cents(line.paid) && cents(line.returned) > 0).map((line) => `the ${name(line)}`);
  const take = due.filter((line) => line.result === "lose").map((line) => `the ${name(line)}`);
  const parts = [[pay, "pay"], [back, "return"], [take, "take"]].filter(([all]) => all.length).map(([all, verb]) => `${verb} ${listed(all)}`);
  return parts.length ? `${upper(parts.join(", "))}.` : "";
}

/** The fewest chips that make an amount. */
export function chipsOf(amount, denominations) {
  const found = [];
  let left = amount;
  for (const one of [...denominations].sort((a, b) => b - a)) {
    const many = Math.floor(left / one);
    if (many) { found.push([one, many]); left -= many * one; }
  }
  return { chips: found, left };
}
