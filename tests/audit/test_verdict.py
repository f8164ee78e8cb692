"""The audit's judgement of prints that we invent, so that we know what it ought to say."""

from dataclasses import replace
from fractions import Fraction

import pytest

from misprint import invent, judge_print
from pitboss.analysis.meter import printed_levels
from pitboss.audit.finding import audit, audit_table
from pitboss.audit.note import Assumed, MadeTrue, NeverTrue, Remark
from pitboss.audit.verdict import Verdict
from pitboss.reports.audit_sheet import exact_cell, note_words

PLUS = ("three_card_poker", "Pair Plus A", "house_advantage")
ANTE = ("three_card_poker", "Ante A", "house_advantage")


# Pair Plus A is 2.31674...%, its hit frequency 25.61085...%.
@pytest.mark.parametrize("text", ["2.32%", "2.317%", "2.3167%", "2.31674%", "2%"])
def test_what_rounds_to_the_print_agrees_and_needs_no_words(text):
    finding = judge_print(*PLUS, text)
    assert (finding.verdict, finding.notes, note_words(finding)) == (Verdict.AGREES, (), "")
    assert finding.exact == Fraction(128, 5525)


def test_a_print_that_was_cut_off_is_rounding():
    finding = judge_print(*PLUS, "2.31%")
    assert (finding.verdict, note_words(finding)) == (Verdict.ROUNDING, "cut off instead of rounded")


def test_a_print_that_was_rounded_up_is_rounding():
    finding = judge_print("three_card_poker", "Pair Plus A", "hit_frequency", "25.62%")
    assert finding.verdict is Verdict.ROUNDING
    assert note_words(finding) == "25.6109% rounded up instead of to the nearest"


def test_a_sum_of_rounded_parts_is_rounding():
    """Pair Plus B is 3.493%: its six parts, each rounded to a tenth of a percent, come to 3.6%."""
    parts = [8.7, 5.9, 19.5, 19.8, 16.9, -74.4]  # 40x48, 25x52, 6x720, 4x1096, 1x3744, -16440 of 22100
    assert round(-sum(parts), 1) == 3.6
    finding = judge_print("three_card_poker", "Pair Plus B", "house_advantage", "3.6%")
    assert finding.verdict is Verdict.ROUNDING
    assert note_words(finding) == "the sum of the lines' contributions, each rounded first"


def test_a_last_digit_that_no_rounding_gives_is_said_to_be_that():
    finding = judge_print(*PLUS, "2.318%")
    assert finding.verdict is Verdict.ROUNDING
    assert note_words(finding) == "one off in the last digit; no way of rounding that we tried gives it"


def test_two_in_the_last_digit_disagree():
    finding = judge_print(*PLUS, "2.34%")
    assert finding.verdict is Verdict.DISAGREES
    assert judge_print(*PLUS, "2.30%").verdict is Verdict.DISAGREES


def test_a_print_that_one_changed_pay_makes_true_names_it():
    finding = judge_print("three_card_poker", "Pair Plus C", "house_advantage", "2.32%")
    assert finding.verdict is Verdict.DISAGREES
    assert "straight at 6 to 1 instead of 5 to 1" in note_words(finding)
    assert finding.exact is not None
    assert float(finding.exact) == pytest.approx(0.0557466)


def test_a_print_that_another_definition_makes_true_names_it():
    """The element of risk of the Ante, 2.01%, printed as its advantage."""
    finding = judge_print(*ANTE, "2.01%")
    assert finding.verdict is Verdict.DISAGREES
    assert "true as expected loss over all money wagered" in note_words(finding)


def test_a_print_that_nothing_makes_true_says_what_comes_closest():
    finding = judge_print(*ANTE, "47.11%")
    assert finding.verdict is Verdict.DISAGREES
    assert note_words(finding).startswith("no single change of a pay makes it true: every whole and half pay")
    assert "up to 10,000 was searched" in note_words(finding)
    assert "; closest other figure: expected loss over" in note_words(finding)


@pytest.mark.parametrize("line", range(5))
def test_a_corrupted_pay_is_found_out(line):
    """One pay of the printed table changed behind the audit's back: it disagrees, and names the line."""
    pays = [40, 30, 6, 4, 1]
    names = ["straight_flush", "three_of_a_kind", "straight", "flush", "pair"]
    right = f"{names[line]} at {pays[line]} to 1 instead of {pays[line] * 2} to 1"
    pays[line] *= 2
    finding = judge_print(*PLUS, "2.3167%", pays=",".join(map(str, pays)))
    assert finding.verdict is Verdict.DISAGREES
    assert right in note_words(finding)


