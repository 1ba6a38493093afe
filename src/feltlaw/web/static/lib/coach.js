/** The coach: exact values from the server, said before a decision on request and after it by itself. */
import { signal } from "@preact/signals";
import { get } from "./api.js";
import { cents, ratio, show } from "./money.js";
import { upper } from "./html.js";

export class Coach {
  /** @param {import("./table.js").Table} table */
  constructor(table, on) {
    this.table = table;
    this.self = this;
    this.on = signal(on);
    this.hint = signal(false);
    this.values = signal(null);
    this.verdict = signal(null);
    this.lost = signal(0);
    this.decided = signal(0);
    this.missed = signal(0);
    table.watchers.push(({ seq, view }) => this.look(seq, view));
  }

  mine(view) { return (view.waits?.seats ?? []).some((seat) => view.you?.seats?.includes(seat)); }

  async look(seq, view) {
    if (!this.mine(view)) { this.values.value = null; this.hint.value = false; return; }
    if (!this.on.value) return;
    const query = this.table.as ? `?as=${this.table.as}` : "";
    const found = await get(`/tables/${this.table.id}/coach${query}`).catch(() => null);
    if (found && found.seq === this.table.seq.value) this.values.value = found;
  }

  turn() {
    this.on.value = !this.on.value;
    if (this.on.value && this.table.view.value) this.look(this.table.seq.value, this.table.view.value);
  }

  hand(seat) { return this.values.value?.hands.find((one) => one.seat === seat); }

  /** Values of a hand in dollars, the best first. */
  ranked(seat) {
    const hand = this.hand(seat);
    if (!hand) return [];
    const unit = cents(hand.unit) / 100;
    return [...hand.acts, ...(hand.sets ?? [])].filter((one) => one.value !== null)
      .map((one) => ({ ...one, worth: ratio(one.value) * unit })).sort((a, b) => b.worth - a.worth);
  }

  /** `folding`, `playing 2×` */
  doing({ data }) {
    const base = this.table.game.decisions.flatMap((one) => one.acts).find((one) => one.act === data.act)?.doing ?? data.act;
    return data.times > 1 ? `${base} ${data.times}×` : base;
  }

  /** What is said before a decision. */
  words(seat) {
    const ranked = this.ranked(seat);
    if (!ranked.length) return null;
    const [best, ...others] = ranked;
    if (best.cards) {
      const worse = others.find((one) => best.worth - one.worth > 0.004);
      return { best: `Set ${best.cards.join(" ")}.`, more: `${best.note}, worth ${money(best.worth)} on average.${worse ? ` The next best costs ${money(best.worth - worse.worth)}.` : others.length ? " All settings are worth the same." : " No other is allowed."}` };
    }
    let last = "";
    const told = others.slice(0, 3).map((one) => {
      const again = last === one.data.act;
      last = one.data.act;
      return `${again ? `${one.data.times}×` : this.doing(one)}${one === others[0] ? " costs" : ""} ${money(best.worth - one.worth)}`;
    });
    const beside = this.hand(seat).beside ?? "";
    return { best: `${upper(word(best))}.`, more: told.length ? `${upper(told.join(", "))} on average. ${beside}` : beside };
  }

  /** What a choice cost, told when it was made. */
  judge(seat, chosen) {
    const ranked = this.ranked(seat);
    if (!this.on.value || !ranked.length) return;
    const found = ranked.find((one) => one.cards
      ? chosen.cards && [...one.cards].sort().join() === [...chosen.cards].sort().join()
      : one.data.act === chosen.act && (one.data.times ?? 0) === (chosen.times ?? 0)) ?? (chosen.cards ? null : ranked[0]);
    if (!found) return;
    const cost = ranked[0].worth - found.worth;
    this.decided.value += 1;
    if (cost > 0.004) {
      this.lost.value += cost;
      this.missed.value += 1;
      const better = ranked[0].cards ? ranked[0].cards.join(" ") : this.doing(ranked[0]);
      this.verdict.value = { right: false, words: `${upper(better)} was ${money(cost)} better.` };
    } else {
      const next = ranked.find((one) => ranked[0].worth - one.worth > 0.004);
      this.verdict.value = { right: true, words: next ? `Right, by ${money(ranked[0].worth - next.worth)}.` : "Right." };
    }
  }
}

const money = (amount) => show(Math.round(amount * 100));
const word = ({ data }) => (data.times > 1 ? `${data.act} ${data.times}×` : data.act);
