"""Words and keys: payments with their arithmetic, cards in full, a key for every option, typed answers."""

from fractions import Fraction

import pytest
from player import start

from pitboss.base.error import InputError
from pitboss.base.odds import LOSE, PUSH, Kind, Pay, for_one, to_one
from pitboss.base.phrase import join_or
from pitboss.cards import parse_card
from pitboss.cli.terminal.action import stake_after
from pitboss.cli.terminal.plain import OptionAnswer, StakeAnswer, Wish, read_bet, read_choice
from pitboss.reports.sentence import Speaker, payout_words
from pitboss.reports.wording import as_set, cards_words, net_words, signed_dollars, spot_of, spots_of
from pitboss.rules import Blank, Face, game_ids, load_game
from pitboss.table import event
from pitboss.table.event import BetSettled
from pitboss.table.glance import AskedView, HandView, OptionView
from pitboss.table.option_key import ALWAYS, option_keys
from pitboss.table.setup import dollars

DOLLAR = 1_000_000
POKER = load_game("three_card_poker")
BLACKJACK = load_game("blackjack")


def settled(bet, result, stake, pay, base, payout, withheld=0):
    """A settled bet of seat 1, amounts in dollars."""
    stake, base, payout, withheld = (int(part * DOLLAR) for part in (stake, base, payout, withheld))
    return BetSettled(1, bet, result, stake, pay, base, payout, withheld)


@pytest.mark.parametrize(
    ("game", "bet", "words"),
    [
        (
            POKER,
            settled("pair_plus", "flush", 5, to_one(4), 5, 25),
            "Pair Plus: flush, 4 to 1 on $5.00 = $20.00, with the wager $25.00 back",
        ),
        (
            POKER,
            settled("ante", "win", 5, to_one(1), 5, 10),
            "Ante: 1 to 1 on $5.00 = $5.00, with the wager $10.00 back",
        ),
        (POKER, settled("ante", "lose", 5, LOSE, 5, 0), "Ante: $5.00 lost"),
        (POKER, settled("ante", "fold", 5, LOSE, 5, 0), "Ante: fold, $5.00 lost"),
        (
            POKER,
            settled("play", "dealer does not play", 5, PUSH, 5, 5),
            "Play: dealer does not play, push, $5.00 back",
        ),
        (
            POKER,
            settled("ante_bonus", "three_of_a_kind", 0, to_one(4), 5, 20),
            "Ante Bonus: three of a kind, 4 to 1 on $5.00 = $20.00",
        ),
        (
            POKER,
            settled("progressive", "straight", 1, for_one(6), 1, 6),
            "Progressive: straight, 6 for 1 on $1.00 = $6.00, the wager is kept",
        ),
        (
            POKER,
            settled("progressive", "akq_spades", 1, Pay(Kind.METER, Fraction(1)), 1, 1234.56),
            "Progressive: AKQ spades, 100% of the meter = $1,234.56, the wager is kept",
        ),
        (
            POKER,
            settled("bonus", "akq_suited", 5, to_one(1000), 5, 2505, 2500),
            "Bonus: AKQ suited, 1000 to 1 on $5.00 = $5,000.00, cut to $2,500.00 by the limit on a round's "
            "payout, with the wager $2,505.00 back",
        ),
        (
            BLACKJACK,
            settled("bet", "surrender", 5, LOSE, Fraction(5, 2), 2.5),
            "Bet: surrender, $2.50 lost, $2.50 back",
        ),
        (
            BLACKJACK,
            settled("bet", "natural", 5, to_one(Fraction(3, 2)), 5, 12.5),
            "Bet: natural, 3 to 2 on $5.00 = $7.50, with the wager $12.50 back",
        ),
        (
            BLACKJACK,
            settled("insurance", "insured", 3, to_one(2), 3, 9),
            "Insurance: insured, 2 to 1 on $3.00 = $6.00, with the wager $9.00 back",
        ),
    ],
)
def test_a_payment_is_told_with_its_arithmetic(game, bet, words):
    assert payout_words(game, bet) == words


def test_amounts_won_and_lost():
    assert [net_words(micros * DOLLAR) for micros in (3, -3, 0)] == [
        "You win $3.00",
        "You lose $3.00",
        "You break even",
    ]
    assert [net_words(micros * DOLLAR, who="Ada") for micros in (3, -3, 0)] == [
        "Ada wins $3.00",
        "Ada loses $3.00",
        "Ada breaks even",
    ]
    assert [signed_dollars(micros * DOLLAR) for micros in (3, -3, 0)] == ["+$3.00", "-$3.00", "$0.00"]


