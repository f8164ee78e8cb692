// What the dealer does and says next, very large, and the keys that do it. The three keys keep their places; the one
// that can be pressed now is gold.

import { dim, fill, make, say } from "../part/make.js";
import { capital } from "../part/word.js";

const KEYS = { open_bets: "O", call_no_more_bets: "N", proceed: "Space" };
const HINTS = { open_bets: "seals a fresh shuffle", call_no_more_bets: "locks the wagers in", proceed: "the next step" };

export class Procedure {
  constructor(host, console_) {
    this.console = console_;
    this.does = make("p", { class: "does" });
    this.says = make("p", { class: "says" });
    this.more = make("ul", { class: "more" });
    this.said = make("p", { class: "said" });
    this.runs = new Map(Object.keys(KEYS).map((name) => [name, this.key(name)]));
    this.floor = make("div", { class: "floor-acts", role: "group", "aria-label": "The floor decides" });
    const bar = make("div", { class: "runs", role: "group", "aria-label": "The round" }, ...this.runs.values());
    host.append(make("div", { class: "cue" }, this.said, this.does, this.says, this.more), this.floor, bar);
    document.getElementById("desk-acts").append(this.side("Seats", "S", () => console_.seating.open()),
      this.side("Irregularity", "I", () => console_.irregularity.open()));
  }

  key(name) {
    const hint = make("small", {}, HINTS[name]);
    const key = make("button", { type: "button", class: `run ${name}`, onclick: () => this.console.run(name) });
    key.append(make("span", { class: "word" }), hint, make("kbd", {}, KEYS[name]));
    return key;
  }

  side(words, key, onclick) {
    return make("button", { type: "button", onclick }, `${words} `, make("kbd", {}, key));
  }

  draw(desk, view) {
    const [first, ...rest] = desk.next;
    say(this.does, first ? capital(first.does) : "");
    say(this.says, first?.says ? `“${first.says}”` : "");
    fill(this.more, JSON.stringify(rest), () => rest.map((one) => make("li", {}, capital(one.does), one.says ? make("q", {}, one.says) : null)));
    this.drawSaid(desk.said, view);
    for (const act of desk.runs) this.drawRun(act, view);
    this.drawFloor(desk);
  }

  /** What was done last stays in sight: a cue about a card can only be read once the card is open. */
  drawSaid(said, view) {
    const last = view.phase === "idle" ? null : said.at(-1);
    say(this.said, last ? `Just now: ${last.does}${last.says ? ` — “${last.says}”` : ""}` : "");
  }

  drawRun({ command, label, why_not: whyNot }, view) {
    const key = this.runs.get(command);
    say(key.querySelector(".word"), label);
    const isWaiting = command === "proceed" && view.phase === "deciding";
    say(key.querySelector("small"), isWaiting ? whyNot : HINTS[command]);
    key.classList.toggle("main", !whyNot);
    dim(key, whyNot);
  }

  /** While the table waits for the floor, what the floor may do stands here; a dealer sees that it is for them. */
  drawFloor(desk) {
    const waits = desk.incident !== "";
    this.floor.hidden = !waits;
    fill(this.floor, waits ? JSON.stringify([desk.incident, desk.decides]) : "", () => {
      if (!waits) return [];
      const words = make("p", { class: "incident" }, desk.incident);
      if (!this.console.isFloor) return [words, make("p", {}, "Call the floor: a supervisor decides here or on the floor's page.")];
      return [words, ...desk.decides.map((act) => this.decision(act))];
    });
  }

  decision(act) {
    const onclick = () => this.console.irregularity.open(act.command);
    const key = make("button", { type: "button", onclick }, act.label);
    dim(key, act.why_not);
    return key;
  }
}
