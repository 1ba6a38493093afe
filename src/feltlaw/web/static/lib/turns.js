/**
 * The parts of a page take turns: on a slow machine each follows the store in a task and a picture of its own, so that
 * no task is long; on a fast one several share them. One's own seat is no such part: what one presses shows at once.
 * Components read what follows; what they do, they do to the original (`self`).
 */
import { batch, Signal, signal } from "@preact/signals";
import { soon } from "./task.js";

/** The order in which parts follow: what one looks at first, and the words about it last. */
export const [FELT, DOCK, REST] = [1, 2, 3];

/** Milliseconds of a task after which the next part waits for the next picture, and how long it waits at most. */
const SHORT = 3;
const LATEST = 120;
const due = new Map();
let going = false;

/** A signal that takes the original's value when it is its part's turn; what is set, is set there. */
class Follower {
  constructor(source, turn) {
    this.source = source;
    this.shown = signal(source.peek());
    source.subscribe(() => this.shown.peek() !== source.peek() && ask(turn, this));
  }

  get value() { return this.shown.value; }
  set value(next) { this.source.value = next; }
  peek() { return this.shown.peek(); }
  follow() { this.shown.value = this.source.peek(); }
}

/**
 * The same object as a part of the page sees it.
 * @param {object} original its signals are followed; what rests on them it works out in `derive`, anew for who follows
 * @param {number} turn
 * @param {object} [more] what is another's than the original's, as the table that a part sees
 */
export function following(original, turn, more = {}) {
  const copy = Object.assign(Object.create(original), more);
  copy.derive?.();
  for (const [name, value] of Object.entries(original)) {
    if (value instanceof Signal && !Object.hasOwn(copy, name)) copy[name] = new Follower(value, turn);
  }
  return copy;
}

function ask(turn, follower) {
  if (!due.has(turn)) due.set(turn, new Set());
  due.get(turn).add(follower);
  if (going) return;
  going = true;
  afterPicture();
}

const go = () => follow(performance.now());

function follow(began) {
  const turn = Math.min(...due.keys());
  const all = due.get(turn);
  due.delete(turn);
  try {
    batch(() => { for (const one of all) one.follow(); });
  } finally {
    queueMicrotask(() => next(began)); // components are drawn by then
  }
}

function next(began) {
  if (!due.size) going = false;
  else if (performance.now() - began < SHORT) follow(began);
  else afterPicture();
}

/** Once what went before is painted; a page that nobody sees is not. */
function afterPicture() {
  if (document.hidden) { soon(go); return; }
  let done = false;
  const then = () => { if (!done) { done = true; soon(go); } };
  requestAnimationFrame(then);
  setTimeout(then, LATEST);
}
