// People: who works here in which role; added, changed and unlocked by those who may, two where two must agree.

import { ask, newId, tell } from "../part/api.js";
import { act, field, input, openForm, pin, select, signature } from "../part/form.js";
import { make, sectionHead } from "../part/make.js";
import { recordLinks } from "../part/paper_file.js";
import { makeTable } from "../part/report.js";
import { toast } from "../part/waiting.js";

const COLUMNS = [
  ...["Name", "Role", "Department", "Status", "Last seen", "New PIN due"].map((title) => ({ title })),
  { title: "", acts: true },
];

export async function showPeople(office) {
  const found = await ask("/api/office/people");
  return make(
    "div",
    { class: "stack" },
    sectionHead(
      "People",
      make(
        "span",
        { class: "row push" },
        ...recordLinks("staff"),
        act("Change my PIN", true, () => openOwnPin(office)),
        act("Add a person", office.may("AddPerson"), () => openAdd(office), "small main"),
      ),
    ),
    make(
      "article",
      { class: "card" },
      makeTable(COLUMNS, found.map((one) => row(office, one)), { caption: "People" }),
    ),
  );
}

function row(office, one) {
  return [
    one.name,
    one.role,
    one.department,
    status(one),
    day(one.last_seen_at) || "never",
    due(one),
    acts(office, one),
  ];
}

function status(one) {
  if (!one.is_active) return make("span", { class: "pill" }, "has left");
  if (one.is_locked) return make("span", { class: "pill bad" }, `locked, ${one.failures} wrong tries`);
  return make("span", { class: "pill good" }, "active");
}

function due(one) {
  if (!one.is_active) return "";
  return one.is_pin_due ? make(
    "span",
    { class: "tone-bad" },
    `since ${day(one.pin_due_at)}`,
  ) : day(one.pin_due_at);
}

const day = (at) => (at ? at.slice(0, 16).replace("T", " ") : "");

function acts(office, one) {
  const isOther = one.name !== office.desk.name;
  const may = office.may("ChangePerson") && isOther;
  return make(
    "span",
    { class: "row acts" },
    act("Unlock", one.is_locked && office.may("Unlock") && isOther, () => unlock(office, one)),
    act("New PIN", may && one.is_active, () => openReset(office, one)),
    act("Role", may && one.is_active, () => openChange(office, one)),
    act(one.is_active ? "Has left" : "Is back", may, () => openLeave(office, one)),
  );
}

function openAdd(office) {
  openForm({
    title: "Add a person",
    intro: "A name is used once, for ever: it stands in the journal.",
    fields: [
      make(
        "div",
        { class: "fields" },
        field("Name", input("person", { required: true, maxlength: 64 })),
        field("Role", select("role", office.desk.roles)),
        pin("pin", "Their PIN, 6 to 12 digits"),
      ),
      signature(office, "AddPerson"),
    ],
    button: "Sign and add",
    path: "/api/office/people",
    onDone: () => office.show(),
  });
}

function change(office, one, title, fields, button, body) {
  openForm({
    title,
    fields: [...fields, signature(office, "ChangePerson")],
    button,
    path: `/api/office/people/${encodeURIComponent(one.name)}/change`,
    body,
    onDone: () => office.show(),
  });
}

function openChange(office, one) {
  change(
    office,
    one,
    `Another role for ${one.name}`,
    [field("Role", select("role", office.desk.roles, one.role))],
    "Sign and change",
    (values) => ({ ...values, is_active: true }),
  );
}

function openLeave(office, one) {
  const title = one.is_active ? `${one.name} has left` : `${one.name} is back`;
  change(office, one, title, [], "Sign", (values) => ({ ...values, is_active: !one.is_active }));
}

function openReset(office, one) {
  openForm({
    title: `A new PIN for ${one.name}`,
    intro: "Two others give it; the person changes it at the next sign-in.",
    fields: [pin("pin", "New PIN, 6 to 12 digits"), signature(office, "ChangePerson")],
    button: "Sign and replace",
    path: `/api/office/people/${encodeURIComponent(one.name)}/pin`,
    onDone: () => office.show(),
  });
}

function openOwnPin(office) {
  openForm({
    title: "Change my PIN",
    fields: [pin("old", "The old PIN"), pin("new", "The new PIN, 6 to 12 digits")],
    button: "Change",
    path: "/api/office/own-pin",
    body: ({ old, new: fresh }) => ({ old, new: fresh }),
    onDone: () => office.show(),
  });
}

async function unlock(office, one) {
  try {
    const done = await tell(`/api/office/people/${encodeURIComponent(one.name)}/unlock`, { id: newId() });
    toast(`${done.words} (entry ${done.entry})`);
    await office.show();
  } catch (problem) {
    toast(problem.message);
  }
}
