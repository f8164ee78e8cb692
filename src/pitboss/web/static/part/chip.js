// <pit-chips micros="37000000">: the amount as a stack of chips, largest at the bottom, seen a little from above.
// Width comes from --chip-width; the stack grows upwards. What an amount is never comes from here: the
// server says it, this only lays it out in chips.

import { dollars } from "./money.js";

const MICROS = 1_000_000;
/** Largest first: micros, what is printed on it, and what its colours are called. */
const CHIPS = [
  [1000 * MICROS, "1K", "--chip-1000"],
  [500 * MICROS, "500", "--chip-500"],
  [100 * MICROS, "100", "--chip-100"],
  [25 * MICROS, "25", "--chip-25"],
  [5 * MICROS, "5", "--chip-5"],
  [1 * MICROS, "1", "--chip-1"],
  // What is left below a dollar is one coin, whatever it is: the label says how much.
  [1, "¢", "--chip-cent"],
];
const MOST_DRAWN = 12;
const LIFT = 4;

const style = new CSSStyleSheet();
style.replaceSync(`
  :host { display: inline-block; width: var(--chip-width, 44px); line-height: 0; vertical-align: bottom; }
  :host([hidden]) { display: none; }
  svg { width: 100%; height: auto; display: block; overflow: visible; filter: drop-shadow(0 2px 2px var(--shade)); }
  text { font-family: system-ui, "Segoe UI", Roboto, Arial, sans-serif; font-weight: 800; text-anchor: middle;
    dominant-baseline: central; font-variant-numeric: tabular-nums; }
`);

/** The fewest chips that make up the amount, largest first. */
function chipsOf(micros) {
  const stack = [];
  let left = micros;
  for (const chip of CHIPS) {
    const count = chip[0] === 1 ? Math.min(left, 1) : Math.floor(left / chip[0]);
    for (let n = 0; n < Math.min(count, MOST_DRAWN); n += 1) stack.push(chip);
    left -= count * chip[0];
  }
  return stack.slice(0, MOST_DRAWN);
}

function drawChip([, , colour], y) {
  return `<circle cx="24" cy="${y + LIFT}" r="22" fill="var(--black)" fill-opacity=".5"/>
    <circle cx="24" cy="${y + LIFT * 0.7}" r="22" fill="var(${colour})"/>
    <circle cx="24" cy="${y + LIFT * 0.7}" r="19.500" fill="none" stroke="var(${colour}-mark)" stroke-width="5" stroke-dasharray="8 12.420"/>
    <circle cx="24" cy="${y}" r="22" fill="var(${colour})" stroke="var(--black)" stroke-opacity=".35" stroke-width=".8"/>
    <circle cx="24" cy="${y}" r="19.500" fill="none" stroke="var(${colour}-mark)" stroke-width="5" stroke-dasharray="8 12.420"/>`;
}

function drawPrint([, print, colour], y) {
  const size = print.length > 2 ? 13 : 16;
  return `<circle cx="24" cy="${y}" r="14.500" fill="var(${colour})" stroke="var(${colour}-mark)" stroke-opacity=".75" stroke-width="1"/>
    <text x="24" y="${y + 0.5}" font-size="${size}" fill="var(${colour}-ink)">${print}</text>`;
}

function drawStack(stack) {
  const height = 50 + LIFT * (stack.length - 1);
  const levels = stack.map((_, n) => height - 26 - n * LIFT);
  const drawn = stack.map((chip, n) => drawChip(chip, levels[n])).join("");
  const top = stack.length - 1;
  return `<svg viewBox="0 0 48 ${height}" aria-hidden="true">${drawn}${drawPrint(stack[top], levels[top])}</svg>`;
}

class Chips extends HTMLElement {
  static observedAttributes = ["micros"];

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [style];
  }

  get micros() {
    return Number(this.getAttribute("micros") ?? 0);
  }

  set micros(amount) {
    this.setAttribute("micros", amount);
  }

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback(_name, before, now) {
    if (before !== now) this.draw();
  }

  draw() {
    const stack = chipsOf(this.micros);
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", stack.length ? `${dollars(this.micros)} in chips` : "no chips");
    this.shadowRoot.innerHTML = stack.length ? drawStack(stack) : "";
  }
}

customElements.define("pit-chips", Chips);
