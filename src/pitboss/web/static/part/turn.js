// What was asked last counts: the answer to an older question is not shown.

export class Turn {
  #now = 0;

  /** Begin a new turn. What it returns says whether nothing newer has begun. */
  next() {
    this.#now += 1;
    const mine = this.#now;
    return () => mine === this.#now;
  }
}
