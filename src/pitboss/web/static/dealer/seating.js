// Seats and chips: who sits where, chips sold and bought back. The server says who may and what there is.

import { field } from "../part/form.js";
import { make, say } from "../part/make.js";
import { dollars, parseDollars } from "../part/money.js";

const SOLD = ["100", "200", "500", "1,000"];

export class SeatingSheet {
  constructor(console_) {
    this.console = console_;
    this.dialog = make("dialog", { class: "seating", "aria-labelledby": "seating-title" });
    document.body.append(this.dialog);
  }

  open(seat = 0) {
    if (!this.console.desk) return;
    this.build(seat);
    if (!this.dialog.open) this.dialog.showModal();
    (this.name ?? this.dialog.querySelector("button"))?.focus();
  }

  build(seat) {
    const close = make("button", { type: "button", onclick: () => this.dialog.close() }, "Close");
    this.problem = make("p", { class: "problem", role: "alert" });
    this.dialog.replaceChildren(make("h2", { id: "seating-title" }, "Seats and chips"), this.players(), this.newPlayer(seat), this.problem,
      make("div", { class: "ends" }, close));
  }

  // -- who is here -----------------------------------------------------------------------------

  players() {
    const { players } = this.console.desk;
    if (!players.length) return make("p", { class: "quiet" }, "Nobody sits here yet.");
    return make("ul", { class: "players" }, ...players.map((one) => this.player(one)));
  }

  player({ player, seats, chips_micros: chips }) {
    const amount = make("input", { inputmode: "decimal", value: "100", "aria-label": `Dollars for ${player}`, size: "7" });
    const buy = () => this.buyIn(player, amount.value);
    const key = (words, onclick) => make("button", { type: "button", onclick }, words);
    const leave = seats.map((seat) => key(`Leave seat ${seat}`, () => this.send({ command: "leave_seat", seat })));
    const where = seats.length ? `seat ${seats.join(", ")}` : "no seat";
    return make("li", {}, make("span", { class: "who" }, make("b", {}, player), ` ${where}`), make("span", { class: "has" }, dollars(chips)),
      make("span", { class: "sell" }, amount, key("Buy in", buy)),
      key("Cash out", () => this.send({ command: "cash_out", player })), ...leave);
  }

  // -- somebody new ----------------------------------------------------------------------------

  newPlayer(seat) {
    const taken = new Set(this.console.view.seats.map((one) => one.number));
    const free = this.console.sheet.seats.map((one) => one.number).filter((number) => !taken.has(number));
    if (!free.length) return make("p", {}, "Every seat is taken.");
    this.name = make("input", { required: true, maxlength: "24", autocomplete: "off" });
    this.seat = make("select", {}, ...free.map((number) => make("option", { value: number, selected: number === seat }, `Seat ${number}`)));
    this.amount = make("input", { inputmode: "decimal", size: "8", placeholder: "0" });
    const sold = SOLD.map((dollars_) => make("button", { type: "button", class: "reason", onclick: () => (this.amount.value = dollars_) }, `$${dollars_}`));
    const form = make("form", { class: "new-player" }, make("h3", {}, "Seat a player"), field("Name", this.name), field("Seat", this.seat),
      field("Buys in for $", this.amount), make("div", { class: "reasons" }, ...sold), make("button", { type: "submit", class: "main" }, "Take the seat"));
    form.onsubmit = (event) => {
      event.preventDefault();
      this.seatPlayer();
    };
    return form;
  }

  async seatPlayer() {
    const player = this.name.value.trim();
    const amount = this.amount.value.trim();
    if (amount && parseDollars(amount) === null) return say(this.problem, "Write the amount in dollars, such as 200.");
    if (!(await this.send({ command: "take_seat", player, seat: Number(this.seat.value) }))) return undefined;
    return amount ? this.buyIn(player, amount) : undefined;
  }

  async buyIn(player, amount) {
    const micros = parseDollars(amount);
    if (!micros) return say(this.problem, "Write the amount in dollars, such as 200.");
    return this.send({ command: "buy_in", player, micros });
  }

  /** Done or refused, the sheet shows how things stand now. */
  async send(command) {
    const problem = await this.console.report(command);
    await this.console.refresh();
    if (this.dialog.open && !problem) this.build(0);
    say(this.problem, problem);
    return !problem;
  }
}
