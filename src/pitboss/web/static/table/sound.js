// When what is heard at the table, and felt on a phone. Silent until somebody has said that sounds are wanted.

import { make } from "../part/make.js";
import { play } from "./synth.js";

const BIG_MICROS = 100_000_000;
const LIFT_MS = { turn: [30], win: [40, 60, 40], "big win": [60, 60, 60, 60, 120], jackpot: [120, 80, 120, 80, 400] };
const OF_CHIPS = ["wager_placed", "wager_taken_back", "bet_settled"];
const APART_MS = 70;
/** Many cards at once are a rustle, not a roar. */
const MOST_AT_ONCE = 8;

export class Sounds {
  constructor(settings) {
    this.asked = "";
    settings.follow((values) => this.fit(values));
  }

  fit({ sounds, volume, vibrates }) {
    this.isOn = sounds === "on";
    this.vibrates = vibrates;
    this.volume = Number(volume) / 100;
    if (this.isOn) this.wake();
    if (this.out) this.out.gain.value = this.volume;
  }

  /** A browser lets a page be heard once somebody has pressed something on it. */
  wake() {
    if (!this.context) {
      this.context = new AudioContext();
      this.out = this.context.createGain();
      this.out.connect(this.context.destination);
    }
    const resume = () => this.context.resume();
    resume();
    document.addEventListener("pointerdown", resume, { once: true });
    document.addEventListener("keydown", resume, { once: true });
  }

  play(name, delay = 0) {
    // Nothing shakes before the page was touched for the first time.
    if (this.vibrates && LIFT_MS[name] && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(LIFT_MS[name]);
    if (!this.isOn) return;
    play(this.context, this.out, name, this.context.currentTime + delay / 1000);
    // For whoever listens in this page, as with the table's events.
    document.dispatchEvent(new CustomEvent("pitboss-sound", { detail: name }));
  }

  /** What happens at the table, as it is shown. */
  hear(events, own, schedule) {
    const moves = events.some(({ event }) => event === "cards_dealt" || event === "cards_opened");
    // Without motion they lie there at once.
    const moments = schedule.moments.length || !moves ? schedule.moments : [0];
    for (const moment of moments.slice(0, MOST_AT_ONCE)) this.play("card", moment);
    const mine = events.filter(({ seat }) => own.includes(seat));
    const chips = mine.filter(({ event }) => OF_CHIPS.includes(event)).slice(0, MOST_AT_ONCE);
    for (const n of chips.keys()) this.play("chip", n * APART_MS);
    if (mine.some(({ event }) => event === "prize_paid")) this.play("jackpot");
  }

  /** Once for each question. */
  turn({ view, asked }) {
    const question = asked ? `${view.round} ${asked.seat} ${asked.question}` : "";
    if (question && question !== this.asked) this.play("turn");
    this.asked = question;
  }

  /** By the size of what a round brought. */
  net(micros) {
    if (micros > 0) this.play(micros >= BIG_MICROS ? "big win" : "win", 120);
  }
}

/** Asked once, while no cards are out. */
export function askForSounds(place, settings) {
  const answer = (sounds) => make("button", { type: "button", class: "small", onclick: () => settings.set({ sounds }) }, sounds === "on" ? "On" : "Off");
  place.replaceChildren(make("span", {}, "Sounds at the table?"), answer("on"), answer("off"));
  return ({ sounds }, isTime) => {
    place.hidden = sounds !== "unasked" || !isTime;
  };
}
