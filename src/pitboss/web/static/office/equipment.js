// The register of equipment: what stands at the tables, by whom it was made, against the approved versions.

import { ask } from "../part/api.js";
import { act, check, field, input, openForm, select, signature } from "../part/form.js";
import { make, sectionHead } from "../part/make.js";
import { makeTable } from "../part/report.js";

const COLUMNS = [
  { title: "Table" },
  { title: "Component" },
  { title: "Maker" },
  { title: "Licence" },
  { title: "Version" },
  { title: "Approved" },
  { title: "Status", wraps: true },
  { title: "", acts: true },
];

export async function showEquipment(office) {
  const { register, approved, condition } = await ask("/api/office/equipment");
  return make(
    "div",
    { class: "stack" },
    sectionHead(
      "Equipment",
      make("span", { class: "row push" }, act("List a component", office.may("ListEquipment"), () => openList(office, approved), "small main")),
    ),
    make("p", { class: "lead" }, "A table opens when all its parts stand here in an approved version."),
    make("p", {}, condition),
    make("article", { class: "card" }, makeTable(COLUMNS, register.map((part) => row(office, part)), { caption: "Register of equipment" })),
  );
}

function row(office, part) {
  const status = part.fault
    ? make("span", { class: "pill bad" }, part.fault)
    : make("span", { class: "pill good" }, "approved");
  return [
    part.table || "the room",
    part.component,
    part.maker,
    [part.licence, part.tribal_licence].filter(Boolean).join(" / "),
    part.version || (part.is_plain ? "plain monitor" : ""),
    part.approved,
    status,
    act("Take out", office.may("ListEquipment"), () => openRemove(office, part)) ?? "",
  ];
}

function openList(office, approved) {
  openForm({
    title: "List a component",
    intro: "In place of one of the same name at the same table.",
    fields: [
      make(
        "div",
        { class: "fields" },
        field("Component", select("component", approved.map((one) => one.name))),
        field("Table", input("table", { maxlength: 40 }), "Empty for the whole room"),
        field("Maker", input("maker", { required: true, maxlength: 60 })),
        field("Maker's licence", input("licence", { required: true, maxlength: 60 })),
        field("Version", input("version", { maxlength: 60 })),
        field("Licence of the Tribe", input("tribal_licence", { maxlength: 60 }), "On tribal land"),
      ),
      check("is_plain", "A display: a monitor without intelligence and without any network"),
      signature(office, "ListEquipment"),
    ],
    button: "Sign and list",
    path: "/api/office/equipment",
    body: ({ table, second, ...part }) => ({ table: table.trim(), part: partOf(part), second }),
    onDone: () => office.show(),
  });
}

function partOf({ component, maker, licence, version, tribal_licence, is_plain }) {
  return { component, maker, licence, version, tribal_licence, is_plain };
}

function openRemove(office, part) {
  openForm({
    title: `Take out ${part.component}`,
    intro: "A table that needs it opens no bets until another is listed.",
    fields: [signature(office, "ListEquipment")],
    button: "Sign and take out",
    path: "/api/office/equipment",
    body: ({ second }) => ({ table: part.table, part: partOf(part), is_removed: true, second }),
    onDone: () => office.show(),
  });
}
