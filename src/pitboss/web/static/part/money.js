// Micro-dollars as people read them. Formatting only: every sum comes from the server.

const WHOLE = new Intl.NumberFormat("en-US");

export function dollars(micros) {
  const sign = micros < 0 ? "−" : "";
  const digits = String(Math.abs(micros)).padStart(7, "0");
  return `${sign}$${WHOLE.format(Number(digits.slice(0, -6)))}.${digits.slice(-6, -4)}`;
}

/** Without cents where there are none, for chips and buttons. */
export function shortDollars(micros) {
  return dollars(micros).replace(/\.00$/, "");
}

/** "25" or "1,200.50" as micro-dollars; nothing for what is no amount. */
export function parseDollars(text) {
  const match = /^\$?\s*(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(`${match[1].replaceAll(",", "")}${(match[2] ?? "").padEnd(2, "0")}0000`);
}
