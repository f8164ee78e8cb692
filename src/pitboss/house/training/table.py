"""A training table for dealers: rounds played to the end, with everything that had to be paid in order.

The round runs on a real table with players who decide by chance, so its events are the right answers in
the right order. What the trainee is shown is the felt just before: every card open and nothing paid.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import lru_cache

from pitboss.base.money import MICROS
from pitboss.cards import Card, Ranking
from pitboss.cards.totals import Totals, total
from pitboss.house.training.deck import StackedDeck, find_hand, stack
from pitboss.house.training.lesson import pick
from pitboss.house.training.payment import LessonPayment, read_bet, read_envy
from pitboss.house.training.situation import decided_hand
from pitboss.rules import Blank, Choose, Game, Look, Paytable, Place, Round, Slot, Wager
from pitboss.table import command, event
from pitboss.table.deal import Deal
from pitboss.table.meter import open_meters
from pitboss.table.phase import Phase
from pitboss.table.randomness import Randomness, SeededRandomness, shuffle_cards
from pitboss.table.setup import Setup
from pitboss.table.table import Table
from pitboss.table.view import view_meters

DAY = date(2025, 1, 1)
"""Training is held under the limits of one day, so that a seed means the same rounds for ever."""
SEATS = 7
DEALER = "dealer"
FEWEST_TAKEN, MOST_WAGERS = 2, 8
"""Two seats or three are taken, or more where that makes no more wagers than this."""
MOST_CHIPS = 5
"""Stakes run from the minimum to so many times it."""
BANKROLL = 1_000_000 * MICROS
SEEDS = 2**32
INCLINATION = {"fold": 1, "double": 1, "surrender": 1, "insurance": 1}
"""How readily players take an option; 3 where nothing is said."""
LOW, HIGH = 11, 17
LOW_TOTAL = {"stand": 0, "double": 1, "surrender": 0}
HIGH_TOTAL = {"hit": 0, "double": 0, "split": 1, "surrender": 0}
"""Where cards are drawn to a total, nobody stands on a low one or draws to a high one."""


@dataclass(frozen=True)
class Taken:
    """A decision of a seat, with the money that it added."""

    question: str
    option: str
    stake_micros: int


@dataclass(frozen=True)
class Finished:
    """A round that was dealt to the end, and what the dealer had to do."""

    game: Game
    round: Round
    wagers: dict[int, dict[str, int]]
    """What each seat put down, in micro-dollars."""
    taken: dict[int, tuple[Taken, ...]]
    payments: tuple[LessonPayment, ...]
    held: frozenset[tuple[int, str]]
    """Bets that had to wait for a hidden card."""
    meters: dict[str, int]
    """What the displays say."""
    positions: dict[str, tuple[int, ...]]
    """Where in the deck the cards of each hand came from."""


@dataclass(frozen=True)
class RoundPlan:
    """Everything that makes a round come out as it does."""

    game: Game
    order: tuple[Card, ...]
    wagers: dict[int, dict[str, int]]
    players: int
    """The seed of what the players decide."""


@lru_cache(maxsize=16)
def set_up(game: Game) -> Setup:
    return Setup(game, DAY, SEATS, is_live=False, closed=game.unoffered)


def plan_round(game: Game, randomness: Randomness) -> RoundPlan:
    order = shuffle_cards(tuple(game.deck), randomness)
    setup = set_up(game)
    most = min(setup.seats, max(FEWEST_TAKEN + 1, MOST_WAGERS // len(setup.posted)))
    count = FEWEST_TAKEN + randomness.below(most - FEWEST_TAKEN + 1)
    seats = sorted(draw_some(range(1, setup.seats + 1), count, randomness))
    wagers = {seat: draw_wagers(setup, randomness) for seat in seats}
    return RoundPlan(game, order, wagers, randomness.below(SEEDS))


def draw_some(numbers: Sequence[int], count: int, randomness: Randomness) -> list[int]:
    left = list(numbers)
    return [left.pop(randomness.below(len(left))) for _ in range(count)]


def draw_wagers(setup: Setup, randomness: Randomness) -> dict[str, int]:
    """A wager that stands alone, nearly always the base game's; and every other as often as not."""
    game = setup.game
    alone = [wager for wager in setup.posted if game.stands_alone(game.wagers[wager])]
    base = [wager for wager in alone if wager in game.deciding]
    likely = base if base and randomness.below(8) else alone
    first = likely[randomness.below(len(likely))]
    names = [first, *(name for name in setup.posted if name != first and randomness.below(2))]
    return {name: draw_stake(setup, name, randomness) for name in names}


def draw_stake(setup: Setup, wager: str, randomness: Randomness) -> int:
    limit = setup.posted[wager]
    return min(limit.minimum_micros * (1 + randomness.below(MOST_CHIPS)), limit.maximum_micros)


# -- playing ---------------------------------------------------------------------------------------


