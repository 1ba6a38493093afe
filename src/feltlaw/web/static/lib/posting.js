/** Where the posted tables stand on a felt, so that none touches a seat's areas, the cards in the middle or the rail. */

/** Millimetres of the drawing, as the style sheet sets them: a letter of a name and of a pay, what stands between, rows. */
const [NAME, PAY, HEAD, BETWEEN, APART] = [11, 12, 9.4, 15.6, 46];
const [CAPTION, HEADS, ROW, TOP] = [34, 26, 31.5, -8];
const [CARD, ROUND, RAIL, HALF] = [110, 8, 926, 1090];
const [FIRST, STEP] = [165, 12];

const longest = (texts) => Math.max(0, ...texts.map((one) => one?.length ?? 0));

/** How wide and high a posted table is. */
export function sizeOf({ rows, heads = [] }) {
  const columns = (rows[0].pays ?? []).map((_, own) => Math.max(longest(rows.map((row) => row.pays[own])) * PAY, heads.length > 1 ? (heads[own]?.length ?? 0) * HEAD : 0) + BETWEEN);
  return { width: longest(rows.map((row) => row.shown)) * NAME + columns.reduce((sum, one) => sum + one, BETWEEN), height: CAPTION + (heads.length > 1 ? HEADS : 0) + rows.length * ROW };
}

/** What lies on the felt of a seat that is turned and made smaller, as squares around their middles. */
function squares({ seat, angle, scale }) {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  return [...seat.areas, ...seat.cards.filter((one) => one.drawn)].map(({ at }) => {
    const [x, y] = [at.x * scale, 900 + (at.y - 900) * scale];
    return { x: x * cos + y * sin, y: y * cos - x * sin, r: scale * (at.r ?? Math.hypot(at.width, at.height) / 2) + ROUND };
  });
}

const touches = (box, { x, y, r }) => x + r > box.left && x - r < box.right && y + r > box.top && y - r < box.bottom;

/** Tables side by side from an edge inward; nothing where one of them has no room. */
function along(blocks, side, edge, lying, middle) {
  let out = HALF - edge;
  const boxes = [];
  for (const block of side < 0 ? blocks : [...blocks].reverse()) {
    const { width, height } = sizeOf(block);
    const [bottom, inner] = [TOP + height, out - width];
    const box = side < 0 ? { left: -out, right: -inner, top: TOP, bottom } : { left: inner, right: out, top: TOP, bottom };
    if (inner < middle || (bottom > 0 && out > Math.sqrt(RAIL ** 2 - bottom ** 2)) || lying.some((one) => touches(box, one))) return null;
    boxes.push(box);
    out = inner - APART;
  }
  return boxes;
}

/** One side of the felt: its tables, how far from the edge they begin, and what they cover. */
function sided(blocks, side, lying, middle) {
  for (let many = blocks.length; many > 0; many--) {
    const some = side < 0 ? blocks.slice(blocks.length - many) : blocks.slice(0, many);
    for (let edge = FIRST; edge < HALF; edge += STEP) {
      const boxes = along(some, side, edge, lying, middle);
      if (boxes) return { blocks: some, edge, boxes };
    }
  }
  return { blocks: [], edge: FIRST, boxes: [] };
}

/**
 * @param {object} game
 * @param {object[][]} halves the posted tables left and right, the more important ones inside
 * @param {object[]} seats those that are drawn on the felt, with their turn and size
 * @returns both sides, how far the phrase goes down so that none touches it, and whether every table has room
 */
export function placed(game, halves, seats, phrase) {
  const lying = seats.flatMap(squares);
  const rooms = game.layout.elements.filter((one) => one.kind === "cards" && !one.seat).reduce((sum, one) => sum + (one.cards ?? 1), 0);
  const sides = halves.map((blocks, at) => sided(blocks, at ? 1 : -1, lying, (rooms * CARD) / 2 + 24));
  const low = sides.flatMap((one) => one.boxes).filter((box) => phrase && box.left < phrase.half && box.right > -phrase.half).map((box) => box.bottom);
  return { sides, down: phrase ? Math.min(90, Math.max(0, ...low.map((one) => one + 14 - phrase.top))) : 0, whole: sides.every((one, at) => one.blocks.length === halves[at].length) };
}
