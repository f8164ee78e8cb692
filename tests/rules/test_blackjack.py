"""Blackjack by hand: one round for each rule, and when the dealer settles what."""

from fractions import Fraction
from random import Random

import pytest

from dealing import nets, play_script, random_records, random_seats, records
from pitboss.base.error import InputError
from pitboss.cards import Card, parse_card
from pitboss.cards.deck import make_deck
from pitboss.rules import (
    Blank,
    Choose,
    Chosen,
    Dealt,
    Draw,
    Opened,
    Peek,
    Peeked,
    Record,
    Reveal,
    Settle,
    load_game,
)
from pitboss.rules.judge import OpenJudge, UnsettledError
from pitboss.rules.record import apply, replay

GAME = load_game("blackjack")
HANDS = ("bet", "second_hand", "third_hand", "fourth_hand")


def play(player, dealer, choices=(), *, wagers=("bet",), **settings):
    """One seat; the cards of a first hand, or of each hand, and its choices as 'question: option'."""
    game = GAME.with_settings(**settings)
    piles = [player] if isinstance(player, str) else player
    hands = {f"seat 1 hand {n}".removesuffix(" 1"): cards for n, cards in enumerate(piles, start=1)}
    asked = {f"1 {question}": option for question, option in (words.split(": ") for words in choices)}
    return play_script(game, {**hands, "dealer": dealer}, asked, wagers={1: wagers})


def won(*args, **kwargs):
    """What each hand won, and the insurance if there was any."""
    found = nets(GAME, play(*args, **kwargs))
    return [found[bet] for bet in (*HANDS, "insurance") if found[bet]] or [0]


HIT, STAND, DOUBLE, SPLIT = (f"hand 1 on 2: {option}" for option in ("hit", "stand", "double", "split"))
DECLINE = "insurance: no insurance"


# -- totals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "dealer", "choices", "net"),
    [
        ("Th 9d", "Tc 8d", [STAND], 1),
        ("Th 7d", "Tc 8d", [STAND], -1),
        ("Th 8d", "Tc 8d", [STAND], 0),
        ("Th 2d", "Tc 6d 9d", [STAND], 1),
        ("Th 2d Ts", "Tc 6d", [HIT], -1),
        ("Th 2d 9s", "Tc 6d 4h", [HIT], 1),
        ("Th 2d 2s 3s", "Tc 6d 2h", [HIT, "hand 1 on 3: hit", "hand 1 on 4: stand"], -1),
        ("Ah 6d Ts", "Tc 7d", [HIT, "hand 1 on 3: stand"], 0),
    ],
)
def test_the_higher_total_wins_even_money_and_a_bust_loses_whatever_the_dealer_has(
    player, dealer, choices, net
):
    assert won(player, dealer, choices) == [net]


def test_a_hand_of_21_is_asked_no_more():
    assert won("5h 6d Ts", "9c 8d", [HIT]) == [1]


def test_a_natural_pays_three_to_two_and_is_not_asked():
    assert won("Ah Kd", "9c 8d") == [Fraction(3, 2)]


def test_a_natural_pays_by_the_table_in_force():
    game = GAME.with_paytable("Natural 6 to 5")
    assert nets(game, play("Ah Kd", "9c 8d"))["bet"] == Fraction(6, 5)


def test_a_natural_beats_a_21_of_three_cards():
    round_ = play_script(
        GAME,
        {"seat 1 hand": "Ah Kd", "seat 2 hand": "Th 8d", "dealer": "7c 7d 7h"},
        {"2 hand 1 on 2": "stand"},
        wagers={1: ("bet",), 2: ("bet",)},
    )
    assert nets(GAME, round_)["bet"] == Fraction(3, 2)
    assert nets(GAME, round_, 2)["bet"] == -1


# -- the dealer ------------------------------------------------------------------------------------


def test_the_dealer_stands_on_every_17():
    assert won("Th 8d", "Ac 6d", [DECLINE, STAND]) == [1]
    assert won("Th 8d", "7c Td", [STAND]) == [1]


def test_where_the_house_says_so_the_dealer_draws_to_a_soft_17_and_to_no_other():
    assert won("Th 8d", "Ac 6d 4h", [DECLINE, STAND], dealer_hits_soft_17=True) == [-1]
    assert won("Th 8d", "7c Td", [STAND], dealer_hits_soft_17=True) == [1]
    assert won("Th 8d", "Ac 7d", [DECLINE, STAND], dealer_hits_soft_17=True) == [0]


def test_the_dealer_draws_no_card_when_every_hand_is_bust():
    assert won("Th 6d Ts", "9c 7d", [HIT]) == [-1]


