// The plan of a progressive: how much is played, and what feeds each meter. Below it, how far such a floor can grow.

import { ask } from "../part/api.js";
import { check, field, select } from "../part/form.js";
import { make } from "../part/make.js";
import { showPage } from "../part/report.js";
import { problemBox, waitFor } from "../part/waiting.js";
import { amount, group, number, paperButtons, pushSideways, Workshop } from "./workshop.js";

const LEAD = "Nothing is simulated: figures are exact, or bounds that are proved, or say to how many digits they hold. Amounts are for a $1 wager.";
const IDLE = "The amount at a hit, the time between hits, the cash it takes and what linking saves come here.";

export function planView(game) {
  const tables = game.workshop.plan;
  const paytable = select("paytable", tables.map((one) => one.id));
  const meters = make("div", { class: "stack" });
  const draw = () => {
    const { levels } = tables.find((one) => one.id === paytable.value);
    meters.replaceChildren(...levels.map(meter));
  };
  paytable.addEventListener("change", draw);
  draw();
  const workshop = new Workshop({
    title: "Plan a progressive",
    lead: LEAD,
    idle: IDLE,
    fields: [
      field("Paytable", paytable),
      group(
        "Play",
        make(
          "div",
          { class: "fields close" },
          field("Tables", amount("tables", "10")),
          field("Players a table", amount("seats", "5")),
          field("Rounds an hour", amount("rounds_an_hour", "40")),
          field("Hours a day", amount("hours_a_day", "16")),
          field("Of them bet it, %", amount("share", "70")),
        ),
      ),
      meters,
      check("all_from_meter", "Fixed awards come off the meter too"),
    ],
    button: "Plan it",
    path: `/api/explorer/${game.id}/plan`,
    body: (fields) => question(fields, meters),
  });
  return make("div", { class: "stack" }, workshop.page, scaleCard());
}

/** The same for every game, so it is asked for by itself: it takes some seconds once, and is kept. */
function scaleCard() {
  const place = make("div");
  const title = make("h2", { id: "scale-title" }, "From ten tables to a million seats");
  waitFor(() => ask("/api/scale"), (line) => place.replaceChildren(line))
    .then(({ found }) => {
      place.replaceChildren(
        make("p", { class: "lead" }, found.headline),
        paperButtons((form) => `/api/scale/paper.${form}`, { what: "the scale " }),
        showPage(found.page),
      );
      pushSideways(place);
    })
    .catch((problem) => place.replaceChildren(problemBox(problem)));
  return make("section", { class: "card scale", "aria-labelledby": "scale-title" }, title, place);
}

function meter(level) {
  const terms = [
    ["seed", "Seed, $", level.seed, level.seed_hint],
    ["contribution", "Contribution, %", level.contribution, level.contribution_hint],
    ["reserve", "Reserve, %", "", "none"],
    ["cap", "Cap, $", "", "none"],
  ];
  const fields = terms.map(([name, label, value, hint]) =>
    field(label, amount(name, value, { placeholder: hint, "data-term": name })));
  const open = level.hint ? make("p", { class: "quiet" }, level.hint) : null;
  const made = group(level.label, make("div", { class: "fields close" }, ...fields), open);
  made.dataset.level = level.name;
  return made;
}

function question(fields, meters) {
  const play = ["tables", "seats", "rounds_an_hour", "hours_a_day", "share"];
  const levels = [...meters.children].map((one) => [
    one.dataset.level,
    Object.fromEntries([...one.querySelectorAll("[data-term]")].map((term) => [term.dataset.term, number(term)])),
  ]);
  return {
    paytable: fields.paytable.value,
    ...Object.fromEntries(play.map((name) => [name, number(fields[name])])),
    levels: Object.fromEntries(levels),
    all_from_meter: fields.all_from_meter.checked,
  };
}
