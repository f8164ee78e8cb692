"""What is said about a session besides its events: the table's terms, how things stand, rounds that are over.

Sentences for the plain mode and for the pages of the full screen; nothing here is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.base.error import InputError, PlanError
from pitboss.base.figure import format_decimal
from pitboss.base.money import format_dollars
from pitboss.cli.terminal.session import Past, TerminalSession
from pitboss.reports.sentence import Payment, envy_payment, payment_of
from pitboss.reports.wording import (
    as_set,
    card_words,
    cards_words,
    laid_words,
    limit_words,
    meter_labels,
    net_words,
    pay_lines,
    signed_dollars,
    table_in_force,
    wager_label,
)
from pitboss.table.glance import HandView

if TYPE_CHECKING:
    from pitboss.rules import Game, Record
    from pitboss.strategy.advice import Advice, Choice

MOST_TOLD = 10


def source_words(session: TerminalSession) -> str:
    """Whether the cards can be repeated."""
    randomness = session.table.source.randomness
    if randomness.is_seeded:
        return f"Training table: {randomness.source} deals the same rounds every time."
    return f"Live table: the cards come from the {randomness.source}'s generator."


def greeting_lines(session: TerminalSession) -> Iterator[str]:
    setup = session.table.setup
    yield f"{setup.game.name}. {source_words(session)}"
    for wager, limit in setup.posted.items():
        alone = "" if setup.game.stands_alone(setup.game.wagers[wager]) else ", beside another wager"
        yield f"{wager_label(setup.game, wager)} takes {limit_words(limit)}{alone}."
    if closed := [wager for wager in setup.game.wagers if wager not in setup.posted]:
        yield f"Not offered here: {', '.join(wager_label(setup.game, wager) for wager in closed)}."
    yield from meter_lines(session)


def meter_lines(session: TerminalSession) -> Iterator[str]:
    for label, micros in meter_labels(session.game, session.view.meters).items():
        yield f"The {label} meter stands at {format_dollars(micros)}."


def status_line(session: TerminalSession) -> str:
    """What the player has, and what lies on the felt."""
    game = session.game
    laid = [f"{wager_label(game, wager)} {laid_words(game, wager, m)}" for wager, m in session.wagers.items()]
    return f"You have {format_dollars(session.chips_micros)}; on the felt: {', '.join(laid) or 'nothing'}."


# -- hands -----------------------------------------------------------------------------------------


def hand_line(owner: str, hand: HandView) -> str:
    makes = f" ({hand.words})" if hand.words else ""
    return f"{owner}: {cards_words(hand.cards)}{makes}."


def hands_lines(session: TerminalSession) -> Iterator[str]:
    """The cards of the player and those that everybody shares."""
    felt = session.felt
    for hand in felt.hands.get(session.seat, ()):
        yield hand_line("Your cards" if hand.name == "hand" else f"Your {hand.name}", hand)
    for hand in (as_set(session.game, shared) for shared in felt.shared):
        yield hand_line("Dealer's cards" if hand.name == "dealer" else hand.name.capitalize(), hand)


# -- rounds that are over --------------------------------------------------------------------------


def payments_of(session: TerminalSession, past: Past) -> list[Payment]:
    """Every bet of the player with its arithmetic, then envy."""
    game, speaker = session.game, session.speaker
    paid = [payment_of(game, settled) for settled in past.settled]
    return paid + [envy_payment(game, envy, speaker.who(envy.holder)) for envy in past.envies]


def net_line(past: Past) -> str:
    if past.is_void:
        return "The round is void: every wager went back."
    if not past.settled:
        return "You had no wager in this round."
    return f"{net_words(past.net_micros)}."


def result_lines(session: TerminalSession) -> Iterator[str]:
    """How the round ended for everybody, the player last."""
    assert session.kept, "a round is over"
    yield from held_lines(session, session.kept)
    for seat in session.others:
        yield f"{net_words(session.net_of(seat), who=session.speaker.capital(seat))}."
    yield f"{net_line(session.kept)} You have {format_dollars(session.chips_micros)}."


def held_lines(session: TerminalSession, past: Past) -> Iterator[str]:
    """What the player's hands and the dealer's came to."""
    own = [hand for hand in past.felt.hands.get(session.seat, ()) if hand.words]
    for hand in own:
        yield f"You hold {hand.words}." if len(own) == 1 else f"Your {hand.name}: {hand.words}."
    yield from (f"{hand.name.capitalize()}: {hand.words}." for hand in past.felt.shared if hand.words)


def history_lines(session: TerminalSession) -> Iterator[str]:
    if not session.past:
        yield "No round has been played yet."
    for past in session.past[-MOST_TOLD:]:
        yield from past_lines(session, past)


def past_lines(session: TerminalSession, past: Past) -> Iterator[str]:
    yield f"Round {past.view.round}: {signed_dollars(past.net_micros)}."
    shared = (as_set(session.game, hand) for hand in past.felt.shared)
    hands = [*past.felt.hands.get(session.seat, ()), *shared]
    yield from (hand_line(hand.name.capitalize(), hand) for hand in hands)
    yield from (f"{payment.words}." for payment in payments_of(session, past))


def farewell_lines(session: TerminalSession) -> Iterator[str]:
    brought, taken = format_dollars(session.brought_micros), format_dollars(session.taken_micros)
    change = session.taken_micros - session.brought_micros
    end = (
        f"{format_dollars(abs(change))} {'more' if change > 0 else 'less'}"
        if change
        else "as much as you brought"
    )
    yield f"You brought {brought} and take home {taken}: {end}."


# -- paytables -------------------------------------------------------------------------------------


def paytable_lines(session: TerminalSession) -> Iterator[str]:
    game = session.game
    for wager in session.offered:
        table = table_in_force(game, wager, session.hands)
        if table:
            yield f"{wager_label(game, wager)}, {table.id}: {'; '.join(pay_lines(table))}."
    yield from meter_lines(session)


# -- advice ----------------------------------------------------------------------------------------


DIGITS = 4


def advice_lines(session: TerminalSession) -> list[str]:
    """The options with their values, the best one marked; or why there is no advice."""
    if session.asked is None:
        return ["There is nothing to decide now."]
    game, record = session.game, session.table.record_for(session.seat)
    base = wager_label(game, session.table.base_wager(session.seat))
    return advice_on(game, record, session.seat, base)


def advice_on(game: Game, record: Record, seat: int, base: str) -> list[str]:
    from pitboss.strategy.advice import advise_record

    try:
        advice = advise_record(game, record, seat)
    except (InputError, PlanError) as problem:
        return [f"No advice here: {problem}."]
    return [f"Worth of the round, for each dollar of {base}:", *choice_lines(advice)]


def choice_lines(advice: Advice) -> list[str]:
    return [choice_line(choice, is_best=choice is advice.best) for choice in advice.choices]


def choice_line(choice: Choice, *, is_best: bool) -> str:
    about = f" ({card_words(str(choice.card))})" if choice.card else ""
    verdict = "best" if is_best else f"costs {format_decimal(choice.cost, DIGITS)}"
    return f"{choice.option}{about}: {format_decimal(choice.value, DIGITS)}, {verdict}"