def test_the_dealer_draws_no_card_against_a_natural_alone():
    assert won("Ah Kd", "9c 7d") == [Fraction(3, 2)]


def test_the_dealer_draws_as_long_as_one_hand_is_left():
    choices = [SPLIT, "hand 1 on 3: hit", "hand 2 on 1: stand"]
    assert won(["8h 8d 6s Ts", "Ts"], "9c 7d 5d", choices) == [-1, -1]


# -- the dealer's natural ----------------------------------------------------------------------------


@pytest.mark.parametrize(("dealer", "choices"), [("Kc Ad", []), ("Ac Kd", [DECLINE])])
def test_a_dealers_natural_ends_the_round_and_takes_the_bet(dealer, choices):
    assert won("Th 9d", dealer, choices) == [-1]
    assert won("8h 8d", dealer, choices) == [-1]


def test_two_naturals_push():
    assert won("Ah Kd", "Kc Ad") == [0]
    assert won("Ah Kd", "Ac Kh", [DECLINE]) == [0]


def test_without_a_peek_the_round_is_played_and_a_natural_takes_everything():
    assert won("5h 6d Ts", "Kc Ad", [DOUBLE], dealer_peeks=False) == [-2]
    choices = [SPLIT, "hand 1 on 3: stand", "hand 2 on 1: double"]
    assert won(["8h 8d 9s", "3s Ts"], "Kc Ad", choices, dealer_peeks=False) == [-1, -2]


# -- insurance -------------------------------------------------------------------------------------


def test_insurance_pays_two_to_one_on_a_natural_and_makes_up_for_the_bet():
    assert won("Th 9d", "Ac Kd", ["insurance: insurance"]) == [-1, 1]


def test_insurance_is_lost_without_a_natural():
    assert won("Th 9d", "Ac 7d", ["insurance: insurance", STAND]) == [1, Fraction(-1, 2)]


def test_an_insured_natural_wins_even_money_either_way():
    assert won("Ah Kh", "Ac Kd", ["insurance: insurance"]) == [1]
    assert won("Ah Kh", "Ac 9d", ["insurance: insurance"]) == [Fraction(3, 2), Fraction(-1, 2)]


def test_insurance_is_offered_against_an_ace_alone():
    for up in "23456789TJQK":
        assert "insurance" not in questions("Th 9d", f"{up}c")
    assert "insurance" in questions("Th 9d", "Ac")


def questions(player, up):
    """What the seat is asked first."""
    cards = iter([player.split()[0], up, player.split()[1], "7d"])
    history = records(
        GAME, (GAME.seat("bet"),), lambda _: parse_card(next(cards, "2c")), lambda step: step.options[0].name
    )
    steps = [GAME.next_step(record) for record in history]
    return [step.question for step in steps if isinstance(step, Choose)]


# -- doubling --------------------------------------------------------------------------------------


def test_a_double_gets_exactly_one_card_for_twice_the_stake():
    assert won("5h 6d Ts", "9c 8d", [DOUBLE]) == [2]
    assert won("5h 6d 2s", "9c 8d", [DOUBLE]) == [-2]
    assert won("5h 4d 9s", "9c 9d", [DOUBLE]) == [0]


def menu(player, up="9c", *, settings=None, choices=()):
    """What the seat may do with its next hand."""
    game = GAME.with_settings(**settings or {})
    first, second, *more = [parse_card(word) for word in player.split()]
    shoe = iter([first, parse_card(up), second, Card(7, 1), *more])
    answers = iter(choices)
    for record in records(game, (game.seat("bet"),), lambda _: next(shoe), lambda _: next(answers)):
        step = game.next_step(record)
        if isinstance(step, Choose) and answers.__length_hint__() == 0:
            return [option.name for option in step.options]
    raise AssertionError("never asked")


@pytest.mark.parametrize(
    ("rule", "hands"),
    [
        ("any two cards", {"Th 8d": True, "Ah 8d": True, "5h 4d": True, "5h 3d": True}),
        ("9 to 11", {"Th 8d": False, "Ah 8d": False, "5h 4d": True, "5h 3d": False, "6h 5d": True}),
        ("10 or 11", {"5h 4d": False, "6h 4d": True, "6h 5d": True, "Ah 9d": False}),
        ("8 to 11", {"4h 3d": False, "5h 3d": True, "6h 5d": True, "Th 2d": False}),
        ("11", {"6h 4d": False, "6h 5d": True, "Th 2d": False}),
    ],
)
def test_the_house_says_on_which_totals_a_hand_may_be_doubled(rule, hands):
    for hand, may in hands.items():
        assert ("double" in menu(hand, settings={"double_on": rule})) is may


