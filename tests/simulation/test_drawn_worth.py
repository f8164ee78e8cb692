"""Law: the exact figure of a chart is that of the hands as they are dealt, played by its letters.

The oracle knows nothing of machines, of states or of exchanged cards: it deals every sequence of cards that a
small shoe can bring, in the order of the table, and plays each round by the letters of the chart.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import pytest
from simulated_table import ready_table

from pitboss.analysis.drawn import draw_game
from pitboss.base.error import InputError
from pitboss.cards import Card, Deck
from pitboss.cards.deck import make_deck
from pitboss.cards.totals import count_values
from pitboss.rules import Game, load_game
from pitboss.shape.drawing import DrawingRules, drawing_rules
from pitboss.simulation.blackjack_hand import HIT
from pitboss.simulation.estimate import critical, estimate
from pitboss.simulation.run import run
from pitboss.trial.best_play import best_drawn
from pitboss.trial.blackjack_chart import ChartRows, parse_chart, rows_policy
from pitboss.trial.blackjack_worth import policy_advantage
from pitboss.trial.preparing import ChosenStrategy, Ready, TrialTable, Way, make_ready

UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""In the order of a chart's row."""
SHOE = {1: 4, 7: 6, 10: 9}
LARGER: tuple[dict[int, int], ...] = ({1: 5, 6: 6, 10: 8}, {1: 4, 8: 6, 10: 10}, {1: 5, 9: 7, 10: 8})
"""No round empties them: four hands and the dealer's hold at most 150."""
HOUSES: tuple[dict[str, object], ...] = (
    {"surrender": True},
    {"dealer_hits_soft_17": True, "hit_split_aces": True, "resplit_aces": True},
    {"dealer_peeks": False, "surrender": True, "most_hands": 3, "double_on": "9 to 11"},
    {"dealer_peeks": False, "double_after_split": False, "hit_split_aces": True, "double_on": "10 or 11"},
    {"most_hands": 2, "dealer_hits_soft_17": True, "surrender": True},
    {"most_hands": 1, "surrender": True},
    {"early_surrender": True},
    {"early_surrender": True, "dealer_peeks": False, "most_hands": 2},
)


def small(cards: dict[int, int], **settings: object) -> Game:
    """A shoe by values, aces as one."""
    deck = Deck(tuple((Card(14 if card == 1 else card, 0), copies) for card, copies in cards.items()))
    return load_game("blackjack").with_deck(deck).with_settings(**settings)  # type: ignore[arg-type]


def advantage(game: Game, rows: ChartRows) -> Fraction:
    rules = drawing_rules(game)
    natural = game.chosen["bet"][0].pays["natural"]
    return policy_advantage(rows_policy(rows, rules, "own"), count_values(game.deck), rules, natural)


# -- best play ---------------------------------------------------------------------------------------

REAL = [*((1, house) for house in HOUSES), (6, HOUSES[3])]


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("shoe", [SHOE, *LARGER], ids=str)
def test_best_play_is_worth_what_the_drawing_engine_says(
    shoe: dict[int, int], house: dict[str, object]
) -> None:
    check_best_play(small(shoe, **house))


@pytest.mark.slow
def test_best_play_from_one_whole_deck_too() -> None:
    check_best_play(load_game("blackjack").with_deck(make_deck(decks=1)))


@pytest.mark.slow
@pytest.mark.parametrize(("decks", "house"), REAL, ids=str)
def test_best_play_from_whole_decks_under_many_rules(decks: int, house: dict[str, object]) -> None:
    check_best_play(load_game("blackjack").with_deck(make_deck(decks=decks)).with_settings(**house))  # type: ignore[arg-type]


def check_best_play(game: Game) -> None:
    policy, natural = best_drawn(game, "bet"), game.chosen["bet"][0].pays["natural"]
    found = policy_advantage(policy, count_values(game.deck), drawing_rules(game), natural)
    assert found == draw_game(game, "bet").house_advantage


# -- charts, by brute force --------------------------------------------------------------------------


class NextCardWantedError(Exception):
    pass


def total(cards: list[int]) -> int:
    return sum(cards) + (10 if is_soft(cards) else 0)


def is_soft(cards: list[int]) -> bool:
    return 1 in cards and sum(cards) <= 11


@dataclass
class Letters:
    """A chart as it is written: a letter for a row's name and an up card."""

    cells: dict[tuple[str, int], str]
    insures: bool

    def text(self) -> str:
        names = dict.fromkeys(name for name, _ in self.cells)
        rows = [f"{name}: {' '.join(self.cells[name, up] for up in UPS)}" for name in names]
        return "\n".join([*rows, f"insurance: {'yes' if self.insures else 'no'}"])


def random_letters(random: Random) -> Letters:
    names = [f"hard {number}" for number in range(4, 21)] + [f"soft {number}" for number in range(12, 21)]
    cells = {(name, up): random.choice(["S", "H", "H", "D", "Ds", "R", "Rs"]) for name in names for up in UPS}
    pairs = [f"pair {number}" for number in range(1, 11)]
    cells |= {(name, up): random.choice(["P", "P", "P", "S", "H", "R", "D"]) for name in pairs for up in UPS}
    return Letters(cells, insures=random.random() < 0.5)


