"""A progressive on paper before it is set up: what it will pay, how often, what it costs and what it risks.

Hands are taken one after another and independent of each other, each with the exact chance that the analysis
counts. Everything is exact, or a bound that is proved, or followed to some digits, and says so; nothing is
simulated.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from pitboss.analysis.highest import Interval
from pitboss.analysis.meter import MeterFigures
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.design.hit_amount import BoundedAmount, HitAmount
from pitboss.design.ruin import Ruin, RuinTerms, find_ruin, read_meter, without_a_chain
from pitboss.design.ruin_followed import FollowedAmount
from pitboss.design.waiting import hits_quantile, never_within, waiting_quantile, within
from pitboss.jackpot.chance import LevelLaw, level_law, meter_awards, meter_figures
from pitboss.jackpot.hazard import Pace, second_award
from pitboss.jackpot.recommendation import house_advantage
from pitboss.jackpot.terms import LevelTerms, Terms

SHARES = tuple(Fraction(n, 1000) for n in (10, 100, 250, 500, 750, 900, 990, 999))
SAFE = Fraction(99, 100)
"""How certain a sum of cash is to be enough."""
ALMOST_SURE = 1 - 1e-9
CLOSE = 1e-3
LINKS = (1, 2, 5, 10, 25, 50, 100)
DAYS_A_YEAR = 365
MOST_TABLES = 1_000_000


@dataclass(frozen=True)
class Traffic:
    """How much is played: tables, rounds, seats, and the share of them that bet on the progressive."""

    tables: int = 1
    rounds_an_hour: int = 40
    hours_a_day: int = 24
    seats: int = 7
    """Players at each table."""
    share: Fraction = Fraction(1)
    """Of them bet the progressive."""

    def __post_init__(self) -> None:
        if not 1 <= self.tables <= MOST_TABLES:
            raise InputError(f"a plan has 1 to {MOST_TABLES:,} tables, not {self.tables:,}")
        if not (0 < self.rounds_an_hour <= 1000 and 0 < self.hours_a_day <= 24 and 0 < self.seats <= 14):
            raise InputError(
                "a table plays 1 to 1,000 rounds an hour, 1 to 24 hours a day, with 1 to 14 seats"
            )
        if not 0 < self.share <= 1:
            raise InputError("the share of players who bet it lies above 0% and is at most 100%")

    @property
    def wagers_a_day(self) -> Fraction:
        return self.tables * self.rounds_an_hour * self.hours_a_day * self.seats * self.share

    @property
    def wagers_a_year(self) -> Fraction:
        return self.wagers_a_day * DAYS_A_YEAR

    def days(self, wagers: int | Fraction) -> Fraction:
        return Fraction(wagers) / self.wagers_a_day


@dataclass(frozen=True)
class Quantile:
    """At a hit, with this chance or less: an amount, and how long it took."""

    share: Fraction
    amount: Interval
    wagers: int
    days: Fraction


@dataclass(frozen=True)
class Overlay:
    """The house's advantage on the next wager with the meter standing there."""

    label: str
    meter: Fraction
    advantage: Fraction


@dataclass(frozen=True)
class LinkRow:
    """So many tables, each with a meter of its own, beside one link of them all."""

    tables: int
    seeds_apart: Fraction
    seeds_linked: Fraction
    cash_apart: Fraction
    """Enough, with the safety asked for, for what all meters together hold when each is won."""
    cash_linked: Fraction
    days_apart: Fraction
    """Interval two hits of one meter, on average."""
    days_linked: Fraction


@dataclass(frozen=True)
class LevelPlan:
    level: LevelTerms
    law: LevelLaw
    amount: HitAmount
    mean: Interval
    """Of the amount at a hit, in dollars."""
    quantiles: tuple[Quantile, ...]
    again_in_a_day: float
    again_bound: float
    """The same with no assumption about hands of one deck: Boole's bound."""
    before_covered: float
    """The chance that it is won again before what it was fed covers its seed."""
    at_cap: float
    """The chance that it stands at its cap when it is won."""
    hits_a_year: Fraction
    none_in_a_year: float
    most_hits_a_year: int
    """With the safety asked for."""
    seed_cost: Fraction
    """Of one wager, in dollars: what the house puts into restarts."""
    break_even: Fraction | None
    overlay: tuple[Overlay, ...]
    with_edge: tuple[float, float] | None
    """Bounds on the share of wagers that are made at a player's edge."""
    ruin: Ruin | None
    filled: Interval | None
    """What the house puts into it when it has run dry, for one hit on average."""
    links: tuple[LinkRow, ...]

    @property
    def wagers_a_hit(self) -> Fraction:
        return 1 / self.law.top


