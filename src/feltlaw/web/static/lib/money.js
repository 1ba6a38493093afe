/** Amounts: dollars as texts on the wire, whole cents here. */

/** @param {string|number|undefined} text dollars, as `12.50` */
export function cents(text) {
  if (text === undefined || text === null || text === "") return 0;
  const [, minus, whole, part = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(text)) ?? [null, "", "0"];
  return (minus ? -1 : 1) * (Number(whole) * 100 + Number(part.padEnd(2, "0")));
}

/** As it travels: `12.50`. */
export function dollars(amount) {
  const whole = Math.abs(amount);
  return `${amount < 0 ? "-" : ""}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}

/** Between three figures and three: a screen shows some dozen amounts, and a language's own way takes longer than all of them. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** `$1,250.00`; `short` leaves out cents that are none. */
export function show(amount, short = false) {
  const whole = Math.abs(amount);
  const part = whole % 100;
  const text = `$${String(Math.floor(whole / 100)).replace(THOUSANDS, ",")}`;
  const tail = short && !part ? "" : `.${String(part).padStart(2, "0")}`;
  return `${amount < 0 ? "−" : ""}${text}${tail}`;
}

/** `+$10.00`, `−$5.00`, `$0.00` */
export function signed(amount, short = false) {
  return amount > 0 ? `+${show(amount, short)}` : show(amount, short);
}

/** An exact value `p/q` as a number, for the eye alone. */
export function ratio(text) {
  if (text === null || text === undefined) return null;
  const [up, down = "1"] = text.split("/");
  return Number(up) / Number(down);
}
