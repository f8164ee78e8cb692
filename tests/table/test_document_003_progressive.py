"""Document 003: the progressives of Mississippi Stud, alone and on the multi-game link, rule by rule."""

import pytest
from rulebook import book
from stand import MICROS, done, make_meters, of, open_stand, told

from documents import proves
from pitboss.table import command, event
from pitboss.table import setup as table_setup
from pitboss.table.meter import MeterLevel
from pitboss.table.phase import RefusedError

DOCUMENT = "003"
GAME = "mississippi_stud"


case = book("003 progressive", GAME)
STAY = "bet 1x, bet 1x, bet 1x"

CASES = [
    case(
        "Game Manager 1, Nexus 1, link 1, Game Manager 2, Nexus 2, link 2, Game Manager 7, "
        "Nexus 7, link 8, Game Manager 8, Nexus 8, link 9, Game Manager 9b, Nexus 9b, link 10b",
        "fixed awards for the five cards, the wager kept, settled with the seat's other bets",
        f"""
        seat 1: ante 5, progressive 1; 9s 9c; {STAY}
        seat 2: ante 5, progressive 1; Qs 4c; {STAY}
        board: 9d Th Ts
        """,
        """
        2 ante: pair_sixes_to_tens 5 -> 5
        2 third_street: pair_sixes_to_tens 5 -> 5
        2 fourth_street: pair_sixes_to_tens 5 -> 5
        2 fifth_street: pair_sixes_to_tens 5 -> 5
        2 progressive: lose 1 -> 0
        1 ante: full_house 5 -> 55
        1 third_street: full_house 5 -> 55
        1 fourth_street: full_house 5 -> 55
        1 fifth_street: full_house 5 -> 55
        1 progressive: full_house 1 -> 50
        """,
    ),
    case(
        "Game Manager 8 folded, Nexus 8 folded, link 9 folded",
        "a folded hand still wins where the house lets it",
        """
        seat 1: ante 5, progressive 1; 9s 9c; bet 1x, fold
        board: 9d 4h Ts
        """,
        """
        1 ante: fold 5 -> 0
        1 third_street: fold 5 -> 0
        1 progressive: three_of_a_kind 1 -> 9
        """,
    ),
    case(
        "Game Manager 8 folded, Nexus 8 folded, link 9 folded",
        "and not where it does not",
        """
        seat 1: ante 5, progressive 1; 9s 9c; bet 1x, fold
        board: 9d 4h Ts
        """,
        """
        1 ante: fold 5 -> 0
        1 third_street: fold 5 -> 0
        1 progressive: fold 1 -> 0
        """,
        folded_hands_qualify=False,
    ),
]


@pytest.mark.parametrize("round_", CASES)
def test_a_round_goes_as_the_document_says(round_):
    round_.check()


def amount(stand, name=""):
    return stand.table.meters.levels[MeterLevel("progressive", name)].amount_micros


def progressive_told(stand):
    return [words for words in told(stand.events) if " progressive: " in words]


TWO_STRAIGHT_FLUSHES = f"""
    seat 1: ante 5, progressive 1; 5s 6s; {STAY}
    seat 2: ante 5; 2c 3d; fold
    seat 3: ante 5, progressive 1; 4h 9d; fold
    seat 6: ante 5, progressive 1; Ts Js; {STAY}
    board: 7s 8s 9s
"""


@proves("Game Manager 3", "Nexus 3", "link 3", "Game Manager 4", "Nexus 4", "link 5")
@pytest.mark.parametrize(
    ("table", "royal", "straight_flush", "quads"),
    [
        ("MS Stud-01", 20_000, 2_000, 300),
        ("MS Stud Quick Hit 01", 20_000, 20_000, 2_000),
        ("Link 01", 20_000, 2_000, 300),
    ],
)
def test_game_manager_3_one_meter_pays_what_the_table_says(table, royal, straight_flush, quads):
    """The paytables MS Stud-01 and Quick Hit 01."""
    hands = {"As Ks|Qs Js Ts": royal, "9s Ks|Qs Js Ts": straight_flush, "9s 9c|9d 9h Ts": quads}
    for hand, award in hands.items():
        cards, board = hand.split("|")
        stand = open_stand(GAME, table, meters=make_meters(main="19999.90 seed 5000"))
        stand.play(f"seat 1: ante 5, progressive 1; {cards}; {STAY}\nboard: {board}")
        (paid,) = [e for e in of(event.BetSettled, stand.events) if e.bet == "progressive"]
        assert paid.payout_micros == award * MICROS
        if award == 20_000:
            assert amount(stand) == 5_000 * MICROS
        elif award == 2_000:
            assert amount(stand) == 18_000 * MICROS


