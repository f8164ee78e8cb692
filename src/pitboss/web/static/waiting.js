// A count that takes its time: ask again until it is there, and say meanwhile what is going on.

import { make } from "./make.js";

const AGAIN_MS = 300;
const HEARD_MS = 4000;

/**
 * Ask until it is ready; `show` gets an element that says how far it is. Null if `isWanted` says no meanwhile.
 * Who listens is told now and then, not at every step.
 */
export async function waitFor(question, show, isWanted = () => true) {
  const line = make("span", { "aria-hidden": "true" }, "Working it out…");
  const since = make("span", { class: "quiet", "aria-hidden": "true" });
  const heard = make("span", { class: "unseen", role: "status" });
  let heardAt = -HEARD_MS;
  let isShown = false;
  for (;;) {
    const answer = await question();
    if (!isWanted()) return null;
    if (answer.is_ready) return answer;
    if (!isShown) show(make("p", { class: "working" }, make("i"), line, since, heard));
    isShown = true;
    line.textContent = `${answer.says}…`;
    if (performance.now() - heardAt > HEARD_MS) {
      heard.textContent = answer.says;
      heardAt = performance.now();
    }
    since.textContent = answer.seconds ? `${answer.seconds} s` : "";
    await new Promise((later) => setTimeout(later, AGAIN_MS));
    if (!isWanted()) return null;
  }
}

let timer = null;

/** One sentence at the foot of the page, read out and gone after a while. */
export function toast(words) {
  const place = document.getElementById("toast");
  place.textContent = words;
  place.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (place.hidden = true), 6000);
}

export function problemBox(problem) {
  return make("p", { class: "notice bad", role: "alert" }, problem.message ?? String(problem));
}
