// The line on top of every page: where one can go, and who is signed in.

import { tell, whoAmI } from "./api.js";
import { make } from "./make.js";

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
    const mark = make("a", { class: "mark", href: "/" }, "Pitboss");
    const nav = make("nav", { "aria-label": "Pitboss" }, ...places.map(([path, name]) => link(path, name)));
    this.replaceChildren(mark, nav, me ? whoIs(me) : link(`/sign-in?back=${encodeURIComponent(location.pathname)}`, "Sign in"));
  }
}

function link(path, name) {
  return make("a", { href: path, "aria-current": location.pathname === path ? "page" : null }, name);
}

function whoIs(me) {
  const leave = make("button", { type: "button", onclick: signOut }, "Sign out");
  return make("span", { class: "who" }, `${me.name} · ${me.role} `, leave);
}

async function signOut() {
  await tell("/api/sign-out");
  location.assign("/");
}

customElements.define("pit-masthead", Masthead);
