"""One moment of a session with all that the screen adds to it: what is chosen, said, asked and offered.

A scene looks at the table once and keeps what it saw; the next moment is another scene.
"""

from dataclasses import dataclass, field
from functools import cached_property

from pitboss.base.money import format_dollars
from pitboss.cli.terminal.card_art import card_sign
from pitboss.cli.terminal.moment import Moment
from pitboss.cli.terminal.session import Session
from pitboss.reports.wording import added_words, bet_label, spot_of, spots_of
from pitboss.rules import Game
from pitboss.table.felt import FeltView
from pitboss.table.glance import OptionView, View

SPACE = "space"


@dataclass(frozen=True)
class Action:
    """Something that the player can do now: its key, its name and what it costs."""

    key: str
    name: str
    what: str
    cost: str = ""
    is_main: bool = False
    is_open: bool = True
    """Whether the chips are enough for it."""


@dataclass(frozen=True)
class Scene:
    session: Session
    selected: str
    """The wager that keys change while bets are open."""
    said: tuple[str, ...] = ()
    """The dealer's words, the newest last."""
    log: tuple[str, ...] = ()
    message: str = ""
    """Why the table refused something."""
    advice: tuple[str, ...] = ()
    actions: tuple[Action, ...] = field(default=())

    @property
    def game(self) -> Game:
        return self.session.table.setup.game

    @cached_property
    def view(self) -> View:
        return self.session.view

    @cached_property
    def felt(self) -> FeltView:
        return self.session.felt

    @cached_property
    def moment(self) -> Moment:
        return self.session.moment


def wager_order(game: Game) -> list[str]:
    """Wagers in the order of their spots on the layout, so that an arrow goes where it points."""
    laid = [spot.bet for spot in spots_of(game)]
    return sorted(game.wagers, key=lambda wager: laid.index(spot_of(game, wager)))


def actions_of(session: Session) -> tuple[Action, ...]:
    """What can be done at this moment, the main thing marked."""
    match session.moment:
        case Moment.BETTING:
            return betting_actions(session)
        case Moment.DECIDING:
            return deciding_actions(session)
        case Moment.DEALING:
            return (Action(SPACE, "go on", "hurry", "skip the pauses", is_main=True),)
        case Moment.RESULT:
            return result_actions(session)
        case Moment.CLOSED:
            return (Action("q", "leave", "quit", "the table is closed", is_main=True),)


def betting_actions(session: Session) -> tuple[Action, ...]:
    laid = sum(session.wagers.values())
    last = sum(session.last_wagers.values())
    buy = Action("b", "buy in", "buy", format_dollars(session.first_buy_in_micros), is_main=session.is_broke)
    if session.is_broke:
        return (buy,)
    deal = Action(
        "d", "deal", "deal", f"for {format_dollars(laid)}" if laid else "no wager yet", is_main=True
    )
    rebet = Action("r", "rebet", "rebet", format_dollars(last), is_open=last <= session.chips_micros + laid)
    return (deal, *((rebet,) if last else ()), buy)


def price_of(option: OptionView) -> str:
    """What an option costs, or brings back."""
    if option.stake_micros < 0:
        return added_words(option.stake_micros)
    return format_dollars(option.stake_micros) if option.stake_micros else ""


def deciding_actions(session: Session) -> tuple[Action, ...]:
    assert session.asked, "the player is asked"
    options = session.asked.options
    actions: list[Action] = []
    for option in options:
        name, label = option.name, option_label(session, option.name)
        actions.append(
            Action(option.key, label, f"option {name}", price_of(option), is_open=option.can_afford)
        )
        if option.most_micros:
            word, most = name.rpartition(" ")[0], format_dollars(option.most_micros)
            actions.append(
                Action("$", f"{word} any", f"amount {word}", f"to {most}", is_open=option.can_afford)
            )
    return tuple(actions)


def option_label(session: Session, option: str) -> str:
    """An option as its button has it: a discard by its card."""
    card = session.card_of(option)
    return f"{option.split()[0]} {card_sign(card)}" if card else option


def result_actions(session: Session) -> tuple[Action, ...]:
    last = sum(session.last_wagers.values())
    go_on = Action(SPACE, "next round", "next", "", is_main=True)
    if not last:
        return (go_on,)
    return go_on, Action("r", "same wagers", "again", format_dollars(last))


READING = (("p", "pays"), ("h", "history"), ("?", "help"), ("q", "quit"))
HINTS = {
    Moment.BETTING: (("←→", "spot"), ("+ -", "stake"), ("1-9", "minimums"), ("0", "none"), *READING),
    Moment.DECIDING: (("a", "advice"), ("b", "buy in"), *READING),
    Moment.DEALING: READING,
    Moment.RESULT: READING,
    Moment.CLOSED: READING,
}


def hints_of(scene: Scene) -> str:
    """Keys besides the actions; an option may have taken one of them."""
    taken = {action.key for action in scene.actions}
    hints = HINTS[scene.moment]
    return "  ".join(f"{key} {word}" for key, word in hints if key not in taken)


def selected_label(scene: Scene) -> str:
    return bet_label(scene.game, spot_of(scene.game, scene.selected))
