// The dealer's keypad in the dialect of its maker: large keys, one row a purpose, the state of the round on top.
// One stop for the Tab key; arrows go from key to key. A key that cannot be pressed is dim and says why. Every press is
// answered on the screen. A hand that is posted looks posted and is no invitation: only a key that is held takes it back.

import { tellOnce } from "../part/api.js";
import { dim, fill, make, say } from "../part/make.js";
import { dollars } from "../part/money.js";
import { usualSize } from "../part/paper_file.js";
import { askSecret } from "../part/secret.js";
import { capital } from "../part/word.js";

/** Who comes to the table with a key or a card shows who it is. */
const WITH_A_SECRET = ["key to jackpot", "confirm", "card"];
const HOLD_MS = 1200;
/** On a key of a seat there is no room for more. */
const FINAL = new Set(["recorded", "confirmed"]);
const SHORT = { lit: "lit", posted: "post", recorded: "rec", confirmed: "ok" };
const JACKPOT = ["confirm", "card", "cancel", "key to jackpot", "jackpot", "key to run"];
const SENSORS = { dark: "dark", invited: "invited", placed: "placed", locked: "locked" };

export class Keypad {
  constructor(host, console_) {
    this.host = host;
    this.console = console_;
    this.keys = new Map();
    this.ticked = new Set();
    this.screen = make("div", { class: "screen" });
    this.answer = make("p", { class: "answer", role: "status" });
    this.envy = make("ul", { class: "envies" });
    this.rows = make("div", { class: "rows", role: "group", "aria-label": "Keys" });
    this.rows.onkeydown = (event) => this.move(event);
    this.rows.onfocusin = (event) => this.remember(event.target);
    this.brand = make("p", { class: "brand" });
    host.append(make("div", { class: "case" }, this.brand, make("div", { class: "glass" }, this.screen, this.envy, this.answer), this.rows));
  }

  show(pad) {
    this.host.hidden = !pad;
    if (!pad) return;
    say(this.brand, pad.dialect);
    this.drawScreen(pad);
    this.drawEnvy(pad);
    this.wins = pad.wins;
    if (pad.answer) this.reply(pad.answer);
    const shape = pad.buttons.map((one) => `${one.button}${one.line}`).join() + pad.seats.length;
    if (shape !== this.shape) this.build(pad, shape);
    for (const button of pad.buttons) this.drawKey(button, pad);
    for (const seat of pad.seats) this.drawSensor(seat);
  }

  // -- the screen on top -----------------------------------------------------------------------

  drawScreen(pad) {
    const lines = screenLines(pad);
    fill(this.screen, JSON.stringify(lines), () => lines.map(([kind, words]) => make("p", { class: kind }, words)));
  }

  /** Envy is part of the close: what is paid to whom, ticked by the dealer while paying. */
  drawEnvy(pad) {
    const rows = pad.envies.map((one) => ({ ...one, key: `${pad.round} ${one.seat} ${one.holder}` }));
    fill(this.envy, JSON.stringify(rows), () => rows.map((one) => this.envyRow(one)));
  }

  envyRow({ key, seat, holder, hand, micros }) {
    const box = make("input", { type: "checkbox", checked: this.ticked.has(key) });
    box.onchange = () => (box.checked ? this.ticked.add(key) : this.ticked.delete(key));
    return make("li", {}, make("label", {}, box, ` Envy ${dollars(micros)} to seat ${seat}, for ${hand} of seat ${holder}`));
  }

  /** Whatever was pressed is answered here. */
  reply(words, isRefused = false) {
    this.answer.classList.toggle("is-refused", isRefused);
    this.answer.textContent = words;
  }

  // -- keys ------------------------------------------------------------------------------------

  build(pad, shape) {
    this.shape = shape;
    this.isBySeat = isBySeat(pad);
    this.keys.clear();
    this.sensors = new Map(pad.seats.map(({ seat }) => [seat, make("span", { class: "sensor", role: "img" }, String(seat))]));
    const rows = rowsOf(pad).map(({ name, kind, buttons }) => this.row(name, kind, buttons));
    const sensors = make("div", { class: "row sensors" }, make("span", { class: "purpose" }, "Sensors"),
      make("div", { class: "keys" }, ...this.sensors.values()));
    this.rows.replaceChildren(rows[0], sensors, ...rows.slice(1));
    this.keyList[0].tabIndex = 0;
  }

