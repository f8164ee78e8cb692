// A sheet of paper over the table: a round's proof, or the rules and what pays what.

import { make } from "../part/make.js";
import { saveButton, sayIn, usualSize } from "../part/paper_file.js";

export function openPaper(title, content) {
  const paper = document.getElementById("paper");
  const close = make("button", { type: "button", class: "small", onclick: () => paper.close() }, "Close");
  paper.replaceChildren(make("header", {}, make("h2", { id: "paper-title" }, title), close), make("div", { class: "paper-body", tabindex: "0" }, ...content));
  paper.showModal();
  close.focus();
}

/** The rules in force and the paytables, as the server describes them. */
export function rulesOf(sheet) {
  return [
    make("p", {}, sheet.summary),
    ruleCard(sheet),
    ...sheet.paytables.map(paytable),
    make("h3", {}, "Rules"),
    make("ol", {}, ...sheet.rules.map((rule) => make("li", {}, rule))),
    make("h3", {}, "Fingerprint of the game"),
    make("p", { class: "hash" }, sheet.fingerprint),
  ];
}

/** The rule card of this table, with its own limits and paytables. */
function ruleCard(sheet) {
  const line = make("span", { class: "quiet", role: "status" });
  const query = new URLSearchParams({ table: sheet.id, size: usualSize() });
  const path = () => `/api/explorer/${encodeURIComponent(sheet.game.id)}/papers/rules.pdf?${query}`;
  return make("p", {}, saveButton("Rule card (PDF)", path, sayIn(line)), " ", line);
}

export function paytable(table) {
  const rows = table.lines.map((line) => make("tr", {}, make("th", { scope: "row" }, line.words), make("td", { class: "right" }, line.pays)));
  const hands = table.hands ? `, ${table.hands} hands` : "";
  return make("table", { class: "sheet wide" }, make("caption", {}, `${table.label} pays (${table.id}${hands})`), make("tbody", {}, ...rows));
}
