// An amount on its way up to the truth. It never stands above the truth and never runs backwards by itself: when
// the truth falls, as when a round is void, it is there at once.

export const RUN_MS = 1600;
const CENT = 10_000;

export class RunningAmount {
  constructor(micros) {
    this.jump(micros);
  }

  /** Stand at the truth without running there. */
  jump(micros) {
    this.from = micros;
    this.to = micros;
    this.startedAt = 0;
  }

  aim(micros, now) {
    const shown = this.at(now);
    if (micros <= shown) {
      this.jump(micros);
    } else if (micros !== this.to) {
      this.from = shown;
      this.to = micros;
      this.startedAt = now;
    }
  }

  at(now) {
    const part = (now - this.startedAt) / RUN_MS;
    if (this.from === this.to || part >= 1) return this.to;
    const way = 1 - (1 - Math.max(0, part)) ** 3;
    const run = this.from + (this.to - this.from) * way;
    return Math.min(this.to, Math.max(this.from, Math.floor(run / CENT) * CENT));
  }

  isRunning(now) {
    return this.from !== this.to && now - this.startedAt < RUN_MS;
  }
}
