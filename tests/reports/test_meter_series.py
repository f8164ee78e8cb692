"""The chart of a meter: bounded whatever the journal holds, true at both ends, awards never dropped."""

from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.jackpot.terms_file import read_terms, terms_as_file
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.entry import FIRST_HASH, Draft, chain
from pitboss.ledger.fact import Note
from pitboss.ledger.transfer import Reason, Transfer
from pitboss.reports.record.meter import MOST_POINTS, MeterSeries

METER = Account(AccountKind.METER, "link", "Mega")
SOURCE = Account(AccountKind.CONTRIBUTION, "link", "Mega")


def journal(count):
    entries, before = [], FIRST_HASH
    for number in range(1, count + 1):
        moved = (Transfer(SOURCE, METER, 10_000, Reason.CONTRIBUTION),)
        entry = chain(number, before, Draft(f"e{number}", number * 1_000, ("dan",), Note("fed"), moved))
        entries.append(entry)
        before = entry.hash
    return entries


def test_a_long_journal_makes_a_bounded_chart_that_is_true_at_both_ends():
    series = MeterSeries()
    series.read(journal(5_000))
    (level,) = series.data("link")
    points = level["points"]
    assert len(points) < 2 * MOST_POINTS
    assert points[0] == [1_000, 10_000]
    assert points[-1] == [5_000_000, 50_000_000]
    assert points == sorted(points)


def test_reading_on_costs_only_what_is_new_and_comes_out_the_same():
    entries = journal(300)
    once, twice = MeterSeries(), MeterSeries()
    once.read(entries)
    twice.read(entries[:120])
    twice.read(entries[100:])
    assert once.data("link") == twice.data("link")
    assert twice.number == 300


def test_terms_in_the_words_of_a_file_are_read_back_the_same():
    terms = Terms(
        "tcp",
        {"three_card_poker": "TCP Progressive 1"},
        ("T1", "T2"),
        (LevelTerms("", 1_000_500_000, 141_234, 5, cap_micros=9_000_000_000),),
        equal_split=True,
        executive_above_micros=7_000_000_000,
    )
    assert read_terms(terms_as_file(terms)) == terms
