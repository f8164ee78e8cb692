// One wager of a game: its paytable with pays that can be changed, its exact figures, and how results are spread.

import { ask, tell } from "./api.js";
import { distributionChart } from "./chart.js";
import { make } from "./make.js";
import { problemBox, waitFor } from "./waiting.js";
import { showPage } from "./table_sheet.js";

const PAUSE_MS = 250;
const FIGURES = [
  ["house_advantage", "House advantage"],
  ["element_of_risk", "Element of risk"],
  ["hit_frequency", "Hit frequency"],
  ["push_frequency", "Pushes"],
];
const LONGEST_FRACTION = 40;

export class WagerView {
  constructor(game, wager, table) {
    this.game = game;
    this.wager = game.bets.find((one) => one.id === wager) ?? game.bets[0];
    this.table = this.wager.tables.find((one) => one.id === table) ?? this.wager.tables.find((one) => this.wager.in_force.includes(one.id)) ?? this.wager.tables[0];
    this.turn = 0;
    this.players = 0;
    this.printed = null;
    this.figures = make("div", { class: "figures", role: "status" });
    this.plot = make("div", { class: "card plot", hidden: true });
    this.details = make("article", { class: "card details", hidden: true });
    this.pays = make("form", { class: "pays", novalidate: true, onsubmit: (event) => event.preventDefault(), oninput: () => this.changed() });
    this.page = make(
      "div",
      { class: "stack" },
      make("nav", { class: "tabs", "aria-label": "Wagers" }, ...game.bets.map((one) => make("a", { href: `#figures/${one.id}`, "aria-current": one === this.wager ? "page" : null }, one.label))),
      make("p", { class: "lead" }, this.wager.summary),
      make("div", { class: "wager-page" }, make("section", { class: "card" }, ...this.paytable()), make("section", { class: "stack" }, make("div", { class: "card" }, this.figures), this.plot)),
      this.details,
    );
    this.load();
  }

  paytable() {
    if (!this.table) return [make("h2", {}, "No paytable"), make("p", { class: "quiet" }, "This wager is not paid by a table.")];
    const choose = make("select", { id: "paytable", onchange: () => (location.hash = `#figures/${this.wager.id}/${encodeURIComponent(choose.value)}`) }, ...this.wager.tables.map((one) => make("option", { value: one.id, selected: one === this.table }, one.id)));
    this.back = make("button", { type: "button", class: "small", hidden: true, onclick: () => this.restore() }, "As printed");
    this.drawPays();
    const seats = this.table.has_envy ? this.choosePlayers() : null;
    return [
      make("header", { class: "card-head" }, make("h2", {}, "Paytable"), make("label", { class: "push field" }, make("span", { class: "unseen" }, "Paytable"), choose)),
      make("p", { class: "quiet" }, "Change any pay: “40 to 1”, “300 for 1”, “10%” of the meter, “push”."),
      this.pays,
      make("div", { class: "row" }, seats, this.back),
      make("p", { class: "quiet source" }, printedWords(this.table)),
    ];
  }

  /** Envy comes from the others: how many of them have the wager is part of the question. */
  choosePlayers() {
    const choose = make("select", {}, ...[1, 2, 3, 4, 5, 6, 7].map((count) => make("option", { value: count }, String(count))));
    choose.value = String(this.players || 1);
    choose.addEventListener("change", () => {
      this.players = Number(choose.value);
      this.printed = null;
      this.load().then(() => this.ask());
    });
    return make("label", { class: "field players" }, make("span", {}, "Players with the wager"), choose);
  }

  drawPays() {
    this.pays.replaceChildren(...this.table.lines.map(({ line, words, pay }) =>
      make("label", {}, make("span", {}, words), make("input", { name: line, value: pay, maxlength: 40, autocomplete: "off", "data-printed": pay })),
    ));
  }

  // -- asking -----------------------------------------------------------------------------------

  async load() {
    const query = new URLSearchParams({ wager: this.wager.id, paytable: this.table?.id ?? "", players: String(this.table?.hands ? this.table.hands - 1 : this.players) });
    await this.count(() => ask(`/api/explorer/${this.game.id}/figures?${query}`), (found) => {
      this.printed = found;
      this.show(found, null);
    });
  }

  /** Counts, and shows what comes of it unless something newer was asked meanwhile. */
  async count(question, show) {
    const turn = (this.turn += 1);
    const isWanted = () => turn === this.turn;
    try {
      const answer = await waitFor(question, (line) => this.figures.replaceChildren(line), isWanted);
      if (answer) show(answer.found);
    } catch (problem) {
      if (isWanted()) this.figures.replaceChildren(problemBox(problem));
    }
  }

