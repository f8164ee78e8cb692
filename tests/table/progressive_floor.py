"""A progressive that is open, and rounds for a live table on it."""

from itertools import count

from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.jackpot.person import Role
from pitboss.jackpot.request import AddPerson, SetTerms, Switch
from pitboss.jackpot.table_fact import TableLine
from pitboss.jackpot.terms import LevelTerms, Terms

OFFICE = ("tess", "sue")
PEOPLE = {"tess": Role.TECHNICIAN, "sue": Role.SUPERVISOR, "eve": Role.EXECUTIVE, "dan": Role.DEALER}
SEED, RATE, RESERVE = 1_000 * MICROS, 140_000, 10_000
PAYTABLE = "TCP Progressive 1"
TERMS = Terms("link", {"three_card_poker": PAYTABLE}, ("T1", "T2"), (LevelTerms("", SEED, RATE, RESERVE),))
JACKPOT = """
seat 1: ante 5, progressive 1; 2c 7d 9s; fold
seat 2: ante 5, progressive 1; 3c 8d Ts; fold
seat 3: ante 5, progressive 1; As Ks Qs; play
seat 4: ante 5, progressive 1; 4c 6d Js; fold
seat 5: ante 5, progressive 1; 5c 6h 8s; fold
seat 6: ante 5, progressive 1; 2h 6c 7s; fold
seat 7: ante 5, progressive 1; 3h 7c 9d; fold
dealer: 2d 4h 6s
"""
STUD = "MS Stud-01"
NOTHING = "seat 1: ante 5, progressive 1; 2c 7d 9s; fold\ndealer: 2d 4h 6s"
TRAY = """
seat 2: ante 5, progressive 1; Ah Kh Qh; play
seat 4: ante 5, progressive 1; 4c 6d Js; fold
dealer: 2d 4h 6s
"""
TWO = """
seat 2: ante 5, progressive 1; Ah Kh Qh; play
seat 3: ante 5, progressive 1; As Ks Qs; play
dealer: 2d 4h 6s
"""


def open_floor(store, terms=TERMS, **more):
    ticks = count(1_700_000_000_000_000, MICROS)
    manager = GameManager(store, lambda: next(ticks), **more)
    if more:
        for name, role in PEOPLE.items():
            by = ("installer",) if len(manager.floor.people) < 2 else OFFICE
            manager.ask(AddPerson(f"add {name}", by, name, role, "$argon2id$of a PIN"))
    manager.ask(SetTerms("terms", OFFICE, terms))
    manager.ask(Switch("open", ("sue",), "link", True))
    return manager


def kinds(manager):
    """The kinds of entries that the last act made."""
    entries = [entry.draft for entry in manager.store.entries()]
    lines = [place for place, draft in enumerate(entries) if isinstance(draft.fact, TableLine)]
    return [draft.kind for draft in entries[lines[-2] + 1 :]]
