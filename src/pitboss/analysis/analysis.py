"""A wager's analysis, and which engine made it.

The counting engine answers; where two hands share a board, the board engine if it fits the rules, and where
more cards are seen than situations can be held of, some of them the dealer's, the up-card engine if it does.
Where rules read cards, the drawing engine if it fits them, or the general engine if the definition's alike
hands are alike; else the walker, as long as it lasts, or nobody. A wager on the highest hand has its bounds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from pitboss.analysis.alike import check_alike, walk_alike
from pitboss.analysis.bestplay import Counted, Solution
from pitboss.analysis.board_fit import board_misfit
from pitboss.analysis.board_play import BoardPlay, play_board
from pitboss.analysis.counting import count
from pitboss.analysis.drawn import DrawnGame, draw_game
from pitboss.analysis.figures import Figures
from pitboss.analysis.fit import draws, explain, misfit_words
from pitboss.analysis.highest import HighestHand, Interval, count_highest
from pitboss.analysis.meter import Implied, MeterFigures, line_chances, printed_levels, recover_assumptions
from pitboss.analysis.shared_board import BoardPlan, read_board
from pitboss.analysis.undecided import deals_alike, settle_ends
from pitboss.analysis.up_cards import UpPlan, read_up_cards
from pitboss.analysis.up_fit import up_misfit
from pitboss.analysis.up_play import play_up_cards
from pitboss.analysis.walker import Walk, walk
from pitboss.base.error import InputError, PlanError
from pitboss.base.figure import format_percent
from pitboss.base.notebook import html_table
from pitboss.base.odds import Kind
from pitboss.base.progress import Progress, silent
from pitboss.rules import Game, Paytable, Wager
from pitboss.rules.bet import Highest
from pitboss.rules.paytable import Level
from pitboss.rules.setting import TIE_RULE
from pitboss.shape.question import explore, partition
from pitboss.shape.tally import Tally
from pitboss.shape.unroll import ME, unroll

WALK_BUDGET = 2_000
"""Steps after which the walker gives up when it stands in for the counting engine."""


@dataclass(frozen=True)
class Terms:
    """What a progressive or envy wager depends on besides its paytable."""

    players: int = 1
    """Players at the table with the wager, the one analysed included."""
    levels: Mapping[str, Level] = field(default_factory=dict)
    meters: Mapping[str, Fraction] | None = None
    """Where the meters stand now, if that is asked."""


@dataclass(frozen=True)
class WagerAnalysis:
    """One wager of a game under its paytable in force."""

    game: Game
    wager: Wager
    tables: tuple[Paytable, ...]
    method: str
    tie_rule: str
    figures: Figures | None
    meter: MeterFigures | None = None
    interval: Interval | None = None
    highest: HighestHand | None = None
    is_decided: bool = False
    """Whether some decision was counted to find them."""
    drawn: DrawnGame | None = None
    terms: Terms = Terms()

    @property
    def house_advantage(self) -> Fraction:
        """Of the initial wager; the middle of the interval where only that is known."""
        if self.drawn:
            return self.drawn.house_advantage
        if self.interval:
            return 1 - self.interval.middle
        if self.meter:
            if self.terms.meters is not None:
                return self.meter.advantage_at(self.terms.meters)
            return self.meter.house_advantage
        assert self.figures
        return self.figures.house_advantage

    def __repr__(self) -> str:
        advantage = format_percent(self.house_advantage)
        return f"<WagerAnalysis {self.game.id}, {self.wager.id}: house advantage {advantage}>"

    def _repr_html_(self) -> str:
        if self.figures:
            return self.figures._repr_html_()
        width = format_percent(self.interval.half_width if self.interval else Fraction(0), 4)
        row = (self.wager.label, format_percent(self.house_advantage), width)
        return html_table(self.game.name, ("wager", "house advantage", "within"), [row])


@lru_cache(maxsize=16)
def count_once(game: Game, wagers: tuple[str, ...], wanted: tuple[str, ...]) -> Counted:
    return count(game, wagers, wanted=wanted)


def bare(game: Game) -> Game:
    """The game without what counting does not depend on: its paytables in force and its tie rule."""
    first = {wager: game.tables_for(wager) or tables for wager, tables in game.chosen.items()}
    chosen = {wager: game.tables_like(tables[0]) for wager, tables in first.items()}
    return replace(game, chosen=chosen, house={**game.house, TIE_RULE.name: TIE_RULE.default})


def solve(
    game: Game,
    wagers: tuple[str, ...],
    *,
    wanted: tuple[str, ...] | None = None,
    meters: Mapping[str, Fraction] | None = None,
    progress: Progress = silent,
) -> tuple[Solution, str]:
    """Best play for these wagers and how it was found: by the fastest engine that can, or not at all."""
    try:
        solution = count_once(bare(game), wagers, wanted or wagers).price(game, meters=meters)
        return solution, "counting engine"
    except PlanError as uncounted:
        if find_board(game, wagers):
            return solve_board(game, wagers, meters, progress).solution, "board engine"
        if find_up_cards(game, wagers):
            told = tuple((meters or {}).items()), ProgressListener(progress)
            return solve_up_once(game, wagers, *told), "up-card engine"
        return solve_by_walking(game, wagers, meters, uncounted)


@lru_cache(maxsize=16)
def board_once(bare_game: Game, wagers: tuple[str, ...]) -> BoardPlan | None:
    """That there is none is kept as well: advice asks for every hand."""
    try:
        return read_board(bare_game, wagers)
    except PlanError:
        return None


def find_board(game: Game, wagers: tuple[str, ...]) -> BoardPlan | None:
    """Where two hands of the game share a board, and what is wagered on looks at nothing else."""
    return board_once(bare(game), wagers)


@dataclass(frozen=True)
class ProgressListener:
    """Who is told how far a count is: one is as good as another when it was made before."""

    progress: Progress = field(compare=False)


def solve_board(
    game: Game,
    wagers: tuple[str, ...],
    meters: Mapping[str, Fraction] | None = None,
    progress: Progress = silent,
) -> BoardPlay:
    """Best play over a shared board, if the engine agrees with the walker on small decks."""
    return solve_board_once(game, wagers, tuple((meters or {}).items()), ProgressListener(progress))


@lru_cache(maxsize=4)
def solve_board_once(
    game: Game, wagers: tuple[str, ...], meters: tuple[tuple[str, Fraction], ...], listener: ProgressListener
) -> BoardPlay:
    if difference := board_misfit(replace(bare(game), house=game.house), wagers, dict(meters)):
        raise PlanError(f"the board engine does not fit: {difference}")
    plan = find_board(game, wagers)
    assert plan, "asked only where hands share a board"
    return play_board(plan, game, meters=dict(meters), progress=listener.progress)


@lru_cache(maxsize=16)
def up_cards_once(bare_game: Game, wagers: tuple[str, ...]) -> UpPlan | None:
    """That there is none is kept as well."""
    try:
        return read_up_cards(bare_game, wagers)
    except PlanError:
        return None


def find_up_cards(game: Game, wagers: tuple[str, ...]) -> UpPlan | None:
    """Where some of the dealer's cards are seen before the one decision, and suits hardly matter."""
    return up_cards_once(bare(game), wagers)


