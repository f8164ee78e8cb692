// Wins from meters: those that wait, with everything that a supervisor compares with the cards on the table; and those
// that are settled.

import "../part/card.js";
import { newId, tell } from "../part/api.js";
import { dim, fill, make, say } from "../part/make.js";
import { dollars } from "../part/money.js";
import { askSecret } from "../part/secret.js";
import { capital, tableName } from "../part/word.js";

export class WaitingWins {
  constructor(host, me) {
    this.host = host;
    this.me = me;
    this.boxes = new Map();
    this.none = make("p", { class: "none" }, "No win waits. Meters run on.");
    host.append(this.none);
  }

  draw(wins, now) {
    this.none.hidden = wins.length > 0;
    const ids = new Set(wins.map((win) => win.id));
    for (const [id, box] of this.boxes) {
      if (!ids.has(id)) this.drop(id, box);
    }
    for (const win of wins.toSorted((one, other) => one.order - other.order)) this.drawWin(win, now);
  }

  drop(id, box) {
    box.place.remove();
    this.boxes.delete(id);
  }

  drawWin(win, now) {
    let box = this.boxes.get(win.id);
    if (box?.micros !== win.micros) {
      const fresh = this.build(win);
      if (box) box.place.replaceWith(fresh.place);
      else this.host.append(fresh.place);
      box = fresh;
      this.boxes.set(win.id, box);
    }
    say(box.posted, `Posted by ${win.posted_by} ${ago((now - win.posted_at) / 1e6)}`);
  }

  /** Anew when winners of a round share and a share changes. */
  build(win) {
    const posted = make("p", { class: "posted" });
    const level = [win.progressive, win.level].filter(Boolean).join(" · ");
    const confirm = make("button", { type: "button", class: "main", onclick: () => this.confirm(win) }, "Confirm");
    dim(confirm, this.whyNot(win));
    const withdraw = make("button", { type: "button", onclick: () => this.withdraw(win) }, "Withdraw");
    const place = make("article", { class: "win" },
      make("p", { class: "level" }, level),
      make("p", { class: "amount meter" }, dollars(win.micros)),
      make("h3", {}, `${tableName(win.table)} · seat ${win.seat} · ${win.hand}`),
      make("div", { class: "cards" }, ...win.cards.map((face) => make("pit-card", { face, still: true }))),
      posted,
      win.needs === "executive" ? make("p", { class: "needs" }, "Needs an executive") : null,
      make("div", { class: "answers" }, withdraw, confirm));
    return { place, posted, micros: win.micros };
  }

  whyNot(win) {
    return win.needs === "executive" && this.me.role !== "executive" ? "this amount takes an executive: call one" : "";
  }

  async confirm(win) {
    if (this.whyNot(win)) return;
    await this.ask(win, "confirm", {
      title: `Confirm ${dollars(win.micros)}`,
      words: `${tableName(win.table)}, seat ${win.seat}: ${win.hand}. You have seen the cards, and nobody has touched them.`,
      confirm: "Confirm the win",
    });
  }

  async withdraw(win) {
    await this.ask(win, "withdraw", {
      title: `Withdraw ${dollars(win.micros)}`,
      words: "The hand is not what it seemed: the amount goes back to the meter.",
      asksWhy: "Why it is withdrawn",
      confirm: "Withdraw the win",
    });
  }

  /** However often it is tried, one id: it is done once. */
  async ask(win, what, words) {
    const id = newId();
    const path = `/api/wins/${encodeURIComponent(win.id)}/${what}`;
    await askSecret({ ...words, act: (secret) => tell(path, { id, ...secret }) });
  }
}

export class SettledWins {
  constructor(host) {
    this.host = host;
  }

  draw(wins) {
    fill(this.host, JSON.stringify(wins.map((win) => [win.id, win.status])), () => (wins.length ? wins.map(settledRow) : [make("li", { class: "none" }, "None yet.")]));
  }
}

function settledRow(win) {
  const time = new Date(win.settled_at / 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return make("li", { class: `is-${win.status}` }, make("b", {}, dollars(win.micros)), ` ${capital(win.hand)} · ${tableName(win.table)}`,
    make("small", {}, `${win.status} by ${win.settled_by}, ${time}${win.stays ? `. ${win.stays}` : ""}`));
}

function ago(seconds) {
  if (seconds < 90) return `${Math.max(0, Math.floor(seconds))} s ago`;
  return `${Math.floor(seconds / 60)} min ago`;
}
