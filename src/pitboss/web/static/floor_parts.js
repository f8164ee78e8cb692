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
  return `Table ${id.replace(/^T(?=\d)/, "")}`;
}

export function capital(words) {
  return words ? words[0].toUpperCase() + words.slice(1) : "";
}
