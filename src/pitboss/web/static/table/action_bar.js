// <pit-action-bar>: the one place where a player acts. Left the purse, in the middle what is legal now and nothing
// else, right the advice. Every place in it is kept whether it is used or not, so that nothing jumps.

import { cardText } from "../part/card.js";
import { make, say } from "../part/make.js";
import { dollars, shortDollars } from "../part/money.js";
import { capital } from "../part/word.js";
import { AdvicePanel } from "./advice.js";
import { Clock } from "./clock.js";
import { isForPage, KEYS, openKeys } from "./key.js";
import { Tray } from "./tray.js";

const TWO_TAPS_MS = 400;

class ActionBar extends HTMLElement {
  build(sheet, hooks) {
    this.sheet = sheet;
    this.hooks = hooks;
    this.keys = new Map();
    this.balance = make("b", { class: "balance" }, "");
    this.purse = make("section", { class: "purse-zone", "aria-label": "Your chips" });
    this.line = make("span", {});
    this.clock = new Clock(sheet.clock, hooks.onSecond);
    this.tray = new Tray(hooks.onChip);
    this.actions = make("div", { class: "actions" });
    const line = make("p", { class: "line" }, this.line, this.clock.seconds, this.clock.said);
    const middle = make("section", { class: "middle", "aria-label": "Your move" }, line, make("div", { class: "row" }, this.tray.element, this.actions));
    this.advice = new AdvicePanel(sheet.id, { onWorths: (worths) => this.showWorths(worths), onSettings: hooks.onSettings });
    this.replaceChildren(this.purse, middle, this.advice.element);
    this.buildPurse();
    this.pageKeys = new Map([
      [KEYS.advice, () => this.advice.turn()],
      [KEYS.sheet, openKeys],
      [KEYS.buy, () => this.buy.hidden || this.buy.click()],
    ]);
    // A key that is held down presses once.
    this.actions.addEventListener("keydown", (event) => event.repeat && event.preventDefault(), true);
    document.addEventListener("keydown", (event) => this.hearKey(event));
  }

  buildPurse() {
    const button = (words, act) => make("button", { type: "button", class: "small", onclick: act }, words);
    this.buy = button("Buy $1,000", () => this.hooks.onBuy());
    this.cash = button("Cash out", () => this.hooks.onCashOut());
    this.leave = button("Leave", () => this.hooks.onLeave());
    this.purse.append(
      make("p", { class: "quiet" }, "Balance"),
      this.balance,
      make("div", { class: "purse-buttons" }, this.buy, this.cash, this.leave),
    );
  }

  show(table, me) {
    this.table = table;
    this.showPurse(table, me);
    const shape = me ? this.shapeOf(table) : "door";
    if (shape !== this.shape) {
      this.shape = shape;
      this.lay(table);
    }
    this.tray.show(table.chip, table.isBetting && table.own.length > 0);
    say(this.line, lineOf(table, me, this.sheet));
    this.advice.show(table);
  }

  showPurse(table, me) {
    const seat = table.ownSeats[0];
    say(this.balance, seat ? dollars(seat.chips_micros) : "–");
    this.purse.classList.toggle("empty", !seat);
    this.buy.hidden = !seat || !me?.is_demo;
    this.cash.hidden = !seat || !me?.is_demo || !table.isBetween;
    this.leave.hidden = !seat || !table.isBetween;
  }

  /** Buttons are laid again only when what is legal changes. */
  shapeOf(table) {
    const { asked } = table;
    if (asked) return JSON.stringify([table.view.round, asked]);
    if (!table.isBetting || !table.own.length) return "wait";
    return JSON.stringify(["bet", table.view.round, table.lastPlaced, table.canRebet, table.dealAsked]);
  }

  lay(table) {
    this.laidAt = performance.now();
    const hadFocus = this.actions.contains(document.activeElement) || document.activeElement === document.body;
    const buttons = this.buttonsFor(table);
    this.keys = new Map(buttons.filter((button) => button?.dataset.key).map((button) => [button.dataset.key, button]));
    this.actions.className = `actions ${table.asked || this.shape === "door" ? "deciding" : "betting"}`;
    this.actions.replaceChildren(...buttons.map((button) => button ?? make("span", { class: "gap" })));
    this.clock.moveTo(this.actions.querySelector(".main"));
    // Whoever plays by keyboard goes on from the main action of the next question.
    if (hadFocus && table.asked) this.actions.querySelector(".main")?.focus();
  }

  buttonsFor(table) {
    if (this.shape === "door") return [signIn()];
    if (table.asked) return this.options(table);
    return this.shape === "wait" ? [] : this.bets(table);
  }

  button({ words, under, key, kind = "", isMain, act, isDisabled = false, data = {} }) {
    const made = make(
      "button",
      { type: "button", class: `action ${isMain ? "main" : kind}`.trim(), "data-key": key, "aria-keyshortcuts": key, ...data },
      make("span", { class: "word" }, words),
      make("span", { class: "under" }, under),
      make("kbd", { "aria-hidden": "true" }, key),
    );
    made.disabled = isDisabled;
    made.addEventListener("click", (event) => {
      if (this.isStray(event)) return;
      for (const one of this.actions.querySelectorAll("button")) one.disabled = true;
      act().finally(() => {
        for (const one of this.actions.querySelectorAll("button")) one.disabled = one === made && isDisabled;
      });
    });
    return made;
  }

  /** The second tap of two, on a decision that came up between them: it was meant for what stood there before. */
  isStray({ detail, pointerType }) {
    const isNew = performance.now() - this.laidAt < TWO_TAPS_MS;
    return isNew && this.actions.classList.contains("deciding") && (detail > 1 || pointerType === "touch");
  }

