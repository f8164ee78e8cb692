// Design: targets for a wager, and the tables that meet them. A table that was found opens in "what if".

import { check, field, select } from "../part/form.js";
import { make } from "../part/make.js";
import { ends, span, Workshop } from "./workshop.js";

const LEAD = "Every table of the wager's shape in which a better hand never pays less is tried and counted, exactly.";
const IDLE = "The tables that meet the targets come here, the nearest first, with what each line moves.";
const COUNTS = ["5", "10", "20", "50"];
const SEATS = ["1", "2", "3", "4", "5", "6", "7"];

export function designView(game) {
  const { wagers, orders, first } = game.workshop.design;
  const wager = select("wager", wagers.map((one) => [one.id, one.label]), first);
  const below = make("div", { class: "stack" });
  const chosen = () => wagers.find((one) => one.id === wager.value);
  const tableOf = () => chosen().tables.find((one) => one.id === below.querySelector("[name=like]").value);
  const drawTargets = () => {
    const table = tableOf();
    below.querySelector(".targets").replaceChildren(...targets(table));
    below.querySelector(".tried").replaceChildren(...lines(table));
  };
  const draw = () => {
    const like = select("like", chosen().tables.map((one) => one.id));
    like.addEventListener("change", drawTargets);
    below.replaceChildren(...[
      field("Held against", like),
      make("div", { class: "targets" }),
      make(
        "details",
        {},
        make("summary", {}, "Pays to try on each line"),
        make("p", { class: "quiet" }, "“30..50”, “3..5/0.5” by steps, “30,40”, “push”, or “none” without the line."),
        make("div", { class: "pays tried" }),
      ),
      chosen().is_decided ? null : field("In order", select("by", orders)),
      field("List at most", select("most", COUNTS, "20")),
      check("player_edge", "Allow a player's edge"),
    ].filter(Boolean));
    drawTargets();
  };
  wager.addEventListener("change", draw);
  draw();
  return new Workshop({
    title: "Design a paytable",
    lead: LEAD,
    idle: IDLE,
    fields: [field("Wager", wager), below],
    button: "Find tables",
    path: `/api/explorer/${game.id}/design`,
    body: (fields) => question(fields, below),
    link: opener,
  }).page;
}

function targets(table) {
  return [
    span("advantage", "Advantage, %", table.advantage),
    span("hit", "Hit frequency, %"),
    span("volatility", "Volatility index"),
    table.has_envy ? field("Players with the wager", select("players", SEATS, "1")) : null,
  ].filter(Boolean);
}

function lines(table) {
  return table.lines.map(({ line, words, pay, usual }) =>
    make(
      "label",
      {},
      make("span", {}, words, make("small", { class: "quiet" }, pay ? ` ${pay}` : " not on it")),
      make("input", { "data-line": line, placeholder: usual, maxlength: 40, autocomplete: "off" }),
    ),
  );
}

function question(fields, below) {
  const tried = [...below.querySelectorAll("[data-line]")].filter((one) => one.value.trim());
  return {
    wager: fields.wager.value,
    like: fields.like.value,
    advantage: ends(fields, "advantage"),
    hit: ends(fields, "hit"),
    volatility: ends(fields, "volatility"),
    lines: Object.fromEntries(tried.map((one) => [one.dataset.line, one.value])),
    most: fields.most.value,
    by: fields.by?.value ?? "nearest",
    players: fields.players?.value ?? 0,
    player_edge: fields.player_edge.checked,
  };
}

/** The first cell of a table that was found leads to its figures, with the pays filled in. */
const opener = ({ wager, like, players }) => (cell) => {
  if (!cell.opens) return null;
  const pays = Object.entries(cell.opens).map(([line, pay]) => `${line}=${pay}`).join(";");
  const parts = [wager, like, pays, String(players)].map(encodeURIComponent);
  return make("a", { href: `#figures/${parts.join("/")}`, title: "Open in “what if”" }, cell.text);
};
