// The player's table: loads what stays, follows what happens, and sends what the player does.

import "./action_bar.js";
import "./felt.js";
import { ask, partAfter, press, whoAmI } from "../part/api.js";
import { Live } from "../part/live.js";
import { say } from "../part/make.js";
import { capital } from "../part/word.js";
import { Announcer } from "./announcer.js";
import { History } from "./history.js";
import { Schedule } from "./motion.js";
import { buildLimits, Meters } from "./plaque.js";
import { showResults } from "./result.js";
import { Settings } from "./setting.js";
import { askForSounds, Sounds } from "./sound.js";
import { SpotSheet } from "./spot_sheet.js";
import { Stage } from "./stage.js";
import { Theatre } from "./theatre.js";

const id = partAfter("tables");
const BUY_IN_MICROS = 1_000_000_000;
const NOTICE_MS = 6000;
const RECALLS = 3;
const byId = (name) => document.getElementById(name);

class TablePage {
  constructor(sheet, me) {
    this.sheet = sheet;
    this.me = me;
    this.stage = new Stage();
    this.felt = byId("felt");
    this.bar = byId("bar");
    this.announcer = new Announcer(byId("announcer"));
    this.history = new History(byId("rounds"), id);
    this.meters = new Meters(byId("meters"), sheet);
    buildLimits(byId("limits"), sheet);
    const onTakeBack = (spot) => this.do({ command: "take_back", seat: spot.seat, wager: spot.wager.id });
    this.spotSheet = new SpotSheet(byId("spot-sheet"), sheet, onTakeBack);
    this.felt.build(sheet, {
      onBet: (spot) => this.bet(spot),
      onLook: (spot) => this.spotSheet.open(spot),
      onTakeBack,
      onTake: (seat) => this.takeSeat(seat),
    });
    this.settings = new Settings();
    this.sounds = new Sounds(this.settings);
    const showAsking = askForSounds(byId("ask-sounds"), this.settings);
    this.showAsking = () => showAsking(this.settings.values, this.stage.own.length > 0 && this.stage.isBetween);
    this.theatre = new Theatre(this.stage, { show: (frame) => this.show(frame), showNet: (frame) => this.showNet(frame) });
    this.bar.build(sheet, this.barHooks());
    this.settings.follow(({ pace }) => {
      this.theatre.pace = Number(pace);
      this.showAsking();
    });
    document.title = `${sheet.game.name} · table ${sheet.id} · Pitboss`;
    say(byId("title"), `${sheet.game.name}, table ${sheet.id}`);
    this.follow();
  }

  barHooks() {
    return {
      onChip: (micros) => this.choose(micros),
      onDecide: (seat, question, option) => this.do({ command: "decide", seat, question, option }),
      onTakeBack: ({ seat, wager }) => this.do({ command: "take_back", seat, wager }),
      onSettings: () => this.settings.open(),
      onSecond: () => this.sounds.play("tick"),
      onAll: (command) => this.doAll(command),
      onDeal: () => this.deal(),
      onBuy: () => this.do({ command: "buy_in", micros: BUY_IN_MICROS }),
      onCashOut: () => this.cashOut(),
      onLeave: () => this.leave(),
    };
  }

  // -- following -----------------------------------------------------------------------------------

  follow() {
    this.live = new Live(`/api/tables/${encodeURIComponent(id)}/live?after=%AFTER%`, {
      onFrame: (frame) => this.theatre.take(frame),
      onState: (state) => this.showConnection(state),
    });
    if (!this.sheet.meters.length) return;
    new Live(`/api/displays/${encodeURIComponent(id)}/live`, { onFrame: (display) => this.meters.show(display.amounts) });
  }

  /** Chips move when they are paid: those of a meter once somebody has confirmed the win. */
  pay(event, schedule) {
    if (event.event === "bet_settled" && !event.is_owed) this.felt.pay(event, schedule);
    if (event.event === "prize_paid") {
      this.felt.pay({ ...event, stake_micros: 0, payout_micros: event.micros, won_micros: event.micros }, schedule);
    }
  }

  show(frame) {
    this.isStaged = frame.is_staged === true;
    const isWhole = frame.is_whole === true;
    const isNew = isWhole || frame.seats.join() !== this.stage.own.join();
    this.sayTimeOut(frame);
    this.stage.take(frame, isWhole);
    this.bar.clock.restart(this.stage);
    const schedule = new Schedule(frame.events, !isWhole);
    this.felt.show(this.stage, schedule);
    this.showNet(frame);
    if (schedule.isLive) this.sounds.hear(frame.events, frame.seats, schedule);
    for (const event of frame.events) {
      if (schedule.isLive) this.pay(event, schedule);
      this.history.hear(event);
      // For whoever else follows the table in this page; each event comes here once.
      document.dispatchEvent(new CustomEvent("pitboss-event", { detail: event }));
    }
    this.announcer.say(frame.sentences);
    this.showBar();
    if (isNew && this.stage.own.length) this.recall();
    Object.assign(this.felt.dataset, { event: frame.number, phase: frame.view.phase, asked: this.stage.asked?.question ?? "" });
  }

