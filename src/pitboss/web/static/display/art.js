// The display as it is drawn: made once, then only words and classes change.

import { fill, make, say } from "../part/make.js";
import { dollars, shortDollars } from "../part/money.js";
import { capital, tableName } from "../part/word.js";
import { Party } from "./party.js";

export class DisplayArt {
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.sign = null;
    this.wasParty = 0;
    this.parts = build();
    host.replaceChildren(this.parts.stage, this.parts.overlay, this.parts.news);
    this.party = new Party(this.parts.canvas);
  }

  draw(scene, elapsed, problem) {
    if (!scene) {
      say(this.parts.state, problem || "Waiting for the room…");
      return;
    }
    const { parts } = this;
    say(parts.title, scene.progressive);
    this.drawLevels(scene.levels);
    this.drawLines(scene);
    this.drawFoot(scene);
    this.drawParty(scene.party, elapsed);
    this.tell(scene);
  }

  // -- amounts ---------------------------------------------------------------------------------

  drawLevels(levels) {
    const names = levels.map((one) => one.level).join("|");
    if (names !== this.names) {
      this.names = names;
      this.boxes = levels.map((_, n) => buildLevel(n === 0));
      this.parts.top.replaceChildren(this.boxes[0].box);
      this.parts.others.replaceChildren(...this.boxes.slice(1).map((one) => one.box));
    }
    for (const [n, level] of levels.entries()) this.drawLevel(this.boxes[n], level);
  }

  /** The live amount; while one waits in it, the meter as it was, marked as waiting, and the live one below. */
  drawLevel(parts, { level, micros, shown, waiting, isHeld, notices }) {
    const amount = dollars(isHeld ? shown : micros);
    say(parts.name, [level, handsOf(this.sign, level)].filter(Boolean).join(" · "));
    say(parts.amount, amount);
    parts.box.style.setProperty("--letters", lettersOf(amount));
    parts.box.classList.toggle("is-pending", waiting.length > 0);
    parts.box.classList.toggle("is-held", isHeld);
    say(parts.note, waiting.length ? waiting.map(waitingWords).join(" · ") : notices.join(" "));
    parts.playing.hidden = !isHeld;
    say(parts.live, dollars(micros));
  }

  // -- words -----------------------------------------------------------------------------------

  drawLines({ message }) {
    const sign = this.sign;
    fill(this.parts.lines, message || JSON.stringify(sign?.lines ?? []), () => {
      if (message) return [make("li", { class: "closed" }, message)];
      return (sign?.lines ?? []).map(({ words, micros }) => make("li", {}, `${capital(words)} `, make("b", {}, shortDollars(micros))));
    });
    const stake = sign?.lines.length && !message ? `for each ${shortDollars(sign.wager_micros)} wagered` : "";
    say(this.parts.stake, stake);
    say(this.parts.envy, message ? "" : envyWords(sign));
  }

  drawFoot({ isLive, ageSeconds }) {
    const tables = this.sign ? ` · ${this.sign.tables} ${this.sign.tables === 1 ? "table" : "tables"}` : "";
    this.host.classList.toggle("is-lost", !isLive);
    say(this.parts.state, isLive ? `live${tables}` : `connection lost · amounts as of ${age(ageSeconds)} ago`);
    say(this.parts.last, lastWords(this.sign?.last));
  }

  // -- celebration -----------------------------------------------------------------------------

  drawParty(party, elapsed) {
    const { overlay } = this.parts;
    overlay.hidden = !party;
    if (!party) {
      if (this.wasParty) this.party.clear();
      this.wasParty = 0;
      return;
    }
    if (party.order !== this.wasParty) this.dress(party);
    this.wasParty = party.order;
    this.party.draw(elapsed);
  }

  dress(party) {
    const { overlay, wonTable, wonAmount, wonHand, wonNow } = this.parts;
    const amount = dollars(party.micros);
    say(wonTable, `${tableName(party.table)} wins`);
    say(wonAmount, amount);
    say(wonHand, [party.level, party.hand].filter(Boolean).map(capital).join(" · "));
    say(wonNow, `Now ${dollars(party.now_micros)}`);
    overlay.style.setProperty("--letters", lettersOf(amount));
  }

  /** For whoever cannot see the screen: awards and a lost room, not every cent. */
  tell({ party, isLive, levels }) {
    const [pending] = levels.flatMap((one) => one.waiting);
    let news = isLive ? "" : "The connection is lost: the amounts are the last known ones.";
    if (pending) news = `${waitingWords(pending)}.`;
    if (party) news = `${tableName(party.table)} wins ${dollars(party.micros)} with ${party.hand}.`;
    say(this.parts.news, news);
  }
}

function waitingWords({ micros, table, hand }) {
  return `${dollars(micros)} at ${tableName(table)} waits: ${hand} is being verified`;
}

/** Wide letters count one, points and commas less: the amount fills the screen but never runs over it. */
function lettersOf(amount) {
  return [...amount].reduce((sum, letter) => sum + (/[.,]/.test(letter) ? 0.5 : 1), 0);
}

function handsOf(sign, level) {
  const hands = sign?.levels.find((one) => one.level === level)?.hands ?? [];
  return hands.map(({ words, percent }) => (percent ? `${words} ${percent}` : words)).join(" · ");
}

function envyWords(sign) {
  if (!sign?.envy.length) return "";
  const hands = sign.envy.map(({ words, micros }) => `${shortDollars(micros)} on ${words}`).join(", ");
  return `Envy: ${hands}, to every other player with the wager`;
}

function lastWords(last) {
  if (!last) return "";
  const time = new Date(last.at_micros / 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `Last award: ${[last.level, dollars(last.micros)].filter(Boolean).join(" ")} · ${tableName(last.table)} · ${time}`;
}

function age(seconds) {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

function build() {
  const parts = {
    title: make("h1"), top: make("div", { class: "top" }), others: make("div", { class: "others" }),
    lines: make("ul", { class: "lines" }), stake: make("p", { class: "stake" }), envy: make("p", { class: "envy" }),
    state: make("p", { class: "state" }), last: make("p", { class: "last" }),
    canvas: make("canvas", { "aria-hidden": "true" }),
    wonTable: make("p", { class: "won-table" }), wonAmount: make("p", { class: "won-amount" }),
    wonHand: make("p", { class: "won-hand" }), wonNow: make("p", { class: "won-now" }),
    news: make("p", { class: "unseen", role: "status" }),
  };
  const foot = make("footer", {}, parts.state, parts.last);
  const words = make("div", { class: "words" }, parts.lines, parts.stake, parts.envy);
  parts.stage = make("main", { class: "stage" }, parts.title, parts.top, parts.others, words, foot);
  const won = make("div", { class: "won" }, parts.wonTable, parts.wonAmount, parts.wonHand, parts.wonNow);
  parts.overlay = make("section", { class: "party", hidden: true, "aria-label": "Award" }, parts.canvas, won);
  return parts;
}

function buildLevel(isTop) {
  const name = make("h2");
  const amount = make("p", { class: "amount" });
  const note = make("p", { class: "note" });
  const live = make("b");
  const playing = make("p", { class: "playing", hidden: true }, "Now playing for ", live);
  const box = make("section", { class: isTop ? "level is-top" : "level" }, name, amount, note, playing);
  return { name, amount, note, playing, live, box };
}
