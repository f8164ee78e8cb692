// The table from behind: the house's cards in the middle, the seats in a row with players, wagers and cards as
// everybody sees them. Elements are kept from round to round, so that a card turns where it lies.

import "../part/card.js";
import "../part/chip.js";
import { fill, lightFelt, make, say } from "../part/make.js";
import { dollars, shortDollars } from "../part/money.js";

const PAYMENTS = ["bet_settled", "prize_shared", "prize_paid", "prize_refused", "envy_paid"];

export class DealerFelt {
  constructor(host, console_) {
    this.console = console_;
    this.settled = new Map();
    this.labels = new Map(console_.sheet.layout.spots.map((spot) => [spot.bet, spot.label]));
    this.house = make("div", { class: "house" });
    this.best = make("p", { class: "best" });
    this.seats = console_.sheet.seats.map(({ number }) => this.seat(number));
    lightFelt(host, console_.sheet.felt);
    host.append(this.house, this.best, make("ol", { class: "seats" }, ...this.seats.map((seat) => seat.box)));
  }

  seat(number) {
    const parts = {
      number,
      head: make("div", { class: "player" }), chips: make("p", { class: "chips" }), flag: make("p", { class: "flag" }),
      hands: make("div", { class: "hands" }), spots: make("ul", { class: "spots" }), paid: make("ul", { class: "paid" }),
    };
    const name = make("h3", {}, String(number));
    parts.box = make("li", { class: "seat" }, name, parts.head, parts.chips, parts.flag, parts.hands, parts.spots, parts.paid);
    return parts;
  }

  /** Payments are told once; they stay on their seat until bets are open again. */
  note(events) {
    for (const one of events) {
      if (one.event === "bets_opened" || one.event === "round_voided") this.settled.clear();
      if (!one.words || !PAYMENTS.includes(one.event)) continue;
      this.settled.set(one.seat, [...(this.settled.get(one.seat) ?? []), one.words]);
    }
  }

  draw(frame, desk) {
    const { view, felt } = frame;
    drawHands(this.house, felt.shared, (hand) => (hand.name === "dealer" ? "House" : hand.name));
    say(this.best, view.best ? `Best hand: ${view.best}` : "");
    for (const parts of this.seats) this.drawSeat(parts, view, felt, desk);
  }

  drawSeat(parts, view, felt, desk) {
    const { number } = parts;
    const seat = view.seats.find((one) => one.number === number);
    const isAsked = view.asked?.seat === number;
    parts.box.classList.toggle("is-asked", isAsked);
    parts.box.classList.toggle("is-empty", !seat);
    if (isAsked) parts.box.setAttribute("aria-current", "true");
    else parts.box.removeAttribute("aria-current");
    fill(parts.head, seat ? seat.player : "", () => [seat ? make("span", {}, seat.player) : this.invite(number)]);
    say(parts.chips, seat ? dollars(seat.chips_micros) : "");
    fill(parts.flag, JSON.stringify(flags(view, desk, number)), () => flags(view, desk, number).map((words) => make("span", {}, words)));
    drawHands(parts.hands, felt.hands[number] ?? [], (hand) => (hand.name === "hand" ? "" : hand.name));
    this.drawSpots(parts.spots, felt.spots[number] ?? {});
    const paid = this.settled.get(number) ?? [];
    fill(parts.paid, paid.join("|"), () => paid.map((words) => make("li", {}, words)));
  }

  invite(number) {
    const onclick = () => this.console.seating.open(number);
    return make("button", { type: "button", class: "invite", "aria-label": `Seat a player at seat ${number}`, onclick }, "+");
  }

  drawSpots(place, spots) {
    const laid = Object.entries(spots);
    fill(place, JSON.stringify(laid), () =>
      laid.map(([bet, micros]) => {
        const label = this.labels.get(bet) ?? bet.replaceAll("_", " ");
        return make("li", {}, make("pit-chips", { micros }), make("span", { class: "spot" }, label), make("b", {}, shortDollars(micros)));
      }),
    );
  }
}

/** What stands beside a seat in words: whose turn, what was chosen, envy markers and hands that stay. */
function flags(view, desk, number) {
  const seat = view.seats.find((one) => one.number === number);
  const found = view.asked?.seat === number ? ["decides"] : Object.values(seat?.choices ?? {}).slice(-1);
  if (view.markers.includes(number)) found.push("envy");
  for (const kept of desk.kept) if (kept.seat === number) found.push(`kept: ${kept.hand}`);
  return found;
}

function drawHands(place, hands, nameOf) {
  while (place.children.length > hands.length) place.lastElementChild.remove();
  for (const [n, hand] of hands.entries()) {
    drawHand(place.children[n] ?? place.appendChild(buildHand()), hand, nameOf(hand));
  }
}

function buildHand() {
  return make("figure", { class: "hand" }, make("figcaption", {}), make("div", { class: "cards" }), make("p", { class: "makes" }));
}

function drawHand(box, hand, name) {
  const [caption, cards, makes] = box.children;
  say(caption, name);
  say(makes, hand.words);
  cards.style.setProperty("--cards", hand.cards.length);
  while (cards.children.length > hand.cards.length) cards.lastElementChild.remove();
  hand.cards.forEach((face, n) => {
    const card = cards.children[n] ?? cards.appendChild(make("pit-card", { face }));
    card.setAttribute("face", face);
    card.classList.toggle("is-aside", hand.aside.includes(n));
  });
}
