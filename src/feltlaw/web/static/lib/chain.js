/** A sealed export checked here: every line's hash, and that each names the one before it in its stream. */
import { sha256 } from "./seal.js";

const BEGINS = '{"hash":"';
const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");

/** @param {string} text an export, line for line as it was sealed */
export function checkChain(text) {
  const encoder = new TextEncoder();
  const heads = {};
  let events = 0;
  for (const line of text.split("\n")) {
    if (!line.startsWith(BEGINS)) continue;
    const raw = line.endsWith(",") ? line.slice(0, -1) : line;
    const [own, body] = [raw.slice(BEGINS.length, BEGINS.length + 64), `{${raw.slice(BEGINS.length + 66)}`];
    if (hex(sha256(encoder.encode(body))) !== own) return { fits: false, events, heads };
    const { stream, number, prev } = JSON.parse(body);
    const before = heads[stream];
    if (before && (before.hash !== prev || before.number + 1 !== number)) return { fits: false, events, heads };
    heads[stream] = { number, hash: own };
    events += 1;
  }
  const told = JSON.parse(text).heads;
  const ends = Object.entries(told).every(([stream, { hash }]) => heads[stream]?.hash === hash);
  return { fits: events > 0 && ends, events, heads };
}
