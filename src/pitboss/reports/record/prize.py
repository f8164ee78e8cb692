"""Odds-based prizes at the highest wager: the second-highest above $25,000 is held in a bank.

WAC 230-15-455(2)(b): if more than one prize at fixed odds exceeds the amount, the second-highest of them lies
in a Washington bank or under a line of credit. A share of a meter is no odds-based prize.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from pitboss.base.odds import Kind, format_pay
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.chance import game_under_terms
from pitboss.jackpot.regulation import Regulation, in_force, regulation
from pitboss.jackpot.terms import Terms
from pitboss.reports.cell import money
from pitboss.reports.field import Field, amount, field_table, words
from pitboss.reports.page import Facts, Tone, Toned
from pitboss.reports.record.frame import Sheet
from pitboss.reports.record.inquiry import Inquiry, JournalSource
from pitboss.reports.record.row import day_of, row_data
from pitboss.table.jurisdiction import find_jurisdiction

JURISDICTION = "washington"


@dataclass(frozen=True)
class Prize:
    game: str
    wager: str
    paytable: str
    line: str
    pay: str
    most_wager_micros: int
    micros: int


@dataclass(frozen=True)
class PrizeFund:
    prizes: tuple[Prize, ...]
    """Above the amount, the highest first."""
    above_micros: int
    held: Prize | None
    """The second-highest: what it pays is to be held."""
    source: str


def prize_fund(floor_terms: Iterable[Terms], day: date, rules: Regulation | None = None) -> PrizeFund:
    """Over every game that is dealt on the progressives, each with its paytables in force."""
    rule = in_force((rules or regulation()).large_prize, day)
    found = {prize for terms in floor_terms for prize in prizes_of(terms, day)}
    large = sorted(
        (prize for prize in found if prize.micros > rule.micros),
        key=lambda prize: (-prize.micros, prize.game, prize.wager, prize.line),
    )
    return PrizeFund(tuple(large), rule.micros, large[1] if len(large) > 1 else None, rule.source)


def prizes_of(terms: Terms, day: date) -> Iterator[Prize]:
    """Every fixed pay of every wager, at the most that may be wagered on it."""
    limit = find_jurisdiction(JURISDICTION).wager_limit(day).micros
    for game_id, paytable in terms.paytables.items():
        game = game_under_terms(terms, game_id)
        for wager, tables in game.chosen.items():
            for table in tables:
                most = min(limit, terms.most_wager_micros) if table.id == paytable else limit
                for line, pay in table.pays.items():
                    if pay.kind is not Kind.METER:
                        micros = int(pay.amount * most)
                        label = game.wagers[wager].label
                        yield Prize(game.name, label, table.id, line, format_pay(pay), most, micros)


PRIZES: tuple[Field[Prize], ...] = (
    amount("Prize", lambda prize: prize.micros),
    words("Game", lambda prize: prize.game),
    words("Wager", lambda prize: prize.wager),
    words("Paytable", lambda prize: prize.paytable),
    words("Hand", lambda prize: line_words(prize.line)),
    amount("Pays", lambda prize: prize.pay),
    amount("On", lambda prize: prize.most_wager_micros),
)


def make_prizes(source: JournalSource, inquiry: Inquiry) -> Sheet:
    day = day_of(inquiry.at_micros, inquiry.zone)
    fund = prize_fund([state.terms for state in source.books.floor.progressives.values()], day)
    held = money(fund.held.micros) if fund.held else "nothing: no two prizes are above it"
    facts = Facts((("To be held in a bank", Toned(held, Tone.STRONG)), ("Rule", fund.source)))
    title = f"Odds-based prizes above {money(fund.above_micros)}"
    return Sheet(title, (field_table(PRIZES, fund.prizes), facts), row_data(fund, inquiry.zone))
