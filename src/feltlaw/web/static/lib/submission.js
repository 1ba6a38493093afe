/** A submission's text: where it offers a choice, in the words of its own comments. */

/** Keys with what may stand there, as the comment over each says it: `"A" | "B"`. */
export function choicesOf(text) {
  const found = [];
  let section = "";
  let comment = "";
  text.split("\n").forEach((line, at) => {
    const head = /^#?\[([\w.]+)\]/.exec(line);
    if (head) { section = head[1]; comment = ""; return; }
    const entry = /^(#?)(\w+) = (.+)$/.exec(line);
    if (entry) {
      const options = [...comment.matchAll(/"([\w-]+)"(?= \||$|[ ,(])|\b(true|false)\b(?= \|| \(|$)/g)].map((one) => (one[1] ? `"${one[1]}"` : one[2]));
      const value = entry[3].replace(/\s+#.*$/, "");
      found.push({ section, key: entry[2], value, line: at, off: Boolean(entry[1]), options: [...new Set(comment.includes("|") ? options : [])] });
      comment = "";
      return;
    }
    comment = line.startsWith("# ") ? `${comment} ${line.slice(2)}` : "";
  });
  return found.filter((one) => !one.off || one.options.length > 1).filter((one) => !one.off);
}

/** The text with another value in one line. */
export function changed(text, { line, key }, value) {
  return text.split("\n").map((one, at) => (at === line ? `${key} = ${value}` : one)).join("\n");
}

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
