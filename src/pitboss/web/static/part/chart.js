// Charts of our own, in SVG: a meter over time, and how likely each result is. Positions are the only sums here.

import { dollars, shortDollars } from "./money.js";

const NS = "http://www.w3.org/2000/svg";
const WIDTH = 640;
const NARROW = 350;

/** As wide as there is room for: letters stay as large as they are. */
export function roomFor(width) {
  return matchMedia("(max-width: 720px)").matches ? Math.min(NARROW, width) : width;
}

const COLOURS = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)", "var(--chart-4)"];

function draw(tag, attributes = {}, words = null) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (words !== null) made.textContent = words;
  return made;
}

function frame(height, label, width = WIDTH) {
  return draw("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
}

/** Round steps that divide a span into a few: 1, 2 or 5 with zeros. */
function stepFor(span, parts) {
  const rough = span / parts || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough);
}

// -- a meter over time ------------------------------------------------------------------------------

/** One level: points and awards as [at, micros]; the line ends at `now`, where the meter still stands. */
export function meterChart({ level, points, awards }, now, { colour = 0, width = WIDTH, height = 190 } = {}) {
  const left = 76, right = 14, top = 14, bottom = 26;
  const last = points.at(-1);
  const said = `${level || "Meter"} over time, now ${last
    ? dollars(last[1])
    : "nothing"}; ${awards.length} awards`;
  const chart = frame(height, said, width);
  if (!last) return chart;
  const line = [...points, [Math.max(now, last[0] + 1), last[1]]];
  const from = line[0][0], span = Math.max(1, line.at(-1)[0] - from);
  const amounts = line.map(([, micros]) => micros);
  const low = Math.min(...amounts), high = Math.max(...amounts, low + 1_000_000);
  const step = stepFor(high - low, 4);
  const base = Math.floor(low / step) * step, roof = Math.max(base + step, Math.ceil(high / step) * step);
  const x = (at) => left + ((at - from) / span) * (width - left - right);
  const y = (micros) => height - bottom - ((micros - base) / (roof - base)) * (height - top - bottom);
  for (let at = base; at <= roof; at += step) {
    chart.append(draw("line", { class: "grid", x1: left, x2: width - right, y1: y(at), y2: y(at) }));
    chart.append(draw(
      "text",
      { x: left - 8, y: y(at) + 4, "text-anchor": "end" },
      step < 1_000_000 ? dollars(at) : shortDollars(at),
    ));
  }
  drawTimes(chart, from, span, x, height - bottom, width < 500 ? 2 : 4);
  const path = stairs(line, x, y);
  const ink = COLOURS[colour % COLOURS.length];
  chart.append(draw("path", { d: `${path}V${y(base)}H${x(from)}Z`, fill: ink, "fill-opacity": 0.12 }));
  chart.append(draw(
    "path",
    { d: path, fill: "none", stroke: ink, "stroke-width": 2, "stroke-linejoin": "round" },
  ));
  for (const [at, micros] of awards) drawAward(chart, x(at), top, height - bottom, micros);
  return chart;
}

/** A meter stands still between two wagers. */
function stairs(line, x, y) {
  const spots = line.map(([at, micros]) => [x(at).toFixed(1), y(micros).toFixed(1)]);
  return spots.map(([right, up], place) => (place ? `H${right}V${up}` : `M${right} ${up}`)).join("");
}

function drawAward(chart, x, top, bottom, micros) {
  const mark = draw("g");
  mark.append(draw(
    "line",
    {
      x1: x,
      x2: x,
      y1: top,
      y2: bottom,
      stroke: "var(--gold-bright)",
      "stroke-dasharray": "2 4",
      "stroke-opacity": 0.8,
    },
  ));
  mark.append(draw("path", { d: `M${x} ${top - 9}l5 7l-5 7l-5 -7Z`, fill: "var(--gold-bright)" }));
  mark.append(draw("title", {}, `Award of ${dollars(micros)}`));
  chart.append(mark);
}

