// Approved games: each known by the fingerprint of its definition; approved by two, withdrawn by one.

import { ask, tell } from "../part/api.js";
import { act, check, field, input, openForm, select, signature, valuesOf } from "../part/form.js";
import { make, sectionHead } from "../part/make.js";
import { recordLinks, saveButton, sayIn, usualSize } from "../part/paper_file.js";
import { makeTable } from "../part/report.js";
import { Turn } from "../part/turn.js";

const COLUMNS = [
  { title: "Game" },
  { title: "Approval" },
  { title: "Day" },
  { title: "Fingerprint" },
  { title: "Rules of" },
  { title: "Controls" },
  { title: "Status" },
  { title: "Note", wraps: true },
  { title: "", acts: true },
];

export async function showGames(office) {
  const [approvals, games] = await Promise.all([ask("/api/office/approvals"), ask("/api/office/games")]);
  const names = new Map(games.map((game) => [game.id, game.name]));
  const line = make("p", { class: "quiet", role: "status" });
  return make(
    "div",
    { class: "stack" },
    sectionHead(
      "Approved games",
      make(
        "span",
        { class: "row push" },
        ...recordLinks("approvals"),
        saveButton("Regulator's pack", () => `/api/office/pack.zip?size=${usualSize()}`, sayIn(line)),
        act("Approve a game", office.may("ApproveGame"), () => openApprove(office, games), "small main"),
      ),
    ),
    make(
      "p",
      { class: "lead" },
      "A table deals a game only as it was approved: another paytable or setting is another fingerprint.",
    ),
    line,
    make(
      "article",
      { class: "card" },
      makeTable(COLUMNS, approvals.map((one) => row(office, one, names)), { caption: "Approvals" }),
    ),
  );
}

function row(office, one, names) {
  const status = one.withdrawn ? make(
    "span",
    { class: "pill bad" },
    `withdrawn: ${one.withdrawn}`,
  ) : one.missing.length
    ? make("span", { class: "pill bad" }, `does not name ${one.missing.join(" and ")}`)
    : make("span", { class: "pill good" }, "in force");
  return [
    make("a", { href: `/explorer/${one.game}`, title: "Figures and papers" }, names.get(one.game) ?? one.game),
    one.approval,
    one.day,
    make("span", { class: "mono", title: one.fingerprint }, one.fingerprint.slice(0, 16)),
    one.rules_days.join(" "),
    [one.controls, one.agency, one.concurrence].filter(Boolean).join("; "),
    status,
    one.note,
    act(
      "Withdraw",
      !one.withdrawn && office.may("WithdrawApproval"),
      () => openWithdraw(office, one, names),
    ) ?? "",
  ];
}

function openWithdraw(office, one, names) {
  openForm({
    title: `Withdraw the approval of ${names.get(one.game)}`,
    intro: "No table deals it any more. Tables that deal it now are closed first.",
    fields: [field("Why", input("why", { required: true, maxlength: 300 }))],
    button: "Withdraw",
    path: "/api/office/approvals/withdraw",
    body: ({ why }) => ({ game: one.game, fingerprint: one.fingerprint, why }),
    onDone: () => office.show(),
  });
}

// -- choosing a game --------------------------------------------------------------------------------

