// The time that whoever has to bet or decide still has. The room keeps it and acts when it is over; here it is shown:
// a ring around the main action that closes, the seconds beside what is waited for, and the last ten said.

import { make, say } from "../part/make.js";
import { calm } from "./motion.js";

const SVG = "http://www.w3.org/2000/svg";
/** Nobody is shown a time that is longer: it hurries nobody. */
const MOST_SHOWN_S = 60;
const SAID_AT = [10, 5, 3];
/** The room's answer takes a moment. */
const OVER_MS = 800;

export class Clock {
  /** `rules` are the room's seconds for betting and deciding; none where a person deals. */
  constructor(rules, onSecond = () => {}) {
    this.rules = rules;
    this.onSecond = onSecond;
    this.until = null;
    this.total = 0;
    this.ring = drawRing();
    this.seconds = make("span", { class: "seconds", role: "timer", hidden: true });
    this.said = make("span", { class: "unseen", role: "status" });
  }

  /** Whatever happens at the table begins the time anew. */
  restart(table) {
    this.set(this.limitFor(table));
  }

  /** Alone at the table nobody is hurried; nor is anybody while nobody has bet. */
  limitFor({ view }) {
    if (!this.rules || new Set(view.seats.map((seat) => seat.player)).size < 2) return null;
    if (view.phase === "deciding") return this.rules.deciding;
    const hasBets = view.seats.some((seat) => Object.keys(seat.wagers).length);
    return view.phase === "betting" && hasBets ? this.rules.betting : null;
  }

  set(seconds) {
    clearInterval(this.timer);
    const isShown = seconds !== null && seconds <= MOST_SHOWN_S;
    this.until = isShown ? performance.now() + seconds * 1000 : null;
    this.total = seconds;
    this.seconds.hidden = !isShown;
    say(this.said, "");
    this.draw();
    if (!isShown) return;
    this.tick();
    this.timer = setInterval(() => this.tick(), 1000);
  }

  get left() {
    return this.until === null ? null : Math.max(0, this.until - performance.now()) / 1000;
  }

  /** Whether the time was over when something happened. */
  get isOut() {
    return this.until !== null && performance.now() > this.until - OVER_MS;
  }

  tick() {
    const left = Math.ceil(this.left);
    say(this.seconds, `${left} s`);
    this.seconds.classList.toggle("few", left <= SAID_AT[0]);
    if (SAID_AT.includes(left)) say(this.said, `${left} seconds left`);
    if (left <= SAID_AT[0]) this.onSecond(left);
    if (!left) clearInterval(this.timer);
  }

  /** The ring goes with the main action, wherever that is laid. */
  moveTo(button) {
    this.ring.remove();
    button?.append(this.ring);
    this.draw();
  }

  draw() {
    this.ring.toggleAttribute("hidden", this.until === null);
    const line = this.ring.lastElementChild;
    for (const running of line.getAnimations()) running.cancel();
    if (this.until === null) return;
    const easing = calm.matches ? `steps(${Math.max(1, Math.ceil(this.left))})` : "linear";
    const from = 1 - this.left / Math.max(this.total, this.left, 1);
    line.animate([{ strokeDashoffset: -from }, { strokeDashoffset: -1 }], { duration: this.left * 1000, easing, fill: "forwards" });
  }
}

function drawRing() {
  const ring = document.createElementNS(SVG, "svg");
  ring.setAttribute("class", "ring");
  ring.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "rect");
  line.setAttribute("pathLength", "1");
  ring.append(line);
  return ring;
}