@proves(
    "Game Manager 3",
    "Nexus 3",
    "link 3",
    "Game Manager 4",
    "Nexus 4",
    "link 5",
    "Game Manager 9a",
    "Nexus 9a",
    "link 10a",
    "Game Manager 9c",
    "Nexus 9c",
    "link 10c",
)
def test_game_manager_3_after_a_whole_meter_the_next_winner_of_the_round_gets_the_restarted_one():
    """The paytables MS Stud-01 and Quick Hit 01."""
    stand = open_stand(GAME, "MS Stud Quick Hit 01", meters=make_meters(main="20000 seed 10000"))
    stand.play(TWO_STRAIGHT_FLUSHES)
    paid = [words for words in progressive_told(stand) if "->" in words]
    assert paid == [
        "6 progressive: straight_flush 1 -> 20000.3",
        "3 progressive: lose 1 -> 0",
        "1 progressive: straight_flush 1 -> 10000",
    ]
    assert amount(stand) == 10_000 * MICROS
    assert stand.wealth()["house"] == -20_000 * MICROS
    assert [e.micros for e in of(event.EnvyPaid, stand.events)] == [500 * MICROS] * 4


@proves("Game Manager 5", "Nexus 5", "link 6")
def test_game_manager_5_the_progressive_needs_an_ante_and_takes_a_dollar():
    """With a regular wager comes, if wanted, the progressive one, on the sensor of the position, which lights
    up.
    """
    stand = open_stand(GAME)
    stand.sit({1: "Ann"})
    stand.do(command.OpenBets())
    with pytest.raises(RefusedError, match="Progressive rides along"):
        stand.do(command.PlaceWager(1, "progressive", MICROS))
    posted = stand.table.setup.posted["progressive"]
    assert (posted.minimum_micros, posted.maximum_micros) == (MICROS, MICROS)


@proves(
    "Game Manager 9a",
    "Nexus 9a",
    "link 10a",
    "Game Manager 9c",
    "Nexus 9c",
    "link 10c",
    "Game Manager 10a",
    "Nexus 10a",
    "link 11a",
    "Game Manager 10b",
    "Nexus 10b",
    "link 11b",
    "Game Manager 10c",
    "Nexus 10c",
    "link 11c",
)
def test_game_manager_9a_two_shares_of_one_meter_are_paid_from_the_right_each_from_what_it_then_holds():
    """Percentages are paid from the meter."""
    stand = open_stand(GAME, meters=make_meters(main="20000 seed 10000"))
    stand.play(TWO_STRAIGHT_FLUSHES)
    # three wagers bring 30 cents; 10% of 20000.30 is 2000.03; 10% of the 18000.27 left is cut to 1800.02
    assert progressive_told(stand) == [
        "6 progressive: straight_flush 1 -> 2000.03",
        "6 progressive: marked for straight_flush",
        "3 progressive: lose 1 -> 0",
        "1 progressive: straight_flush 1 -> 1800.02",
        "1 progressive: marked for straight_flush",
        "6 progressive: envy 300 for straight_flush of seat 1",
        "3 progressive: envy 300 for straight_flush of seat 1",
        "3 progressive: envy 300 for straight_flush of seat 6",
        "1 progressive: envy 300 for straight_flush of seat 6",
    ]
    assert amount(stand) == 16_200_250_000


