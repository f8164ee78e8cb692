// A result in its order, as the server's frame has it: the cards turn, the hand is named, each own spot is paid or
// taken, the net of the round; then panel, balance and the next bets. What comes later is in the page no earlier.
//
// A frame is shown in parts: each has the events so far, over what lay on the felt before. Frames that come
// meanwhile wait. Any press shows all of it at once; so does a page that is not seen, and one that wants calm.

import { calm, Schedule } from "./motion.js";

const AFTER_CARDS_MS = 100;
const NAMED_MS = 400;
const PAID_MS = 280;
const ALL_PAID_MS = 1000;
const NET_MS = 550;

export class Theatre {
  /** `show` shows a frame; `showNet` the net of a round that is over, and says whether there was one to show. */
  constructor(stage, { show, showNet }) {
    this.stage = stage;
    this.show = show;
    this.showNet = showNet;
    /** How long everything takes, as a part of the usual; 0 for at once. */
    this.pace = 1;
    this.waiting = [];
    this.timer = 0;
    this.begin();
    for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, () => this.timer && this.drain(), true);
    document.addEventListener("visibilitychange", () => document.hidden && this.drain());
  }

  begin() {
    this.steps = null;
    this.heard = 0;
    this.hasNet = false;
  }

  take(frame) {
    this.waiting.push(frame);
    if (frame.is_whole || calm.matches || document.hidden || !this.pace) this.drain();
    else if (!this.timer) this.play();
  }

  /** Up to the next pause. */
  play() {
    this.timer = 0;
    while (this.waiting.length) {
      const [frame] = this.waiting;
      this.steps ??= stepsOf(frame, this.stage);
      const step = this.steps.shift();
      if (step) {
        this.show({ ...frame, ...step.seen, events: frame.events.slice(this.heard, step.end), sentences: [], number: frame.events[step.end - 1].number, is_staged: true });
        this.heard = step.end;
        this.wait(step.pause);
        return;
      }
      if (this.heard && !this.hasNet) {
        this.hasNet = true;
        if (this.waiting.slice(1).some((next) => this.showNet(next))) {
          this.wait(NET_MS);
          return;
        }
      }
      this.finish();
    }
  }

  wait(pause) {
    this.timer = setTimeout(() => this.play(), pause * this.pace);
  }

  /** The rest of the frame that is being played. */
  finish() {
    const frame = this.waiting.shift();
    const { heard } = this;
    this.begin();
    this.show(heard ? { ...frame, events: frame.events.slice(heard) } : frame);
  }

  /** Everything at once. */
  drain() {
    clearTimeout(this.timer);
    this.timer = 0;
    while (this.waiting.length) this.finish();
  }
}

/** The parts before the last: none where nothing is paid to the viewer, or to anybody if the viewer only watches. */
function stepsOf({ events, seats, view, felt }, stage) {
  const isPaid = ({ event, seat }) => event === "bet_settled" && (!seats.length || seats.includes(seat));
  const payments = events.filter(isPaid).length;
  if (!stage.view || !payments) return [];
  // Chips, question and what comes next are as they were: only the felt changes.
  const before = { ...stage.view, phase: view.phase, phase_words: "", asked: null, next: [] };
  const lying = lyingBefore(stage, events);
  const steps = [];
  let done = 0;
  let turned = 0;
  const add = (end, pause, isNamed) => {
    const shown = feltAt(felt, events.slice(end), { own: seats, named: isNamed ? felt : stage.felt });
    steps.push({ end, pause, seen: { view: before, felt: { ...shown, spots: structuredClone(lying) } } });
    done = end;
  };
  events.forEach((event, n) => {
    if (isOfHouse(event)) turned = n + 1;
    if (!isPaid(event)) return;
    if (turned > done) {
      add(turned, new Schedule(events.slice(done, turned), true).over + AFTER_CARDS_MS, false);
      if (n > turned) add(n, NAMED_MS, true);
    }
    delete lying[event.seat]?.[event.bet];
    add(n + 1, Math.min(PAID_MS, ALL_PAID_MS / payments), true);
  });
  return steps;
}

function isOfHouse({ event, hand }) {
  return (event === "cards_opened" || event === "cards_dealt") && !hand.startsWith("seat");
}

/** What lay on the spots before anything was paid: a stake that came with the last decision, too, but nothing
 * that was taken off its spot when bets were closed. */
function lyingBefore({ felt, view }, events) {
  const lying = structuredClone(felt.spots);
  const laid = new Map(view.seats.map(({ number, wagers }) => [number, wagers]));
  for (const { event, seat, bet, stake_micros: stake } of events) {
    if (event === "bet_settled" && stake && !(bet in (laid.get(seat) ?? {}))) lying[seat] = { ...lying[seat], [bet]: stake };
  }
  return lying;
}

/** The felt before these events: cards that they open are hidden and those that they deal are not there. Hands
 * have the names that they have in `named`. */
function feltAt(felt, later, { own, named }) {
  const show = (hands, owner, names) => hands.map((hand) => handAt(hand, `${owner}${hand.name}`, later, names)).filter(({ cards }) => cards.length);
  const seats = Object.entries(felt.hands).map(([seat, hands]) => [
    seat,
    own.includes(Number(seat)) ? hands : show(hands, `seat ${seat} `, named.hands[seat]),
  ]);
  return { shared: show(felt.shared, "", named.shared), hands: Object.fromEntries(seats) };
}

function handAt(hand, name, later, names = []) {
  const cards = [...hand.cards];
  for (const event of later.toReversed()) {
    if (event.hand !== name) continue;
    if (event.event === "cards_dealt") cards.length = Math.max(0, cards.length - event.slots.length);
    if (event.event === "cards_opened") for (const [place] of event.cards) cards[place] = "??";
  }
  const isWhole = cards.every((card, place) => card === hand.cards[place]) && cards.length === hand.cards.length;
  const known = names.find((one) => one.name === hand.name);
  return { ...hand, cards, words: isWhole ? (known?.words ?? "") : "" };
}
