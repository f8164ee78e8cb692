// Simulation: rounds by the million beside the exact figures, and how a session goes.

import { field, select } from "../part/form.js";
import { make } from "../part/make.js";
import { amount, group, number, Workshop } from "./workshop.js";

const LEAD = "Rounds are dealt at random. The same seed deals the same rounds; the exact figures ought to lie inside.";
const IDLE = "Figures with their intervals beside the exact ones come here, then what a session holds.";
const ROUNDS = [
  ["100000", "100,000"],
  ["1000000", "1 million"],
  ["10000000", "10 million"],
  ["50000000", "50 million"],
];
const SEATS = ["1", "2", "3", "4", "5", "6", "7"];
const SESSIONS = [["1000", "1,000"], ["10000", "10,000"], ["50000", "50,000"]];
const OWN = "[question]\noption: a hand or better\noption: otherwise";

export function simulationView(game) {
  const { wagers, strategies } = game.workshop.simulation;
  const strategy = strategies.length ? select("strategy", strategies) : null;
  const rules = field(
    "My rules, a line each",
    make("textarea", { name: "rules", rows: 6, maxlength: 4000, spellcheck: "false", placeholder: OWN }),
    "As best play is written: an option, a colon, a condition. [question] only where there are several.",
  );
  rules.hidden = true;
  strategy?.addEventListener("change", () => (rules.hidden = strategy.value !== "own"));
  return new Workshop({
    title: "Simulate",
    lead: LEAD,
    idle: IDLE,
    fields: [
      make(
        "div",
        { class: "fields close" },
        field("Rounds", select("rounds", ROUNDS, "10000000")),
        field("Seed", amount("seed", "1", { inputmode: "numeric", maxlength: 10 })),
        field("Seats", select("seats", SEATS)),
      ),
      strategy ? field("Strategy", strategy) : null,
      rules,
      group("Wagers, $ a round", ...wagers.map(bet)),
      group(
        "One player's session",
        make(
          "div",
          { class: "fields close" },
          field("Bankroll, $", amount("bankroll", "1,000", { placeholder: "no session" })),
          field("Hours", amount("hours", "4")),
          field("Rounds an hour", amount("rounds_an_hour", "40")),
          field("Leaves when ahead, $", amount("goal", "", { placeholder: "never" })),
          field("Sessions", select("sessions", SESSIONS, "10000")),
        ),
      ),
    ].filter(Boolean),
    button: "Deal rounds",
    path: `/api/explorer/${game.id}/simulation`,
    body: question,
  }).page;
}

/** A wager to place and how much is bet on it; the base game is always there. */
function bet(wager) {
  const placed = make("input", {
    type: "checkbox",
    name: "wager",
    value: wager.id,
    checked: true,
    disabled: wager.is_base,
  });
  return make(
    "div",
    { class: "bet-row" },
    make("label", { class: "check" }, placed, make("span", {}, wager.label)),
    amount("bet", wager.bet, { "data-wager": wager.id, "aria-label": `Bet on ${wager.label}, $` }),
  );
}

function question(fields) {
  const placed = all(fields.wager).filter((one) => one.checked).map((one) => one.value);
  const bets = all(fields.bet).filter((one) => placed.includes(one.dataset.wager));
  const bankroll = number(fields.bankroll);
  return {
    wagers: placed,
    seats: fields.seats.value,
    strategy: fields.strategy?.value ?? "best",
    rules: fields.strategy?.value === "own" ? fields.rules.value : "",
    rounds: fields.rounds.value,
    seed: number(fields.seed) ?? "1",
    session: bankroll && {
      bankroll,
      bets: Object.fromEntries(bets.map((one) => [one.dataset.wager, number(one) ?? "10"])),
      hours: number(fields.hours) ?? "4",
      rounds_an_hour: number(fields.rounds_an_hour) ?? "40",
      goal: number(fields.goal) ?? "0",
      sessions: fields.sessions.value,
    },
  };
}

/** One field of a name, or several. */
const all = (found) => (found instanceof RadioNodeList ? [...found] : [found]);
