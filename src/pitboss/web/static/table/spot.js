// A spot of a seat: where the layout says, with the chips that lie on it. On the viewer's own seat a spot of a wager
// is a button that adds a chip; the spot of a progressive is a sensor with a light.

import "../part/chip.js";
import { make, say, setAttributes } from "../part/make.js";
import { dollars, shortDollars } from "../part/money.js";
import { whenHeld } from "./hold.js";
import { KEYS } from "./key.js";
import { calm, slide, travel } from "./motion.js";

/** The wager that is placed on a spot, if one is: on the spot of its own name, or else of its first bet. */
export function wagerOn(bet, wagers) {
  return wagers.find((wager) => (wager.bets.includes(wager.id) ? wager.id : wager.bets[0]) === bet) ?? null;
}

/** How near the next spot of the same row is, in percent of the seat's width: no spot may be wider. */
export function gapBeside(place, places) {
  const row = places.filter((other) => other !== place && Math.abs(other.y - place.y) < 12);
  return Math.min(100, ...row.map((other) => Math.abs(other.x - place.x)));
}

export class Spot {
  constructor(place, { wager, gap, seat, isOwn, onBet, onLook, onTakeBack }) {
    this.bet = place.bet;
    this.label = place.label;
    this.wager = wager;
    this.seat = seat;
    this.isButton = isOwn && wager !== null;
    this.micros = 0;
    const kind = wager?.is_progressive ? "sensor" : wager?.stands_alone ? "base" : wager ? "side" : "later";
    this.name = make("span", { class: "label", "aria-hidden": "true" }, place.label);
    this.chips = make("pit-chips", { micros: 0, "aria-hidden": "true" });
    this.amount = make("span", { class: "amount", "aria-hidden": "true" });
    this.result = make("span", { class: "result", "aria-hidden": "true" });
    const tag = this.isButton ? "button" : "div";
    this.element = make(tag, { class: `spot ${kind}`, "data-bet": place.bet }, this.name, this.chips, this.amount, this.result);
    this.element.style.setProperty("--x", place.x);
    this.element.style.setProperty("--y", place.y);
    this.element.style.setProperty("--gap", gap);
    if (this.isButton) this.listen(onBet, onLook, onTakeBack);
    else this.element.setAttribute("aria-hidden", "true");
  }

  /** What a press puts down: the chosen chip, or the coin of a progressive, or the one amount that the spot takes. */
  chipFor(chosen) {
    const { is_progressive, step_micros, minimum_micros, maximum_micros } = this.wager ?? {};
    if (is_progressive) return step_micros;
    return this.wager && minimum_micros === maximum_micros ? minimum_micros : chosen;
  }

  listen(onBet, onLook, onTakeBack) {
    this.element.type = "button";
    setAttributes(this.element, { "aria-keyshortcuts": `${KEYS.look} Delete`, "aria-description": "Hold it for its pays and edge" });
    whenHeld(this.element, KEYS.look, () => onLook(this));
    this.element.addEventListener("click", () => onBet(this));
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Delete" && event.key !== "Backspace") return;
      event.preventDefault();
      if (this.micros) onTakeBack(this);
    });
  }

  /** `light` is the sensor's: invited, placed or locked. */
  show({ micros, isOpen, chip, light, plate, isLive }) {
    const before = this.micros;
    this.micros = micros;
    this.chips.setAttribute("micros", micros);
    this.chips.setAttribute("aria-hidden", "true");
    this.chips.hidden = !micros;
    say(this.amount, micros ? shortDollars(micros) : "");
    this.element.classList.toggle("filled", micros > 0);
    setAttributes(this.element, { "data-light": this.wager?.is_progressive ? light : null });
    if (isLive && micros > before) travel(this.chips, plate, { scale: 1, duration: 180 });
    if (this.isButton) this.sayWhatItDoes(isOpen, chip);
  }

  sayWhatItDoes(isOpen, chip) {
    const lies = this.micros ? `${dollars(this.micros)} on ${this.label}` : `${this.label}, empty`;
    const does = isOpen ? `: add ${shortDollars(chip)}` : "";
    setAttributes(this.element, { "aria-label": lies + does, "aria-disabled": isOpen ? null : "true" });
  }

  /** What came of the bet that lay here. */
  showResult(settled) {
    const won = settled?.won_micros ?? 0;
    say(this.result, !settled ? "" : won > 0 ? `+${dollars(won)}` : won < 0 ? dollars(won) : "push");
    this.element.classList.toggle("won", Boolean(settled) && won > 0);
    this.element.classList.toggle("lost-bet", Boolean(settled) && won < 0);
  }

  /** Chips go to the winner: the house's to the spot and on to the player, or the player's to the house. */
  pay(settled, { at, plate, house }) {
    const lay = settled.stake_micros;
    const chips = (micros) => make("pit-chips", { micros });
    this.result.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180, delay: calm.matches ? 0 : at + 700, fill: "backwards" });
    if (settled.payout_micros > 0) {
      if (lay) slide(chips(lay), [this.element, plate], { delay: at + 700 });
      if (settled.won_micros > 0) {
        slide(chips(settled.won_micros), [house, this.element, plate], { delay: at, rest: 480, isUnseen: true });
      }
    } else if (lay) {
      slide(chips(lay), [this.element, house], { delay: at + 200 });
    }
  }
}
