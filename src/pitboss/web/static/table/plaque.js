// The plaques over the table: what the meters hold, and what may be bet.

import { make } from "../part/make.js";
import { waitingWords } from "../part/meter.js";
import { shortDollars } from "../part/money.js";
import { openPaper, rulesOf } from "./paper.js";

export function buildLimits(box, sheet) {
  const rows = sheet.wagers.map((wager) =>
    make("li", {}, make("span", {}, wager.label), make("b", {}, limitOf(wager))),
  );
  const rules = make("button", { type: "button", class: "small", onclick: () => openPaper(sheet.game.name, rulesOf(sheet)) }, "Rules and pays");
  const dealt = sheet.has_house_dealer ? "dealt by the house" : "dealt by a dealer";
  const head = make("div", { class: "head" }, make("h2", {}, `Table ${sheet.id} · limits`), make("span", {}, dealt), rules);
  box.replaceChildren(head, make("ul", {}, ...rows));
}

export function limitOf(wager) {
  const [from, to] = [wager.minimum_micros, wager.maximum_micros].map(shortDollars);
  return from === to ? from : `${from} – ${to}`;
}

export class Meters {
  constructor(box, sheet) {
    this.box = box;
    this.meters = new Map();
    this.waits = new Map();
    const progressive = sheet.wagers.find((wager) => wager.is_progressive);
    this.title = progressive?.label ?? "Progressive";
    box.hidden = sheet.meters.length === 0;
    box.classList.toggle("several", sheet.meters.length > 1);
    const top = sheet.paytables.find((table) => table.wager === progressive?.id)?.lines ?? [];
    box.replaceChildren(...sheet.meters.map((meter, n) => this.level(meter, top[n])));
  }

  level({ level, micros }, line) {
    const meter = make("pit-meter", { micros });
    this.meters.set(level, meter);
    const takes = line?.pays.includes("%") ? `${line.words} takes ${line.pays.replace(/%.*/, "%")}` : "";
    const waits = make("span", { class: "waits", role: "status" });
    this.waits.set(level, waits);
    return make("div", { class: "level" }, make("span", { class: "level-name" }, level || this.title), meter, make("span", { class: "takes" }, takes), waits);
  }

  /** From a display's stream. */
  show(amounts) {
    for (const { level, micros, waiting } of amounts) {
      const meter = this.meters.get(level);
      if (!meter) continue;
      meter.micros = micros;
      this.waits.get(level).textContent = waitingWords(waiting);
    }
  }
}
