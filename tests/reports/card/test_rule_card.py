"""The rule card: everything that must be posted, everything that can be bet and won, on one page."""

import json
import re
from dataclasses import replace
from datetime import date

import pypdfium2
import pytest
from printed_card import data_file, print_card, printed_lines, squeeze

from family import pai_gow
from family.definition import define
from pitboss.base.money import MICROS
from pitboss.base.odds import Kind, parse_pay
from pitboss.jackpot.display import Amount
from pitboss.reports.card.dealer_card import make_dealer_card
from pitboss.reports.card.rule_card import Jackpots, make_rule_card
from pitboss.reports.form import format_json, format_text
from pitboss.reports.paper.paper import Form, Size, write_paper
from pitboss.reports.sign import DISPUTES, EMPLOYEES, make_sign, sign_data, sign_page
from pitboss.rules import game_ids, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.table.setup import Setup, dollars
from structure import games_where, paid_for_one

DAY = date(2024, 6, 14)
MARGIN = 16 / 25.4 * 72
"""Sixteen millimetres, in points."""
GAMES = pytest.mark.parametrize("name", game_ids())
SIZES = pytest.mark.parametrize("size", list(Size))
NOTICE = "This meter stops at $10,000.00."
AMOUNTS = (Amount("", 4_321_990_000, 4_321_990_000, (), (NOTICE,)),)
JACKPOTS = Jackpots(AMOUNTS, entry=1_234, at_micros=1_718_390_096 * MICROS)
AS_OF = "2024-06-14 18:34:56 UTC, journal entry 1,234"
MARKED = re.compile(r"\[(.*?)\]")
"""What a data file leaves to the house."""
OPEN_CHOICES = ("is for the house to say", "The house may choose", "ome tables")


def written(pay):
    """As the paytable and the rules beside it have it."""
    if pay.kind is Kind.METER:
        return f"{pay.amount * 100}% of the {pay.level + ' ' if pay.level else ''}jackpot"
    return f"{pay.amount.numerator} {pay.kind.value} {pay.amount.denominator}" if pay.amount else "wager back"


def sentences(text):
    return [f"{part.rstrip('.')}." for part in re.split(r"(?<=\.) (?=[A-Z])", text)]


def usual_setup(name):
    """A table with the wagers that the game names for one."""
    game = load_game(name)
    return Setup(game, DAY, closed=game.unoffered)


@pytest.fixture(scope="module", params=game_ids())
def printed(request):
    """A game's card with jackpots, in the words of the printed page."""
    card = make_rule_card(usual_setup(request.param), JACKPOTS, fees="$1 a hand")
    return request.param, print_card(card)


@GAMES
@SIZES
def test_the_card_of_every_game_is_one_page_in_letters_that_can_be_read(name, size):
    print_card(make_rule_card(usual_setup(name), JACKPOTS), size)


@GAMES
@SIZES
def test_no_letter_stands_in_the_margin(name, size):
    """Of what can be seen: the space at the end of a line may hang over, and so may the tail of a J."""
    pdf = write_paper(make_rule_card(usual_setup(name), JACKPOTS), Form.PDF, size)
    page = pypdfium2.PdfDocument(pdf)[0]
    text, width = page.get_textpage(), page.get_size()[0]
    seen = [n for n in range(text.count_chars()) if text.get_text_range(n, 1).strip(" \r\nJ")]
    boxes = [text.get_charbox(n) for n in seen]
    assert min(left for left, *_ in boxes) > MARGIN - 0.5
    assert max(right for _, _, right, _ in boxes) < width - MARGIN + 0.5


def test_every_wager_and_every_rule_of_the_data_file_is_on_the_card(printed):
    name, text = printed
    data = data_file(name)
    for wager in map(data["wagers"].get, data.get("offer", data["wagers"])):
        assert wager["label"] in text
        assert MARKED.sub("", wager["summary"]) in text
    for rule in (*data["rules"], data["summary"]):
        for sentence in sentences(MARKED.sub("", rule)):
            assert squeeze(sentence) in squeeze(text), sentence
        for part in MARKED.findall(rule):
            assert squeeze(part) not in squeeze(text), part


def test_the_card_of_one_table_leaves_nothing_open(printed):
    """What the house may choose is chosen: it stands among the choices."""
    _, text = printed
    assert not [words for words in OPEN_CHOICES if words in text]


def test_every_line_of_the_paytables_in_force_is_on_the_card_with_its_pay(printed):
    name, text = printed
    for _, hand, pay, envy in printed_lines(name):
        words = hand.replace("_", " ").replace("akq", "AKQ")
        row = re.search(rf"{words} ([\d%][^A-Z]*|wager back)", text, re.IGNORECASE)
        assert row, hand
        assert written(parse_pay(pay)) in text
        assert envy in text


