// Advice: what each option is worth, exactly, while the viewer's own seat is asked. It is off until it is asked for.

import { ask } from "../part/api.js";
import { cardText } from "../part/card.js";
import { make, say } from "../part/make.js";
import { KEYS, openKeys } from "./key.js";

const KEPT = "pitboss-advice";

export class AdvicePanel {
  constructor(table, { onWorths, onSettings }) {
    this.table = table;
    this.onWorths = onWorths;
    this.isOn = localStorage.getItem(KEPT) === "on";
    this.question = "";
    this.toggle = make("button", { type: "button", class: "small switch", onclick: () => this.turn() }, "Advice");
    const settings = make("button", { type: "button", class: "small switch", onclick: onSettings }, "Settings");
    this.state = make("p", { class: "quiet advice-state", role: "status" });
    this.list = make("ul", { class: "worths" });
    const keys = make("button", { type: "button", class: "small switch", onclick: openKeys }, "Keys ", make("kbd", { "aria-hidden": "true" }, KEYS.sheet));
    const switches = make("div", { class: "switches" }, this.toggle, settings, keys);
    this.element = make("section", { class: "advice-zone", "aria-label": "Advice" }, make("div", { class: "advice-head" }, this.state, switches), this.list);
    this.showSwitches();
  }

  showSwitches() {
    this.toggle.setAttribute("aria-pressed", this.isOn);
  }

  turn() {
    this.isOn = !this.isOn;
    localStorage.setItem(KEPT, this.isOn ? "on" : "off");
    this.showSwitches();
    this.question = "";
    if (this.shown) this.show(this.shown);
  }

  show(table) {
    this.shown = table;
    const { asked } = table;
    const question = asked && this.isOn ? `${table.view.round} ${asked.seat} ${asked.question}` : "";
    if (question === this.question && (question || !this.list.childElementCount)) {
      if (!question) say(this.state, this.isOn ? "Shown when you are asked" : "");
      return;
    }
    this.question = question;
    this.list.replaceChildren();
    say(this.state, question ? "Working out…" : this.isOn ? "Shown when you are asked" : "");
    if (question) this.find(question, asked.seat);
  }

  async find(question, seat) {
    let answer;
    try {
      answer = await ask(`/api/tables/${encodeURIComponent(this.table)}/advice?seat=${seat}`);
    } catch (problem) {
      if (question === this.question) say(this.state, problem.message);
      return;
    }
    if (question !== this.question) return;
    say(this.state, "Worth, for each $1 of the first bet");
    this.list.replaceChildren(...answer.choices.map(describe));
    this.onWorths(answer.choices.map((choice) => [choice.option, signed(choice.decimal), choice.is_best]));
  }
}

const signed = (decimal) => (decimal.startsWith("-") ? decimal.replace("-", "−") : `+${decimal}`);

function describe(choice) {
  const name = choice.card ? `${choice.option} ${cardText(choice.card)}` : choice.option;
  return make(
    "li",
    { class: choice.is_best ? "best-option" : "", title: `exactly ${choice.value}` },
    make("span", { class: "option" }, choice.is_best ? `★ ${name}` : name),
    make("span", { class: "fraction" }, choice.value),
    make("b", {}, signed(choice.decimal)),
    choice.is_best ? make("span", { class: "unseen" }, "best") : null,
  );
}
