// One seat of the table: its spots, its cards, who sits there. The viewer's own are large and can be bet on.

import { make, say, setAttributes } from "../part/make.js";
import { dollars, shortDollars } from "../part/money.js";
import { Hands } from "./hand.js";
import { gapBeside, Spot, wagerOn } from "./spot.js";

const NET_SHOWN_MS = 2000;

export class Seat {
  constructor(number, sheet, isOwn, hooks) {
    this.number = number;
    this.isOwn = isOwn;
    this.hooks = hooks;
    const posted = sheet.wagers.flatMap((wager) => [wager.id, ...wager.bets]);
    this.spots = sheet.layout.spots
      .filter((place) => posted.includes(place.bet))
      .map((place) => new Spot(place, { wager: wagerOn(place.bet, sheet.wagers), gap: gapBeside(place, sheet.layout.spots), seat: number, isOwn, ...hooks }));
    const spots = make("div", { class: "spots" }, ...this.spots.map((spot) => spot.element));
    const hands = make("div", { class: "hands" });
    this.hands = new Hands(hands, `seat ${number}`);
    this.name = make("span", { class: "name" });
    this.purse = make("span", { class: "purse" });
    this.marks = make("span", { class: "marks" });
    this.plate = make("p", { class: "plate" }, this.name, this.purse, this.marks);
    this.net = make("p", { class: "net", role: "status", hidden: true });
    this.take = make("button", { type: "button", class: "take", onclick: () => hooks.onTake(number) });
    this.take.append(make("span", {}, "Seat"), make("b", {}, String(number)), make("span", {}, "take it"));
    this.take.setAttribute("aria-label", `Take seat ${number}`);
    this.element = make("section", { class: `seat ${isOwn ? "own" : "other"}`, "data-seat": number }, spots, hands, this.plate, this.take, this.net);
  }

  /** `table` is what the stage shows; `isLive` whether it has just happened, and so moves. */
  show(table, schedule, places) {
    const seated = table.view.seats.find((seat) => seat.number === this.number);
    const lying = table.felt.spots[this.number] ?? {};
    const isOpen = table.isBetting && this.isOwn;
    for (const spot of this.spots) {
      spot.show({
        micros: lying[spot.bet] ?? 0,
        isOpen,
        chip: spot.chipFor(table.chip),
        light: lightOf(seated, spot.wager, table, table.results.has(`${this.number} ${spot.bet}`)),
        plate: this.plate,
        isLive: schedule.isLive,
      });
      spot.showResult(table.results.get(`${this.number} ${spot.bet}`));
    }
    this.hands.show(table.felt.hands[this.number] ?? [], schedule, places.shuffler);
    this.showWho(seated, table);
  }

  showWho(seated, table) {
    const player = seated?.player ?? "";
    this.take.hidden = Boolean(seated);
    this.plate.hidden = !seated;
    say(this.name, this.isOwn ? `Seat ${this.number} · ${player}` : player);
    say(this.purse, seated ? shortDollars(seated.chips_micros) : "");
    const marks = [];
    if (table.view.markers.includes(this.number)) marks.push(make("i", { class: "envy", title: "Envy marker" }, "envy"));
    if (table.view.kept.includes(this.number)) marks.push(make("i", { class: "kept", title: "Hand kept for envy" }, "hand kept"));
    if (this.marks.childElementCount !== marks.length) this.marks.replaceChildren(...marks);
    this.element.classList.toggle("turn", table.view.asked?.seat === this.number);
    this.element.classList.toggle("free", !seated);
    setAttributes(this.element, { "aria-label": this.describe(seated, table) });
  }

  describe(seated, table) {
    if (!seated) return `Seat ${this.number}, free`;
    const turn = table.view.asked?.seat === this.number ? ", to decide" : "";
    const bets = seated.in_play_micros ? `, ${dollars(seated.in_play_micros)} in play` : "";
    return `${this.isOwn ? "Your seat" : "Seat"} ${this.number}, ${seated.player}${bets}${turn}`;
  }

  showNet(micros) {
    clearTimeout(this.netTimer);
    const sign = micros > 0 ? "+" : "";
    this.net.replaceChildren(make("span", { class: "unseen" }, "Net of the round: "), `${sign}${dollars(micros)}`);
    this.net.className = `net ${micros > 0 ? "is-won" : micros < 0 ? "is-lost" : ""}`.trim();
    this.net.hidden = false;
    this.netTimer = setTimeout(() => {
      this.net.hidden = true;
    }, NET_SHOWN_MS);
  }

  pay(settled, schedule, places) {
    const spot = this.spots.find((one) => one.bet === settled.bet);
    spot?.pay(settled, { at: schedule.settledAt(this.number, settled.bet), plate: this.plate, house: places.house });
  }
}

/** A sensor invites while bets are open, is bright once a wager lies on it, and steady when it is locked in. */
function lightOf(seated, wager, table, isSettled) {
  if (!seated || !wager?.is_progressive) return null;
  const lies = Boolean(seated.wagers[wager.id]);
  if (table.isBetting) return lies ? "placed" : "invited";
  return lies && !isSettled ? "locked" : null;
}
