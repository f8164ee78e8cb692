"""Blackjack: several hands of one seat, each with its own cards, choices and stake."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

import blackjack_splits
import pytest
from definition import define

from dealing import nets, play_script
from pitboss.analysis.walker import walk
from pitboss.base.error import InputError
from pitboss.cards import Card, Deck

GAME = define(blackjack_splits)
BETS = ("hand_1", "hand_2", "hand_3", "hand_4")


@pytest.mark.parametrize(
    ("hands", "dealer", "choices", "expected"),
    [
        pytest.param({1: "Ah Kd"}, "9c 8d", {}, ["3/2", 0, 0, 0], id="a natural pays three to two"),
        pytest.param({1: "Ah Kd"}, "Ac Qd", {}, [0, 0, 0, 0], id="two naturals push"),
        pytest.param(
            {1: "Th 6d"}, "Tc 7d", {"hand 1 on 2": "stand"}, [-1, 0, 0, 0], id="the higher total wins"
        ),
        pytest.param(
            {1: "Th 6d 9s"},
            "Tc 6c 9c",
            {"hand 1 on 2": "hit"},
            [-1, 0, 0, 0],
            id="a bust loses",
        ),
        pytest.param(
            {1: "5h 6d Ts"},
            "Tc Td",
            {"hand 1 on 2": "double"},
            [2, 0, 0, 0],
            id="a double wins twice",
        ),
        pytest.param(
            {1: "8h 8d 3s Tc", 2: "9s 5h"},
            "Tc 6c 4d",
            {"hand 1 on 2": "split", "hand 1 on 3": "double", "hand 2 on 1": "hit"},
            [2, -1, 0, 0],
            id="split hands are played and doubled each on its own",
        ),
        pytest.param(
            {1: "8h 8d 8s Ts", 2: "Th", 3: "3c Jc"},
            "9c 9d",
            {
                "hand 1 on 2": "split",
                "hand 1 on 3": "split",
                "hand 1 on 4": "stand",
                "hand 2 on 1": "stand",
                "hand 3 on 1": "hit",
            },
            [0, 0, 1, 0],
            id="a pair may be split again",
        ),
        pytest.param(
            {1: "Ah Ad Ks", 2: "Qs"},
            "9c 9d",
            {"hand 1 on 2": "split"},
            [1, 1, 0, 0],
            id="ace and ten after a split are 21 and no natural",
        ),
        pytest.param(
            {1: "8h 8d 3s Tc", 2: "Ts"},
            "Ac Kc",
            {"hand 1 on 2": "split", "hand 1 on 3": "double", "hand 2 on 1": "stand"},
            [-1, 0, 0, 0],
            id="a dealer's natural takes the first stake only",
        ),
    ],
)
def test_settlements(
    hands: dict[int, str], dealer: str, choices: dict[str, str], expected: list[int | str]
) -> None:
    piles = {f"seat 1 hand {number}": cards for number, cards in hands.items()}
    answers = {f"1 {question}": option for question, option in choices.items()}
    round_ = play_script(GAME, {**piles, "dealer": dealer}, answers, wagers={1: ("bet",)})
    won = nets(GAME, round_)
    assert [won[bet] for bet in BETS] == [Fraction(value) for value in expected]


SHOES = (
    ({8: 6, 10: 6}, 2),
    ({8: 4, 10: 9}, 2),
    ({6: 5, 10: 10}, 2),
    ({7: 6, 9: 6}, 1),
    ({10: 8, 14: 8}, 1),
)


@pytest.mark.parametrize(("shoe", "most_hands"), SHOES)
def test_the_walker_agrees_with_blackjack_written_by_itself(shoe: dict[int, int], most_hands: int) -> None:
    deck = Deck(tuple((Card(rank, 0), copies) for rank, copies in shoe.items()))
    game = GAME.with_deck(deck).with_settings(most_hands=most_hands)
    assert walk(game, ("bet",)).value == Oracle(most_hands).value(shoe)


def test_a_shoe_that_runs_out_is_refused() -> None:
    deck = Deck(((Card(2, 0), 6), (Card(3, 0), 4)))
    with pytest.raises(InputError, match="the deck of 10 cards runs out"):
        walk(GAME.with_deck(deck), ("bet",))


Shoe = tuple[tuple[int, int], ...]
Hand = tuple[tuple[int, ...], int]
"""Values of cards, aces as 1, and the stake."""


class Oracle:
    """Best play in a small shoe, by recursion over what is left in it; knows nothing of the rules' code."""

    def __init__(self, most_hands: int) -> None:
        self.most_hands = most_hands
        self.play = lru_cache(None)(self.play)  # type: ignore[method-assign]

    def value(self, ranks: dict[int, int]) -> Fraction:
        shoe = tuple((1 if rank == 14 else min(rank, 10), copies) for rank, copies in ranks.items())
        return average(
            (ways1 * ways2 * ways3, self.play(rest, up, (((one, two), 1),), 0))
            for ways1, one, shoe1 in draws(shoe)
            for ways2, two, shoe2 in draws(shoe1)
            for ways3, up, rest in draws(shoe2)
        )

    def play(self, shoe: Shoe, up: int, hands: tuple[Hand, ...], current: int) -> Fraction:
        if current == len(hands):
            return average((ways, self.finish(rest, (up, hole), hands)) for ways, hole, rest in draws(shoe))
        cards, stake = hands[current]

        def drawn(stake: int, following: int) -> Fraction:
            return average(
                (ways, self.play(rest, up, put(hands, current, ((*cards, card), stake)), following))
                for ways, card, rest in draws(shoe)
            )

        if len(cards) < 2:
            return drawn(stake, current)
        if best_total(cards) >= 21:
            return self.play(shoe, up, hands, current + 1)
        values = [self.play(shoe, up, hands, current + 1), drawn(stake, current)]
        if len(cards) == 2:
            values.append(drawn(2 * stake, current + 1))
            if cards[0] == cards[1] and len(hands) < self.most_hands:
                split = (*put(hands, current, (cards[:1], 1)), (cards[1:], 1))
                values.append(self.play(shoe, up, split, current))
        return max(values)

    def finish(self, shoe: Shoe, dealer: tuple[int, ...], hands: tuple[Hand, ...]) -> Fraction:
        is_natural = len(hands) == 1 and len(hands[0][0]) == 2 and best_total(hands[0][0]) == 21
        if len(dealer) == 2 and best_total(dealer) == 21:
            return Fraction(0 if is_natural else -1)
        if best_total(dealer) < 17:
            return average(
                (ways, self.finish(rest, (*dealer, card), hands)) for ways, card, rest in draws(shoe)
            )
        if is_natural:
            return Fraction(3, 2)
        reached = best_total(dealer) if best_total(dealer) <= 21 else 0
        won = 0
        for cards, stake in hands:
            own = best_total(cards)
            won += -stake if own > 21 else stake * ((own > reached) - (own < reached))
        return Fraction(won)


def best_total(cards: tuple[int, ...]) -> int:
    return sum(cards) + (10 if 1 in cards and sum(cards) <= 11 else 0)


def put(hands: tuple[Hand, ...], place: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:place], hand, *hands[place + 1 :])


def draws(shoe: Shoe) -> list[tuple[int, int, Shoe]]:
    return [(copies, card, tuple((c, n - (c == card)) for c, n in shoe)) for card, copies in shoe if copies]


def average(cases: Iterable[tuple[int, Fraction]]) -> Fraction:
    weighted = list(cases)
    return sum((ways * value for ways, value in weighted), Fraction(0)) / sum(ways for ways, _ in weighted)
