/** What is told in words: refusals at their place, the log, the state of the connection, reasons. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { html, names } from "../lib/html.js";
import { get } from "../lib/api.js";
import { connection } from "../lib/live.js";
import { cents, signed } from "../lib/money.js";
import { lineId } from "../lib/fold.js";

export function Refusal({ table, where }) {
  const problem = table.problem.value;
  if (!problem || problem.where !== where) return null;
  return html`<p class="problem" role="alert" data-problem=${where || "table"}><b>${sentence(problem.words)}</b> ${problem.legal}
    ${problem.clauses?.length > 0 && html` <${Clauses} ids=${problem.clauses} />`}</p>`;
}

/** A problem that is not a table's. */
export function Trouble({ problem }) {
  if (!problem) return null;
  return html`<p class="problem" role="alert" data-problem="page"><b>${sentence(problem.message)}</b> ${problem.legal}
    ${problem.clauses?.length > 0 && html` <${Clauses} ids=${problem.clauses} />`}</p>`;
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1);

export function Clauses({ ids }) {
  return html`<span class="clauses">${ids.slice(0, 4).map((own) => html`<a key=${own} href=${clauseHref(own)}>${own}</a> `)}</span>`;
}

export function clauseHref(own) {
  const regulation = /^[A-Z]+-\w+(?=\.)/.exec(own)?.[0];
  return regulation ? `/rules/${regulation}#${encodeURIComponent(own)}` : `/rules#${own}`;
}

export function Connection() {
  const { state, words } = connection.value;
  if (!words) return null;
  return html`<p class=${names("connection", state)} role="status">${words}
    ${state === "stopped" && html` <a href=${`/sign-in?next=${encodeURIComponent(location.pathname)}`}>Sign in</a> · <a href="/">All tables</a>`}
    ${state === "live" && html` <button type="button" class="link" onClick=${() => location.reload()}>Load it</button>`}</p>`;
}

/** Everything that happened, in order, as sentences; read aloud as it comes. */
export function Log({ table, visible }) {
  const end = useRef(null);
  const all = table.said.value;
  useEffect(() => { if (visible && end.current) end.current.scrollTop = end.current.scrollHeight; }, [all.length, visible]);
  return html`<div class=${visible ? "log" : "log unseen"} role="log" aria-label="What happened" ref=${end} tabindex=${visible ? 0 : undefined}>
    ${all.slice(visible ? -MOST : -40).map((one) => html`<p key=${one.own} class=${names(one.tone, one.under && "under")}>${one.text}</p>`)}</div>`;
}
const MOST = 120;

// ── why ──

/** The line whose reason is open, and where it was asked. */
export const asked = signal(null);

export function WhyLink({ line }) {
  const open = asked.value?.line === line;
  return html`<button type="button" class=${names("why", open && "open")} data-why=${lineId(line)} aria-expanded=${open}
    aria-label=${`Why? ${lineId(line).replaceAll("_", " ")}`} onClick=${() => { asked.value = open ? null : { line }; }}>why?</button>`;
}

const known = signal({});
/** The form that calls the floor, loaded when it is first wanted, and the line it was opened at. */
const calling = signal({ line: null, Form: null });
const callFloor = (line) => import("./afterwards.js").then(({ CallFloor }) => { calling.value = { line, Form: CallFloor }; });

export function Why({ table }) {
  const line = asked.value?.line;
  const reason = line && table.reasonOf(line);
  const ids = line ? [...(reason?.clauses ?? line.clauses ?? []), ...(reason?.readings ?? line.interpretations ?? [])] : [];
  const wanted = ids.join("|");
  const close = useRef(null);
  useEffect(() => {
    if (!wanted) return;
    close.current?.focus({ preventScroll: true });
    if (ids.some((own) => !known.value[own])) {
      get(`/clauses?ids=${encodeURIComponent(wanted)}`).then(({ items }) => {
        known.value = { ...known.value, ...Object.fromEntries(items.map((one) => [one.id, one])) };
      }).catch(() => {});
    }
  }, [wanted, line]);
  if (!line) return null;
  const title = table.title(lineId(line));
  const verb = { win: "paid", lose: "lost", push: "returned", void: "returned" }[line.result] ?? "settled";
  const told = reason?.sentence ?? "";
  const entries = ids.map((own) => known.value[own]).filter(Boolean);
  const clauses = entries.filter((one) => !one.reading);
  const readings = entries.filter((one) => one.reading);
  const mayCall = !table.practice && table.seats.value.includes(line.seat);
  const Form = calling.value.line === line ? calling.value.Form : null;
  return html`<div class="why-box" role="dialog" aria-label=${`Why is the ${title} ${verb}?`} data-clause=${wanted}
    onKeyDown=${(event) => { if (event.key === "Escape") { event.stopPropagation(); asked.value = null; } }}>
    <header><h2>Why is the ${title} ${verb}?</h2><b class=${line.result}>${signed(cents(line.net))}</b></header>
    <p class="sentence">${told ? sentence(told) : "One moment …"}</p>
    ${clauses.map((one) => html`<section key=${one.id}><h3>${one.id}</h3><p>${one.text}</p></section>`)}
    ${readings.map((one) => html`<section key=${one.id}><h3>Our reading, ${one.id}</h3><p>${sentence(one.text)}</p></section>`)}
    ${mayCall && Form && html`<${Form} table=${table.id} number=${table.shown.value.number} />`}
    <footer>${clauses[0] && html`<a href=${clauseHref(clauses[0].id)}>Read the clause</a>`}
      ${!table.practice && html`<a href=${`/rounds/${encodeURIComponent(table.id)}/${table.shown.value.number}`}>Replay the round</a>`}
      ${mayCall && html`<button type="button" class="link" data-act="open_dispute" aria-expanded=${Boolean(Form)} onClick=${() => callFloor(line)}>Call the floor</button>`}
      <button type="button" class="quiet-key" ref=${close} onClick=${() => { asked.value = null; }}>Close <kbd>Esc</kbd></button></footer>
  </div>`;
}
