// Beside the felt: the shuffler with its seal, Cover All's column, and what has happened in words.

import { fill, make, say } from "../part/make.js";

const MOST_LINES = 14;

export class DealerSide {
  constructor(host, console_) {
    this.console = console_;
    this.lines = [];
    this.facts = make("dl", { class: "facts" });
    this.lamp = make("p", { class: "shuffler-lamp" });
    this.log = make("ol", { class: "log", tabindex: "0", "aria-label": "What happened" });
    const display = console_.sheet.meters.length
      ? make("a", { class: "button", href: `/displays/${console_.table}`, target: "_blank" }, "Display")
      : null;
    host.append(
      make("div", { class: "device" }, make("h2", {}, "Shuffler"), this.lamp, this.facts, this.column()),
      make("div", { class: "happened" }, make("h2", {}, "This evening"), this.log),
      make("p", { class: "links" }, display, make("a", { class: "button", href: `/tables/${console_.table}` }, "Players' side")),
    );
  }

  /** Where no device shows the column, the dealer counts the hands and sets it. */
  column() {
    this.hands = make("input", { type: "number", min: "2", max: "8", required: true, name: "hands" });
    this.asks = make("form", { class: "column", hidden: true },
      make("label", {}, make("span", {}, "Hands dealt, the house's included"), this.hands), make("button", { type: "submit", class: "main" }, "Set the column"));
    this.asks.onsubmit = async (event) => {
      event.preventDefault();
      this.console.say(await this.console.report({ command: "set_column", hands: Number(this.hands.value) }));
    };
    return this.asks;
  }

  note(sentences) {
    this.lines = [...sentences.toReversed(), ...this.lines].slice(0, MOST_LINES);
  }

  draw({ shuffler, column }) {
    this.lamp.classList.toggle("is-broken", Boolean(shuffler.fault));
    say(this.lamp, shuffler.fault ? `${shuffler.name}: out of order` : `${shuffler.name}: ready`);
    const isAsked = Boolean(column?.is_asked);
    if (this.asks.hidden === isAsked) this.hands.value = "";
    this.asks.hidden = !isAsked;
    const facts = factsOf(shuffler, column);
    fill(this.facts, JSON.stringify(facts), () => facts.flatMap(([name, value, title]) => [make("dt", {}, name), make("dd", { title }, value)]));
    const lines = this.lines.length ? this.lines : ["Nothing yet since this page was opened."];
    fill(this.log, lines.join("|"), () => lines.map((line) => make("li", {}, line)));
  }
}

function factsOf(shuffler, column) {
  const seal = shuffler.commitment;
  const backup = shuffler.backup_fault ? `${shuffler.backup}: ${shuffler.backup_fault}` : shuffler.backup;
  const counted = shuffler.hands === null ? "—" : String(shuffler.hands);
  return [
    shuffler.fault ? ["Fault", shuffler.fault] : null,
    shuffler.mode ? ["Set to", shuffler.mode] : null,
    ["Seal", seal ? `${seal.slice(0, 12)}…` : "shuffles when bets open", seal || null],
    [shuffler.shows_hands ? "Hands counted" : "Packets out", counted],
    column ? [`${column.label} column`, column.hands ? `${column.hands} hands` : "—"] : null,
    ["Backup", backup || "none stands by"],
  ].filter(Boolean);
}
