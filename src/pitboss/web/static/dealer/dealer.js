// The dealer's console: one table seen from behind. It follows the table live and asks for the dealer's desk and
// keypad whenever something happened there, at the table or to its progressive; everything that can be pressed is
// told by the server.

import { ask, partAfter, press, whoAmI } from "../part/api.js";
import { IrregularitySheet } from "../part/irregularity.js";
import { Live } from "../part/live.js";
import { make, say } from "../part/make.js";
import { tableName } from "../part/word.js";
import { DealerFelt } from "./felt.js";
import { Keypad } from "./keypad.js";
import { Procedure } from "./procedure.js";
import { SeatingSheet } from "./seating.js";
import { DealerSide } from "./side.js";

const DEALERS = ["dealer", "supervisor", "executive"];
const FLOOR = ["supervisor", "executive"];

class Console {
  constructor(me, sheet) {
    this.me = me;
    this.sheet = sheet;
    this.table = sheet.id;
    this.isFloor = FLOOR.includes(me.role);
    this.frame = null;
    this.desk = null;
    this.problem = document.getElementById("problem");
    this.procedure = new Procedure(document.getElementById("procedure"), this);
    this.felt = new DealerFelt(document.getElementById("felt"), this);
    this.keypad = new Keypad(document.getElementById("keypad"), this);
    this.side = new DealerSide(document.getElementById("side"), this);
    this.irregularity = new IrregularitySheet(this);
    this.seating = new SeatingSheet(this);
    document.addEventListener("keydown", (event) => this.hearKey(event));
    this.live = new Live(`/api/tables/${encodeURIComponent(this.table)}/live?after=%AFTER%`, {
      onFrame: (frame) => this.take(frame),
      onState: (state) => this.hearState(state),
    });
  }

  get view() {
    return this.frame.view;
  }

  // -- what comes from the table ---------------------------------------------------------------

  take(frame) {
    this.frame = frame;
    this.felt.note(frame.events);
    this.side.note(frame.sentences);
    if (frame.sentences.length) say(document.getElementById("news"), frame.sentences.join(" "));
    this.draw();
    this.refresh();
  }

  hearState(state) {
    const words = state === "live" ? "" : "Connection lost: trying again. Nothing pressed now reaches the table.";
    say(document.getElementById("connection"), words);
    document.body.classList.toggle("is-lost", state !== "live");
  }

  /** Ask for desk and keypad; whoever asks meanwhile gets a second round after this one. */
  refresh() {
    if (this.asking) this.isAskedAgain = true;
    else this.asking = this.askAll().finally(() => (this.asking = null));
    return this.asking;
  }

  async askAll() {
    try {
      do {
        this.isAskedAgain = false;
        this.keypad.show(await ask(this.path("keypad")));
        this.desk = await ask(this.path("desk"));
        this.draw();
      } while (this.isAskedAgain);
    } catch (problem) {
      if (problem.status === 401) location.assign(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
      else if (problem.status) this.say(problem.message);
    }
  }

  path(word) {
    return `/api/tables/${encodeURIComponent(this.table)}/${word}`;
  }

  draw() {
    if (!this.frame || !this.desk) return;
    const { view } = this;
    say(document.getElementById("round"), `Round ${view.round} · ${view.phase_words}`);
    this.procedure.draw(this.desk, view);
    this.felt.draw(this.frame, this.desk);
    this.side.draw(this.desk, view);
  }

  // -- what goes to the table ------------------------------------------------------------------

  /** Do it at the table; what went wrong, in words, or nothing. */
  async report(command) {
    try {
      await press(this.table, this.view.round, command, this.live);
      return "";
    } catch (problem) {
      return problem.message;
    } finally {
      this.refresh();
    }
  }

  /** One of the three steps of the round, if it can be done now. */
  async run(name) {
    const act = this.desk?.runs.find((one) => one.command === name);
    if (!act || this.isRunning) return;
    if (act.why_not) {
      this.say(`${act.label}: ${act.why_not}.`);
      return;
    }
    this.isRunning = true;
    this.say(await this.report(name === "proceed" ? { command: name, point: this.view.point } : { command: name }));
    this.isRunning = false;
  }

  say(words) {
    say(this.problem, words);
  }

  // -- keys ------------------------------------------------------------------------------------

  hearKey(event) {
    const isTyping = event.target.closest("input, select, textarea, dialog");
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    // A key of the round that is dim now must not swallow the key for the next step.
    const onButton = event.target.closest('a, button:not(.run[aria-disabled="true"])');
    const isGo = event.key === " " || event.key === "Enter";
    const action = isGo && !onButton ? () => this.run("proceed") : this.keys()[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  }

  keys() {
    return {
      o: () => this.run("open_bets"),
      n: () => this.run("call_no_more_bets"),
      i: () => this.irregularity.open(),
      s: () => this.seating.open(),
      k: () => this.keypad.focus(),
    };
  }
}

async function start() {
  const table = partAfter("tables");
  const me = await whoAmI().catch(() => null);
  if (!me) {
    location.replace(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
    return;
  }
  if (!DEALERS.includes(me.role)) {
    closeDoor(`The dealer's side of ${tableName(table)} is for dealers and the floor; ${me.name} is signed in as ${me.role}.`);
    return;
  }
  try {
    const sheet = await ask(`/api/tables/${encodeURIComponent(table)}`);
    document.title = `${tableName(sheet.id)} · Dealer · Pitboss`;
    say(document.getElementById("name"), `${tableName(sheet.id)} · ${sheet.game.name}`);
    document.getElementById("console").hidden = false;
    new Console(me, sheet);
  } catch (problem) {
    closeDoor(problem.message);
  }
}

function closeDoor(words) {
  const closed = document.getElementById("closed");
  closed.hidden = false;
  closed.replaceChildren(make("h1", {}, "Not here"), make("p", {}, words), make("p", {}, make("a", { href: "/" }, "Back to the lobby")));
}

start();
