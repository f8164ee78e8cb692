// <pit-display table="T6">: the screen over a table. It draws what the story says, once a second while nothing
// moves and with every frame of the screen while something does. One timer, one socket, the same elements for
// as long as it hangs there.

import { ask, partAfter } from "../part/api.js";
import { Live } from "../part/live.js";
import { DisplayArt } from "./art.js";
import { Story } from "./story.js";

const IDLE_MS = 1000;
/** A socket that is silent for so long is given up, even if it has not noticed. */
const SILENT_MS = 20_000;

class Display extends HTMLElement {
  connectedCallback() {
    this.table = this.getAttribute("table") || partAfter("displays");
    this.clock = () => performance.now();
    this.story = new Story();
    this.art = new DisplayArt(this, this.table);
    this.openedAt = this.clock();
    this.open();
    this.readSign();
    this.tick();
  }

  disconnectedCallback() {
    this.live.close();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
  }

  open() {
    this.live?.close();
    this.openedAt = this.clock();
    this.live = new Live(`/api/displays/${encodeURIComponent(this.table)}/live`, {
      onFrame: (message) => this.take(message),
      onState: (state) => this.hear(state),
    });
  }

  hear(state) {
    if (state === "lost") this.story.lose();
    else this.readSign();
    this.tick();
  }

  take(message) {
    const wins = message.wins.map((win) => `${win.order}${win.is_confirmed}`).join();
    if (wins !== this.wins) this.readSign();
    this.wins = wins;
    this.story.take(message, this.clock());
    this.tick();
  }

  /** What stands beside the amounts changes with an award, or when the room was started anew. */
  async readSign() {
    try {
      this.art.sign = await ask(`/api/displays/${encodeURIComponent(this.table)}/sign`);
      this.problem = "";
    } catch (problem) {
      if (problem.status) this.problem = problem.message;
    }
    this.tick();
  }

  /** Draw, and see to it that it is drawn again. */
  tick() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    const now = this.clock();
    this.art.draw(this.story.scene(now), now - this.story.partyAt, this.problem);
    if (this.story.isMoving(now)) this.frame = requestAnimationFrame(() => this.tick());
    else this.timer = setTimeout(() => this.tick(), IDLE_MS);
    if (now - Math.max(this.story.heardAt, this.openedAt) > SILENT_MS) this.open();
  }
}

customElements.define("pit-display", Display);