@pytest.mark.parametrize(
    "name", ["house_advantage", "hold_summary", "par_per_ante", "house_advantage_summary"]
)
def test_the_names_of_the_advantage_are_judged_alike(name):
    assert judge_print("three_card_poker", "Pair Plus A", name, "2.32%").verdict is Verdict.AGREES
    assert judge_print("three_card_poker", "Pair Plus A", name, "2.31%").verdict is Verdict.ROUNDING


# -- meters and envy -------------------------------------------------------------------------------

# TCPB-03E alone: 4000, 3 x 1000, 44 x 100, 52 x 75 of 22100 to 1; envy $100, 3 x $25, 44 x $5.
OWN = 1 - Fraction(4001 + 3 * 1001 + 44 * 101 + 52 * 76, 22_100)
ENVY = Fraction(100 + 3 * 25 + 44 * 5, 22_100)


@pytest.mark.parametrize("others", [1, 3, 7])
def test_a_print_that_envy_makes_true_is_implied_and_says_how_many_players(others):
    text = f"{float((OWN - others * ENVY) * 100):.2f}%"
    finding = judge_print("three_card_poker", "TCPB-03E", "house_advantage", text)
    assert finding.verdict is Verdict.IMPLIED
    assert note_words(finding).startswith(f"with {others} other player")
    assert finding.exact == OWN - others * ENVY


def test_a_print_for_a_player_alone_agrees():
    text = f"{float(OWN * 100):.2f}%"
    assert judge_print("three_card_poker", "TCPB-03E", "house_advantage", text).verdict is Verdict.AGREES


def test_a_print_that_no_number_of_players_makes_true_disagrees():
    text = f"{float((OWN - 12 * ENVY) * 100):.2f}%"
    assert judge_print("three_card_poker", "TCPB-03E", "house_advantage", text).verdict is Verdict.DISAGREES


# A progressive on one hand in 22100 with seed $1,000: 12% contributed, no envy.
FIXED = Fraction(500 * 3 + 70 * 44 + 60 * 52 + 6 * 720, 22_100)
TWELVE = 1 - FIXED - Fraction(1000, 22_100) - Fraction(12, 100)


def test_a_contribution_is_recovered_from_the_advantage_and_the_average():
    beside = {"seed": "$1,000", "top_payout_average": "$3,652"}  # 1000 + 22100 x 12%
    finding = judge_print(
        "three_card_poker",
        "TCP Progressive 1",
        "house_advantage",
        f"{float(TWELVE * 100):.2f}%",
        beside=beside,
        envy_micros={},
    )
    assert finding.verdict is Verdict.IMPLIED
    assert "a contribution of 12%" in note_words(finding)
    assert finding.exact == TWELVE


def test_an_average_that_the_recovered_contribution_gives_is_implied():
    beside = {"seed": "$1,000", "house_advantage": f"{float(TWELVE * 100):.2f}%"}
    words = ("three_card_poker", "TCP Progressive 1", "top_payout_average")
    finding = judge_print(*words, "$3,652", beside=beside, envy_micros={})
    assert (finding.verdict, finding.exact) == (Verdict.IMPLIED, 3652)


def test_an_average_without_an_advantage_cannot_be_derived():
    words = ("three_card_poker", "TCP Progressive 1", "top_payout_average")
    finding = judge_print(*words, "$3,652", beside={"seed": "$1,000"})
    assert (finding.verdict, finding.exact, exact_cell(finding)) == (Verdict.NOT_DERIVABLE, None, "-")
    assert "contribution" in note_words(finding)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("22,100 to 1", Verdict.DISAGREES),
        ("22,100", Verdict.AGREES),
        ("22,099 to 1", Verdict.AGREES),
        ("22,000", Verdict.DISAGREES),
    ],
)
def test_the_odds_of_the_top_award_are_one_in_so_many_or_one_less_to_one(text, verdict):
    finding = judge_print("three_card_poker", "TCP Progressive 1", "top_payout_odds", text)
    assert (finding.verdict, finding.exact) == (verdict, 22_099 if "to 1" in text else 22_100)
    assert "one in 22,100" in note_words(finding)
    assert finding.is_explained is (text != "22,000")


@pytest.mark.parametrize("figure", ["seed", "expected_hold", "hands_per_hour"])
def test_what_no_rule_of_the_game_fixes_is_not_derivable_and_says_why(figure):
    text = "$1,000" if figure == "seed" else "24%"
    finding = judge_print("three_card_poker", "TCP Progressive 1", figure, text)
    assert (finding.verdict, finding.exact) == (Verdict.NOT_DERIVABLE, None)
    assert note_words(finding)


def test_the_printed_seed_is_the_first_meters():
    _, table = invent("mississippi_stud", "Link ML03", printed={"seed": "$25,000"})
    assert {name: level.seed for name, level in printed_levels(table).items()} == {"Mega": 25_000}
    _, table = invent("three_card_poker", "Pair Plus A", printed={"seed": "$25,000"})
    assert printed_levels(table) == {}


