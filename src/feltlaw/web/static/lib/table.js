/** The store of a table page: fed by frames, asked by components. It knows no rule of any game. */
import { batch, computed, signal } from "@preact/signals";
import { call, get, newKey, Problem } from "./api.js";
import { folded, fresh, isEmpty, leaving, lineId, seen } from "./fold.js";
import { Live, SESSION_OVER } from "./live.js";
import { cents, dollars } from "./money.js";

const MOST_SAID = 200;
const MOST_ROUNDS = 25;
const MOST_LINES = 200;
const SOON = 20;

export class Table {
  constructor(id, as, game, { practice = false } = {}) {
    Object.assign(this, { id, as, game, practice });
    this.seq = signal(0);
    this.view = signal(null);
    this.current = signal(fresh());
    this.last = signal(null);
    this.said = signal([]);
    this.told = signal({ lines: {}, acts: [] });
    this.history = signal([]);
    this.problem = signal(null);
    this.busy = signal("");
    /** Another table comes in this one's place: nothing may be done here any more. */
    this.held = signal(false);
    this.clocks = signal([]);
    this.tick = signal(0);
    this.leaves = leaving(game);
    this.titles = Object.fromEntries([...game.wagers, ...game.awards].map((one) => [one.id, one.title]));
    this.watchers = [];
    this.derive();
    this.live = new Live(id, as, (frame) => this.frame(frame));
  }

  /** What rests on the rest. */
  derive() {
    this.legal = computed(() => (this.held.value ? [] : this.view.value?.legal ?? []));
    this.you = computed(() => this.view.value?.you ?? null);
    this.seats = computed(() => this.you.value?.seats ?? []);
    this.balance = computed(() => cents(this.you.value?.chips));
    this.phase = computed(() => phaseOf(this.view.value));
    /** The round on the felt: the one under way, else the one that has just ended; who played in it has time to read. */
    this.shown = computed(() => {
      const now = this.current.value;
      const last = this.last.value;
      if (!last) return now;
      const mine = (round) => round.boxes.some((box) => this.seats.value.includes(box.seat));
      const stays = mine(last) ? !mine(now) && !Object.keys(now.places).length : isEmpty(now);
      return stays ? last : now;
    });
    this.ended = computed(() => this.shown.value === this.last.value && this.last.value !== null || this.shown.value.over);
    this.staked = computed(() => this.current.value.boxes.filter((box) => this.seats.value.includes(box.seat))
      .flatMap((box) => box.wagers ?? []).reduce((sum, one) => sum + cents(one.lies), 0));
  }

  offers(what, seat) {
    return this.legal.value.filter((one) => one.do === what && (seat === undefined || one.data.seat === seat));
  }

  title(own) { return this.titles[own] ?? own.replaceAll("_", " "); }

  box(seat) { return this.current.value.boxes.find((one) => one.seat === seat); }

  frame({ seq, events, view }) {
    batch(() => {
      let now = this.current.value;
      for (const event of events ?? []) {
        now = folded(now, event, this.leaves);
        if (event.kind === "end_round") { this.endOf(now); now = fresh(); }
      }
      this.view.value = view;
      this.current.value = seen(now, view);
      this.seq.value = seq;
    });
    this.tell(events?.length ? events[0].number - 1 : 0);
    setTimeout(() => { for (const watch of this.watchers) watch({ seq, events: events ?? [], view }); });
  }

  /** Words follow the cards; for frames that come close together they are asked for once. */
  tell(after) {
    this.untold = Math.min(after, this.untold ?? after);
    this.asking ??= setTimeout(() => {
      const from = this.untold;
      this.untold = this.asking = undefined;
      this.telling(from);
    }, SOON);
  }

  /** A round is over: it stays on the felt until the next one begins. */
  endOf(round) {
    this.last.value = round;
    const mine = round.lines.filter((line) => this.seats.value.includes(line.seat));
    if (!mine.length && !round.void) return;
    const net = mine.reduce((sum, line) => sum + cents(line.net), 0);
    const words = this.seats.value.map((seat) => round.places[`player ${seat}`]?.hand ?? round.hands[seat]?.hand ?? "").find(Boolean);
    this.history.value = [{ number: round.number, net, words: round.void ? "void" : words ?? "" }, ...this.history.value].slice(0, MOST_ROUNDS);
  }

  /** What happened in sentences, and why each line came out as it did. */
  async telling(after) {
    const found = await get(`/tables/${this.id}/told?after=${after}${this.as ? `&as=${this.as}` : ""}`).catch(() => null);
    if (!found) return;
    batch(() => {
      const known = new Set(this.said.value.map((one) => one.number));
      const fresh_ = found.said.filter((one) => !known.has(one.number));
      this.said.value = [...this.said.value, ...fresh_.map((one, at) => ({ ...one, own: `${one.number} ${at}` }))].slice(-MOST_SAID);
      const lines = { ...this.told.value.lines };
      for (const old of Object.keys(lines).slice(0, -MOST_LINES)) delete lines[old];
      for (const one of found.lines) lines[`${one.seat} ${one.id} ${one.for_seat}`] = one;
      this.told.value = { lines, acts: found.acts };
      const now = performance.now();
      this.tick.value = now;
      this.clocks.value = (found.clocks ?? []).map((one) => ({ ...one, until: now + one.ms }));
    });
    clearInterval(this.ticking);
    if (this.clocks.value.length) this.ticking = setInterval(() => { this.tick.value = performance.now(); }, 1000);
  }

  /** A command of whoever looks. A refusal is said at the place `where` it happened. */
  async give(what, data, where = "") {
    const path = what === "buy_in" ? "buy-in" : what === "cash_out" ? "cash-out" : "commands";
    const body = path === "commands" ? { do: what, data } : { ...data };
    if (this.as) body.as = this.as;
    this.busy.value = where || what;
    try {
      const answer = await call("POST", `/tables/${this.id}/${path}`, body, { key: newKey() });
      this.problem.value = null;
      if (answer.view) await this.live.take(answer);
      return answer;
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (problem.status === 401) this.live.end(SESSION_OVER);
      this.problem.value = { where, words: problem.message, legal: problem.legal, clauses: problem.clauses };
      return null;
    } finally {
      this.busy.value = "";
    }
  }

  bet(seat, wagers, where) {
    const data = Object.fromEntries(Object.entries(wagers).filter(([, amount]) => amount).map(([own, amount]) => [own, dollars(amount)]));
    return this.give("bet", { seat, wagers: data }, where);
  }

  reasonOf(line) { return this.told.value.lines[`${line.seat} ${lineId(line)} ${line.for_seat ?? 0}`]; }

  close() { clearInterval(this.ticking); clearTimeout(this.asking); this.live.close(); }
}

/** One word for what a table does; those that others rely on among them. */
function phaseOf(view) {
  if (!view) return "closed";
  if (view.phase === "closing" || view.phase === "closed") return "closed";
  return view.phase;
}
