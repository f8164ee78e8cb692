// What the procedure does not foresee: the dealer reports it, the floor decides about it; each with a reason.

import "./card.js";
import { capital, dim, make, write } from "./floor_parts.js";

const REASONS = {
  report_wrong_count: ["Counted again on the table", "Two cards stuck together"],
  expose_card: ["Flashed while it was dealt", "Turned over by mistake", "Fell off the table"],
  report_fault: ["Cards are jammed", "The red light is on", "The door is open"],
  play_on: ["The card changes nothing", "All players agree"],
  close_round: ["The keypad cannot be made to agree"],
  void_round: ["Misdeal", "Exposed card", "Wrong count"],
  cure_shuffler: ["The jam is cleared", "The door is closed", "It passed its test"],
  swap_shuffler: ["The shuffler is out of order"],
  bring_backup: ["The backup is in use", "The backup failed too"],
};
const MEANS = {
  report_wrong_count: "A hand has the wrong number of cards. The round is void: every wager goes back.",
  expose_card: "Everybody has seen a card that should be hidden. The floor decides how to go on.",
  report_fault: "The shuffler does not work. The table stops until the floor says that it is cured or swaps it.",
  play_on: "The round goes on as the cards lie.",
  close_round: "The round ends though table and keypad differ. The book says who closed it and why.",
  void_round: "The round does not count: every wager goes back and the cards are shuffled again.",
  cure_shuffler: "The shuffler works again. The round goes on where it was; after a wrong packet it is void.",
  swap_shuffler: "The backup takes over. Hands already dealt are void; wagers not dealt for stay.",
  bring_backup: "Another shuffler is put by the table, to take over when it must.",
};

/** The sheet of one table. `host` has desk, isFloor and send(command). */
export class IrregularitySheet {
  constructor(host) {
    this.host = host;
    this.dialog = make("dialog", { class: "sheet irregularity", "aria-labelledby": "irregularity-title" });
    document.body.append(this.dialog);
  }

  open(chosen = "") {
    const { desk, isFloor } = this.host;
    if (!desk) return;
    this.acts = [...desk.reports, ...(isFloor ? desk.decides : [])];
    this.dialog.replaceChildren(this.menu());
    if (!this.dialog.open) this.dialog.showModal();
    const act = this.acts.find((one) => one.command === chosen && !one.why_not);
    if (act) this.choose(act);
    else this.dialog.querySelector("button")?.focus();
  }

  menu() {
    const title = make("h2", { id: "irregularity-title" }, "Irregularity");
    const acts = this.acts.map((act) => this.act(act));
    const close = make("button", { type: "button", onclick: () => this.dialog.close() }, "Close");
    return make("div", {}, title, make("div", { class: "acts" }, ...acts), make("div", { class: "ends" }, close));
  }

  act(act) {
    const key = make("button", { type: "button", class: "act", onclick: () => !act.why_not && this.choose(act) });
    key.append(make("b", {}, act.label), make("small", {}, act.why_not ? capital(act.why_not) : MEANS[act.command]));
    dim(key, act.why_not);
    return key;
  }

  // -- one irregularity ------------------------------------------------------------------------

  choose(act) {
    this.dialog.replaceChildren(new IrregularityForm(act, this.host, this.dialog).form);
    this.dialog.querySelector("select, input, button")?.focus();
  }
}

class IrregularityForm {
  constructor(act, host, dialog) {
    this.act = act;
    this.host = host;
    this.dialog = dialog;
    this.why = make("input", { required: true, maxlength: "200", autocomplete: "off", name: "why" });
    this.problem = make("p", { class: "problem", role: "alert" });
    this.fields = this.special();
    this.form = this.build();
  }

  build() {
    const { act } = this;
    const reasons = REASONS[act.command].map((words) => make("button", { type: "button", class: "reason", onclick: () => this.because(words) }, words));
    const cancel = make("button", { type: "button", onclick: () => this.dialog.close() }, "Cancel");
    const isReport = this.host.desk.reports.some((one) => one.command === act.command);
    const go = make("button", { type: "submit", class: "main danger" }, isReport ? "Report it" : act.label);
    const form = make("form", {}, make("h2", { id: "irregularity-title" }, act.label), make("p", { class: "lead" }, MEANS[act.command]),
      ...this.fields, make("label", {}, make("span", {}, "Why"), this.why), make("div", { class: "reasons" }, ...reasons),
      this.problem, make("div", { class: "ends" }, cancel, go));
    form.onsubmit = (event) => {
      event.preventDefault();
      this.submit();
    };
    return form;
  }

  because(words) {
    this.why.value = words;
    this.why.focus();
  }

  special() {
    const { hands } = this.host.desk;
    if (this.act.command === "report_wrong_count") {
      this.hand = make("select", { name: "hand" }, ...hands.map((one) => make("option", { value: one.name }, `${capital(one.words)} (${one.cards.length} cards)`)));
      this.count = make("input", { type: "number", name: "count", min: "0", max: "20", required: true });
      return [make("label", {}, make("span", {}, "Which hand"), this.hand), make("label", {}, make("span", {}, "Cards counted"), this.count)];
    }
    if (this.act.command !== "expose_card") return [];
    const rows = hands.filter((one) => one.cards.includes("??")).map((hand) => this.row(hand));
    return [make("fieldset", { class: "exposed" }, make("legend", {}, "Which card"), ...rows)];
  }

  row(hand) {
    const cards = hand.cards.map((face, place) => {
      if (face !== "??") return make("span", { class: "seen" }, make("pit-card", { face, still: true }));
      const pick = make("input", { type: "radio", name: "card", value: JSON.stringify([hand.name, place]), required: true,
        "aria-label": `${capital(hand.words)}, card ${place + 1}` });
      return make("label", { class: "pick" }, pick, make("pit-card", { face, still: true }));
    });
    return make("div", { class: "exposed-hand" }, make("span", {}, capital(hand.words)), ...cards);
  }

  async submit() {
    const command = { command: this.act.command, why: this.why.value.trim() };
    if (this.hand) Object.assign(command, { hand: this.hand.value, count: Number(this.count.value) });
    const picked = this.form.querySelector('input[name="card"]:checked');
    if (picked) [command.hand, command.place] = JSON.parse(picked.value);
    if (!command.why) return write(this.problem, "Say why: it stands in the record.");
    const problem = await this.host.report(command);
    if (problem) write(this.problem, problem);
    else this.dialog.close();
    return undefined;
  }
}
