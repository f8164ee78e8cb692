// Every open table in a row: where its round is, who sits there, what is wrong, and what the floor can do about it.

import { dim, fill, make, say } from "../part/make.js";
import { capital, tableName } from "../part/word.js";

/** What somebody must come for, each with the way to its table; wins have their own place on the page. */
export function drawAlarms(host, { tables, closed }) {
  const here = tables.flatMap((row) => row.alarms).filter((alarm) => alarm.weight !== "quiet" && alarm.kind !== "jackpot");
  const alarms = [...closed, ...here];
  fill(host, JSON.stringify(alarms), () =>
    alarms.map((alarm) => make("li", { class: alarm.weight }, make("a", { href: `#table-${alarm.table}` }, `${tableName(alarm.table)}: ${alarm.words}`))),
  );
}

export class TableRows {
  /** `decide(row, command)` is called when the floor wants to act at a table. */
  constructor(host, decide) {
    this.host = host;
    this.decide = decide;
    this.rows = new Map();
  }

  draw(tables) {
    const ids = tables.map((row) => row.id).join();
    if (ids !== this.ids) {
      this.ids = ids;
      this.rows = new Map(tables.map((row) => [row.id, this.build(row)]));
      this.host.replaceChildren(...[...this.rows.values()].map((parts) => parts.place));
    }
    for (const row of tables) this.drawRow(this.rows.get(row.id), row);
  }

  build(row) {
    const parts = {
      state: make("p", { class: "state" }), seats: make("p", { class: "seat-dots", role: "img" }),
      alarms: make("ul", { class: "alarms" }), acts: make("div", { class: "acts-of-table" }),
    };
    const name = make("h3", {}, tableName(row.id), make("small", {}, row.game));
    parts.place = make("li", { class: "table-row", id: `table-${row.id}`, tabindex: "-1" }, name, parts.state, parts.seats, parts.alarms, parts.acts);
    return parts;
  }

  drawRow(parts, row) {
    say(parts.state, `${row.round ? `Round ${row.round} · ` : ""}${row.phase_words}`);
    parts.place.classList.toggle("is-urgent", row.alarms.some((alarm) => alarm.weight === "urgent"));
    parts.place.classList.toggle("is-loud", row.alarms.some((alarm) => alarm.weight === "loud"));
    this.drawSeats(parts.seats, row.seats);
    fill(parts.alarms, JSON.stringify(row.alarms), () => row.alarms.map((alarm) => make("li", { class: alarm.weight }, alarm.words)));
    // The row is read again when a key is pressed: acts change with every round.
    parts.row = row;
    fill(parts.acts, JSON.stringify(row.acts), () => this.acts(parts));
  }

  drawSeats(place, seats) {
    const taken = seats.filter((seat) => seat.player);
    const words = taken.length ? taken.map((seat) => `seat ${seat.number} ${seat.player}`).join(", ") : "nobody sits here";
    place.setAttribute("aria-label", capital(words));
    place.title = capital(words);
    fill(place, words, () => seats.map((seat) => make("span", { class: seat.player ? "taken" : "" }, seat.player ? seat.player[0].toUpperCase() : "")));
  }

  acts(parts) {
    const { id } = parts.row;
    const console_ = make("a", { class: "button", href: `/tables/${id}/dealer`, "aria-label": `Dealer's console of ${tableName(id)}` }, "Console");
    const keys = parts.row.acts.map((act) => {
      const onclick = () => act.why_not || this.decide(parts.row, act.command);
      const key = make("button", { type: "button", "aria-label": `${act.label}, ${tableName(id)}`, onclick }, act.label.replace(/ the .*/, ""));
      dim(key, act.why_not);
      return key;
    });
    return [console_, ...keys];
  }
}