def test_a_hand_and_its_pay_stand_side_by_side():
    text = print_card(make_rule_card(Setup(load_game("three_card_poker"), DAY)))
    for row in (
        "Pair Plus pays Straight flush 40 to 1",
        "AKQ suited 500 for 1 $25",
        "Three of a kind 60 for 1",
    ):
        assert row in text


def test_columns_for_the_number_of_hands_are_all_there():
    text = print_card(make_rule_card(Setup(load_game("caribbean_stud"), DAY)))
    assert "Cover All 2 hands 3 hands 4 hands 5 hands 6 hands 7 hands 8 hands" in text
    assert "Four of a kind 60 to 1 40 to 1 30 to 1 20 to 1 17 to 1 15 to 1 7 to 1" in text


def test_what_must_be_posted_is_on_the_card(printed):
    """WAC 230-15-060: limits, fees, prizes, jackpots with their notices, employees, disputes."""
    _, text = printed
    for words in (
        "$5 to $100, by $1",
        "$1 a hand",
        "$4,321.99",
        f"As of {AS_OF}",
        NOTICE,
        EMPLOYEES,
        DISPUTES,
    ):
        assert words in text


def test_posted_limits_and_the_aggregate_limit_are_the_setups():
    game = load_game("three_card_poker").with_settings(aggregate_payout_limit=25_000)
    setup = Setup(game, DAY, limits={"ante": dollars(10, 200, 5), "bonus": dollars(1, 1)})
    text = print_card(make_rule_card(setup))
    assert "Ante $10 to $200, by $5 no limit" in text
    assert "Bonus $1 $25,000" in text
    assert "Most paid in one deal" in text


def test_a_closed_wager_is_not_on_the_card():
    game = load_game("three_card_poker")
    text = print_card(make_rule_card(Setup(game, DAY, closed=frozenset({"six_card_bonus"}))))
    assert "6 Card Bonus pays Royal flush" not in text
    assert "6 Card Bonus $" not in text
    assert "Not offered 6 Card Bonus" in text


def test_the_paytable_that_is_chosen_is_the_one_on_the_card():
    game = load_game("three_card_poker").with_paytable("TCP-12")
    text = print_card(make_rule_card(Setup(game, DAY)))
    assert "Ante C; Pair Plus D" in text
    assert "Flush 3 to 1" in text


def test_what_the_house_chose_is_said_in_words():
    game = load_game("blackjack").with_settings(surrender=True)
    text = print_card(make_rule_card(Setup(game, DAY)))
    assert "The first two cards may be given up for half the Bet: yes" in text
    assert "An ace drawn to a split ace may be split again: no" in text


@pytest.mark.parametrize("module", [pai_gow], ids=lambda module: module.__name__)
def test_a_game_that_nobody_has_heard_of_gets_a_card(module):
    game = define(module)
    text = print_card(make_rule_card(Setup(game, DAY)))
    for wager in game.wagers.values():
        assert wager.label in text
    for tables in game.chosen.values():
        assert all(written(pay) in text for table in tables for pay in table.pays.values())


def test_the_data_holds_the_sign_and_the_whole_definition_in_force():
    setup = Setup(load_game("mississippi_stud"), DAY)
    data = json.loads(format_json(make_rule_card(setup, JACKPOTS).data))
    assert data["sign"] == json.loads(format_json(sign_data(make_sign(setup, AMOUNTS))))
    assert data["jackpots_as_of"] == {"moment": "2024-06-14T18:34:56+00:00", "journal_entry": 1_234}
    assert data["rules"] == [MARKED.sub(r"\1", rule) for rule in data_file("mississippi_stud")["rules"]]
    assert data["spots"] == sorted(
        data_file("mississippi_stud")["layout"]["spots"], key=lambda spot: (spot["y"], spot["x"])
    )
    assert data["paytables"]["MS-01"]["pays"]["royal_flush"] == "500 to 1"
    assert data["fingerprint"] == fingerprint(setup.game)


def test_the_foot_says_what_it_was_made_from(printed):
    name, text = printed
    assert f"Fingerprint: {fingerprint(load_game(name))}" in text
    assert "Limits of: 2024-06-14" in text
    assert f"Jackpots as of: {AS_OF}" in text


# -- what is paid in all, envy, jackpots -----------------------------------------------------------


@pytest.mark.parametrize("name", games_where(paid_for_one))
def test_a_pay_for_one_is_the_same_on_the_rule_card_the_dealers_card_and_in_the_rules(name):
    """Beside '500 for 1' no card may say '499 to 1' of the same hand without what is paid in all."""
    setup = usual_setup(name)
    rules, dealer = print_card(make_rule_card(setup)), print_card(make_dealer_card(setup))
    pays = [parse_pay(pay) for *_, pay, _ in printed_lines(name)]
    kept = [pay for pay in pays if pay.kind is Kind.FOR]
    best = max(int(pay.amount) for pay in kept)
    line = f"{best} for 1 is ${best:,} in all for each $1, which is {best - 1} to 1."
    for text in (rules, dealer):
        assert line in text
        assert all(f" {pay.amount} for 1" in text for pay in kept)
        assert not [
            pay
            for pay in kept
            if f" {pay.amount - 1} to 1" in text.replace(line, "")
            and parse_pay(f"{pay.amount - 1} to 1") not in pays
        ]