def test_three_cards_may_not_be_doubled_or_split():
    assert menu("2h 2d 2s", choices=["hit"]) == ["stand", "hit"]


def test_a_split_hand_may_be_doubled_unless_the_house_says_no():
    assert "double" in menu("8h 8d 3s", choices=["split"])
    assert "double" not in menu("8h 8d 3s", choices=["split"], settings={"double_after_split": False})


# -- splitting -------------------------------------------------------------------------------------


def test_each_split_hand_has_its_own_cards_choices_and_stake():
    choices = [SPLIT, "hand 1 on 3: double", "hand 2 on 1: hit"]
    assert won(["8h 8d 3s Ts", "9s 5h"], "Tc 6c 4d", choices) == [2, -1]


def test_a_pair_may_be_split_again_to_four_hands_and_no_further():
    again = ["split", "split"]
    assert "split" in menu("8h 8d 8s", choices=["split"])
    assert "split" in menu("8h 8d 8s 8c", choices=again)
    assert "split" not in menu("8h 8d 8s 8c 8h", choices=[*again, "split"])
    assert "split" not in menu("8h 8d", settings={"most_hands": 1})
    assert "split" not in menu("8h 8d 8s", choices=["split"], settings={"most_hands": 2})


def test_four_hands_are_settled_each_by_itself():
    choices = [
        SPLIT,
        "hand 1 on 3: split",
        "hand 1 on 4: split",
        "hand 1 on 5: stand",
        "hand 2 on 1: stand",
        "hand 3 on 1: double",
        "hand 4 on 1: hit",
    ]
    assert won(["8h 8d 8s 8c Th", "Ts", "3s Tc", "6s Td"], "9c 8d", choices) == [1, 1, 2, -1]


def test_cards_of_one_value_are_a_pair_though_their_ranks_differ():
    assert "split" in menu("Kh Td")
    assert "split" not in menu("Kh 9d")


def test_split_aces_get_one_card_each_and_make_no_natural():
    assert won(["Ah Ad Ks", "5s"], "9c 9d", [SPLIT]) == [1, -1]


def test_a_split_ace_and_ten_pushes_with_21_of_the_dealer():
    assert won(["Ah Ad Ks", "5s"], "9c 5d 7d", [SPLIT]) == [-1]


def test_aces_are_split_once_unless_the_house_says_so():
    assert won(["Ah Ad As", "Ac"], "9c 9d", [SPLIT]) == [-1, -1]
    assert menu("Ah Ad As", choices=["split"], settings={"resplit_aces": True}) == ["stand", "split"]


def test_split_aces_are_hit_where_the_house_says_so():
    assert menu("Ah Ad 5s", choices=["split"], settings={"hit_split_aces": True}) == [
        "stand",
        "hit",
        "double",
    ]


# -- surrender -------------------------------------------------------------------------------------

GIVE_UP = "hand 1 on 2: surrender"


def test_surrender_is_not_offered_unless_the_house_says_so():
    assert "surrender" not in menu("Th 6d")
    assert menu("Th 6d", settings={"surrender": True}) == ["stand", "hit", "surrender", "double"]
    assert "surrender" not in menu("8h 8d Ts", choices=["split"], settings={"surrender": True})


def test_a_surrender_loses_half_and_a_natural_takes_the_whole():
    assert won("Th 6d", "Tc 6c", [GIVE_UP], surrender=True) == [Fraction(-1, 2)]
    assert won("Th 6d", "Tc Ac", [GIVE_UP], surrender=True, dealer_peeks=False) == [-1]


EARLY, PLAY_ON = "surrender: surrender", "surrender: no surrender"


@pytest.mark.parametrize(("dealer", "before"), [("Tc 7d", []), ("Tc Ad", []), ("Ac Td", [DECLINE])])
def test_an_early_surrender_loses_half_whatever_the_dealer_has(dealer, before):
    assert won("Th 6d", dealer, [*before, EARLY], early_surrender=True) == [Fraction(-1, 2)]


def test_an_insured_hand_that_is_given_up_early_is_still_insured():
    given_up = ["insurance: insurance", EARLY]
    assert won("Th 6d", "Ac Td", given_up, early_surrender=True) == [Fraction(-1, 2), 1]
    assert won("Th 6d", "Ac 9d", given_up, early_surrender=True) == [Fraction(-1, 2), Fraction(-1, 2)]


