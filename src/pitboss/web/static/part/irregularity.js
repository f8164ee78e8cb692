// What the procedure does not foresee: the dealer reports it, the floor decides about it; each with a reason.

import "./card.js";
import { field } from "./form.js";
import { dim, make, say } from "./make.js";
import { capital } from "./word.js";

/** The sheet of one table. `host` has desk, isFloor and send(command). */
export class IrregularitySheet {
  constructor(host) {
    this.host = host;
    this.dialog = make("dialog", { "aria-labelledby": "irregularity-title" });
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
    key.append(make("b", {}, act.label), make("small", {}, act.why_not ? capital(act.why_not) : act.means));
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
    const reasons = act.reasons.map((words) => make("button", { type: "button", class: "reason", onclick: () => this.because(words) }, words));
    const cancel = make("button", { type: "button", onclick: () => this.dialog.close() }, "Cancel");
    const isReport = this.host.desk.reports.some((one) => one.command === act.command);
    const go = make("button", { type: "submit", class: "main danger" }, isReport ? "Report it" : act.label);
    const form = make("form", {}, make("h2", { id: "irregularity-title" }, act.label), make("p", { class: "lead" }, act.means),
      ...this.fields, field("Why", this.why), make("div", { class: "reasons" }, ...reasons),
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
      return [field("Which hand", this.hand), field("Cards counted", this.count)];
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
    if (!command.why) return say(this.problem, "Say why: it stands in the record.");
    const problem = await this.host.report(command);
    if (problem) say(this.problem, problem);
    else this.dialog.close();
    return undefined;
  }
}