/** Fields for a game with its paytables and settings, and its fingerprint as it is chosen. */
export function gameChooser(games, onChange = () => {}) {
  const parts = make("div", { class: "fields" });
  const house = make("div", { class: "fields" });
  const print = make("p", { class: "mono", role: "status" });
  const game = select("game", games.map((one) => [one.id, one.name]));
  const turn = new Turn();
  const refresh = async () => {
    const isWanted = turn.next();
    print.replaceChildren(); // the fingerprint of what was chosen before is not this one's
    const found = await tell(
      "/api/office/approvals/preview",
      choiceOf(game.form, games),
    ).catch((problem) => problem);
    if (!isWanted()) return;
    print.replaceChildren(
      found.fingerprint ?? found.message,
      found.fingerprint ? make(
        "span",
        { class: found.is_approved ? "pill good" : "pill careful" },
        found.is_approved ? "approved" : "not approved",
      ) : "",
    );
    onChange(found);
  };
  const draw = () => {
    const one = games.find((other) => other.id === game.value);
    const paid = one.wagers.filter((wager) => wager.paytables.length);
    parts.replaceChildren(...paid.map(paytableField));
    house.replaceChildren(...one.settings.filter((setting) => setting.choices.length).map(settingField));
    refresh();
  };
  game.addEventListener("change", draw);
  const box = make(
    "fieldset",
    { class: "stack", onchange: (event) => event.target !== game && refresh() },
    make("legend", {}, "The game"),
    field("Game", game),
    parts,
    make("details", {}, make("summary", {}, "Settings of the house"), house),
    make("div", {}, make("span", { class: "quiet" }, "Fingerprint"), print),
  );
  queueMicrotask(draw);
  return { box, game: () => games.find((one) => one.id === game.value) };
}

function paytableField(wager) {
  return field(`Paytable of ${wager.label}`, select(`paytable ${wager.id}`, wager.paytables, wager.in_force));
}

function settingField(setting) {
  const words = setting.choices.map((choice) => [JSON.stringify(choice), String(choice)]);
  return field(
    setting.name.replaceAll("_", " "),
    select(`setting ${setting.name}`, words, JSON.stringify(setting.value)),
    setting.meaning,
  );
}

export function choiceOf(form, games) {
  const values = valuesOf(form);
  const one = games.find((other) => other.id === values.game);
  const paytables = one.wagers.map((wager) => [
    wager,
    values[`paytable ${wager.id}`],
  ]).filter(([wager, chosen]) => chosen && chosen !== wager.in_force);
  const settings = one.settings.map((setting) => [
    setting.name,
    values[`setting ${setting.name}`],
    JSON.stringify(setting.value),
  ]).filter(([, chosen, usual]) => chosen !== undefined && chosen !== usual);
  return {
    game: one.id,
    paytables: paytables.map(([, chosen]) => chosen),
    settings: Object.fromEntries(settings.map(([name, chosen]) => [name, JSON.parse(chosen)])),
  };
}

function openApprove(office, games) {
  const chooser = gameChooser(games);
  const dialog = openForm({
    title: "Approve a game",
    intro: "As it is defined now, with these paytables and settings of the house.",
    fields: [
      chooser.box,
      make(
        "div",
        { class: "fields" },
        field("Number of the approval", input("approval", { required: true, maxlength: 60 })),
        field("Day it was given", input("day", { type: "date", required: true })),
        field("Internal controls' approval", input("controls", { required: true, maxlength: 60 })),
        field("Rules of play", input("rules", { maxlength: 200 }), "Empty for those of the latest letter"),
        field("Rules handed in on", input("rules_days", { maxlength: 60, placeholder: "2023-05-05, 2023-06-05" }), "Empty for the letter's days"),
        field("Note", input("note", { maxlength: 300 })),
      ),
      check("is_tribal", "On tribal land: the agency's approval and the commission's concurrence"),
      make(
        "div",
        { class: "fields" },
        field("Agency's approval", input("agency", { maxlength: 60 })),
        field("Concurrence", input("concurrence", { maxlength: 60 })),
      ),
      signature(office, "ApproveGame"),
    ],
    button: "Sign and approve",
    path: "/api/office/approvals",
    body: ({ approval, day, note, controls, rules, rules_days, is_tribal, agency, concurrence, second }) => ({
      approval,
      day,
      note,
      controls,
      rules,
      rules_days: rules_days.split(",").map((one) => one.trim()).filter(Boolean),
      is_tribal,
      agency,
      concurrence,
      second,
      choice: choiceOf(dialog.querySelector("form"), games),
    }),
    onDone: () => office.show(),
  });
}
