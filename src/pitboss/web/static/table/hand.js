// A hand on the felt: its cards, and what they make. Cards that were there stay, new ones come from the shuffler,
// and a hidden one that is opened turns over.

import "../part/card.js";
import { make, say } from "../part/make.js";
import { travel } from "./motion.js";

export class Hand {
  constructor(owner) {
    this.owner = owner;
    this.cards = make("span", { class: "cards" });
    this.words = make("span", { class: "words" });
    this.element = make("div", { class: "hand" }, this.cards, this.words);
  }

  show(hand, schedule, shuffler) {
    const isSame = hand.cards.length >= this.cards.children.length && this.agrees(hand.cards);
    if (!isSame) this.cards.replaceChildren();
    let shownAt = 0;
    hand.cards.forEach((face, place) => {
      shownAt = Math.max(shownAt, this.showCard(face, place, schedule, shuffler));
      this.cards.children[place].classList.toggle("aside", hand.aside.includes(place));
    });
    this.element.style.setProperty("--count", hand.cards.length);
    this.showWords(hand.words, shownAt);
  }

  /** Whether these can be the cards that lie here: the same, or hidden until now. */
  agrees(faces) {
    return [...this.cards.children].every((card, n) => card.face === faces[n] || card.face === "??");
  }

  showCard(face, place, schedule, shuffler) {
    const known = this.cards.children[place];
    if (known) {
      if (known.face === face) return 0;
      const opens = schedule.nextOpened(this.owner);
      known.turnDelay = opens;
      known.face = face;
      return opens + 200;
    }
    const card = make("pit-card", { face });
    this.cards.append(card);
    if (!schedule.isLive) return 0;
    const lands = travel(card, shuffler, { delay: schedule.nextDealt(this.owner), turn: -14 });
    if (face !== "??") card.turn(lands);
    return lands + 200;
  }

  showWords(words, after) {
    if (this.words.textContent === words) return;
    say(this.words, words);
    if (words && after) {
      this.words.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160, delay: after, fill: "backwards" });
    }
  }
}

/** Hands by name in a box: made, shown and taken away as they come and go. */
export class Hands {
  constructor(element, owner) {
    this.element = element;
    this.owner = owner;
    this.known = new Map();
  }

  show(hands, schedule, shuffler) {
    const names = hands.map((hand) => hand.name);
    for (const [name, hand] of this.known) {
      if (names.includes(name)) continue;
      hand.element.remove();
      this.known.delete(name);
    }
    for (const hand of hands) {
      if (!this.known.has(hand.name)) {
        const made = new Hand(this.owner ?? hand.name);
        made.element.dataset.hand = hand.name;
        this.known.set(hand.name, made);
        this.element.append(made.element);
      }
      // of several hands of the house each says whose it is
      const isNamed = !this.owner && hands.length > 1 && hand.words;
      this.known.get(hand.name).show(isNamed ? { ...hand, words: `${hand.name} ${hand.words}` } : hand, schedule, shuffler);
    }
  }
}
