"""A display that hangs over a table for days: the real page in a real browser, with the hours run through.

The browser's clock is wound, so timers, frames and reconnects all happen as they would. The room at the
other end is played by a socket in the page that speaks, falls silent and breaks off as a room does over days.
"""

import json
from dataclasses import asdict

import pytest

from pitboss.jackpot.display import Amount, Announcement, Display, Waiting

HOURS = 24
HOUR = 3600
CONNECTIONS = 72
"""At least so many: as over three days with one that breaks off after 40 minutes."""
START, WON, HAND = 1_000_000_000, 5_000_000_000, "AKQ spades"
SAID = {
    "display": asdict(Display("T6", "Three Card Progressive", "", True, "", (), ())),
    "amount": asdict(Amount("", START, START, (), ())),
    "waiting": asdict(Waiting(0, WON, "T6", 2, HAND)),
    "win": asdict(Announcement(0, "", WON, "T6", HAND, START, False)),
}
"""What a real room says, in parts: the page is told nothing of another shape."""
ROOM = (
    f"const SAID = {json.dumps(SAID)}, START = {START}, WON = {WON};"
    + """
(() => {
  let beat = 0;

  /** Speaks every five seconds; a wager every half minute, an award every 40 minutes. The connection breaks
   * off after 13 minutes, or just falls silent: a day of this has the awards and the breaks of three. */
  class Room {
    static opened = 0;
    constructor() {
      Room.opened += 1;
      this.isQuiet = Room.opened % 5 === 0;
      this.until = beat + 160;
      setTimeout(() => this.onopen?.(), 20);
      this.timer = setInterval(() => this.speak(), 5000);
    }
    speak() {
      beat += 1;
      if (this.isQuiet && beat % 60 > 50) return;
      if (beat > this.until) this.close();
      else this.onmessage?.({ data: JSON.stringify(Room.say(beat)) });
    }
    static say(beat) {
      const order = Math.floor(beat / 480);
      const is_confirmed = beat % 480 > 12;
      const wins = beat % 480 < 24 ? [{ ...SAID.win, order, is_confirmed }] : [];
      const waiting = wins.length && !is_confirmed ? [{ ...SAID.waiting, order }] : [];
      const micros = START + Math.floor((beat % 480) / 6) * 280_000;
      const amounts = [{ ...SAID.amount, micros, shown_micros: waiting.length ? WON : micros, waiting }];
      return { ...SAID.display, amounts, wins };
    }
    close() {
      clearInterval(this.timer);
      setTimeout(() => this.onclose?.(), 10);
    }
  }
  window.WebSocket = Room;
})();
"""
)


def measure(page, devtools) -> dict[str, float]:
    """What is in use after the rubbish is out."""
    devtools.send("HeapProfiler.collectGarbage")
    found = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
    return {name: found[name] for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners")}


@pytest.mark.slow
def test_a_display_is_as_light_after_days_as_after_an_hour(visit):
    page = visit().page
    page.clock.install()
    page.add_init_script(ROOM)
    page.goto("/displays/T6")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    page.clock.run_for(2 * HOUR * 1000)
    first = measure(page, devtools)
    for _ in range(HOURS // 2):
        page.clock.run_for(2 * HOUR * 1000)
    last = measure(page, devtools)
    opened = page.evaluate("WebSocket.opened")
    print(f"{HOURS} hours, {opened} connections: {first} -> {last}")
    assert opened > CONNECTIONS
    assert last["Nodes"] <= first["Nodes"] + 10
    assert last["JSEventListeners"] <= first["JSEventListeners"]
    assert last["JSHeapUsedSize"] < first["JSHeapUsedSize"] + 150_000
    assert "$" in page.inner_text("pit-display")
