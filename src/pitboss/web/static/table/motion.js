// Motion explains where things come from. It only ever plays over a page that already says how things are:
// nothing waits for it. Whoever wants less motion gets fades.

const TRAVEL_MS = 220;
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

const centre = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** An element comes from another one's place to its own. */
export function travel(element, from, { delay = 0, scale = 0.6, turn = 0, duration = TRAVEL_MS } = {}) {
  const start = calm.matches || !from ? "none" : wayFrom(element, from, scale, turn);
  element.animate(
    [
      { transform: start, opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: "none", opacity: 1 },
    ],
    { duration, delay: calm.matches ? 0 : delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
  );
  return calm.matches ? 0 : delay + duration;
}

function wayFrom(element, from, scale, turn) {
  const [a, b] = [centre(from.getBoundingClientRect()), centre(element.getBoundingClientRect())];
  return `translate(${a.x - b.x}px, ${a.y - b.y}px) scale(${scale}) rotate(${turn}deg)`;
}

/** Something that is gone already slides away: a copy of it goes through the given places, one after another. */
export function slide(copy, places, { delay = 0, rest = 0, isUnseen = false } = {}) {
  if (calm.matches) return;
  const points = places.map((place) => centre(place.getBoundingClientRect()));
  if (points.some(({ x, y }) => !x && !y)) return;
  copy.setAttribute("aria-hidden", "true");
  copy.removeAttribute("aria-label");
  copy.className = "ghost";
  document.body.append(copy);
  const total = delay + (points.length - 1) * (TRAVEL_MS + rest);
  const at = (point) => `translate(${point.x}px, ${point.y}px) translate(-50%, -60%)`;
  // Chips of the house are in its tray until they leave it.
  const frames = [{ transform: at(points[0]), offset: 0, opacity: isUnseen ? 0 : 1 }];
  points.slice(1).forEach((point, n) => {
    const leaves = delay + n * (TRAVEL_MS + rest) + (n ? rest : 0);
    const opacity = isUnseen && n === 0 ? 0 : 1;
    frames.push({ transform: at(points[n]), offset: leaves / total, easing: "ease-in-out", opacity });
    frames.push({ transform: at(point), offset: Math.min(1, (leaves + TRAVEL_MS) / total), opacity: 1 });
  });
  const last = frames.at(-1);
  if (last.offset < 1) frames.push({ ...last, offset: 1 });
  copy.animate(frames, { duration: total }).onfinish = () => copy.remove();
}

/** When each thing of a frame is shown: in the order in which it happened, all of it within a few seconds. */
export class Schedule {
  constructor(events, isLive) {
    this.dealt = new Map();
    this.opened = new Map();
    this.settled = new Map();
    this.isLive = isLive;
    /** When cards come to lie or turn. */
    this.moments = [];
    let at = 0;
    for (const event of isLive && !calm.matches ? events : []) at = this.add(event, at);
    this.over = at;
  }

  add(event, at) {
    if (event.event === "cards_dealt") return this.queue(this.dealt, event.hand, event.slots.length, at, 70) + 40;
    if (event.event === "cards_opened") {
      const end = this.queue(this.opened, event.hand, event.cards.length, at + 120, 60);
      return event.hand.startsWith("seat") ? at : end + 260;
    }
    if (event.event === "bet_settled") {
      this.settled.set(`${event.seat} ${event.bet}`, at + 150);
      return at + 110;
    }
    return at;
  }

  queue(queues, hand, count, at, step) {
    const owner = ownerOf(hand);
    const waiting = queues.get(owner) ?? [];
    for (let n = 0; n < count; n += 1) waiting.push(at + n * step);
    this.moments.push(...waiting.slice(-count));
    queues.set(owner, waiting);
    return at + count * step;
  }

  nextDealt(owner) {
    return this.dealt.get(owner)?.shift() ?? 0;
  }

  nextOpened(owner) {
    return this.opened.get(owner)?.shift() ?? 0;
  }

  settledAt(seat, bet) {
    return this.settled.get(`${seat} ${bet}`) ?? this.over;
  }
}

/** "seat 3 hand" and "seat 3 draw" are both of seat 3; "dealer" and "board" of nobody else. */
function ownerOf(hand) {
  const parts = hand.split(" ");
  return parts[0] === "seat" ? `seat ${parts[1]}` : hand;
}
