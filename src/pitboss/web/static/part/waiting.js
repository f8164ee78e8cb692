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
  const bar = make("i", { "aria-hidden": "true" });
  let heardAt = -HEARD_MS;
  let isShown = false;
  for (;;) {
    const answer = await question();
    if (!isWanted()) return null;
    if (answer.is_ready) return answer;
    if (!isShown) show(make("p", { class: "working" }, bar, line, since, heard));
    isShown = true;
    fill(bar, answer.share);
    line.textContent = `${answer.says}…`;
    if (performance.now() - heardAt > HEARD_MS) {
      heard.textContent = answer.says;
      heardAt = performance.now();
    }
    since.textContent = answer.seconds ? spent(answer.seconds) : "";
    await new Promise((later) => setTimeout(later, AGAIN_MS));
    if (!isWanted()) return null;
  }
}

/** As far as the count says that it is; a bar that only travels while it does not. */
function fill(bar, share) {
  const isKnown = typeof share === "number";
  bar.classList.toggle("known", isKnown);
  bar.style.setProperty("--share", isKnown ? share : 0);
}

/** '48 s', '2 min 05 s'. */
export function spent(seconds) {
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
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