@dataclass
class TableOfOne:
    """One seat that plays by letters, from a given sequence of cards."""

    house: DrawingRules
    letters: Letters
    natural: Fraction

    def play(self, sequence: tuple[int, ...]) -> Fraction:
        """The net of the round; `NextCardWantedError` if it takes more cards than these."""
        shoe = iter(sequence)
        own, dealer = [draw(shoe)], [draw(shoe)]
        own.append(draw(shoe))
        dealer.append(draw(shoe))
        has_natural, dealer_natural = total(own) == 21, total(dealer) == 21
        insured = Fraction(0)
        if self.letters.insures and dealer[0] == 1:
            insured = Fraction(1) if dealer_natural else Fraction(-1, 2)
        if has_natural:
            return insured + (0 if dealer_natural else self.natural)
        letter = self.first_letter(own, dealer[0])
        if letter == "R" and self.house.early_surrender:
            return insured - Fraction(1, 2)
        if dealer_natural and self.house.peeks:
            return insured - 1
        if letter == "R":
            return insured - (1 if dealer_natural else Fraction(1, 2))
        if letter == "P":
            hands = self.split(own[0], dealer[0], shoe)
        else:
            hands = [self.draw_on(own, dealer[0], shoe, letter, is_split=False)]
        return insured + self.settle(hands, dealer, dealer_natural, shoe)

    def first_letter(self, own: list[int], up: int) -> str:
        letter = self.letters.cells[row_of(own), up]
        if own[0] == own[1]:
            letter = self.letters.cells[f"pair {own[0]}", up]
            if letter == "P" and self.house.most_hands == 1:
                letter = self.letters.cells[row_of(own), up]
        return letter if letter == "P" else self.resolve(letter, own, is_split=False)

    def resolve(self, letter: str, hand: list[int], *, is_split: bool) -> str:
        """S, H, D or R, as the house offers it."""
        is_new = len(hand) == 2
        may_double = is_new and total(hand) in self.house.double_on
        if is_split and not self.house.double_after_split:
            may_double = False
        may_surrender = is_new and self.house.surrender and not is_split
        match letter:
            case "D":
                return "D" if may_double else "H"
            case "Ds":
                return "D" if may_double else "S"
            case "R":
                return "R" if may_surrender else "H"
            case "Rs":
                return "R" if may_surrender else "S"
            case _:
                return letter

    def draw_on(
        self, hand: list[int], up: int, shoe: Iterator[int], letter: str, *, is_split: bool
    ) -> tuple[int, int]:
        """The total that a hand comes to, and its stake."""
        while letter in ("H", "D"):
            hand = [*hand, draw(shoe)]
            if letter == "D":
                return total(hand), 2
            if total(hand) >= 21:
                break
            letter = self.resolve(self.letters.cells[row_of(hand), up], hand, is_split=is_split)
        return total(hand), 1

    def split(self, card: int, up: int, shoe: Iterator[int]) -> list[tuple[int, int]]:
        most = 2 if card == 1 and not self.house.resplit_aces else self.house.most_hands
        count, done = 2, []
        while len(done) < count:
            second = draw(shoe)
            if second == card and count < most:
                count += 1
                continue
            hand, letter = [card, second], "S"
            if total(hand) < 21 and (card != 1 or self.house.hit_split_aces):
                letter = self.resolve(self.letters.cells[row_of(hand), up], hand, is_split=True)
            done.append(self.draw_on(hand, up, shoe, letter, is_split=True))
        return done

    def settle(
        self, hands: list[tuple[int, int]], dealer: list[int], dealer_natural: bool, shoe: Iterator[int]
    ) -> Fraction:
        if dealer_natural or all(reached > 21 for reached, _ in hands):
            return -Fraction(sum(stake for _, stake in hands))
        while total(dealer) < (self.house.stands_soft if is_soft(dealer) else self.house.stands_hard):
            dealer = [*dealer, draw(shoe)]
        against = 0 if total(dealer) > 21 else total(dealer)
        net = 0
        for reached, stake in hands:
            if reached > 21 or reached < against:
                net -= stake
            elif reached > against:
                net += stake
        return Fraction(net)


def row_of(hand: list[int]) -> str:
    return f"{'soft' if is_soft(hand) else 'hard'} {total(hand)}"


def draw(shoe: Iterator[int]) -> int:
    card = next(shoe, None)
    if card is None:
        raise NextCardWantedError
    return card


def every_sequence(table: TableOfOne, cards: dict[int, int]) -> tuple[Fraction, int]:
    """The average over every sequence that a round can take, and how many there are."""
    found, count = Fraction(0), 0
    pending: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while pending:
        sequence, chance = pending.pop()
        try:
            found += chance * table.play(sequence)
            count += 1
        except NextCardWantedError:
            left = {card: copies - sequence.count(card) for card, copies in cards.items()}
            assert any(left.values()), "no round empties the shoe"
            for card, copies in left.items():
                if copies:
                    pending.append(((*sequence, card), chance * Fraction(copies, sum(left.values()))))
    return found, count


