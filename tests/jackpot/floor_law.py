"""The laws of a floor after all that went wrong: nothing is lost, nothing is twice, the books are right."""

from collections import Counter

from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.jackpot.books import Books
from pitboss.jackpot.fact import CoinIn, GameOver, RoundVoided
from pitboss.jackpot.snapshot import copy_books, format_books, parse_books
from pitboss.jackpot.terms import PPM
from pitboss.ledger.account import AccountKind
from pitboss.ledger.verify import verify

EXPECTED = (
    "has a win on this level already: royal_flush",
    "has a win on this level already: straight_flush",
    "the meter holds nothing to pay",
)
"""Refusals that a dealer's plan itself brings about; any other would be of something that was done."""


def check_floor(store, floor, terms):
    check_books(store, floor)
    assert Counter(entry.id for entry in store.journal).most_common(1)[0][1] == 1
    check_memory(store, floor)
    check_contributions(store, floor, terms)
    check_envy(store, floor, terms)
    assert not floor.rounds
    assert all(floor.book.balance(AccountKind.PENDING, terms.id, level.name) == 0 for level in terms.levels)


def check_books(store, floor):
    verdict = verify(store.entries())
    assert verdict.fault is None, verdict.fault
    derived = {account: micros for account, micros in verdict.book.balances.items() if micros}
    assert derived == {account: micros for account, micros in floor.book.balances.items() if micros}


def check_memory(store, floor):
    """What the manager has in memory is what the journal says, from a checkpoint or from the start."""
    again = GameManager(store, lambda: 0)
    assert format_books(again.floor) == format_books(floor), "memory and journal differ"
    from_the_start = Books()
    for entry in store.journal:
        from_the_start.apply(entry.draft)
    assert format_books(from_the_start) == format_books(floor), "a checkpoint is wrong"
    assert copy_books(floor) == parse_books(format_books(floor)) == floor, "a copy differs"


def check_contributions(store, floor, terms):
    """By plain arithmetic on the journal's facts: every counted wager fed each level by its rate, once."""
    facts = [entry.draft.fact for entry in store.journal]
    void = {(one.table, one.round) for one in facts if isinstance(one, RoundVoided)}
    stakes = sum(
        sum(one.stakes.values())
        for one in facts
        if isinstance(one, CoinIn) and (one.table, one.round) not in void
    )
    for level in terms.levels:
        fed = -floor.book.balance(AccountKind.CONTRIBUTION, terms.id, level.name)
        exact = stakes * (level.contribution_ppm + level.reserve_ppm) / PPM
        assert abs(fed - exact) < 2, "a fraction of each rate is carried, void rounds or not"
        assert floor.meter(terms.id, level.name) > 0
        assert level.cap_micros is None or stakes < 10_000 * MICROS


def check_envy(store, floor, terms):
    """The floor's sums are the journal's; nobody has envy from his own hand, or twice for one hand."""
    rounds = [fact.envy for entry in store.journal if isinstance(fact := entry.draft.fact, GameOver)]
    rows = [row for round_ in rounds for row in round_]
    state = floor.progressives[terms.id]
    assert (state.envy.hits, state.envy.micros) == (len(rows), sum(row[3] for row in rows))
    assert all(seat != holder for seat, holder, _, _ in rows)
    assert all(len({tuple(row[:2]) for row in round_}) == len(round_) for round_ in rounds)


def check_dealers(store, dealers):
    """Every answer is in the journal as it was given, and nothing was refused that had been done."""
    for dealer in dealers:
        odd = [
            words
            for words in dealer.refusals
            if not words.endswith(EXPECTED) and "there is no win" not in words
        ]
        assert not odd, odd
        for id_, answer in dealer.answers.items():
            entry = store.find(id_)
            assert entry is not None, f"{id_} was answered and is not in the journal"
            assert (entry.number, entry.draft) == (answer.number, answer.draft)


def check_keypads(store, tables):
    """What a dealer saw happen did: wagers locked, wins confirmed, envy paid, rounds over."""
    drafts = {entry.id: entry.draft for entry in store.journal}
    for table in tables:
        for number, stakes in table.counted.items():
            assert drafts[f"{table.name}/{number}/coin in"].fact.stakes == stakes
        for number in table.ended:
            assert f"{table.name}/{number}/game over" in drafts
        for number in table.voided:
            assert f"{table.name}/{number}/game over" not in drafts
            is_counted = f"{table.name}/{number}/coin in" in drafts
            assert is_counted == (f"{table.name}/{number}/void" in drafts)
