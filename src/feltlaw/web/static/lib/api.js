/** Calls to the server. A keyed call is sent again with the same key until it is answered: nothing is done twice. */
import { signal } from "@preact/signals";
import { nextTask } from "./task.js";

export class Problem extends Error {
  constructor(body) {
    super(body.detail || body.title || "Something went wrong.");
    this.status = body.status ?? 0;
    this.body = body;
  }
  get legal() { return typeof this.body.legal === "string" ? this.body.legal : ""; }
  get clauses() { return this.body.clauses ?? []; }
}

export const UNREACHABLE = "The server does not answer. Nothing was lost; this goes on by itself when it is back.";

export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * @param {"GET"|"POST"} method
 * @param {string} path under /api
 * @param {object} [body]
 * @param {{key?: string, tries?: number}} [how]
 */
export async function call(method, path, body, { key, tries = key ? 6 : 1 } = {}) {
  const headers = { "X-Feltlaw": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  await nextTask(); // what was pressed shows first
  for (let tried = 1; ; tried++) {
    let answer;
    try {
      answer = await fetch(`/api${path}`, {
        method, headers, body: body === undefined ? undefined : JSON.stringify(body), credentials: "same-origin",
      });
    } catch {
      if (tried < tries) { await pause(Math.min(4000, 250 * 2 ** tried)); continue; }
      throw new Problem({ status: 0, detail: UNREACHABLE });
    }
    if (answer.status === 503 && tried < tries) { await pause(600 * tried); continue; }
    const text = await answer.text();
    let found = {};
    try { found = text ? JSON.parse(text) : {}; } catch { found = { detail: text.slice(0, 200) }; }
    if (!answer.ok) throw new Problem({ status: answer.status, ...found });
    return found;
  }
}

export const get = (path) => call("GET", path);
export const post = (path, body, how) => call("POST", path, body ?? {}, how);
export const keyed = (path, body) => call("POST", path, body ?? {}, { key: newKey() });

/** Who is signed in; null until it is known. */
export const me = signal(null);

export async function whoAmI() {
  try {
    me.value = await get("/me");
  } catch (problem) {
    me.value = { account: null, roles: [], grants: [], problem };
  }
  return me.value;
}

export const holds = (...roles) => roles.some((role) => me.value?.roles?.includes(role));