@dataclass(frozen=True)
class ProgressivePlan:
    terms: Terms
    game: str
    traffic: Traffic
    figures: MeterFigures
    advantage: Fraction
    levels: tuple[LevelPlan, ...]

    @property
    def wager(self) -> Fraction:
        return Fraction(self.terms.wager_micros, MICROS)

    @property
    def win_a_day(self) -> Fraction:
        """What the house keeps of a day's wagers on average, seeds paid."""
        return self.advantage * self.wager * self.traffic.wagers_a_day


def make_plan(
    terms: Terms, traffic: Traffic, *, progress: Callable[[str], None] | None = None
) -> ProgressivePlan:
    """The plan of a progressive with one game; its terms are checked first."""
    terms.check()
    if terms.is_house:
        raise InputError(f"{terms.id}: a house jackpot is a posted sum: there is no meter to plan")
    if len(terms.paytables) > 1:
        raise InputError(f"{terms.id}: a plan is for the hands of one game; leave one under [paytables]")
    game = next(iter(terms.paytables))
    others = max(0, round(traffic.seats * traffic.share) - 1)
    figures = meter_figures(terms, game, others=others)
    awards = meter_awards(terms, game)
    levels = []
    for level in terms.levels:
        (progress or (lambda _: None))(level.name or "the meter")
        levels.append(
            plan_level(terms, level, level_law(level, awards, terms.wager_micros), figures, traffic)
        )
    advantage = house_advantage(figures, all_from_meter=terms.all_from_meter)
    return ProgressivePlan(terms, game, traffic, figures, advantage, tuple(levels))


def plan_level(
    terms: Terms, level: LevelTerms, law: LevelLaw, figures: MeterFigures, traffic: Traffic
) -> LevelPlan:
    if not law.top:
        raise InputError(f"{terms.id}: nothing wins the whole of {level.name or 'the meter'}")
    cap = None if level.cap_micros is None else Fraction(level.cap_micros, MICROS)
    wager = Fraction(terms.wager_micros, MICROS)
    is_first = level is terms.levels[0]
    bound = None if cap is None else cap / wager
    off = read_meter(figures, level.name, bound) if terms.all_from_meter and is_first else None
    amount = HitAmount(law, cap, lowered_amount(law, off) if off else None, wager)
    ruin = ruin_of(amount, figures, level.name, bound) if off else None
    filled = filled_up(amount, off, ruin) if off and ruin else None
    mean = mean_off(amount, figures, filled) if filled else amount.mean
    quantiles = tuple(quantile_of(amount, share, traffic) for share in SHARES)
    a_day, a_year = int(traffic.wagers_a_day), int(traffic.wagers_a_year)
    pace = Pace(traffic.rounds_an_hour, traffic.hours_a_day, ceil(traffic.seats * traffic.share))
    even = break_even(terms, figures, level)
    return LevelPlan(
        level=level,
        law=law,
        amount=amount,
        mean=mean,
        quantiles=quantiles,
        again_in_a_day=float(within(law.top, a_day)),
        again_bound=second_award(law.top, pace, tables=traffic.tables),
        before_covered=float(within(law.top, wagers_to_cover(law) - 1)),
        at_cap=amount.chance_from(cap)[1] if cap is not None else 0.0,
        hits_a_year=law.top * a_year,
        none_in_a_year=float(never_within(law.top, a_year)),
        most_hits_a_year=hits_quantile(law.top, a_year, SAFE),
        seed_cost=law.top * law.seed,
        break_even=even,
        overlay=tuple(overlays(terms, figures, level, (law.seed, mean.middle), quantiles, even)),
        with_edge=amount.chance_from(even) if even is not None else None,
        ruin=ruin,
        filled=filled,
        links=tuple(link_row(amount, tables, traffic) for tables in sorted({*LINKS, traffic.tables})),
    )


def lowered_amount(law: LevelLaw, meter: RuinTerms) -> BoundedAmount | FollowedAmount:
    """Bounds where fixed awards and the whole meter are all that is won; otherwise followed."""
    is_plain = not (law.parts or law.reserved or meter.cap) or not meter.fed
    return BoundedAmount(meter) if is_plain else FollowedAmount(meter)


