"""A display dies of age, not of load: days of messages, wins and lost connections, in flat memory."""

import json

import pytest

DAYS = 12
MESSAGES = DAYS * 24 * 3600 // 5
"""One every five seconds, as the server sends them when nothing happens."""
BATCH = 2_000
LOST_EVERY = 10_000
FLAT_BYTES = 3_000_000


class OldScreen:
    """Stands in for the server, and sends days of messages as fast as the page takes them."""

    def __init__(self, page, first):
        self.first, self.sent, self.connected = first, 0, 0
        page.route_web_socket("**/api/displays/*/live", self.take)

    def take(self, socket):
        self.socket = socket
        self.connected += 1
        socket.send(json.dumps(self.message()))

    def message(self):
        self.sent += 1
        micros = self.first["amounts"][0]["micros"] + self.sent * 140_000
        amounts = [{**self.first["amounts"][0], "micros": micros}]
        wins = []
        if self.sent % 1_000 < 12:
            order = self.sent // 1_000 + 1
            wins = [
                {
                    "order": order,
                    "level": "",
                    "micros": micros,
                    "table": "T1",
                    "hand": "AKQ spades",
                    "now_micros": 1_000_000_000,
                    "is_confirmed": self.sent % 1_000 > 4,
                }
            ]
        return {**self.first, "amounts": amounts, "wins": wins, "at_micros": self.sent * 5_000_000}


def used_bytes(session):
    session.send("HeapProfiler.collectGarbage")
    found = session.send("Runtime.getHeapUsage")
    return found["usedSize"]


@pytest.mark.slow
def test_the_memory_of_a_display_is_flat_over_days(visit, room):
    visitor = visit()
    first = visitor.context.request.get("/api/displays/T1").json()
    screen = OldScreen(visitor.page, first)
    visitor.page.goto("/displays/T1")
    session = visitor.context.new_cdp_session(visitor.page)
    used = []
    while screen.sent < MESSAGES:
        for _ in range(BATCH):
            screen.socket.send(json.dumps(screen.message()))
        visitor.page.evaluate("() => new Promise(requestAnimationFrame)")
        if screen.sent // LOST_EVERY >= screen.connected:
            before = screen.connected
            screen.socket.close()
            while screen.connected == before:
                visitor.page.wait_for_timeout(50)
        used.append(used_bytes(session))
    elements = visitor.page.evaluate("() => document.querySelectorAll('*').length")
    print(f"{screen.sent:,} messages, {screen.connected} connections, {used[3]:,} to {used[-1]:,} bytes")
    assert max(used[-10:]) < max(used[3:13]) + FLAT_BYTES
    assert elements < 300
