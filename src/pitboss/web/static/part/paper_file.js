// Papers to download: a link where one is at hand, a button that waits where one has to be made first.

import { Problem, send } from "./api.js";
import { make } from "./make.js";
import { spent } from "./waiting.js";

const AGAIN_MS = 500;
/** Where sheets of paper are of the American size. */
const LETTER = /^(en-US|en-CA|es-MX|fil)$/;

export function usualSize() {
  return LETTER.test(navigator.language) ? "letter" : "a4";
}

/** Links to a record as a PDF and as a spreadsheet; `asked` narrows it down. */
export function recordLinks(kind, asked = {}) {
  const query = new URLSearchParams({ ...asked, size: usualSize() });
  return [["pdf", "Print (PDF)"], ["xlsx", "Spreadsheet (XLSX)"]].map(([form, words]) =>
    make("a", { class: "button small", href: `/api/office/papers/${kind}.${form}?${query}`, download: "" }, words),
  );
}

/** Save a paper that may have to be made first; `say` is told how far it is. The name of the file. */
export async function save(path, say, question = null) {
  for (;;) {
    const response = question ? await send(path, question) : await fetch(path);
    if (response.status !== 202) return keep(response);
    const { says, seconds } = await response.json();
    say(`${says}…${seconds ? ` ${spent(seconds)}` : ""}`);
    await new Promise((later) => setTimeout(later, AGAIN_MS));
  }
}

async function keep(response) {
  if (!response.ok) {
    const data = await response.json().catch(() => null);
    throw new Problem(data?.problem ?? `The paper was not made (${response.status}): try again.`, response.status);
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition"))?.[1] ?? "paper";
  const address = URL.createObjectURL(await response.blob());
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return name;
}

/**
 * A button that saves the paper at `path()`; `say` is told how far it is, and whether it went wrong. Where the
 * paper is of a form that was filled in, `question` is what was sent.
 */
export function saveButton(words, path, say, label = words, question = null) {
  const button = make("button", { type: "button", class: "small", "aria-label": label }, words);
  button.addEventListener("click", async () => {
    button.disabled = true;
    say("Making the paper…", false);
    try {
      say(`${await save(path(), (said) => say(said, false), question)} is saved.`, false);
    } catch (problem) {
      say(problem.message, true);
    }
    button.disabled = false;
  });
  return button;
}

/** A line that can be told how far a paper is. */
export function sayIn(line) {
  return (words, isBad) => {
    line.textContent = words;
    line.classList.toggle("tone-bad", isBad);
  };
}
