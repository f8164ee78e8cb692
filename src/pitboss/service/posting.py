"""What the displays say, for rule cards: read from the journal, and kept for a minute.

A card is made beside the server, and a browser asks again until it is there. Wagers go on meanwhile; without
this each of its questions would be about another entry, and the card of a busy table would never be done.
"""

from dataclasses import asdict
from typing import Any

from pitboss.base.money import MICROS
from pitboss.house.manager import Clock, GameManager
from pitboss.jackpot.display import read_display
from pitboss.reports.card.rule_card import post_jackpots

KEPT_MICROS = 60 * MICROS


class Postings:
    def __init__(self, manager: GameManager, clock: Clock) -> None:
        self.manager = manager
        self.clock = clock
        self.kept: dict[str, tuple[int, dict[str, Any]]] = {}
        """By table: when it was read, and what was."""

    def read(self, table: str) -> dict[str, Any] | None:
        """The amounts with their entry and its moment, as JSON; none for a table without a progressive."""
        read_at, posted = self.kept.get(table, (0, {}))
        if posted and 0 <= self.clock() - read_at <= KEPT_MICROS:
            return posted
        with self.manager.lock:
            if self.manager.floor.progressive_of(table) is None:
                return None
            moment = self.manager.floor.last_at
            display = read_display(self.manager.floor, table, moment)
            posted = asdict(post_jackpots(display, self.manager.number, moment))
        self.kept[table] = (self.clock(), posted)
        return posted
