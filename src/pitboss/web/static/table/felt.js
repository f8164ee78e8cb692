// <pit-felt>: the table in its room. A half-moon of felt in the game's colour, the house on top, the seats in an arc,
// the viewer's own at the bottom centre.

import { lightFelt, make, say } from "../part/make.js";
import { Hands } from "./hand.js";
import { Seat } from "./seat.js";

/** Centres of the seats beside the viewer, in percent of the felt, from the outermost inwards; the other side mirrors. */
const ARC = [
  { x: 8.6, y: 17 },
  { x: 14.6, y: 45 },
  { x: 26.6, y: 68 },
];
const MIDDLE = { x: 50, y: 78 };
const LETTERS = "http://www.w3.org/2000/svg";
const LONGEST_LETTERING = 70;

class Felt extends HTMLElement {
  build(sheet, hooks) {
    this.sheet = sheet;
    this.hooks = hooks;
    this.own = make("div", { class: "own-seats" });
    this.others = make("div", { class: "other-seats" });
    this.house = make("div", { class: "tray", "aria-hidden": "true" });
    this.shuffler = make("div", { class: "shuffler", "aria-hidden": "true" });
    this.best = make("p", { class: "best" });
    this.verdict = make("p", { class: "verdict" });
    const shared = make("div", { class: "shared" });
    this.shared = new Hands(shared);
    const dealer = make("section", { class: "dealer", "aria-label": "The house" }, this.house, shared, this.verdict, this.best);
    const cloth = make("div", { class: "cloth" }, drawLettering(sheet), dealer, this.shuffler, this.others, this.own);
    this.replaceChildren(make("div", { class: "rail" }, cloth));
    lightFelt(this, sheet.layout.felt);
    this.places = { shuffler: this.shuffler, house: this.house };
    this.seats = new Map();
    this.seated = null;
  }

  show(table, schedule) {
    this.arrange(table.own);
    this.shared.show(table.felt.shared, schedule, this.shuffler);
    say(this.verdict, table.verdict);
    say(this.best, table.view.best ? `Best hand: ${table.view.best}` : "");
    for (const seat of this.seats.values()) seat.show(table, schedule, this.places);
  }

  /** What a round that is over brought each own seat, large for a moment: what is new of it. */
  showNet({ events }) {
    const closed = events.find((event) => event.event === "round_closed");
    if (!closed || closed.round === this.netOf) return [];
    this.netOf = closed.round;
    const own = [...this.seats.values()].filter((seat) => seat.isOwn && String(seat.number) in closed.net_micros);
    for (const seat of own) seat.showNet(closed.net_micros[seat.number]);
    return own.map((seat) => closed.net_micros[seat.number]);
  }

  pay(settled, schedule) {
    this.seats.get(settled.seat)?.pay(settled, schedule, this.places);
  }

  /** Seats are built again only when the viewer sits down, moves or leaves. */
  arrange(own) {
    if (this.seated === own.join()) return;
    this.seated = own.join();
    const numbers = this.sheet.seats.map((seat) => seat.number);
    this.seats = new Map(numbers.map((n) => [n, new Seat(n, this.sheet, own.includes(n), this.hooks)]));
    const around = beside(numbers, own);
    around.forEach(({ number, x, y, lean }) => {
      const { style } = this.seats.get(number).element;
      style.setProperty("--x", x);
      style.setProperty("--y", y);
      style.setProperty("--lean", `${lean}deg`);
    });
    this.classList.toggle("watched", own.length === 0);
    this.classList.toggle("two-seats", own.length > 1);
    this.others.replaceChildren(...around.map(({ number }) => this.seats.get(number).element));
    // The first base is at the dealer's left, which is on the player's right.
    this.own.replaceChildren(...own.toReversed().map((number) => this.seats.get(number).element));
  }
}

/** Where the others sit, from left to right: in their order round the table, as from the viewer's chair. */
function beside(numbers, own) {
  const from = own.length ? numbers.indexOf(own[0]) : Math.floor(numbers.length / 2);
  const round = [...numbers.slice(from), ...numbers.slice(0, from)].filter((number) => !own.includes(number));
  const middle = own.length ? [] : [round.shift()];
  const half = Math.ceil(round.length / 2);
  const left = round.slice(0, half).toReversed();
  const right = round.slice(half);
  return [
    ...left.map((number, n) => ({ number, ...ARC[n], lean: 14 - n * 4 })),
    ...middle.map((number) => ({ number, ...MIDDLE, lean: 0 })),
    ...right.map((number, n) => ({ number, x: 100 - ARC[n].x, y: ARC[n].y, lean: n * 4 - 14 })).toReversed(),
  ];
}

// -- lettering -----------------------------------------------------------------------------------

function drawLettering(sheet) {
  const art = document.createElementNS(LETTERS, "svg");
  for (const [name, value] of Object.entries({ viewBox: "0 0 700 100", class: "lettering", "aria-hidden": "true" })) {
    art.setAttribute(name, value);
  }
  art.append(arc("felt-name", 22, 62), arc("felt-rule", 54, 90));
  art.append(onArc("felt-name", "game", sheet.game.name.toUpperCase()), onArc("felt-rule", "rule", ruleOf(sheet.summary)));
  return art;
}

function arc(id, from, to) {
  const path = document.createElementNS(LETTERS, "path");
  path.id = id;
  path.setAttribute("d", `M10 ${from}Q350 ${to + (to - from)} 690 ${from}`);
  path.setAttribute("fill", "none");
  return path;
}

function onArc(id, name, words) {
  const text = document.createElementNS(LETTERS, "text");
  const path = document.createElementNS(LETTERS, "textPath");
  path.setAttribute("href", `#${id}`);
  path.setAttribute("startOffset", "50%");
  path.textContent = words;
  text.setAttribute("class", name);
  text.append(path);
  return text;
}

/** The summary of the game, cut where a clause ends so that it fits on the arc. */
function ruleOf(summary) {
  const words = summary.replace(/\.$/, "");
  if (words.length <= LONGEST_LETTERING) return words;
  const cut = words.slice(0, LONGEST_LETTERING);
  const end = Math.max(...[",", ":", ";"].map((sign) => cut.lastIndexOf(sign)));
  return cut.slice(0, end > 0 ? end : cut.lastIndexOf(" "));
}

customElements.define("pit-felt", Felt);
