// The dealer's keypad in the dialect of its maker: large keys, one row a purpose, the state of the round on top.
// One stop for the Tab key; arrows go from key to key. A key that cannot be pressed is dim and says why.

import { tellOnce } from "./api.js";
import { dollars } from "./money.js";
import { capital, dim, fill, make, write } from "./floor_parts.js";
import { askSecret } from "./secret.js";

/** Who comes to the table with a key or a card shows who it is. */
const OF_A_SUPERVISOR = ["key to jackpot", "confirm", "card"];
const JACKPOT = ["confirm", "card", "cancel", "key to jackpot", "jackpot", "key to run"];
const SENSORS = { dark: "dark", invited: "invited", placed: "placed", locked: "locked" };

export class Keypad {
  constructor(host, console_) {
    this.host = host;
    this.console = console_;
    this.keys = new Map();
    this.screen = make("div", { class: "screen" });
    this.rows = make("div", { class: "rows", role: "group", "aria-label": "Keys" });
    this.rows.onkeydown = (event) => this.move(event);
    this.rows.onfocusin = (event) => this.remember(event.target);
    this.brand = make("p", { class: "brand" });
    host.append(make("div", { class: "case" }, this.brand, this.screen, this.rows));
  }

  show(pad) {
    this.host.hidden = !pad;
    if (!pad) return;
    write(this.brand, pad.dialect);
    this.drawScreen(pad);
    const shape = pad.buttons.map((one) => `${one.button}${one.line}`).join() + pad.seats.length;
    if (shape !== this.shape) this.build(pad, shape);
    for (const button of pad.buttons) this.drawKey(button);
    for (const seat of pad.seats) this.drawSensor(seat);
  }

  // -- the screen on top -----------------------------------------------------------------------

  drawScreen(pad) {
    const lines = screenLines(pad);
    fill(this.screen, JSON.stringify(lines), () => lines.map(([kind, words]) => make("p", { class: kind }, words)));
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

  drawKey(button) {
    const key = this.keys.get(this.nameOf(button));
    const isSeatKey = button.button === "seat" || (button.button === "hand" && this.isBySeat);
    write(key, isSeatKey ? String(button.seat) : button.label);
    key.setAttribute("aria-label", isSeatKey ? `${button.label}, seat ${button.seat}` : button.label);
    key.setAttribute("aria-pressed", button.is_lit ? "true" : "false");
    key.onclick = () => this.press(button);
    dim(key, button.can_press ? "" : button.why_not);
  }

  drawSensor({ seat, sensor, stake_micros: stake, is_folded: isFolded }) {
    const lamp = this.sensors.get(seat);
    lamp.className = `sensor is-${SENSORS[sensor]}`;
    const words = `Seat ${seat}: ${sensor}${stake ? `, ${dollars(stake)}` : ""}${isFolded ? ", folded" : ""}`;
    lamp.setAttribute("aria-label", words);
    lamp.title = words;
  }

  async press(button) {
    if (!button.can_press) {
      this.console.say(`${button.label}: ${button.why_not}.`);
      return;
    }
    this.console.say("");
    const { round } = this.console.view;
    const body = { button: button.button, seat: button.seat, line: button.line, round };
    const path = this.console.path("keypad");
    if (OF_A_SUPERVISOR.includes(button.button)) {
      const title = `${capital(button.label)}: who is it?`;
      await askSecret({ title, asksPerson: true, act: async (secret) => this.show(await tellOnce(path, { ...body, ...secret })) });
      return;
    }
    try {
      this.show(await tellOnce(path, body));
    } catch (problem) {
      this.console.say(problem.message);
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

/** One row a purpose: wagers, hands, envy, the supervisor, the end of the round. */
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
    { name: "End", kind: "end", buttons: of("envy", "end") },
  ].filter((row) => row.buttons.length);
}

function screenLines(pad) {
  const lines = [["state", `Round ${pad.round} · ${pad.phase}`]];
  if (!pad.is_online) lines.push(["alarm", pad.messages.staff || "The game manager cannot be reached"]);
  if (pad.key_holder) lines.push(["note", `Key at JPH: ${pad.key_holder}`]);
  for (const win of pad.wins) {
    const end = win.is_confirmed ? "confirmed" : `waits for ${win.needs}`;
    lines.push(["win", `Seat ${win.seat} · ${win.hand} · ${dollars(win.micros)} · ${end}`]);
  }
  for (const words of pad.messages.dealer) lines.push(["note", words]);
  if (pad.messages.patrons && pad.is_online) lines.push(["note", pad.messages.patrons]);
  return lines;
}
