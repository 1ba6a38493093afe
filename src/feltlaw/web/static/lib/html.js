/** Markup in template strings. */
import { h, render } from "preact";
import htm from "htm";

export const html = htm.bind(h);

/** Draws a page into the shell. */
export function mount(page) {
  const root = document.getElementById("page");
  root.replaceChildren();
  render(page, root);
}

/** Class names that hold. */
export function names(...all) {
  return all.filter(Boolean).join(" ");
}

export function upper(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

/** `a, b and c` */
export function listed(words) {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
}

/** A table that is only a number says that it is a table. */
export const tableName = (id) => (/^\d+$/.test(id) ? `Table ${id}` : id);

export const house = () => document.querySelector("meta[name=house]").content;
