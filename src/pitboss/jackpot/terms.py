"""The terms of a progressive: its levels, its rates, and the tables that feed it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pitboss.base.error import InputError
from pitboss.base.money import CENT, MICROS, format_dollars
from pitboss.ledger.codec import LEFT_OUT

PPM = 1_000_000


class System(StrEnum):
    """Whose keypads stand at the tables."""

    GAME_MANAGER = "Game Manager"
    NEXUS = "Nexus Command / GM Atlas"


class JackpotKind(StrEnum):
    """Only a true progressive has a meter that rises (WAC 230-15-671(2))."""

    PROGRESSIVE = "progressive"
    HOUSE = "house jackpot"


class MeterFalls(StrEnum):
    """When a win comes off its meter."""

    CONFIRMED = "confirmed"
    """At the supervisor's act."""
    POSTED = "posted"
    """At the dealer's button."""


@dataclass(frozen=True)
class LevelTerms:
    """One meter: what it restarts at, what feeds it, and where it stops."""

    name: str
    """Empty for a progressive with a single meter."""
    seed_micros: int
    contribution_ppm: int
    """Of every wager, in millionths, to what is displayed."""
    reserve_ppm: int = 0
    """Of every wager, in millionths, to what the next restart adds to the seed."""
    cap_micros: int | None = None
    """What is displayed stops here; the rest goes to the overflow."""

    def check(self, wager_micros: int) -> None:
        name = self.name or "the meter"
        if self.seed_micros <= 0 or self.seed_micros % CENT:
            raise InputError(
                f"{name}: the seed is whole cents and more than nothing: a meter never restarts empty"
            )
        if self.contribution_ppm < 0 or self.reserve_ppm < 0:
            raise InputError(f"{name}: a rate is not below 0%")
        if self.contribution_ppm + self.reserve_ppm > PPM:
            raise InputError(
                f"{name}: more than the whole of a {format_dollars(wager_micros)} wager is fed in"
            )
        if self.cap_micros is not None and self.cap_micros < self.seed_micros:
            raise InputError(f"{name}: the cap lies below the seed")


@dataclass(frozen=True)
class Installation:
    """What stands at a table of a link; empty where it is as everywhere else."""

    game: str = ""
    """Which of the progressive's games is dealt there; needed where there are several."""
    location: str = ""
    """The licensed location, if it is not the progressive's."""
    maker: str = ""
    """Who made the equipment."""
    has_display: bool = True
    """Whether a meter hangs there that moves with each wager."""


@dataclass(frozen=True)
class Terms:
    """A progressive: stand-alone on one table, or a link of several."""

    id: str
    paytables: Mapping[str, str]
    """The paytable of each game on it."""
    tables: tuple[str, ...]
    levels: tuple[LevelTerms, ...]
    wager_micros: int = MICROS
    """The denomination: a wager is a whole number of these."""
    most_wager_micros: int = 100 * MICROS
    """A wager above this is unreasonable and refused."""
    all_from_meter: bool = False
    """Whether fixed awards come off the meter too, instead of from the tray."""
    equal_split: bool = False
    """Whether winners of a level in one round share it; otherwise the first from the right takes it."""
    executive_above_micros: int | None = field(default=None, metadata=LEFT_OUT)
    """A win above this is confirmed by an executive; where the house says nothing, the system does."""
    location: str = "the card room"
    folded_hands_win: bool | None = field(default=None, metadata=LEFT_OUT)
    """Where the house says nothing, system and game do."""
    stays_on_table: bool = False
    """Whether the house lets the wagers stay on the table after they are counted, where the game does not."""
    jackpot_kind: str = JackpotKind.PROGRESSIVE.value
    """Players' money that grows, or a fixed sum of the house's own."""
    installed: Mapping[str, Installation] = field(default_factory=dict)
    """By table: what stands there."""
    interoperability: str = ""
    """The approval under which equipment of several makers was tested together (WAC 230-06-050)."""
    meter_falls: str = field(default=MeterFalls.CONFIRMED.value, metadata=LEFT_OUT)
    """Whether a win comes off its meter when it is confirmed, or when it is posted already."""
    system: str = field(default="", metadata=LEFT_OUT)
    """Whose keypads stand at its tables; nothing said means Game Manager, and a live table has its own."""
    own_spots_envy: bool | None = field(default=None, metadata=LEFT_OUT)
    """Whether a player on two spots gets envy from his other one; if nothing is said, the system says."""

    def __hash__(self) -> int:
        return hash(self.id)

    def check(self) -> None:
        """Terms that could not be kept are refused before anybody plays by them."""
        if not self.id.strip() or "/" in self.id:
            raise InputError("a progressive has a name, without '/'")
        if not self.tables or len(set(self.tables)) != len(self.tables):
            raise InputError(f"{self.id}: name its tables, each once")
        if not self.levels or len({level.name for level in self.levels}) != len(self.levels):
            raise InputError(f"{self.id}: it has at least one level, and each a name of its own")
        if self.wager_micros <= 0 or self.wager_micros % CENT:
            raise InputError(f"{self.id}: the wager is whole cents and more than nothing")
        if self.most_wager_micros < self.wager_micros:
            most, one = format_dollars(self.most_wager_micros), format_dollars(self.wager_micros)
            raise InputError(f"{self.id}: at most {most} is taken, and one wager is {one}")
        for level in self.levels:
            level.check(self.wager_micros)
        self._check_kind()
        if self.meter_falls not in list(MeterFalls):
            known = ", ".join(MeterFalls)
            raise InputError(
                f"{self.id}: a meter falls when a win is one of {known}, not {self.meter_falls!r}"
            )
        if self.system and self.system not in list(System):
            known = ", ".join(System)
            raise InputError(f"{self.id}: there is no system {self.system!r}; there are {known}")
        for table in self.installed:
            if table not in self.tables:
                raise InputError(f"{self.id}: {table!r} is none of its tables, so nothing is installed there")
        fed = sum(level.contribution_ppm + level.reserve_ppm for level in self.levels)
        if fed > PPM:
            raise InputError(f"{self.id}: its levels together take {fed / PPM:.2%} of a wager")

    def _check_kind(self) -> None:
        """A house jackpot is a posted sum: nothing feeds it, and every winner gets the whole of it."""
        if self.jackpot_kind not in list(JackpotKind):
            known = ", ".join(JackpotKind)
            raise InputError(f"{self.id}: a jackpot is one of {known}, not {self.jackpot_kind!r}")
        if not self.is_house:
            return
        if any(one.contribution_ppm or one.reserve_ppm or one.cap_micros for one in self.levels):
            raise InputError(f"{self.id}: no wager feeds a house jackpot: it has no contribution and no cap")
        if self.equal_split or self.all_from_meter:
            raise InputError(f"{self.id}: a house jackpot pays its posted sum, to each winner in full")

    @property
    def is_house(self) -> bool:
        return self.jackpot_kind == JackpotKind.HOUSE

    def at(self, table: str) -> Installation:
        """What stands at a table, with what goes without saying filled in."""
        found = self.installed.get(table, Installation())
        only = next(iter(self.paytables)) if len(self.paytables) == 1 else ""
        return replace(found, game=found.game or only, location=found.location or self.location)

    def level(self, name: str) -> LevelTerms:
        for level in self.levels:
            if level.name == name:
                return level
        known = ", ".join(level.name or "the only one" for level in self.levels)
        raise InputError(f"{self.id} has no level {name!r}; it has {known}")
