// The journal, page by page, and the verification of all of it.

import { ask, tell } from "../part/api.js";
import { make, sectionHead } from "../part/make.js";
import { dollars } from "../part/money.js";
import { makeTable, moment, showPage } from "../part/report.js";
import { problemBox } from "../part/waiting.js";

const MOST = 40;
const COUNT = new Intl.NumberFormat("en-US");
const COLUMNS = [
  { title: "Entry", right: true },
  { title: "When" },
  { title: "What" },
  { title: "By" },
  { title: "Says", wraps: true },
  { title: "Hash" },
];

export async function showJournal(_office, before = "") {
  const found = await ask(`/api/office/journal?most=${MOST}${before ? `&before=${before}` : ""}`);
  const place = make("div", { class: "verification" });
  const verify = make(
    "button",
    { type: "button", class: "small main", onclick: () => begin(place, verify, expect) },
    "Verify the journal",
  );
  const expect = make(
    "input",
    {
      "aria-label": "Hash that was written down elsewhere (optional)",
      placeholder: "Hash written down elsewhere (optional)",
      class: "expect",
      maxlength: 64,
    },
  );
  const going = await ask("/api/office/verification");
  if (going) follow(place, verify, going);
  return make(
    "div",
    { class: "stack" },
    sectionHead(
      "Journal",
      make("span", { class: "quiet" }, `${COUNT.format(found.last)} entries, each chained to the one before`),
    ),
    make("article", { class: "card" }, make("div", { class: "row" }, verify, expect), place),
    make(
      "article",
      { class: "card" },
      makeTable(COLUMNS, found.entries.map(row), { caption: "Entries, the latest first" }),
      pages(found),
    ),
  );
}

function row(entry) {
  return [
    String(entry.number),
    moment(entry.at_micros),
    entry.kind,
    entry.by.join(", "),
    make("details", { class: "entry" }, make("summary", {}, entry.says || "Details"), ...inside(entry)),
    make("span", { class: "mono quiet whole", title: entry.hash }, entry.hash.slice(0, 10)),
  ];
}

function inside(entry) {
  const moved = entry.transfers.map((one) => make(
    "li",
    {},
    `${dollars(one.micros)} from ${one.source} to ${one.target}: ${one.why}`,
  ));
  return [
    moved.length ? make("ul", { class: "lines" }, ...moved) : null,
    make("pre", { class: "mono" }, entry.facts),
    make("p", { class: "mono quiet" }, `id ${entry.id}`),
    make("p", { class: "mono quiet" }, `hash ${entry.hash}`),
  ].filter(Boolean);
}

function pages({ last, entries }) {
  const first = entries.at(-1)?.number ?? 1, latest = entries[0]?.number ?? 0;
  const link = (before, words) => make(
    "a",
    { class: "button small", href: before > last ? "#journal" : `#journal/${before}` },
    words,
  );
  return make(
    "nav",
    { class: "row pages", "aria-label": "Pages of the journal" },
    latest < last ? link(latest + MOST + 1, "Later") : null,
    make(
      "span",
      { class: "quiet" },
      entries.length ? `Entries ${first} to ${latest} of ${COUNT.format(last)}` : "No entries",
    ),
    first > 1 ? link(first, "Earlier") : null,
  );
}

// -- verifying --------------------------------------------------------------------------------------

async function begin(place, button, expect) {
  try {
    follow(place, button, await tell("/api/office/verification", { expect: expect.value }));
  } catch (problem) {
    place.replaceChildren(problemBox(problem));
  }
}

async function follow(place, button, begun) {
  let job = begun;
  const bar = make(
    "progress",
    { max: Math.max(1, job.of), value: job.read, "aria-label": "Verifying the journal" },
  );
  const words = make("span", { role: "status" });
  button.disabled = true;
  try {
    while (!job.is_over) {
      bar.value = job.read;
      words.textContent = `Reading entry ${COUNT.format(job.read)} of ${COUNT.format(job.of)}`;
      if (!bar.isConnected) place.replaceChildren(make("p", { class: "row" }, bar, words));
      await new Promise((later) => setTimeout(later, 250));
      job = await ask("/api/office/verification");
    }
    place.replaceChildren(...outcome(job));
  } catch (problem) {
    place.replaceChildren(problemBox(problem));
  } finally {
    button.disabled = false;
  }
}

function outcome({ found, problem, by, at_micros: at }) {
  if (problem) return [problemBox({ message: problem })];
  const words = found.right
    ? make(
      "p",
      { class: "notice good", role: "status" },
      `All ${COUNT.format(found.entries)} entries are right: every one as it was written, and the books balance.`,
    )
    : make("p", { class: "notice bad", role: "alert" }, `Not right: ${found.fault_words}`);
  const page = make(
    "details",
    {},
    make("summary", {}, `What was added up, for ${by} at ${moment(at)}`),
    showPage(found.page.slice(1), { from: 4 }),
  );
  return [words, page];
}
