/** How somebody practises: alone or with others, any hands or hard ones, a hand once more. */
import { signal } from "@preact/signals";
import { get, post } from "./api.js";
import { cents, dollars } from "./money.js";

const BUY_IN = 500_00;
/** Least bets that a hand may take with what a decision stakes: with fewer chips one could only fold. */
const A_HAND = 5;
export const read = (own) => { try { return sessionStorage.getItem(own); } catch { return null; } };
export const write = (own, value) => { try { sessionStorage.setItem(own, value); } catch { /* a private window */ } };

/** What was chosen, for as long as the window is open. */
export const lesson = signal({ hard: read("hard") === "1", others: Number(read("others") ?? 0) });

/**
 * A practice table: the one this window has, else a new one.
 * @param {string} name the game
 * @param {{submission?: unknown, again?: {table: string, round: number}, anew?: boolean}} [how]
 */
export async function practiceTable(name, { submission, again, anew = false } = {}) {
  const kept = `practice ${name}`;
  const own = anew || submission || again ? null : read(kept);
  const known = own && (await get(`/tables/${own}/game`).catch(() => null));
  if (known) return { id: own, game: known, fresh: false };
  const { id } = await post("/practice", { submission: submission ?? name, ...lesson.value, ...(again ? { again } : {}) });
  write(kept, id);
  return { id, game: await get(`/tables/${id}/game`), fresh: true };
}

export function choose(more) {
  lesson.value = { ...lesson.value, ...more };
  write("hard", lesson.value.hard ? "1" : "");
  write("others", String(lesson.value.others));
}

/** By table the number of the event with which chips were bought; before it is seen, none are bought again. */
const bought = {};

/** At a practice table one sits in the middle and has chips, as many as at the table before where there was one. */
export async function settleIn(table) {
  if (table.settling || table.seq.value < (bought[table.id] ?? 0)) return;
  table.settling = true;
  try {
    const seats = table.offers("sit");
    const middle = Math.ceil(table.game.limits.seats / 2);
    if (!table.seats.value.length && !table.sat && seats.length) table.sat = Boolean(await table.give("sit", (seats.find((one) => one.data.seat === middle) ?? seats[0]).data, "table"));
    const least = A_HAND * cents(table.game.limits.minimum);
    if (table.seats.value.length && table.balance.value + table.staked.value < least && table.offers("buy_in").length && !table.current.value.boxes.some((box) => table.seats.value.includes(box.seat))) {
      const amount = table.chipsBefore >= least ? table.chipsBefore : BUY_IN;
      table.chipsBefore = 0;
      bought[table.id] = (await table.give("buy_in", { amount: dollars(amount) }, "table"))?.seq ?? 0;
    }
  } finally { table.settling = false; }
}
