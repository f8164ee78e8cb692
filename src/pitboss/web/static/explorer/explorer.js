// The explorer: a shelf of games, or one game with everything that is known of it exactly.

import { ask, partAfter } from "../part/api.js";
import { make } from "../part/make.js";
import { showPage } from "../part/report.js";
import { problemBox, waitFor } from "../part/waiting.js";
import { designView } from "./design.js";
import { papersStrip } from "./paper.js";
import { planView } from "./plan.js";
import { simulationView } from "./simulation.js";
import { vulnerabilityView } from "./vulnerability.js";
import { WagerView } from "./wager.js";

const root = document.getElementById("explorer");

async function start() {
  const game = partAfter("explorer");
  try {
    root.replaceChildren(...(game ? await showGame(game) : await showShelf()));
  } catch (problem) {
    root.replaceChildren(problemBox(problem), make("p", {}, make("a", { href: "/explorer" }, "All games")));
  }
}

// -- the shelf --------------------------------------------------------------------------------------

async function showShelf() {
  const games = await ask("/api/explorer");
  const groups = Map.groupBy(games, (game) => game.group || "Games of the house");
  return [
    make("h1", {}, "Math explorer"),
    make(
      "p",
      { class: "lead" },
      "Every figure here is exact: ways are counted, not simulated. Change a pay and see what it does.",
    ),
    ...[...groups].flatMap(([group, among]) => [
      make("h2", {}, group),
      make("div", { class: "shelf" }, ...among.map(shelfCard)),
    ]),
  ];
}

function shelfCard(game) {
  return make(
    "a",
    { class: "card shelf-card", href: `/explorer/${game.id}` },
    make("h3", {}, game.name),
    make("p", { class: "quiet" }, game.summary),
    make(
      "p",
      { class: "shelf-count" },
      `${game.wagers} wagers · ${game.paytables} paytables · ${game.printed} printed figures`,
    ),
  );
}

// -- a game -----------------------------------------------------------------------------------------

const VIEWS = [
  ["figures", "Figures and what if"],
  ["strategy", "Best play"],
  ["audit", "Printed against exact"],
  ["design", "Design"],
  ["plan", "Progressive plan"],
  ["simulation", "Simulation"],
  ["vulnerability", "Vulnerability"],
  ["rules", "Rules and sources"],
];

async function showGame(id) {
  const path = `/api/explorer/${encodeURIComponent(id)}`;
  const [game, workshop] = await Promise.all([ask(path), ask(`${path}/workshop`)]);
  game.workshop = workshop;
  document.title = `${game.name} · Explorer · Pitboss`;
  const place = make("div", { class: "explorer-place" });
  const tabs = make("nav", { class: "tabs", "aria-label": "About this game" });
  const kept = new Map();
  const show = () => {
    const [asked, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
    const view = asked || "figures";
    tabs.replaceChildren(...VIEWS.filter(([key]) => isThere(key, game)).map(([key, words]) =>
      make("a", { href: `#${key}`, "aria-current": key === view ? "page" : null }, words),
    ));
    if (WORKSHOP[view] && !kept.has(view)) kept.set(view, WORKSHOP[view](game));
    place.replaceChildren(kept.get(view) ?? (RENDER[view] ?? RENDER.figures)(game, rest));
  };
  addEventListener("hashchange", show);
  show();
  return [
    make("p", { class: "crumbs" }, make("a", { href: "/explorer" }, "All games")),
    make(
      "header",
      { class: "row" },
      make("h1", {}, game.name),
      make("span", { class: "quiet" }, game.deck),
      make("a", { class: "button small push", href: `/trainer?game=${game.id}` }, "Train this game"),
    ),
    make("p", { class: "lead" }, game.summary),
    papersStrip(game),
    tabs,
    place,
  ];
}

/** A game without a decision has no best play, one without a paytable no design, one without a meter no plan. */
function isThere(view, game) {
  if (view === "strategy") return game.has_decisions;
  if (view === "design") return game.workshop.design.wagers.length > 0;
  return view !== "plan" || game.workshop.plan.length > 0;
}

/** Made once and kept, with what was typed and found: whoever looks at another view comes back to them. */
const WORKSHOP = {
  design: designView,
  plan: planView,
  simulation: simulationView,
  vulnerability: vulnerabilityView,
};

const RENDER = {
  figures: (game, [wager, table, pays, players]) => new WagerView(game, wager, table, pays, players).page,
  strategy: (game) => counted(`/api/explorer/${game.id}/strategy`, (found) => showPage(found.page.slice(1))),
  audit: (game) => counted(`/api/explorer/${game.id}/audit`, (found) => showAudit(found)),
  rules: showRules,
};

/** A page that has to be counted first. */
function counted(path, show) {
  const card = make("article", { class: "card counted" });
  waitFor(() => ask(path), (line) => card.replaceChildren(line), () => true)
    .then(({ found }) => card.replaceChildren(show(found)))
    .catch((problem) => card.replaceChildren(problemBox(problem)));
  return card;
}

function showAudit(found) {
  if (!found.rows.length) return make(
    "p",
    { class: "quiet" },
    "No figure of this game is printed in the documents.",
  );
  return showPage(found.page.slice(1));
}

function showRules(game) {
  const settings = Object.entries(game.settings).map(([name, one]) => make(
    "li",
    {},
    make("strong", {}, `${name.replaceAll("_", " ")}: ${one.in_force}`),
    ` – ${one.meaning}`,
  ));
  return make(
    "article",
    { class: "card" },
    make("h2", {}, "Rules"),
    make("ul", { class: "lines bullets" }, ...game.rules.map((rule) => make("li", {}, rule))),
    make("h3", {}, "Settings of the house"),
    make("ul", { class: "lines bullets" }, ...settings),
    make("h3", {}, "Sources"),
    make(
      "ul",
      { class: "lines bullets" },
      ...Object.entries(game.sources).map(([name, words]) => make("li", {}, `${name}: ${words}`)),
    ),
    make("h3", {}, "Fingerprint of this definition"),
    make("p", { class: "mono" }, game.fingerprint),
  );
}

start();
