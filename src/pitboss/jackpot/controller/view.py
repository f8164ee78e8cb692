"""The dealer's keypad as plain data, for a screen or a wire: what is lit, what can be pressed, what to do.

Whether a button can be pressed is tried out on a copy of the controller, so that a view cannot promise
what the controller would refuse. Rights are not in it: the manager asks who somebody is when it is asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.base.money import format_dollars
from pitboss.jackpot.controller.connection import patron_text, staff_text
from pitboss.jackpot.controller.dialect import LABELS, Button, Dialect, Keypad, Press
from pitboss.jackpot.controller.news import CLOSED
from pitboss.jackpot.controller.phase import Phase
from pitboss.jackpot.controller.state import State, TableWin
from pitboss.jackpot.win import say_stays

SOMEBODY = "somebody"
"""Who presses when a press is tried out."""


@dataclass(frozen=True)
class SeatView:
    seat: int
    sensor: str
    """dark, invited, placed or locked."""
    stake_micros: int
    """What lies on the sensor or is locked."""
    is_folded: bool
    hand: str
    """The label of the hand button that is lit for the seat; empty for none."""
    stays: str = ""
    """What is said of a share that was refused after another was confirmed."""


@dataclass(frozen=True)
class ButtonView:
    button: str
    """What a `Press` names it by; the label is what the dialect calls it."""
    label: str
    seat: int
    """Where it belongs to one; 0 otherwise."""
    line: str
    is_lit: bool
    can_press: bool
    why_not: str


@dataclass(frozen=True)
class WinView:
    seat: int
    hand: str
    micros: int
    order: int
    is_confirmed: bool
    needs: str
    """Whose confirmation it waits for; empty when it is confirmed."""
    is_recorded: bool
    """Whether J-POT was pressed, and the key is not back at Run."""


@dataclass(frozen=True)
class EnvyView:
    seat: int
    holder: int
    hand: str
    micros: int


@dataclass(frozen=True)
class Messages:
    patrons: str
    staff: str
    dealer: tuple[str, ...]
    """What to do next, and what the manager has refused."""
    envy: tuple[str, ...]
    """What to pay: each of the `envies` in words."""


@dataclass(frozen=True)
class KeypadView:
    table: str
    round: int
    phase: str
    phase_words: str
    dialect: str
    is_online: bool
    selected: int
    """The seat that is selected on a display; 0 for none."""
    key_holder: str
    seats: tuple[SeatView, ...]
    buttons: tuple[ButtonView, ...]
    wins: tuple[WinView, ...]
    """Posted in this round, open or confirmed, in the order of posting."""
    envies: tuple[EnvyView, ...]
    messages: Messages


def view(keypad: Keypad) -> KeypadView:
    state = keypad.controller
    wins = sorted(state.round.wins.values(), key=lambda win: win.order)
    return KeypadView(
        table=state.table,
        round=state.round.number,
        phase=state.phase.value,
        phase_words=state.phase.words,
        dialect=keypad.dialect.value,
        is_online=state.is_online,
        selected=keypad.selected,
        key_holder=keypad.key_holder,
        seats=tuple(view_seat(state, seat) for seat in range(1, state.seats + 1)),
        buttons=tuple(view_button(keypad, press) for press in presses(keypad)),
        wins=tuple(view_win(state, win) for win in wins),
        envies=tuple(view_envies(state)),
        messages=Messages(
            patron_text(state), staff_text(state), tuple(say_next(state)), tuple(say_envy(state))
        ),
    )


def view_seat(state: State, seat: int) -> SeatView:
    round_, lamp = state.round, state.round.lamps.get(seat)
    stake = round_.locked.get(seat) or round_.placed.get(seat, 0)
    sensor = state.sensor(seat).name.lower()
    hand, stays = lamp.button.label if lamp else "", say_stays(round_.stays.get(seat, 0))
    return SeatView(seat, sensor, stake, seat in round_.folded, hand, stays)


def view_win(state: State, win: TableWin) -> WinView:
    needs = "" if win.is_confirmed else state.needs(win.micros)
    is_recorded = win.is_recorded and not win.is_confirmed
    return WinView(
        win.lamp.seat, win.lamp.button.label, win.micros, win.order, win.is_confirmed, needs, is_recorded
    )


def view_envies(state: State) -> Iterator[EnvyView]:
    for envy in state.envies:
        hand = state.layout.buttons[envy.line].label
        yield EnvyView(envy.seat, envy.holder, hand, envy.micros)


# -- buttons -------------------------------------------------------------------------------------------


def presses(keypad: Keypad) -> Iterator[Press]:
    """Every press that the keypad has a button for."""
    seats = range(1, keypad.controller.seats + 1)
    for button in LABELS[keypad.dialect]:
        if button is Button.HAND:
            at = seats if keypad.dialect is Dialect.GAME_MANAGER else (keypad.selected,)
            for line in keypad.controller.layout.buttons:
                yield from (Press(button, SOMEBODY, seat, line) for seat in at)
        elif button is Button.SEAT:
            yield from (Press(button, SOMEBODY, seat) for seat in seats)
        else:
            yield Press(button, SOMEBODY)


def view_button(keypad: Keypad, press: Press) -> ButtonView:
    why_not = keypad.why_not(press)
    label, is_lit = LABELS[keypad.dialect][press.button], False
    if press.button is Button.SEAT:
        is_lit = press.seat == keypad.selected
    elif press.button is Button.HAND:
        label = keypad.controller.layout.buttons[press.line].label
        lamp = keypad.controller.round.lamps.get(press.seat)
        is_lit = lamp is not None and lamp.button.line == press.line
    return ButtonView(press.button.value, label, press.seat, press.line, is_lit, not why_not, why_not)


# -- messages ------------------------------------------------------------------------------------------


def say_next(state: State) -> Iterator[str]:
    """What the dealer is to do, the most urgent first."""
    if state.refused:
        yield f"The game manager refused: {state.refused}"
    if state.asked:
        yield "The game manager has not answered yet."
    if state.closed_why not in ("", CLOSED):
        yield f"The progressive takes no wager: {state.closed_why}."
    if state.phase is Phase.PLAYING and not state.round.lamps and not state.layout.stays:
        seats = ", ".join(map(str, sorted(state.round.locked)))
        yield f"Take the progressive wagers off the sensors of {seats}."
    for win in state.round.open_wins:
        amount, hand = format_dollars(win.micros), win.lamp.button.label
        call = f"call {state.needs(win.micros)}"
        todo = "it is recorded, turn the key to Run" if win.is_recorded else call
        yield f"Seat {win.lamp.seat} wins {amount} with {hand}: {todo}."
    for seat, micros in state.round.stays.items():
        yield f"Seat {seat}: {say_stays(micros)}"


def say_envy(state: State) -> Iterator[str]:
    for one in view_envies(state):
        amount = format_dollars(one.micros)
        yield f"Pay seat {one.seat} {amount} of envy for {one.hand} of seat {one.holder}."
