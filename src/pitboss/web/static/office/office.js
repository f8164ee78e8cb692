// The back office: a rail of sections, one at a time. What may be done comes from the server, and is checked there.

import { ask } from "../part/api.js";
import { make } from "../part/make.js";
import { Turn } from "../part/turn.js";
import { problemBox } from "../part/waiting.js";
import { showEquipment } from "./equipment.js";
import { showGames } from "./game.js";
import { showJournal } from "./journal.js";
import { showMeters } from "./meter.js";
import { showPeople } from "./people.js";
import { showRecord, showWin } from "./record.js";
import { showTables } from "./table.js";
import { showTerms } from "./terms.js";

const SECTIONS = [
  ["meters", "Meters and links", showMeters],
  ["records", "Records", showRecord],
  ["journal", "Journal", showJournal],
  ["people", "People", showPeople],
  ["games", "Approved games", showGames],
  ["equipment", "Equipment", showEquipment],
  ["tables", "Tables", showTables],
];
const MORE = { terms: showTerms, wins: showWin };

class Office {
  constructor(root) {
    this.root = root;
    this.place = make("section", { class: "office-place", "aria-live": "off", tabindex: "-1" });
    this.turn = new Turn();
  }

  async start() {
    try {
      this.desk = await ask("/api/office");
    } catch (problem) {
      this.root.replaceChildren(refusal(problem));
      return;
    }
    this.rail = make(
      "nav",
      { class: "rail", "aria-label": "Office" },
      ...SECTIONS.map(([id, name]) => make("a", { href: `#${id}` }, name)),
    );
    const who = make("p", { class: "quiet who-line" }, `${this.desk.name} · ${this.desk.role}`);
    this.root.replaceChildren(
      make("div", { class: "office-rail" }, make("h1", {}, "Back office"), who, this.rail),
      this.place,
    );
    addEventListener("hashchange", () => this.show());
    await this.show();
  }

  /** May this person ask for such a thing? The server asks again. */
  may(kind) {
    return this.desk.may.includes(kind);
  }

  async show() {
    const [section = "meters", ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
    const known = SECTIONS.find(([id]) => id === section);
    const render = known?.[2] ?? MORE[section] ?? showMeters;
    const current = known ? section : section === "wins" ? "records" : "meters";
    for (const link of this.rail.children) {
      if (link.hash === `#${current}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const isWanted = this.turn.next();
    try {
      const shown = await render(this, ...rest);
      if (isWanted()) this.place.replaceChildren(shown);
    } catch (problem) {
      if (isWanted()) this.place.replaceChildren(problemBox(problem));
    }
  }
}

function refusal(problem) {
  const isOut = problem.status === 401;
  return make(
    "div",
    { class: "card refused" },
    make("h1", {}, "The office is for the staff"),
    make("p", { role: "alert" }, isOut ? "Nobody is signed in here." : problem.message),
    make(
      "p",
      {},
      make(
        "a",
        { class: "button", href: "/sign-in?back=/office" },
        isOut ? "Sign in" : "Sign in as somebody else",
      ),
    ),
  );
}

new Office(document.getElementById("office")).start();