  nameOf({ button, seat, line }) {
    if (button === "hand") return `${line} ${this.isBySeat ? seat : ""}`;
    return button === "seat" ? `seat ${seat}` : button;
  }

  row(name, kind, buttons) {
    const keys = buttons.map((button) => {
      const key = make("button", { type: "button", class: `key ${kind}`, tabindex: "-1" });
      this.keys.set(this.nameOf(button), key);
      return key;
    });
    return make("div", { class: `row ${kind}` }, make("span", { class: "purpose" }, name), make("div", { class: "keys" }, ...keys));
  }

  drawKey(button, pad) {
    const key = this.keys.get(this.nameOf(button));
    const isSeatKey = button.button === "seat" || (button.button === "hand" && this.isBySeat);
    say(key, isSeatKey ? String(button.seat) : button.label);
    key.setAttribute("aria-label", isSeatKey ? `${button.label}, seat ${button.seat}` : button.label);
    key.setAttribute("aria-pressed", button.is_lit ? "true" : "false");
    const state = stateOf(button, pad);
    key.dataset.state = state;
    key.dataset.said = isSeatKey ? (SHORT[state] ?? "") : state;
    if (state) key.setAttribute("aria-label", `${key.getAttribute("aria-label")}, ${state}`);
    dim(key, button.can_press || state ? "" : button.why_not);
    key.onclick = () => this.tap(button, state);
    key.onpointerdown = state ? () => this.hold(key, button) : null;
    key.onkeydown = state ? (event) => this.holdByKey(event, key, button) : null;
  }

  /** A press of a hand that is posted does nothing but say so: only a key that is held takes it back. */
  tap(button, state) {
    if (this.wasHeld) this.wasHeld = false;
    else if (FINAL.has(state)) this.reply(`${button.label} is ${state}: only the office backs it out.`, true);
    else if (state) this.reply(`${button.label} is posted: hold the key (or Delete on it) to take it back.`, true);
    else this.press(button);
  }

  hold(key, button) {
    key.classList.add("is-held-down");
    const timer = setTimeout(() => {
      this.wasHeld = key.matches(":active");
      this.press(button, true);
    }, HOLD_MS);
    const leave = () => {
      clearTimeout(timer);
      key.classList.remove("is-held-down");
    };
    for (const end of ["pointerup", "pointerleave", "pointercancel", "keyup", "blur"]) key.addEventListener(end, leave, { once: true });
  }

  /** Without a pointer it is Delete that is held; Space and Enter are for going on, and take nothing back. */
  holdByKey(event, key, button) {
    if (event.key !== "Delete" || event.repeat) return;
    this.hold(key, button);
  }

  /** The money bag prints the pages of all wins of the round. */
  printWins() {
    const orders = this.wins.map((win) => win.order);
    this.reply(orders.length === 1 ? `The page of win ${orders[0]} is printed.` : `The pages of wins ${orders.join(", ")} are printed.`);
    for (const order of orders) {
      make("a", { href: `${this.console.path("wins")}/${order}.pdf?size=${usualSize()}`, download: "" }).click();
    }
  }

  drawSensor({ seat, sensor, stake_micros: stake, is_folded: isFolded }) {
    const lamp = this.sensors.get(seat);
    lamp.className = `sensor is-${SENSORS[sensor]}`;
    const words = `Seat ${seat}: ${sensor}${stake ? `, ${dollars(stake)}` : ""}${isFolded ? ", folded" : ""}`;
    lamp.setAttribute("aria-label", words);
    lamp.title = words;
  }

  async press(button, isHeld = false) {
    if (!button.can_press) {
      this.reply(`${button.label}: ${button.why_not}.`, true);
      return;
    }
    this.reply("");
    if (button.button === "win page") return this.printWins();
    const { round } = this.console.view;
    const body = { button: button.button, seat: button.seat, line: button.line, round, is_held: isHeld };
    const path = this.console.path("keypad");
    if (WITH_A_SECRET.includes(button.button)) {
      const title = `${capital(button.label)}: who is it?`;
      await askSecret({ title, asksPerson: true, act: async (secret) => this.show(await tellOnce(path, { ...body, ...secret })) });
      return;
    }
    try {
      this.show(await tellOnce(path, body));
    } catch (problem) {
      this.reply(problem.message, true);
    }
  }

