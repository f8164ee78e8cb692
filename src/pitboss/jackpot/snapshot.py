"""The books as text, for checkpoints: what they were after an entry, so that a start need not read it all."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from pitboss.jackpot.approval import Approval
from pitboss.jackpot.books import Books, ProgressiveState, RoundState
from pitboss.jackpot.equipment import InstalledComponent
from pitboss.jackpot.person import Person
from pitboss.jackpot.player import Player
from pitboss.jackpot.table_fact import TableOpened
from pitboss.jackpot.win import Win
from pitboss.ledger.account import parse_account
from pitboss.ledger.book import Book
from pitboss.ledger.codec import decode, encode


@dataclass(frozen=True)
class Kept:
    """What a checkpoint keeps of the books; what has a default may be missing in an earlier one."""

    balances: Mapping[str, int]
    progressives: Mapping[str, ProgressiveState]
    rounds: Mapping[str, RoundState]
    last_round: Mapping[str, int]
    wins: tuple[Win, ...]
    kinds: Mapping[str, int]
    last_at: int
    people: tuple[Person, ...] = ()
    players: Mapping[str, Player] = field(default_factory=dict)
    ended: Mapping[str, int] = field(default_factory=dict)
    approvals: tuple[Approval, ...] = ()
    equipment: Mapping[str, tuple[InstalledComponent, ...]] = field(default_factory=dict)
    tables: tuple[TableOpened, ...] = ()
    table_names: tuple[str, ...] = ()


LISTED: Mapping[str, Callable[[Any], object]] = {
    "wins": attrgetter("id"),
    "people": attrgetter("name"),
    "approvals": attrgetter("game", "fingerprint"),
    "tables": attrgetter("table"),
}
"""What is kept as a list, and what the books find it by."""


def format_books(books: Books) -> str:
    said = {name: value for name, value in vars(books).items() if name != "book"}
    said["balances"] = {str(account): m for account, m in books.book.balances.items() if m}
    said["table_names"] = tuple(sorted(books.table_names))
    said |= {name: tuple(said[name].values()) for name in LISTED}
    return json.dumps(encode(Kept(**said)), separators=(",", ":"), sort_keys=True)


def parse_books(text: str) -> Books:
    said = dict(vars(decode(Kept, json.loads(text))))
    balances = {parse_account(name): micros for name, micros in said.pop("balances").items()}
    said |= {name: {key(one): one for one in said[name]} for name, key in LISTED.items()}
    said |= {name: dict(said[name]) for name in ("players", "ended", "equipment")}
    said |= {"kinds": Counter(said["kinds"]), "table_names": set(said["table_names"])}
    return Books(Book(Counter(balances)), **said)


def copy_books(books: Books) -> Books:
    """Other books that can go their own way; what never changes, such as terms and wins, both have."""
    copies = {name: value.copy() for name, value in vars(books).items() if name not in DEEP}
    return replace(
        books,
        book=Book(books.book.balances.copy()),
        progressives={name: copy_progressive(state) for name, state in books.progressives.items()},
        rounds={table: replace(one, wins=one.wins.copy()) for table, one in books.rounds.items()},
        **copies,
    )


DEEP = ("book", "progressives", "rounds", "last_at")
"""What is no collection of things that never change."""


def copy_progressive(state: ProgressiveState) -> ProgressiveState:
    return replace(state, levels={name: replace(level) for name, level in state.levels.items()})
