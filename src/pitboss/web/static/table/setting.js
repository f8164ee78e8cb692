// How this browser wants the table: speed, sounds, colours, contrast, left hand. Kept here and told to nobody.

import { check, field, select } from "../part/form.js";
import { make } from "../part/make.js";
import { openPaper } from "./paper.js";

const KEPT = "pitboss-table";
const USUAL = { pace: "1", sounds: "unasked", volume: "60", vibrates: true, suits: false, contrast: false, left: false };
const PACES = [["1.6", "Slow"], ["1", "Usual"], ["0.5", "Quick"], ["0", "At once"]];

export class Settings {
  constructor() {
    this.hearers = new Set();
    this.values = { ...USUAL, ...read() };
    this.dress();
  }

  /** Whoever goes by the settings is told them now, and whenever they change. */
  follow(hear) {
    this.hearers.add(hear);
    hear(this.values);
  }

  set(changed) {
    this.values = { ...this.values, ...changed };
    localStorage.setItem(KEPT, JSON.stringify(this.values));
    this.dress();
    for (const hear of this.hearers) hear(this.values);
  }

  /** What style sheets go by. */
  dress() {
    const { suits, contrast, left } = this.values;
    const { dataset } = document.documentElement;
    dataset.suits = suits ? "four" : "two";
    dataset.contrast = contrast ? "more" : "usual";
    dataset.hand = left ? "left" : "right";
  }

  open() {
    const { values } = this;
    const form = make(
      "form",
      { class: "settings" },
      field("Speed of results", select("pace", PACES, values.pace), "A press shows the rest at once, whatever the speed."),
      check("sounds", "Sounds", values.sounds === "on"),
      field("Volume", make("input", { type: "range", name: "volume", min: 5, max: 100, step: 5, value: values.volume })),
      navigator.vibrate ? check("vibrates", "Vibration", values.vibrates) : null,
      check("suits", "A colour for each suit", values.suits),
      check("contrast", "More contrast", values.contrast),
      check("left", "Left hand: the main action on the left", values.left),
    );
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", () => this.set(valuesOf(form)));
    openPaper("Settings", [form, make("p", { class: "quiet" }, "Kept in this browser only.")]);
  }
}

function valuesOf(form) {
  const found = {};
  for (const { name, type, checked, value } of form.elements) {
    if (name) found[name] = type === "checkbox" ? checked : value;
  }
  return { ...found, sounds: found.sounds ? "on" : "off" };
}

/** What is no setting of ours any more is left out. */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    return Object.fromEntries(Object.entries(kept).filter(([name, value]) => typeof value === typeof USUAL[name]));
  } catch {
    return {};
  }
}
