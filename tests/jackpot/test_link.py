"""Which tables may feed one meter together: location, makers, displays, and the proof for several games."""

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from ledger_room import OFFICE, Room, make_terms

from documents import proves
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.jackpot.chance import MeterAward, game_under_terms, meter_awards, meter_figures
from pitboss.jackpot.link import LinkKind, check_awards, check_link, link_kind
from pitboss.jackpot.recommendation import Preset, recommend
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.regulation import parse_regulation, regulation
from pitboss.jackpot.terms import Installation, LevelTerms, Terms
from pitboss.ledger.codec import decode, encode
from structure import games_where

DAY = date(2024, 6, 14)
MISSISSIPPI, CARIBBEAN, THREE_CARD = "mississippi_stud", "caribbean_stud", "three_card_poker"
ON_LINK = games_where(lambda game: "Link 01" in game.paytables)
ONE = (LevelTerms("", 10_000 * MICROS, 150_000),)
TWO = (LevelTerms("Mega", 10_000 * MICROS, 100_000), LevelTerms("Major", 1_000 * MICROS, 50_000))
THREE = (*TWO, LevelTerms("Minor", 100 * MICROS, 30_000))


def installed(**games):
    return {table: Installation(game=game) for table, game in games.items()}


def two_games(paytable="Link 01", levels=ONE, second=CARIBBEAN, **changes):
    changes = {"installed": installed(T1=MISSISSIPPI, T2=second), **changes}
    paytables = {MISSISSIPPI: paytable, second: changes.pop("second_paytable", paytable)}
    return make_terms(levels, id="link", paytables=paytables, **changes)


def check(terms, others=(), day=DAY, **more):
    check_link(terms, others, day, **more)


# -- kinds -----------------------------------------------------------------------------------------


def test_one_table_stands_alone_several_of_a_game_are_a_link_and_several_games_another():
    assert link_kind(make_terms(tables=("T1",))) is LinkKind.STAND_ALONE
    assert link_kind(make_terms(tables=("T1", "T2"))) is LinkKind.SAME_GAME
    assert link_kind(two_games()) is LinkKind.MULTI_GAME


def test_one_game_is_not_analysed_when_its_terms_are_set():
    check(make_terms(), prove=lambda *_: pytest.fail("analysed"))


@pytest.mark.parametrize(
    ("paytable", "levels", "chances"),
    [
        ("Link 01", ONE, {("", "royal_flush"): "1/649740", ("", "straight_flush"): "3/216580"}),
        ("Link ML01", TWO, {("Mega", "royal_flush"): "1/649740", ("Major", "straight_flush"): "3/216580"}),
        (
            "Link ML03",
            THREE,
            {
                ("Mega", "royal_flush"): "1/649740",
                ("Major", "straight_flush"): "3/216580",
                ("Minor", "four_of_a_kind"): "1/4165",
            },
        ),
    ],
)
def test_the_link_paytables_have_their_levels_and_the_chances_of_five_cards(paytable, levels, chances):
    """Of 2,598,960 hands 4 are royal flushes, 36 straight flushes and 624 four of a kind."""
    terms = make_terms(levels, paytables={MISSISSIPPI: paytable})
    awards = meter_awards(terms, MISSISSIPPI)
    assert {(award.level, award.line): award.chance for award in awards} == {
        key: Fraction(chance) for key, chance in chances.items()
    }


def test_levels_that_the_paytable_does_not_have_are_refused_by_name():
    terms = make_terms(TWO, paytables={MISSISSIPPI: "Link ML03"})
    with pytest.raises(
        RefusedError, match="Link ML03 has the levels Mega, Major, Minor; the terms have Mega, Major"
    ):
        check_awards(terms, DAY)


def test_a_paytable_without_a_meter_is_refused():
    with pytest.raises(RefusedError, match="'Pair Plus A' pays nothing from a meter"):
        check_awards(make_terms(paytables={THREE_CARD: "Pair Plus A"}), DAY)


# -- several games ---------------------------------------------------------------------------------


@proves("003 link 4")
@pytest.mark.parametrize(("paytable", "levels"), [("Link 01", ONE), ("Link ML01", TWO), ("Link ML03", THREE)])
def test_req_32_games_with_the_same_hand_at_the_same_chance_are_linked(paytable, levels):
    check(two_games(paytable, levels))


@pytest.mark.parametrize("second", [one for one in ON_LINK if one != MISSISSIPPI])
def test_every_game_that_names_a_paytable_of_the_link_is_on_it_with_the_others(second):
    check(two_games(second=second))


