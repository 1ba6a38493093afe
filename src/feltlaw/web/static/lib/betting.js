/** What lies in one's boxes before the call: pressed here at once, told to the server a moment later. */
import { computed, signal } from "@preact/signals";
import { cents } from "./money.js";

const SOON = 180;

export class Betting {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.chips = table.game.chips.map(Number);
    const least = cents(table.game.limits.minimum);
    this.chip = signal(this.chips.filter((one) => one <= least).at(-1) ?? this.chips[0]);
    /** By seat what was pressed and is not yet on the server's felt. */
    this.drafts = signal({});
    this.followed = {};
    this.before = signal(load(table.game.submission));
    this.timers = {};
    this.sending = Promise.resolve();
    this.self = this;
    this.derive();
  }

  derive() { this.open = computed(() => this.table.legal.value.some((one) => one.do === "bet")); }

  offer(seat) { return this.table.offers("bet", seat)[0]; }

  bounds(seat) { return this.offer(seat)?.choose?.wagers ?? {}; }

  /** What lies in a box: the draft, else what the server says. */
  stakes(seat) {
    const draft = this.drafts.value[seat];
    if (draft) return draft;
    const box = this.table.box(seat);
    return Object.fromEntries((box?.wagers ?? []).map((one) => [one.wager, cents(one.stake)]));
  }

  total(seat) { return Object.values(this.stakes(seat)).reduce((sum, one) => sum + one, 0); }

  /** One chip more on an area; the first ones come to what the area takes at least. */
  press(seat, wager, chip = this.chip.value) {
    const bounds = this.bounds(seat)[wager];
    if (!bounds) return;
    const now = { ...this.stakes(seat) };
    const own = `${seat} ${wager}`;
    const was = this.followed[own] ? 0 : now[wager] ?? 0;
    delete this.followed[own];
    now[wager] = Math.min(Math.max(was + chip, cents(bounds.minimum)), cents(bounds.maximum));
    this.put(seat, now);
  }

  /** A wager that must equal another goes along with it until somebody presses it by itself. */
  put(seat, stakes) {
    const bounds = this.bounds(seat);
    for (const [wager, { equals }] of Object.entries(bounds)) {
      if (!equals) continue;
      const own = `${seat} ${wager}`;
      if (stakes[equals] && (!stakes[wager] || this.followed[own])) {
        stakes[wager] = stakes[equals];
        this.followed[own] = true;
      }
      if (!stakes[equals] && this.followed[own]) { delete stakes[wager]; delete this.followed[own]; }
    }
    this.drafts.value = { ...this.drafts.value, [seat]: stakes };
    this.table.last.value = null;
    clearTimeout(this.timers[seat]);
    this.timers[seat] = setTimeout(() => this.send(seat), SOON);
  }

  async send(seat) {
    clearTimeout(this.timers[seat]);
    this.sending = this.sending.then(async () => {
      const draft = this.drafts.value[seat];
      if (!draft) return true;
      const answer = await this.table.bet(seat, draft, `bet ${seat}`);
      if (answer && this.drafts.value[seat] === draft) this.forget(seat);
      return Boolean(answer);
    });
    return this.sending;
  }

  forget(seat) {
    const { [seat]: _, ...rest } = this.drafts.value;
    this.drafts.value = rest;
  }

  /** All boxes are as they shall be: the deal may come. */
  async ready() {
    const boxes = this.table.seats.value.filter((seat) => this.total(seat) > 0 && !this.table.box(seat)?.ready);
    this.keep();
    for (const seat of this.table.seats.value) {
      if (this.drafts.value[seat] && !(await this.send(seat))) return false;
    }
    for (const seat of boxes) if (!(await this.table.give("ready", { seat }, "ready"))) return false;
    return true;
  }

  keep() {
    const all = Object.fromEntries(this.table.seats.value.map((seat) => [seat, this.stakes(seat)]).filter(([, one]) => Object.keys(one).length));
    if (!Object.keys(all).length) return;
    this.before.value = all;
    save(this.table.game.submission, all);
  }

  canRepeat() { return Object.keys(this.before.value).length > 0; }

  /** The last bets again, for the seats one has now. */
  repeat(times = 1) {
    const known = Object.values(this.before.value);
    this.table.seats.value.forEach((seat, at) => {
      const was = this.before.value[seat] ?? known[at] ?? known[0];
      const bounds = this.bounds(seat);
      if (!was || !this.offer(seat)) return;
      const stakes = {};
      for (const [wager, amount] of Object.entries(was)) {
        if (bounds[wager]) stakes[wager] = Math.min(amount * times, cents(bounds[wager].maximum));
      }
      this.put(seat, stakes);
    });
  }

  double() {
    for (const seat of this.table.seats.value) {
      const now = this.stakes(seat);
      if (!Object.keys(now).length) continue;
      const bounds = this.bounds(seat);
      this.put(seat, Object.fromEntries(Object.entries(now).map(([wager, amount]) => [wager, bounds[wager] ? Math.min(2 * amount, cents(bounds[wager].maximum)) : amount])));
    }
  }

  clear() {
    for (const seat of this.table.seats.value) {
      for (const wager of Object.keys(this.bounds(seat))) delete this.followed[`${seat} ${wager}`];
      if (Object.keys(this.stakes(seat)).length) this.put(seat, {});
      else this.forget(seat);
    }
    this.table.problem.value = null;
  }
}

function load(submission) {
  try { return JSON.parse(sessionStorage.getItem(`bets ${submission}`)) ?? {}; } catch { return {}; }
}

function save(submission, bets) {
  try { sessionStorage.setItem(`bets ${submission}`, JSON.stringify(bets)); } catch { /* a private window */ }
}
