// <pit-meter micros="1000140000">: an amount that ticks up to what it is now, as a meter over a table does.

import { dollars } from "./money.js";

const TICK_MS = 900;

class Meter extends HTMLElement {
  static observedAttributes = ["micros"];

  connectedCallback() {
    this.classList.add("meter");
    this.show(this.micros);
  }

  get micros() {
    return Number(this.getAttribute("micros") ?? 0);
  }

  set micros(amount) {
    this.setAttribute("micros", amount);
  }

  attributeChangedCallback(_name, before, now) {
    if (!this.isConnected || before === now) return;
    cancelAnimationFrame(this.ticking);
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // Only upwards, as meters go: after a win the new amount stands there at once.
    if (isCalm || before === null || Number(now) < Number(before)) this.show(this.micros);
    else this.tick(Number(before), this.micros, performance.now());
  }

  tick(from, to, since) {
    const part = Math.min(1, (performance.now() - since) / TICK_MS);
    this.show(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
    if (part < 1) this.ticking = requestAnimationFrame(() => this.tick(from, to, since));
  }

  show(amount) {
    const words = dollars(amount);
    if (this.textContent !== words) this.textContent = words;
  }
}

customElements.define("pit-meter", Meter);

/** What waits beside what is played for; empty while nothing does. */
export function waitingWords(waiting) {
  return waiting.map(({ micros, table }) => `${dollars(micros)} waits at ${table}`).join(" · ");
}