  /** Whether there was a net to show. */
  showNet(frame) {
    const nets = this.felt.showNet(frame);
    for (const micros of nets) this.sounds.net(micros);
    return nets.length > 0;
  }

  /** Whoever sits here and opens the page anew can bet again, and reads what came of the last round. */
  async recall(tries = RECALLS) {
    const { after } = this.live;
    const last = await ask(`/api/tables/${encodeURIComponent(id)}/last`).catch(() => null);
    if (!last) return;
    if (after !== this.live.after) {
      // Something has happened since it was said: said again, it is true.
      if (tries) await this.recall(tries - 1);
      return;
    }
    this.stage.recall(last);
    this.bar.clock.set(last.left_seconds);
    this.felt.show(this.stage, new Schedule([], false));
    this.showBar();
  }

  showBar() {
    if (!this.isStaged) showResults(byId("results"), this.stage);
    if (this.stage.asked) this.spotSheet.close();
    this.sounds.turn(this.stage);
    this.showAsking();
    this.bar.show(this.stage, this.me);
    say(byId("call"), callOf(this.stage));
  }

  /** The room did it, because the player's time was over. */
  sayTimeOut(frame) {
    if (!this.bar.clock.isOut || this.isPressing) return;
    for (const event of frame.events) {
      if (event.event === "decision_taken" && frame.seats.includes(event.seat)) this.notice(`Time ran out: ${event.option}.`);
      if (event.event === "bets_closed" && frame.seats.some((seat) => event.seats.includes(seat)) && !this.stage.hasAskedToDeal) {
        this.notice("Time ran out: no more bets.");
      }
    }
  }

  showConnection(state) {
    const lost = byId("lost");
    lost.hidden = state === "live";
    say(lost, state === "live" ? "" : "The connection is lost. Your bets and cards are safe; connecting again…");
    document.body.classList.toggle("is-lost", state !== "live");
  }

  // -- doing ---------------------------------------------------------------------------------------

  async do(command) {
    this.isPressing = true;
    try {
      await press(id, this.stage.view.round, command, this.live);
      return true;
    } catch (problem) {
      this.notice(problem.status ? problem.message : "The room does not answer. Try again when the connection is back.");
      return false;
    } finally {
      this.isPressing = false;
    }
  }

  notice(words) {
    const notice = byId("notice");
    notice.hidden = false;
    say(notice, capital(words));
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => {
      notice.hidden = true;
      say(notice, "");
    }, NOTICE_MS);
  }

  choose(micros) {
    this.stage.chip = micros;
    this.felt.show(this.stage, new Schedule([], false));
    this.showBar();
  }

  bet(spot) {
    this.do({ command: "add_chip", seat: spot.seat, wager: spot.wager.id, chip_micros: spot.chipFor(this.stage.chip) });
  }

  /** On every own seat where there is something to do it to; whether all of it was done. */
  async doAll(command) {
    const seats = command === "rebet" ? this.stage.own : this.stage.ownSeats.filter(({ wagers }) => Object.keys(wagers).length).map(({ number }) => number);
    for (const seat of seats) {
      if (!(await this.do({ command, seat }))) return false;
    }
    return true;
  }

  async deal() {
    const { round } = this.stage.view;
    if (await this.do({ command: "deal" })) this.stage.dealAsked = round;
    this.showBar();
  }

  async takeSeat(seat) {
    if (!this.me) {
      location.assign(`/sign-in?back=${encodeURIComponent(location.pathname)}`);
      return;
    }
    if (this.me.role !== "player") {
      this.notice(`Seats are for players; you are signed in as ${this.me.role}.`);
      return;
    }
    if (!(await this.do({ command: "take_seat", seat })) || !this.me.is_demo) return;
    const now = await ask(`/api/tables/${encodeURIComponent(id)}/now`);
    const own = now.view.seats.find((one) => one.number === seat);
    if (own && own.chips_micros === 0) await this.do({ command: "buy_in", micros: BUY_IN_MICROS });
  }

  async cashOut() {
    if (await this.do({ command: "cash_out" })) this.notice("Cashed out. Buy chips to play on, or leave the seat.");
  }

  async leave() {
    for (const seat of this.stage.own) await this.do({ command: "leave_seat", seat });
  }
}

/** What the dealer said last, or where the round is. */
function callOf(stage) {
  const { phase, phase_words: words, asked, next } = stage.view;
  if (asked) return next[0]?.says || `Seat ${asked.seat} decides`;
  return phase === "idle" ? "" : stage.says || capital(words);
}

async function start() {
  try {
    const [me, sheet] = await Promise.all([whoAmI(), ask(`/api/tables/${encodeURIComponent(id)}`)]);
    new TablePage(sheet, me);
  } catch (problem) {
    byId("lost").hidden = false;
    say(byId("lost"), `${problem.message} Go back to the lobby and choose a table.`);
  }
}

start();
