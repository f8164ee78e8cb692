"""What `verify` says that a journal adds up to, for progressives alone and for a room with chips."""

import pytest

from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.book import Book
from pitboss.reports.ledger_sheet import sum_rows

DOLLAR = 1_000_000


def rows(**balances):
    book = Book()
    for kind, dollars in balances.items():
        book.balances[Account(AccountKind[kind], "T1", "")] = dollars * DOLLAR
    return dict(sum_rows(book))


def test_a_journal_of_progressives_alone_says_what_was_contributed():
    said = rows(CONTRIBUTION=-3, METER=3)
    assert (said["Contributions"], said["Meters"]) == ("$3.00", "$3.00")
    assert "Trays" not in " ".join(said)


def test_where_chips_are_in_the_book_nobody_reads_that_nothing_was_contributed():
    """Seven wagers of a dollar were lost to the tray, and three of them went on to the meter."""
    said = rows(CAGE=-100, CHIPS=93, TRAY=4, METER=3)
    assert "Contributions" not in said
    assert said["Contributions of tables without chips here"] == "$0.00"
    assert said["Trays, less their contributions to meters"] == "$4.00"


@pytest.mark.parametrize("kind", ["CAGE", "CHIPS", "POT", "TRAY", "TOKES"])
def test_any_money_at_tables_makes_it_a_room(kind):
    assert "Contributions" not in rows(**{kind: 1})
