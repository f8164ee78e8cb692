"""What a game is: a procedure, looks, bets, wagers, paytables and settings; and how a record is settled."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property

from pitboss.base.error import InputError, find_name
from pitboss.cards import Card, Deck
from pitboss.rules.bet import NO_MONEY, NOTHING, WHOLE, Bet, Judge, Looks, Result, Sight, Stake
from pitboss.rules.cue import Cue
from pitboss.rules.judge import OpenJudge
from pitboss.rules.paytable import Paytable, Shape
from pitboss.rules.record import Place, Procedure, Record, Round, Running, Seat, replay, run
from pitboss.rules.setting import DECKS, HouseRules, Setting, SettingValue, read_house_rules
from pitboss.rules.step import Step


class Depth(Enum):
    """How far the mathematics of a game go."""

    COUNTED = "counted"
    """Every figure is exact."""
    BOUNDED = "bounded"
    """Some figures are intervals that are proved."""
    DEALT = "dealt"
    """It is dealt, settled and shown; no engine counts it yet."""


@dataclass(frozen=True)
class Status:
    """What a game says of itself, and why where it is not counted."""

    depth: Depth = Depth.COUNTED
    why: str = ""


@dataclass(frozen=True)
class Wager:
    """Money a player puts down, and the bets it turns into during the round."""

    id: str
    label: str
    bets: tuple[str, ...]
    shape: Shape | None
    summary: str
    look: str = ""
    decides: bool = False
    """Whether best play is judged by this wager: true for the base game, false for what rides along."""
    alone: bool = False
    """Whether it may be placed without any other wager."""
    alone_unless: str = ""
    """A setting under which it may not."""
    independent: bool = False
    """Whether its result depends on no decision: an analysis may then leave the other wagers out."""
    stakes: int = 1
    """How many equal stakes a player puts down for it, as for an ante with a blind of the same size."""
    stays: bool = False
    """Of a progressive: whether it lies there until it is settled; others are taken once they are counted."""
    dollars: int = 0
    """What is wagered on it, no more and no less, where the rules of the game say; otherwise nothing."""
    paid: tuple[str, ...] = ()
    """The bets that its paytable pays, where it does not pay all of them."""
    waits: bool = False
    """Whether it is settled only when every seat is done."""

    @property
    def laid(self) -> tuple[str, ...]:
        """The bets on whose spots its money lies before the cards: one for each of equal stakes."""
        if self.stakes > 1:
            return self.bets[: self.stakes]
        return (self.id,) if self.id in self.bets else self.bets[:1]


@dataclass(frozen=True)
class Game:
    """One definition for everybody: the table deals it, the analysis counts it, the felt shows it."""

    id: str
    name: str
    deck: Deck
    procedure: Procedure
    looks: Callable[[Round, Place], Looks]
    bets: Mapping[str, Bet]
    wagers: Mapping[str, Wager]
    paytables: Mapping[str, Paytable]
    designators: Mapping[str, tuple[str, ...]]
    settings: Mapping[str, Setting]
    stakes: Mapping[str, Stake] = field(default_factory=dict)
    """What lies on each bet, where it is not the wager's own stake."""
    alike: Callable[[tuple[Card, ...]], Hashable] | None = None
    """What the rules can tell of a hand's cards, in the order in which they came; all of them if not said."""
    group: str = ""
    """Where it stands in a lobby or on a shelf, among games of its kind."""
    summary: str = ""
    rules: tuple[str, ...] = ()
    left_open: tuple[str, ...] = ()
    """Parts of rules and summaries that leave something to the house; a table's card says what was chosen."""
    sources: Mapping[str, str] = field(default_factory=dict)
    layout: Mapping[str, object] = field(default_factory=dict)
    cues: tuple[Cue, ...] = ()
    """What the dealer does and says at each point of the round."""
    packets: tuple[int, ...] = ()
    """The sizes of the packets that a shuffler hands out; none for a game dealt from a shoe."""
    devices: tuple[str, ...] = ()
    """What its packets may come from, the usual one first; the second is the usual backup."""
    mode: str = ""
    """What a shuffler with modes is set to."""
    behind_cut: int = 0
    """How many cards lie behind the cut card of a shoe that has more."""
    most_seats: int = 0
    """How many seats the deck can serve, where it is fewer than a table has; 0 for any table."""
    status: Status = Status()
    offer: tuple[str, ...] = ()
    """The wagers of a table for which nobody chose them, where a table may not have all of them."""
    chosen: Mapping[str, tuple[Paytable, ...]] = field(default_factory=dict)
    house: Mapping[str, SettingValue] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<Game {self.id}: {', '.join(self.wagers)}>"

    # -- the house's choices ---------------------------------------------------------------------

    def with_paytable(self, name: str) -> "Game":
        """The same game with a paytable, or a designator's set of them, in force."""
        found = find_name("paytable", name, [*self.paytables, *self.designators])
        chosen = dict(self.chosen)
        for table_id in self.designators.get(found, (found,)):
            table = self.paytables[table_id]
            chosen[table.wager] = self.tables_like(table)
        return replace(self, chosen=chosen)

    def with_table(self, table: Paytable) -> "Game":
        """The same game with a paytable of the user's own in force."""
        others = [t for t in self.chosen.get(table.wager, ()) if table.hands and t.hands != table.hands]
        return replace(self, chosen={**self.chosen, table.wager: (table, *others)})

    def tables_like(self, table: Paytable) -> tuple[Paytable, ...]:
        """The table, with its sister columns where the column depends on the number of hands."""
        if table.hands is None:
            return (table,)
        return tuple(t for t in self.paytables.values() if t.wager == table.wager and t.hands)

    def with_settings(self, **values: SettingValue) -> "Game":
        house = dict(self.house)
        for name, value in values.items():
            setting = self.settings[find_name("setting", name, self.settings)]
            house[setting.name] = setting.check(value)
        changed = replace(self, house=house, deck=self.take_decks(house))
        check_order(changed)
        return changed

    def take_decks(self, house: Mapping[str, SettingValue]) -> Deck:
        """The cards, in as many decks as the house takes where that is a setting."""
        before, decks = int(self.house.get(DECKS, 1)), int(house.get(DECKS, 1))
        if decks == before:
            return self.deck
        if any(copies * decks % before for _, copies in self.deck.counts):
            raise InputError(f"cards that are not {before} whole decks cannot be taken in {decks}")
        return Deck(tuple((card, copies * decks // before) for card, copies in self.deck.counts))

    def as_documented(self) -> "Game":
        """With the settings that the documents are for."""
        return self.with_settings(**{name: setting.default for name, setting in self.settings.items()})

    def with_deck(self, deck: Deck) -> "Game":
        return replace(self, deck=deck)

    def tables_for(self, wager: str) -> tuple[Paytable, ...]:
        return tuple(table for table in self.paytables.values() if table.wager == wager)

    def wager(self, name: str) -> Wager:
        return self.wagers[find_name("wager", name, self.wagers)]

    def stands_alone(self, wager: Wager) -> bool:
        """Whether the house lets the wager be placed without any other."""
        return wager.alone and not self.house.get(wager.alone_unless, False)

    @cached_property
    def house_rules(self) -> HouseRules:
        """What the house asks of every game, as it is in force here."""
        return read_house_rules(self.house, self.bets)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """What the felt says on the spot of each bet; of several spots, on the one nearest to the dealer."""
        spots = self.layout.get("spots", ())
        assert isinstance(spots, Iterable)
        from_the_player = sorted(spots, key=lambda spot: (int(spot["y"]), int(spot["x"])), reverse=True)
        return {str(spot["bet"]): str(spot["label"]) for spot in from_the_player}

    @cached_property
    def manual(self) -> tuple[Cue, ...]:
        """The dealer's cues that can come up under the house's settings, in the order of a round."""
        house = set(self.house.items())
        return tuple(cue for cue in self.cues if not cue.unless or not house.issuperset(cue.unless))

    @cached_property
    def deciding(self) -> tuple[str, ...]:
        return tuple(wager.id for wager in self.wagers.values() if wager.decides)

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """The wagers of a table for which nobody chose them."""
        return tuple(wager for wager in self.wagers if not self.offer or wager in self.offer)

    @cached_property
    def unoffered(self) -> frozenset[str]:
        """The wagers that such a table does without."""
        return frozenset(self.wagers) - frozenset(self.offered)

    @cached_property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of all paytables in force, by the name of the ranking whose hands they pay."""
        found: dict[str, tuple[str, ...]] = {}
        for wager in self.wagers.values():
            if wager.shape:
                lines = [line for table in self.chosen.get(wager.id, ()) for line in table.pays]
                found[wager.shape.ranking.name] = (*found.get(wager.shape.ranking.name, ()), *lines)
        return found

    @property
    def cut_depth(self) -> int:
        """How many cards lie behind the cut card; at least one lies before it."""
        return min(self.behind_cut, self.deck.size - 1)

    # -- the round -------------------------------------------------------------------------------

    def seat(self, *wagers: str, number: int = 1) -> Seat:
        """A seat with one unit on each of these wagers."""
        return Seat(number, {wager: Fraction(1) for wager in wagers})

    def run(self, record: Record) -> Running:
        """The procedure after the record's moves."""
        return run(self.procedure, self.house, record)

    def replay(self, record: Record) -> tuple[Round, Step]:
        return replay(self.procedure, self.house, record)

    def next_step(self, record: Record) -> Step:
        return self.replay(record)[1]

    def settle(self, round_: Round, seat: int, judge: Judge | None = None) -> dict[str, tuple[Result, ...]]:
        """Every bet of the seat, by wager."""
        place = round_.place(seat)
        judge = judge or OpenJudge(self.looks(round_, place))
        return {
            wager: self.settle_wager(round_, seat, wager, judge) for wager in self.wagers if place.has(wager)
        }

    def settle_wager(self, round_: Round, seat: int, wager: str, judge: Judge) -> tuple[Result, ...]:
        """The bets of one wager of the seat."""
        place = round_.place(seat)
        return tuple([self.settle_bet(round_, place, wager, bet, judge) for bet in self.wagers[wager].bets])

    def settle_bet(self, round_: Round, place: Place, wager: str, bet: str, judge: Judge) -> Result:
        """One bet of a wager of the seat; nothing where nothing lies on it."""
        stake = self.stakes.get(bet, WHOLE).on(place, wager)
        if not stake:
            return NOTHING
        rules, tables = self.wagers[wager], self.chosen.get(wager, ())
        seats = len(round_.places)
        return self.bets[bet](
            Sight(place, round_.settings, seats, judge, wager, rules.look, rules.shape, tables, stake)
        )

    def stake_on(self, place: Place, wager: str, bet: str) -> Fraction:
        """What the seat has at risk on a bet of the wager."""
        stake = self.stakes.get(bet, WHOLE)
        return stake.on(place, wager) if stake.at_risk else NO_MONEY


def check_order(game: Game) -> None:
    """A settlement order names every bet of the game once."""
    order = game.house_rules.settlement_order
    if sorted(order) != sorted(game.bets):
        known = ", ".join(game.bets)
        raise InputError(f"a settlement order lists every bet once: {known}; not {', '.join(order)!r}")
