"""Figures and terms of a part: they add up, whichever engine found them."""

from fractions import Fraction

import pytest

from pitboss.analysis.analysis import analyze
from pitboss.analysis.walker import walk
from pitboss.audit.best_play import filed_play
from pitboss.audit.change import Change
from pitboss.audit.finding import Finding
from pitboss.audit.note import MadeTrue, PrintedElsewhere, Remedy
from pitboss.audit.part import SheetPart
from pitboss.audit.request import request_analysis, request_price
from pitboss.audit.sheet import WagerSheet
from pitboss.audit.term import Asked
from pitboss.audit.verdict import Verdict
from pitboss.base.odds import to_one
from pitboss.cards import Card, Deck
from pitboss.reports.page import Facts, Heading, PageTable
from pitboss.reports.par.page import best_play_page, definitions, depends_on_play
from pitboss.reports.par.term import terms_of
from pitboss.reports.par.wager_section import figure_facts, in_full, print_section, wager_section
from pitboss.rules import load_game

TCP = load_game("three_card_poker")
SMALL = Deck(tuple((Card(rank, suit), 1) for rank in (2, 11, 12, 13) for suit in range(2)))
WAGERS = [
    (load_game(game), wager) for game, wager in (("three_card_poker", "ante"), ("mississippi_stud", "ante"))
]


def part_of(game, wager):
    return SheetPart(WagerSheet(analyze(game, wager)))


@pytest.fixture(scope="module")
def blackjack():
    shoe = {2: 4, 6: 4, 8: 4, 9: 4, 10: 8, 14: 4}
    game = load_game("blackjack").with_deck(Deck(tuple((Card(rank, 0), n) for rank, n in shoe.items())))
    return part_of(game, "bet")


def test_hits_pushes_and_losses_are_all_there_is():
    for wager in TCP.wagers:
        sheet = part_of(TCP, wager).sheet
        lost = sum(
            outcome.probability for outcome in sheet.outcomes if outcome.net < 0 and outcome.pay != "100%"
        )
        assert sheet.hit.middle + sheet.push.middle + lost == 1
        assert sheet.push.half_width == 0


def test_a_split_round_may_end_even_so_the_push_frequency_has_bounds(blackjack):
    sheet = blackjack.sheet
    even = sum(outcome.probability for outcome in sheet.outcomes if outcome.net == 0)
    assert sheet.push.low == even
    assert sheet.push.high == even + blackjack.analysis.drawn.split_chance


def test_the_variance_is_that_of_all_rounds_played_out():
    """The walker plays every round of a toy deck, and the squares are added up one by one."""
    game = TCP.with_deck(SMALL)
    tally = walk(game, ("ante",)).tallies["ante"]
    nets = [(sum(result.net({}) for result in outcome), ways) for outcome, ways in tally.ways.items()]
    mean = sum(net * ways for net, ways in nets) / Fraction(tally.total)
    variance = sum((net - mean) ** 2 * ways for net, ways in nets) / Fraction(tally.total)
    assert part_of(game, "ante").sheet.variance == variance


@pytest.mark.parametrize(("game", "wager"), WAGERS)
def test_every_term_is_its_fixed_part_and_its_pays_on_their_money(game, wager):
    part = part_of(game, wager)
    terms = terms_of(part)
    for term in terms:
        paid = sum(part.table.pays[line].net(base, {}) for line, base in term.bases)
        assert term.net == term.fixed + paid
    assert sum(term.probability for term in terms) == 1
    assert sum(term.probability * term.net for term in terms) == -part.analysis.house_advantage
    average = sum(term.probability * term.staked for term in terms)
    assert average == part.sheet.average_total_wager
    assert {line for term in terms for line, _ in term.bases} == set(part.table.pays)


def test_pushes_on_different_money_are_told_apart():
    """A pay for them would bring different sums: one row would not do."""
    terms = terms_of(part_of(*WAGERS[1]))
    pushes = {term.staked for term in terms if term.name == "pair_sixes_to_tens"}
    assert pushes == {4, 6, 8, 10}


def test_long_fractions_are_printed_to_the_last_digit():
    assert in_full(Fraction(128, 5525)) == "2.3167% = 128/5525"
    long = Fraction(10**40 + 1, 10**41)
    assert in_full(long) == f"10.0000% = {10**40 + 1} / {10**41}"


