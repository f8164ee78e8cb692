"""A card room to try out: tables for every kind of game, live meters, and people to sign in as.

Everything is set up by the same requests that a real room makes; only the PINs are known. It is served
to this machine alone.
"""

from pathlib import Path

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.base.private_file import make_private
from pitboss.house.equipment import approved_parts
from pitboss.house.letter import usual_rules
from pitboss.house.room.plan import TablePlan
from pitboss.jackpot.controller import Dialect
from pitboss.jackpot.equipment import ROOM
from pitboss.jackpot.person import Role
from pitboss.jackpot.request import ApproveGame, ListEquipment, Request, SetTerms, Switch
from pitboss.jackpot.terms import Installation, LevelTerms, Terms
from pitboss.rules import game_ids, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.rules.notation import parse_head
from pitboss.service.premises import HOUSE_DEALER, HOUSE_FLOOR, Premises
from pitboss.storage.address import POSTGRES_PREFIXES, read_path

PIN = "240614"
"""Everybody's, in the demonstration."""
PEOPLE = {
    "sue": Role.SUPERVISOR,
    "tess": Role.TECHNICIAN,
    "eve": Role.EXECUTIVE,
    "dan": Role.DEALER,
    "amy": Role.ACCOUNTING,
    "art": Role.AUDITOR,
    HOUSE_DEALER: Role.DEALER,
    HOUSE_FLOOR: Role.SUPERVISOR,
}
OFFICE = ("tess", "sue")
TCP = "three_card_poker; paytable=TCP Progressive 1"
MISSISSIPPI = "mississippi_stud; paytable=Link ML03"
CARIBBEAN = "caribbean_stud; paytable=Link ML03"
GAMES = {
    "T1": (TCP, "Three Card Poker", True, Dialect.GAME_MANAGER),
    "T2": ("three_card_draw_poker", "Three Card Draw", True, Dialect.GAME_MANAGER),
    "T3": (MISSISSIPPI, "Mississippi Stud", True, Dialect.NEXUS),
    "T4": (CARIBBEAN, "Caribbean Stud", True, Dialect.NEXUS),
    "T5": ("blackjack", "Blackjack", True, Dialect.GAME_MANAGER),
    "T6": (TCP, "Three Card Poker, dealt by a person", False, Dialect.GAME_MANAGER),
    "T7": (MISSISSIPPI, "Mississippi Stud, dealt by a person", False, Dialect.NEXUS),
    "T8": ("casino_war", "Casino War", True, Dialect.GAME_MANAGER),
}
PROGRESSIVES = (
    Terms(
        "Three Card Progressive",
        {"three_card_poker": "TCP Progressive 1"},
        ("T1", "T6"),
        (LevelTerms("", 1_000 * MICROS, 140_000, 10_000),),
    ),
    Terms(
        "Five Card Link",
        {"mississippi_stud": "Link ML03", "caribbean_stud": "Link ML03"},
        ("T3", "T4", "T7"),
        (
            LevelTerms("Mega", 10_000 * MICROS, 60_000, 5_000),
            LevelTerms("Major", 2_500 * MICROS, 50_000, 5_000),
            LevelTerms("Minor", 250 * MICROS, 50_000, 5_000),
        ),
        executive_above_micros=5_000 * MICROS,
        installed={
            "T3": Installation("mississippi_stud"),
            "T4": Installation("caribbean_stud"),
            "T7": Installation("mississippi_stud"),
        },
    ),
    Terms(
        "Bet the Set 21",
        {"blackjack": "Bet the Set 21 Progressive"},
        ("T5",),
        (LevelTerms("", 10_000 * MICROS, 160_000, 10_000),),
    ),
)
"""Seeds are those that are printed, and contributions those that the printed advantages imply; for the link
paytables nothing is printed, and what stands here is the house's."""


def open_demo(premises: Premises) -> None:
    """Each step only if it was never done: a start that was interrupted goes on, and what people have changed
    since is left as it is."""
    check_not_lost(premises)
    add_people(premises)
    for number, terms in enumerate(PROGRESSIVES):
        ask_once(premises, SetTerms(f"demo-terms-{number}", OFFICE, terms))
        ask_once(premises, Switch(f"demo-open-{number}", ("sue",), terms.id, True))
    today = premises.today()
    equip(premises)
    tables = {**GAMES, **more_tables()}
    for game in sorted({game for game, *_ in tables.values()}):
        approve(premises, game, today)
    for table, (game, name, is_house, dialect) in tables.items():
        plan = TablePlan(
            table,
            game,
            today,
            name,
            closed=tuple(sorted(parse_head(game).unoffered)),
            has_house_dealer=is_house,
            dialect=dialect.value,
        )
        floor = premises.manager.floor
        if table not in floor.table_names and len(floor.tables) < premises.room.most_on(plan.opened):
            premises.room.open_table(plan, by="sue")
    if mark := find_mark(premises):
        make_private(mark)


def more_tables() -> dict[str, tuple[str, str, bool, Dialect]]:
    """A table for every group of games that the demonstration does not name, and for each game in no group,
    dealt by the house.

    As many of them are opened as a room may have tables.
    """
    groups = {parse_head(game).group for game, *_ in GAMES.values()}
    others = []
    for game in map(load_game, game_ids()):
        if not game.group or game.group not in groups:
            groups.add(game.group)
            others.append(game)
    return {
        f"T{len(GAMES) + number}": (game.id, game.name, True, Dialect.GAME_MANAGER)
        for number, game in enumerate(others, start=1)
    }


def ask_once(premises: Premises, asked: Request) -> None:
    if premises.journal.find(asked.id) is None:
        premises.manager.ask(asked)


def add_people(premises: Premises) -> None:
    """The installer adds the first two; they add the others."""
    for name, role in PEOPLE.items():
        if name not in premises.manager.floor.people:
            by = ("installer",) if len(premises.manager.floor.people) < len(OFFICE) else OFFICE
            premises.personnel.add(name, role, pin=PIN, by=by)


def equip(premises: Premises) -> None:
    """Approved parts in every version that the documents name, for all tables."""
    ask_once(premises, ListEquipment("demo-equipment", OFFICE, ROOM, approved_parts(), "demonstration"))


def approve(premises: Premises, game: str, today: str) -> None:
    found = parse_head(game)
    print_ = fingerprint(found)
    rules, days = usual_rules(found.id)
    asked = ApproveGame(
        f"demo-approved-{print_[:12]}",
        OFFICE,
        found.id,
        print_,
        "DEMO",
        today,
        "demonstration",
        rules=rules or "DEMO",
        rules_days=days or (today,),
        controls="DEMO",
    )
    ask_once(premises, asked)


# -- a room that was lost --------------------------------------------------------------------------


def find_mark(premises: Premises) -> Path | None:
    """A file beside the database that says that the room was set up once."""
    database = premises.settings.database
    if database == "memory:" or database.startswith(POSTGRES_PREFIXES):
        return None
    path = read_path(database)
    return path.with_name(f"{path.name}.opened")


def check_not_lost(premises: Premises) -> None:
    """A young room may lie almost wholly in SQLite's write-ahead log: without that file it looks new."""
    mark = find_mark(premises)
    if mark and mark.exists() and premises.journal.last() is None:
        raise InputError(
            "a room was opened here before, and its journal is empty now: put the lost files back beside "
            f"{mark}, or remove that file to begin a new room"
        )
