"""A game with what is in force of it, and everything that can be asked about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from secrets import randbelow
from typing import TYPE_CHECKING, Unpack, overload

from pitboss import rules
from pitboss.base.error import InputError, find_name
from pitboss.base.notebook import html_table
from pitboss.library.term import AskedTerms, make_asked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.audit.request import AnalysisRequest
    from pitboss.library.analysis import Analyses, Analysis
    from pitboss.library.decision import Decisions
    from pitboss.library.paper import ParSheet
    from pitboss.library.simulation import Simulated
    from pitboss.rules.setting import SettingValue

SEEDS = 2**32


def game(name: str | rules.Game) -> Game:
    """The game of that id or name, with the documents' defaults in force."""
    if isinstance(name, rules.Game):
        return Game(name)
    return Game(rules.load_game(read_name("a game", name, "pitboss.game('three_card_poker')")))


def games() -> tuple[Game, ...]:
    """Every game of the catalogue, those of the folder PITBOSS_GAMES among them."""
    return tuple(game(name) for name in rules.game_ids())


@dataclass(frozen=True, repr=False)
class Game:
    """A game. It is never changed: `with_paytable`, `with_pays` and `with_settings` return another one."""

    definition: rules.Game
    """The rules, for whoever goes deeper."""
    players: int | None = None
    """At the table, where a paytable's column says so."""

    @property
    def id(self) -> str:
        """'three_card_poker'."""
        return self.definition.id

    @property
    def name(self) -> str:
        """'Three Card Poker'."""
        return self.definition.name

    @property
    def summary(self) -> str:
        """The game in a sentence."""
        return self.definition.summary

    @property
    def wagers(self) -> tuple[str, ...]:
        """The ids of its wagers."""
        return tuple(self.definition.wagers)

    @property
    def paytables(self) -> tuple[str, ...]:
        """Those that `with_paytable` takes; a designator stands for a set of them."""
        return (*self.definition.paytables, *self.definition.designators)

    @property
    def settings(self) -> Mapping[str, SettingValue]:
        """The house's choices in force."""
        return dict(self.definition.house)

    # -- the house's choices ---------------------------------------------------------------------

    def with_paytable(self, name: str) -> Game:
        """The game with a printed paytable, or a designator's set of them, in force."""
        from pitboss.audit.request import seat_column, tables_named
        from pitboss.audit.term import Asked

        read_name("a paytable", name, f"game.with_paytable({self.paytables[0]!r})")
        column = seat_column(tables_named(self.definition, name), Asked())
        return Game(self.definition.with_paytable(name), column.players or self.players)

    def with_pays(self, wager: str, pays: str, *, players: int | None = None) -> Game:
        """The game with a paytable of one's own, written as `pitboss price` takes it: '40,30,6,4,1'.

        `players` where the wager has a column for each number of hands.
        """
        from pitboss.audit.own_table import with_own_pays

        named, seated = self.find_wager(wager), players or self.players
        read_name("pays", pays, f"game.with_pays({wager!r}, '40,30,6,4,1')")
        return Game(with_own_pays(self.definition, named, pays, players=seated or 1), seated)

    def with_settings(self, **values: SettingValue) -> Game:
        """The game with settings of the house: `tie_rule="dearest"`."""
        return replace(self, definition=self.definition.with_settings(**values))

    # -- what can be asked -----------------------------------------------------------------------

    @overload
    def analyze(self, wager: str, **terms: Unpack[AskedTerms]) -> Analysis: ...
    @overload
    def analyze(self, wager: None = None, **terms: Unpack[AskedTerms]) -> Analyses: ...
    def analyze(self, wager: str | None = None, **terms: Unpack[AskedTerms]) -> Analysis | Analyses:
        """The exact figures of a wager, or of all, with the defaults of `pitboss analyze`.

        Keywords: `players` at the table; `meter`, `seed`, `contribution` and `reserve` of a progressive, in
        numbers or as '$1,000' and '15%', by the name of the meter where there are several.
        """
        from pitboss.library.analysis import Analyses, Analysis

        request = make_request(self, (wager,) if wager is not None else (), terms)
        found = {sheet.analysis.wager.id: Analysis(sheet) for sheet in request.sheets()}
        return Analyses(self.name, found) if wager is None else found[request.wagers[0]]

    def best_play(self, hand: str) -> Decisions:
        """What each option is worth with these cards seen: own cards, then others: 'Ah Kd 9c 5s 2d / 9h'."""
        from pitboss.library.decision import Decisions
        from pitboss.strategy.advice import advise

        return Decisions(advise(self.definition, read_name("a hand", hand, "game.best_play('Qh 6d 4c')")))

    def simulate(
        self,
        *wagers: str,
        rounds: float | None = None,
        seed: int | None = None,
        seats: int = 1,
        strategy: str = "best",
        workers: int = 1,
    ) -> Simulated:
        """Rounds dealt at random with these wagers placed, all where none is named.

        By default ten million rounds, fewer where the game's own procedure deals, of a new seed. The
        strategy is 'best', 'words', 'coin' or 'cheapest'.
        """
        from pitboss.audit.request import lay_table
        from pitboss.audit.simulation import Simulation
        from pitboss.audit.term import Asked
        from pitboss.library.simulation import USUAL, Simulated
        from pitboss.simulation.run import run
        from pitboss.trial.preparing import ChosenStrategy, Way, make_ready

        ways = [way.value for way in Way if way is not Way.OWN]
        how = ChosenStrategy(Way(find_name("strategy", strategy, ways)))
        number = randbelow(SEEDS) if seed is None else read_count("seed", seed)
        placed = tuple(map(self.find_wager, wagers))
        ready = make_ready(lay_table(self.definition, placed, seats, how, Asked(players=seats)))
        count = ready.usual_rounds if rounds is None else read_count("rounds", rounds, least=1)
        ran = run(ready.work(seed=number, rounds=count), workers=workers)
        return Simulated(Simulation(ready.seen(ran.gathered), ran, number, USUAL))

    def par_sheet(
        self,
        *wagers: str,
        day: str = "",
        submission: Mapping[str, str] | None = None,
        **terms: Unpack[AskedTerms],
    ) -> ParSheet:
        """The par sheet of these wagers, of all where none is named, as `pitboss report par` makes it.

        A `day` such as '2026-11-16' is printed on it if one is given, and what a `submission` says of
        applicant, licence, jurisdiction, number, revision and date; other keywords as for `analyze`.
        """
        from pitboss.library.paper import ParSheet
        from pitboss.reports.par.sheet import make_par_sheet
        from pitboss.reports.par.submission import make_submission

        submitted = make_submission(submission or {})
        return ParSheet(make_par_sheet(make_request(self, wagers, terms), day=day, submission=submitted))

    def find_wager(self, name: str) -> str:
        """The id of a wager, however its name is written."""
        return self.definition.wager(read_name("a wager", name, f"game.analyze({self.wagers[0]!r})")).id

    def __repr__(self) -> str:
        return f"<{self.name}: {', '.join(self.wagers)}>"

    def _repr_html_(self) -> str:
        chosen = self.definition.chosen
        rows = [
            (wager.id, ", ".join(table.id for table in chosen.get(wager.id, ())), wager.summary)
            for wager in self.definition.wagers.values()
        ]
        return html_table(f"{self.name}. {self.summary}", ("wager", "paytable", "summary"), rows)


def make_request(of: Game, wagers: tuple[str, ...], terms: AskedTerms) -> AnalysisRequest:
    """What is asked, as the commands ask it."""
    from pitboss.audit.request import request_analysis

    named = tuple(map(of.find_wager, wagers))
    return request_analysis(of.definition, paytables=(), wagers=named, asked=make_asked(terms, of.players))


def read_name(what: str, value: object, example: str) -> str:
    """The words; anything else is refused with an example."""
    if not isinstance(value, str):
        raise InputError(f"{what} is given in words, as in {example}, not as {value!r}")
    return value


def read_count(what: str, value: float, *, least: int = 0) -> int:
    """A whole number, which may be written as 1e6."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and value >= least and (isinstance(value, int) or value.is_integer()):
        return int(value)
    raise InputError(f"{what}: a whole number from {least}, not {value!r}")
