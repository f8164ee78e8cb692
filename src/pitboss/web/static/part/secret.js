// A sheet on which somebody shows who they are: a PIN on large keys, or a card that types itself in. What was
// typed is forgotten as soon as the sheet closes.

import { field } from "./form.js";
import { make, say } from "./make.js";
import { capital } from "./word.js";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "⌫", "0", "Card"];
const LONGEST_PIN = 12;

/**
 * Ask for a secret and do `act` with it: { pin | card, person?, why? }. The sheet stays with the reason if it is refused.
 * Gives whether it was done.
 */
export function askSecret({ title, words = "", asksPerson = false, asksWhy = "", confirm = "Confirm", act }) {
  return new Promise((finish) => {
    const sheet = new SecretSheet({ title, words, asksPerson, asksWhy, confirm, act, finish });
    document.body.append(sheet.dialog);
    sheet.dialog.showModal();
    sheet.first.focus();
  });
}

class SecretSheet {
  constructor(asked) {
    this.asked = asked;
    this.isDone = false;
    this.person = asked.asksPerson ? entry("Name", { autocomplete: "off", autocapitalize: "none", spellcheck: "false" }) : null;
    this.why = asked.asksWhy ? entry(asked.asksWhy, { maxlength: "300", autocomplete: "off" }) : null;
    this.secret = entry("PIN", { type: "password", inputmode: "none", autocomplete: "off", maxlength: "128" });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.go = make("button", { class: "main", type: "submit" }, asked.confirm);
    this.form = this.build();
    this.dialog = make("dialog", { class: "secret", "aria-label": asked.title }, this.form);
    this.dialog.onclose = () => this.close();
  }

  get first() {
    return (this.person ?? this.why ?? this.secret).input;
  }

  build() {
    const cancel = make("button", { type: "button", onclick: () => this.dialog.close() }, "Cancel");
    const pad = make("div", { class: "pin-pad", role: "group", "aria-label": "PIN keys" }, ...DIGITS.map((digit) => this.key(digit)));
    const form = make("form", { method: "dialog" }, make("h2", {}, this.asked.title), this.asked.words ? make("p", { class: "lead" }, this.asked.words) : null,
      this.person?.box, this.why?.box, this.secret.box, pad, this.problem, make("div", { class: "ends" }, cancel, this.go));
    form.onsubmit = (event) => {
      event.preventDefault();
      this.submit();
    };
    return form;
  }

  key(digit) {
    const words = { "⌫": "Delete the last digit", Card: "Swipe a card instead" }[digit];
    return make("button", { type: "button", "aria-label": words, onclick: () => this.type(digit) }, digit);
  }

  type(digit) {
    const { input } = this.secret;
    this.refuse("");
    if (digit === "Card") this.takeCard();
    else if (digit === "⌫") input.value = input.value.slice(0, -1);
    else if (this.isCard || input.value.length < LONGEST_PIN) input.value += digit;
    if (digit === "Card") input.focus();
  }

  /** A reader types what is on the card and ends with Enter. */
  takeCard() {
    this.isCard = !this.isCard;
    this.secret.input.value = "";
    say(this.secret.box.querySelector("label"), this.isCard ? "Card: swipe it now" : "PIN");
  }

  async submit() {
    if (this.go.disabled) return;
    const given = this.secret.input.value;
    if (!given) return this.refuse(this.isCard ? "Swipe the card." : "Enter the PIN.");
    if (this.why && !this.why.input.value.trim()) return this.refuse("Say why.");
    if (this.person && !this.person.input.value.trim()) return this.refuse("Say whose PIN it is.");
    const secret = this.isCard ? { card: given } : { pin: given };
    if (this.person) secret.person = this.person.input.value.trim();
    if (this.why) secret.why = this.why.input.value.trim();
    this.go.disabled = true;
    try {
      await this.asked.act(secret);
      this.isDone = true;
      this.dialog.close();
    } catch (problem) {
      this.refuse(`${capital(problem.message)}.`);
      this.secret.input.value = "";
    } finally {
      this.go.disabled = false;
    }
  }

  refuse(words) {
    say(this.problem, words);
  }

  close() {
    this.secret.input.value = "";
    this.dialog.remove();
    this.asked.finish(this.isDone);
  }
}

function entry(name, traits) {
  const input = make("input", traits);
  return { input, box: field(name, input) };
}
