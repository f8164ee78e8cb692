// The exact figures of a wager as boxes, and its results as rows for the plot.

import { make } from "../part/make.js";

const FIGURES = [
  ["house_advantage", "House advantage"],
  ["element_of_risk", "Element of risk"],
  ["hit_frequency", "Hit frequency"],
  ["push_frequency", "Pushes"],
];
const LONGEST_FRACTION = 40;
const COUNT = new Intl.NumberFormat("en-US");

export function figureBoxes(found, before) {
  const shown = FIGURES.filter(([key]) => found[key] != null && !isIdle(key, found));
  const boxes = shown.map(([key, label]) => box(
    label,
    percent(found[`${key}_percent`]),
    found[key],
    before && before[key] !== found[key] ? percent(before[`${key}_percent`]) : "",
    key,
  ));
  if (found.standard_deviation != null) boxes.push(box(
    "Standard deviation",
    found.standard_deviation.toFixed(4),
    "",
    before ? before.standard_deviation.toFixed(4) : "",
    "standard_deviation",
  ));
  if (found.average_total_wager > 1) boxes.push(box(
    "Average total wager",
    `${found.average_total_wager.toFixed(4)} units`,
    "",
    "",
    "average_total_wager",
  ));
  if (found.total_ways) boxes.push(box(
    "Ways counted",
    COUNT.format(found.total_ways),
    "",
    "",
    "total_ways",
  ));
  return boxes;
}

/** What says nothing: a risk that is the advantage itself, pushes that never come. */
function isIdle(key, found) {
  return key === "element_of_risk"
    ? found.element_of_risk === found.house_advantage
    : key === "push_frequency" && !found.push_frequency_percent;
}

function box(label, words, exact, before, key) {
  return make(
    "div",
    { class: `figure ${key}` },
    make("span", { class: "quiet" }, label),
    make("strong", {}, words),
    exact && exact.length <= LONGEST_FRACTION ? make("span", { class: "mono quiet" }, `= ${exact}`) : null,
    before && before !== words ? make("span", { class: "was" }, `printed table: ${before}`) : null,
  );
}

const percent = (value) => `${value.toFixed(4)}%`;

export function warnings(found) {
  return found.warnings.map((words) => make("p", { class: "notice careful" }, words));
}

/** Results by what they win, the likeliest names first; where no results are known, the outcomes. */
export function spread(found) {
  if (found.distribution) return found.distribution.map((row) => ({
    net: row.net_decimal,
    percent: row.probability_percent,
    words: net(row.net_decimal),
  }));
  const rows = (found.outcomes ?? []).map((row) => ({
    net: row.net_decimal,
    percent: row.probability_percent,
    words: net(row.net_decimal),
  }));
  return rows.sort((one, other) => one.net - other.net);
}

function net(value) {
  const words = Number.isInteger(value) ? COUNT.format(value) : value.toFixed(2);
  return value > 0 ? `+${words}` : words.replace("-", "−");
}