@lru_cache(maxsize=4)
def solve_up_once(
    game: Game, wagers: tuple[str, ...], meters: tuple[tuple[str, Fraction], ...], listener: ProgressListener
) -> Solution:
    """Best play against open cards of the dealer's, if the two engines agree on small decks."""
    if difference := up_misfit(replace(bare(game), house=game.house), wagers, dict(meters)):
        raise PlanError(f"the up-card engine does not fit: {difference}")
    plan = find_up_cards(game, wagers)
    assert plan, "asked only where cards of the dealer's are seen"
    return play_up_cards(plan, game, meters=dict(meters), progress=listener.progress)


def solve_by_walking(
    game: Game, wagers: tuple[str, ...], meters: Mapping[str, Fraction] | None, uncounted: PlanError
) -> tuple[Solution, str]:
    """The same for a game that cannot be counted, by the general engine or the walker."""
    try:
        found, method = walk_general(game, wagers, meters), f"general engine ({uncounted})"
    except PlanError as problem:
        try:
            found = walk(game, wagers, meters=meters, budget=WALK_BUDGET)
        except PlanError as too_long:
            raise PlanError(f"{uncounted}; the general engine: {problem}; {too_long}") from problem
        method = f"reference walker ({uncounted}; {problem})"
    return Solution(found.tallies, found.value, (), found.joint), method


