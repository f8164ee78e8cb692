// One wager of a game: its paytable with pays that can be changed, its exact figures, and how results are spread.

import { ask, tell } from "../part/api.js";
import { distributionChart } from "../part/chart.js";
import { make } from "../part/make.js";
import { showPage } from "../part/report.js";
import { Turn } from "../part/turn.js";
import { problemBox, waitFor } from "../part/waiting.js";
import { figureBoxes, spread, warnings } from "./figure.js";

const PAUSE_MS = 250;
const CAPTION = "The scale goes by powers of ten, for the rarest results are the dearest.";

export class WagerView {
  /** `pays` fills in others than are printed: "line=pay;line=pay". */
  constructor(game, wager, table, pays = "", players = "0") {
    this.game = game;
    this.wager = game.bets.find((one) => one.id === wager) ?? game.bets[0];
    const { tables, in_force: usual } = this.wager;
    this.table = tables.find((one) => one.id === table) ?? tables.find((one) => usual.includes(one.id)) ?? tables[0];
    this.turn = new Turn();
    this.players = Number(players) || 0;
    this.filled = new Map(pays.split(";").filter(Boolean).map((one) => one.split("=")));
    this.printed = null;
    this.figures = make("div", { class: "figures", role: "status" });
    this.plot = make("div", { class: "card plot", hidden: true });
    this.details = make("article", { class: "card details", hidden: true });
    this.pays = make(
      "form",
      {
        class: "pays",
        novalidate: true,
        onsubmit: (event) => event.preventDefault(),
        oninput: () => this.changed(),
      },
    );
    this.page = make(
      "div",
      { class: "stack" },
      make(
        "nav",
        { class: "tabs", "aria-label": "Wagers" },
        ...game.bets.map((one) => make(
          "a",
          { href: `#figures/${one.id}`, "aria-current": one === this.wager ? "page" : null },
          one.label,
        )),
      ),
      make("p", { class: "lead" }, this.wager.summary),
      make(
        "div",
        { class: "wager-page" },
        make("section", { class: "card" }, ...this.paytable()),
        make("section", { class: "stack" }, make("div", { class: "card" }, this.figures), this.plot),
      ),
      this.details,
    );
    const loaded = this.load();
    if (this.filled.size) loaded.then(() => this.ask());
  }

  paytable() {
    if (!this.table) return [
      make("h2", {}, "No paytable"),
      make("p", { class: "quiet" }, "This wager is not paid by a table."),
    ];
    const choose = make(
      "select",
      {
        id: "paytable",
        onchange: () => (location.hash = `#figures/${this.wager.id}/${encodeURIComponent(choose.value)}`),
      },
      ...this.wager.tables.map((one) => make(
        "option",
        { value: one.id, selected: one === this.table },
        one.id,
      )),
    );
    this.back = make(
      "button",
      { type: "button", class: "small", hidden: true, onclick: () => this.restore() },
      "As printed",
    );
    this.drawPays(this.filled);
    const seats = this.table.has_envy ? this.choosePlayers() : null;
    return [
      make(
        "header",
        { class: "card-head" },
        make("h2", {}, "Paytable"),
        make("label", { class: "push field" }, make("span", { class: "unseen" }, "Paytable"), choose),
      ),
      make("p", { class: "quiet" }, "Change any pay: “40 to 1”, “300 for 1”, “10%” of the meter, “push”."),
      this.pays,
      make("div", { class: "row" }, seats, this.back),
      make("p", { class: "quiet source" }, printedWords(this.table)),
    ];
  }

  /** Envy comes from the others: how many of them have the wager is part of the question. */
  choosePlayers() {
    const choose = make(
      "select",
      {},
      ...[1, 2, 3, 4, 5, 6, 7].map((count) => make("option", { value: count }, String(count))),
    );
    choose.value = String(this.players || 1);
    choose.addEventListener("change", () => {
      this.players = Number(choose.value);
      this.printed = null;
      this.load().then(() => this.ask());
    });
    return make("label", { class: "field players" }, make("span", {}, "Players with the wager"), choose);
  }

