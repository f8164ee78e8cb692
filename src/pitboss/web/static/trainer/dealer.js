// A table to settle: every card open, nothing paid. What the dealer does is typed, or put together by buttons.

import "../part/card.js";
import "../part/chip.js";
import { make } from "../part/make.js";
import { dollars } from "../part/money.js";

export class DealerQuestion {
  constructor(trainer, felt) {
    this.trainer = trainer;
    this.felt = felt;
    this.said = make("ol", { class: "said", role: "log", "aria-label": "What was settled" });
    this.line = make(
      "input",
      {
        id: "payments",
        maxlength: 200,
        autocomplete: "off",
        spellcheck: "false",
        placeholder: example(felt),
        "aria-describedby": "how",
      },
    );
    this.pause = make("div", { class: "verdict", role: "alert", hidden: true });
    this.form = make(
      "form",
      { class: "settle", onsubmit: (event) => this.send(event, this.line.value) },
      make("label", { for: "payments" }, "What do you do next?"),
      make(
        "div",
        { class: "row" },
        this.line,
        make("button", { class: "main", type: "submit" }, "Enter"),
        make("button", { type: "button", onclick: (event) => this.send(event, "done") }, "Done"),
      ),
      make(
        "p",
        { class: "quiet", id: "how" },
        "In the house's order: seat, bet, and the amount you hand over, or take, or push. Several with commas. ",
        `“done” at the end. Bets: ${felt.bets.join(", ")}.`,
      ),
    );
    this.page = make(
      "div",
      { class: "question" },
      make(
        "div",
        { class: "felt" },
        make("p", { class: "topic" }, `Round ${felt.number}: settle the table`),
        ...felt.meters.map((meter) => make(
          "p",
          { class: "felt-meter" },
          `${meter.name} meter `,
          make("span", { class: "meter" }, meter.amount),
        )),
        ...felt.hands.map((hand) => handRow(hand.name, hand.cards)),
        make("div", { class: "felt-seats" }, ...felt.seats.map(seatCard)),
      ),
      this.form,
      this.pause,
      this.said,
      make("div", { class: "felt-tables" }, ...felt.tables.map(payCard)),
    );
    this.since = performance.now();
  }

  focus() {
    this.line.focus({ preventScroll: true });
    this.since = performance.now();
  }

  async send(event, text) {
    event.preventDefault();
    const words = text.trim();
    if (!words || this.isBusy) return;
    this.isBusy = true;
    try {
      this.judge(await this.trainer.answer(words, performance.now() - this.since), words);
    } catch (problem) {
      this.trainer.fail(problem);
    } finally {
      this.isBusy = false;
    }
  }

  judge({ refused, verdicts }, words) {
    if (refused) {
      this.stop(`${refused[0].toUpperCase()}${refused.slice(1)}`, false);
      return;
    }
    for (const verdict of verdicts) {
      this.said.append(make(
        "li",
        { class: verdict.is_right ? "right-answer" : "wrong-answer" },
        verdict.sentence,
      ));
    }
    if (words !== "done") this.line.value = "";
    const last = verdicts.at(-1);
    if (last?.is_over) this.end(last);
    else if (verdicts.some((one) => one.is_mistake)) this.stop(
      verdicts.find((one) => one.is_mistake).sentence,
      true,
    );
    else this.goOn();
  }

  /** Nothing goes on, and no time counts, until a mistake was read. */
  stop(sentence, isMistake) {
    const next = make("button", { type: "button", class: "main", onclick: () => this.goOn() }, "Go on");
    this.pause.className = "verdict wrong-answer";
    this.pause.replaceChildren(make("p", { class: "sentence" }, sentence), ...(isMistake ? [next] : []));
    this.pause.hidden = false;
    if (isMistake) {
      this.form.inert = true;
      next.focus({ preventScroll: true });
    } else this.line.focus({ preventScroll: true });
  }

  goOn() {
    this.pause.hidden = true;
    this.form.inert = false;
    this.focus();
  }

  end(verdict) {
    const next = make(
      "button",
      { type: "button", class: "main", onclick: () => this.trainer.next() },
      "Next round",
    );
    this.form.inert = true;
    this.pause.className = `verdict ${verdict.is_right ? "right-answer" : "wrong-answer"}`;
    this.pause.replaceChildren(make("p", { class: "sentence" }, verdict.sentence), next);
    this.pause.hidden = false;
    next.focus({ preventScroll: true });
  }
}

function example(felt) {
  const seat = felt.seats.at(-1)?.number ?? 7;
  return `${seat} ${felt.bets[0]} 10, ${felt.bets[1] ?? felt.bets[0]} take`;
}

function handRow(name, cards) {
  return make(
    "div",
    { class: "hand" },
    make("p", {}, `${name[0].toUpperCase()}${name.slice(1)}`),
    make("div", { class: "cards" }, ...cards.map(card)),
  );
}

const card = (face) => make("pit-card", { face, still: true });

function seatCard(seat) {
  const money = [...seat.wagers, ...seat.decisions];
  return make(
    "section",
    { class: "felt-seat" },
    make("h3", {}, `Seat ${seat.number}`),
    ...seat.hands.map((cards) => make("div", { class: "cards" }, ...cards.map(card))),
    make(
      "ul",
      { class: "spots" },
      ...money.map(({ label, micros }) => make(
        "li",
        {},
        micros ? make("pit-chips", { micros, "aria-hidden": "true" }) : null,
        make("span", {}, label),
        make("span", { class: "amount" }, micros ? dollars(micros) : ""),
      )),
    ),
  );
}

function payCard(table) {
  const head = table.columns.length > 1 ? make(
    "thead",
    {},
    make(
      "tr",
      {},
      make("th", { scope: "col" }, "Hand"),
      ...table.columns.map((title) => make("th", { scope: "col", class: "right" }, title)),
    ),
  ) : null;
  const rows = table.rows.map(([line, ...pays]) => make(
    "tr",
    {},
    make("th", { scope: "row" }, line),
    ...pays.map((pay) => make("td", { class: "right" }, pay)),
  ));
  return make(
    "section",
    { class: "pay-card" },
    make("h3", {}, `${table.wager} · ${table.name}`),
    make("table", { class: "sheet wide" }, head, make("tbody", {}, ...rows)),
  );
}
