"""The progressive at the keypad: what is pressed when, on the keypads of both makers."""

from collections.abc import Iterable, Iterator

from pitboss.base.odds import Kind
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.controller.dialect import LABELS, Button, Dialect
from pitboss.reports.page import Column, Table, make_table
from pitboss.rules import Game

PRESSES = (
    ("Lock the wagers in", (Button.START,)),
    ("A hand wins", (Button.SEAT, Button.HAND)),
    ("A meter pays: supervisor", (Button.KEY_TO_JACKPOT, Button.CONFIRM)),
    ("Record the win", (Button.JACKPOT, Button.CARD)),
    ("Or take it back", (Button.CANCEL, Button.HAND)),
    ("Go on", (Button.KEY_TO_RUN,)),
    ("Envy is paid", (Button.ENVY,)),
    ("The round is over", (Button.END,)),
)
"""In the order of a round; a maker's keypad has some of the buttons."""


def keypad_table(*, has_envy: bool) -> Table:
    columns = (Column("Keypad", wraps=True), *(Column(dialect.value, wraps=True) for dialect in Dialect))
    used = (press for press in PRESSES if has_envy or Button.ENVY not in press[1])
    rows = ((what, *(label_of(dialect, buttons) for dialect in Dialect)) for what, buttons in used)
    return make_table(columns, rows)


def label_of(dialect: Dialect, buttons: tuple[Button, ...]) -> str:
    labels = [LABELS[dialect][button] for button in buttons if button in LABELS[dialect]]
    return ", then ".join(labels) or "by itself"


def meter_words(game: Game, wagers: Iterable[str]) -> Iterator[str]:
    """Which hands a meter pays, and so need a supervisor."""
    for wager in wagers:
        for table in game.chosen.get(wager, ()):
            found = [line_words(line) for line, pay in table.pays.items() if pay.kind is Kind.METER]
            if found:
                label, hands = game.wagers[wager].label, ", ".join(found)
                yield f"{label} pays {hands} from the meter, the rest from the tray"
