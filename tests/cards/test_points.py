"""Hands by points: against the rules told a second time, over every small hand there is."""

from collections import Counter
from itertools import combinations, product

import pytest

from pitboss.base.error import InputError
from pitboss.cards import COUP, POINTS, STANDARD, THREE_CARD_POINTS, Card, parse_cards

LETTERS = "A23456789TJQK"
RANKS = {letter: 14 if letter == "A" else number for number, letter in enumerate(LETTERS, start=1)}
COUNTS = dict(zip(LETTERS, (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
COMMON = ("tie", "player_wins", "banker_wins")


def hand(letters):
    return tuple(Card(RANKS[letter], 0) for letter in letters)


def last_digit(letters):
    return int(str(sum(COUNTS[letter] for letter in letters))[-1])


def naive_lines(player, banker):
    """All that can be said of a coup, from the two hands apart."""
    mine, theirs = last_digit(player), last_digit(banker)
    natural = len(player) == 2 and len(banker) == 2 and (mine >= 8 or theirs >= 8)
    if mine == theirs:
        return {"tie"} | ({"natural_tie"} if natural else set())
    side = "player" if mine > theirs else "banker"
    found = {f"{side}_wins", f"{side}_natural" if natural else f"{side}_by_{abs(mine - theirs)}"}
    if side == "player" and len(player) == 3 and mine == 8:
        found.add("player_three_card_eight")
    if side == "banker" and len(banker) == 3 and theirs == 7:
        found.add("banker_three_card_seven")
    return found


@pytest.mark.parametrize("sizes", [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_a_coup_is_on_the_lines_that_its_two_hands_say(sizes):
    """A player who stands has six points or more, and one who draws has fewer: no other coup is dealt."""
    letters = "A369K" if sum(sizes) > 5 else "A2369TK"
    for player in product(letters, repeat=sizes[0]):
        if sum(sizes) == 5 and (last_digit(player[:2]) < 6) != (sizes[0] == 3):
            continue
        for banker in product(letters, repeat=sizes[1]):
            atom = COUP.worth(hand((*player, *banker))).atom
            assert {line for line, atoms in COUP.lines.items() if atom in atoms} == naive_lines(
                player, banker
            )


def test_what_excludes_itself_in_a_coup_is_apart_and_all_is_named():
    assert frozenset.union(*map(COUP.line, COMMON)) == frozenset(range(len(COUP.atom_names)))
    assert sum(len(COUP.line(line)) for line in COMMON) == len(COUP.atom_names)


@pytest.mark.parametrize("text", ["9h Kd Ac", "9h Kd Ac 2d 3c 4h 5s"])
def test_a_coup_has_four_to_six_cards(text):
    with pytest.raises(InputError, match="four to six cards"):
        COUP.worth(parse_cards(text))


def test_a_coup_is_told_by_both_totals():
    assert COUP.describe(parse_cards("9h Kd Ac 7d")) == "player 9, banker 8"


def test_one_hand_is_its_last_digit():
    for letters in (*product(LETTERS, repeat=2), *product("A59K", repeat=3)):
        assert POINTS.worth(hand(letters)).atom == last_digit(letters)
        assert POINTS.describe(hand(letters)) == str(last_digit(letters))
    with pytest.raises(InputError, match="needs 2 cards"):
        POINTS.worth(hand("A"))


def naive_rank(letters):
    """Three pictures first, then the total, then how many pictures."""
    pictures = sum(letter in "JQK" for letter in letters)
    return (pictures == 3, last_digit(letters), pictures)


def test_every_two_hands_of_three_cards_are_ordered_as_the_rule_says():
    hands = {naive_rank(letters): hand(letters) for letters in product(LETTERS, repeat=3)}
    classes = [THREE_CARD_POINTS.worth(hands[rank]).klass for rank in sorted(hands)]
    assert classes == sorted(set(classes))
    for letters in product(LETTERS, repeat=3):
        assert THREE_CARD_POINTS.worth(hand(letters)) == THREE_CARD_POINTS.worth(hands[naive_rank(letters)])


def test_totals_of_all_hands_of_a_deck_are_as_many_as_the_published_edges_say():
    """At 8 to 1, 2.9140 % on nothing, 9.9186 % on an odd total and 11.8733 % on an even one."""
    found = Counter(THREE_CARD_POINTS.worth(cards).atom for cards in combinations(STANDARD, 3))
    total = sum(found.values())
    edges = {
        point: round(
            100 * (1 - 9 * sum(found[atom] for atom in THREE_CARD_POINTS.line(f"total_{point}")) / total), 4
        )
        for point in range(10)
    }
    assert edges == {
        0: 2.9140,
        **dict.fromkeys((1, 3, 5, 7, 9), 9.9186),
        **dict.fromkeys((2, 4, 6, 8), 11.8733),
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Kh Qd Js", "three pictures"),
        ("Kh Jd 8c", "8 with two pictures"),
        ("Ah 3d 5c", "9"),
        ("Th 4d Jc", "4 with a picture"),
        ("9h 9d Kc Qs", "9 with two pictures"),
        ("9h 9d 9c Js Ks Qd", "three pictures"),
    ],
)
def test_a_hand_of_three_cards_in_a_dealers_words(text, says):
    assert THREE_CARD_POINTS.describe(parse_cards(text)) == says


def test_three_cards_are_needed():
    with pytest.raises(InputError, match="needs 3 cards"):
        THREE_CARD_POINTS.worth(parse_cards("Kh Qd"))
