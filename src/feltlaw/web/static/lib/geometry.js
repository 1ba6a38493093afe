/** The layout of a table, seen from where one sits: lengths are millimetres, angles degrees from the middle. */

const rad = (angle) => (angle * Math.PI) / 180;

export const at = (radius, angle) => [radius * Math.sin(rad(angle)), radius * Math.cos(rad(angle))];

/** A shape of a seat in the seat's own frame, where it looks straight at the dealer. */
function local(shape, angle) {
  const [x, y] = shape.circle ?? shape.box;
  const [sin, cos] = [Math.sin(rad(angle)), Math.cos(rad(angle))];
  const base = { x: x * cos - y * sin, y: x * sin + y * cos };
  if (shape.circle) return { ...base, r: shape.circle[2], turn: shape.circle[3] + angle, wide: 2 * shape.circle[2] };
  const [, , width, height, turn, corner] = shape.box;
  return { ...base, width, height, turn: turn + angle, corner, wide: width };
}

const known = new WeakMap();

/** By seat its areas and places for cards, in the seat's own frame; worked out once for each layout. */
export function seatsOf(layout) {
  if (!known.has(layout)) known.set(layout, seats(layout));
  return known.get(layout);
}

function seats(layout) {
  return layout.seats.map(({ number, angle = 0 }) => {
    const mine = layout.elements.filter((one) => one.seat === number);
    const put = (one) => ({ ...one, at: local(one.shape, angle) });
    return {
      number, angle,
      areas: mine.filter((one) => one.kind === "area").map(put),
      cards: mine.filter((one) => one.kind === "cards").map(put),
    };
  });
}

/** Areas of a seat in rows, from the dealer's side to the player's; each from left to right. */
export function rowsOf(areas) {
  const rows = [];
  for (const area of [...areas].sort((a, b) => a.at.y - b.at.y)) {
    const row = rows.at(-1);
    if (row && area.at.y - row[0].at.y < 45) row.push(area);
    else rows.push([area]);
  }
  return rows.map((row) => row.sort((a, b) => a.at.x - b.at.x));
}

const FIRST = 28;
const LAST = 76;
const WIDEST = 17;
const LARGEST = 0.84;
const FREE = 0.5;

/**
 * Where other seats are drawn beside one's own, which has the middle: lower numbers on the right, and
 * a free seat takes less room. Without a seat of one's own the layout stands as it is filed. `closer` moves the
 * seats away from the corners, so many steps, where something else needs them.
 */
export function spread(seats, own, taken = [], closer = 0) {
  if (!own.length) return seats.map((seat) => ({ seat, angle: seat.angle * (1 - 0.03 * closer), scale: 1 - 0.07 * closer }));
  const base = seats.length > 1 ? Math.abs(seats[0].angle - seats[1].angle) : 24;
  const lower = seats.filter((seat) => seat.number < Math.min(...own)).reverse();
  const higher = seats.filter((seat) => seat.number > Math.max(...own));
  return [[lower, 1], [higher, -1]].flatMap(([side, sign]) => {
    const weights = side.map((seat) => (side.length < 4 || taken.includes(seat.number) ? 1 : FREE));
    const total = weights.reduce((sum, one) => sum + one, 0);
    const unit = Math.min(WIDEST, (LAST - FIRST + 8) / total) * (1 - 0.055 * closer);
    let angle = FIRST - 6 + Math.max(0, (3 - side.length) * 2);
    return side.map((seat, place) => {
      const room = unit * weights[place];
      angle += room;
      return { seat, angle: sign * (angle - room / 2), scale: Math.min(LARGEST, (room / base) * 1.02) };
    });
  });
}

/** The felt's edge, or a line inside it. */
export function outline({ radius, depth, corner }, inset = 0) {
  const [r, top, c] = [radius - inset, inset - depth, Math.max(corner - inset, 12)];
  return `M${-r} 0V${top + c}A${c} ${c} 0 0 1 ${c - r} ${top}H${r - c}A${c} ${c} 0 0 1 ${r} ${top + c}V0A${r} ${r} 0 0 1 ${-r} 0Z`;
}

/** A bow through the middle at a height, for words that follow it. */
export function bow(y, half, radius) {
  const edge = y - (radius - Math.sqrt(radius ** 2 - half ** 2));
  return `M${-half} ${edge}A${radius} ${radius} 0 0 0 ${half} ${edge}`;
}
