"""Exact distributions of what a seat's wagers come to, under a policy that is the same here and at the table.

The policy is blind to suits and knows no game: it adds up the ranks of all the cards that the seat has seen
and takes the option with that number, modulo their count. So every option is taken again and again. Who may
discard a card throws away the lowest or the highest one, if no other has its rank. The counting engine prices
this policy exactly; the table plays it. Where the rules read cards the general engine counts, and the policy
is the dearest option, whatever is seen; over a shared board everybody stays as cheaply as may be.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from pitboss.analysis.alike import walk_alike
from pitboss.analysis.analysis import analyze
from pitboss.analysis.bestplay import allowed_options
from pitboss.analysis.counting import count
from pitboss.base.odds import Kind
from pitboss.cards import Card
from pitboss.rules import FOLD, Choose, Game, Option, Result, Round, Step
from structure import reads_cards, shares_board

Outcome = tuple[tuple[str, str, Fraction, Fraction | None], ...]
"""Each settled bet of a wager: its name, its result, its stake and its payout in units of the wager."""
Chances = Mapping[Outcome, Fraction]
METERS = {level: Fraction(0) for level in ("", "Mega", "Major", "Minor")}


def outcome_of(bets: Sequence[str], results: Sequence[Result]) -> Outcome:
    return tuple(
        (bet, result.name, result.stake, None if result.pay.kind is Kind.METER else payout(result))
        for bet, result in zip(bets, results, strict=True)
        if result.stake or result.base
    )


def payout(result: Result) -> Fraction:
    return result.stake + result.net({})


# -- the policy, at the table and on the rows of the counting engine -------------------------------


def choose(step: Choose, seen: Sequence[Card]) -> Option:
    """What the policy does with these cards in sight; where a card is discarded, they are the seat's own."""
    total = sum(card.rank for card in seen)
    if not any(option.place is not None for option in step.options):
        return step.options[total % len(step.options)]
    ranks = [card.rank for card in seen]
    wanted = {0: min(ranks), 1: max(ranks)}.get(total % 3)
    if wanted is None or ranks.count(wanted) > 1:
        return step.options[0]
    return next(option for option in step.options if option.place == ranks.index(wanted))


def policy(node, stage):
    """The same for every row at once."""
    ranks = stage.rows.astype(np.int64) // 4 + 2
    total = ranks.sum(axis=1)
    places = [option.place for option in node.options]
    if not any(place is not None for place in places):
        return nth_offered(node, stage, total)
    number = {place: index for index, place in enumerate(places)}
    chosen = np.zeros(len(ranks), np.int8)
    for remainder, place in ((0, ranks.argmin(axis=1)), (1, ranks.argmax(axis=1))):
        wanted = ranks[np.arange(len(ranks)), place]
        is_alone = (ranks == wanted[:, None]).sum(axis=1) == 1
        options = np.array([number[index] for index in range(ranks.shape[1])], np.int8)
        chosen = np.where(is_alone & (total % 3 == remainder), options[place], chosen)
    return chosen.astype(np.int8)


def nth_offered(node, stage, total):
    """Of the options that the hand has, the one with this number, modulo their count."""
    offered = allowed_options(node, stage)
    if offered is None:
        return (total % len(node.options)).astype(np.int8)
    offered_first = np.argsort(~offered, axis=1, kind="stable")
    return offered_first[np.arange(len(total)), total % offered.sum(axis=1)].astype(np.int8)


# -- what comes of it ------------------------------------------------------------------------------


def exact_chances(game: Game, wager: str) -> Chances:
    """Of one wager, when the seat has every wager of the game down and follows the policy."""
    analysed = analyze(game, wager) if game.wagers[wager].shape and is_highest(game, wager) else None
    if analysed and analysed.highest:
        return highest_chances(game, wager, analysed)
    placed = tuple(dict.fromkeys((*game.deciding, wager)))
    if reads_cards(game):
        tallies = walk_alike(with_one(game, dearest), placed).tallies
    elif shares_board(game):
        tallies = {wager: analyze(with_one(game, cheapest_to_stay), wager).figures.tally}
    else:
        tallies = count(game, placed, wanted=(wager,)).price(game, meters=METERS, policy=policy).tallies
    chances: dict[Outcome, Fraction] = {}
    for results, chance in tallies[wager].chances().items():
        key = outcome_of(game.wagers[wager].bets, results)
        chances[key] = chances.get(key, Fraction(0)) + chance
    return chances


def dearest(options: Sequence[Option]) -> Option:
    return options[-1]


def cheapest_to_stay(options: Sequence[Option]) -> Option:
    return min((option for option in options if option.name != FOLD), key=lambda option: option.stake)


def with_one(game: Game, choose: Callable[[Sequence[Option]], Option]) -> Game:
    """The same game, in which nobody is offered anything but one option."""

    def procedure(table: Round) -> Generator[Step, None, None]:
        for step in game.procedure(table):
            yield replace(step, options=(choose(step.options),)) if isinstance(step, Choose) else step

    return replace(game, procedure=procedure)


def is_highest(game: Game, wager: str) -> bool:
    return any(table.hands for table in game.chosen.get(wager, ()))


def highest_chances(game: Game, wager: str, analysed) -> Chances:
    """One seat and the dealer: two hands, for which the analysis of the highest hand is exact."""
    (bet,), (column,) = game.wagers[wager].bets, analysed.tables
    at_least = [*analysed.highest.chance_at_least(), Fraction(0)]
    shape = game.wagers[wager].shape
    chances: dict[Outcome, Fraction] = {}
    for number, atom in enumerate(analysed.highest.cells.atoms):
        line = shape.ranking.pick(atom, shape.allowed)
        paid = 1 + column.pays[line].amount if line else Fraction(0)
        key = ((bet, line or "lose", Fraction(1), paid),)
        chances[key] = chances.get(key, Fraction(0)) + at_least[number] - at_least[number + 1]
    return chances