def test_cards_are_spelled_out_and_hidden_ones_counted():
    assert cards_words(["Qh", "Tc", "??", "??"]) == "queen of hearts, ten of clubs, two face down"


@pytest.mark.parametrize("name", game_ids())
def test_every_wager_has_a_spot_of_its_own(name):
    game = load_game(name)
    laid = [spot.bet for spot in spots_of(game)]
    spots = [spot_of(game, wager) for wager in game.wagers]
    assert len(set(spots)) == len(spots)
    assert set(spots) <= set(laid)


# -- events ----------------------------------------------------------------------------------------

CARDS = (parse_card("Qh"), parse_card("6d"))


@pytest.mark.parametrize(
    ("happened", "to_seat_1", "to_nobody"),
    [
        (
            event.WagerPlaced(1, "ante", 5 * DOLLAR),
            "You put $5.00 on Ante.",
            "Seat 1 puts $5.00 on Ante.",
        ),
        (event.WagerPlaced(2, "ante", 5 * DOLLAR), "", "Seat 2 puts $5.00 on Ante."),
        (
            event.DecisionTaken(2, "play", "play", 5 * DOLLAR),
            "Ada: play, $5.00 more.",
            "Seat 2: play, $5.00 more.",
        ),
        (event.DecisionTaken(1, "play", "fold", 0), "You: fold.", "Seat 1: fold."),
        (
            event.CardsLookedAt(1, "seat 1 hand", CARDS),
            "Your cards: queen of hearts, six of diamonds.",
            "Seat 1's cards: queen of hearts, six of diamonds.",
        ),
        (
            event.CardsOpened("dealer", tuple(enumerate(CARDS))),
            "Dealer's cards open: queen of hearts, six of diamonds.",
            "Dealer's cards open: queen of hearts, six of diamonds.",
        ),
        (event.CardsDealt("seat 2 draw", Face.DOWN, (Blank(3),)), "", "Seat 2's draw card: one face down."),
        (
            event.CardsDealt("board", Face.DOWN, (Blank(1), Blank(2))),
            "Board: two face down.",
            "Board: two face down.",
        ),
        (event.BetHeld(1, "progressive"), "Your Progressive waits for the hidden card.", None),
        (
            event.EnvyHandKept(2, "bonus", "straight_flush"),
            "Ada holds straight flush: the hand stays open for envy.",
            None,
        ),
        (
            event.EnvyPaid(1, "bonus", 2, "straight_flush", 5 * DOLLAR),
            "Your Bonus: envy for straight flush of Ada, $5.00.",
            "Seat 1, Bonus: envy for straight flush of seat 2, $5.00.",
        ),
        (
            event.FaultReported(3, "the dealer", "jammed", "i-Deal"),
            "The i-Deal is out of order. (the dealer: jammed)",
            None,
        ),
        (
            event.ShufflerSwapped(3, "x", "y", "i-Deal", "ACE"),
            "The ACE takes the place of the i-Deal. (x: y)",
            None,
        ),
        (event.HandPeeked("dealer", True), "The dealer looks under the hidden card: that ends it.", None),
        (event.CutCardOut(), "The cut card is out: this is the last round of the shoe.", None),
    ],
)
def test_an_event_is_one_sentence(happened, to_seat_1, to_nobody):
    assert Speaker(POKER, 1, {1: "the player", 2: "Ada"}).sentence(happened) == to_seat_1
    if to_nobody is not None:
        assert Speaker(POKER).sentence(happened) == to_nobody


# -- keys ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (("fold", "play"), "fp"),
        (("fold", "raise"), "fr"),
        (("fold", "bet 1x", "bet 2x", "bet 3x"), "f123"),
        (("fold", "play 1x", "play 2x"), "f12"),
        (("keep all", "discard first", "discard second", "discard third"), "k123"),
        (("stand", "hit", "surrender", "double", "split"), "shudp"),
        (("no insurance", "insurance"), "ni"),
        (("quit", "ask"), "us"),
    ],
)
def test_options_have_keys_that_people_expect(names, keys):
    assert list(option_keys(names).values()) == list(keys)


def test_options_that_share_every_letter_still_get_keys():
    keys = option_keys(("aa", "ab", "ba", "aab"))
    assert len(set(keys.values())) == 4