def test_where_nothing_pays_for_one_nothing_is_said_of_it():
    text = print_card(make_rule_card(Setup(load_game("three_card_draw_poker"), DAY)))
    assert "in all for each" not in text


def test_the_sign_says_what_is_paid_in_all_beside_the_pay_of_the_table():
    text = format_text(sign_page(make_sign(Setup(load_game("three_card_poker"), DAY))))
    assert re.search(r"AKQ suited +500 for 1 \(\$500 in all for each \$1\) +\$25.00", text)
    assert not re.search(r"AKQ suited +1000 to 1 \(", text), "the Bonus is handed back"


def test_envy_that_goes_by_the_wager_says_so():
    """Mississippi Stud on a link: the envy list is multiplied by the wager."""
    game = load_game("mississippi_stud").with_paytable("Link ML01")
    setup = Setup(game, DAY, limits={"progressive": dollars(1, 5)})
    assert "100% of the Mega jackpot $1,000 for each $1" in print_card(make_rule_card(setup))
    assert "$1,000.00 for each $1" in format_text(sign_page(make_sign(setup)))
    dealer = print_card(make_dealer_card(setup))
    assert "envy for each $1 Royal flush 100% of Mega meter meter $1,000" in dealer
    usual = print_card(make_rule_card(Setup(load_game("mississippi_stud"), DAY)))
    assert "100% of the jackpot $1,000 Straight flush" in usual


def test_a_card_of_no_table_sends_the_reader_to_the_display():
    text = print_card(make_rule_card(Setup(load_game("mississippi_stud").with_paytable("Link ML01"), DAY)))
    assert "The amount of the jackpots (Mega, Major) is what the display above the table shows." in text
    assert "As of" not in text
    without = Setup(load_game("three_card_draw_poker"), DAY)
    assert "Jackpots" not in print_card(make_rule_card(without))


def test_a_progressive_that_is_closed_says_so_on_the_card():
    closed = replace(JACKPOTS, message="This progressive is closed.")
    assert "This progressive is closed." in print_card(
        make_rule_card(Setup(load_game("three_card_poker"), DAY), closed)
    )


def test_choices_that_contradict_the_rules_stand_in_front_of_them():
    """The rules are written for the usual choices: 'There is no surrender.'"""
    game = load_game("blackjack").with_settings(surrender=True)
    text = print_card(make_rule_card(Setup(game, DAY)))
    assert text.index("At this table") < text.index("may be given up for half the Bet: yes")
    assert text.index("may be given up for half the Bet: yes") < text.index("How a round goes")
    assert "At this table" not in print_card(make_rule_card(Setup(load_game("blackjack"), DAY)))


def test_another_order_of_settling_stands_in_front_of_the_rules_too():
    order = "ante,play,ante_bonus,pair_plus,six_card_bonus,bonus,progressive"
    game = load_game("three_card_poker").with_settings(settlement_order=order)
    text = print_card(make_rule_card(Setup(game, DAY)))
    assert (
        "The order of settling: Ante, Play, Ante Bonus, Pair Plus, 6 Card Bonus, Bonus, Progressive" in text
    )


def test_reasons_are_left_out_of_the_choices():
    text = print_card(make_rule_card(Setup(load_game("three_card_poker"), DAY)))
    assert "Every seat must have an Ante: no" in text
    assert "hand on the other: Progressive" in text, "by its name on the felt"


@pytest.mark.parametrize(("counts", "words"), [(True, "yes"), (False, "no")])
def test_the_card_says_whether_a_folded_hand_still_wins_the_bonus(counts, words):
    game = load_game("three_card_poker").with_settings(folded_bonus_counts=counts)
    text = print_card(make_rule_card(Setup(game, DAY)))
    assert f"A folded hand can still win the Bonus: {words}" in text
    assert "for the house to say" not in text


@pytest.mark.parametrize("name", game_ids())
def test_what_a_rule_leaves_to_the_house_is_marked_in_the_data_file_and_nowhere_else(name):
    game = load_game(name)
    texts = (*game.rules, *(wager.summary for wager in game.wagers.values()))
    assert not any(mark in text for text in texts for mark in "[]")
    assert all(any(part in text for text in texts) for part in game.left_open)
    for text in texts:
        assert any(part in text for part in game.left_open) == any(
            choice.lower() in text.lower() for choice in (*OPEN_CHOICES, "some tables")
        )
