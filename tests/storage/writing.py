"""Journals to write: rounds counted into a link of two levels, from a known beginning."""

from pitboss.jackpot.fact import Booked, CoinIn
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.attestation import vouch_for
from pitboss.ledger.entry import FIRST_HASH, Draft, chain
from pitboss.ledger.fact import Note
from pitboss.ledger.store import Checkpoint
from pitboss.ledger.transfer import Reason, Transfer

LINK = "tcp link"
STAKES = dict.fromkeys(range(1, 8), 1_000_000)
LEVELS = {"Major": Booked(280_000, 0, 0, 0, 0), "Mega": Booked(980_000, 70_000, 0, 0, 0)}


def contribute(kind, level, micros, reason):
    return Transfer(
        Account(AccountKind.CONTRIBUTION, LINK, level), Account(kind, LINK, level), micros, reason
    )


TRANSFERS = (
    contribute(AccountKind.METER, "Mega", 980_000, Reason.CONTRIBUTION),
    contribute(AccountKind.RESERVE, "Mega", 70_000, Reason.RESERVE),
    contribute(AccountKind.METER, "Major", 280_000, Reason.CONTRIBUTION),
)


def coin_in(number, **changes):
    """A round of seven wagers."""
    fact = CoinIn(f"table {number % 15}", number, LINK, STAKES, LEVELS)
    told = {"id": f"round {number}", "at_micros": 1_763_000_000_000_000 + number, "by": ("dealer 7",)}
    return Draft(**{**told, "fact": fact, "transfers": TRANSFERS, **changes})


def written(facts):
    """What somebody has written down in words of his own."""
    return Note("record: note", facts)


def chained(drafts, *, after=None):
    """The drafts as entries, after an entry or from the beginning."""
    number, before = (after.number, after.hash) if after else (0, FIRST_HASH)
    for draft in drafts:
        entry = chain(number + 1, before, draft)
        number, before = entry.number, entry.hash
        yield entry


def make_journal(length, *, after=None, name="round", kept=None, places=()):
    """Rounds, at these places in turn; where a state is kept of an entry, the next one vouches for it."""
    entries = []
    for number in range((after.number if after else 0) + 1, (after.number if after else 0) + length + 1):
        last = entries[-1] if entries else after
        draft = coin_in(number, id=f"{name} {number}", place=places[number % len(places)] if places else "")
        if last and last.number in (kept or {}):
            draft = vouch_for(Checkpoint(last.number, last.hash, kept[last.number]), 0)
        entries += chained([draft], after=last)
    return entries


def rechained(entries, changes):
    """What a clerk makes who knows the algorithm: a journal changed at one place and hashed anew."""
    drafts = [changes.get(entry.number, entry.draft) for entry in entries]
    return list(chained(draft for draft in drafts if draft))


COLUMNS = ("number", "id", "place", "hash", "body")
INSERT = f"INSERT INTO entry ({', '.join(COLUMNS)}) VALUES (?, ?, ?, ?, ?)"


def as_row(entry):
    """As a database keeps it."""
    return (entry.number, entry.id, entry.place, bytes.fromhex(entry.hash), entry.body)


def with_changes(entry, **changes):
    return entry._replace(**changes)
