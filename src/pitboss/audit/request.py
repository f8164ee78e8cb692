"""A request for analysis: which paytables are put in force, which wagers are meant, and their sheets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pitboss.analysis.analysis import WagerAnalysis, analyze, level_names
from pitboss.analysis.seat import SeatAnalysis, analyze_seat
from pitboss.audit.assumption import Assumption, Premise, SettingChanged
from pitboss.audit.kept_count import keep_count
from pitboss.audit.own_table import make_own_table, with_own_pays
from pitboss.audit.sheet import WagerSheet
from pitboss.audit.term import Asked, take_terms
from pitboss.base.error import InputError, find_name
from pitboss.base.progress import Progress, silent
from pitboss.rules import Game, Paytable
from pitboss.trial.full_table import FullTable, analyze_table
from pitboss.trial.preparing import ChosenStrategy, TrialTable, place_wagers


@dataclass(frozen=True)
class AnalysisRequest:
    """A game as it is to be analysed: its paytables in force, the wagers meant, the terms asked for."""

    game: Game
    wagers: tuple[str, ...]
    asked: Asked

    def __post_init__(self) -> None:
        has_meter = any(level_names(self.game.chosen.get(wager, ())) for wager in self.wagers)
        if self.asked.about_meters and not has_meter:
            names = ", ".join(self.game.wagers[wager].label for wager in self.wagers)
            raise InputError(f"{self.asked.about_meters[0]}: no meter pays on {names}")

    def sheets(self, progress: Progress = silent) -> Iterator[WagerSheet]:
        for wager in self.wagers:
            words = f"{self.game.name}: {self.game.wagers[wager].label}"
            progress(words)
            yield self.sheet(wager, self.asked, after(words, progress))

    def together(self) -> tuple[SeatAnalysis | None, FullTable | None]:
        """All of them at one seat, with the base game where it takes that, if they are counted together; and
        at all seats, if there are more."""
        if self.asked.about_meters:
            raise InputError("together is on the usual terms of its meters")
        game = self.game
        alone = all(game.stands_alone(game.wagers[wager]) for wager in self.wagers)
        base = () if alone else game.deciding
        wagers = tuple(wager for wager in game.wagers if wager in (*base, *self.wagers))
        if self.asked.players in (None, 1):
            return analyze_seat(game, wagers), None
        return analyze_table(game, wagers, self.asked.players)

    def sheet(self, wager: str, asked: Asked, progress: Progress = silent) -> WagerSheet:
        """Of one wager, on these terms."""
        taken = take_terms(self.game, wager, asked)
        analysis = analyze(self.game, wager, taken.terms, progress, counting=keep_count)
        about = (*taken.assumptions, *about_drawing(analysis), *about_settings(self.game))
        return WagerSheet(analysis, about)


def after(words: str, progress: Progress) -> Progress:
    """Say the same with words in front."""
    return lambda now: progress(f"{words}: {now}")


def request_analysis(
    game: Game, *, paytables: Sequence[str], wagers: Sequence[str], asked: Asked
) -> AnalysisRequest:
    """The wagers named; else those of the paytables named; else all of the game."""
    tables = [table for name in paytables for table in tables_named(game, name)]
    for name in paytables:
        game = game.with_paytable(name)
    check_one_table_each(tables)
    meant = [game.wager(name).id for name in wagers] or [table.wager for table in tables] or list(game.wagers)
    return AnalysisRequest(game, tuple(dict.fromkeys(meant)), seat_column(tables, asked))


def request_price(game: Game, *, wager: str, pays: str, asked: Asked) -> AnalysisRequest:
    """One wager under a paytable of the user's own, new lines included."""
    return AnalysisRequest(
        with_own_pays(game, wager, pays, players=asked.players or 1), (game.wager(wager).id,), asked
    )


def request_own(game: Game, wager: str, pays: Mapping[str, str], like: str, players: int) -> AnalysisRequest:
    """One wager under pays of the user's own, line by line; meters and envy are taken as `like` has them."""
    text = "; ".join(f"{line}={pay}" for line, pay in pays.items())
    table = make_own_table(game, wager, text, hands=(players or 1) + 1)
    printed, asked = game.paytables.get(like), Asked(players=players or None)
    if printed and printed.wager == table.wager:
        envy = {line: micros for line, micros in printed.envy_micros.items() if line in table.pays}
        times = printed.envy_times_wager
        table = replace(table, envy_micros=envy, envy_times_wager=times, printed=printed.printed)
        asked = with_meters_of(game, printed, table.levels, asked)
    return AnalysisRequest(game.with_table(table), (table.wager,), asked)


def with_meters_of(game: Game, printed: Paytable, levels: Sequence[str], asked: Asked) -> Asked:
    """Seed and contribution as the printed table has or implies them.

    They are not recovered from the changed one: another contribution would hide what the change does.
    """
    if not printed.levels or "house_advantage" not in printed.printed:
        return asked
    taken = take_terms(game.with_table(printed), printed.wager, asked).terms.levels
    known = {name: level for name, level in taken.items() if name in levels}
    return replace(
        asked,
        seed={name: level.seed for name, level in known.items()},
        contribution={name: level.contribution for name, level in known.items()},
    )


def lay_table(
    game: Game, wagers: Sequence[str], seats: int, strategy: ChosenStrategy, asked: Asked
) -> TrialTable:
    """A table to be simulated: these wagers, or all, at every seat; meters on the terms of an analysis."""
    placed = place_wagers(game, tuple(game.wager(name).id for name in wagers))
    metered = [wager for wager in placed if level_names(game.chosen.get(wager, ()))]
    if asked.about_meters and not metered:
        raise InputError(f"{asked.about_meters[0]}: no meter pays on {', '.join(placed)}")
    return TrialTable(
        game, placed, seats, strategy, {wager: take_terms(game, wager, asked).terms for wager in metered}
    )


def tables_named(game: Game, name: str) -> list[Paytable]:
    found = find_name("paytable", name, [*game.paytables, *game.designators])
    return [game.paytables[table] for table in game.designators.get(found, (found,))]


def check_one_table_each(tables: Sequence[Paytable]) -> None:
    """A wager is paid by one table."""
    first: dict[str, Paytable] = {}
    for table in tables:
        other = first.setdefault(table.wager, table)
        if other.id != table.id:
            raise InputError(f"{other.id!r} and {table.id!r} both pay {table.wager}; choose one of them")


def seat_column(tables: Sequence[Paytable], asked: Asked) -> Asked:
    """A column for n hands says how many players there are."""
    for table in tables:
        if table.hands is None:
            continue
        if asked.players not in (None, table.hands - 1):
            raise InputError(
                f"{table.id!r} is for {table.hands} hands: {table.hands - 1} players and the dealer"
            )
        return replace(asked, players=table.hands - 1)
    return asked


def about_drawing(analysis: WagerAnalysis) -> Iterator[Assumption]:
    """What stands behind the figures of a base game that is drawn to a total."""
    if analysis.drawn:
        yield Premise.OWN_CARDS
        yield Premise.INSURANCE_GAINS if analysis.drawn.insurance_gains else Premise.INSURANCE_LOSES
        if analysis.drawn.split_chance:
            yield Premise.SPREAD_IS_OPEN


def about_settings(game: Game) -> Iterator[Assumption]:
    """The settings that are not as the documents have them."""
    for setting in game.settings.values():
        value = game.house[setting.name]
        if value != setting.default:
            yield SettingChanged(setting.name, value, setting.default)