  // -- moving between keys ---------------------------------------------------------------------

  get keyList() {
    return [...this.rows.querySelectorAll("button")];
  }

  focus() {
    (this.keyList.find((key) => key.tabIndex === 0) ?? this.keyList[0])?.focus();
  }

  remember(key) {
    for (const other of this.keyList) other.tabIndex = other === key ? 0 : -1;
  }

  move(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 }[event.key];
    if (!step || event.target.tagName !== "BUTTON") return;
    event.preventDefault();
    const next = Math.abs(step) === 1 ? beside(this.keyList, event.target, step) : above(event.target, Math.sign(step));
    next?.focus();
  }
}

function beside(keys, key, step) {
  return keys[(keys.indexOf(key) + step + keys.length) % keys.length];
}

/** The key of the next row that lies nearest. */
function above(key, step) {
  const rows = [...key.closest(".rows").querySelectorAll(".row")].filter((row) => row.querySelector("button"));
  const row = rows[rows.indexOf(key.closest(".row")) + step];
  if (!row) return null;
  const middle = (box) => box.getBoundingClientRect().left + box.getBoundingClientRect().width / 2;
  const far = (other) => Math.abs(middle(other) - middle(key));
  return [...row.querySelectorAll("button")].sort((one, other) => far(one) - far(other))[0];
}

/** One maker has a hand button for each seat, the other one for all: there the selected seat is not in its name. */
function isBySeat(pad) {
  const hands = pad.buttons.filter((one) => one.button === "hand");
  return new Set(hands.map((one) => one.line)).size < hands.length;
}

/** What became of a lit hand: lit where the tray pays, else posted, recorded or confirmed. */
function stateOf({ button, seat, is_lit: isLit }, pad) {
  if (button !== "hand" || !isLit) return "";
  const win = pad.wins.find((one) => one.seat === (seat || pad.selected));
  if (!win) return "lit";
  return win.is_confirmed ? "confirmed" : win.is_recorded ? "recorded" : "posted";
}

/** One row a purpose: wagers, hands, the supervisor, the end of the round, its paper. */
function rowsOf(pad) {
  const of = (...names) => names.flatMap((name) => pad.buttons.filter((one) => one.button === name));
  const lines = [...new Set(of("hand").map((one) => one.line))];
  const byLine = lines.map((line) => {
    const buttons = of("hand").filter((one) => one.line === line);
    return { name: buttons[0].label, kind: "by-seat", buttons };
  });
  const hands = isBySeat(pad) ? byLine : [{ name: "Hands", kind: "hands", buttons: of("hand") }];
  return [
    { name: "Wagers", kind: "start", buttons: of("start") },
    { name: "Player spot", kind: "by-seat spots", buttons: of("seat") },
    ...hands,
    { name: "Supervisor", kind: "jackpot", buttons: of(...JACKPOT) },
    { name: "End", kind: "end", buttons: of("end") },
    { name: "Win page", kind: "page", buttons: of("win page") },
  ].filter((row) => row.buttons.length);
}

function screenLines(pad) {
  const lines = [["state", `Round ${pad.round} · ${pad.phase_words}`]];
  if (!pad.is_online) lines.push(["alarm", pad.messages.staff || "The game manager cannot be reached"]);
  for (const { level, micros, waiting } of pad.meters ?? []) {
    const others = waiting.filter((one) => one.table !== pad.table).map((one) => ` · ${dollars(one.micros)} waits at ${one.table}`);
    lines.push(["meter-line", `${level || "Meter"} ${dollars(micros)}${others.join("")}`]);
  }
  if (pad.key_holder) lines.push(["note", `Key at JPH: ${pad.key_holder}`]);
  for (const win of pad.wins) {
    const end = win.is_confirmed ? "CONFIRMED" : win.is_recorded ? "RECORDED · turn the key to Run" : `POSTED · waits for ${win.needs}`;
    lines.push(["win", `Seat ${win.seat} · ${win.hand} · ${dollars(win.micros)} · ${end}`]);
  }
  for (const words of pad.messages.dealer) lines.push(["note", words]);
  if (pad.messages.patrons && pad.is_online) lines.push(["note", pad.messages.patrons]);
  return lines;
}
