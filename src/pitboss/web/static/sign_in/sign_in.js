// The door: a guest by name, a player by name and PIN, staff by name and PIN or card.

import { tell } from "../part/api.js";
import { say } from "../part/make.js";

const WAYS = {
  guest: {
    path: "/api/sign-in/guest",
    about: "Play money, in a demonstration: any name will do.",
    enter: "Take a chair",
    needs: () => [],
  },
  player: {
    path: "/api/sign-in/player",
    about: "With the PIN that you were given at the desk.",
    enter: "Sign in",
    needs: () => ["pin"],
  },
  staff: {
    path: "/api/sign-in",
    about: "Dealers, the floor and the office.",
    enter: "Sign in",
    needs: () => [form.elements.proof.value],
  },
};
const MISSING = { name: "Say your name.", pin: "Type your PIN.", card: "Hold your card to the reader." };
const form = document.getElementById("form");
const problem = document.getElementById("problem");

function way() {
  return WAYS[form.elements.way.value];
}

function show() {
  const needs = way().needs();
  document.getElementById("pin").hidden = !needs.includes("pin");
  document.getElementById("card").hidden = !needs.includes("card");
  document.getElementById("proof").hidden = form.elements.way.value !== "staff";
  say(document.getElementById("about"), way().about);
  say(document.getElementById("enter"), way().enter);
  say(problem, "");
}

/** Where to go afterwards: a path of this site and nothing else, whatever the address says. */
export function wayBack(asked, origin = location.origin) {
  if (!asked?.startsWith("/")) return "/";
  try {
    const found = new URL(asked, origin);
    return found.origin === origin ? found.pathname + found.search : "/";
  } catch {
    return "/";
  }
}

function refuse(words, field) {
  say(problem, words);
  form.elements[field].setAttribute("aria-invalid", "true");
  form.elements[field].focus();
}

async function enter(event) {
  event.preventDefault();
  const fields = ["name", ...way().needs()];
  const said = Object.fromEntries(fields.map((field) => [field, form.elements[field].value.trim()]));
  for (const field of ["name", "pin", "card"]) form.elements[field].removeAttribute("aria-invalid");
  const missing = fields.find((field) => !said[field]);
  if (missing) {
    refuse(MISSING[missing], missing);
    return;
  }
  const button = document.getElementById("enter");
  button.disabled = true;
  try {
    await tell(way().path, said);
    location.assign(wayBack(new URLSearchParams(location.search).get("back")));
  } catch (refused) {
    button.disabled = false;
    refuse(inSentence(refused.message), fields.at(-1));
  }
}

function inSentence(words) {
  const text = words[0].toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

form.addEventListener("change", show);
form.addEventListener("submit", enter);
show();
form.elements.name.focus();
