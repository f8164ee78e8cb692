"""The terms that an analysis is made with: asked, printed or implied, and what is said of them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.audit.term import Asked, take_terms
from pitboss.base.error import InputError
from pitboss.reports.audit_sheet import say_assumptions
from pitboss.reports.cell import dollars, rate
from pitboss.rules import load_game

TCP = load_game("three_card_poker")
STUD = load_game("mississippi_stud")
LINK = STUD.with_paytable("Link ML03")


def test_a_wager_without_meter_or_envy_takes_nothing_for_granted():
    taken = take_terms(TCP, "pair_plus", Asked())
    assert taken.assumptions == ()
    assert (taken.terms.levels, taken.terms.meters) == ({}, None)


def test_the_printed_seed_and_the_implied_contribution_stand_in():
    taken = take_terms(TCP, "progressive", Asked())
    level = taken.terms.levels[""]
    assert (level.seed, level.contribution, level.reserve) == (1000, Fraction(14, 100), 0)
    assert taken.terms.players == 1
    text = "; ".join(say_assumptions(taken.assumptions))
    for words in (
        "seed $1,000 as printed",
        "contribution 14%, recovered",
        "22.33% is for 7 players",
        "envy from 0",
    ):
        assert words in text


def test_what_was_asked_is_taken_and_not_called_an_assumption():
    asked = Asked(
        players=7,
        seed={"": Fraction(500)},
        contribution={"": Fraction(1, 10)},
        reserve={"": Fraction(1, 100)},
    )
    taken = take_terms(TCP, "progressive", asked)
    level = taken.terms.levels[""]
    assert (level.seed, level.contribution, level.reserve) == (500, Fraction(1, 10), Fraction(1, 100))
    text = "; ".join(say_assumptions(taken.assumptions))
    assert not any(word in text for word in ("printed", "recovered", "reserve", "configuration"))


def test_another_seed_does_not_change_the_contribution_that_the_print_implies():
    taken = take_terms(TCP, "progressive", Asked(seed={"": Fraction(123)}))
    assert taken.terms.levels[""].contribution == Fraction(14, 100)


def test_a_setting_does_not_change_the_contribution_that_the_print_implies():
    """Ten percent, printed for a house where a folded hand can win; where it cannot, the wager pays less."""
    ways = {300: 624, 50: 3744, 40: 5108, 30: 10_200, 9: 54_912}
    fixed = Fraction(sum(pay * number for pay, number in ways.items()), 2_598_960)
    printed = {"house_advantage": f"{float((1 - fixed - Fraction(1, 10)) * 100):.2f}%"}
    table = replace(STUD.paytables["MS Stud-01"], printed=printed, envy_micros={})
    for folded in (True, False):
        game = STUD.with_table(table).with_settings(folded_hands_qualify=folded)
        assert take_terms(game, "progressive", Asked()).terms.levels[""].contribution == Fraction(1, 10)


def test_without_a_print_seed_and_contribution_are_nothing_and_that_is_said():
    taken = take_terms(STUD, "progressive", Asked())
    level = taken.terms.levels[""]
    assert (level.seed, level.contribution) == (0, 0)
    assert sum("house's configuration" in sentence for sentence in say_assumptions(taken.assumptions)) == 2


def test_meters_are_found_by_name_however_it_is_written():
    asked = Asked(meter={"mega": Fraction(3), "MAJOR": Fraction(2), "Minor": Fraction(1)})
    taken = take_terms(LINK, "progressive", asked)
    assert taken.terms.meters == {"Mega": 3, "Major": 2, "Minor": 1}
    assert list(taken.terms.levels) == ["Mega", "Major", "Minor"]
    assert any("Mega $3, Major $2, Minor $1" in sentence for sentence in say_assumptions(taken.assumptions))


@pytest.mark.parametrize(
    ("game", "asked", "words"),
    [
        (TCP, Asked(meter={"Mega": Fraction(1)}), "has one meter"),
        (LINK, Asked(seed={"": Fraction(1)}), "has the meters Mega, Major, Minor"),
        (LINK, Asked(meter={"Mega": Fraction(1)}), "give an amount for Major, Minor too"),
        (LINK, Asked(seed={"Maxi": Fraction(1)}), "unknown meter 'Maxi'"),
    ],
)
def test_a_meter_that_is_not_the_wagers_is_refused(game, asked, words):
    with pytest.raises(InputError, match=words):
        take_terms(game, "progressive", asked)


@pytest.mark.parametrize("players", [0, -3, 15, 10**30])
def test_a_table_has_1_to_14_players(players):
    with pytest.raises(InputError, match="1 to 14 players"):
        Asked(players=players)


def test_envy_that_grows_with_the_wager_is_said_to():
    grows, stays = (take_terms(game, "progressive", Asked()).assumptions for game in (LINK, STUD))
    assert any("multiplied by the wager" in sentence for sentence in say_assumptions(grows))
    assert not any("multiplied" in sentence for sentence in say_assumptions(stays))


def test_an_invented_print_gives_its_contribution_back():
    """Twelve percent from seven players, put into a print and recovered from it."""
    table = TCP.paytables["TCP Progressive 2"]
    fixed = Fraction(500 * 3 + 100 * 44 + 90 * 52, 22_100)
    envy = 6 * Fraction(100 + 3 * 25, 22_100)
    advantage = 1 - fixed - envy - Fraction(1000, 22_100) - Fraction(12, 100)
    printed = {
        "house_advantage": f"{float(advantage * 100):.2f}%",
        "seed": "$1,000",
        "top_payout_average": "$3,652",
    }
    game = TCP.with_table(replace(table, printed=printed))
    assert take_terms(game, "progressive", Asked()).terms.levels[""].contribution == Fraction(12, 100)


def test_amounts_read_like_amounts():
    assert [str(dollars(Fraction(amount))) for amount in ("0", "1000", "1234567.891", "-0.5")] == [
        "$0",
        "$1,000",
        "$1,234,567.89",
        "-$0.50",
    ]
    assert [str(rate(Fraction(share))) for share in ("0", "0.14", "0.125", "1/3", "1")] == [
        "0%",
        "14%",
        "12.5%",
        "33.3333%",
        "100%",
    ]