@pytest.mark.parametrize(
    ("key", "now", "after"),
    [
        ("+", 0, 5),
        ("+", 5, 6),
        ("-", 6, 5),
        ("-", 5, 0),
        ("-", 0, 0),
        ("3", 99, 15),
        ("0", 7, 0),
    ],
)
def test_keys_change_a_stake(key, now, after):
    assert stake_after(key, now * DOLLAR, dollars(5, 100)) == after * DOLLAR


# -- typed answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("ante 5", StakeAnswer("ante", 5 * DOLLAR)),
        ("ANTE $7.00", StakeAnswer("ante", 7 * DOLLAR)),
        ("a 5", StakeAnswer("ante", 5 * DOLLAR)),
        ("pair plus 10", StakeAnswer("pair_plus", 10 * DOLLAR)),
        ("pair_plus 10", StakeAnswer("pair_plus", 10 * DOLLAR)),
        ("6 card bonus 1", StakeAnswer("six_card_bonus", DOLLAR)),
        ("bonus 1", StakeAnswer("bonus", DOLLAR)),
        ("ante 0", StakeAnswer("ante", 0)),
        ("25", StakeAnswer("ante", 25 * DOLLAR)),
        ("buy 100", Wish("buy", 100 * DOLLAR)),
        ("buy", Wish("buy")),
        ("d", Wish("deal")),
        ("Rebet", Wish("rebet")),
        ("h", Wish("history")),
        ("help", Wish("help")),
        ("?", Wish("help")),
        ("q", Wish("quit")),
    ],
)
def test_a_typed_wager_is_understood(text, meant):
    assert read_bet(POKER, text) == meant


@pytest.mark.parametrize("text", ["p 5", "b 5", "bla", "ante", "he hi", "5 5", "play", "$"])
def test_what_could_mean_several_things_is_asked_again(text):
    with pytest.raises(InputError, match="Say "):
        read_bet(POKER, text)


def asked(*names):
    return AskedView(1, "play", tuple(OptionView(name, option_keys(names)[name], 0, True) for name in names))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("fold", OptionAnswer("fold")),
        ("F", OptionAnswer("fold")),
        ("2", OptionAnswer("bet 2x")),
        ("2x", OptionAnswer("bet 2x")),
        ("bet 3", OptionAnswer("bet 3x")),
        ("advice", Wish("advice")),
        ("cards", Wish("cards")),
        ("buy 50", Wish("buy", 50 * DOLLAR)),
        ("q", Wish("quit")),
    ],
)
def test_a_typed_decision_is_understood(text, meant):
    assert read_choice(asked("fold", "bet 1x", "bet 2x", "bet 3x"), text) == meant


@pytest.mark.parametrize("text", ["bet", "7", "foldd", "all in", "$5"])
def test_a_decision_that_is_not_offered_is_asked_again(text):
    with pytest.raises(InputError, match="Say "):
        read_choice(asked("fold", "bet 1x", "bet 2x", "bet 3x"), text)


def test_words_are_listed_as_they_are_spoken():
    assert [join_or(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == [
        "a",
        "a or b",
        "a, b or c",
    ]


@pytest.mark.parametrize("name", game_ids())
def test_no_option_of_a_game_takes_a_key_that_always_means_the_same(name):
    session = start(name)
    session.stake(next(iter(session.table.setup.game.wagers)), 5 * DOLLAR)
    session.deal()
    while not session.asked and not session.kept:
        session.step()
    if session.asked:
        assert not {option.key for option in session.asked.options} & set(ALWAYS)


@pytest.mark.parametrize(
    "text",
    ["ante -5", "ante - 5", "ante -$5", "ante $-5", "-5", "ante \N{MINUS SIGN}5", "buy -100", "ante +5"],
)
def test_an_amount_with_a_sign_is_refused_and_not_read_without_it(text):
    with pytest.raises(InputError, match="without a sign"):
        read_bet(load_game("three_card_poker"), text)


@pytest.mark.parametrize("name", game_ids())
def test_the_dealers_hand_is_set_from_high_to_low_where_the_manual_says_so(name):
    game = load_game(name)
    hand = HandView("dealer", ("4c", "Ah", "Kd"), "")
    is_set = any(cue.at == "open dealer" and cue.sets for cue in game.manual)
    assert as_set(game, hand).cards == (("Ah", "Kd", "4c") if is_set else hand.cards)
    hidden = hand._replace(cards=("4c", "??", "Kd"))
    assert as_set(game, hidden) == hidden
    opened = event.CardsOpened("dealer", tuple(enumerate(map(parse_card, hand.cards))))
    words = "ace of hearts, king of diamonds, four of clubs"
    assert (words in Speaker(game, 1).sentence(opened)) is is_set
