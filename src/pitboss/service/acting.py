"""Who may do what at a table, and what a browser's press means there.

A player acts on his own seats only; a dealer runs the round; the floor decides about irregularities. Names
come from the session and never from the browser.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.room.hosted import Hosted
from pitboss.house.room.room import Plan
from pitboss.house.room.row import Actor, Row
from pitboss.service.acts import DECIDES, REPORTS, RUNS, SETS
from pitboss.service.betting import CHIPS, move_chips
from pitboss.service.frame import seats_of
from pitboss.service.premises import Premises
from pitboss.service.session import DEALERS, FLOOR, NotAllowedError, Session
from pitboss.table import command
from pitboss.table.command import Command
from pitboss.table.phase import RefusedError
from pitboss.table.wire import COMMANDS, parse_command, wire_name

OF_A_SEAT = (command.LeaveSeat, command.PlaceWager, command.TakeBack, command.PlaceToke, command.Decide)
OF_A_PLAYER = (command.TakeSeat, command.BuyIn, command.CashOut, command.AskForCards)
HAVE_REPORTER = frozenset(n for n, kind in COMMANDS.items() if issubclass(kind, command.Irregularity))
HAVE_PLAYER = frozenset(map(wire_name, OF_A_PLAYER))
MOST_DEMO_MICROS = 5_000 * MICROS
DIGEST_DIGITS = 8
MOST_KNOWN = 5_000
IN_ORDER = json.JSONEncoder(sort_keys=True)


def actor_of(session: Session) -> Actor:
    """Who acts, as the book names him: a player is never taken for somebody of the staff."""
    if session.is_player:
        return Actor(session.person, is_player=True)
    return Actor(session.person, session.role)


def digest_of(said: Mapping[str, str | int]) -> str:
    """What was asked, in a few letters."""
    return digest_items(tuple(sorted(said.items())))


@lru_cache(MOST_KNOWN)
def digest_items(said: tuple[tuple[str, str | int], ...]) -> str:
    """People press the same few things again and again."""
    return sha256(IN_ORDER.encode(dict(said)).encode()).hexdigest()[:DIGEST_DIGITS]


def find_plan(premises: Premises, session: Session, round_: int, said: Mapping[str, str | int]) -> Plan:
    """What the press asks of the table, as it is when its turn comes."""
    name = said.get("command")
    if name == "deal":
        return ask_to_deal(session, round_)
    if name in CHIPS:
        return lambda hosted: move_chips(hosted, session.person, round_, said)
    asked = parse_command(with_names(said, session))
    check_role(premises, session, asked)
    return lambda hosted: check_seat(hosted, session, row_of(hosted, session, round_, asked))


def with_names(said: Mapping[str, str | int], session: Session) -> Mapping[str, str | int]:
    """The person at the browser is who reports, and for a player also who sits, buys and cashes."""
    name = said.get("command")
    if name in HAVE_REPORTER:
        return {**said, "by": session.person}
    if session.is_player and name in HAVE_PLAYER:
        return {**said, "player": session.person}
    return said


def check_role(premises: Premises, session: Session, asked: Command) -> None:
    if isinstance(asked, command.LeaveSeat) and not session.is_player:
        session.require(*DEALERS)
    elif isinstance(asked, OF_A_SEAT):
        if not session.is_player:
            raise NotAllowedError("wagers and decisions are the player's own")
    elif isinstance(asked, DECIDES):
        session.require(*FLOOR)
    elif isinstance(asked, OF_A_PLAYER):
        check_chips(premises, session, asked)
    else:
        assert isinstance(asked, (*RUNS, *SETS, *REPORTS))
        session.require(*DEALERS)


def check_chips(premises: Premises, session: Session, asked: Command) -> None:
    """Chips are sold by the house; in a demonstration a player helps himself."""
    if not session.is_player:
        session.require(*DEALERS)
    elif isinstance(asked, command.BuyIn | command.CashOut) and not premises.settings.is_demo:
        raise NotAllowedError("chips are bought and cashed at the table: ask the dealer")
    elif isinstance(asked, command.BuyIn) and asked.micros > MOST_DEMO_MICROS:
        raise InputError("a guest gets at most $5,000.00 at a time")


def check_seat(hosted: Hosted, session: Session, row: Row) -> Row:
    for asked in row.commands if session.is_player else ():
        if isinstance(asked, OF_A_SEAT) and asked.seat not in seats_of(hosted, session.person):
            raise NotAllowedError(f"seat {asked.seat} is not {session.person}'s")
    return row


def ask_to_deal(session: Session, round_: int) -> Plan:
    """A player who has bet wants cards; where a dealer stands, only the dealer deals."""

    def plan(hosted: Hosted) -> Row | None:
        if not hosted.plan.has_house_dealer:
            raise RefusedError("a dealer deals at this table: wait for the cards")
        if session.person in hosted.table.seating.ready and round_ == hosted.table.number:
            return None
        asked: tuple[Command, ...] = (command.AskForCards(session.person),)
        if is_last(hosted, session.person):
            asked += (command.CallNoMoreBets(),)
        return row_of(hosted, session, round_, *asked)

    return plan


def row_of(hosted: Hosted, session: Session, round_: int, *asked: Command) -> Row:
    """What is asked; where nobody stands behind the table, the dealer goes on in the same act."""
    return Row(asked, round_, deals_on=session.is_player and hosted.plan.has_house_dealer)


def is_last(hosted: Hosted, player: str) -> bool:
    """Whether everybody else who has bet wants cards already: then the bets are closed at once."""
    seating = hosted.table.seating
    betting = {seating.players[seat] for seat, laid in seating.wagers.items() if laid}
    return player in betting and betting <= {*seating.ready, player}
