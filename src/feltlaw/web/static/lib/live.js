/** A table as it goes on: frames in order, none missed, and a connection that comes back by itself. */
import { signal } from "@preact/signals";
import { get } from "./api.js";
import { nextTask } from "./task.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const QUIET = 250;
export const SESSION_OVER = "Your session is over. Sign in again; your seat and your chips are as they were.";

/** `live`, `reconnecting` or `stopped`, with a sentence for whoever looks. */
export const connection = signal({ state: "live", words: "" });

function say(state, words = "") {
  connection.value = { state, words };
  document.body.dataset.state = state;
}

export class Live {
  /**
   * @param {string} table
   * @param {string} as the role to look in, empty for whoever has only one
   * @param {(frame: {seq: number, events: object[], view: object}) => void} told
   */
  constructor(table, as, told) {
    this.table = table;
    this.as = as;
    this.told = told;
    this.seq = 0;
    this.over = false;
    this.wait = FIRST_WAIT;
    this.taken = Promise.resolve();
    this.onWake = () => { if (document.visibilityState === "visible") this.woke(); };
    document.addEventListener("visibilitychange", this.onWake);
    addEventListener("online", this.onWake);
    this.connect();
  }

  connect() {
    if (this.over) return;
    const query = new URLSearchParams(this.seq ? { after: String(this.seq) } : {});
    if (this.as) query.set("as", this.as);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/live?${query}`);
    this.socket = socket;
    socket.onopen = () => setTimeout(() => { if (socket === this.socket && socket.readyState === WebSocket.OPEN) this.back(); }, QUIET);
    socket.onmessage = ({ data }) => this.got(JSON.parse(data));
    socket.onclose = ({ code }) => { if (socket === this.socket) this.lost(code); };
  }

  got(frame) {
    if (frame.problem) { this.refused = frame.problem; return; }
    this.back();
    this.take(frame);
  }

  /** Frames in the order in which they came, each in a task of its own; one that fails stops no other. */
  take(frame) {
    const own = this.taken.then(nextTask).then(() => this.apply(frame));
    this.taken = own.catch(() => {});
    return own;
  }

  /** Connected: by a frame, or by an open line on which nothing was missed. */
  back() {
    this.wait = FIRST_WAIT;
    if (connection.value.state !== "live") { say("live"); this.checkVersion(); }
  }

  /** A frame from the socket, or the answer to one's own command, whichever comes first. */
  apply(frame) {
    const first = frame.events?.[0]?.number;
    if (this.seq && frame.seq <= this.seq) return;
    if (this.seq && first > this.seq + 1) { this.whole(); return; }
    this.seq = frame.seq;
    this.told(frame);
  }

  async whole() {
    const found = await get(`/tables/${this.table}/view${this.as ? `?as=${this.as}` : ""}`).catch(() => null);
    if (found && found.seq > this.seq) { this.seq = found.seq; this.told({ ...found, events: [] }); }
  }

  lost(code) {
    if (this.over) return;
    const status = code >= 4000 ? code - 4000 : 0;
    if (status === 401) { this.end(SESSION_OVER); return; }
    if (status === 404) { this.end(this.gone ?? "This table is not here any more."); return; }
    if (status === 403 || status === 400) { this.end(this.refused?.detail ?? "You may not look at this table."); return; }
    say("reconnecting", "The connection is lost. What you see is as it was; this comes back by itself.");
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7);
  }

  /** After sleep: a line that looks open may be dead, what happened is fetched, and the program may be another. */
  woke() {
    if (this.over) return;
    this.hurry();
    if (this.seq) this.whole();
    this.checkVersion();
  }

  hurry() {
    if (this.over || this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.connect();
  }

  async checkVersion() {
    const now = await fetch("/assets/version").then((one) => one.text()).catch(() => "");
    const mine = document.querySelector("meta[name=feltlaw]").content;
    if (now && now !== mine) say("live", "There is a newer version of this page. Load it again when it suits you.");
  }

  end(words) {
    this.over = true;
    clearTimeout(this.timer);
    say("stopped", words);
  }

  close() {
    this.over = true;
    document.removeEventListener("visibilitychange", this.onWake);
    removeEventListener("online", this.onWake);
    this.socket?.close();
  }
}
