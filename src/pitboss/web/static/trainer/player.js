// A decision: the cards, the options with a key for each, and after a mistake one sentence with its price.

import "../part/card.js";
import { make } from "../part/make.js";

const HIDDEN = "??";

export class PlayerQuestion {
  constructor(trainer, question) {
    this.trainer = trainer;
    this.question = question;
    this.verdict = make("div", { class: "verdict", role: "status" });
    this.bar = make("div", { class: "options", role: "group", "aria-label": "Options" }, ...this.options());
    this.page = make(
      "div",
      { class: "felt question" },
      make("p", { class: "topic" }, `Question ${question.number}`),
      ...question.shared.map((hand) => this.hand(hand.name === "dealer" ? "Dealer" : hand.name, hand.cards)),
      this.hand("Your hand", question.own),
      question.history.length ? make(
        "p",
        { class: "so-far" },
        `So far: ${question.history.join(", ")}`,
      ) : null,
      this.bar,
      this.verdict,
    );
    this.since = performance.now();
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  hand(name, cards) {
    if (!cards.length) return null;
    const shown = cards.map((card) => make(
      "pit-card",
      { face: card === HIDDEN ? HIDDEN : card, still: true },
    ));
    return make(
      "div",
      { class: "hand" },
      make("p", {}, `${name[0].toUpperCase()}${name.slice(1)}`),
      make("div", { class: "cards" }, ...shown),
    );
  }

  /** The first letter that no earlier option has, or its number. */
  options() {
    const taken = new Set();
    return this.question.choices.map((choice, place) => {
      const key = [
        ...choice.label.toLowerCase().replace(/[^a-z0-9]/g, ""),
        String(place + 1),
      ].find((sign) => !taken.has(sign));
      taken.add(key);
      return make(
        "button",
        {
          type: "button",
          class: "option",
          "data-option": choice.label,
          "data-key": key,
          onclick: () => this.decide(choice.label),
        },
        make("strong", {}, choice.label),
        make("small", {}, choice.stake),
        make("kbd", { "aria-hidden": "true" }, key.toUpperCase()),
      );
    });
  }

  focus() {
    this.bar.querySelector("button")?.focus({ preventScroll: true });
    this.since = performance.now();
  }

  key(event) {
    if (!this.page.isConnected) {
      document.removeEventListener("keydown", this.onKey);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    this.bar.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]:not(:disabled)`)?.click();
  }

  async decide(label) {
    if (this.isAnswered) return;
    this.isAnswered = true;
    for (const button of this.bar.children) button.disabled = true;
    try {
      const found = await this.trainer.answer(label, performance.now() - this.since);
      this.judge(found, label);
    } catch (problem) {
      this.trainer.fail(problem);
    }
  }

  judge({ refused, verdicts, prices }, label) {
    if (refused) {
      this.isAnswered = false;
      for (const button of this.bar.children) button.disabled = false;
      this.verdict.replaceChildren(make("p", {}, refused));
      return;
    }
    const verdict = verdicts.at(-1);
    for (const button of this.bar.children) button.classList.toggle(
      "chosen",
      button.dataset.option === label,
    );
    const next = make(
      "button",
      { type: "button", class: "main", onclick: () => this.trainer.next() },
      verdict.is_right ? "Next" : "Go on",
    );
    this.verdict.className = `verdict ${verdict.is_right ? "right-answer" : "wrong-answer"}`;
    this.verdict.replaceChildren(make("p", { class: "sentence" }, verdict.sentence), priceBars(prices), next);
    next.focus({ preventScroll: true });
  }
}

/** What each option gives up; the best is a full bar. */
function priceBars(prices) {
  return make("ul", { class: "prices" }, ...prices.map((one) => {
    const bar = make("i");
    bar.style.setProperty("--share", one.is_best ? 1 : Math.max(0.04, 1 - one.share * 0.92));
    return make(
      "li",
      { class: one.is_best ? "best" : null },
      make("span", {}, one.label),
      bar,
      make("span", { class: "price" }, one.words),
    );
  }));
}
