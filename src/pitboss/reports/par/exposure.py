"""What the house stands to pay on one wager, and what it keeps of the money that players buy in with.

Both are exact in units of the first wager. In dollars they depend on the limits that the house posts: a sheet
has those only where they were given with the request.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from pitboss.audit.part import SheetPart
from pitboss.base.error import InputError
from pitboss.base.figure import format_percent
from pitboss.base.money import MICROS, format_dollars
from pitboss.reports.cell import dollars
from pitboss.reports.form import Data
from pitboss.reports.page import Cell
from pitboss.reports.wager_page import net_words, number, one_in, share
from pitboss.reports.wording import limit_words
from pitboss.shape.drawing import DrawingRules, drawing_rules
from pitboss.shape.question import explore
from pitboss.shape.tally import net
from pitboss.shape.unroll import ME, unroll
from pitboss.table.setup import SpotLimit

Limits = Mapping[str, SpotLimit]
"""Posted limits by wager."""
NOT_POSTED = "not stated"
HOLD = (
    "Theoretical hold: what the house keeps of the drop each time that it is wagered over. How often that is "
    "no rule of the game fixes; a drop wagered five times over holds five times as much."
)


@dataclass(frozen=True)
class Exposure:
    """Nets in units of the first wager; a meter counts as the outcomes have it."""

    most_won: Fraction
    """However the player plays."""
    most_lost: Fraction
    by_best_play: Fraction
    """The most that best play wins, in a round without a split, and how often."""
    chance: Fraction
    limit: SpotLimit | None

    def at_maximum(self, units: Fraction) -> Fraction | None:
        """In dollars, with the highest first wager."""
        return None if self.limit is None else units * self.limit.maximum_micros / MICROS


def check_limits(limits: Limits) -> None:
    """What may be posted by law is for the table to say; a sheet only takes what can be posted at all."""
    for wager, limit in limits.items():
        if not 0 < limit.minimum_micros <= limit.maximum_micros or limit.step_micros < 1:
            raise InputError(f"{wager}: post a minimum above zero, a maximum above it and a step")


def limits_foot(limits: Limits) -> Iterator[tuple[str, str]]:
    """What a sheet with limits was made from."""
    if limits:
        posted = [
            f"{wager} {format_dollars(one.minimum_micros)}-{format_dollars(one.maximum_micros)}"
            for wager, one in limits.items()
        ]
        yield "Limits", ", ".join(posted)


def find_exposure(part: SheetPart) -> Exposure:
    """Of the outcomes whose pay is known."""
    known = [one for one in part.outcomes if one.probability and not part.is_open(one.name)]
    nets = [outcome.net for outcome in known]
    any_play = [*nets, *nets_of_any_play(part)]
    chance = sum((outcome.probability for outcome in known if outcome.net == max(nets)), Fraction(0))
    return Exposure(max(any_play), -min(any_play), max(nets), chance, part.limit)


def nets_of_any_play(part: SheetPart) -> Iterator[Fraction]:
    """What a wager with decisions can come to on any path of them; nothing where no decision changes it."""
    analysis = part.analysis
    game, figures = analysis.game, analysis.figures
    if analysis.drawn and analysis.drawn.split_chance:
        yield from nets_of_split_hands(drawing_rules(game))
    if not analysis.is_decided or figures is None:
        return
    placed = tuple(dict.fromkeys((*game.deciding, analysis.wager.id)))
    for leaf in unroll(game, placed).leaves:
        for _, outcome in explore(partial(game.settle_wager, leaf.round, ME, analysis.wager.id)):
            yield net(outcome, figures.meters)


def nets_of_split_hands(rules: DrawingRules) -> tuple[Fraction, Fraction]:
    """As many hands as a seat may have, each doubled where that is allowed: all won, or all lost."""
    most = Fraction(rules.most_hands * (2 if rules.double_after_split else 1))
    return most, -most


def exposure_facts(part: SheetPart) -> Iterator[tuple[str, Cell]]:
    found = find_exposure(part)
    yield "Limits", limit_words(found.limit) if found.limit else NOT_POSTED
    won = f"{net_words(found.most_won)} units{in_dollars(found, found.most_won)}"
    how = "without a split" if part.analysis.drawn else "by best play"
    best = f"{net_words(found.by_best_play)} {how}" if found.by_best_play != found.most_won else ""
    often = ", ".join(filter(None, (best, one_in(found.chance))))
    yield "Most won in a round", f"{won}; {often}{about_top(part)}"
    yield "Most lost in a round", f"{units_words(found.most_lost)}{in_dollars(found, found.most_lost)}"
    if not part.lacks_terms:
        yield "Theoretical hold", f"{format_percent(part.analysis.house_advantage)} a turn of the drop"


def about_top(part: SheetPart) -> str:
    """What the amount leaves out or takes for granted."""
    if part.lacks_terms:
        return "; the meter pays its own amount on top of these limits"
    return "; a meter at its average" if part.sheet.link is not None else ""


def units_words(units: Fraction) -> str:
    words = net_words(units).removeprefix("+")
    return f"{words} unit" if units == 1 else f"{words} units"


def in_dollars(found: Exposure, units: Fraction) -> str:
    amount = found.at_maximum(units)
    return "" if amount is None else f": {dollars(amount)} at the maximum wager"


def exposure_data(part: SheetPart) -> Data:
    found = find_exposure(part)
    return {
        "limits": limit_data(found.limit) if found.limit else None,
        **number("most_won", found.most_won),
        **number("most_lost", found.most_lost),
        **number("most_won_by_best_play", found.by_best_play),
        **share("most_won_by_best_play_probability", found.chance),
        **number("most_won_at_maximum", found.at_maximum(found.most_won), "dollars"),
        **number("most_lost_at_maximum", found.at_maximum(found.most_lost), "dollars"),
        **share("hold_of_one_turn", None if part.lacks_terms else part.analysis.house_advantage),
    }


def limit_data(limit: SpotLimit) -> Data:
    return {
        "minimum_dollars": limit.minimum_micros / MICROS,
        "maximum_dollars": limit.maximum_micros / MICROS,
        "step_dollars": limit.step_micros / MICROS,
    }