def test_bounds_are_printed_instead_of_a_fraction_that_nobody_knows(blackjack):
    facts = dict(figure_facts(blackjack))
    assert "±" in str(facts["Hit frequency"])
    assert "Standard deviation" not in facts


def test_the_element_of_risk_is_printed_even_where_it_is_the_advantage(blackjack):
    facts = dict(figure_facts(part_of(TCP, "pair_plus")))
    assert str(facts["Element of risk"]) == str(facts["House advantage"]) == "2.3167% = 128/5525"
    assert "Element of risk" in dict(figure_facts(blackjack))


def test_no_sheet_explains_a_figure_that_it_does_not_have(blackjack):
    assert not any("Standard deviation" in line for line in definitions([blackjack]))
    assert any("Standard deviation" in line for line in definitions([part_of(TCP, "ante")]))


@pytest.mark.parametrize("pays", ["500,200,60,40,35,25,8", "500,200,60,60,35,35,8"])
def test_lines_of_the_highest_hand_add_up_to_one_and_to_the_advantage(pays):
    """Also where two lines pay alike, which the advantage does not tell apart."""
    stud = load_game("caribbean_stud")
    request = request_price(stud, wager="cover_all", pays=pays, asked=Asked(players=2))
    (sheet,) = request.sheets()
    assert sum(outcome.probability for outcome in sheet.outcomes) == 1
    assert sum(outcome.contribution for outcome in sheet.outcomes) == -sheet.analysis.house_advantage
    assert sheet.hit.middle == 1 - sheet.outcomes[-1].probability
    assert all(0 < outcome.chance.half_width < Fraction(1, 10**5) for outcome in sheet.outcomes)


def test_a_lone_assumption_stands_with_the_figures_and_many_have_a_section():
    stud = load_game("caribbean_stud")
    (lone,) = request_analysis(stud, paytables=(), wagers=("cover_all",), asked=Asked(players=1)).sheets()
    (many,) = request_analysis(TCP, paytables=(), wagers=("progressive",), asked=Asked()).sheets()
    assert dict(figure_facts(SheetPart(lone)))["Assumed"] == "1 player and the dealer: 2 hands"
    assert Heading("Assumptions", 3) not in wager_section(SheetPart(lone))
    assert "Assumed" not in dict(figure_facts(SheetPart(many)))
    assert Heading("Assumptions", 3) in wager_section(SheetPart(many))


def test_lines_in_a_note_are_words_and_documents_have_their_numbers():
    changed = Change("three_of_a_kind", to_one(7), Fraction(8), Fraction(8))
    notes = (MadeTrue((Remedy(change=changed),)), PrintedElsewhere(documents=("001_f8cbc0df5d01a48c.txt",)))
    verdict = (Fraction(1, 10), Verdict.DISAGREES, notes)
    finding = Finding("doc", "three_card_poker", "table", "house_advantage", "9%", *verdict)
    section = print_section(SheetPart(part_of(TCP, "six_card_bonus").sheet, (finding,)))
    assert section[1].rows[0][-1] == (
        "true with three of a kind at 8 to 1 instead of 7 to 1; also in document 001"
    )


def test_best_play_is_found_once_for_all_that_rides_along():
    assert filed_play(TCP.with_paytable("Pair Plus D")) is filed_play(TCP)
    assert filed_play(TCP.with_paytable("Ante C")) is not filed_play(TCP)
    assert depends_on_play(part_of(TCP, "ante"))
    assert not depends_on_play(part_of(TCP, "pair_plus"))


def test_best_play_is_a_section_with_capitals(blackjack):
    for page in (best_play_page(filed_play(TCP)), best_play_page(filed_play(blackjack.analysis.game))):
        assert [block.level for block in page if isinstance(block, Heading)][:2] == [2, 3]
        words = [block.text for block in page if isinstance(block, Heading)]
        words += [label for block in page if isinstance(block, Facts) for label, _ in block.rows]
        words += [c.title for block in page if isinstance(block, PageTable) for c in block.columns if c.title]
        assert all(word[0].isupper() or word[0].isdigit() for word in words)
