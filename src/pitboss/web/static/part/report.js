// Pages of the server's reports, laid out: headings, facts, tables, lines, pictures. No word is changed here.

import { make } from "./make.js";

const SHORT = 4;
/** A day or a moment is not broken into lines. */
const DAY = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/;

/** A report's page; `link` may turn a cell of a table into an element of its own. */
export function showPage(blocks, { from = 2, link = () => null } = {}) {
  const page = document.createDocumentFragment();
  page.append(...blocks.map((block) => showBlock(block, from, link)));
  return page;
}

function showBlock(block, from, link) {
  switch (block.block) {
    case "heading":
      return make(`h${Math.min(6, from + block.level - 1)}`, {}, block.text);
    case "facts":
      return make(
        "dl",
        { class: "facts" },
        ...block.rows.flatMap(([label, cell]) => [make("dt", {}, label), make("dd", {}, words(cell))]),
      );
    case "table":
      return showTable(block, link);
    case "picture":
      return showPicture(block);
    case "signatures":
      return make("ul", { class: "lines" }, ...block.roles.map((role) => make("li", { class: "sign" }, role)));
    case "listing":
      return make("pre", {}, block.text);
    default:
      return make(
        "ul",
        { class: block.bullet ? "lines bullets" : "lines" },
        ...block.lines.map((line) => make("li", {}, words(line))),
      );
  }
}

/** As an image of its own, so that nothing in a drawing can reach into the page. */
function showPicture({ svg, words: said, width }) {
  const image = make("img", { alt: said, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
  image.style.width = `${width}%`;
  return make("figure", { class: "picture" }, image, make("figcaption", { class: "quiet" }, said));
}

function showTable({ columns, rows }, link = () => null) {
  const isSigns = columns.length > 6 && rows.every((row) => row.slice(1).every((cell) => cell.text.length <= SHORT));
  const head = make(
    "tr",
    {},
    ...columns.map((column) => make(
      "th",
      { scope: "col", class: column.right ? "right" : null },
      column.title,
    )),
  );
  const body = rows.map((row) => make(
    "tr",
    {},
    ...row.map((cell, place) => showCell(cell, columns[place], isSigns, link(cell, place, row))),
  ));
  const kind = isSigns ? "sheet signs" : columns.length > 8 ? "sheet tight" : "sheet";
  return make("table", { class: kind }, make("thead", {}, head), make("tbody", {}, ...body));
}

function showCell(cell, column, isSigns, linked) {
  const classes = [
    column.right && !isSigns && "right",
    column.wraps && "wraps",
    isSigns && `sign-${cell.text}`,
    DAY.test(cell.text) && "whole",
  ].filter(Boolean);
  return make("td", { class: classes.join(" ") || null, "data-label": column.title }, linked ?? words(cell));
}

function words(cell) {
  return cell.tone === "plain" ? cell.text : make("span", { class: `tone-${cell.tone}` }, cell.text);
}

/** A table of our own making: columns [{title, right, wraps}], rows of strings and elements. */
export function makeTable(columns, rows, { caption = "", kind = "" } = {}) {
  const head = columns.map((column) =>
    make(
      "th",
      { scope: "col", class: column.right ? "right" : null },
      column.title || make("span", { class: "unseen" }, column.said ?? "What can be done"),
    ),
  );
  const body = rows.map((row) =>
    make("tr", {}, ...row.map((cell, place) => {
      const column = columns[place];
      const classes = [
        column.right && "right",
        column.wraps && "wraps",
        column.acts && "acts",
        DAY.test(cell) && "whole",
      ].filter(Boolean).join(" ");
      return make("td", { class: classes || null, "data-label": column.title }, cell ?? "");
    })),
  );
  const title = caption ? make("caption", { class: "unseen" }, caption) : null;
  return make(
    "table",
    { class: `sheet ${kind}`.trim() },
    title,
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...body),
  );
}

/** A moment of the journal as this machine's clock says it. */
export function moment(micros) {
  if (!micros) return "";
  const at = new Date(micros / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":")}`;
}
