// The results of the viewer's last round, each payment with its arithmetic as the server says it.

import { make } from "../part/make.js";

export function showResults(box, table) {
  box.hidden = table.lines.length === 0;
  if (box.dataset.shown === String(table.lines.length) && !box.hidden) return;
  box.dataset.shown = table.lines.length;
  const many = new Set(table.lines.map((line) => line.seat)).size > 1;
  const items = table.lines.map((line) => {
    const won = line.won_micros ?? line.micros ?? 0;
    const [label, ...rest] = line.words.split(": ");
    const words = make("span", {}, make("b", {}, many ? `Seat ${line.seat} · ${label}` : label), ` ${rest.join(": ")}`);
    return make("li", { class: won > 0 ? "won" : won < 0 ? "lost-line" : "even" }, words);
  });
  box.replaceChildren(make("h2", {}, "Your results"), make("ul", {}, ...items));
}
