/** How a meter has moved, in a line small enough to stand beside it. */
import { signal } from "@preact/signals";
import { html } from "../lib/html.js";
import { get } from "../lib/api.js";
import { cents, show } from "../lib/money.js";

const [WIDTH, HEIGHT, ROOM] = [240, 36, 4];
const courses = signal({});

/** Asks for them; what does not come leaves the meters as they are. */
export async function lookCourses() {
  const { items } = await get("/courses").catch(() => ({ items: [] }));
  courses.value = Object.fromEntries(items.map((one) => [`${one.link} ${one.level}`, one]));
}

/** `2 Nov` of another day, `21:40` of this one. */
function day(text) {
  const at = new Date(text);
  const today = at.toDateString() === new Date().toDateString();
  return today ? at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }) : at.toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}

export function Spark({ link, level, showing }) {
  const course = courses.value[`${link} ${level}`];
  if (!course || course.points.length < 2) return null;
  const points = course.points.map(([after, text]) => [Number(after), cents(text)]);
  if (showing !== undefined) points.push([points.at(-1)[0], showing]);
  const amounts = points.map(([, amount]) => amount);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const across = (after) => ROOM + (after / (points.at(-1)[0] || 1)) * (WIDTH - 2 * ROOM);
  const up = (amount) => HEIGHT - ROOM - ((amount - least) / (most - least || 1)) * (HEIGHT - 2 * ROOM);
  const [x, y] = [across(points.at(-1)[0]), up(points.at(-1)[1])];
  const since = `${course.hit ? "last hit" : "since"}, ${day(course.since)}`.replace("since,", "since");
  return html`<span class="spark" role="img" aria-label=${`From ${show(points[0][1])}, ${since}, to ${show(points.at(-1)[1])} now`}>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true"><polyline points=${points.map(([after, amount]) => `${across(after).toFixed(1)},${up(amount).toFixed(1)}`).join(" ")} /></svg><i style=${{ left: `${(100 * x) / WIDTH}%`, top: `${y}px` }}></i><small><span>${since}</span><span>now</span></small></span>`;
}
