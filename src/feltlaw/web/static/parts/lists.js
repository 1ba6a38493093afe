/** Lists that several pages have. */
import { html } from "../lib/html.js";
import { cents, show, signed } from "../lib/money.js";

const KINDS = { deposit: "Deposit", withdraw: "Withdrawal", withdrawal: "Withdrawal", to_table: "To the table", from_table: "From the table", buy_in: "To the table", cash_out: "From the table" };

/** `21:40` of today, `14 Nov, 21:40` of another day. */
export function when(text) {
  const at = new Date(text);
  const day = at.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" };
  return at.toLocaleString("en-GB", { ...day, hour: "2-digit", minute: "2-digit" });
}

export function Entries({ items }) {
  if (!items?.length) return html`<p class="quiet">No entries yet.</p>`;
  return html`<table class="rows"><thead><tr><th>When</th><th>What</th><th class="num">Amount</th><th class="num">Balance</th></tr></thead><tbody>${items.map((one) => html`<tr key=${one.number}><td class="quiet">${when(one.at)}</td>
    <td>${KINDS[one.kind] ?? one.kind.replaceAll("_", " ")}${one.table ? ` ${one.table}` : ""}</td><td class=${`num ${cents(one.amount) < 0 ? "lose" : "win"}`}>${signed(cents(one.amount))}</td><td class="num">${show(cents(one.balance))}</td></tr>`)}</tbody></table>`;
}
