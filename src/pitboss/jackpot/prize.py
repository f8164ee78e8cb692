"""What a hand wins by the paytable in force: a share of a meter, or a fixed award where the meter pays it."""

from typing import NamedTuple

from pitboss.base.money import CENT
from pitboss.base.odds import Kind, Pay
from pitboss.jackpot.chance import paytable_of
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import PostWin
from pitboss.jackpot.terms import PPM, Terms


class Prize(NamedTuple):
    level: str
    share_ppm: int
    """Of the level's meter; nothing where the award is fixed."""
    fixed_micros: int = 0


def prize_of(terms: Terms, table: str, line: str, stake_micros: int) -> Prize:
    """What a line wins from the meters at a table."""
    pays = paytable_of(terms, terms.at(table).game).pays
    if line not in pays:
        raise RefusedError(f"{terms.paytables[terms.at(table).game]} has no line {line!r}: {', '.join(pays)}")
    pay = pays[line]
    if pay.kind is Kind.METER:
        return Prize(pay.level, int(pay.amount * PPM))
    if not terms.all_from_meter:
        raise RefusedError(
            f"{terms.id}: {line.replace('_', ' ')} pays {pay} from the tray: no meter is touched"
        )
    return Prize(terms.levels[0].name, 0, fixed_prize(pay, stake_micros))


def fixed_prize(pay: Pay, stake_micros: int) -> int:
    """What a hand is paid in money, in whole cents, the wager included where it comes back."""
    return int(stake_micros * (pay.amount + (pay.kind is Kind.TO))) // CENT * CENT


def check_award(terms: Terms, asked: PostWin, stake_micros: int) -> None:
    """Nobody is believed what a hand wins: the paytable says it."""
    wins = prize_of(terms, asked.table, asked.line, stake_micros)
    if (asked.level, asked.share_ppm, asked.fixed_micros) != wins:
        raise RefusedError(f"{terms.id}: {asked.line} does not win that by the paytable")
