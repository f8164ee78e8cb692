// Meters and links: every level's money and counts, how the meter went, and what can be done with it.

import { ask } from "../part/api.js";
import { meterChart, roomFor } from "../part/chart.js";
import { act, field, input, openForm, select, signature } from "../part/form.js";
import { make, sectionHead } from "../part/make.js";
import { dollars } from "../part/money.js";
import { recordLinks } from "../part/paper_file.js";
import { makeTable } from "../part/report.js";

const COLUMNS = [
  { title: "Level" },
  ...[
    "Amount",
    "Reserve",
    "Overflow",
    "Pending",
    "Hits",
    "Paid",
    "Wagers",
    "Wagered",
  ].map((title) => ({ title, right: true })),
];
const COUNT = new Intl.NumberFormat("en-US");

export async function showMeters(office) {
  const found = await ask("/api/office/progressives");
  const head = sectionHead(
    "Meters and links",
    make(
      "span",
      { class: "row push" },
      ...recordLinks("meters"),
      office.may("SetTerms") ? make("a", { class: "button small", href: "#terms" }, "New progressive") : null,
    ),
  );
  const cards = await Promise.all(found.map((one) => card(office, one, found)));
  const empty = found.length ? null : make("p", { class: "quiet" }, "No progressive is set up yet.");
  return make("div", { class: "stack" }, head, ...cards, empty);
}

async function card(office, one, all) {
  const series = await ask(`/api/office/progressives/${encodeURIComponent(one.id)}/series`);
  const facts = `${one.kind} · ${one.tables.join(", ")} · ${Object.values(one.terms.paytables).join(", ")}`;
  return make(
    "article",
    { class: "card progressive", "data-progressive": one.id },
    make(
      "header",
      { class: "card-head" },
      make("h3", {}, one.id),
      state(one),
      make("span", { class: "quiet" }, facts),
      acts(office, one, all),
    ),
    makeTable(
      COLUMNS,
      one.terms.level.map((terms, place) => row(one.levels[place], terms)),
      { caption: `Meters of ${one.id}`, kind: "meters" },
    ),
    make("div", { class: "charts" }, ...series.levels.map((level, place) => figure(level, series, place))),
    make("p", { class: "quiet" }, paid(one)),
  );
}

function state(one) {
  if (one.stopped) return make("span", { class: "pill bad" }, `stopped: ${one.stopped}`);
  return make(
    "span",
    { class: one.is_open ? "pill good" : "pill careful" },
    one.is_open ? "open for play" : "closed",
  );
}

function row(level, terms) {
  return [
    make("span", {}, level.level || "The meter", make("span", { class: "level-terms" }, termsLine(terms))),
    make("span", { class: "meter" }, dollars(level.shown_micros)),
    ...[level.reserve_micros, level.overflow_micros, level.pending_micros].map(dollars),
    COUNT.format(level.hits),
    dollars(level.paid_micros),
    COUNT.format(level.wagers),
    dollars(level.wagered_micros),
  ];
}

function termsLine(terms) {
  const cap = terms.cap ? `cap ${terms.cap}` : "no cap";
  return `seed ${terms.seed} · contribution ${terms.contribution} · reserve ${terms.reserve} · ${cap}`;
}

function figure(level, { levels, now_micros: now }, place) {
  const alone = { width: roomFor(960), height: level.points.length > 2 ? 190 : 110 };
  const size = levels.length > 1 ? { width: 340, height: 150 } : alone;
  const words = `${level.level || "The meter"} over time; a diamond is an award`;
  return make(
    "figure",
    {},
    meterChart(level, now, { colour: place, ...size }),
    make("figcaption", {}, words),
  );
}

function paid(one) {
  const tables = Object.entries(one.paid_by_table_micros);
  return [
    `Won from the meters: ${tables.map(([table, micros]) => `${table} ${dollars(micros)}`).join(", ")}.`,
    `From the trays: ${dollars(one.tray_paid_micros)}, ${one.tray_hits} ${one.tray_hits === 1 ? "award" : "awards"}; envy ${dollars(one.envy_paid_micros)}.`,
    `Paid in all: ${dollars(one.all_paid_micros)}.`,
    ...(one.house_settings.length ? ["Settings of the house:", ...one.house_settings] : []),
  ].join(" ");
}