def walk_general(game: Game, wagers: tuple[str, ...], meters: Mapping[str, Fraction] | None) -> Walk:
    """By the general engine; where nobody decides, one deal serves all wagers and pays."""
    if not game.deciding and deals_alike(game, wagers):
        return settle_ends(game, wagers)
    check_alike(game, wagers)
    return walk_alike(game, wagers, meters=meters)


@dataclass(frozen=True)
class WagerCount:
    """What was counted of a wager: its figures on any terms follow from it."""

    tally: Tally
    method: str
    is_decided: bool


Counting = Callable[[Game, tuple[str, ...], str, Progress], WagerCount]
"""Who counts one of the wagers that are placed."""


def count_wager(game: Game, placed: tuple[str, ...], wager: str, progress: Progress = silent) -> WagerCount:
    """One of the wagers that are placed, under the paytables in force; meters are empty."""
    no_meters = dict.fromkeys(level_names(game.chosen.get(wager, ())), Fraction(0))
    with explain(game, placed):
        solution, method = solve(game, placed, wanted=(wager,), meters=no_meters, progress=progress)
    if game.wagers[wager].decides:
        method += misfit_words(game)
    return WagerCount(solution.tallies[wager], method, bool(solution.decisions))


def analyze(
    game: Game,
    wager_name: str,
    terms: Terms | None = None,
    progress: Progress = silent,
    *,
    counting: Counting = count_wager,
) -> WagerAnalysis:
    """The exact figures of one wager, one unit on it; without terms, on the usual ones."""
    if not isinstance(game, Game):
        raise InputError(f"analyze takes a game and not its name: load_game({game!r})")
    wager = game.wager(wager_name)
    tables = game.chosen.get(wager.id, ())
    terms = terms or usual_terms(game, tables)
    if draws(game, wager.id):
        drawn = draw_game(game, wager.id)
        return WagerAnalysis(
            game, wager, tables, "drawing engine", game.house_rules.tie_rule, None, drawn=drawn, terms=terms
        )
    if is_highest(game, wager):
        return analyze_highest(game, wager, tables, terms)
    alone = game.stands_alone(wager) or wager.independent or not game.deciding
    placed = (wager.id,) if alone else tuple(dict.fromkeys((*game.deciding, wager.id)))
    counted = counting(game, placed, wager.id, progress)
    found = meter_figures(tables, counted.tally, terms)
    return WagerAnalysis(
        game,
        wager,
        tables,
        counted.method,
        game.house_rules.tie_rule,
        figures=Figures(
            counted.tally, meters_now(tables, terms, found), found.envy_return if found else Fraction(0)
        ),
        meter=found,
        is_decided=counted.is_decided,
        terms=terms,
    )


def usual_terms(game: Game, tables: tuple[Paytable, ...]) -> Terms:
    """For a player alone."""
    return (
        Terms(levels=usual_levels(tables, implied_terms(game, tables[0]))) if level_names(tables) else Terms()
    )


def usual_levels(tables: tuple[Paytable, ...], implied: Implied | None) -> dict[str, Level]:
    """The seed as printed; of the first meter the contribution, as the printed advantage implies it."""
    names, printed = level_names(tables), printed_levels(tables[0]) if tables else {}
    levels = {name: printed.get(name, Level()) for name in names}
    if names and implied and implied.contribution:
        levels[names[0]] = replace(levels[names[0]], contribution=implied.contribution)
    return levels


