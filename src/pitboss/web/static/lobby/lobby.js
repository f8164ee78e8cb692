// The lobby: every table as a piece of its felt, with seats, limits and live meters, as the room tells it.

import "../part/card.js";
import { Live } from "../part/live.js";
import { lightFelt, make, say } from "../part/make.js";
import { waitingWords } from "../part/meter.js";
import { shortDollars } from "../part/money.js";

/** The room says something every few seconds. */
const SILENT_MS = 20_000;
const shown = new Map();
const list = document.getElementById("tables");
const state = document.getElementById("state");

class TableCard {
  constructor(row) {
    this.free = make("span", { class: "free" });
    this.dots = make("span", { class: "dots", "aria-hidden": "true" });
    this.meters = make("div", { class: "meters" });
    this.phase = make("span", { class: "phase" });
    const limits = `${shortDollars(row.minimum_micros)} – ${shortDollars(row.maximum_micros)}`;
    this.link = make(
      "a",
      { class: "table-card", href: `/tables/${encodeURIComponent(row.id)}`, "data-table": row.id },
      make("span", { class: "number" }, row.id),
      make("h2", {}, row.game.name),
      make("p", { class: "dealer" }, row.has_house_dealer ? "Dealt by the house" : "Dealt by a dealer"),
      this.meters,
      make("p", { class: "limits" }, limits),
      make("p", { class: "seats" }, this.dots, this.free),
      this.phase,
    );
    lightFelt(this.link, row.felt);
    this.item = make("li", {}, this.link);
  }

  show(row) {
    const taken = row.seats.filter((seat) => seat.player).length;
    const free = row.seats.length - taken;
    say(this.free, free === 0 ? "Full" : `${free} of ${row.seats.length} seats free`);
    this.dots.replaceChildren(...row.seats.map((seat) => make("i", { class: seat.player ? "taken" : "" })));
    say(this.phase, taken ? phaseWords(row) : "Open");
    this.showMeters(row.meters);
  }

  showMeters(meters) {
    if (this.meters.children.length !== meters.length) {
      this.meters.replaceChildren(
        ...meters.map(({ level, micros }) =>
          make("p", { class: "level" }, make("span", {}, level || "Progressive"), make("pit-meter", { micros }), make("small", { class: "waits" })),
        ),
      );
    }
    meters.forEach(({ micros, waiting }, n) => {
      const [, meter, waits] = this.meters.children[n].children;
      meter.micros = micros;
      say(waits, waitingWords(waiting));
    });
    this.meters.classList.toggle("several", meters.length > 1);
    if (!meters.length && !this.meters.dataset.fan) this.showFan();
  }

  /** Where no meter stands, three cards lie. */
  showFan() {
    this.meters.dataset.fan = "yes";
    const fan = make("div", { class: "fan", "aria-hidden": "true" }, ...["As", "Kh", "Qc"].map((face) => make("pit-card", { face })));
    this.meters.after(fan);
    this.meters.hidden = true;
  }
}

function phaseWords(row) {
  if (row.phase === "idle") return "Between rounds";
  return row.phase === "betting" ? "Bets are open" : `Round ${row.round}: ${row.phase_words}`;
}

function showAll(rows) {
  for (const row of rows) {
    if (!shown.has(row.id)) {
      shown.set(row.id, new TableCard(row));
      list.append(shown.get(row.id).item);
    }
    shown.get(row.id).show(row);
  }
  const free = rows.flatMap((row) => row.seats).filter((seat) => !seat.player).length;
  state.classList.remove("problem");
  say(state, rows.length ? `${rows.length} tables, ${free} free seats. Choose one.` : "No table is open: ask the floor.");
}

function hear(connection) {
  if (connection === "live") return;
  state.classList.add("problem");
  say(state, `The room does not answer. ${shown.size ? "What you see is older; trying" : "Trying"} again…`);
}

new Live("/api/tables/live", { onFrame: showAll, onState: hear, silentMs: SILENT_MS });
