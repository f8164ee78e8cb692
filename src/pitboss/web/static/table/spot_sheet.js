// What a spot pays, what it costs in the long run, and what lies on it. It stands beside the game and never stops
// it: the exact figures come when they are counted, and it closes when the player is asked something.

import { ask } from "../part/api.js";
import { make } from "../part/make.js";
import { dollars } from "../part/money.js";
import { showPage } from "../part/report.js";
import { Turn } from "../part/turn.js";
import { problemBox, waitFor } from "../part/waiting.js";
import { paytable } from "./paper.js";
import { limitOf } from "./plaque.js";

export class SpotSheet {
  constructor(dialog, sheet, onTakeBack) {
    this.dialog = dialog;
    this.sheet = sheet;
    this.onTakeBack = onTakeBack;
    this.turn = new Turn();
    dialog.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  open(spot) {
    this.spot = spot;
    const { wager, label } = spot;
    const figures = make("div", { class: "spot-figures", role: "status" });
    const explorer = `/explorer/${encodeURIComponent(this.sheet.game.id)}#figures/${wager.id}`;
    this.dialog.replaceChildren(
      make("header", {}, make("h2", { id: "spot-title" }, label), make("button", { type: "button", class: "small", onclick: () => this.close() }, "Close")),
      facts([["Limits", limitOf(wager)], ...(spot.micros ? [["On it now", dollars(spot.micros)]] : [])]),
      figures,
      ...this.sheet.paytables.filter((one) => one.wager === wager.id).map(paytable),
      make("p", { class: "row" }, spot.micros ? this.takeBack(spot) : null, make("a", { href: explorer, target: "_blank", rel: "noopener" }, "All figures")),
    );
    if (!this.dialog.open) this.dialog.show();
    this.dialog.querySelector("button").focus();
    this.count(wager.id, figures);
  }

  takeBack(spot) {
    const act = () => {
      this.onTakeBack(spot);
      this.close();
    };
    return make("button", { type: "button", class: "small", onclick: act }, `Take back ${dollars(spot.micros)}`);
  }

  async count(wager, figures) {
    const isLast = this.turn.next();
    const path = `/api/tables/${encodeURIComponent(this.sheet.id)}/spot?wager=${encodeURIComponent(wager)}`;
    const isWanted = () => isLast() && this.dialog.open;
    try {
      const answer = await waitFor(() => ask(path), (line) => figures.replaceChildren(line), isWanted);
      if (answer) figures.replaceChildren(...figuresOf(answer.found));
    } catch (problem) {
      if (isWanted()) figures.replaceChildren(problemBox(problem));
    }
  }

  close() {
    if (!this.dialog.open) return;
    const hadFocus = this.dialog.contains(document.activeElement);
    this.dialog.close();
    if (hadFocus) this.spot.element.focus();
  }
}

function figuresOf({ facts: found, assumes }) {
  const taken = assumes.length ? [make("p", { class: "quiet" }, `Taken for granted: ${assumes.join("; ")}.`)] : [];
  return [facts(found.map(({ label, words }) => [label, words])), ...taken];
}

function facts(rows) {
  return showPage([{ block: "facts", rows: rows.map(([label, text]) => [label, { text, tone: "plain" }]) }]);
}