def test_who_plays_on_meets_the_natural_and_is_not_asked_again():
    assert won("Th 6d", "Tc Ad", [PLAY_ON], early_surrender=True) == [-1]
    house = {"early_surrender": True, "surrender": True}
    assert won("Th 6d", "Tc 8d", [PLAY_ON, STAND], **house) == [-1]
    assert "surrender" not in menu("Th 6d", "Tc", choices=["no surrender"], settings=house)


def test_where_no_dealer_looks_an_early_surrender_waits_for_the_turn_and_loses_half():
    assert won("Th 6d", "5c 7d", [GIVE_UP], early_surrender=True) == [Fraction(-1, 2)]
    house = {"early_surrender": True, "dealer_peeks": False}
    assert won("Th 6d", "Tc Ac", [GIVE_UP], **house) == [Fraction(-1, 2)]


def test_a_natural_is_not_asked_whether_it_gives_up():
    assert won("Ah Td", "Tc 9d", early_surrender=True) == [Fraction(3, 2)]


# -- decks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", range(1, 9))
def test_the_house_takes_one_to_eight_decks(decks):
    game = GAME.with_settings(decks=decks)
    assert game.deck == make_deck(decks=decks)
    assert 0 < game.cut_depth < game.deck.size
    assert game.as_documented() == GAME == game.with_settings(decks=6)


@pytest.mark.parametrize("decks", [0, 9, -1, "6", True])
def test_no_other_number_of_decks(decks):
    with pytest.raises(InputError, match="the setting 'decks'"):
        GAME.with_settings(decks=decks)


# -- the progressive -------------------------------------------------------------------------------


def test_the_progressive_looks_at_the_first_four_cards_and_at_no_other():
    both = ("bet", "progressive")
    round_ = play(
        ["9h 9h 2s", "2s"],
        "8c 8d 9d",
        [SPLIT, *(f"hand {n}: stand" for n in ("1 on 3", "2 on 1"))],
        wagers=both,
    )
    assert nets(GAME, round_)["progressive"] == 24


# -- a peek is a courtesy --------------------------------------------------------------------------


def peeked(seed):
    """A random round up to a peek that finds a natural, if there is one."""
    random = Random(seed)
    seats = random_seats(GAME, random.randint(1, 4), random)
    for record in random_records(GAME, seats, random):
        if record.moves[-1:] == (Peeked("dealer", True),):
            return record
    return None


def finish(record, random, hole):
    """Play a record to its end with random cards and decisions; the hole card is as given."""
    dealt = [card for move in record.moves if isinstance(move, Dealt) for card in move.cards]
    shoe = list(GAME.deck)
    for card in [*(card for card in dealt if isinstance(card, Card)), hole]:
        shoe.remove(card)
    random.shuffle(shoe)
    while True:
        match step := GAME.next_step(record):
            case Draw():
                record = record.then(Dealt(step.hand, tuple(shoe.pop() for _ in range(step.count))))
            case Reveal():
                record = record.then(Opened(step.hand, ((1, hole),)))
            case Choose():
                record = record.then(random_choice(step, random))
            case _:
                return record


def random_choice(step, random):
    return Chosen(step.seat, step.question, random.choice(step.options).name)


def test_a_natural_found_by_the_peek_settles_as_if_play_had_gone_on_and_found_it_at_the_end():
    found = {seed: record for seed in range(400) if (record := peeked(seed))}
    assert len(found) > 10, "there are rounds with a dealer's natural to look at"
    for seed, record in found.items():
        up = next(move.cards[0] for move in record.moves if isinstance(move, Dealt) and move.hand == "dealer")
        hole = Card(13 if up.rank == 14 else 14, 2)
        ended = GAME.replay(finish(record, Random(seed), hole))[0]
        unseen = Record(record.seats, (*record.moves[:-1], Peeked("dealer", False)))
        for again in range(5):
            played = GAME.replay(finish(unseen, Random(f"{seed} {again}"), hole))[0]
            for seat in record.seats:
                assert nets(GAME, played, seat.number) == nets(GAME, ended, seat.number), seed


# -- when the dealer settles -----------------------------------------------------------------------


def settlements(record, game=GAME):
    """Each bet at the settling step where it is certain: its result and the moves made before."""
    round_, _ = replay(game.procedure, game.house, Record(record.seats))
    found, done = {}, 0
    for step in game.procedure(round_):
        if not isinstance(step, Settle):
            apply(round_, step, record.moves[done])
            done += 1
            continue
        place = round_.place(step.seat)
        judge = OpenJudge(game.looks(round_, place))
        for bet in step.bets or game.bets:
            try:
                result = game.settle_bet(round_, place, wager_of(bet), bet, judge)
            except UnsettledError:
                continue
            found.setdefault((step.seat, bet), (result, record.moves[:done]))
    return found


