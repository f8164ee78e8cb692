"""A training table whose cards are stacked, played from a script that a person can read.

    seat 1: ante 5, pair_plus 5; Kh 7d 2c; play
    seat 2 of Bob: ante 5; 9h 9d 2s / draw Ts; play 1x, discard third
    dealer: Qc 3d 2s

A seat's line has its wagers in dollars, its cards and its decisions. Cards that go elsewhere than to the
seat's hand stand behind a slash with the name of their place. In which order the cards leave the shuffler
is found by asking the rules; that this is the order of the documents is tested by itself.

The shuffle is an honest one: the shufflers are the real ones, sealed and committed to, and only the
generator is a double, which says the numbers that bring the cards into order.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from random import Random

import pytest

from dealing import records
from pitboss.base.money import MICROS, format_plain, parse_dollars
from pitboss.cards import Card, Deck, parse_card
from pitboss.rules import Choose, Game, Seat, load_game
from pitboss.table import command, event
from pitboss.table.command import Command
from pitboss.table.event import Event
from pitboss.table.meter import Meter, MeterLevel, TableMeters, open_meters
from pitboss.table.phase import Phase
from pitboss.table.randomness import SeededRandomness
from pitboss.table.setup import Setup, SpotLimit
from pitboss.table.shoe import Shoe
from pitboss.table.shuffler import ACE, I_DEAL_PLUS, CardSource, PacketShuffler, ShufflerModel
from pitboss.table.table import Table

DAY = date(2024, 6, 14)
CHIPS = 100_000 * MICROS
NAMES = {1: "Ann", 2: "Bob", 3: "Cem", 4: "Dora", 5: "Eli", 6: "Fay", 7: "Gus"}
MOST_ROUNDS = 60
"""After which a phase that did not come will not come."""
PEOPLE = {1: "Ann", 2: "Ann", 4: "Bob", 6: "Cem"}
"""A table with one player on two spots."""
IN_ROUND = frozenset(
    {Phase.DEALING, Phase.COLUMN, Phase.DECIDING, Phase.OPENING, Phase.SETTLING, Phase.CLOSING}
)


# -- stacked cards ---------------------------------------------------------------------------------


class StackedRandomness(SeededRandomness):
    """Says the numbers that bring the next shuffle into a given order; its tokens are seeded."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__(seed)
        self.picks: list[int] = []

    def stack(self, deck: Deck, top: Sequence[Card]) -> None:
        """Fisher and Yates backwards: which card to pick for each place, from the last to the first."""
        rest = list(deck)
        for card in top:
            rest.remove(card)
        wanted, cards = [*top, *rest], list(deck)
        self.picks = []
        for last in range(len(cards) - 1, 0, -1):
            pick = cards.index(wanted[last])
            cards[last], cards[pick] = cards[pick], cards[last]
            self.picks.append(pick)

    def below(self, bound: int) -> int:
        return self.picks.pop(0) if self.picks else super().below(bound)


def card_source(game: Game, randomness: SeededRandomness, model: ShufflerModel = I_DEAL_PLUS) -> CardSource:
    """The real device; a shoe has its cut card so high that every round gets its own shuffle."""
    if game.packets:
        return PacketShuffler(model, game.deck, game.packets, randomness)
    return Shoe(game.deck, randomness, game.deck.size - 1)


# -- scripts ---------------------------------------------------------------------------------------

SEAT = re.compile(r"seat (?P<seat>\d+)(?: of (?P<player>\w+))?")
CARD = re.compile(r"(10|[2-9TJQKA])[cdhs]")


@dataclass
class Script:
    players: dict[int, str] = field(default_factory=dict)
    wagers: dict[int, dict[str, int]] = field(default_factory=dict)
    piles: dict[str, list[Card]] = field(default_factory=dict)
    decisions: dict[int, list[str]] = field(default_factory=dict)

    def seats(self) -> tuple[Seat, ...]:
        return tuple(
            Seat(seat, {wager: Fraction(micros, MICROS) for wager, micros in wagers.items()})
            for seat, wagers in sorted(self.wagers.items())
        )


def parse_script(text: str) -> Script:
    script = Script()
    for line in filter(None, map(str.strip, text.splitlines())):
        head, _, rest = line.partition(":")
        if match := SEAT.fullmatch(head.strip()):
            seat = int(match["seat"])
            wagers, cards, decisions, *_ = [*rest.split(";"), "", ""]
            script.players[seat] = match["player"] or NAMES[seat]
            script.wagers[seat] = dict(map(parse_wager, split(wagers, ",")))
            script.decisions[seat] = split(decisions, ",")
            for pile in split(cards, "/"):
                name, found = parse_pile(pile)
                script.piles[f"seat {seat} {name or 'hand'}"] = found
        else:
            script.piles[head.strip()] = parse_pile(rest)[1]
    return script