  /** The pays as printed; or as they are filled in, which may leave a line out or have another. */
  drawPays(filled = new Map()) {
    const printed = new Map(this.table.lines.map((one) => [one.line, one]));
    const lines = filled.size ? [...filled.keys()] : [...printed.keys()];
    this.pays.replaceChildren(...lines.map((line) => {
      const { words = line.replaceAll("_", " "), pay = "" } = printed.get(line) ?? {};
      const value = filled.get(line) ?? pay;
      return make(
        "label",
        {},
        make("span", {}, words),
        make("input", { name: line, value, maxlength: 40, autocomplete: "off", "data-printed": pay }),
      );
    }));
  }

  // -- asking -----------------------------------------------------------------------------------

  async load() {
    const query = new URLSearchParams({
      wager: this.wager.id,
      paytable: this.table?.id ?? "",
      players: String(this.table?.hands ? this.table.hands - 1 : this.players),
    });
    await this.count(() => ask(`/api/explorer/${this.game.id}/figures?${query}`), (found) => {
      this.printed = found;
      this.show(found, null);
    });
  }

  /** Counts, and shows what comes of it unless something newer was asked meanwhile. */
  async count(question, show) {
    const isWanted = this.turn.next();
    try {
      const answer = await waitFor(question, (line) => this.figures.replaceChildren(line), isWanted);
      if (answer) show(answer.found);
    } catch (problem) {
      if (isWanted()) this.figures.replaceChildren(problemBox(problem));
    }
  }

  changed() {
    clearTimeout(this.timer);
    this.turn.next();
    this.timer = setTimeout(() => this.ask(), PAUSE_MS);
  }

  ask() {
    const inputs = [...this.pays.elements];
    const isShorter = inputs.length < this.table.lines.length;
    const isChanged = isShorter || inputs.some((one) => one.value.trim() !== one.dataset.printed);
    for (const one of inputs) one.classList.toggle("changed", one.value.trim() !== one.dataset.printed);
    this.back.hidden = !isChanged;
    this.address(isChanged ? inputs : []);
    if (!isChanged) return this.printed ? this.show(this.printed, null) : this.load();
    const pays = Object.fromEntries(inputs.map((one) => [one.name, one.value]));
    const body = {
      wager: this.wager.id,
      pays,
      like: this.table.id,
      players: this.table.hands ? this.table.hands - 1 : this.players,
    };
    return this.count(
      () => tell(`/api/explorer/${this.game.id}/what-if`, body),
      (found) => this.show(found, this.printed),
    );
  }

  /** The pays stand in the page's address, for a par sheet of them and for whoever is sent it. */
  address(inputs) {
    const pays = inputs.map((one) => `${one.name}=${one.value.trim()}`).join(";");
    const parts = [this.wager.id, this.table.id, ...(pays ? [pays, String(this.players)] : [])];
    history.replaceState(null, "", `#figures/${parts.map(encodeURIComponent).join("/")}`);
  }

  restore() {
    this.drawPays();
    this.address([]);
    this.back.hidden = true;
    this.turn.next();
    if (this.printed) this.show(this.printed, null);
    else this.load();
  }

  // -- showing ----------------------------------------------------------------------------------

  show(found, before) {
    this.figures.replaceChildren(...figureBoxes(found, before), ...warnings(found));
    const rows = spread(found);
    this.plot.replaceChildren(
      make("h2", {}, "How results are spread"),
      rows.length ? make(
        "figure",
        {},
        distributionChart(rows),
        make("figcaption", {}, CAPTION),
      ) : make("p", { class: "quiet" }, "There is nothing to plot."),
    );
    this.details.replaceChildren(showPage(found.page));
    this.plot.hidden = this.details.hidden = false;
  }
}

function printedWords(table) {
  const figures = Object.entries(table.printed).map(([name, words]) => `${name.replaceAll("_", " ")} ${words}`);
  return `Source: ${table.source}. ${figures.length
    ? `Printed beside it: ${figures.join(", ")}.`
    : "No figure is printed beside it."} ${table.notes ?? ""}`;
}
