// Finished rounds of this table, and for each its line of notation and the proof that the shuffle was fixed before.

import { ask } from "../part/api.js";
import { make } from "../part/make.js";
import { openPaper } from "./paper.js";

const MOST = 30;

export class History {
  constructor(box, table) {
    this.box = box;
    this.table = table;
    this.rounds = [];
    this.list = make("ul", {});
    box.replaceChildren(make("h2", {}, "Rounds"), this.list);
    this.load();
  }

  async load() {
    const kept = await ask(`/api/tables/${encodeURIComponent(this.table)}/rounds?most=${MOST}`).catch(() => []);
    for (const one of kept.toReversed()) this.add(one.round, JSON.parse(one.proof));
  }

  /** From the stream: a round that was just closed brings its proof along. */
  hear(event) {
    if ((event.event === "round_closed" || event.event === "round_voided") && event.proof) this.add(event.round, event.proof);
  }

  add(round, proof) {
    if (this.rounds.includes(round)) return;
    this.rounds.push(round);
    const open = () => openPaper(`Round ${round}`, proofOf(proof));
    this.list.prepend(make("li", {}, make("button", { type: "button", class: "small", onclick: open }, `Round ${round}`)));
    if (this.list.childElementCount > MOST) this.list.lastElementChild.remove();
    this.box.hidden = false;
  }
}

function proofOf(proof) {
  return [
    make("h3", {}, "What happened"),
    make("ol", { class: "steps" }, ...proof.line.split(" | ").map((part) => make("li", {}, part))),
    make("h3", {}, "Commitment, published before the bets"),
    make("p", { class: "hash" }, proof.commitment),
    make("h3", {}, "The round's proof"),
    make("p", { class: "quiet" }, "Keep it in a file and check it with: pitboss replay FILE --verify"),
    make("pre", { tabindex: "0" }, JSON.stringify(proof)),
  ];
}