def play(plan: RoundPlan) -> Finished:
    """Deal the planned round on a table, to the last payment."""
    table = seat_players(plan)
    events = list(table.handle(command.CallNoMoreBets()))
    deal, meters = table.running.deal, view_meters(table)
    players = SeededRandomness(plan.players)
    while table.phase is not Phase.IDLE:
        events += table.deal_on()
        if table.phase is Phase.DECIDING:
            events += table.handle(decide(table, players))
    return finish(plan, deal, events, meters)


def seat_players(plan: RoundPlan) -> Table:
    source = StackedDeck(plan.game.deck, plan.order, SeededRandomness(plan.players))
    table = Table(set_up(plan.game), source, open_meters(plan.game))
    for seat in plan.wagers:
        table.handle(command.TakeSeat(f"player {seat}", seat))
        table.handle(command.BuyIn(f"player {seat}", BANKROLL))
    table.handle(command.OpenBets())
    for seat, wagers in plan.wagers.items():
        for wager, stake in wagers.items():
            table.handle(command.PlaceWager(seat, wager, stake))
    return table


def decide(table: Table, players: Randomness) -> command.Decide:
    asked = table.running.deal.step
    assert isinstance(asked, Choose)
    inclined = INCLINATION | inclination_at(table, asked)
    options = table.options()
    chosen = pick(options, [Fraction(inclined.get(option.name, 3)) for option in options], players)
    return command.Decide(asked.seat, asked.question, chosen.name)


def inclination_at(table: Table, asked: Choose) -> dict[str, int]:
    look, own = decided_hand(table.setup.game, table.running.deal.round, asked)
    if not isinstance(look.ranking, Totals):
        return {}
    reached = total(own)
    return LOW_TOTAL if reached <= LOW else HIGH_TOTAL if reached >= HIGH else {}


def finish(plan: RoundPlan, deal: Deal, events: list[event.Event], meters: dict[str, int]) -> Finished:
    taken: dict[int, list[Taken]] = {seat: [] for seat in plan.wagers}
    payments: list[LessonPayment] = []
    held: set[tuple[int, str]] = set()
    for happened in events:
        match happened:
            case event.DecisionTaken(seat=seat):
                taken[seat].append(Taken(happened.question, happened.option, happened.stake_micros))
            case event.BetSettled():
                payments.append(read_bet(happened))
            case event.EnvyPaid():
                payments.append(read_envy(happened))
            case event.BetHeld(seat=seat, bet=bet):
                held.add((seat, bet))
            case _:
                pass
    return Finished(
        plan.game,
        deal.round,
        plan.wagers,
        {seat: tuple(decisions) for seat, decisions in taken.items()},
        tuple(payments),
        frozenset(held),
        meters,
        {hand: tuple(positions) for hand, positions in deal.positions.items()},
    )


# -- stacking --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wish:
    """A hand that a deck is stacked with: on a line of a wager's paytable."""

    wager: Wager
    line: str
    is_beaten: bool = False
    """Whether the dealer gets a better one."""


def stack_plan(plan: RoundPlan, wish: Wish, randomness: Randomness) -> RoundPlan | None:
    """The same round with the wish come true at one seat; None where that cannot be."""
    finished = play(plan)
    place = finished.round.places[randomness.below(len(finished.round.places))]
    positions = list(look_positions(finished, place, wish.wager.look))
    if wish.wager.shape is None or not positions:
        return None
    ranking, deck = wish.wager.shape.ranking, tuple(plan.game.deck)
    atoms = atoms_of(plan.game.chosen[wish.wager.id][0], ranking, wish.line)
    hand = find_hand(deck, ranking, len(positions), atoms, randomness)
    if hand and wish.is_beaten and DEALER in finished.positions:
        rest = [card for card in deck if card not in hand]
        better = frozenset(range(max(atoms) + 1, len(ranking.atom_names)))
        house = finished.positions[DEALER]
        hand += find_hand(rest, ranking, len(house), better, randomness) or ()
        positions += house
    if not hand or len(hand) != len(positions):
        return None
    return replace(plan, order=stack(plan.order, list(zip(positions, hand, strict=True))))


def look_positions(finished: Finished, place: Place, look: str) -> Iterator[int]:
    """Where in the deck the cards of a look lay; nothing for a look at several hands."""
    blanks: dict[str, tuple[Slot, ...]] = {
        name: tuple(map(Blank, found)) for name, found in finished.positions.items()
    }
    found = finished.game.looks(Round((place,), finished.game.house, blanks), place)[look]
    if isinstance(found, Look):
        yield from (slot.number for slot in found.cards if isinstance(slot, Blank))


def atoms_of(table: Paytable, ranking: Ranking, line: str) -> frozenset[int]:
    """The hands that the table pays on this line and on no narrower one."""
    numbers = range(len(ranking.atom_names))
    return frozenset(number for number in numbers if ranking.pick(number, table.pays) == line)