def implied_terms(game: Game, table: Paytable) -> Implied | None:
    """What the print implies, with the house's settings as the documents have them."""
    if "house_advantage" not in table.printed or not (table.levels or table.envy_micros):
        return None
    found = analyze(game.as_documented(), table.wager, Terms(levels=printed_levels(table)))
    return next(iter(recover_assumptions(found.meter)), None)


def level_names(tables: tuple[Paytable, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(level for table in tables for level in table.levels))


def meter_figures(tables: tuple[Paytable, ...], tally: Tally, terms: Terms) -> MeterFigures | None:
    table = tables[0] if tables else None
    if table is None or not (table.levels or table.envy_micros):
        return None
    return MeterFigures(table, line_chances(tally), terms.levels, terms.players - 1)


def envy(tables: tuple[Paytable, ...], tally: Tally, terms: Terms) -> Fraction:
    found = meter_figures(tables, tally, terms)
    return found.envy_return if found else Fraction(0)


def meters_now(tables: tuple[Paytable, ...], terms: Terms, found: MeterFigures | None) -> dict[str, Fraction]:
    """The meters' amounts as asked, or on average, so that the outcomes add up to the long run."""
    names = level_names(tables)
    if terms.meters is not None:
        missing = [name for name in names if name not in terms.meters]
        if missing:
            raise InputError(f"give an amount for the meter {missing[0] or 'of this wager'!r}")
        return dict(terms.meters)
    return {name: found.standing(name) for name in names} if found else {}


def is_highest(game: Game, wager: Wager) -> bool:
    if wager.shape is None:
        return False
    try:
        leaf = unroll(game, (wager.id,)).leaves[0]
    except PlanError:
        return False
    return isinstance(game.looks(leaf.round, leaf.round.place(ME)).get(wager.look), Highest)


@lru_cache(maxsize=16)
def highest_once(game: Game, wager: str, hands: int) -> HighestHand:
    definition = game.wagers[wager]
    assert definition.shape
    cells = partition(definition.shape.ranking, [definition.shape.allowed])
    return count_highest(game.deck, cells, definition.shape.ranking.size, hands)


def analyze_highest(game: Game, wager: Wager, tables: tuple[Paytable, ...], terms: Terms) -> WagerAnalysis:
    """A wager on the highest hand at the table: exact for two hands, bounded for more."""
    assert wager.shape
    hands = terms.players + 1
    column = next((table for table in tables if table.hands == hands), None)
    if column is None:
        known = sorted(table.hands for table in tables if table.hands)
        raise InputError(f"no column for {hands} hands: players must be {known[0] - 1} to {known[-1] - 1}")
    highest = highest_once(bare(game), wager.id, hands)
    leaf = unroll(game, (wager.id,), seats=terms.players).leaves[0]
    by_line = {
        next(iter(answers.values())): outcome
        for answers, outcome in explore(lambda judge: game.settle(leaf.round, ME, judge)[wager.id])
    }
    ranking = wager.shape.ranking
    payouts = []
    for atom in highest.cells.atoms:
        (result,) = by_line[ranking.pick(atom, wager.shape.allowed)]
        payouts.append(result.net({}) + result.stake)
    interval = highest.net(tuple(payouts))
    method = "counting engine" if interval.low == interval.high else "exact terms and a certified remainder"
    return WagerAnalysis(
        game, wager, (column,), method, "none", None, interval=interval, highest=highest, terms=terms
    )


def player_edge(analysis: WagerAnalysis) -> str | None:
    """A warning for a paytable that favours the player."""
    edge = -analysis.house_advantage
    if edge <= 0 or any(pay.kind is Kind.METER for table in analysis.tables for pay in table.pays.values()):
        return None
    names = ", ".join(f"{table.where}: {table.id}".removeprefix(": ") for table in analysis.tables)
    return f"{names}: the player has an edge of {float(edge):.4%} on {analysis.wager.label}"
