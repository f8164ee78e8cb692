// What a display tells, and when: what is played for runs up; while an award waits, the meter as it was stands still
// above it and says so; a confirmed award is celebrated for seconds, a lost connection shows the last amounts and their age. No clock and no page in here:
// every call says what time it is, so that days can be told in a test. All that is kept is one entry for each
// level and one number for each award of the latest message.

import { RunningAmount } from "./amount.js";

export const CELEBRATION_MS = 9000;
/** The room speaks at least every five seconds; after this long it is not there. */
export const STALE_MS = 12_000;

export class Story {
  constructor() {
    this.latest = null;
    this.heardAt = 0;
    this.isLost = true;
    this.levels = new Map();
    this.told = new Set();
    this.party = null;
    this.partyAt = 0;
  }

  /** The room says how things stand. */
  take(message, now) {
    const isFirst = this.latest === null;
    this.latest = message;
    this.heardAt = now;
    this.isLost = false;
    this.follow(message, now);
    this.celebrate(message, now, isFirst);
  }

  lose() {
    this.isLost = true;
  }

  follow(message, now) {
    const levels = new Map();
    for (const { level, micros, waiting } of message.amounts) {
      const known = this.levels.get(level) ?? { amount: new RunningAmount(micros), waiting: "" };
      const orders = waiting.map((one) => one.order).join();
      // What an award leaves or gives back is not told as a run: the new value is simply there.
      if (orders !== known.waiting) known.amount.jump(micros);
      else known.amount.aim(micros, now);
      known.waiting = orders;
      levels.set(level, known);
    }
    this.levels = levels;
  }

  /** Each confirmed award once, one at a time; what was confirmed before the display was on is old news. */
  celebrate(message, now, isFirst) {
    const confirmed = message.wins.filter((win) => win.is_confirmed);
    const isOld = (win) => isFirst || this.told.has(win.order);
    const fresh = confirmed.filter((win) => !isOld(win));
    this.told = new Set(confirmed.filter(isOld).map((win) => win.order));
    if (!fresh.length || this.isCelebrating(now)) return;
    this.party = fresh[0];
    this.partyAt = now;
    this.told.add(this.party.order);
  }

  isCelebrating(now) {
    return this.party !== null && now - this.partyAt < CELEBRATION_MS;
  }

  isStale(now) {
    return this.isLost || now - this.heardAt > STALE_MS;
  }

  /** Whether anything moves by itself, so that the screen must be drawn again soon. */
  isMoving(now) {
    return this.isCelebrating(now) || [...this.levels.values()].some((one) => one.amount.isRunning(now));
  }

  /** Everything that the screen shows at this moment. */
  scene(now) {
    if (!this.latest) return null;
    if (!this.isCelebrating(now)) this.party = null;
    return {
      progressive: this.latest.progressive,
      message: this.latest.message,
      isLive: !this.isStale(now),
      ageSeconds: Math.floor((now - this.heardAt) / 1000),
      levels: this.latest.amounts.map((one) => this.level(one, now)),
      party: this.party,
    };
  }

  level({ level, micros, shown_micros, waiting, notices }, now) {
    const isHeld = shown_micros !== micros;
    return { level, notices, waiting, isHeld, shown: shown_micros, micros: this.levels.get(level).amount.at(now) };
  }
}
