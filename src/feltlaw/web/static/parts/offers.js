/** Things a crew may do beside the next step: each says what it does before it is done. */
import { useState } from "preact/hooks";
import { html, upper } from "../lib/html.js";
import { said } from "../lib/console.js";
import { Clauses } from "./said.js";

export function Offers({ console_, offers, title, note, empty }) {
  return html`<section class="sheet offers"><header><h2>${title}</h2><span class="quiet">${note}</span></header>
    ${offers.length ? offers.map((offer, at) => html`<${Offer} key=${`${offer.do} ${JSON.stringify(offer.data)} ${at}`} console_=${console_} offer=${offer} />`) : html`<p class="quiet">${empty}</p>`}</section>`;
}

/** @param known what an irregularity is called and would do; else the offer's own words say it */
export function Offer({ console_, offer, known }) {
  const [open, setOpen] = useState(false);
  const [data, setData] = useState(offer.data);
  const about = Object.entries(offer.data).filter(([name, one]) => typeof one !== "object" && !(name in (offer.choose ?? {})) && !(known && name === "kind") && one !== 0).map(([name, one]) => (name === "seat" ? `seat ${one}` : name === "nth" ? `card ${one}` : String(one))).join(", ").replaceAll("_", " ");
  const head = known ? upper(known.title) : said(offer.do);
  const clauses = known?.clauses ?? offer.clauses ?? [];
  const problem = console_.problem.value?.where === offer.do ? console_.problem.value : null;
  return html`<div class=${`offer-row ${open ? "open" : ""}`}>
    <button type="button" class="offer-head" aria-expanded=${open} onClick=${() => { setOpen(!open); setData(offer.data); }}><b>${head}${about ? ` · ${about}` : ""}</b><span>${known?.text ?? offer.text}</span><i aria-hidden="true">›</i></button>
    ${open && html`<form onSubmit=${(event) => { event.preventDefault(); console_.give(offer, data).then((answer) => { if (answer) setOpen(false); }); }}>
      ${Object.entries(offer.choose ?? {}).map(([name, bounds]) => html`<${Field} key=${name} name=${name} bounds=${bounds} value=${data[name]} put=${(value) => setData({ ...data, [name]: value })} />`)}
      ${clauses.length > 0 && html`<p class="quiet"><${Clauses} ids=${clauses} /></p>`}
      ${problem && html`<p class="problem" role="alert" data-problem=${offer.do}><b>${upper(problem.words)}</b> ${problem.legal} ${problem.clauses?.length > 0 && html`<${Clauses} ids=${problem.clauses} />`}</p>`}
      <button class="key plain" data-act=${offer.do} disabled=${console_.busy.value}>${said(offer.do)}</button></form>`}</div>`;
}

/** A field within what may be put in its place. */
export function Field({ name, bounds, value, put }) {
  const label = said(name);
  if (bounds?.enum) return html`<label>${label}<select value=${value} onChange=${(event) => put(bounds.enum.find((one) => String(one) === event.target.value))}>${bounds.enum.map((one) => html`<option key=${one} value=${one} selected=${one === value}>${String(one).replaceAll("_", " ")}</option>`)}</select></label>`;
  if (bounds?.from) return html`<fieldset><legend>${label}, ${bounds.count} of them</legend>${bounds.from.map((one) => html`<label class="switch" key=${one}><input type="checkbox" checked=${value?.includes(one)} onChange=${(event) => put(event.target.checked ? [...(value ?? []), one] : (value ?? []).filter((was) => was !== one))} /> ${one}</label>`)}</fieldset>`;
  if (bounds && typeof bounds === "object" && !("minimum" in bounds) && !("maximum" in bounds) && Object.values(bounds).every((one) => one && typeof one === "object")) {
    return html`<fieldset class="inner"><legend>${label}</legend>${Object.entries(bounds).map(([own, inner]) => html`<${Field} key=${own} name=${own} bounds=${inner} value=${value?.[own] ?? ""} put=${(one) => { const next = { ...value, [own]: one }; if (one === "") delete next[own]; put(next); }} />`)}</fieldset>`;
  }
  const range = bounds?.minimum !== undefined ? `${bounds.minimum} to ${bounds.maximum ?? "any"}` : "";
  const number = typeof value === "number";
  if (Array.isArray(value)) return html`<label>${label} <small>${range || "separated by spaces, as Qs 7h 5d"}</small><input value=${value.join(" ")} onInput=${(event) => put(event.target.value.split(/[\s,]+/).filter(Boolean))} /></label>`;
  return html`<label>${label} <small>${range}</small><input value=${value ?? ""} inputmode=${number ? "numeric" : undefined} onInput=${(event) => put(number ? Number(event.target.value) : event.target.value)} /></label>`;
}