LEVELS = {"Mega": "50000 seed 10000", "Major": "5000 seed 1000", "Minor": "500 seed 100"}


@proves("Game Manager 9i", "Nexus 9h", "link 10h")
def test_game_manager_9i_after_a_share_of_the_meter_was_paid_the_round_cannot_be_void():
    """What J-POT has logged is backed out by manual adjustment only."""
    stand = open_stand(GAME)
    stand.start(TWO_STRAIGHT_FLUSHES)
    while not any(e.bet == "progressive" for e in of(event.BetSettled, stand.events)):
        stand.step()
    with pytest.raises(RefusedError, match="a meter has paid"):
        stand.do(command.VoidRound("the floor", "a wrong payment"))


@proves("link 3 levels")
@pytest.mark.parametrize(
    ("table", "awards"),
    [
        ("Link ML01", {"Mega": "50000.1", "Major": "5000.1", "": "300"}),
        ("Link ML03", {"Mega": "50000.1", "Major": "5000.1", "Minor": "500.1"}),
    ],
)
def test_link_3_levels_on_the_link_each_line_takes_its_own_meter_and_leaves_the_others(table, awards):
    """ML01 and ML03: two and three meters, each won whole by a hand of its own."""
    names = ("Mega", "Major", "Minor")
    for cards, (name, paid) in zip(("As Ks", "9s Ks", "Qc Qd"), awards.items(), strict=True):
        levels = {level: LEVELS[level] for level in names if level in awards}
        stand = open_stand(GAME, table, meters=make_meters(**levels))
        board = "Qh Qs Ts" if cards == "Qc Qd" else "Qs Js Ts"
        before = {level: amount(stand, level) for level in levels}
        stand.play(f"seat 1: ante 5, progressive 1; {cards}; {STAY}\nboard: {board}")
        assert progressive_told(stand)[0].endswith(f"1 -> {paid}")
        for level in levels:
            grown = before[level] + MICROS // 10
            seed = {"Mega": 10_000, "Major": 1_000, "Minor": 100}[level] * MICROS
            assert amount(stand, level) == (seed if level == name else grown)


@proves("link 7")
def test_link_7_each_wager_feeds_every_meter_once_and_by_its_rate():
    """START GAME when all bets are down; the sensors with a wager stay lit."""
    stand = open_stand(GAME, "Link ML03", meters=make_meters(**LEVELS))
    stand.start(TWO_STRAIGHT_FLUSHES)
    assert [e.seat for e in of(event.ProgressiveCounted, stand.events)] == [1, 3, 6]
    assert amount(stand, "Mega") == 50_000 * MICROS + 3 * MICROS // 10
    assert amount(stand, "Minor") == 500 * MICROS + 3 * MICROS // 10
    assert "closes the bets and locks in the progressive wagers" in done(stand.events)


@proves("link 11a times")
def test_link_11a_times_on_the_link_envy_is_multiplied_by_the_wager_of_who_gets_it():
    """Envy is multiplied by the wager."""
    stand = open_stand(GAME, "Link 01", limits={"progressive": table_setup.dollars(1, 5)})
    stand.play(
        f"""
        seat 1: ante 5, progressive 3; 4h 9d; fold
        seat 2: ante 5, progressive 5; As Ks; {STAY}
        seat 3: ante 5, progressive 1; 4d 9c; fold
        seat 4: ante 5; 4c 3d; fold
        board: Qs Js Ts
        """
    )
    envy = {e.seat: e.micros // MICROS for e in of(event.EnvyPaid, stand.events)}
    assert envy == {1: 3000, 3: 1000}


def test_off_the_link_envy_is_the_same_for_every_wager():
    stand = open_stand(GAME, "MS Stud-01", limits={"progressive": table_setup.dollars(1, 5)})
    stand.play(
        f"seat 1: ante 5, progressive 3; 4h 9d; fold\n"
        f"seat 2: ante 5, progressive 5; As Ks; {STAY}\nboard: Qs Js Ts"
    )
    assert [e.micros for e in of(event.EnvyPaid, stand.events)] == [1000 * MICROS]