  options(table) {
    const { seat, question, options, main } = table.asked;
    const range = options.find((option) => option.most_micros && option.can_afford);
    const amount = range ? [this.amount(range, (words) => this.hooks.onDecide(seat, question, words))] : [];
    return options.map((option) =>
      this.button({
        words: capital(option.name),
        under: option.can_afford ? underOption(option, table, seat) : `needs ${dollars(option.stake_micros)}: buy chips`,
        key: option.key.toUpperCase(),
        isMain: option.name === main,
        isDisabled: !option.can_afford,
        data: { "data-option": option.name },
        act: () => this.hooks.onDecide(seat, question, option.name),
      }),
    ).concat(amount);
  }

  /** Where the player says how much, between two options: a field for it. The table decides whether it can be. */
  amount(option, decide) {
    const word = option.name.slice(0, option.name.lastIndexOf(" "));
    const [least, most, step] = [option.stake_micros, option.most_micros, option.step_micros].map(inDollars);
    const field = make("input", { type: "number", name: "amount", min: least, max: most, step, value: least, "aria-label": `${capital(word)} amount in dollars` });
    const made = make(
      "form",
      { class: "action amount-form", "data-option": `${word} amount` },
      make("label", { class: "word" }, `${capital(word)} $`, field),
      make("span", { class: "under" }, `${dollars(option.stake_micros)} to ${dollars(option.most_micros)}`),
      make("button", { type: "submit" }, capital(word)),
    );
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      decide(`${word} $${field.value}`);
    });
    return made;
  }

  /** On a phone the worth of an option stands on its button. */
  showWorths(worths) {
    for (const [option, worth, isBest] of worths) {
      const button = this.actions.querySelector(`[data-option="${CSS.escape(option)}"]`);
      if (button) button.dataset.worth = isBest ? `★ ${worth}` : worth;
    }
  }

  bets(table) {
    const { onAll, onDeal, onTakeBack } = this.hooks;
    const last = table.lastPlaced;
    const canDeal = this.sheet.has_house_dealer && !table.hasAskedToDeal;
    const all = (words, under, key, command, kind) => this.button({ words, under, key, kind, act: () => onAll(command) });
    if (!last) {
      const again = async () => (await onAll("rebet")) && onDeal();
      return !table.canRebet
        ? []
        : [
            all("Rebet", "as last round", KEYS.rebet, "rebet", "again"),
            canDeal ? this.button({ words: "Rebet & deal", under: "as last round", key: KEYS.again, isMain: true, act: again }) : null,
          ];
    }
    const lies = `${this.labelOf(last.wager)} ${shortDollars(last.micros)}`;
    return [
      this.button({ words: "Take back", under: lies, key: KEYS.takeBack, kind: "back", act: () => onTakeBack(last) }),
      all("Clear", "every bet back", KEYS.clear, "clear", "back"),
      all("Double", "every bet", KEYS.double, "double"),
      canDeal ? this.button({ words: "Deal", under: "my bets are down", key: KEYS.deal, isMain: true, act: onDeal }) : null,
    ];
  }

  labelOf(wager) {
    return this.sheet.wagers.find((one) => one.id === wager)?.label ?? wager;
  }

  hearKey(event) {
    if (!isForPage(event)) return;
    const key = event.key.toUpperCase();
    const button = this.keys.get(key);
    if (button?.isConnected && !button.disabled) button.click();
    else if (this.pageKeys.has(key)) this.pageKeys.get(key)();
    else if (!this.table?.isBetting || !this.tray.hearKey(event.key)) return;
    event.preventDefault();
  }
}

function signIn() {
  const back = encodeURIComponent(location.pathname);
  return make("a", { class: "button action main door-link", href: `/sign-in?back=${back}` }, make("span", { class: "word" }, "Sign in"));
}

const inDollars = (micros) => String(micros / 1_000_000);

/** What an option costs; for one that is about a card, which card. */
function underOption(option, table, seat) {
  if (option.stake_micros < 0) return `${dollars(-option.stake_micros)} back`;
  if (option.stake_micros) return `${dollars(option.stake_micros)} more`;
  const place = ["first", "second", "third", "fourth", "fifth"].findIndex((word) => option.name.endsWith(` ${word}`));
  const card = place < 0 ? null : table.felt.hands[seat]?.[0]?.cards[place];
  return card ? cardText(card) : "adds nothing";
}

/** One line that says what the table waits for. */
function lineOf(table, me, sheet) {
  const { view, asked } = table;
  if (asked) return view.next[0]?.says || `Seat ${asked.seat}: ${orWords(asked.options.map((option) => option.name))}?`;
  if (!me) return "Sign in and take a seat to play.";
  if (me.role !== "player") return `You watch as ${me.role}.`;
  if (!table.own.length) return "Take a free seat to play.";
  if (view.asked) return `Waiting for ${playerAt(view, view.asked.seat)} at seat ${view.asked.seat}.`;
  if (!me.is_demo && table.ownSeats.every((seat) => !seat.chips_micros && !seat.in_play_micros)) return "Ask the dealer for chips.";
  if (table.isBetting) return bettingLine(table, sheet);
  if (view.phase === "idle") return "The next round begins when bets are opened.";
  return view.phase_words ? `${capital(view.phase_words)}.` : "";
}

function orWords(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

function bettingLine(table, sheet) {
  if (!table.lastPlaced) return "Choose a chip, then a spot.";
  if (!sheet.has_house_dealer) return "Your bets are down. The dealer will call no more bets.";
  return table.hasAskedToDeal ? "Your bets are down. Waiting for the other players." : "Add chips, or deal.";
}

function playerAt(view, number) {
  return view.seats.find((seat) => seat.number === number)?.player ?? "the player";
}

customElements.define("pit-action-bar", ActionBar);
