/** A submission's findings: where they stand in its text, and what they say. */

/** The line a finding is about, from its place `section.key`; 0 where it stands nowhere. */
export function lineOf(text, where = "") {
  const parts = where.split(".");
  const [key, section] = [parts.at(-1), parts.slice(0, -1).join(".")];
  let now = "";
  let head = 0;
  const lines = text.split("\n");
  for (const [at, line] of lines.entries()) {
    const found = /^\s*\[([^\]]+)\]/.exec(line);
    if (found) {
      now = found[1].trim();
      if (now === where) return at + 1;
      if (now === section) head = at + 1;
    } else if (now === section && new RegExp(`^\\s*"?${key.replace(/\W/g, "\\$&")}"?\\s*=`).test(line)) return at + 1;
  }
  return head;
}

/** A finding as one sentence or two. */
export const faultWords = (one) => [one.what && `${one.what[0].toUpperCase()}${one.what.slice(1)}.`, one.legal].filter(Boolean).join(" ") || one.message || "";
