// The trainer: choose a game and a side; questions come until one has had enough. What was missed comes back.

import { ask, tell, whoAmI } from "../part/api.js";
import { progressChart } from "../part/chart.js";
import { lightFelt, make } from "../part/make.js";
import { showPage } from "../part/report.js";
import { problemBox, waitFor } from "../part/waiting.js";
import { DealerQuestion } from "./dealer.js";
import { PlayerQuestion } from "./player.js";

const root = document.getElementById("trainer");
const KINDS = { player: PlayerQuestion, dealer: DealerQuestion };

class Trainer {
  async start() {
    const query = new URLSearchParams(location.search);
    this.token = query.get("trainee") ?? "";
    this.games = await ask("/api/trainer");
    this.me = await whoAmI().catch(() => null);
    const game = this.games.find((one) => one.id === query.get("game"));
    if (game && query.get("side")) await this.begin(game, query.get("side"), query.get("seed") ?? "");
    else this.choose(game ?? this.games.find((one) => one.id === "three_card_poker") ?? this.games[0]);
  }

  // -- choosing ---------------------------------------------------------------------------------

  choose(game) {
    const form = make("form", { class: "card choose", onsubmit: (event) => this.chosen(event) });
    const options = this.games.map((one) => make(
      "label",
      { class: "choice-card" },
      make("input", { type: "radio", name: "game", value: one.id, checked: one === game }),
      make("span", {}, make("strong", {}, one.name), make("small", {}, one.summary)),
    ));
    const sides = [
      ["player", "Player", "Every decision against the exact optimum"],
      ["dealer", "Dealer", "A finished table to settle, payment by payment"],
    ];
    form.append(
      make("fieldset", { class: "choices" }, make("legend", {}, "Game"), ...options),
      make(
        "fieldset",
        { class: "choices sides" },
        make("legend", {}, "Side"),
        ...sides.map(([value, name, words]) => make(
          "label",
          { class: "choice-card" },
          make("input", { type: "radio", name: "side", value, checked: value === "player" }),
          make("span", {}, make("strong", {}, name), make("small", {}, words)),
        )),
      ),
      make(
        "div",
        { class: "row" },
        make(
          "label",
          { class: "field seed" },
          make("span", {}, "Seed"),
          make(
            "input",
            {
              name: "seed",
              inputmode: "numeric",
              pattern: "[0-9]*",
              maxlength: 10,
              placeholder: "any",
              autocomplete: "off",
            },
          ),
        ),
        make("button", { class: "main push", type: "submit" }, "Begin"),
      ),
    );
    const kept = this.me
      ? `Progress is kept for ${this.me.name}.`
      : "Progress is kept under this page's address: keep it, or sign in.";
    root.replaceChildren(
      make("h1", {}, "Trainer"),
      make(
        "p",
        { class: "lead" },
        "A mistake is told in one sentence with its price, and comes back until it is known. ",
        `The same seed repeats a lesson. ${kept}`,
      ),
      form,
    );
  }

  async chosen(event) {
    event.preventDefault();
    const data = new FormData(event.target);
    await this.begin(
      this.games.find((one) => one.id === data.get("game")),
      data.get("side"),
      data.get("seed"),
    );
  }

  // -- a lesson ---------------------------------------------------------------------------------

  async begin(game, side, seed) {
    this.game = game;
    this.side = side;
    this.place = make("section", { class: "lesson" });
    this.aside = make("aside", { class: "card progress-card" });
    const back = make(
      "button",
      { type: "button", class: "small", onclick: () => this.leave() },
      "Other lesson",
    );
    const title = make("h1", {}, `${game.name} as a ${side}`);
    this.seedLine = make("span", { class: "quiet" });
    root.replaceChildren(
      make("header", { class: "row" }, title, this.seedLine, make("span", { class: "row push" }, back)),
      make("div", { class: "lesson-page" }, this.place, this.aside),
    );
    lightFelt(this.place, game.felt);
    try {
      const body = {
        game: game.id,
        side,
        trainee: this.token,
        ...(seed === "" || seed === null ? {} : { seed: Number(seed) }),
      };
      const begun = await tell("/api/trainer", body);
      this.lesson = begun.lesson;
      this.token = begun.trainee;
      this.seedLine.textContent = `Seed ${begun.seed}`;
      const query = new URLSearchParams({
        game: game.id,
        side,
        seed: begun.seed,
        ...(this.token ? { trainee: this.token } : {}),
      });
      history.replaceState(null, "", `/trainer?${query}`);
      await this.showProgress(await ask(`/api/trainer/progress/${game.id}?side=${side}&trainee=${this.token}`));
      await this.next(begun);
    } catch (problem) {
      this.fail(problem);
    }
  }

  leave() {
    history.replaceState(null, "", this.token ? `/trainer?trainee=${this.token}` : "/trainer");
    this.choose(this.game);
  }

  async next(first = null) {
    let given = first;
    try {
      const question = () => {
        const now = given;
        given = null;
        return now ?? ask(`/api/trainer/${this.lesson}/question?trainee=${this.token}`);
      };
      const { found } = await waitFor(question, (line) => this.place.replaceChildren(line));
      const Kind = KINDS[found.kind];
      this.shown = new Kind(this, found);
      this.place.replaceChildren(this.shown.page);
      this.shown.focus();
    } catch (problem) {
      this.fail(problem);
    }
  }

  /** What becomes of an answer; the question decides what to show of it. */
  async answer(text, milliseconds) {
    const found = await tell(
      `/api/trainer/${this.lesson}/answer`,
      { text, milliseconds: Math.min(3_600_000, Math.round(milliseconds)), trainee: this.token },
    );
    if (found.progress) await this.showProgress(found.progress);
    return found;
  }

  /** A lesson that the server has forgotten begins anew, from the progress that was kept. */
  fail(problem) {
    const again = make(
      "button",
      { type: "button", class: "main", onclick: () => this.begin(this.game, this.side, "") },
      "Begin another lesson",
    );
    this.place.replaceChildren(problemBox(problem), again);
  }

  showProgress(progress) {
    const sessions = progress.sessions.map((one) => ({
      label: one.started.slice(0, 16).replace("T", " "), asked: one.asked,
      accuracy: one.asked
        ? 1 - one.missed / one.asked
        : 0, seconds: one.asked ? one.milliseconds / one.asked / 1000 : 0,
    }));
    this.aside.replaceChildren(
      make("h2", {}, "Progress"),
      sessions.length ? make(
        "figure",
        {},
        progressChart(sessions),
        make("figcaption", {}, "Bars: right answers. Line: seconds an answer."),
      ) : make("p", { class: "quiet" }, "Nothing was answered yet."),
      showPage(progress.page.filter((block) => !isHint(block)), { from: 3 }),
    );
  }
}

/** The terminal's hint about a flag, and its line for an empty beginning, are not for a browser. */
const isHint = (block) => block.block === "lines";

new Trainer().start().catch((problem) => root.replaceChildren(problemBox(problem)));
