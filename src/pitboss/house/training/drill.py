"""Drills: the mistakes that dealers make, each named, with the payments that invite it.

A drill is data: its name, the sentence that a dealer should remember, and a test that finds it among the
payments of a finished round. Drills know no game; what a game cannot bring about is never found.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pitboss.base.odds import LOSE, Kind
from pitboss.house.training.payment import ENVY, LessonPayment, PaymentAction
from pitboss.house.training.table import Finished, Wish
from pitboss.rules import Game, Wager
from pitboss.rules.bet import WHOLE

FOLD = "fold"
COMMON = 2
"""Decks are stacked with hands on n lines of a table, from the bottom."""


@dataclass(frozen=True)
class Drill:
    name: str
    sentence: str
    applies: Callable[[Finished, LessonPayment], bool]
    wishes: Callable[[Game], list[Wish]] = lambda _: []
    """Hands to stack the deck with, where the mistake needs one that hardly ever comes."""


# -- what invites a mistake ------------------------------------------------------------------------


def wager_of(finished: Finished, payment: LessonPayment) -> Wager | None:
    wagers = finished.game.wagers.values()
    return next((wager for wager in wagers if payment.bet in wager.bets), None)


def is_side(finished: Finished, payment: LessonPayment) -> bool:
    """Whether the payment is for something that rides along with the base game."""
    wager = wager_of(finished, payment)
    return wager is not None and not wager.decides


def has_folded(finished: Finished, seat: int) -> bool:
    return any(taken.option == FOLD for taken in finished.taken[seat])


def has_lost(finished: Finished, seat: int) -> bool:
    """Whether the base game of a seat that stayed in was lost."""
    return any(
        other.seat == seat and other.action is PaymentAction.TAKE and not is_side(finished, other)
        for other in finished.payments
    ) and not has_folded(finished, seat)


def side_of_a_losing_hand(finished: Finished, payment: LessonPayment) -> bool:
    return is_side(finished, payment) and is_paid(payment) and has_lost(finished, payment.seat)


def side_of_a_folded_hand(finished: Finished, payment: LessonPayment) -> bool:
    return is_side(finished, payment) and is_paid(payment) and has_folded(finished, payment.seat)


def bonus_of_a_losing_hand(finished: Finished, payment: LessonPayment) -> bool:
    return is_bonus(payment) and has_lost(finished, payment.seat)


def bonus_of_a_winning_hand(finished: Finished, payment: LessonPayment) -> bool:
    return is_bonus(payment) and not has_lost(finished, payment.seat)


def straight_above_flush(finished: Finished, payment: LessonPayment) -> bool:
    """A straight where a table pays it more than a flush."""
    wager = wager_of(finished, payment)
    tables = finished.game.chosen.get(wager.id, ()) if wager else ()
    if payment.result != "straight" or not tables or "flush" not in tables[0].pays:
        return False
    return tables[0].pays["straight"].amount > tables[0].pays["flush"].amount


def is_push(finished: Finished, payment: LessonPayment) -> bool:
    return payment.action is PaymentAction.PUSH


def column_by_hands(finished: Finished, payment: LessonPayment) -> bool:
    wager = wager_of(finished, payment)
    tables = finished.game.chosen.get(wager.id, ()) if wager else ()
    return is_paid(payment) and any(table.hands for table in tables)


def held_for_a_card(finished: Finished, payment: LessonPayment) -> bool:
    return (payment.seat, payment.bet) in finished.held


def wager_kept(finished: Finished, payment: LessonPayment) -> bool:
    return is_paid(payment) and payment.pay.kind is not Kind.TO and payment.pay != LOSE


def envy(finished: Finished, payment: LessonPayment) -> bool:
    return payment.bet == ENVY


def uneven_odds(finished: Finished, payment: LessonPayment) -> bool:
    """Odds that are no whole number to one, such as 3 to 2."""
    return is_paid(payment) and payment.pay.kind is Kind.TO and payment.pay.amount.denominator > 1


def is_paid(payment: LessonPayment) -> bool:
    return payment.action is PaymentAction.PAY


def is_bonus(payment: LessonPayment) -> bool:
    """Paid without a stake of its own."""
    return is_paid(payment) and not payment.stake_micros and payment.bet != ENVY


def envy_hands(game: Game) -> list[Wish]:
    return [
        Wish(game.wagers[wager], line)
        for wager, tables in game.chosen.items()
        for line in (tables[0].envy_micros if tables and wager in game.offered else ())
    ]


def side_hands(game: Game, *, common: int = COMMON) -> list[Wish]:
    """The commonest hands that side bets pay, n for each."""
    return [
        Wish(game.wagers[wager], line)
        for wager, tables in game.chosen.items()
        if tables and wager in game.offered and wager not in game.deciding
        for line in list(tables[0].pays)[-common:]
    ]


def bonus_hands(game: Game, *, are_beaten: bool) -> list[Wish]:
    """Hands that the base game's table pays, some of them against a dealer who has more."""
    return [
        Wish(game.wagers[wager], line, is_beaten=are_beaten)
        for wager in game.deciding
        if has_bonus(game, wager)
        for table in game.chosen.get(wager, ())
        for line in list(table.pays)[-COMMON:]
    ]


def has_bonus(game: Game, wager: str) -> bool:
    """Whether the wager can win something that nothing was put down for."""
    return any(not game.stakes.get(bet, WHOLE).at_risk for bet in game.wagers[wager].bets)


DRILLS = (
    Drill(
        "side bet of a losing hand",
        "A side bet is paid by its own cards, even when the hand loses.",
        side_of_a_losing_hand,
        side_hands,
    ),
    Drill(
        "live bet of a folded hand",
        "A fold does not end every bet: read the cards before they are swept.",
        side_of_a_folded_hand,
    ),
    Drill(
        "bonus of a losing hand",
        "The bonus is paid whatever the dealer holds, even when the dealer wins.",
        bonus_of_a_losing_hand,
        partial(bonus_hands, are_beaten=True),
    ),
    Drill(
        "bonus of a winning hand",
        "A hand that wins may be owed its bonus as well.",
        bonus_of_a_winning_hand,
        partial(bonus_hands, are_beaten=False),
    ),
    Drill(
        "straight above flush",
        "With three cards a straight is rarer than a flush and pays more.",
        straight_above_flush,
    ),
    Drill("push", "A push is neither paid nor taken.", is_push),
    Drill(
        "column by hands",
        "Count the hands dealt, the dealer's too: they pick the column.",
        column_by_hands,
    ),
    Drill(
        "held for a hidden card",
        "A bet that a hidden card can change waits until it is open.",
        held_for_a_card,
        partial(side_hands, common=1),
    ),
    Drill("wager kept", "At 'for 1', and from a meter, the wager itself is kept.", wager_kept),
    Drill("uneven odds", "Odds such as 3 to 2 pay three for every two.", uneven_odds),
    Drill(
        "envy",
        "Envy goes to every other seat with the wager, at the end of the round.",
        envy,
        envy_hands,
    ),
)


def drills_of(finished: Finished, payment: LessonPayment) -> tuple[Drill, ...]:
    return tuple(drill for drill in DRILLS if drill.applies(finished, payment))
