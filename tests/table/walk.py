"""A progressive walked through step by step, on a live table of a room and on a keypad that stands alone.

Both walks have the same verbs, so that one test says what a step of a document is on both. At the live
table the cards of the script are dealt and the table presses the keypad; alone, the dealer presses the
buttons of the hands that the script's cards make. Everybody is who he is: dan deals, sue is a supervisor,
eve an executive.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import pytest
from progressive_floor import OFFICE, open_floor
from room_stand import DAN, SUE, RoomStand
from stand import parse_script

from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.room.row import Actor
from pitboss.house.tableside import open_tableside
from pitboss.jackpot.authority import check_authority, check_supervisor
from pitboss.jackpot.controller import Button, Dialect, Keypad, Press, command, view
from pitboss.jackpot.controller.view import KeypadView
from pitboss.jackpot.person import Role
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import BackOutWin
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.jackpot.win import Win
from pitboss.ledger.fact import Fact
from pitboss.rules import Game, load_game
from pitboss.storage.memory import MemoryStore
from pitboss.table import command as table_command
from pitboss.table.phase import Phase

EVE = Actor("eve", Role.EXECUTIVE.value)
TABLE, OTHER = "T1", "T2"
SEATS = 7
WAGER = ", progressive 1"
KEY = (Button.KEY_TO_JACKPOT, Button.JACKPOT, Button.KEY_TO_RUN)
IDS = count(1)


@dataclass(frozen=True)
class Scene:
    """A progressive of a document with a round on it: the cards, and the hands that they make."""

    game: str
    paytable: str
    script: str
    hands: Mapping[int, str]
    """By seat, the line of each hand that has a button."""
    dialect: Dialect = Dialect.GAME_MANAGER
    seeds: Mapping[str, int] | None = None
    """In dollars, by level; one level of $1,000 by default."""
    house: Mapping[str, str | bool | int] | None = None
    """Settings of the game."""
    all_from_meter: bool = False
    most: int = 1
    """The largest progressive wager in dollars."""

    @property
    def terms(self) -> Terms:
        levels = tuple(
            LevelTerms(name, dollars * MICROS, 140_000, 10_000)
            for name, dollars in (self.seeds or {"": 1_000}).items()
        )
        return Terms(
            "link",
            {self.game: self.paytable},
            (TABLE, OTHER),
            levels,
            system=self.dialect.value,
            all_from_meter=self.all_from_meter,
        )

    @property
    def limits(self) -> dict[str, tuple[int, int, int]]:
        return {"progressive": (MICROS, self.most * MICROS, MICROS)} if self.most > 1 else {}

    @property
    def wagering(self) -> list[int]:
        """Seats with the progressive wager, from the dealer's left."""
        return [seat for seat, wagers in parse_script(self.script).wagers.items() if "progressive" in wagers]

    @property
    def rules(self) -> Game:
        return load_game(self.game).with_settings(**self.house or {}).with_paytable(self.paytable)

    def without_wagers(self) -> "Scene":
        return replace(self, script=self.script.replace(WAGER, ""), hands={})

    def without_hands(self) -> "Scene":
        return replace(self, hands={})


