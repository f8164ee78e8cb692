// The chip tray: which chip the next click puts on a spot.

import "../part/chip.js";
import { make } from "../part/make.js";
import { shortDollars } from "../part/money.js";

const MICROS = 1_000_000;
const CHIPS = [1, 5, 25, 100].map((dollars) => dollars * MICROS);

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
        make("label", {}, input, make("pit-chips", { micros: CHIPS[n], "aria-hidden": "true" }), make("kbd", { "aria-hidden": "true" }, String(n + 1))),
      ),
    );
  }

  show(chip, isOpen) {
    this.element.classList.toggle("away", !isOpen);
    this.element.disabled = !isOpen;
    for (const input of this.inputs) input.checked = Number(input.value) === chip;
  }

  /** By number, from the keyboard; whether there is such a chip. */
  choose(number) {
    const micros = CHIPS[number - 1];
    if (!micros || this.element.disabled) return false;
    this.onChip(micros);
    return true;
  }
}