def ruin_of(amount: HitAmount, figures: MeterFigures, level: str, cap: Fraction | None) -> Ruin | None:
    """Proved where the bounds lie close; otherwise as it is followed."""
    proved, followed = find_ruin(figures, level, cap), amount.lowered
    is_close = proved is None or proved.high - proved.low < CLOSE
    if is_close or not isinstance(followed, FollowedAmount):
        return proved
    found, from_seed = followed.runs_dry, min(1.0, followed.from_seed.dry)
    bounds = without_a_chain(figures, level, followed.meter)
    return Ruin(found, found, from_seed, *bounds, followed.unit, followed.cells, is_exact_lattice=False)


def filled_up(amount: HitAmount, meter: RuinTerms, ruin: Ruin) -> Interval:
    """What the house puts into a meter that runs dry, for one hit on average.

    That is the seed and what the award lacked, at most the largest one. After a hit it runs dry with a chance
    of h, and again and again from the seed alone, so h / (1 - h) times before the next hit.
    """
    law, wager = amount.law, amount.wager
    if isinstance(amount.lowered, FollowedAmount):
        return Interval(amount.lowered.filled * wager, amount.lowered.filled * wager)
    again = Fraction(min(ruin.high_from_seed, ALMOST_SURE))
    low = Fraction(ruin.low) / (1 - Fraction(min(ruin.low, ALMOST_SURE)))
    return Interval(low * law.seed, Fraction(ruin.high) / (1 - again) * (law.seed + meter.largest * wager))


def mean_off(amount: HitAmount, figures: MeterFigures, filled: Interval) -> Interval:
    """With fixed awards off the meter: what goes in comes out. What a cap keeps out must be followed."""
    law, wager = amount.law, amount.wager
    if amount.cap is not None and amount.lowered:
        assert isinstance(amount.lowered, FollowedAmount), "a cap is followed"
        return Interval(amount.lowered.mean * wager, amount.lowered.mean * wager)
    without, share = law.mean - figures.fixed_return * wager / law.drain, law.top / law.drain
    return Interval(without + share * filled.low, without + share * filled.high)


def quantile_of(amount: HitAmount, share: Fraction, traffic: Traffic) -> Quantile:
    wagers = waiting_quantile(amount.law.top, share)
    return Quantile(share, amount.quantile(share), wagers, traffic.days(wagers))


def wagers_to_cover(law: LevelLaw) -> int:
    """Wagers after which the meter was fed as much as its seed."""
    return -(-law.seed // law.fed) if law.fed else 0


# -- the player's edge -----------------------------------------------------------------------------


def standing(figures: MeterFigures, level: str, dollars_for_one: Fraction) -> dict[str, Fraction]:
    """The meters for a $1 wager: one where it stands, the others at their average."""
    others = {name: figures.average_top(name) or Fraction(0) for name in figures.table.levels}
    return {**others, level: dollars_for_one}


def break_even(terms: Terms, figures: MeterFigures, level: LevelTerms) -> Fraction | None:
    """In dollars of the meter, the others at their average; None where nothing turns."""
    found = figures.break_even(level.name, standing(figures, level.name, Fraction(0)))
    return found * terms.wager_micros / MICROS if found is not None and found > 0 else None


def overlays(
    terms: Terms,
    figures: MeterFigures,
    level: LevelTerms,
    standings: tuple[Fraction, Fraction],
    quantiles: tuple[Quantile, ...],
    even: Fraction | None,
) -> list[Overlay]:
    marks = [*zip(("seed", "average"), standings, strict=True)]
    marks += [
        (f"{float(q.share):.1%}".replace(".0%", "%"), q.amount.middle)
        for q in quantiles
        if q.share >= Fraction(1, 2)
    ]
    if even is not None:
        marks.append(("break-even", even))
    wager = Fraction(terms.wager_micros, MICROS)
    return [
        Overlay(label, meter, figures.advantage_at(standing(figures, level.name, meter / wager)))
        for label, meter in sorted(marks, key=lambda mark: mark[1])
    ]


# -- linking ---------------------------------------------------------------------------------------


def link_row(amount: HitAmount, tables: int, traffic: Traffic) -> LinkRow:
    """With the same wagers: seeds on the floor, cash for meters when they are won, and the time between hits.

    Wagers until each of several meters is won add up to a negative binomial number, where nothing but the
    whole is won of a meter; otherwise amounts are added up on a lattice.
    """
    law, one = amount.law, replace(traffic, tables=1)
    return LinkRow(
        tables=tables,
        seeds_apart=tables * law.seed,
        seeds_linked=law.seed,
        cash_apart=amount.enough_for(tables, SAFE),
        cash_linked=amount.quantile(SAFE).high,
        days_apart=one.days(1 / law.top),
        days_linked=one.days(1 / law.top) / tables,
    )
