// The supervisor's floor, for a phone first: wins that wait on top, then every table with what is wrong there. The room
// tells it what happens; where it does not, the page says how old it is.

import { press, whoAmI } from "../part/api.js";
import { IrregularitySheet } from "../part/irregularity.js";
import { Live } from "../part/live.js";
import { say } from "../part/make.js";
import { dollars } from "../part/money.js";
import { tableName } from "../part/word.js";
import { drawAlarms, TableRows } from "./table.js";
import { SettledWins, WaitingWins } from "./win.js";

/** The room says something every few seconds. */
const SILENT_MS = 15_000;
const FLOOR = ["supervisor", "executive"];
const at = (id) => document.getElementById(id);

class FloorPage {
  constructor(me) {
    this.me = me;
    this.heardAt = 0;
    this.known = new Set();
    this.waiting = new WaitingWins(at("waiting"), me);
    this.settled = new SettledWins(at("settled"));
    this.rows = new TableRows(at("rows"), (row, command) => this.decide(row, command));
    this.sheet = new IrregularitySheet(null);
    for (const id of ["wins", "tables", "past"]) at(id).hidden = false;
    this.live = new Live("/api/floor/live", {
      onFrame: (floor) => this.take(floor),
      onState: (connection) => this.hear(connection),
      silentMs: SILENT_MS,
    });
  }

  take(floor) {
    this.heardAt = performance.now();
    this.draw(floor);
    say(at("connection"), "live");
  }

  /** A stream that is lost may have ended with the session. */
  async hear(connection) {
    if (connection === "live") return;
    this.sayAge();
    const isSignedOut = await whoAmI().then((me) => !me, () => false);
    if (isSignedOut) location.assign("/sign-in?back=/supervisor");
  }

  sayAge() {
    const seconds = Math.round((performance.now() - this.heardAt) / 1000);
    say(at("connection"), this.heardAt ? `connection lost · as of ${seconds} s ago` : "the room does not answer: trying again");
    document.body.classList.add("is-lost");
  }

  draw(floor) {
    document.body.classList.remove("is-lost");
    const open = floor.wins.filter((win) => win.status === "posted");
    this.waiting.draw(open, floor.at_micros);
    drawAlarms(at("alarms"), floor);
    this.rows.draw(floor.tables);
    this.settled.draw(floor.wins.filter((win) => win.status !== "posted").slice(0, 8));
    this.announce(open, floor.tables);
  }

  /** What is new since the last time, told once; the title says how much waits. */
  announce(open, tables) {
    const alarms = tables.flatMap((row) => row.alarms).filter((alarm) => alarm.weight !== "quiet");
    const news = new Map(open.map((win) => [`win ${win.id}`, `${dollars(win.micros)} waits at ${tableName(win.table)}, seat ${win.seat}.`]));
    for (const alarm of alarms) if (alarm.kind !== "jackpot") news.set(`${alarm.table} ${alarm.words}`, `${tableName(alarm.table)}: ${alarm.words}.`);
    const fresh = [...news].filter(([key]) => !this.known.has(key)).map(([, words]) => words);
    this.known = new Set(news.keys());
    if (fresh.length) say(at("news"), fresh.join(" "));
    document.title = news.size ? `(${news.size}) Floor · Pitboss` : "Floor · Pitboss";
  }

  decide(row, command) {
    this.sheet.host = {
      isFloor: true,
      desk: { reports: [], decides: row.acts, hands: [] },
      report: (asked) => this.report(row, asked),
    };
    this.sheet.open(command);
  }

  async report(row, command) {
    try {
      await press(row.id, row.round, command);
      return "";
    } catch (problem) {
      return problem.message;
    }
  }
}

async function start() {
  const me = await whoAmI().catch(() => null);
  if (!me) {
    location.replace("/sign-in?back=/supervisor");
    return;
  }
  if (!FLOOR.includes(me.role)) {
    at("door").hidden = false;
    say(at("door"), `The floor is for supervisors and executives; ${me.name} is signed in as ${me.role}.`);
    return;
  }
  new FloorPage(me);
}

start();