def check_against_sequences(cards: dict[int, int], house: dict[str, object], seed: object) -> int:
    game, letters = small(cards, **house), random_letters(Random(str(seed)))
    found, count = every_sequence(TableOfOne(drawing_rules(game), letters, Fraction(3, 2)), cards)
    assert advantage(game, parse_chart(letters.text(), ChartRows())) == -found, seed
    return count


@pytest.mark.parametrize(
    "house",
    [pytest.param(house, marks=[pytest.mark.slow] * (n > 2)) for n, house in enumerate(HOUSES)],
    ids=str,
)
def test_a_chart_is_worth_the_average_of_every_sequence_of_cards(house: dict[str, object]) -> None:
    assert check_against_sequences(SHOE, house, "a") > 100


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("shoe", LARGER, ids=str)
def test_charts_in_larger_shoes(shoe: dict[int, int], house: dict[str, object]) -> None:
    assert check_against_sequences(shoe, house, "larger") > 100


@pytest.mark.slow
@pytest.mark.parametrize("house", [one for one in HOUSES if one.get("most_hands", 4) <= 2], ids=str)
def test_charts_with_two_small_cards(house: dict[str, object]) -> None:
    """With more than two hands there are too many sequences."""
    assert check_against_sequences({1: 4, 3: 5, 5: 5, 10: 9}, house, "small") > 100


@pytest.mark.parametrize("peeks", [True, False])
@pytest.mark.parametrize(
    ("paytable", "pays"), [("Natural 3 to 2", Fraction(3, 2)), ("Natural 6 to 5", Fraction(6, 5))]
)
def test_insurance_and_naturals_count_as_they_are_paid(paytable: str, pays: Fraction, peeks: bool) -> None:
    game = small(SHOE, most_hands=1, dealer_peeks=peeks).with_paytable(paytable)
    for insures in (True, False):
        letters = Letters(random_letters(Random(7)).cells, insures)
        found, _ = every_sequence(TableOfOne(drawing_rules(game), letters, pays), SHOE)
        assert advantage(game, parse_chart(letters.text(), ChartRows())) == -found


def test_a_pair_is_never_split_where_the_house_does_not_split() -> None:
    rows = parse_chart(f"pair 8: {'P ' * 10}\nhard 16: {'P ' * 10}", ChartRows())
    policy = rows_policy(rows, DrawingRules(most_hands=1), "own")
    assert set(policy.first[:, policy.machine.number[7, 7]].tolist()) == {HIT}


def test_a_hand_that_can_take_the_last_card_is_refused() -> None:
    rows = parse_chart("\n".join(f"hard {number}: {'H ' * 10}" for number in range(4, 21)), ChartRows())
    with pytest.raises(InputError, match="take a larger deck"):
        advantage(small({2: 4, 3: 3}), rows)


# -- charts, as they are dealt -----------------------------------------------------------------------

SEED = 20_260_801
CONFIDENCE = 0.99
STANDS_ALWAYS = "\n".join(
    [f"hard {number}: {'S ' * 10}" for number in range(4, 21)]
    + [f"soft {number}: {'Ds ' * 10}" for number in range(12, 21)]
    + [f"pair {number}: {'P ' * 10}" for number in range(1, 11)]
    + ["insurance: yes"]
)


def deviations_off(ready: Ready, rounds: int) -> float:
    gathered = run(ready.work(seed=SEED, rounds=rounds)).gathered
    exact, place = ready.exact["bet"], list(ready.worths).index("bet")
    found = estimate(gathered, ready.worths["bet"], place, exact, CONFIDENCE).advantage
    assert exact.advantage is not None
    return abs(float(found.seen - exact.advantage)) / (found.half_width / critical(CONFIDENCE))


@pytest.mark.slow
def test_a_chart_of_ones_own_has_its_exact_figure_and_is_dealt_like_it() -> None:
    letters = random_letters(Random(3))
    game = small(SHOE)
    ready = make_ready(TrialTable(game, ("bet",), strategy=ChosenStrategy(Way.OWN, letters.text(), "own")))
    found, _ = every_sequence(TableOfOne(drawing_rules(game), letters, Fraction(3, 2)), SHOE)
    assert ready.exact["bet"].advantage == -found
    assert ready.exact["bet"].slack == 0
    assert ready.exact["bet"].source == "drawing engine"
    assert deviations_off(ready, 2_000_000) < 5


@pytest.mark.slow
@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize(
    "strategy", [ChosenStrategy(Way.WORDS), ChosenStrategy(Way.OWN, STANDS_ALWAYS, "own")]
)
def test_charts_from_six_decks_are_dealt_as_they_are_counted(strategy: ChosenStrategy, seats: int) -> None:
    ready = ready_table("blackjack", seats, strategy)
    assert deviations_off(ready, 100_000_000 // seats**2) < 5
