// The papers of a game: a button for each, in the form and on the size of paper that is chosen beside them.

import { ask } from "./api.js";
import { make } from "./make.js";
import { sayIn, saveButton, usualSize } from "./papers.js";

const WORDS = {
  pdf: "PDF",
  xlsx: "Spreadsheet",
  html: "HTML",
  md: "Markdown",
  csv: "CSV",
  json: "JSON",
  txt: "Text",
  a4: "A4",
  letter: "Letter",
};

/** The strip under a game's name. The par sheet is of the paytable on the page, with the pays filled in there. */
export function papersStrip(game) {
  const strip = make("section", { class: "papers", "aria-label": "Papers" });
  fill(strip, game).catch(() => strip.remove());
  return strip;
}

async function fill(strip, game) {
  const { games, forms, sizes } = await ask("/api/papers");
  const form = choice("Form of the paper", forms, "pdf");
  const size = choice("Size of the pages", sizes, usualSize());
  const line = make("p", { class: "papers-line quiet", role: "status" });
  const path = (kind) => () => {
    const query = new URLSearchParams({ size: size.value });
    if (kind === "par") for (const [name, value] of chosenTable()) query.set(name, value);
    return `/api/explorer/${encodeURIComponent(game.id)}/papers/${kind}.${form.value}?${query}`;
  };
  const wanted = games.filter((one) => one.kind !== "strategy" || game.has_decisions);
  strip.replaceChildren(
    make("h2", {}, "Papers"),
    ...wanted.map((one) => saveButton(one.title, path(one.kind), sayIn(line), one.title)),
    make("span", { class: "row papers-how" }, "as", form, "on", size),
    line,
  );
}

function choice(label, values, chosen) {
  const options = values.map((value) => make("option", { value, selected: value === chosen }, WORDS[value] ?? value));
  return make("select", { "aria-label": label }, ...options);
}

/** As the address of the page has it: #figures/wager/paytable, and /pays/players where pays were changed. */
function chosenTable() {
  const [view, wager, paytable, pays, players = "0"] = location.hash.slice(1).split("/").map(decodeURIComponent);
  if (view !== "figures" || !paytable) return [];
  const own = pays ? [["wager", wager], ["pays", pays], ["players", players]] : [];
  return [["paytable", paytable], ...own];
}
