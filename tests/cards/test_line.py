"""Lines by a grammar: each is the hands that it says, and nothing else of the ranking changes."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from pitboss.analysis.counting import count
from pitboss.analysis.walker import walk
from pitboss.base.error import InputError
from pitboss.cards import FIVE, STANDARD, THREE, parse_cards
from pitboss.cards.deck import make_deck
from pitboss.games import mississippi_stud
from pitboss.rules import Look, load_game
from pitboss.rules.paytable import make_shape

HANDS = list(combinations(STANDARD, 3))


def pair_of(hand):
    ((rank, times),) = Counter(card.rank for card in hand).most_common(1)
    return rank if times == 2 else 0


def triple_of(hand):
    return hand[0].rank if len({card.rank for card in hand}) == 1 else 0


def is_straight(hand):
    ranks = sorted(card.rank for card in hand)
    return ranks == [2, 3, 14] or ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1


def is_suited(hand):
    return len({card.suit for card in hand}) == 1


def tops(hand):
    """The ranks of a hand that makes nothing, from the highest; none of another hand."""
    ranks = sorted((card.rank for card in hand), reverse=True)
    return ranks if len(set(ranks)) == 3 and not is_straight(hand) and not is_suited(hand) else [0, 0, 0]


MEANINGS = {
    "pair_eights_or_better": lambda hand: pair_of(hand) >= 8,
    "pair_fives_to_sevens": lambda hand: 5 <= pair_of(hand) <= 7,
    "pair_of_nines": lambda hand: pair_of(hand) == 9,
    "three_tens_or_better": lambda hand: triple_of(hand) >= 10,
    "three_aces": lambda hand: triple_of(hand) == 14,
    "nine_high_or_lower": lambda hand: 0 < tops(hand)[0] <= 9,
    "king_high": lambda hand: tops(hand)[0] == 13,
    "ace_king_high": lambda hand: tops(hand)[:2] == [14, 13],
    "flush_in_spades": lambda hand: is_suited(hand) and hand[0].suit == 3 and not is_straight(hand),
    "akq_suited_in_hearts": lambda hand: set(hand) == set(parse_cards("Ah Kh Qh")),
}


@pytest.mark.parametrize("line", MEANINGS)
def test_a_line_is_the_hands_that_it_says(line):
    ranking = THREE.with_lines(line)
    atoms = ranking.line(line)
    assert all((ranking.worth(hand).atom in atoms) == MEANINGS[line](hand) for hand in HANDS)


def test_other_lines_and_the_order_of_hands_stay_as_they_were():
    ranking = THREE.with_lines(*MEANINGS)
    known = [*THREE.lines, "straight_or_better"]
    for hand in HANDS:
        one, other = THREE.worth(hand), ranking.worth(hand)
        assert one.klass == other.klass
        assert [one.atom in THREE.line(line) for line in known] == [
            other.atom in ranking.line(line) for line in known
        ]


def test_atoms_are_cut_where_lines_ask_for_it_and_nowhere_else():
    assert len(THREE.with_lines("pair_eights_or_better").atoms) == len(THREE.atoms) + 1
    assert len(THREE.with_lines("pair_fives_to_sevens").atoms) == len(THREE.atoms) + 2
    assert len(THREE.with_lines("queen_high_or_better").atoms) == len(THREE.atoms) + 1
    assert len(THREE.with_lines("akq_suited_in_spades").atoms) == len(THREE.atoms) + 1
    assert FIVE.with_lines("pair_or_less", "royal_flush").atom_names == FIVE.atom_names


def test_an_atom_that_is_just_one_line_has_its_name():
    ranking = THREE.with_lines("pair_fives_to_sevens", akq_spades="akq_suited_in_spades")
    assert {"pair_fives_to_sevens", "akq_spades"} < set(ranking.atom_names)


def test_or_better_reaches_up_from_a_high_card():
    ranking = FIVE.with_lines("king_high", "king_high_or_better")
    assert min(ranking.line("king_high_or_better")) == min(ranking.line("king_high"))
    assert max(ranking.line("king_high_or_better")) == len(ranking.atoms) - 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pair_elevens_or_better", "there is no line 'pair_elevens_or_better'; write one as"),
        ("pair_nines_to_fives", "write the lower rank first"),
        ("king_ace_high", "write the higher one first"),
        ("four_aces", "a three-card hand cannot be 'four_of_a_kind'"),
        ("plush_in_spades", "cannot be 'plush'"),
    ],
)
def test_a_line_that_cannot_be_is_refused(line, message):
    with pytest.raises(InputError, match=message):
        THREE.with_lines(line)


@pytest.mark.parametrize(
    "deck", [make_deck(ranks=(7, 8, 9), suits=(0, 3)), make_deck(ranks=(2, 5, 8, 11, 14), suits=(3,))]
)
def test_counting_is_walking_with_lines_of_a_games_own(deck):
    """Mississippi Stud from eights, with a flush in spades on its own line."""
    ranking = FIVE.with_lines("pair_eights_or_better", "flush_in_spades")
    game = load_game("mississippi_stud").with_deck(deck)
    table = game.chosen["ante"][0]
    pays = {line: pay for line, pay in table.pays.items() if not line.startswith("pair")}
    pays = {"flush_in_spades": pays["full_house"], **pays, "pair_eights_or_better": pays["two_pair"]}
    wager = replace(game.wagers["ante"], shape=make_shape(ranking, list(pays)))
    game = replace(
        game,
        wagers={**game.wagers, "ante": wager},
        chosen={**game.chosen, "ante": (replace(table, pays=pays),)},
        looks=lambda table, place: {
            **mississippi_stud.looks(table, place),
            "hand": Look(ranking, table.hand(place.hand) + table.hand("board")),
        },
    )
    counted, walked = count(game, ("ante",)).price(), walk(game, ("ante",))
    assert counted.value == walked.value
    assert counted.tallies["ante"].chances() == walked.tallies["ante"].chances()
