// Fields of every form; the office's dialogs, with a second person's signature where two must agree.

import { newId, tell } from "./api.js";
import { make } from "./make.js";
import { toast } from "./waiting.js";

let fields = 0;

/** A labelled control with a hint under it. */
export function field(label, control, hint = "") {
  fields += 1;
  control.id ||= `field-${fields}`;
  if (hint) control.setAttribute("aria-describedby", `hint-${fields}`);
  const under = hint ? make("small", { id: `hint-${fields}` }, hint) : null;
  return make("div", { class: "field" }, make("label", { for: control.id }, label), control, under);
}

export function input(name, attributes = {}) {
  return make("input", { name, autocomplete: "off", ...attributes });
}

/** Options as texts, or as [value, words]. */
export function select(name, options, value = null) {
  const made = make("select", { name }, ...options.map((one) => {
    const [key, words] = Array.isArray(one) ? one : [one, one];
    return make("option", { value: key }, words);
  }));
  if (value !== null) made.value = value;
  return made;
}

export function check(name, label, isOn = false) {
  return make(
    "label",
    { class: "check" },
    make("input", { type: "checkbox", name, checked: isOn }),
    make("span", {}, label),
  );
}

export function pin(name, label) {
  return field(
    label,
    input(
      name,
      { type: "password", inputmode: "numeric", required: true, maxlength: 12, autocomplete: "new-password" },
    ),
  );
}

/** Who signs beside the person at the screen: a name to choose, and the PIN that only that person knows. */
export function signature(office, kind) {
  const names = office.desk.seconds[kind] ?? [];
  const legend = make("legend", {}, "Second signature");
  if (!names.length) {
    return make(
      "fieldset",
      { class: "signature" },
      legend,
      make("p", { class: "tone-careful" }, "Nobody of another department may sign this."),
    );
  }
  return make(
    "fieldset",
    { class: "signature" },
    legend,
    make(
      "p",
      { class: "quiet" },
      `${office.desk.name} signs first. A second person, of another department, signs here.`,
    ),
    make(
      "div",
      { class: "fields" },
      field("Second person", select("second_name", names)),
      pin("second_pin", "PIN of the second person"),
    ),
  );
}

/** The values of a form as they are sent, the signature apart. */
export function valuesOf(form) {
  const values = {};
  for (const control of form.elements) {
    if (!control.name) continue;
    values[control.name] = control.type === "checkbox" ? control.checked : control.value;
  }
  const { second_name: name = "", second_pin: secret = "", ...rest } = values;
  return { ...rest, second: { name: secret ? name : "", pin: secret } };
}

/**
 * A dialog with a form. `send` gets the values and an id that stays the same until the form was carried out, so
 * that a second press does nothing twice.
 */
export function openForm({
  title,
  intro = "",
  fields,
  button = "Save",
  path,
  body = (values) => values,
  onDone,
}) {
  const id = newId();
  const problem = make("p", { class: "notice bad", role: "alert", hidden: true });
  const save = make("button", { class: "main", type: "submit" }, button);
  const form = make(
    "form",
    { method: "dialog", novalidate: true },
    ...fields,
    problem,
    make(
      "div",
      { class: "ends" },
      make("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      save,
    ),
  );
  const dialog = make(
    "dialog",
    { "aria-label": title },
    make("h2", {}, title),
    intro ? make("p", { class: "quiet" }, intro) : null,
    form,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    save.disabled = true;
    problem.hidden = true;
    try {
      const done = await tell(path, { id, ...body(valuesOf(form), id) });
      dialog.close();
      toast(done.entry ? `${done.words} (entry ${done.entry})` : done.words);
      onDone?.(done);
    } catch (trouble) {
      problem.textContent = trouble.message;
      problem.hidden = false;
    } finally {
      save.disabled = false;
    }
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A button that opens a form, or nothing for whoever may not use it. */
export function act(label, isAllowed, onclick, kind = "small") {
  return isAllowed ? make("button", { type: "button", class: kind, onclick }, label) : null;
}