def test_req_32_another_winning_hand_is_refused_with_both_games_and_both_chances():
    terms = two_games("Link 01", ONE, second=THREE_CARD, second_paytable="TCP Progressive 1")
    with pytest.raises(RefusedError) as refused:
        check(terms)
    text = str(refused.value)
    assert "in Mississippi Stud royal flush wins the meter with a chance of 1/649740" in text
    assert "in Three Card Poker AKQ spades wins the meter with a chance of 1/22100" in text


@proves("003 link 4")
def test_req_32_another_chance_of_the_same_hand_is_refused_with_both_fractions():
    """Where a folded hand does not win, best play of Mississippi Stud folds some straight flushes."""
    terms = replace(two_games("Link ML01", TWO), folded_hands_win=False)
    with pytest.raises(RefusedError) as refused:
        check(terms)
    text = str(refused.value)
    assert "straight flush has a chance of 29/3248700 in Mississippi Stud" in text
    assert "of 3/216580 in Caribbean Stud" in text


def test_a_paytable_that_is_printed_for_one_game_links_no_two_even_at_the_same_chances():
    """MS Stud-01 pays the royal flush and the straight flush as Link 01 does, hand for hand."""
    terms = two_games("MS Stud-01", ONE, second_paytable="Link 01")
    check_awards(terms, DAY)
    with pytest.raises(RefusedError, match="MS Stud-01 is printed for one table or tables of one game"):
        check(terms)
    check(make_terms(ONE, paytables={MISSISSIPPI: "MS Stud-01"}, tables=("T1",)))
    check(make_terms(ONE, paytables={MISSISSIPPI: "MS Stud-01"}, tables=("T1", "T2")))


def test_a_paytable_of_the_link_stands_alone_and_the_maker_would_say_so():
    """Another game may join the link later, or has left it: its meter goes on."""
    alone = make_terms(ONE, paytables={MISSISSIPPI: "Link 01"}, tables=("T1",))
    check(alone)
    warned = "Link 01 is printed for a link of several games, and only one is on it"
    assert warned in [one.text for one in warnings_of(alone)]
    assert warned not in [one.text for one in warnings_of(two_games())]


def warnings_of(terms):
    return [one for one in recommend(terms, meter_figures(terms, MISSISSIPPI), Preset()) if one.is_warning]


def test_req_32_a_hand_that_only_one_game_pays_from_the_meter_is_refused():
    extra = MeterAward("Mississippi Stud", "flush", "flush of five", "", Fraction(1, 20), Fraction(1, 500))

    def prove_more(terms, game):
        return (*meter_awards(terms, game), extra) if game == MISSISSIPPI else meter_awards(terms, game)

    with pytest.raises(
        RefusedError, match=r"flush wins 5% of the meter with a chance of 1/500, and in Caribbean"
    ):
        check(two_games(), prove=prove_more)


def test_req_32_three_cards_and_five_have_straight_flushes_that_differ():
    def prove_other(terms, game):
        return [award._replace(hand=f"{award.line} of {game}") for award in meter_awards(terms, game)]

    with pytest.raises(RefusedError, match="needs the same winning hand"):
        check(two_games(), prove=prove_other)


def test_req_32_a_table_without_a_meter_on_display_is_refused():
    tables = {"T1": Installation(MISSISSIPPI), "T2": Installation(CARIBBEAN, has_display=False)}
    with pytest.raises(RefusedError, match="T2 has no meter on display"):
        check(two_games(installed=tables))


def test_every_table_of_several_games_says_which_it_deals():
    with pytest.raises(RefusedError, match="which game is dealt at T2"):
        check(two_games(installed=installed(T1=MISSISSIPPI)))
    with pytest.raises(RefusedError, match="'blackjack' has no paytable here"):
        check(two_games(installed=installed(T1=MISSISSIPPI, T2="blackjack")))
    with pytest.raises(RefusedError, match="no table deals caribbean_stud"):
        check(two_games(installed=installed(T1=MISSISSIPPI, T2=MISSISSIPPI)))


# -- the other requirements ------------------------------------------------------------------------


def test_req_31_a_table_in_another_location_is_refused():
    tables = {"T2": Installation(location="across the street")}
    with pytest.raises(RefusedError, match="T2 stands in across the street"):
        check(make_terms(installed=tables))


def test_req_33_a_game_is_on_one_cross_game_link_while_the_rule_is_on():
    other = replace(
        two_games(tables=("T3", "T4")), id="first", installed=installed(T3=MISSISSIPPI, T4=CARIBBEAN)
    )
    with pytest.raises(RefusedError, match=r"is on the cross-game link first already.*since 2015-11-08"):
        check(two_games(), [other])


