import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import hands

from pitboss.base.error import InputError
from pitboss.cards import STANDARD, Card, format_cards, parse_card, parse_cards

FULL_DECK = [Card(rank, suit) for rank in range(2, 15) for suit in range(4)]


@pytest.mark.parametrize("card", FULL_DECK, ids=str)
def test_every_card_prints_and_parses_back(card):
    assert parse_card(str(card)) == card
    assert parse_cards(format_cards([card])) == (card,)


def test_the_52_cards_print_differently_and_a_few_print_as_everybody_writes_them():
    assert len({str(card) for card in FULL_DECK}) == 52
    written = {"Ah": (14, 2), "Kd": (13, 1), "Tc": (10, 0), "9s": (9, 3), "2c": (2, 0)}
    assert {str(Card(*parts)): parts for parts in written.values()} == written


@given(hands(0, upto=12), st.sampled_from([" ", "", ",", ", ", "  "]))
def test_hands_print_and_parse_back_whatever_stands_between_the_cards(cards, between):
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert parse_cards(between.join(map(str, cards))) == tuple(cards)


@pytest.mark.parametrize("suit", "cdhs")
def test_ten_is_written_10_or_t_in_either_case(suit):
    assert parse_card(f"10{suit}") == parse_card(f"T{suit}") == parse_card(f"t{suit.upper()}")
    assert parse_card(f"10{suit}").rank == 10


@given(hands(1, upto=7))
def test_tens_written_10_need_no_spaces_either(cards):
    assert parse_cards("".join(map(str, cards)).replace("T", "10")) == tuple(cards)


def test_suit_signs_mean_their_suits():
    assert parse_cards("A♣ A♦ A♥ A♠") == parse_cards("Ac Ad Ah As")
    assert parse_cards("10♣Q♦") == parse_cards("Tc Qd")


@given(hands(2, upto=6), st.data())
def test_the_same_card_twice_is_refused_and_named(cards, data):
    twice = data.draw(st.sampled_from(cards))
    with pytest.raises(InputError, match=f"'{twice}' is there twice"):
        parse_cards(format_cards([*cards, twice]))


def test_10h_and_th_are_the_same_card_twice():
    with pytest.raises(InputError, match="'Th' is there twice"):
        parse_cards("10h Th")


@pytest.mark.parametrize("token", ["1h", "11c", "Zz", "Qx", "Q", "10", "hh", "0d", "QQ", "-2c", "1O♠", "Ａh"])
def test_nonsense_is_refused_and_the_token_named(token):
    with pytest.raises(InputError, match=f"'{token}' is not a card"):
        parse_card(token)
    with pytest.raises(InputError, match=f"'{token}' is not a card"):
        parse_cards(f"As {token} 2c")


def test_an_empty_card_is_refused_and_an_empty_hand_is_a_hand():
    with pytest.raises(InputError, match="not a card"):
        parse_card("  ")
    assert parse_cards("  ") == ()


def test_the_standard_deck_has_every_card_once():
    assert sorted(STANDARD) == sorted(FULL_DECK)
