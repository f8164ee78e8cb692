// What the table shows, from the frames of the live stream. The server's view is taken as it is, but for one thing:
// a house dealer clears the felt at once, so a settled round stays in sight until somebody bets again.

const BETTING = "betting";
const IDLE = "idle";
const EMPTY = { shared: [], hands: {}, spots: {} };

export class Stage {
  constructor() {
    this.view = null;
    this.own = [];
    this.felt = EMPTY;
    this.results = new Map();
    this.lines = [];
    this.says = "";
    this.verdict = "";
    this.chip = 5_000_000;
    this.placed = [];
    this.dealAsked = 0;
    this.canRebet = false;
  }

  get isBetting() {
    return this.view.phase === BETTING;
  }

  get isBetween() {
    return this.view.phase === BETTING || this.view.phase === IDLE;
  }

  get hasAskedToDeal() {
    return this.dealAsked === this.view.round;
  }

  /** The question that the viewer is asked now, or null. */
  get asked() {
    const { asked } = this.view;
    return asked && this.own.includes(asked.seat) ? asked : null;
  }

  get ownSeats() {
    return this.view.seats.filter((seat) => this.own.includes(seat.number));
  }

  /** Take a frame; `isWhole` when there is nothing before it to keep. */
  take(frame, isWhole) {
    if (isWhole) this.clear();
    for (const event of frame.events) this.hear(event, frame.seats);
    this.view = frame.view;
    this.own = frame.seats;
    this.takeFelt(frame.felt);
  }

  hear(event, own) {
    switch (event.event) {
      case "wager_placed":
      case "wager_taken_back":
        if (!own.length || own.includes(event.seat)) this.clear();
        this.remember(event, own);
        break;
      case "bets_opened":
        this.placed = [];
        break;
      case "bets_closed":
        this.canRebet ||= event.seats.some((seat) => own.includes(seat));
        this.clear();
        break;
      case "round_voided":
        this.clear();
        break;
      case "bet_settled":
        this.results.set(`${event.seat} ${event.bet}`, event);
        if (own.includes(event.seat)) this.lines.push(event);
        break;
      case "prize_shared":
      case "prize_paid":
      case "prize_refused":
        this.hearPrize(event, own);
        break;
      case "envy_paid":
        if (own.includes(event.seat)) this.lines.push(event);
        break;
      case "cards_opened":
        this.hasOpened = !event.hand.startsWith("seat");
        break;
      case "cards_dealt":
        // A card more than was spoken of: what is said next is the word.
        if (this.verdict && !event.hand.startsWith("seat")) [this.verdict, this.hasOpened] = ["", true];
        break;
      case "dealer_called":
        if (event.call.says) this.says = event.call.says;
        // What is said of the hand of the house when its last card lies: whether it plays, and with what.
        if (this.hasOpened && event.call.says) this.verdict = event.call.says;
        this.hasOpened = false;
        break;
    }
  }

  /** What a win from a meter came to: another winner shares it, it is confirmed, or it is none. */
  hearPrize(event, own) {
    const key = `${event.seat} ${event.bet}`;
    const settled = this.results.get(key);
    if (settled) this.results.set(key, { ...settled, won_micros: (event.micros ?? 0) - settled.stake_micros });
    if (own.includes(event.seat)) this.lines.push(event);
  }

  /** Wagers in the order in which they were laid, for taking the last one back. */
  remember(event, own) {
    if (!own.includes(event.seat)) return;
    this.placed = this.placed.filter((one) => one.seat !== event.seat || one.wager !== event.wager);
    if (event.event === "wager_placed") this.placed.push(event);
  }

  takeFelt(felt) {
    const isOver = this.isBetween && this.results.size > 0;
    this.felt = isOver ? { ...this.felt, spots: felt.spots } : felt;
  }

  /** What a page that was opened anew could not hear: whether there is a bet to repeat, and what came of it. */
  recall({ can_rebet, events }) {
    this.canRebet = can_rebet;
    if (this.results.size) return;
    for (const event of events) this.hear(event, this.own);
  }

  clear() {
    this.results = new Map();
    this.lines = [];
    this.verdict = "";
    this.felt = EMPTY;
  }

  /** The last wager that was laid and still lies there, with what lies there now. */
  get lastPlaced() {
    for (const one of this.placed.toReversed()) {
      const lies = this.view.seats.find((seat) => seat.number === one.seat)?.wagers[one.wager];
      if (lies) return { seat: one.seat, wager: one.wager, micros: lies };
    }
    const seat = this.ownSeats.find((one) => Object.keys(one.wagers).length);
    if (!seat) return null;
    const [wager, micros] = Object.entries(seat.wagers).at(-1);
    return { seat: seat.number, wager, micros };
  }
}