// -- what can be done -------------------------------------------------------------------------------

function acts(office, one, all) {
  const again = () => office.show();
  const path = `/api/office/progressives/${encodeURIComponent(one.id)}`;
  const terms = { class: "button small", href: `#terms/${encodeURIComponent(one.id)}` };
  return make(
    "span",
    { class: "row push" },
    act(one.is_open ? "Close" : "Open", office.may("Switch"), () => openSwitch(office, one, path, again)),
    act("Adjust", office.may("Adjust"), () => openAdjust(office, one, path, again)),
    act(
      "Move money",
      office.may("MoveMoney") && all.length > 1,
      () => openMove(office, one, all, path, again),
    ),
    office.may("SetTerms") ? make("a", terms, "Terms") : null,
  );
}

function openSwitch(office, one, path, onDone) {
  const isOpening = !one.is_open;
  const fields = [];
  if (!isOpening) fields.push(field(
    "Stop it, and why",
    input("stopped", { maxlength: 200 }),
    "Leave empty to close as usual. Stopped, two people open it again.",
  ));
  if (isOpening && one.stopped) fields.push(signature(office, "SetTerms"));
  openForm({
    title: `${isOpening ? "Open" : "Close"} ${one.id}`,
    intro: isOpening
      ? "Tables take the wager from now on."
      : "No table takes the wager any more. A round that is going on is ended first.",
    fields,
    button: isOpening ? "Open for play" : "Close",
    path: `${path}/switch`,
    body: ({ stopped = "", second }) => ({ is_open: isOpening, stopped, second }),
    onDone,
  });
}

function levels(one) {
  return one.levels.map((level) => [level.level, level.level || "The meter"]);
}

function openAdjust(office, one, path, onDone) {
  const reasons = office.desk.reasons.map(({ code, words, rule }) => [
    code,
    rule ? `${words} (${rule})` : words,
  ]);
  openForm({
    title: `Adjust ${one.id}`,
    intro: "An amount goes down for five reasons only, and up as a correction. Both signatures go into the journal.",
    fields: [
      make(
        "div",
        { class: "fields" },
        field("Level", select("level", levels(one))),
        field(
          "What",
          select(
            "account",
            [["meter", "the meter"], ["reserve", "its reserve"], ["overflow", "its overflow"]],
          ),
        ),
        field(
          "By how much",
          input("amount", { required: true, placeholder: "-$12.50" }),
          "-$12.50 lowers, $3 raises",
        ),
      ),
      field("Reason", select("reason", reasons)),
      field("What happened", make("textarea", { name: "text", rows: 2, maxlength: 400, required: true })),
      signature(office, "Adjust"),
    ],
    button: "Sign and adjust",
    path: `${path}/adjust`,
    onDone,
  });
}

function openMove(office, one, all, path, onDone) {
  const others = all.filter((other) => other.id !== one.id);
  const targets = others.flatMap((other) => other.levels.map((level) => [
    `${other.id}/${level.level}`,
    `${other.id} ${level.level}`.trim(),
  ]));
  openForm({
    title: `Move money from ${one.id}`,
    fields: [
      make(
        "div",
        { class: "fields" },
        field("From level", select("level", levels(one))),
        field("To", select("target", targets)),
        field("Amount", input("amount", { required: true, placeholder: "$100" })),
        field("Approval number", input("approval", { required: true })),
      ),
      field("Why", make("textarea", { name: "text", rows: 2, maxlength: 400, required: true })),
      signature(office, "MoveMoney"),
    ],
    button: "Sign and move",
    path: `${path}/move`,
    body: ({ target, ...rest }) => ({
      ...rest,
      to: target.slice(0, target.indexOf("/")),
      to_level: target.slice(target.indexOf("/") + 1),
    }),
    onDone,
  });
}
