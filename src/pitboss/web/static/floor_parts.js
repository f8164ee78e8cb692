// Small parts that the staff's pages and the displays share.

export { make, say as write } from "./make.js";

/** Show these children, but only when `key` says that they differ from what is shown. */
export function fill(place, key, children) {
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(...children());
}

/** T6 hangs over the table as "Table 6". */
export function tableName(id) {
  return id === "Server" ? id : `Table ${id.replace(/^T(?=\d)/, "")}`;
}

export function capital(words) {
  return words ? words[0].toUpperCase() + words.slice(1) : "";
}

/** "25" or "1,200.50" as micro-dollars; nothing for what is no amount. */
export function parseDollars(text) {
  const match = /^\$?\s*(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(`${match[1].replaceAll(",", "")}${(match[2] ?? "").padEnd(2, "0")}0000`);
}

/** A key that cannot be pressed now says why, to the eye and to the ear, and can still be reached. */
export function dim(button, whyNot) {
  if (whyNot) {
    button.setAttribute("aria-disabled", "true");
    button.setAttribute("aria-description", whyNot);
    button.title = whyNot;
  } else {
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-description");
    button.removeAttribute("title");
  }
}
