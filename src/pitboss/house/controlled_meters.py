"""A live table's meters behind the controller of its progressive: the table presses what a dealer would.

COIN IN when the bets are closed, the hand button when a hand is read, GAME OVER when the round is done, the
floor's void when it does not count. A manager that cannot be reached, or that refuses, closes the wager for
the round and nothing else; what the controller could not send it sends when the manager is back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.tableside import Tableside, open_tableside
from pitboss.jackpot.chance import FOLDING
from pitboss.jackpot.controller import Controller, Phase, command, event
from pitboss.jackpot.controller.envying import due_envies
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.terms import PPM, Terms
from pitboss.rules import Game
from pitboss.table.meter import Award, Claim, Level, MetersAwayError

LOST = "the game manager cannot be reached"


@dataclass
class ControlledMeters:
    """The meters of one wager at one table."""

    manager: GameManager
    side: Tableside
    game: Game
    dealer: str
    floor: str
    """Who voids a round."""
    players: dict[int, str] = field(default_factory=dict)
    """Who plays each seat, so that nobody gets envy from his own hand."""
    fed_micros: int = 0
    """What the round has brought in."""
    shown: dict[str, int] = field(default_factory=dict)
    """By level: what the display said last."""

    @property
    def controller(self) -> Controller:
        return self.side.controller

    @property
    def terms(self) -> Terms:
        return self.controller.in_force

    def shown_micros(self, level: Level) -> int:
        """As the journal has it: what the manager only means to write stands on no display."""
        if not self.manager.is_stale or level.name not in self.shown:
            self.shown[level.name] = self.manager.floor.shown(self.terms.id, level.name)
        return self.shown[level.name]

    # -- COIN IN ---------------------------------------------------------------------------------

    def count(self, wager: str, stakes: Mapping[int, int]) -> int:
        del wager
        self.side.listen()
        try:
            self._ready()
            events = self._coin_in(stakes)
        except InputError as refusal:
            self._pass_round()
            raise MetersAwayError(str(refusal)) from refusal
        counted = next((one for one in events if isinstance(one, event.WagersCounted)), None)
        if counted and counted.stakes == stakes:
            self.fed_micros = counted.fed_micros
            return counted.fed_micros
        why = refusal_in(events) or LOST
        if self.controller.phase in (Phase.COUNTING, Phase.PLAYING):
            self.side.do(command.VoidRound(self.floor, "COIN IN did not get through: the wagers went back"))
        self._pass_round()
        raise MetersAwayError(why)

    def _ready(self) -> None:
        """The last round is over and the terms are those that the table deals by."""
        check_fit(self.game, self.terms)
        if self.controller.phase is Phase.PASSED:
            self.side.do(command.EndRound(self.dealer))

    def _coin_in(self, stakes: Mapping[int, int]) -> list[event.Event]:
        for seat in set(self.controller.round.placed) - stakes.keys():
            self.side.do(command.TakeBack(seat))
        for seat, stake in stakes.items():
            self.side.do(command.PlaceWager(seat, stake))
        return self.side.do(command.CountWagers(self.dealer, dict(self.players)))

    def _pass_round(self) -> None:
        """The round is dealt without progressive wagers, where the controller waits for one."""
        if self.controller.phase in (Phase.OPEN, Phase.CLOSED):
            self.side.do(command.PassRound())

    # -- wins and the end ------------------------------------------------------------------------

    def award(self, level: Level, share: Fraction, claim: Claim) -> Award:
        """Press the hand button; asked again after a failure, it is lit and not pressed a second time."""
        self.side.listen()
        if claim.seat not in self.controller.round.lamps:
            self.press(claim.seat, claim.line, claim.cards)
        win = self.controller.round.wins.get(claim.seat)
        if win is None:
            raise MetersAwayError(f"{LOST}: the hand of seat {claim.seat} is posted when it is back")
        found, wanted = win.lamp.button, (claim.line, level.name, int(share * PPM))
        assert (found.line, found.level, found.share_ppm) == wanted, f"{found} was pressed for {wanted}"
        return Award(win.micros, self.manager.floor.wins[win.id].seeded_micros)

    def stands(self, seat: int) -> bool:
        self.side.listen()
        return seat in self.controller.round.wins

    def press(self, seat: int, line: str, cards: str) -> None:
        raise_refusal(self.side.do(command.PressHand(seat, line, cards, self.dealer)))

    def end_round(self) -> None:
        self.side.listen()
        if due_envies(self.controller):
            self.side.do(command.PayEnvy(self.dealer))
        raise_refusal(self.side.do(command.EndRound(self.dealer)))

    def reverse(self, wager: str) -> int:
        del wager
        self.side.listen()
        raise_refusal(self.side.do(command.VoidRound(self.floor, "the round at the table was void")))
        return self.fed_micros


def open_controlled_meters(
    manager: GameManager, table: str, game: Game, *, seats: int = 7, dealer: str, floor: str
) -> ControlledMeters:
    """The meters of a live table that deals this game, over a controller as the journal has it."""
    side = open_tableside(manager, table, seats, game)
    meters = ControlledMeters(manager, side, game, dealer, floor)
    check_fit(game, meters.terms)
    return meters


def check_fit(game: Game, terms: Terms) -> None:
    """The table deals by the progressive's own rules, or its controller would say otherwise."""
    paytable = terms.paytables.get(game.id)
    in_force = {table.id for tables in game.chosen.values() for table in tables}
    if paytable not in in_force:
        raise RefusedError(f"{terms.id} has the paytable {paytable!r} for {game.name}: put it in force there")
    if FOLDING in game.settings and bool(game.house[FOLDING]) != terms.folded_hands_win:
        wins = "win" if terms.folded_hands_win else "do not win"
        raise RefusedError(f"on {terms.id} folded hands {wins}: set {FOLDING} at the table to match")
    if terms.equal_split:
        raise RefusedError(f"{terms.id} splits between winners: a live table pays each when its hand is read")
    if terms.wager_micros != MICROS and game.paytables[paytable].envy_micros:
        raise RefusedError(f"{terms.id}: a live table pays envy as printed, for a denomination of $1")


def refusal_in(events: Sequence[event.Event]) -> str:
    return next((one.why for one in events if isinstance(one, event.ManagerRefused)), "")


def raise_refusal(events: Sequence[event.Event]) -> None:
    if why := refusal_in(events):
        raise RefusedError(why)
