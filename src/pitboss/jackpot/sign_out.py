"""Signing out: the end of a session is an entry, so that every server hears of it and none forgets."""

from pitboss.jackpot.player import SessionEnded
from pitboss.jackpot.player_request import EndSession
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.state import Floor
from pitboss.ledger.entry import Draft


def end_session(floor: Floor, asked: EndSession, at: int) -> Draft:
    """Its secret is not in the entry: what stands there opens nothing."""
    if len(asked.session) != 64:
        raise RefusedError("a session is named by the hash of its id")
    if asked.session in floor.ended or asked.until_micros <= at:
        raise RefusedError("this session is over already")
    return Draft(asked.id, at, asked.by, SessionEnded(asked.session, asked.until_micros))