# -- notes as data ---------------------------------------------------------------------------------


def test_a_note_is_a_code_or_has_its_values():
    """What programs read; the words above are made of it."""
    assert judge_print(*PLUS, "2.31%").notes == (Remark.CUT_OFF,)
    (changed,) = judge_print("three_card_poker", "Pair Plus C", "house_advantage", "2.32%").notes
    assert isinstance(changed, MadeTrue)
    straight = next(one.change for one in changed.remedies if one.change.line == "straight")
    assert (straight.was.amount, straight.now.amount) == (5, 6)
    (never,) = judge_print(*ANTE, "47.11%").notes
    assert isinstance(never, NeverTrue)
    assert not never.has_meter
    text = f"{float((OWN - 3 * ENVY) * 100):.2f}%"
    (assumed,) = judge_print("three_card_poker", "TCPB-03E", "house_advantage", text).notes
    assert isinstance(assumed, Assumed)
    assert assumed.implied[0].others == 3


# -- of all money wagered --------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "verdict"), [("2.01%", Verdict.AGREES), ("3.37%", Verdict.DISAGREES)])
def test_what_is_lost_of_all_money_is_judged_by_itself(text, verdict):
    """Published for Three Card Poker that pays 5, 4 and 1 on the Ante: 3.37% of the Ante, 2.01% of all."""
    finding = judge_print("three_card_poker", "Ante A", "element_of_risk", text)
    assert finding.verdict is verdict


# -- deviations ------------------------------------------------------------------------------------


TIED = Fraction(23, 311)
"""The chance of two equal cards of six decks; the Tie pays 10 to 1."""


@pytest.mark.parametrize(
    ("text", "verdict", "words"),
    [
        ("2.88", Verdict.AGREES, ""),
        (
            "8.32",
            Verdict.DISAGREES,
            "the average of the squared results, not its root; the deviation is 2.8787",
        ),
        ("8.29", Verdict.DISAGREES, "the exact value is 2.8787"),
    ],
)
def test_a_deviation_is_told_from_the_average_of_the_squares(text, verdict, words):
    """8.32, as it is published, is 100 times the chance to win and once that to lose."""
    finding = judge_print("casino_war", "War Tie 10", "standard_deviation", text)
    assert float(100 * TIED + (1 - TIED)) == pytest.approx(8.3215, abs=1e-4)
    assert finding.exact**2 == pytest.approx(121 * TIED * (1 - TIED), rel=1e-8)
    assert finding.verdict is verdict
    assert note_words(finding).startswith(words)


# -- findings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "figure", "text", "is_explained"),
    [
        ("Pair Plus A", "house_advantage", "2.32%", True),
        ("Pair Plus A", "house_advantage", "2.31%", True),
        ("Pair Plus A", "house_advantage", "5.55%", True),
        ("Pair Plus A", "expected_hold", "20%", True),
        ("Pair Plus A", "hit_frequency", "9.99%", False),
        ("Pair Plus A", "house_advantage", "2.318%", False),
        ("Pair Plus A", "hands_per_hour", "40", False),
        ("Pair Plus A", "top_payout_odds", "22,100 to 1", False),
        ("TCP Progressive 1", "top_payout_odds", "99,100 to 1", False),
    ],
)
def test_a_finding_is_unexplained_where_the_audit_can_only_say_that_it_is_off(
    table, figure, text, is_explained
):
    assert judge_print("three_card_poker", table, figure, text).is_explained is is_explained


def test_a_table_printed_under_designators_names_them():
    notes = {finding.paytable: note_words(finding) for finding in audit(["three_card_poker"])}
    assert "printed under TCP-05, TCP-06, TCP-09, TCP-12" in notes["Ante C"]


def test_other_assumptions_that_fit_are_not_kept_back():
    found = audit(["three_card_poker"])
    notes = {f.paytable: note_words(f) for f in found if f.figure == "house_advantage"}
    assert "the roundest of" in notes["TCP Progressive 1"]
    assert "14.8% and 5 other players" in notes["TCP Progressive 1"]


def test_another_document_that_prints_the_same_is_named():
    game, table = invent("three_card_poker", "Pair Plus A", printed={"house_advantage": "2.31%"})
    table = replace(table, also_in=("another.txt",))
    game = replace(game, paytables={**game.paytables, table.id: table})
    (finding,) = audit_table(game, table)
    assert note_words(finding) == "cut off instead of rounded; also in another.txt"


def test_progress_is_told_table_by_table():
    seen = []
    audit(["blackjack"], progress=seen.append)
    assert seen == ["Blackjack: Bet the Set 21 Progressive"]
