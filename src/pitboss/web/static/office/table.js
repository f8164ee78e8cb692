// The room's tables: put up from an approved game with posted limits, taken down between two rounds.

import { ask } from "../part/api.js";
import { act, check, field, input, openForm, select } from "../part/form.js";
import { make, sectionHead } from "../part/make.js";
import { saveButton, usualSize } from "../part/paper_file.js";
import { makeTable } from "../part/report.js";
import { toast } from "../part/waiting.js";
import { choiceOf, gameChooser } from "./game.js";

const COLUMNS = [
  { title: "Table" },
  { title: "Name" },
  { title: "Game" },
  { title: "Fingerprint" },
  { title: "Progressive" },
  { title: "Seats", right: true },
  { title: "Dealt by" },
  { title: "Since" },
  { title: "", acts: true },
];
const FLOOR = ["supervisor", "executive"];

export async function showTables(office) {
  const [tables, games] = await Promise.all([ask("/api/office/tables"), ask("/api/office/games")]);
  const may = FLOOR.includes(office.desk.role);
  return make(
    "div",
    { class: "stack" },
    sectionHead(
      "Tables",
      make(
        "span",
        { class: "row push" },
        act("Open a table", may, () => openTable(office, games), "small main"),
      ),
    ),
    make(
      "article",
      { class: "card" },
      makeTable(COLUMNS, tables.map((one) => row(office, one, may)), { caption: "Tables of the room" }),
    ),
  );
}

function row(office, one, may) {
  return [
    make("a", { href: `/tables/${one.id}` }, one.id),
    one.name,
    one.game.includes(";")
      ? `${one.game_name} (${one.game.slice(one.game.indexOf(";") + 1).trim()})`
      : one.game_name,
    make("span", { class: "mono", title: one.fingerprint }, one.fingerprint.slice(0, 12)),
    one.progressive || "none",
    String(one.seats),
    one.has_house_dealer ? "the house" : "a dealer",
    one.day,
    make("span", {}, rounds(one), " ", act("Close", may, () => openClose(office, one))),
  ];
}

/** The last rounds as they were dealt, with their proofs. */
function rounds(one) {
  const query = new URLSearchParams({ table: one.id, size: usualSize() });
  const path = () => `/api/office/papers/rounds.pdf?${query}`;
  return saveButton("Rounds", path, toast, `Rounds of ${one.id} (PDF)`);
}

function openClose(office, one) {
  openForm({
    title: `Close ${one.id}`,
    intro: `${one.name} is taken down. The round must be over and all chips cashed; the name is not used again.`,
    fields: [],
    button: "Close the table",
    path: `/api/office/tables/${one.id}/close`,
    onDone: () => office.show(),
  });
}

function openTable(office, games) {
  const limits = make("div", { class: "stack" });
  const draw = () => limits.replaceChildren(...chooser.game().wagers.map(limitFields));
  const chooser = gameChooser(games, () => {
    if (limits.dataset.game !== chooser.game().id) draw();
    limits.dataset.game = chooser.game().id;
  });
  const dialog = openForm({
    title: "Open a table",
    intro: "Its game must be approved exactly as chosen, and its limits lawful on this day.",
    fields: [
      make(
        "div",
        { class: "fields" },
        field("Table", input("id", { required: true, maxlength: 40, placeholder: "T8" })),
        field("Name", input("name", { maxlength: 40 }), "Empty for the game's own"),
        field("Seats", input("seats", { type: "number", min: 1, max: 9, value: 7 })),
        field("Keypad", select("dialect", ["Game Manager", "Nexus Command / GM Atlas"])),
        field("Cards from", input("device", { maxlength: 40, placeholder: "hand shuffle" }), "Empty for the game's usual device"),
      ),
      check("has_house_dealer", "The house deals by itself"),
      chooser.box,
      make("fieldset", {}, make("legend", {}, "Wagers offered, and posted limits"), limits),
    ],
    button: "Open the table",
    path: "/api/office/tables",
    body: (values) => tableOf(values, dialog.querySelector("form"), games),
    onDone: () => office.show(),
  });
}

function limitFields(wager) {
  const [minimum, maximum, step] = wager.limits;
  return make(
    "div",
    { class: "limit" },
    check(`offered ${wager.id}`, wager.label, wager.is_offered),
    field("Minimum", input(`min ${wager.id}`, { value: minimum })),
    field("Maximum", input(`max ${wager.id}`, { value: maximum })),
    field("Step", input(`step ${wager.id}`, { value: step })),
  );
}

function tableOf(values, form, games) {
  const wagers = games.find((one) => one.id === values.game).wagers;
  const given = wagers.map((wager) => [
    wager,
    ["min", "max", "step"].map((name) => values[`${name} ${wager.id}`]),
  ]);
  const closed = wagers.filter((wager) => !values[`offered ${wager.id}`]).map((wager) => wager.id);
  const changed = given.filter(([wager, texts]) => texts.some((text, place) => text !== wager.limits[place]));
  return {
    id: values.id.trim(),
    name: values.name.trim(),
    seats: Number(values.seats),
    dialect: values.dialect,
    device: values.device.trim(),
    has_house_dealer: values.has_house_dealer,
    choice: choiceOf(form, games),
    closed,
    limits: Object.fromEntries(changed.map(([wager, texts]) => [wager.id, texts])),
  };
}
