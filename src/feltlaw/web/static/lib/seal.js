/** The seal of a deck, checked here: SHA-256 of our own, so that it works without a secure context too. */
const K = new Uint32Array(64);
const H = new Uint32Array(8);
(() => {
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) { prime = false; break; }
    if (!prime) continue;
    if (found < 8) H[found] = ((n ** 0.5) % 1) * 2 ** 32;
    K[found++] = (Math.cbrt(n) % 1) * 2 ** 32;
  }
})();

/** @param {Uint8Array} data */
export function sha256(data) {
  const size = ((data.length + 8) >> 6) * 64 + 64;
  const bytes = new Uint8Array(size);
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 4, data.length * 8);
  const state = H.slice();
  const w = new Uint32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < size; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15], w[i - 2]];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((one, i) => { state[i] = (state[i] + one) | 0; });
  }
  const out = new Uint8Array(32);
  const told = new DataView(out.buffer);
  state.forEach((one, i) => told.setUint32(4 * i, one));
  return out;
}

const bytesOf = (hex) => new Uint8Array((hex.match(/../g) ?? []).map((one) => parseInt(one, 16)));
const hexOf = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
/** A card's number in the deck. */
export const numberOf = (card) => (card === "Jk" ? 52 : RANKS.indexOf(card[0]) * 4 + SUITS.indexOf(card[1]));

/** Whether a card was at that place of the deck that the root stands for. */
export function isSealed(root, { place, card, nonce, path }) {
  let found = sha256(new Uint8Array([0, place, numberOf(card), ...bytesOf(nonce)]));
  let at = place;
  for (const beside of path) {
    const other = bytesOf(beside);
    found = sha256(new Uint8Array(at % 2 ? [1, ...other, ...found] : [1, ...found, ...other]));
    at = Math.floor(at / 2);
  }
  return at === 0 && hexOf(found) === root;
}