function drawTimes(chart, from, span, x, y, parts) {
  const isLong = span > 36 * 3600e6;
  const format = new Intl.DateTimeFormat(
    "en-US",
    isLong ? { month: "short", day: "numeric" } : { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  );
  for (let part = 0; part <= parts; part += 1) {
    const at = from + (span * part) / parts;
    const anchor = part === 0 ? "start" : part === parts ? "end" : "middle";
    chart.append(draw(
      "text",
      { x: x(at), y: y + 18, "text-anchor": anchor },
      format.format(new Date(at / 1000)),
    ));
  }
}

// -- how likely each result is ----------------------------------------------------------------------

const MOST_BARS = 60;

/** Results as {net, percent, words}; bars on a scale of powers of ten, for a jackpot is rare and must be seen. */
export function distributionChart(rows, { width = roomFor(WIDTH), height = 250 } = {}) {
  const left = 62, right = 8, top = 10, bottom = 40;
  const shown = rows.filter((row) => row.percent > 0).slice(-MOST_BARS);
  const floor = Math.floor(Math.log10(Math.min(...shown.map((row) => row.percent), 1)));
  const chart = frame(height, `How likely each of ${shown.length} results is`, width);
  const y = (percent) => top + ((2 - Math.log10(percent)) / (2 - floor)) * (height - top - bottom);
  for (let power = 2; power >= floor; power -= 1) {
    if ((2 - power) % Math.ceil((2 - floor) / 6) && power !== floor) continue;
    chart.append(draw(
      "line",
      { class: "grid", x1: left, x2: width - right, y1: y(10 ** power), y2: y(10 ** power) },
    ));
    chart.append(draw(
      "text",
      { x: left - 8, y: y(10 ** power) + 4, "text-anchor": "end" },
      percentWords(power),
    ));
  }
  const room = (width - left - right) / shown.length;
  const every = Math.ceil(shown.length / (width / 46));
  shown.forEach((row, place) => {
    const x = left + place * room;
    const bar = draw("rect", {
      x: x + room * 0.12, y: y(row.percent), width: Math.max(1.5, room * 0.76), height: Math.max(
        1,
        height - bottom - y(row.percent),
      ),
      rx: Math.min(3, room / 4), fill: row.net > 0 ? "var(--chart-1)" : row.net < 0 ? "var(--chart-lost)" : "var(--chart-even)",
    });
    bar.append(draw("title", {}, `${row.words}: ${row.percent.toPrecision(4)}%`));
    chart.append(bar);
    if (place % every === 0) chart.append(draw(
      "text",
      { x: x + room / 2, y: height - bottom + 16, "text-anchor": "middle" },
      row.words,
    ));
  });
  chart.append(draw(
    "text",
    { x: left + (width - left - right) / 2, y: height - 4, "text-anchor": "middle" },
    "net result, in units of the wager",
  ));
  return chart;
}

function percentWords(power) {
  return power >= 0 ? `${10 ** power}%` : `${(10 ** power).toFixed(Math.min(9, -power))}%`;
}

// -- progress ---------------------------------------------------------------------------------------

/** Sittings of a trainee: accuracy as bars, seconds an answer as a line. */
export function progressChart(sessions, { width = 400, height = 150 } = {}) {
  const left = 40, right = 40, top = 10, bottom = 20;
  const chart = frame(height, `Accuracy and speed over ${sessions.length} sittings`, width);
  const slowest = Math.max(2, ...sessions.map((one) => one.seconds));
  const y = (share) => height - bottom - share * (height - top - bottom);
  for (const share of [0, 0.5, 1]) {
    chart.append(draw("line", { class: "grid", x1: left, x2: width - right, y1: y(share), y2: y(share) }));
    chart.append(draw("text", { x: left - 6, y: y(share) + 4, "text-anchor": "end" }, `${share * 100}%`));
    chart.append(draw("text", { x: width - right + 6, y: y(share) + 4 }, `${Math.round(share * slowest)} s`));
  }
  const room = (width - left - right) / Math.max(sessions.length, 6);
  const spots = sessions.map((one, place) => {
    const x = left + (place + 0.5) * room;
    const bar = draw(
      "rect",
      {
        x: x - Math.min(18, room * 0.35),
        y: y(one.accuracy),
        width: Math.min(36, room * 0.7),
        height: Math.max(1, height - bottom - y(one.accuracy)),
        rx: 3,
        fill: "var(--chart-1)",
        "fill-opacity": 0.85,
      },
    );
    bar.append(draw(
      "title",
      {},
      `${one.label}: ${Math.round(one.accuracy * 100)}% of ${one.asked} right, ${one.seconds.toFixed(1)} s an answer`,
    ));
    chart.append(bar);
    return [x, y(one.seconds / slowest)];
  });
  const path = spots.map(([x, at], place) => `${place ? "L" : "M"}${x.toFixed(1)} ${at.toFixed(1)}`).join("");
  chart.append(draw("path", { d: path, fill: "none", stroke: "var(--chart-2)", "stroke-width": 2 }));
  for (const [x, at] of spots) chart.append(draw("circle", { cx: x, cy: at, r: 3.5, fill: "var(--chart-2)" }));
  return chart;
}
