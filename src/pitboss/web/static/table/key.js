// Keys of the page. No decision at any table has one of them, so that a key pressed twice is never taken for
// something else: the server keeps them free (`option_key.py`).

import { make } from "../part/make.js";
import { openPaper } from "./paper.js";

export const KEYS = { takeBack: "Z", clear: "X", double: "W", rebet: "E", again: "Y", deal: "O", look: "V", advice: "A", buy: "B", sheet: "?" };
const WORDS = [
  ["+", "a larger chip"],
  ["−", "a smaller chip"],
  ["Tab", "the next spot; Enter puts a chip on it"],
  ["Delete", "all of it back from the spot"],
  [KEYS.look, "what the spot pays and its exact edge: also a right click, or holding the spot"],
  [KEYS.takeBack, "take the last bet back"],
  [KEYS.clear, "take every bet back"],
  [KEYS.double, "double every bet"],
  [KEYS.rebet, "bet as in the last round"],
  [KEYS.again, "bet as in the last round and deal"],
  [KEYS.deal, "deal"],
  [KEYS.advice, "advice on or off"],
  [KEYS.buy, "buy chips"],
  [KEYS.sheet, "this sheet"],
];

export function openKeys() {
  const rows = WORDS.map(([key, words]) => make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, key)), make("td", {}, words)));
  openPaper("Keys", [
    make("table", { class: "sheet wide keys" }, make("caption", { class: "unseen" }, "Keys of the table"), make("tbody", {}, ...rows)),
    make("p", { class: "quiet" }, "When you are asked, each option shows its own key. No option has one of these."),
  ]);
}

/** Whether a key that was pressed is for the page, and not for a field or a dialog. */
export function isForPage(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  return !event.target.closest?.("input:not([type=radio]), textarea, dialog");
}
