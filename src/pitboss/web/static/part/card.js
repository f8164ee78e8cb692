// <pit-card face="Kh"> and <pit-card face="??">: our own cards, one big index and one big suit, so that a card
// of 48 px can be read across a table. Width comes from --card-width. <html data-suits="four"> gives every
// suit its own colour; colours come down by inheritance. A card that is turned from "??" to its face flips; `still` keeps it from flipping.

const RANKS = {
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five",
  4: "four", 3: "three", 2: "two",
};
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
/** Each drawn in a square of 100. */
const SHAPES = {
  h: "M50 92C22 68 6 50 6 31A22 22 0 0 1 50 25A22 22 0 0 1 94 31C94 50 78 68 50 92Z",
  d: "M50 4Q64 29 87 50Q64 71 50 96Q36 71 13 50Q36 29 50 4Z",
  s: "M50 5C58 26 92 42 92 63C92 82 68 87 56 73C57 84 61 91 68 95H32C39 91 43 84 44 73C32 87 8 82 8 63C8 42 42 26 50 5Z",
  c:
    "M50 6A20 20 0 0 1 66 38A20 20 0 1 1 55 69C56 82 60 90 68 95H32C40 90 44 82 45 69A20 20 0 1 1 34 38" +
    "A20 20 0 0 1 50 6Z",
};
const TURN_MS = 220;
const HIDDEN = "??";

const style = new CSSStyleSheet();
style.replaceSync(`
  :host { display: inline-block; width: var(--card-width, 64px); aspect-ratio: 5 / 7; position: relative;
    perspective: 400px; vertical-align: top; flex: none; }
  :host([hidden]) { display: none; }
  :host > svg { position: absolute; inset: 0; width: 100%; height: 100%; display: block; overflow: visible;
    filter: drop-shadow(0 2px 3px var(--shade)); backface-visibility: hidden; }
  svg svg { overflow: hidden; }
  .index { font: 700 50px system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
  .name { font: 700 22px system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
`);

const JOKER = "Jk";
const STAR = "M50 5L62 38L97 39L69 60L79 94L50 74L21 94L31 60L3 39L38 38Z";

/** The joker is in no suit: its name along the edge, and a star. */
const JOKER_FACE = `<svg viewBox="0 0 100 140" aria-hidden="true">
    <rect x=".75" y=".75" width="98.5" height="138.5" rx="9" fill="var(--card-paper)" stroke="var(--card-edge)" stroke-width="1.5"/>
    <text class="name" x="10" y="26" fill="var(--suit-s)">JOKER</text>
    <svg x="22" y="46" width="56" height="56" viewBox="0 0 100 100"><path d="${STAR}" fill="var(--suit-h)"/></svg>
  </svg>`;

function faceOf(card) {
  if (card === JOKER) return JOKER_FACE;
  const [rank, suit] = card;
  const index = rank === "T" ? "10" : rank;
  const squeeze = rank === "T" ? ' textLength="47" lengthAdjust="spacingAndGlyphs"' : "";
  return `<svg viewBox="0 0 100 140" aria-hidden="true">
    <rect x=".75" y=".75" width="98.5" height="138.5" rx="9" fill="var(--card-paper)" stroke="var(--card-edge)" stroke-width="1.5"/>
    <text class="index" x="${rank === "J" ? 12 : 7}" y="46"${squeeze} fill="var(--suit-${suit})">${index}</text>
    <svg x="8" y="53" width="25" height="25" viewBox="0 0 100 100"><path d="${SHAPES[suit]}" fill="var(--suit-${suit})"/></svg>
    <svg x="36" y="72" width="58" height="58" viewBox="0 0 100 100"><path d="${SHAPES[suit]}" fill="var(--suit-${suit})"/></svg>
  </svg>`;
}

/** Diagonals both ways: a lattice like the brass screen of a cashier's cage. */
function lattice() {
  const lines = [];
  for (let from = -132; from < 100; from += 12) lines.push(`M${from} 0l124 124M${from + 124} 0l-124 124`);
  return lines.join("");
}

const BACK = `<svg viewBox="0 0 100 140" aria-hidden="true">
  <rect x=".75" y=".75" width="98.5" height="138.5" rx="9" fill="var(--card-back-edge)" stroke="var(--card-edge)" stroke-width="1.5"/>
  <rect x="6" y="6" width="88" height="128" rx="6" fill="var(--card-back)"/>
  <svg x="8" y="8" width="84" height="124" viewBox="0 0 84 124"><path d="${lattice()}" stroke="var(--card-back-lattice)" stroke-opacity=".5" stroke-width="1.1"/></svg>
  <rect x="8.5" y="8.5" width="83" height="123" rx="4" fill="none" stroke="var(--card-back-gold)" stroke-width="1.6"/>
  <ellipse cx="50" cy="70" rx="25" ry="31" fill="var(--card-back)" stroke="var(--card-back-gold)" stroke-width="1.8"/>
  <ellipse cx="50" cy="70" rx="20.5" ry="26.5" fill="none" stroke="var(--card-back-gold)" stroke-opacity=".6" stroke-width="1"/>
  <path d="M50 48Q55 60 65 70Q55 80 50 92Q45 80 35 70Q45 60 50 48Z" fill="var(--card-back-gold)"/>
  <path d="M50 58Q53 65 58.500 70Q53 75 50 82Q47 75 41.500 70Q47 65 50 58Z" fill="var(--card-back)"/>
</svg>`;

/** "king of hearts", for whoever hears the page instead of seeing it. */
function cardName(card) {
  if (card === JOKER) return "joker";
  return card === HIDDEN ? "face-down card" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/** What a card in a sentence or a list looks like: K♥. */
export function cardText(card) {
  if (card === HIDDEN) return "■";
  if (card === JOKER) return "Joker";
  return `${card[0] === "T" ? "10" : card[0]}${{ s: "♠", h: "♥", d: "♦", c: "♣" }[card[1]]}`;
}

const isFace = (card) => card === JOKER || (card?.length === 2 && card[0] in RANKS && card[1] in SUITS);

class Card extends HTMLElement {
  static observedAttributes = ["face"];

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).adoptedStyleSheets = [style];
  }

  get face() {
    return this.getAttribute("face") ?? HIDDEN;
  }

  set face(card) {
    this.setAttribute("face", card);
  }

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback(_name, before, now) {
    if (before === now) return;
    this.draw();
    if (before === HIDDEN && isFace(now) && this.isConnected && !this.hasAttribute("still")) this.turn(this.turnDelay);
  }

  draw() {
    const card = isFace(this.face) ? this.face : HIDDEN;
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", cardName(card));
    this.shadowRoot.innerHTML = card === HIDDEN ? BACK : faceOf(card);
  }

  /** The back turns away, then the face comes round. The face is in the page at once: only the picture waits. */
  turn(delay = 0) {
    this.turnDelay = 0;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: TURN_MS });
      return;
    }
    const face = this.shadowRoot.firstElementChild;
    face.insertAdjacentHTML("afterend", BACK);
    const back = face.nextElementSibling;
    const half = TURN_MS / 2;
    const away = [{ transform: "none" }, { transform: "rotateY(90deg)" }];
    const round = [{ transform: "rotateY(-90deg)" }, { transform: "none" }];
    back.animate(away, { duration: half, delay, easing: "ease-in", fill: "both" }).onfinish = () => back.remove();
    face.animate(round, { duration: half, delay: delay + half, easing: "ease-out", fill: "backwards" });
  }
}

customElements.define("pit-card", Card);
