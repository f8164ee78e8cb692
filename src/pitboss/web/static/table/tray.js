// The chip tray: which chip the next click puts on a spot.

import "../part/chip.js";
import { make } from "../part/make.js";
import { shortDollars } from "../part/money.js";

const MICROS = 1_000_000;
const CHIPS = [1, 5, 25, 100].map((dollars) => dollars * MICROS);
/** The keys for a smaller and a larger chip stand under the ends of the tray. */
const STEPS = { 0: "−", [CHIPS.length - 1]: "+" };
const BY_KEY = { "-": -1, "−": -1, "+": 1, "=": 1 };

export class Tray {
  constructor(onChip) {
    this.onChip = onChip;
    this.inputs = CHIPS.map((micros) =>
      make("input", { type: "radio", name: "chip", value: micros, "aria-label": `${shortDollars(micros)} chip`, onchange: () => onChip(micros) }),
    );
    this.element = make(
      "fieldset",
      { class: "tray-zone" },
      make("legend", { class: "unseen" }, "Chip to bet with"),
      ...this.inputs.map((input, n) =>
        make("label", {}, input, make("pit-chips", { micros: CHIPS[n], "aria-hidden": "true" }), make("kbd", { "aria-hidden": "true" }, STEPS[n] ?? "")),
      ),
    );
  }

  show(chip, isOpen) {
    this.element.classList.toggle("away", !isOpen);
    this.element.disabled = !isOpen;
    for (const input of this.inputs) input.checked = Number(input.value) === chip;
  }

  /** The next smaller or larger chip, from the keyboard; whether the key is for that. */
  hearKey(key) {
    const step = BY_KEY[key];
    if (!step || this.element.disabled) return false;
    const at = this.inputs.findIndex((input) => input.checked);
    this.onChip(CHIPS[Math.min(CHIPS.length - 1, Math.max(0, at + step))]);
    return true;
  }
}
