// The terms of a progressive: edited on the left; on the right what the maker says of them, before anybody signs.

import { ask, newId, tell } from "../part/api.js";
import { check, field, input, select, signature, valuesOf } from "../part/form.js";
import { make, sectionHead } from "../part/make.js";
import { Turn } from "../part/turn.js";
import { toast, waitFor } from "../part/waiting.js";

const PAUSE_MS = 350;
const FLAGS = [
  ["all_from_meter", "Fixed awards come off the meter too"],
  ["equal_split", "Winners of one round share a level equally"],
  ["stays_on_table", "Wagers stay on the table once counted, whatever the game"],
];
/** What system and game say unless the house states otherwise. */
const STATED = [
  ["folded_hands_win", "Folded hands win"],
  ["own_spots_envy", "Envy between a player's own spots"],
];
const AS_RULED = [["", "As system and game have it"], ["true", "Yes: a setting of the house"], ["false", "No: a setting of the house"]];
const FALLS = [["confirmed", "When a win is confirmed"], ["posted", "When it is posted: a setting of the house"]];
const MONEY = [
  ["wager", "Wager"],
  ["most_wager", "Largest wager"],
];

export async function showTerms(office, id = "") {
  const [all, tables] = await Promise.all([ask("/api/office/progressives"), ask("/api/office/paytables")]);
  const one = all.find((other) => other.id === id);
  if (id && !one) throw new Error(`There is no progressive ${id}.`);
  return new TermsPage(office, one, tables).page;
}

class TermsPage {
  constructor(office, one, paytables) {
    this.office = office;
    this.one = one;
    this.paytables = paytables;
    this.id = newId();
    this.turn = new Turn();
    this.advice = make("div", { class: "advice", "aria-live": "polite" });
    this.problem = make("p", { class: "notice bad", role: "alert", hidden: true });
    this.save = make("button", { class: "main", type: "submit", disabled: true }, "Sign and save");
    this.levels = make("div", { class: "stack" });
    this.form = make(
      "form",
      {
        class: "stack terms-form",
        novalidate: true,
        oninput: () => this.changed(),
        onsubmit: (event) => this.send(event),
      },
    );
    this.form.append(...this.fields());
    const title = one ? `Terms of ${one.id}` : "A new progressive";
    this.page = make(
      "div",
      { class: "stack" },
      sectionHead(
      title,
        make("a", { class: "button small push", href: "#meters" }, "Back to the meters"),
      ),
      one && !one.can_change ? this.inPlay() : null,
      make(
        "div",
        { class: "terms-page" },
        this.form,
        make("aside", { class: "card" }, make("h3", {}, "Before you sign"), this.advice),
      ),
    );
    this.changed();
  }

  inPlay() {
    return make(
      "p",
      { class: "notice careful" },
      `${this.one.id} is in play: nothing can be saved until it is closed and every round on it is over.`,
    );
  }

  fields() {
    const terms = this.one?.terms ?? this.fresh();
    this.kept = terms;
    const [[game, paytable]] = Object.entries(terms.paytables);
    this.drawLevels(terms.level);
    return [
      make(
        "div",
        { class: "card fields" },
        field("Name", input("id", { value: terms.id, required: true, readonly: Boolean(this.one) })),
        field(
          "Tables",
          input("tables", { value: terms.tables.join(", "), placeholder: "T1, T6" }),
          "With commas between them",
        ),
        this.one
          ? field(
            "Game and paytable",
            input("paytable", { value: Object.values(terms.paytables).join(", "), readonly: true }),
          )
          : field("Game and paytable", this.choosePaytable(game, paytable)),
        ...MONEY.map(([name, label]) => field(label, input(name, { value: terms[name], required: true }))),
        field(
          "Executive confirms above",
          input("executive_above", { value: terms.executive_above ?? "", placeholder: "as the system has it" }),
        ),
        field("The meter falls", select("meter_falls", FALLS, terms.meter_falls ?? "confirmed")),
        ...STATED.map(([name, label]) => field(label, select(name, AS_RULED, String(terms[name] ?? "")))),
      ),
      this.levels,
      make(
        "fieldset",
        { class: "rules" },
        make("legend", {}, "Rules"),
        ...FLAGS.map(([name, label]) => check(name, label, terms[name])),
      ),
      signature(this.office, "SetTerms"),
      this.problem,
      make("div", { class: "row" }, this.save),
    ];
  }

  fresh() {
    const [first] = this.paytables;
    return {
      id: "",
      tables: [],
      paytables: { [first.game]: first.paytable },
      wager: "$1.00",
      most_wager: "$100.00",
      level: first.levels.map(freshLevel),
    };
  }

  choosePaytable(game, paytable) {
    const made = select(
      "paytable",
      this.paytables.map((one, place) => [String(place), `${one.name}: ${one.paytable}`]),
    );
    made.value = String(this.paytables.findIndex((one) => one.game === game && one.paytable === paytable));
    made.addEventListener("change", () => this.drawLevels(this.paytables[Number(made.value)].levels.map(freshLevel)));
    return made;
  }

