// The room's API for every page: one session, one way to ask, one way to say what went wrong.

let me = null;

/** Who is signed in at this browser; null for nobody. */
export async function whoAmI() {
  me = await ask("/api/me");
  return me;
}

export async function ask(path) {
  return answerOf(await fetch(path, { headers: { Accept: "application/json" } }));
}

/** Send a body as it is told, for whoever reads the response itself. */
export function send(path, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  if (me) headers["X-Pitboss-Token"] = me.token;
  return fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
}

export async function tell(path, body = {}) {
  const answer = await answerOf(await send(path, body));
  if (path.startsWith("/api/sign-in")) me = answer;
  return answer;
}

async function answerOf(response) {
  return judge(response.status, response.status === 204 ? null : await response.json().catch(() => null));
}

/** What was answered, unless that is a refusal. */
function judge(status, data) {
  if (status < 300) return data;
  throw new Problem(problemOf(data) ?? `The room did not answer (${status}): try again.`, status);
}

function problemOf(data) {
  if (typeof data?.problem === "string") return data.problem;
  const first = Array.isArray(data?.detail) ? data.detail[0] : null;
  return first ? `${first.loc?.slice(1).join(" ")}: ${first.msg}` : null;
}

export class Problem extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** An id that no other press has: sent twice, it is done once. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** Do something at a table: by its stream where that is open, which is the shorter way. */
export function press(table, round, command, live = null) {
  const path = `/api/tables/${encodeURIComponent(table)}/press`;
  return once({ round, command }, (body) => (live?.isOpen ? askLive(live, body) : tell(path, body)));
}

async function askLive(live, body) {
  const { status, said } = await live.ask(body);
  return judge(status, said);
}

export function tellOnce(path, said) {
  return once(said, (body) => tell(path, body));
}

/** Have something done once: a lost answer is asked for again under the same id. */
async function once(said, have) {
  const body = { id: newId(), ...said };
  for (let tries = 0; ; tries += 1) {
    try {
      return await have(body);
    } catch (problem) {
      if (problem instanceof Problem || tries >= 4) throw problem;
      await new Promise((later) => setTimeout(later, 300 * (tries + 1)));
    }
  }
}

/** The part of the page's address after a word: /tables/T1/dealer → T1. */
export function partAfter(word) {
  const parts = location.pathname.split("/");
  return decodeURIComponent(parts[parts.indexOf(word) + 1] ?? "");
}
