/** A submission edited in the page: its faults beside the lines, its felt as one types. */
import { useEffect, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { call, get, post } from "../lib/api.js";
import { signal } from "@preact/signals";
import { faultWords } from "../lib/submission.js";
import { Felt } from "./felt.js";
import { Clauses, Trouble } from "./said.js";

/** A table nobody sits at, for its felt alone. */
const bare = (game) => ({ game, view: signal({ seats: [], legal: [], waits: null }), shown: signal({ places: {}, boxes: [], hands: {}, lines: [] }), seats: signal([]), ended: signal(false), offers: () => [], title: (own) => [...game.wagers, ...game.awards].find((one) => one.id === own)?.title ?? own });

const SOON = 350;
const MODES = [["automatic", "deals by itself"], ["dealt", "a dealer at the console"], ["real", "real cards"]];

export function Editor({ games, opened }) {
  const all = Object.values(games);
  const [chosen, setGame] = useState("");
  const game = chosen || (all[0]?.regulation ?? "");
  const [text, setText] = useState("");
  const [found, setFound] = useState({ valid: null, findings: [] });
  const [mode, setMode] = useState("automatic");
  const [id, setId] = useState("");
  const [problem, setProblem] = useState(null);
  const [busy, setBusy] = useState(false);
  const [drawn, setDrawn] = useState(null);
  useEffect(() => { if (game) get(`/games/${game}/submission`).then((answer) => setText(answer.submission)).catch(setProblem); }, [game]);
  useEffect(() => {
    if (!text) return undefined;
    const timer = setTimeout(() => post("/rules/check", { submission: text }).then((answer) => {
      setFound(answer);
      if (answer.valid && answer.id !== drawn?.submission) post("/games", { submission: text }).then(setDrawn).catch(() => {});
    }).catch((trouble) => setFound({ valid: false, findings: [{ level: "fault", what: trouble.message.replace(/\.$/, ""), legal: trouble.legal }] })), SOON);
    return () => clearTimeout(timer);
  }, [text]);
  const open = async (event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try { await call("POST", "/tables", { submission: text, mode, ...(id ? { id } : {}) }); opened(); } catch (trouble) { setProblem(trouble); } finally { setBusy(false); }
  };
  const lines = text.split("\n");
  const findings = found.findings ?? [];
  const faulty = new Map(findings.filter((one) => one.line && one.level !== "note").map((one) => [one.line, one]));
  return html`<form class="sheet editor" onSubmit=${open}><header><h2>Open a table</h2><span class=${found.valid ? "win" : found.valid === false ? "lose" : "quiet"}>${found.valid ? "✓ as the regulation has it" : found.valid === false ? `✗ ${found.findings.length} fault${found.findings.length === 1 ? "" : "s"}` : "…"}</span></header>
    <div class="choices"><label>Game<select value=${game} onChange=${(event) => setGame(event.target.value)}>${all.map((one) => html`<option key=${one.regulation} value=${one.regulation} selected=${one.regulation === game}>${one.title}, ${one.jurisdiction}</option>`)}</select></label>
      <label>Mode<select value=${mode} onChange=${(event) => setMode(event.target.value)}>${MODES.map(([own, words]) => html`<option key=${own} value=${own}>${own}: ${words}</option>`)}</select></label>
      <label>Name of the table<input value=${id} placeholder="the next free number" onInput=${(event) => setId(event.target.value)} /></label></div>
    <div class="edit-beside"><div class="edit"><pre class="gutter" aria-hidden="true">${lines.map((_, at) => html`<span key=${at} class=${faulty.has(at + 1) ? "bad" : ""}>${at + 1}</span>`)}</pre>
      <textarea spellcheck=${false} aria-label="Submission" rows=${Math.max(12, lines.length + 1)} value=${text} onInput=${(event) => setText(event.target.value)}></textarea></div>
      <figure class="edit-felt" aria-label="The felt by this submission">${drawn && html`<${Felt} table=${bare(drawn)} />`}<figcaption class="quiet small">${found.valid === false ? "The felt of the last text without a fault." : drawn ? `${drawn.title}, ${drawn.submission.slice(0, 8)}` : ""}</figcaption>
    <div class="findings">    ${findings.map((one, at) => html`<p key=${at} class=${one.level === "fault" || !one.level ? "problem" : "warning"} data-problem="submission">${one.line ? html`<button type="button" class="link" onClick=${() => document.querySelector(".edit")?.scrollTo({ top: (one.line - 4) * 20 })}>Line ${one.line}</button>. ` : ""}${faultWords(one)} ${one.clauses?.length > 0 && html`<${Clauses} ids=${one.clauses} />`}</p>`)}
    </div></figure></div>
    <${Trouble} problem=${problem} /><button class="key primary" data-act="open_table" disabled=${busy || found.valid === false}>Open the table</button></form>`;
}