  drawLevels(levels) {
    this.names = levels.map((level) => level.name);
    this.levels.replaceChildren(...levels.map((level, place) => make(
      "fieldset",
      { class: "level" },
      make("legend", {}, level.name || "The meter"),
      make(
        "div",
        { class: "fields close" },
        field("Seed", input(`seed ${place}`, { value: level.seed, required: true })),
        field(
          "Contribution",
          input(`contribution ${place}`, { value: level.contribution, required: true }),
          "Of every wager, to the display",
        ),
        field(
          "To the reserve",
          input(`reserve ${place}`, { value: level.reserve ?? "0%" }),
          "Of every wager, to the next seed",
        ),
        field("Cap", input(`cap ${place}`, { value: level.cap ?? "", placeholder: "none" })),
      ),
    )));
  }

  /** What the form says, as a file of terms says it: nothing is worked out here. */
  terms(values) {
    const level = this.names.map((name, place) => {
      const cap = values[`cap ${place}`].trim();
      const made = {
        name,
        seed: values[`seed ${place}`],
        contribution: values[`contribution ${place}`],
        reserve: values[`reserve ${place}`] || "0%",
      };
      return cap ? { ...made, cap } : made;
    });
    const chosen = this.paytables[Number(values.paytable)];
    const stated = STATED.filter(([name]) => values[name]).map(([name]) => [name, values[name] === "true"]);
    const { executive_above: _, folded_hands_win: __, own_spots_envy: ___, ...kept } = this.kept;
    return {
      ...kept,
      ...Object.fromEntries(stated),
      ...(values.executive_above.trim() ? { executive_above: values.executive_above } : {}),
      meter_falls: values.meter_falls,
      ...Object.fromEntries(MONEY.map(([name]) => [name, values[name]])),
      ...Object.fromEntries(FLAGS.map(([name]) => [name, values[name]])),
      id: values.id.trim(),
      tables: values.tables.split(",").map((one) => one.trim()).filter(Boolean),
      paytables: this.one ? this.kept.paytables : { [chosen.game]: chosen.paytable },
      level,
    };
  }

  changed() {
    this.save.disabled = true;
    const isWanted = this.turn.next();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.consult(isWanted), PAUSE_MS);
  }

  /** The maker's word on exactly what stands in the form; without it nothing can be saved. */
  async consult(isWanted) {
    const terms = this.terms(valuesOf(this.form));
    try {
      const found = await waitFor(
        () => tell("/api/office/progressives/preview", { terms }),
        (line) => this.advice.replaceChildren(line),
        isWanted,
      );
      if (!found) return;
      this.advice.replaceChildren(...advice(found));
      this.save.disabled = found.obstacles.length > 0;
    } catch (problem) {
      if (isWanted()) this.advice.replaceChildren(make("p", { class: "notice bad" }, problem.message));
    }
  }

  async send(event) {
    event.preventDefault();
    const values = valuesOf(this.form);
    this.save.disabled = true;
    this.problem.hidden = true;
    try {
      const done = await tell(
        "/api/office/progressives",
        { id: this.id, terms: this.terms(values), second: values.second },
      );
      toast(`${done.words} (entry ${done.entry})`);
      location.hash = "#meters";
    } catch (problem) {
      this.problem.textContent = problem.message;
      this.problem.hidden = false;
      this.save.disabled = false;
    }
  }
}

function advice({ found, before, obstacles }) {
  const was = new Map(before?.advantages.map((one) => [one.game, one]) ?? []);
  const edges = found.advantages.map((one) => {
    const old = was.get(one.game);
    return make(
      "div",
      { class: "edge" },
      make("span", { class: "quiet" }, `House advantage, ${one.game.replaceAll("_", " ")}`),
      make("strong", { class: "meter" }, one.percent),
      old && old.exact !== one.exact ? make("span", { class: "quiet" }, `as it stands ${old.percent}`) : null,
      make("span", { class: "mono quiet" }, `= ${one.exact}`),
    );
  });
  const said = found.games.flatMap((game) => game.recommendations);
  const warnings = said.filter((one) => one.is_warning), others = said.filter((one) => !one.is_warning);
  return [
    ...obstacles.map((words) => make("p", { class: "notice bad" }, sentence(words))),
    ...edges,
    ...(warnings.length ? warnings.map((one) => make(
      "p",
      { class: "notice careful warning" },
      sentence(named(one)),
    )) : [make("p", { class: "notice good" }, "The maker has no warning.")]),
    make(
      "ul",
      { class: "lines bullets quiet" },
      ...others.map((one) => make("li", {}, sentence(named(one)))),
    ),
  ];
}

const named = (one) => (one.level ? `${one.level}: ${one.text}` : one.text);
const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;
const freshLevel = (name) => ({ name, seed: "$1,000.00", contribution: "10%", reserve: "1%" });
