// Elements in one line, what is changed in them only when it differs, and the colour of a felt.

/** make("p", { class: "quiet" }, "words", child): properties that start with "on" are listeners. */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** The head of a work screen: its title, and what stands beside it. */
export function sectionHead(title, ...beside) {
  return make("header", { class: "row section-head" }, make("h2", {}, title), ...beside);
}

/** Change words only if they differ, so that nothing is drawn or read out again for nothing. */
export function say(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

/** Show these children, but only when `key` says that they differ from what is shown. */
export function fill(place, key, children) {
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(...children());
}

/** A key that cannot be pressed now says why, to the eye and to the ear, and can still be reached. */
export function dim(button, whyNot) {
  if (whyNot) {
    button.setAttribute("aria-disabled", "true");
    button.setAttribute("aria-description", whyNot);
    button.title = whyNot;
  } else {
    button.removeAttribute("aria-disabled");
    button.removeAttribute("aria-description");
    button.removeAttribute("title");
  }
}

/** A game's layout names its colour as style sheets do; what is no colour is green. */
export function lightFelt(element, felt) {
  element.style.setProperty("--felt-base", CSS.supports("color", felt) ? felt : "green");
  element.classList.add("felted");
}
