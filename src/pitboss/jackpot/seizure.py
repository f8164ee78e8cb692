"""Money of a progressive that an authority takes (WAC 230-15-715): play stops until it is replaced.

What is owed to players does not change, so no transfer is booked: the meters stand where they stood, and
the bank account is short. The progressive opens again when all of it was paid in, and two people say so.
"""

from pitboss.base.money import format_dollars
from pitboss.jackpot.fact import Seized, SeizedReplaced
from pitboss.jackpot.managing import check_two_people, find
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import ReplaceSeized, Seize
from pitboss.jackpot.state import Floor
from pitboss.ledger.entry import Draft


def seize(floor: Floor, asked: Seize, at: int) -> Draft:
    """At once, with rounds open or not: who has wagered may still win, nobody wagers any more."""
    find(floor, asked.progressive)
    if asked.micros <= 0 or not asked.authority.strip():
        raise RefusedError("say how much was seized and who took it")
    return Draft(asked.id, at, asked.by, Seized(asked.progressive, asked.micros, asked.authority))


def replace_seized(floor: Floor, asked: ReplaceSeized, at: int) -> Draft:
    check_two_people(asked, "replacing seized money")
    short = find(floor, asked.progressive).seized_micros
    if not 0 < asked.micros <= short:
        lacking = format_dollars(short) if short else "nothing"
        raise RefusedError(f"{lacking} of {asked.progressive} is to be replaced")
    if not asked.reference.strip():
        raise RefusedError("say the bank's reference")
    return Draft(asked.id, at, asked.by, SeizedReplaced(asked.progressive, asked.micros, asked.reference))