def split(text: str, mark: str) -> list[str]:
    return [part.strip() for part in text.split(mark) if part.strip()]


def parse_wager(text: str) -> tuple[str, int]:
    name, _, amount = text.rpartition(" ")
    return name, parse_dollars(amount)


def parse_pile(text: str) -> tuple[str, list[Card]]:
    words = text.split()
    cards = [word for word in words if CARD.fullmatch(word)]
    return " ".join(words[: len(words) - len(cards)]), list(map(parse_card, cards))


def leaving_order(game: Game, script: Script) -> list[Card]:
    """The cards in the order in which the rules ask for them."""
    piles = {name: list(cards) for name, cards in script.piles.items()}
    answers = {seat: list(options) for seat, options in script.decisions.items()}
    order: list[Card] = []

    def draw(hand: str) -> Card:
        assert piles.get(hand), f"the script has no card for {hand!r}; left: {piles}"
        order.append(piles[hand].pop(0))
        return order[-1]

    def choose(step: Choose) -> str:
        assert answers[step.seat], f"the script has no answer of seat {step.seat} to {step.question!r}"
        return answers[step.seat].pop(0)

    for _ in records(game, script.seats(), draw, choose):
        pass
    assert not any(piles.values()), f"cards left over: {piles}"
    assert not any(answers.values()), f"never asked: {answers}"
    return order


# -- the stand -------------------------------------------------------------------------------------


@dataclass
class Stand:
    table: Table
    randomness: StackedRandomness
    random: Random = field(default_factory=lambda: Random(1))
    """Takes the decisions that no script takes."""
    decisions: dict[int, list[str]] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    """Of the round that is going on, or of the last one."""
    log: list[Command] = field(default_factory=list)
    """Every command that was carried out."""
    send: Callable[[Command], Sequence[Event]] | None = None
    """Through whom commands go; straight to the table by default."""

    @property
    def game(self) -> Game:
        return self.table.setup.game

    def do(self, *commands: Command) -> list[Event]:
        events = []
        for asked in commands:
            events += (self.send or self.table.handle)(asked)
            self.log.append(asked)
        self.events += events
        return events

    def sit(self, players: Mapping[int, str]) -> None:
        """These people, each with enough chips, on these seats and nobody on any other."""
        for seat in sorted(self.table.seating.players):
            if self.table.seating.players[seat] != players.get(seat):
                self.do(command.LeaveSeat(seat))
        for seat, player in sorted(players.items()):
            if seat not in self.table.seating.players:
                self.do(command.TakeSeat(player, seat))
            if not self.table.chips(player):
                self.do(command.BuyIn(player, CHIPS))

    def bet(self, script: str) -> None:
        """Everybody sits down and bets; the cards are stacked."""
        read = parse_script(script)
        self.sit(read.players)
        self.decisions = {seat: list(options) for seat, options in read.decisions.items()}
        order = leaving_order(self.game, read)
        self.randomness.stack(self.game.deck, order)
        self.events = []
        self.do(command.OpenBets())
        assert self.table.source.sealed.cards[: len(order)] == tuple(order), "the stack did not come out"
        for seat, wagers in sorted(read.wagers.items()):
            for wager, micros in wagers.items():
                self.do(command.PlaceWager(seat, wager, micros))

    def bet_all(self, players: Mapping[int, str] = PEOPLE) -> None:
        """Everybody has every wager of the game, at its minimum; cards and decisions are left to chance."""
        self.sit(players)
        self.events = []
        self.do(command.OpenBets())
        for seat in players:
            for wager, limit in self.table.setup.posted.items():
                self.do(command.PlaceWager(seat, wager, limit.minimum_micros))

    def start_all(self, players: Mapping[int, str] = PEOPLE) -> None:
        self.bet_all(players)
        self.do(command.CallNoMoreBets())

    def start(self, script: str) -> None:
        """Up to "no more bets"."""
        self.bet(script)
        self.do(command.CallNoMoreBets())

    def step(self) -> list[Event]:
        """One thing that the dealer does, or the next decision of the script."""
        if self.table.phase is Phase.DECIDING:
            asked = self.table.running.deal.step
            assert isinstance(asked, Choose)
            scripted = self.decisions.get(asked.seat)
            option = scripted.pop(0) if scripted else self.random.choice(self.table.options()).name
            return self.do(command.Decide(asked.seat, asked.question, option))
        return self.do(self.table.dealers_act())

    def run(self, until: Phase | None = None) -> None:
        """On to the end of the round, or until the table is in a phase."""
        while self.table.phase in IN_ROUND and self.table.phase is not until:
            self.step()
        assert until is None or self.table.phase is until, f"never came to {until}"

    def come_to(self, phase: Phase) -> None:
        """On to a phase, if need be in a later round; a game that never comes there is left out."""
        for _ in range(MOST_ROUNDS):
            while self.table.phase in IN_ROUND and self.table.phase is not phase:
                self.step()
            if self.table.phase is phase:
                return
            self.start_all()
        pytest.skip(f"{self.game.name} never comes to {phase.name}")

    def play(self, script: str) -> list[Event]:
        """A whole round."""
        self.start(script)
        self.run()
        return self.events

    def chips(self, seat: int) -> int:
        return self.table.chips(self.table.seating.players[seat])

    def wealth(self) -> dict[str, int]:
        """Every account that holds or owes anything."""
        return {name: micros for name, micros in self.table.money.balances.items() if micros}