def test_req_33_the_rule_is_dated_and_a_later_entry_switches_it_off():
    other = replace(
        two_games(tables=("T3", "T4")), id="first", installed=installed(T3=MISSISSIPPI, T4=CARIBBEAN)
    )
    check(two_games(), [other], day=date(2015, 11, 7))
    (rule,) = regulation().one_progressive_per_game
    adopted = replace(
        rule, since=date(2023, 8, 20), is_on=False, source="as if WSR 23-11-107 had been adopted"
    )
    rules = replace(regulation(), one_progressive_per_game=(rule, adopted))
    check(two_games(), [other], rules=rules)
    with pytest.raises(RefusedError, match="one only"):
        check(two_games(), [other], day=date(2023, 8, 19), rules=rules)


def test_req_33_a_same_game_link_or_another_location_is_no_second_cross_game_link():
    same_game = make_terms(ONE, id="own", tables=("T5",), paytables={MISSISSIPPI: "Link 01"})
    elsewhere = replace(two_games(), id="first", location="across the street")
    check(two_games(), [same_game, elsewhere])


def test_req_34_equipment_of_several_makers_needs_an_interoperability_approval():
    tables = {"T1": Installation(maker="Galaxy"), "T2": Installation(maker="Other Works")}
    with pytest.raises(RefusedError, match="Galaxy and Other Works"):
        check(make_terms(installed=tables))
    check(make_terms(installed=tables, interoperability="IO-2024-7"))
    check(make_terms(installed={"T1": Installation(maker="Galaxy")}))


def test_req_58_a_level_rarer_than_one_in_a_hundred_million_is_refused():
    def chance(one_in):
        award = MeterAward("Three Card Poker", "akq_spades", "akq_spades of three", "", Fraction(1), one_in)
        return lambda *_: [award]

    check_awards(make_terms(), DAY, prove=chance(Fraction(1, 100_000_000)))
    with pytest.raises(RefusedError, match="1/100000001, which is rarer than one in 100,000,000"):
        check_awards(make_terms(), DAY, prove=chance(Fraction(1, 100_000_001)))


# -- in the manager --------------------------------------------------------------------------------


def test_the_manager_refuses_a_link_whose_chances_differ_and_changes_nothing():
    room = Room()
    bad = two_games("Link 01", ONE, second=THREE_CARD, second_paytable="TCP Progressive 1")
    with pytest.raises(RefusedError, match="same winning hand"):
        room.set_terms(bad)
    assert room.floor.progressives == {}
    assert room.entries == []


def test_what_stands_at_a_table_is_in_the_journal_and_comes_back():
    tables = {"T1": Installation(maker="Galaxy", location="the card room"), "T2": Installation(THREE_CARD)}
    terms = make_terms(installed=tables, interoperability="IO-1")
    assert decode(Terms, encode(terms)) == terms
    room = Room(terms)
    assert room.entries[0].draft.fact.after.installed["T1"].maker == "Galaxy"
    assert room.floor.progressives["tcp"].terms.at("T2").game == THREE_CARD
    assert room.entries[0].draft.by == OFFICE


def test_something_installed_at_a_table_that_is_not_on_the_progressive_is_refused():
    with pytest.raises(InputError, match="'T9' is none of its tables"):
        make_terms(installed={"T9": Installation()}).check()


def test_figures_are_those_of_the_terms_for_a_dollar():
    """TCP Progressive 1 with 6 others: 22.33% and, at 14%, 1,000 + 0.14 x 22,100 = 4,094 on average."""
    levels = (LevelTerms("", 5_000 * MICROS, 140_000),)
    figures = meter_figures(make_terms(levels, wager_micros=5 * MICROS), THREE_CARD, others=6)
    assert figures.average_top("") == 4_094
    assert round(float(figures.house_advantage), 4) == 0.2233


def test_the_rule_for_folded_hands_is_the_progressives():
    terms = make_terms(ONE, paytables={MISSISSIPPI: "Link 01"}, folded_hands_win=False)
    assert game_under_terms(terms, MISSISSIPPI).house["folded_hands_qualify"] is False


def test_every_rule_has_its_day_its_source_and_its_strength():
    for rules in vars(regulation()).values():
        assert list(rules) == sorted(rules, key=lambda rule: rule.since)
        assert all(rule.source and rule.strength in "ABC" for rule in rules)


def test_a_rule_that_nobody_knows_is_no_regulation():
    with pytest.raises(KeyError):
        parse_regulation("")
