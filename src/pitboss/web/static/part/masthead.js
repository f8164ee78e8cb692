// The line on top of every page: where one can go, and who is signed in.

import { tell, whoAmI } from "./api.js";

const PLACES = [
  ["/", "Lobby"],
  ["/trainer", "Trainer"],
  ["/explorer", "Explorer"],
];
const FOR_STAFF = [
  ["/supervisor", "Floor"],
  ["/office", "Office"],
];

class Masthead extends HTMLElement {
  async connectedCallback() {
    const me = await whoAmI().catch(() => null);
    const places = me && me.role !== "player" ? [...PLACES, ...FOR_STAFF] : PLACES;
    const nav = document.createElement("nav");
    nav.setAttribute("aria-label", "Pitboss");
    nav.append(...places.map(([path, name]) => link(path, name)));
    const mark = link("/", "Pitboss");
    mark.className = "mark";
    mark.removeAttribute("aria-current");
    this.replaceChildren(mark, nav, me ? whoIs(me) : link(`/sign-in?back=${encodeURIComponent(location.pathname)}`, "Sign in"));
    this.dispatchEvent(new CustomEvent("known", { detail: me, bubbles: true }));
  }
}

function link(path, name) {
  const made = document.createElement("a");
  made.href = path;
  made.textContent = name;
  if (location.pathname === path) made.setAttribute("aria-current", "page");
  return made;
}

function whoIs(me) {
  const box = document.createElement("span");
  box.className = "who";
  const leave = document.createElement("button");
  leave.type = "button";
  leave.textContent = "Sign out";
  leave.onclick = async () => {
    await tell("/api/sign-out");
    location.assign("/");
  };
  box.append(`${me.name} · ${me.role} `, leave);
  return box;
}

customElements.define("pit-masthead", Masthead);