  changed() {
    clearTimeout(this.timer);
    this.turn += 1;
    this.timer = setTimeout(() => this.ask(), PAUSE_MS);
  }

  ask() {
    const inputs = [...this.pays.elements];
    const isChanged = inputs.some((one) => one.value.trim() !== one.dataset.printed);
    for (const one of inputs) one.classList.toggle("changed", one.value.trim() !== one.dataset.printed);
    this.back.hidden = !isChanged;
    if (!isChanged) return this.printed ? this.show(this.printed, null) : this.load();
    const pays = Object.fromEntries(inputs.map((one) => [one.name, one.value]));
    const body = { wager: this.wager.id, pays, like: this.table.id, players: this.table.hands ? this.table.hands - 1 : this.players };
    return this.count(() => tell(`/api/explorer/${this.game.id}/what-if`, body), (found) => this.show(found, this.printed));
  }

  restore() {
    this.drawPays();
    this.back.hidden = true;
    this.turn += 1;
    if (this.printed) this.show(this.printed, null);
    else this.load();
  }

  // -- showing ----------------------------------------------------------------------------------

  show(found, before) {
    this.figures.replaceChildren(...figureBoxes(found, before), ...warnings(found));
    const rows = spread(found);
    const compare = before ? new Map(spread(before).map((row) => [row.words, row.percent])) : null;
    this.plot.replaceChildren(
      make("h2", {}, "How results are spread"),
      rows.length ? make("figure", {}, distributionChart(rows, { compare }), make("figcaption", {}, caption(found, before))) : make("p", { class: "quiet" }, "There is nothing to plot."),
    );
    this.details.replaceChildren(showPage(found.page));
    this.plot.hidden = this.details.hidden = false;
  }
}

function printedWords(table) {
  const figures = Object.entries(table.printed).map(([name, words]) => `${name.replaceAll("_", " ")} ${words}`);
  return `Source: ${table.source}. ${figures.length ? `Printed beside it: ${figures.join(", ")}.` : "No figure is printed beside it."} ${table.notes ?? ""}`;
}

function figureBoxes(found, before) {
  const shown = FIGURES.filter(([key]) => found[key] != null && !isIdle(key, found));
  const boxes = shown.map(([key, label]) => box(label, percent(found[`${key}_percent`]), found[key], before && before[key] !== found[key] ? percent(before[`${key}_percent`]) : "", key));
  if (found.standard_deviation != null) boxes.push(box("Standard deviation", found.standard_deviation.toFixed(4), "", before ? before.standard_deviation.toFixed(4) : "", "standard_deviation"));
  if (found.average_total_wager > 1) boxes.push(box("Average total wager", `${found.average_total_wager.toFixed(4)} units`, "", "", "average_total_wager"));
  if (found.total_ways) boxes.push(box("Ways counted", new Intl.NumberFormat("en-US").format(found.total_ways), "", "", "total_ways"));
  return boxes;
}

/** What says nothing: a risk that is the advantage itself, pushes that never come. */
function isIdle(key, found) {
  return key === "element_of_risk" ? found.element_of_risk === found.house_advantage : key === "push_frequency" && !found.push_frequency_percent;
}

function box(label, words, exact, before, key) {
  return make(
    "div",
    { class: `figure ${key}` },
    make("span", { class: "quiet" }, label),
    make("strong", {}, words),
    exact && exact.length <= LONGEST_FRACTION ? make("span", { class: "mono quiet" }, `= ${exact}`) : null,
    before && before !== words ? make("span", { class: "was" }, `printed table: ${before}`) : null,
  );
}

const percent = (value) => `${value.toFixed(4)}%`;

function warnings(found) {
  return found.warnings.map((words) => make("p", { class: "notice careful" }, words));
}

/** Results by what they win, the likeliest names first; where no results are known, the outcomes. */
function spread(found) {
  if (found.distribution) return found.distribution.map((row) => ({ net: row.net_decimal, percent: row.probability_percent, words: net(row.net_decimal) }));
  const rows = (found.outcomes ?? []).map((row) => ({ net: row.net_decimal, percent: row.probability_percent, words: net(row.net_decimal) }));
  return rows.sort((one, other) => one.net - other.net);
}

function net(value) {
  const words = Number.isInteger(value) ? new Intl.NumberFormat("en-US").format(value) : value.toFixed(2);
  return value > 0 ? `+${words}` : words.replace("-", "−");
}

function caption(found, before) {
  const scale = "The scale goes by powers of ten, for the rarest results are the dearest.";
  return before ? `${scale} Dashed: the table as printed.` : scale;
}
