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

/** By seat its areas and places for cards, in the seat's own frame. */
export function seatsOf(layout) {
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

/**
 * Where other seats are drawn beside one's own, which has the middle: lower numbers on the right.
 * Without a seat of one's own the layout stands as it is filed.
 */
export function spread(seats, own) {
  if (!own.length) return seats.map((seat) => ({ seat, angle: seat.angle, scale: 1 }));
  const base = seats.length > 1 ? Math.abs(seats[0].angle - seats[1].angle) : 24;
  const lower = seats.filter((seat) => seat.number < Math.min(...own)).reverse();
  const higher = seats.filter((seat) => seat.number > Math.max(...own));
  return [[lower, 1], [higher, -1]].flatMap(([side, sign]) => {
    const first = side.length > 3 ? 28 : 30;
    const step = side.length > 1 ? Math.min(17, (74 - first) / (side.length - 1)) : 0;
    const scale = side.length > 1 ? Math.min(0.84, (step / base) * 1.02) : 0.84;
    return side.map((seat, place) => ({ seat, angle: sign * (first + place * step), scale }));
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
