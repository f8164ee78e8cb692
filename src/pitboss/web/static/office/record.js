// Records: what accrued, what is due, what went down and why; wins with all that is known of them.

import { ask } from "../part/api.js";
import "../part/card.js";
import { act, field, input, openForm, signature } from "../part/form.js";
import { make, sectionHead } from "../part/make.js";
import { recordLinks } from "../part/paper_file.js";
import { showPage } from "../part/report.js";

const NOTES = {
  deposit: [[
    "Note a deposit",
    "deposit",
    [["amount", "Amount deposited", "$500"], ["text", "The bank's reference", ""]],
  ]],
  malfunctions: [
    ["Note a malfunction", "malfunction", [["about", "Table", "T1"], ["text", "What does not work", ""]]],
    [
      "Note a report",
      "report",
      [["about", "Malfunction, by its number", "1"], ["text", "To whom it was reported, and how", ""]],
    ],
  ],
  checks: [
    [
      "Note a request",
      "check request",
      [["about", "Win, by its number", "1"], ["text", "To whom the check is made out", ""]],
    ],
    [
      "Note a check paid",
      "check paid",
      [["about", "Win, by its number", "1"], ["text", "Number of the check", ""]],
    ],
  ],
};

export async function showRecord(office, name = "hits") {
  const found = await ask(`/api/office/records/${name}`);
  const tabs = office.desk.records.map((record) =>
    make(
      "a",
      { href: `#records/${record.id}`, "aria-current": record.id === name ? "page" : null },
      record.title,
    ),
  );
  const notes = (NOTES[name] ?? []).map((note) => act(
    note[0],
    office.may("Record"),
    () => openNote(office, note),
  ));
  const link = name === "hits" ? (cell, place) => (place === 0 ? make(
    "a",
    { href: `#wins/${cell.text}` },
    cell.text,
  ) : null) : undefined;
  return make(
    "div",
    { class: "stack" },
    sectionHead(
      found.title,
      make("span", { class: "row push" }, ...notes, ...recordLinks(name, { at: found.at_micros })),
    ),
    make("nav", { class: "tabs", "aria-label": "Records" }, ...tabs),
    make("article", { class: "card record" }, showPage(found.page, { from: 2, link })),
  );
}

function openNote(office, [title, kind, parts]) {
  openForm({
    title,
    intro: "It goes into the journal with your name.",
    fields: parts.map(([name, label, placeholder]) => field(
      label,
      input(name, { placeholder, required: true, maxlength: 300 }),
    )),
    button: "Write down",
    path: "/api/office/notes",
    body: (values) => ({ ...values, kind }),
    onDone: () => office.show(),
  });
}

/** One act for what the documents call backing an award out. */
function backOutButton(office, win) {
  const open = () =>
    openForm({
      title: `Back win ${win.order} out`,
      intro: "Meter, reserve, hits and paid go back together. The win stays in the journal as backed out.",
      fields: [
        field("What happened", make("textarea", { name: "text", rows: 2, maxlength: 400, required: true })),
        signature(office, "BackOutWin"),
      ],
      button: "Sign and back it out",
      path: `/api/office/wins/${encodeURIComponent(win.order)}/back-out`,
      onDone: () => office.show(),
    });
  return make("button", { type: "button", class: "small", onclick: open }, "Back it out");
}

export async function showWin(office, order) {
  const found = await ask(`/api/office/wins/${encodeURIComponent(order)}`);
  const cards = found.cards.map((card) => make("pit-card", { face: card, still: true }));
  return make(
    "div",
    { class: "stack" },
    sectionHead(
      `Win ${found.order}`,
      make(
        "span",
        { class: "row push" },
        ...recordLinks("win", { win: found.order }),
        ...(found.status === "confirmed" ? [backOutButton(office, found)] : []),
        make("a", { class: "button small", href: "#records/hits" }, "All hits"),
      ),
    ),
    make(
      "article",
      { class: "card record" },
      make("div", { class: "row win-cards" }, ...cards),
      showPage(found.page, { from: 3 }),
    ),
  );
}