def settled_at(record, *, game=GAME):
    return {key: moves for key, (_, moves) in settlements(record, game).items()}


@pytest.mark.parametrize("peeks", [True, False])
@pytest.mark.parametrize("seed", range(30))
def test_what_is_settled_early_comes_out_as_it_would_at_the_end(seed, peeks):
    game = GAME.with_settings(dealer_peeks=peeks, surrender=True)
    record = random_records(game, random_seats(game, 4, Random(seed)), Random(seed))[-1]
    early = settlements(record, game)
    round_, _ = game.replay(record)
    for seat in record.seats:
        for wager, results in game.settle(round_, seat.number).items():
            for bet, result in zip(game.wagers[wager].bets, results, strict=True):
                assert early[seat.number, bet][0] == result


def wager_of(bet):
    return "progressive" if bet == "progressive" else "bet"


def record_of(player, dealer, choices=(), **settings):
    game = GAME.with_settings(**settings)
    first, second, *more = [parse_card(word) for word in player.split()]
    up, hole, *drawn = [parse_card(word) for word in dealer.split()]
    shoe = {"seat 1 hand": [first, second, *more], "dealer": [up, hole, *drawn]}
    answers = iter(choices)
    *_, last = records(
        game, (game.seat("bet", "progressive"),), lambda hand: shoe[hand].pop(0), lambda _: next(answers)
    )
    return last


def is_hidden(moves):
    return not any(isinstance(move, Opened) for move in moves)


@pytest.mark.parametrize(
    ("player", "dealer", "bet", "early"),
    [
        ("9h 9h", "8c 9d", "progressive", True),
        ("9h 9h", "9c 8d", "progressive", False),
        ("9h 8h", "9c 8d", "progressive", True),
        ("Ah Kd", "9c 8d", "bet", True),
        ("Ah Kd", "Tc 8d", "bet", True),
        ("Ah Kd", "Tc Ad", "bet", False),
        ("9h 8d", "Tc 8d", "bet", False),
    ],
)
def test_what_the_hole_card_cannot_change_is_settled_before_it_is_open(player, dealer, bet, early):
    found = settled_at(record_of(player, dealer, ["stand"]))
    assert is_hidden(found[1, bet]) is early


def test_a_natural_waits_for_the_hole_card_where_the_dealer_does_not_peek():
    game = GAME.with_settings(dealer_peeks=False)
    record = record_of("Ah Kd", "Tc 8d", dealer_peeks=False)
    assert not is_hidden(settled_at(record, game=game)[1, "bet"])


def test_a_bust_hand_is_taken_at_once():
    moves = settled_at(record_of("Th 6d Ts", "9c 7d", ["hit"]))[1, "bet"]
    assert isinstance(moves[-1], Dealt)
    assert moves[-1].hand == "seat 1 hand"


def test_insurance_is_taken_right_after_a_peek_that_finds_nothing():
    moves = settled_at(record_of("Th 9d", "Ac 7d", ["insurance", "stand"]))[1, "insurance"]
    assert moves[-1] == Peeked("dealer", False)


def test_insurance_is_paid_when_the_natural_is_open():
    moves = settled_at(record_of("Th 9d", "Ac Kd", ["insurance"]))[1, "insurance"]
    assert isinstance(moves[-1], Opened)


def test_a_peek_comes_before_anybody_plays_and_only_under_an_ace_or_a_ten():
    for up in "23456789TJQKA":
        record = Record((GAME.seat("bet"),))
        for hand, slot in (
            ("seat 1 hand", Card(9, 0)),
            ("dealer", parse_card(f"{up}c")),
            ("seat 1 hand", Card(7, 1)),
            ("dealer", Blank(0)),
        ):
            record = record.then(Dealt(hand, (slot,)))
        if up == "A":
            record = record.then(random_choice(GAME.next_step(record), Random(1)))
        assert isinstance(GAME.next_step(record), Peek) is (up in "TJQKA")


def test_the_cards_go_round_one_at_a_time_and_the_hole_card_last():
    record = random_records(GAME, random_seats(GAME, 2, Random(3)), Random(3))[-1]
    dealt = [(move.hand, isinstance(move.cards[0], Blank)) for move in record.moves[:6]]
    one_round = [("seat 1 hand", False), ("seat 2 hand", False), ("dealer", False)]
    assert dealt == [*one_round, *one_round[:2], ("dealer", True)]


def test_an_option_that_the_house_does_not_offer_is_refused():
    with pytest.raises(InputError, match="seat 1 cannot 'surrender' here; it can: stand, hit, double"):
        play("Th 6d", "9c 7d", [GIVE_UP])
