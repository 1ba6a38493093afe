/** The round on the screen: what views say of it while it goes on, and what events say when it ends. */

const key = (group, seat) => (seat ? `${group} ${seat}` : group);

export function fresh(number = 0) {
  return { number, boxes: [], places: {}, hands: {}, lines: [], seal: null, ownSeal: [], over: false, void: false };
}

/** The acts with which a hand is out of the round, as the game's description says. */
export const leaving = (game) => new Set(game.decisions.flatMap((one) => one.acts).filter((one) => one.leaves).map((one) => one.act));

/** What one event shows and settles; `leaves` are the acts with which a hand is out of the round. */
export function folded(round, event, leaves) {
  const { data = {}, own = {} } = event;
  const next = { ...round, places: { ...round.places }, hands: { ...round.hands } };
  const shown = [data.shown ?? []].flat();
  for (const one of shown) {
    const cards = [...(one.before ?? []), ...(one.cards ?? [])];
    const [group, seat] = one.place.split(" ");
    next.places[one.place] = {
      ...next.places[one.place], group, seat: Number(seat) || 0, up: cards, down: one.down ?? 0,
      hand: one.hand ?? "", three: one.three ?? [], qualifies: one.qualifies, racked: false,
    };
  }
  for (const hand of own?.hands ?? []) next.hands[hand.seat] = hand;
  const lines = [...(data.lines ?? []), ...(own?.lines ?? [])];
  if (lines.length) next.lines = merged(next.lines, lines);
  if (event.kind === "bet" && Array.isArray(data.wagers)) {
    const box = { seat: data.seat, player: event.by?.account, wagers: data.wagers.map((one) => ({ lies: one.stake, ...one })) };
    next.boxes = [...next.boxes.filter((one) => one.seat !== data.seat), ...(box.wagers.length ? [box] : [])];
  }
  if (data.answer && data.seat) {
    next.boxes = next.boxes.map((box) => box.seat !== data.seat ? box : {
      ...box, acts: [...(box.acts ?? []), data.answer], left: leaves.has(data.answer.act) ? data.answer.act : box.left,
      wagers: data.answer.wager ? [...box.wagers, { wager: data.answer.wager, stake: data.answer.amount, lies: data.answer.amount }] : box.wagers,
    });
  }
  for (const place of event.kind === "deal" ? data.to ?? [] : []) {
    const [group, seat] = place.split(" ");
    const was = next.places[place] ?? { group, seat: Number(seat) || 0, up: [], down: 0 };
    next.places[place] = { ...was, down: was.down + 1 };
  }
  if (data.seal) next.seal = data.seal;
  if (own?.seal) next.ownSeal = own.seal;
  if (event.kind === "end_round") next.over = true;
  return next;
}

/** A line said twice is one line, the fuller of the two. */
function merged(lines, more) {
  const found = new Map(lines.map((line) => [lineKey(line), line]));
  for (const line of more) found.set(lineKey(line), { ...found.get(lineKey(line)), ...line });
  return [...found.values()];
}

export const lineId = (line) => line.wager || line.award;
export const lineKey = (line) => `${line.seat} ${lineId(line)} ${line.for_seat ?? 0}`;

/** The round as a view has it, over what was folded so far. */
export function seen(round, view) {
  const now = view.round;
  if (!now) return round;
  const next = now.number === round.number ? { ...round } : fresh(now.number);
  next.boxes = now.boxes ?? [];
  next.places = { ...next.places };
  for (const place of now.places ?? []) {
    const name = key(place.group, place.seat);
    next.places[name] = { ...place, up: place.up ?? [], down: place.down ?? 0 };
  }
  next.hands = { ...next.hands };
  for (const hand of view.you?.hands ?? []) next.hands[hand.seat] = hand;
  next.lines = merged(next.lines, [...(now.lines ?? []), ...(view.you?.lines ?? [])]);
  if (now.seal) next.seal = now.seal;
  next.void = Boolean(now.void);
  next.over = Boolean(now.ended);
  next.locked = Boolean(now.locked);
  return next;
}

export const isEmpty = (round) => !round.boxes?.length && !Object.keys(round.places).length && !round.lines.length;
