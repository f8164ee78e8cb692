"""Who sits where, and what lies on the spots before the cards are dealt."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.base.error import find_name
from pitboss.base.money import as_dollars, format_dollars
from pitboss.rules import Seat
from pitboss.table.phase import RefusedError
from pitboss.table.setup import Setup

MOST_SPOTS = 2
"""Seats that one player may hold, side by side."""


@dataclass
class Seating:
    setup: Setup
    players: dict[int, str] = field(default_factory=dict)
    wagers: dict[int, dict[str, int]] = field(default_factory=dict)
    """What lies on each spot, in micro-dollars."""
    tokes: dict[int, dict[str, int]] = field(default_factory=dict)
    """What lies beside them for the dealer."""
    ready: set[str] = field(default_factory=set)
    """Players who want their cards."""
    seats_of: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """All seats of the player at each seat."""
    held: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The seats of each player."""

    # -- people ----------------------------------------------------------------------------------

    def sit(self, player: str, seat: int) -> None:
        if not player.strip():
            raise RefusedError("say who takes the seat")
        if not 1 <= seat <= self.setup.seats:
            raise RefusedError(f"this table has seats 1 to {self.setup.seats}, not {seat}")
        if seat in self.players:
            raise RefusedError(f"seat {seat} is taken by {self.players[seat]}")
        held = [number for number, holder in self.players.items() if holder == player]
        if held:
            self._check_second_spot(player, held, seat)
        self.players[seat] = player
        self.wagers[seat], self.tokes[seat] = {}, {}
        self._note_seats()

    def _note_seats(self) -> None:
        self.held = {}
        for number, player in sorted(self.players.items()):
            self.held[player] = (*self.held.get(player, ()), number)
        self.seats_of = {number: self.held[player] for number, player in self.players.items()}

    def _check_second_spot(self, player: str, held: list[int], seat: int) -> None:
        if not self.setup.game.house_rules.two_adjacent_spots:
            raise RefusedError(f"this house lets nobody hold two spots; {player} has seat {held[0]}")
        if len(held) >= MOST_SPOTS or abs(held[0] - seat) != 1:
            raise RefusedError(f"a player may hold two spots side by side; {player} has seat {held[0]}")

    def leave(self, seat: int) -> str:
        player = self.player_at(seat)
        if self.wagers[seat]:
            raise RefusedError(f"seat {seat} has wagers down: take them back first")
        del self.players[seat], self.wagers[seat], self.tokes[seat]
        self._note_seats()
        return player

    def player_at(self, seat: int) -> str:
        if seat not in self.players:
            raise RefusedError(f"nobody sits at seat {seat}: take it first")
        return self.players[seat]

    def twin(self, seat: int) -> int:
        """The lower seat of the same player, or 0."""
        player = self.players[seat]
        return next((number for number in sorted(self.players) if self._is_twin(number, seat, player)), 0)

    def _is_twin(self, number: int, seat: int, player: str) -> bool:
        return number < seat and self.players[number] == player and bool(self.wagers[number])

    # -- wagers ----------------------------------------------------------------------------------

    def stake(self, seat: int, wager: str) -> int:
        return self.wagers[seat].get(wager, 0)

    def check_wager(self, seat: int, name: str, stake_micros: int) -> str:
        """The spot's wager, if so much may lie there."""
        game = self.setup.game
        wager = game.wagers[find_name("wager", name, game.wagers)]
        if wager.id in self.setup.closed:
            offered = ", ".join(game.wagers[other].label for other in self.setup.posted)
            raise RefusedError(f"this table does not offer {wager.label}; it offers {offered}")
        self.setup.posted[wager.id].check(wager.label, stake_micros)
        if stake_micros > self.setup.single_wager_micros:
            most = format_dollars(self.setup.single_wager_micros)
            raise RefusedError(f"{self.setup.jurisdiction.name} allows {most} for one wager")
        others = [other for other in self.wagers[seat] if other != wager.id]
        if not game.stands_alone(wager) and not self._has_base(others):
            base = " or ".join(w.label for w in game.wagers.values() if game.stands_alone(w))
            raise RefusedError(f"{wager.label} rides along: place {base} on seat {seat} first")
        return wager.id

    def _has_base(self, wagers: list[str]) -> bool:
        return any(self.setup.game.stands_alone(self.setup.game.wagers[wager]) for wager in wagers)

    def take_back(self, seat: int, name: str) -> tuple[str, int]:
        self.player_at(seat)
        game = self.setup.game
        wager = find_name("wager", name, game.wagers)
        if wager not in self.wagers[seat]:
            raise RefusedError(f"seat {seat} has nothing on {game.wagers[wager].label}")
        rest = [other for other in self.wagers[seat] if other != wager]
        if rest and not self._has_base(rest):
            raise RefusedError(f"{game.wagers[rest[0]].label} cannot lie alone: take it back first")
        if wager in self.tokes[seat]:
            raise RefusedError(f"a toke lies beside {game.wagers[wager].label}: take it back first")
        return wager, self.wagers[seat].pop(wager)

    def seats_in_round(self) -> list[int]:
        """The seats with a wager, from the dealer's left."""
        return sorted(seat for seat, wagers in self.wagers.items() if wagers)

    def seats_with_wagers(self) -> tuple[Seat, ...]:
        """The seats of the round, from the dealer's left, with their wagers in dollars."""
        return tuple(
            Seat(seat, in_dollars(self.wagers[seat]), self.twin(seat), in_dollars(self.tokes[seat]))
            for seat in self.seats_in_round()
        )

    def clear(self) -> None:
        """The round is over: nothing lies on the spots."""
        self.ready.clear()
        for laid in (*self.wagers.values(), *self.tokes.values()):
            laid.clear()


def in_dollars(laid: Mapping[str, int]) -> dict[str, Fraction]:
    return {wager: as_dollars(stake) for wager, stake in laid.items()}
