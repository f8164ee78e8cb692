"""What the player can do now, and the bar at the foot of the screen: keys, names and prices."""

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from pitboss.base.money import format_dollars
from pitboss.cli.terminal.card import keep_children
from pitboss.cli.terminal.felt import tone_of
from pitboss.cli.terminal.session import PlayerPhase, TerminalSession
from pitboss.reports.wording import added_words, card_sign, signed_dollars
from pitboss.table.glance import OptionView
from pitboss.table.setup import SpotLimit

SPACE = "space"
PURSE = 18
"""Columns for what the player has."""
FEW = 4
"""Actions that stand apart on the narrowest screen; more of them stand close."""


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


def actions_of(session: TerminalSession) -> tuple[Action, ...]:
    """What can be done in this phase, the main thing marked."""
    match session.phase:
        case PlayerPhase.BETTING:
            return betting_actions(session)
        case PlayerPhase.DECIDING:
            return deciding_actions(session)
        case PlayerPhase.DEALING:
            return (Action(SPACE, "go on", "hurry", "skip the pauses", is_main=True),)
        case PlayerPhase.RESULT:
            return result_actions(session)
        case PlayerPhase.CLOSED:
            return (Action("q", "leave", "leave", "the table is closed", is_main=True),)


def betting_actions(session: TerminalSession) -> tuple[Action, ...]:
    laid = sum(session.wagers.values())
    last = sum(session.last_wagers.values())
    buy = Action("b", "buy in", "buy", format_dollars(session.first_buy_in_micros), is_main=session.is_broke)
    if session.is_broke:
        return (buy,)
    cost = f"for {format_dollars(laid)}" if laid else "no wager yet"
    deal = Action("d", "deal", "deal", cost, is_main=True)
    rebet = Action("r", "rebet", "rebet", format_dollars(last), is_open=last <= session.chips_micros + laid)
    return (deal, *((rebet,) if last else ()), buy)


def deciding_actions(session: TerminalSession) -> tuple[Action, ...]:
    assert session.asked, "the player is asked"
    actions: list[Action] = []
    for option in session.asked.options:
        card, is_open = session.card_of(option.name), option.can_afford
        name, cost = (option.name.split()[0], card_sign(card)) if card else (option.name, price_of(option))
        actions.append(Action(option.key, name, f"option {option.name}", cost, is_open=is_open))
        if option.most_micros:
            word, most = option.name.rpartition(" ")[0], format_dollars(option.most_micros)
            actions.append(Action("$", f"{word} any", f"amount {word}", f"to {most}", is_open=is_open))
    return tuple(actions)


def price_of(option: OptionView) -> str:
    """What an option costs, or brings back."""
    if option.stake_micros < 0:
        return added_words(option.stake_micros)
    return format_dollars(option.stake_micros) if option.stake_micros else ""


def result_actions(session: TerminalSession) -> tuple[Action, ...]:
    last = sum(session.last_wagers.values())
    go_on = Action(SPACE, "next round", "next", is_main=True)
    return (go_on, Action("r", "same wagers", "again", format_dollars(last))) if last else (go_on,)


def stake_after(key: str, now_micros: int, limit: SpotLimit) -> int:
    """What a key makes of a stake: a step more or less, n minimums, or nothing."""
    match key:
        case "+":
            return now_micros + limit.step_micros if now_micros else limit.minimum_micros
        case "-":
            return now_micros - limit.step_micros if now_micros > limit.minimum_micros else 0
        case _:
            return int(key) * limit.minimum_micros


# -- the bar ---------------------------------------------------------------------------------------


class ActionButton(Static):
    """A key, a name, and the cost under it."""

    drawn: object = None
    """What stands on it."""

    def show(self, action: Action, *, tells_how_to_buy: bool) -> None:
        """Write it where it has changed: what is written is laid out again, with all that is around it."""
        if self.drawn == (wanted := (action, tells_how_to_buy)):
            return
        self.drawn = wanted
        key = f" {action.key.upper()} "
        cost = f"{action.cost}: b buys chips" if tells_how_to_buy else action.cost
        self.set_class(action.is_main, "-main")
        self.set_class(not action.is_open, "-closed")
        under = f"\n{' ' * len(key)} {cost}"
        self.update(
            Content.assemble((key, "bold $background on $primary"), (f" {action.name}", "bold"), under)
        )


class ActionBar(Horizontal):
    """What the player has, and beside it what can be done."""

    def compose(self) -> ComposeResult:
        yield Static(id="purse")
        yield Horizontal(id="buttons")

    def show(self, session: TerminalSession) -> None:
        self.query_one("#purse", Static).update(purse_text(session), layout=False)
        actions = actions_of(session)
        first_closed = next((action for action in actions if not action.is_open), None)
        self.set_class(len(actions) > FEW, "-crowded")
        buttons = keep_children(self.query_one("#buttons"), ActionButton, len(actions))
        for button, action in zip(buttons, actions, strict=True):
            button.show(action, tells_how_to_buy=action is first_closed)


def purse_text(session: TerminalSession) -> Content:
    """The bankroll, and under it what lies on the felt or what the round brought."""
    chips = purse_line("Bankroll", format_dollars(session.chips_micros), "bold $primary")
    if session.kept:
        net = session.kept.net_micros
        return Content("\n").join((chips, purse_line("Round", signed_dollars(net), f"bold {tone_of(net)}")))
    laid = sum(session.felt.spots.get(session.seat, {}).values())
    return Content("\n").join((chips, purse_line("Wagered", format_dollars(laid), "bold")))


def purse_line(name: str, amount: str, style: str) -> Content:
    """An amount and its name; a very large one stands alone."""
    name = name if len(name) + 1 + len(amount) <= PURSE else ""
    return Content.assemble((name.ljust(PURSE - len(amount)), "$secondary"), (amount, style))