def open_stand(
    name: str,
    *tables: str,
    seats: int = 7,
    day: date = DAY,
    limits: Mapping[str, SpotLimit] | None = None,
    meters: TableMeters | None = None,
    model: ShufflerModel = I_DEAL_PLUS,
    backup: bool = True,
    closed: frozenset[str] | None = None,
    is_judged: bool = True,
    seed: int = 1,
    **settings: str | bool | int,
) -> Stand:
    """A training table of a game with these paytables and settings in force."""
    game = load_game(name).with_settings(**settings)
    for paytable in tables:
        game = game.with_paytable(paytable)
    randomness = StackedRandomness(seed)
    closing = game.unoffered if closed is None else closed
    table = Table(
        Setup(game, day, seats, limits or {}, is_live=False, is_judged=is_judged, closed=closing),
        card_source(game, randomness, model),
        meters or open_meters(game),
        card_source(game, randomness, ACE) if backup else None,
    )
    table.new_backup = lambda: card_source(game, randomness, ACE)
    return Stand(table, randomness)


def make_meters(**amounts: str) -> TableMeters:
    """Meters of the progressive wager: `main="2000 seed 1000"`, or by the level's name; 10% goes in."""
    levels = {}
    for name, words in amounts.items():
        amount, _, seed = words.partition(" seed ")
        level = MeterLevel("progressive", "" if name == "main" else name)
        levels[level] = Meter(parse_dollars(seed), Fraction(1, 10), parse_dollars(amount))
    return TableMeters(levels)


# -- what happened, in words -----------------------------------------------------------------------


def dollars(micros: int) -> str:
    return ("-" if micros < 0 else "") + format_plain(abs(micros))


def tell(happened: Event) -> str | None:
    """Whatever has to do with settling, in one line; nothing for other events."""
    match happened:
        case event.BetSettled(seat=seat, bet=bet, result=result, stake_micros=stake, payout_micros=payout):
            return f"{seat} {bet}: {result} {dollars(stake)} -> {dollars(payout)}"
        case event.StakeReturned(seat=seat, wager=wager, micros=micros):
            return f"{seat} {wager}: back {dollars(micros)}"
        case event.BetHeld(seat=seat, bet=bet):
            return f"{seat} {bet}: held"
        case event.EnvyHandKept(seat=seat, wager=wager, line=line):
            return f"{seat} {wager}: marked for {line}"
        case event.EnvyPaid(seat=seat, wager=wager, holder=holder, line=line, micros=micros):
            return f"{seat} {wager}: envy {dollars(micros)} for {line} of seat {holder}"
        case event.BestHandExposed(hand=hand, words=words):
            return f"best: {words} of {hand}"
    return None


def told(events: Iterable[Event]) -> list[str]:
    return [words for words in map(tell, events) if words]


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def said(events: Iterable[Event]) -> list[str]:
    """The dealer's words."""
    return [e.says for e in events if isinstance(e, event.DealerCalled) and e.says]


def done(events: Iterable[Event]) -> list[str]:
    """What the dealer did."""
    return [e.does for e in events if isinstance(e, event.DealerCalled)]


def of(kind: type[Event], events: Iterable[Event]) -> list[Event]:
    return [happened for happened in events if isinstance(happened, kind)]


def only(kind: type[Event], events: Iterable[Event]) -> Event:
    (found,) = of(kind, events)
    return found


def dealt(events: Iterable[Event]) -> Iterator[str]:
    """Where the cards went, in order."""
    return (e.hand for e in events if isinstance(e, event.CardsDealt))
