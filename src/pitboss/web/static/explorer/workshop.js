// The workshop: a form beside what comes of it. Every word and figure of a result is the server's.

import { tell } from "../part/api.js";
import { make } from "../part/make.js";
import { saveButton, sayIn, usualSize } from "../part/paper_file.js";
import { showPage } from "../part/report.js";
import { Turn } from "../part/turn.js";
import { problemBox, waitFor } from "../part/waiting.js";

/** Where the result comes below the form. */
const NARROW = matchMedia("(max-width: 960px)");
const FORMS = [
  ["pdf", "PDF"],
  ["xlsx", "Spreadsheet"],
  ["html", "HTML"],
  ["md", "Markdown"],
  ["json", "JSON"],
];

/**
 * `fields` are the form's, `body` says what is sent, `link` may turn a cell of a result into an element. Nothing
 * is asked before somebody presses the button; a new press or "Stop" leaves the old question alone.
 */
export class Workshop {
  constructor({ title, lead, idle, fields, button, path, body, link = () => () => null }) {
    Object.assign(this, { path, body, link, turn: new Turn() });
    this.heard = make("p", { class: "unseen", role: "status" });
    this.result = make("article", { class: "card workshop-result" }, make("p", { class: "quiet idle" }, idle));
    this.main = make("button", { class: "main", type: "submit" }, button);
    this.halt = make("button", { type: "button", hidden: true, onclick: () => this.stop() }, "Stop");
    this.form = make(
      "form",
      { class: "card workshop-form", novalidate: true, onsubmit: (event) => this.start(event) },
      make("h2", {}, title),
      make("p", { class: "quiet" }, lead),
      ...fields,
      make("div", { class: "row workshop-acts" }, this.main, this.halt),
    );
    this.page = make("div", { class: "workshop" }, this.form, this.result, this.heard);
  }

  async start(event) {
    event.preventDefault();
    const isWanted = this.turn.next();
    const body = this.body(this.form.elements);
    this.work(true);
    if (NARROW.matches) this.result.scrollIntoView({ block: "start" });
    try {
      const answer = await waitFor(
        () => tell(this.path, body),
        (line) => this.result.replaceChildren(line),
        isWanted,
      );
      if (answer) this.show(answer.found, body);
    } catch (problem) {
      if (isWanted()) this.result.replaceChildren(problemBox(problem));
    }
    if (isWanted()) this.work(false);
  }

  stop() {
    this.turn.next();
    this.work(false);
    this.main.focus();
    this.result.replaceChildren(make("p", { class: "quiet idle" }, "Stopped. Nothing was kept."));
  }

  work(isWorking) {
    this.main.disabled = isWorking;
    this.halt.hidden = !isWorking;
  }

  show(found, body) {
    this.heard.textContent = found.headline;
    this.result.replaceChildren(
      make("h2", { class: "headline" }, found.headline),
      paperButtons((form) => `${this.path}.${form}`, { body }),
      showPage(found.page, { from: 2, link: this.link(found) }),
    );
    pushSideways(this.result);
    if (this.result.getBoundingClientRect().top < 0) this.result.scrollIntoView({ block: "start" });
    for (const picture of this.result.querySelectorAll(".picture")) picture.tabIndex = 0;
  }
}

/** A result as a file: of the question that was asked, whatever the form says by now. `what` tells two results apart. */
export function paperButtons(path, { body = null, what = "" } = {}) {
  const line = make("p", { class: "papers-line quiet", role: "status" });
  const sized = (form) => () => `${path(form)}?${new URLSearchParams({ size: usualSize() })}`;
  const buttons = FORMS.map(([form, words]) =>
    saveButton(words, sized(form), sayIn(line), `Save ${what}as ${words}`, body));
  return make("section", { class: "workshop-papers", "aria-label": `Save ${what}`.trim() }, ...buttons, line);
}

const MANY_COLUMNS = 6;

/** Lines of many figures are compared: on a phone their table stays one, in a frame that is pushed sideways. */
export function pushSideways(result) {
  for (const table of result.querySelectorAll(".sheet:not(.signs)")) {
    if (table.tHead.rows[0].cells.length <= MANY_COLUMNS) continue;
    let above = table.previousElementSibling;
    while (above && !/^H\d$/.test(above.tagName)) above = above.previousElementSibling;
    const label = above?.textContent ?? "Table";
    const frame = make("div", { class: "sideways", tabindex: 0, role: "region", "aria-label": label });
    table.classList.add("wide");
    table.replaceWith(frame);
    frame.append(table);
  }
}

// -- fields -----------------------------------------------------------------------------------------

let spans = 0;

/** A figure between two ends: "House advantage, % [2] to [6]". */
export function span(name, label, { low = "", high = "" } = {}) {
  spans += 1;
  const id = `span-${spans}`;
  const end = (which, value) => make("input", {
    name: `${name}_${which}`,
    value,
    inputmode: "decimal",
    autocomplete: "off",
    maxlength: 12,
    placeholder: "any",
    "aria-label": `${label}, ${which === "low" ? "from" : "to"}`,
  });
  return make(
    "div",
    { class: "span-field", role: "group", "aria-labelledby": id },
    make("span", { id }, label),
    end("low", low),
    make("span", { class: "quiet" }, "to"),
    end("high", high),
  );
}

export const ends = (fields, name) => ({
  low: number(fields[`${name}_low`]),
  high: number(fields[`${name}_high`]),
});

/** A number as it was typed, without signs of money, percent and thousands; nothing for an empty field. */
export function number(field) {
  return field.value.replace(/[$%,\s]/g, "") || null;
}

export function amount(name, value, more = {}) {
  return make("input", { name, value, inputmode: "decimal", autocomplete: "off", maxlength: 14, ...more });
}

export function group(title, ...fields) {
  return make("fieldset", {}, make("legend", {}, title), ...fields);
}