class Walk:
    """What both have in common: the manager's book, and the keypad as its screen shows it."""

    manager: GameManager
    keypad: Keypad
    scene: Scene

    @property
    def floor(self) -> Any:
        return self.manager.floor

    @property
    def screen(self) -> KeypadView:
        return view(self.keypad)

    @property
    def wins(self) -> list[Win]:
        """In the order of posting."""
        return list(self.floor.wins.values())

    @property
    def win(self) -> Win:
        return self.wins[-1]

    def meter(self, level: str = "") -> int:
        return int(self.floor.meter("link", level))

    def meters(self) -> dict[str, int]:
        return {level.name: self.meter(level.name) for level in self.scene.terms.levels}

    def facts(self, kind: type[Fact]) -> list[Any]:
        return [one.draft.fact for one in self.manager.store.entries() if isinstance(one.draft.fact, kind)]

    def sensors(self) -> dict[int, str]:
        return {seat.seat: seat.sensor for seat in self.screen.seats}

    # -- stretches of a round --------------------------------------------------------------------

    def place(self) -> None:
        raise NotImplementedError

    def start(self) -> None:
        """COIN IN, or START GAME."""
        raise NotImplementedError

    def read_hands(self) -> None:
        """The regular game is dealt and every winning hand has been pressed."""
        raise NotImplementedError

    def press(self, button: Button, actor: Actor = DAN, seat: int = 0, line: str = "") -> None:
        raise NotImplementedError

    def end(self) -> None:
        """GAME OVER, or END GAME."""
        raise NotImplementedError

    def end_taken_back(self, seat: int) -> None:
        """GAME OVER after the dealer has taken the hand of a seat back."""
        self.end()

    def to_start(self) -> "Walk":
        self.place()
        self.start()
        return self

    def to_hands(self) -> "Walk":
        self.to_start()
        self.read_hands()
        return self

    def press_hand(self, seat: int, line: str, actor: Actor = DAN) -> None:
        """The hand button of a seat, as this keypad has it."""
        if self.keypad.dialect is Dialect.NEXUS:
            self.press(Button.SEAT, actor, seat)
        self.press(Button.HAND, actor, seat, line)

    def confirm(self, seat: int, actor: Actor = SUE) -> None:
        """A supervisor verifies the win of a seat."""
        if self.keypad.dialect is Dialect.GAME_MANAGER:
            for button in KEY:
                self.press(button, actor)
        else:
            self.press(Button.SEAT, actor, seat)
            self.press(Button.CONFIRM, actor)
            self.press(Button.CARD, actor)

    def confirm_all(self) -> None:
        for win in sorted(self.floor.open_wins(TABLE), key=lambda win: -win.seat):
            self.confirm(win.seat, EVE)

    def back_out(self, win: Win) -> None:
        """Two people of the office adjust the meter by hand for a win that was none."""
        self.manager.ask(BackOutWin(f"back out {next(IDS)}", OFFICE, win.id, "the cards were misread"))


class BareWalk(Walk):
    """A keypad and sensors beside a manager: no table, the dealer does everything."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        terms = replace(scene.terms, system=scene.dialect.value)
        self.manager = open_floor(MemoryStore(), terms, guard=check_authority)
        self.side = open_tableside(self.manager, TABLE, SEATS, scene.rules)
        controller = self.side.controller
        self.keypad = Keypad(scene.dialect, controller, lambda who: check_supervisor(self.floor, who))

    def place(self) -> None:
        for seat, wagers in parse_script(self.scene.script).wagers.items():
            if "progressive" in wagers:
                self.side.do(command.PlaceWager(seat, wagers["progressive"]))

    def start(self) -> None:
        self.press(Button.START)

    def read_hands(self) -> None:
        for seat, line in self.scene.hands.items():
            self.press_hand(seat, line)

    def press(self, button: Button, actor: Actor = DAN, seat: int = 0, line: str = "") -> None:
        self.side.follow(self.keypad.press(Press(button, actor.name, seat, line)))

    def end(self) -> None:
        self.press(Button.END)


class LiveWalk(Walk):
    """A live table of a room, with the keypad over the book."""

    def __init__(self, scene: Scene, manager: GameManager, stand: RoomStand) -> None:
        self.scene, self.manager, self.stand = scene, manager, stand

    @property
    def keypad(self) -> Keypad:  # type: ignore[override]
        return self.stand.live.keypad  # type: ignore[no-any-return]

    def place(self) -> None:
        self.stand.bet(self.scene.script)

    def start(self) -> None:
        self.stand.do(table_command.CallNoMoreBets())

    def read_hands(self) -> None:
        self.stand.run(until=Phase.CLOSING)

    def press(self, button: Button, actor: Actor = DAN, seat: int = 0, line: str = "") -> None:
        self.stand.press(button, actor, seat, line)

    def end(self) -> None:
        self.stand.run()

    def end_taken_back(self, seat: int) -> None:
        """The table has read the hand: the dealer cannot end the round, and a supervisor decides."""
        with pytest.raises(RefusedError, match=f"seat {seat} has .* and dan has taken the win back"):
            self.end()
        self.stand.send(table_command.CloseRound("sue", "a card was misread"), actor=SUE)
