"""Law: a hand drawn to a total is dealt, played and settled as the game's own procedure does, under any
house rules and any way of playing; here the play is random, so that every corner comes up."""

from random import Random

import numpy as np
import pytest

from pitboss.base.error import InputError
from pitboss.cards import Card
from pitboss.cards.card import LOWEST
from pitboss.cards.deck import make_deck
from pitboss.cards.totals import BEST, hold, totals_named, value
from pitboss.rules import Choose, Game, Round, load_game
from pitboss.shape.tally import net, staked
from pitboss.simulation.blackjack_hand import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    BlackjackPolicy,
    HandMachine,
    blank_tables,
    make_machine,
)
from pitboss.simulation.blackjack_program import write_blackjack_program
from pitboss.simulation.general import Rulebook
from pitboss.simulation.stream import open_stream

MACHINE = make_machine()
NAMES = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}
ROUNDS = 1500


def random_policy(game: Game, random: Random) -> BlackjackPolicy:
    """Anything that the menu allows, hits often enough for long hands."""
    house = game.house
    doubles = totals_named(str(house["double_on"]))
    most = int(house["most_hands"])
    first, split, goals = blank_tables(MACHINE)
    for up in range(10):
        for state, hand in enumerate(MACHINE.hands):
            total = hold(hand).total
            if len(hand) < 2 or total >= BEST:
                continue
            options = [STAND, HIT, HIT]
            if len(hand) == 2:
                options += [SURRENDER] * bool(house["surrender"] or house["early_surrender"])
                options += [DOUBLE] * (total in doubles)
                options += [SPLIT, SPLIT] if hand[0] == hand[1] and most > 1 else []
            first[up, state] = random.choice(options)
            for pair in set(hand):
                second = [STAND, HIT, HIT]
                if len(hand) == 2 and house["double_after_split"] and total in doubles:
                    second.append(DOUBLE)
                split[pair, up, state] = random.choice(second)
                if pair == 0 and not house["hit_split_aces"]:
                    split[pair, up, state] = STAND
        for pair in range(10):
            goals[pair, up] = (
                2 if pair == 0 and not house["resplit_aces"] else random.randint(2, max(most, 2))
            )
    return BlackjackPolicy("random", MACHINE, first, split, goals, insures=random.random() < 0.5)


def decide_by(policy: BlackjackPolicy, machine: HandMachine) -> object:
    def decide(round_: Round, step: Choose) -> str:
        place = round_.place(step.seat)
        if step.question == "insurance":
            return "insurance" if policy.insures else "no insurance"
        looks = load_game("blackjack").looks(round_, place)
        own = [look for name, look in looks.items() if name.startswith("hand ")]
        is_before = step.question == "surrender"
        cards = own[0 if is_before else int(step.question.split()[1]) - 1].cards
        up = value(round_.hand("dealer")[0]) - 1
        values = tuple(sorted(value(card) - 1 for card in cards))
        state = machine.number[values]
        if is_before and policy.first[up, state] != SURRENDER:
            return "no surrender"
        if len(own) == 1:
            return NAMES[int(policy.first[up, state])]
        pair = value(cards[0]) - 1
        if len(cards) == 2 and values == (pair, pair) and len(own) < policy.goals[pair, up]:
            return "split"
        return NAMES[int(policy.split[pair, up, state])]

    return decide


def lay_out(game: Game, numbers: np.ndarray, first: int) -> list[Card]:
    """The cards of a round; after the first ones they stand for any card of their value that is left."""
    left = list(game.deck)
    found = []
    for place, number in enumerate(numbers.tolist()):
        card = Card(number // 4 + LOWEST, number % 4)
        alike = [other for other in left if value(other) == value(card)]
        assert alike, "a value comes as often as there are cards of it"
        found.append(card if place < first or card in left else alike[0])
        left.remove(found[-1])
    return found


@pytest.mark.parametrize(
    ("seats", "settings"),
    [
        (1, {}),
        (2, {"dealer_peeks": False, "surrender": True, "dealer_hits_soft_17": True, "hit_split_aces": True}),
        (1, {"early_surrender": True, "decks": 1}),
        pytest.param(
            3,
            {"surrender": True, "double_on": "10 or 11", "resplit_aces": True, "most_hands": 3},
            marks=pytest.mark.slow,
        ),
        pytest.param(2, {"early_surrender": True, "dealer_peeks": False, "decks": 8}, marks=pytest.mark.slow),
        pytest.param(5, {}, marks=pytest.mark.slow),
        pytest.param(
            1,
            {"dealer_peeks": False, "double_after_split": False, "most_hands": 2, "double_on": "9 to 11"},
            marks=pytest.mark.slow,
        ),
        pytest.param(1, {"most_hands": 1, "surrender": True}, marks=pytest.mark.slow),
    ],
)
def test_drawn_rounds_come_out_as_the_procedure_settles_them(seats: int, settings: dict[str, object]) -> None:
    game = load_game("blackjack").with_settings(**{"decks": 2, **settings})
    wagers = tuple(game.wagers)
    policy = random_policy(game, Random(str(sorted(settings.items()))))
    prepared = write_blackjack_program(game, wagers, policy, seats=seats)
    cells, dealt = prepared.program.trace(open_stream(5, seats), ROUNDS)
    book = Rulebook(game, tuple(game.seat(*wagers, number=n) for n in range(1, seats + 1)))
    split_rounds = 0
    for row in range(ROUNDS):
        count = int(dealt[row, 0])
        cards = lay_out(game, dealt[row, 1 : count + 1], 2 * seats + 2)
        cards.reverse()
        round_ = book.play(lambda *_, left=cards: left.pop(), decide_by(policy, MACHINE))
        assert not cards, "as many cards as the procedure asks for"
        for seat in range(1, seats + 1):
            settled = game.settle(round_, seat)
            ours = {wager: prepared.outcomes[wager][cells[row, seat - 1]] for wager in wagers}
            assert ours["progressive"] == settled["progressive"]
            assert net(ours["bet"], {}) == net(settled["bet"], {}), (row, seat, round_.hands)
            is_early = ours["bet"][0].name == "dealer natural"
            assert is_early or staked(ours["bet"]) == staked(settled["bet"])
            split_rounds += ours["bet"][0].name == "split"
    assert split_rounds > 0 or settings.get("most_hands") == 1


def test_a_machine_knows_the_total_of_every_hand() -> None:
    for state, hand in enumerate(MACHINE.hands):
        hard = sum(v + 1 for v in hand)
        best = hard + 10 if 0 in hand and hard <= 11 else hard
        assert MACHINE.totals[state] == best
        assert MACHINE.is_soft[state] == (best != hard)
    assert (MACHINE.following == -1).any()
    assert np.issubdtype(MACHINE.following.dtype, np.integer)


def test_a_shoe_that_runs_out_is_refused() -> None:
    game = load_game("blackjack").with_deck(make_deck(ranks=(2, 3, 4), decks=1))
    policy = random_policy(game, Random(1))
    prepared = write_blackjack_program(game, ("bet",), policy, seats=3)
    with pytest.raises(InputError, match="the cards ran out with 3 seats"):
        prepared.program.deal(open_stream(1, 0), 1000)
