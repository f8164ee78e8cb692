"""The progressive at the keypad: what is pressed when, on the keypads of both makers."""

from collections.abc import Iterable, Iterator

from pitboss.base.odds import Kind
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.controller.dialect import LABELS, Button, Dialect
from pitboss.reports.page import Column, PageTable, make_table
from pitboss.rules import Game

OVER = "The round is over"
PRESSES = (
    ("Lock the wagers in", (Button.START,)),
    ("A hand wins", (Button.SEAT, Button.HAND)),
    ("A meter pays: supervisor", (Button.KEY_TO_JACKPOT, Button.CONFIRM)),
    ("Record the win", (Button.JACKPOT, Button.CARD)),
    ("Or take it back", (Button.CANCEL, Button.HAND)),
    ("Lower the meter", (Button.KEY_TO_RUN,)),
    ("Print the win page", (Button.WIN_PAGE,)),
    (OVER, (Button.END,)),
)
"""In the order of a round; a maker's keypad has some of the buttons."""


def keypad_table(*, has_envy: bool) -> PageTable:
    columns = (Column("Keypad", wraps=True), *(Column(dialect.value, wraps=True) for dialect in Dialect))
    rows = (
        (say_step(what, has_envy=has_envy), *(label_of(dialect, buttons) for dialect in Dialect))
        for what, buttons in PRESSES
    )
    return make_table(columns, rows)


def say_step(what: str, *, has_envy: bool) -> str:
    return f"Envy is paid: {what.lower()}" if has_envy and what == OVER else what


def label_of(dialect: Dialect, buttons: tuple[Button, ...]) -> str:
    labels = [LABELS[dialect][button] for button in buttons if button in LABELS[dialect]]
    return ", then ".join(labels) or "by itself"


def meter_words(game: Game, wagers: Iterable[str]) -> Iterator[str]:
    """What becomes of the wagers, and which hands a meter pays and so need a supervisor."""
    for wager in wagers:
        if game.wagers[wager].stays:
            yield f"{game.wagers[wager].label} stays on the table until it is settled"
        else:
            yield f"{game.wagers[wager].label}: take the wagers off once they are counted"
        for table in game.chosen.get(wager, ()):
            found = [line_words(line) for line, pay in table.pays.items() if pay.kind is Kind.METER]
            if found:
                label, hands = game.wagers[wager].label, ", ".join(found)
                yield f"{label} pays {hands} from the meter, the rest from the tray"
