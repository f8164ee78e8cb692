"""Games that nobody plays, invented at random within the contract.

An `Invention` is a game as plain data: who is dealt what, what is shown and asked in which order,
which looks there are and how the bets read them. `build` makes a game of it; `invent` draws one from
a source of randomness, which may be seeded or Hypothesis's own.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

from pitboss.base.odds import Pay, for_one, to_one
from pitboss.cards import FIVE, FOUR, THREE, Card, Deck, Ranking, format_cards
from pitboss.cards.card import ACE, LOWEST, SUITS
from pitboss.cards.poker import Atom, PokerRanking
from pitboss.rules import (
    NOTHING,
    Blank,
    Choose,
    Chosen,
    Dealt,
    Draw,
    Face,
    Game,
    Look,
    Looks,
    Opened,
    Option,
    Paytable,
    Place,
    Record,
    Result,
    Reveal,
    Round,
    Setting,
    Sight,
    Slot,
    Stake,
    Step,
    Wager,
)
from pitboss.rules.paytable import Shape
from pitboss.rules.record import hidden_places

HEARTS = SUITS.index("h")
TWO = PokerRanking(
    "two-card",
    2,
    ("high_card", "straight", "flush", "pair", "straight_flush"),
    (
        Atom("king_high_or_lower", "high_card"),
        Atom("ace_high", "high_card", (ACE,)),
        Atom("any_straight", "straight"),
        Atom("any_flush", "flush"),
        Atom("flush_of_hearts", "flush", (), HEARTS),
        Atom("low_pair", "pair"),
        Atom("pair_of_pictures", "pair", (11,)),
        Atom("any_straight_flush", "straight_flush"),
    ),
    {"pair_or_flush": ("pair", "flush")},
)
"""A ranking of the inventor's own, in which a suit has a name."""
RANKINGS = (TWO, THREE, FOUR, FIVE)
MOST_CARDS = 7
LARGEST_WALK = 2_500

FINAL = "final"
"""The player's hand after discards: what was kept and what came for the rest."""


@dataclass(frozen=True)
class Show:
    """Cards of a pile are opened, to everybody or only to those who threw a card away."""

    pile: str
    places: tuple[int, ...]
    only_after_discard: bool = False


@dataclass(frozen=True)
class Ask:
    """A decision; `once` asks only those who have added no money yet."""

    question: str
    options: tuple[Option, ...]
    once: bool


@dataclass(frozen=True)
class Deal:
    pile: str
    count: int
    face: Face


@dataclass(frozen=True)
class LookPlan:
    ranking: Ranking
    piles: tuple[str, ...]


@dataclass(frozen=True)
class BetPlan:
    """How a bet reads its looks: by `kind`; its stake is `base` wagers and what some decisions added."""

    kind: str
    looks: tuple[str, ...]
    lines: tuple[str, ...]
    base: int
    added: tuple[str, ...]
    survives_fold: bool


@dataclass(frozen=True)
class WagerPlan:
    decides: bool
    look: str
    pays: tuple[tuple[str, Pay], ...]
    bets: tuple[BetPlan, ...]


@dataclass(frozen=True)
class Invention:
    deck: tuple[Card, ...]
    events: tuple[Deal | Show | Ask, ...]
    looks: tuple[tuple[str, LookPlan], ...]
    wagers: tuple[WagerPlan, ...]
    tie_rule: str
    fold_ends: bool
    """Whether nothing more is shown once the hand is folded."""

    def __str__(self) -> str:
        lines = [f"deck {format_cards(self.deck)}; {self.tie_rule}; fold ends: {self.fold_ends}"]
        lines += [str(event) for event in self.events]
        lines += [f"{name}: {plan.ranking.name} of {plan.piles}" for name, plan in self.looks]
        for wager in self.wagers:
            pays = {line: str(pay) for line, pay in wager.pays}
            lines += [f"wager on {wager.look}, decides: {wager.decides}, pays {pays}", *map(str, wager.bets)]
        return "\n    ".join(lines)

    __repr__ = __str__


# -- from data to a game -------------------------------------------------------------------------------


def build(plan: Invention) -> Game:
    looks = dict(plan.looks)
    wagers: dict[str, Wager] = {}
    chosen: dict[str, tuple[Paytable, ...]] = {}
    bets: dict[str, Callable[[Sight], Result]] = {}
    stakes: dict[str, Stake] = {}
    for number, wager in enumerate(plan.wagers):
        name = f"wager {number}"
        lines = tuple(line for line, _ in wager.pays)
        names = [f"{name} bet {place}" for place in range(len(wager.bets))]
        bets |= {bet: make_bet(rule) for bet, rule in zip(names, wager.bets, strict=True)}
        stakes |= {bet: make_stake(rule) for bet, rule in zip(names, wager.bets, strict=True)}
        shape = Shape(looks[wager.look].ranking, lines, lines)
        wagers[name] = Wager(
            name, name, tuple(names), shape, "", look=wager.look, decides=wager.decides, alone=True
        )
        chosen[name] = (Paytable(name, name, dict(wager.pays), ""),)
    tie_rule = Setting("tie_rule", "cheapest", ("cheapest", "dearest"), "")
    return Game(
        id="invented",
        name="Invented",
        deck=Deck(tuple((card, 1) for card in sorted(plan.deck))),
        procedure=make_procedure(plan),
        looks=make_looks(plan),
        bets=bets,
        stakes=stakes,
        wagers=wagers,
        paytables={},
        designators={},
        settings={"tie_rule": tie_rule},
        chosen=chosen,
        house={"tie_rule": plan.tie_rule},
    )


def make_procedure(plan: Invention) -> Callable[[Round], Generator[Step, None, None]]:
    def procedure(table: Round) -> Generator[Step, None, None]:
        (place,) = table.places
        for event in plan.events:
            match event:
                case Deal():
                    yield Draw(event.pile, event.count, event.face, place.number)
                case Show():
                    if not event.only_after_discard or thrown(place):
                        yield Reveal(event.pile, event.places)
                case Ask():
                    has_added = any(option.stake > 0 for option in place.choices.values())
                    if not place.chose("fold") and not (event.once and has_added):
                        yield Choose(place.number, event.question, event.options)
                        if plan.fold_ends and place.chose("fold"):
                            return
        for pile in list(table.hands):
            yield Reveal(pile, tuple(range(len(thrown(place)))) if pile == "draw" else None)

    return procedure


def thrown(place: Place) -> tuple[int, ...]:
    """The places of the hand that a discard named."""
    names = [option.name for option in place.choices.values() if option.name.startswith("throw")]
    return tuple(int(word) for name in names for word in name.split()[1:])


def make_looks(plan: Invention) -> Callable[[Round, Place], Looks]:
    def cards(table: Round, place: Place, pile: str) -> tuple[Slot, ...]:
        if pile != FINAL:
            return table.hand(pile)
        away = thrown(place)
        kept = tuple(card for at, card in enumerate(table.hand("hand")) if at not in away)
        return kept + table.hand("draw")[: len(away)]

    def looks(table: Round, place: Place) -> Looks:
        return {
            name: Look(look.ranking, tuple(card for pile in look.piles for card in cards(table, place, pile)))
            for name, look in plan.looks
        }

    return looks


def make_stake(rule: BetPlan) -> Stake:
    return Stake(rule.base, rule.added, at_risk=KINDS[rule.kind] is not settle_bonus)


def make_bet(rule: BetPlan) -> Callable[[Sight], Result]:
    settle = KINDS[rule.kind]

    def bet(see: Sight) -> Result:
        if see.chose("fold") and not rule.survives_fold:
            return NOTHING if settle is settle_bonus else see.lose(name="fold")
        return settle(see, rule)

    return bet


def settle_table(see: Sight, rule: BetPlan) -> Result:
    return see.pay()


def settle_bonus(see: Sight, rule: BetPlan) -> Result:
    return see.bonus()


def settle_duel(see: Sight, rule: BetPlan) -> Result:
    return see.duel(*rule.looks)


def settle_turned_duel(see: Sight, rule: BetPlan) -> Result:
    """Asks the other way round, and gives ties to the player."""
    return see.lose() if see.order(rule.looks[1], rule.looks[0]) > 0 else see.win()


def settle_qualified_duel(see: Sight, rule: BetPlan) -> Result:
    if not see.is_in(rule.looks[1], rule.lines[0]):
        return see.win(name="dealer does not play")
    return see.duel(*rule.looks)


def settle_push_unqualified(see: Sight, rule: BetPlan) -> Result:
    if not see.is_in(rule.looks[1], rule.lines[0]):
        return see.push(name="dealer does not play")
    return see.duel(*rule.looks)


def settle_blind(see: Sight, rule: BetPlan) -> Result:
    """Paid by the table when the hand wins."""
    order = see.order(*rule.looks)
    if order > 0:
        return see.pay()
    return see.push(name="tie") if order == 0 else see.lose()


def settle_bad_beat(see: Sight, rule: BetPlan) -> Result:
    """Paid when a hand on the line is beaten; a push if it is not on it."""
    if not see.is_in(rule.looks[0], rule.lines[0]):
        return see.push()
    return see.win(pay=to_one(7)) if see.order(*rule.looks) < 0 else see.lose()


def settle_both(see: Sight, rule: BetPlan) -> Result:
    """On the lines of two looks at once."""
    on_first = see.is_in(rule.looks[0], rule.lines[0])
    on_second = see.is_in(rule.looks[1], rule.lines[1])
    if on_first and on_second:
        return see.win(name="both", pay=to_one(5))
    return see.win(name="one") if on_first or on_second else see.lose()


def settle_ladder(see: Sight, rule: BetPlan) -> Result:
    """On several lines of one look, without a table."""
    line = see.line(rule.looks[0], *rule.lines)
    if line is None:
        return see.lose()
    return see.win(name=line, pay=to_one(2 * rule.lines.index(line)))


DUELS = {
    "duel": settle_duel,
    "turned duel": settle_turned_duel,
    "qualified duel": settle_qualified_duel,
    "push unqualified": settle_push_unqualified,
    "blind": settle_blind,
    "bad beat": settle_bad_beat,
}
OTHERS = {"table": settle_table, "bonus": settle_bonus, "both": settle_both, "ladder": settle_ladder}
KINDS = DUELS | OTHERS


# -- from chance to data -------------------------------------------------------------------------------


def invent(random: Random) -> Invention:
    """The first idea that comes to something."""
    while not (plan := draft(random)):
        pass
    return plan


def draft(random: Random) -> Invention | None:
    """A game that the walker can walk, or nothing."""
    plan = Inventor(random).invent()
    return plan if plan and walk_size(plan) <= LARGEST_WALK else None


class Inventor:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.hand = random.choice([2, 2, 3, 3, 4, 1])
        self.dealer = random.choice([0, 1, 2, 2, 3, 3, 4])
        self.board = random.choice([0, 0, 1, 2, 3])
        self.draw = random.choice([0, 0, 1, 1, 1, 2])
        self.late = random.choice([0, 0, 0, 1])
        self.sizes = {
            "hand": self.hand + self.late,
            FINAL: self.hand + self.late,
            "dealer": self.dealer,
            "board": self.board,
            "draw": self.draw,
        }

    def maybe(self, chance: float = 0.5) -> bool:
        return self.random.random() < chance

    def invent(self) -> Invention | None:
        looks = self.looks()
        needed = self.hand + self.late + self.dealer + self.board + self.draw
        if not looks or needed > 9:
            return None
        events = self.events()
        asked = [event for event in events if isinstance(event, Ask)]
        wagers = [self.wager(looks, asked, decides=True)]
        while len(wagers) < 3 and self.maybe(0.45):
            wagers.append(self.wager(looks, asked, decides=self.maybe(0.2)))
        all_fold = not any(bet.survives_fold for wager in wagers for bet in wager.bets)
        return Invention(
            self.cards(max(4, needed) + self.random.choice([0, 1, 2, 3])),
            tuple(events),
            tuple(looks.items()),
            tuple(wagers),
            self.random.choice(["cheapest", "dearest"]),
            all_fold and self.maybe(),
        )

    def cards(self, size: int) -> tuple[Card, ...]:
        suits = self.random.sample(range(len(SUITS)), self.random.choice([2, 2, 3, 4]))
        count = -(-size // len(suits))
        low = self.random.randint(LOWEST, ACE + 1 - count)
        ranks = list(range(low, low + count))
        if self.maybe(0.3):
            ranks = self.random.sample(range(LOWEST, ACE + 1), count)
        cards = [Card(rank, suit) for rank in ranks for suit in suits]
        if self.maybe(0.6):
            cards = self.random.sample(cards, size)
        return tuple(sorted(cards))

    def events(self) -> list[Deal | Show | Ask]:
        up = self.random.randint(0, min(2, self.dealer))
        dealt = [
            Deal("hand", self.hand, Face.SEAT),
            Deal("dealer", self.dealer - up, Face.DOWN),
            Deal("dealer", up, Face.UP),
            Deal("board", self.board, Face.DOWN),
            Deal("draw", self.draw, Face.DOWN),
        ]
        if self.maybe(0.2):
            self.random.shuffle(dealt)
        events: list[Deal | Show | Ask] = [deal for deal in dealt if deal.count]
        closed = list(range(self.board))
        discards = self.draw
        late = self.late
        for number in range(self.random.choice([0, 1, 1, 2, 2, 3])):
            if discards and self.maybe(0.9):
                events.append(self.ask_for_discard())
                discards = 0
                if self.maybe(0.2):
                    events.append(Show("draw", (0,), only_after_discard=self.maybe()))
            else:
                events.append(self.ask_for_money(number))
            if late and self.maybe():
                events.append(Deal("hand", 1, Face.SEAT))
                late = 0
            elif closed and self.maybe(0.7):
                shown = self.random.randint(1, len(closed))
                events.append(Show("board", tuple(closed[:shown])))
                closed = closed[shown:]
            elif self.dealer > up and self.maybe(0.2):
                events.append(Show("dealer", (self.random.randrange(self.dealer),)))
        if late:
            events.append(Deal("hand", 1, Face.SEAT))
        return events

    def ask_for_money(self, number: int) -> Ask:
        question = f"question {number}"
        if self.maybe(0.2):
            return Ask(question, (Option("take back", Fraction(-1)), Option("leave")), once=False)
        stakes = sorted(self.random.sample([Fraction(1), Fraction(2), Fraction(3), Fraction(3, 2)], 2))
        raises = [Option(f"raise {stake}", stake) for stake in stakes[: self.random.choice([1, 1, 2])]]
        first = Option(self.random.choice(["fold", "check"]))
        return Ask(question, (first, *raises), once=self.maybe(0.3))

    def ask_for_discard(self) -> Ask:
        """Any card may go, or any two: cards dealt together are a set, so no place may be special."""
        places = range(self.hand)
        options = [Option("keep"), *(Option(f"throw {place}") for place in places)]
        if self.draw == 2:
            options += [Option(f"throw {one} {other}") for one, other in combinations(places, 2)]
        return Ask("discard", tuple(options), once=False)

    def looks(self) -> dict[str, LookPlan]:
        """A hand for each side where there are cards enough, and looks on other cards."""
        looks: dict[str, LookPlan] = {}
        shared = ("board",) if self.board and self.maybe(0.7) else ()
        player, dealer = (FINAL, *shared), ("dealer", *shared)
        both = [r for r in RANKINGS if r.size <= min(self.size(player), self.size(dealer))]
        if both:
            ranking = self.random.choice(both)
            looks |= {"player": LookPlan(ranking, player), "dealer": LookPlan(ranking, dealer)}
        others = [("hand",), (FINAL,), ("board",), ("hand", "dealer"), ("hand", "board"), ("dealer",)]
        for piles in self.random.sample(others, 2):
            rankings = [r for r in RANKINGS if r.size <= self.size(piles) <= MOST_CARDS]
            if both and ranking in rankings and self.maybe(0.4):
                rankings = [ranking]
            if rankings:
                looks[" and ".join(piles)] = LookPlan(self.random.choice(rankings), piles)
        return looks

    def size(self, piles: tuple[str, ...]) -> int:
        return sum(self.sizes[pile] for pile in piles)

    def wager(self, looks: dict[str, LookPlan], asked: list[Ask], *, decides: bool) -> WagerPlan:
        look = "player" if "player" in looks and self.maybe(0.7) else self.random.choice(list(looks))
        lines = self.random.sample(sorted(looks[look].ranking.lines), self.random.randint(1, 4))
        can_fold = any(option.name == "fold" for ask in asked for option in ask.options)
        survives = not can_fold or self.maybe(0.25)
        bets = [self.bet(looks, (), 1, survives=survives)]
        for ask in asked if decides else ():
            if any(option.stake < 0 for option in ask.options):
                bets.append(self.bet(looks, (ask.question,), 1, survives=survives))
            elif any(option.stake for option in ask.options):
                bets.append(
                    self.bet(looks, (ask.question,), self.random.choice([0, 0, 1]), survives=survives)
                )
        kinds = [to_one] if any(bet.kind == "bonus" for bet in bets) else [to_one, for_one]
        pays = [(line, self.random.choice(kinds)(self.amount())) for line in lines]
        return WagerPlan(decides, look, tuple(pays), tuple(bets))

    def amount(self) -> Fraction:
        return Fraction(self.random.randint(0, 24), self.random.choice([1, 1, 2]))

    def bet(
        self, looks: dict[str, LookPlan], added: tuple[str, ...], base: int, *, survives: bool
    ) -> BetPlan:
        names = list(looks)
        pairs = [(a, b) for a in names for b in names if a != b and looks[a].ranking is looks[b].ranking]
        kind = self.random.choice([*DUELS, *OTHERS] if pairs else [*OTHERS])
        if kind not in DUELS:
            read = tuple(self.random.choices(names, k=2))
        elif ("player", "dealer") in pairs and self.maybe(0.7):
            read = ("player", "dealer")
        else:
            read = self.random.choice(pairs)
        if kind == "bad beat":
            lined = (read[0],)
        elif kind in ("qualified duel", "push unqualified"):
            lined = (read[1],)
        else:
            lined = read if kind == "both" else (read[0],) * 3
        lines = tuple(self.line(looks[name].ranking) for name in lined)
        return BetPlan(kind, read, lines, base, added, survives)

    def line(self, ranking: Ranking) -> str:
        name = self.random.choice(sorted(ranking.lines))
        return f"{name}_or_better" if self.maybe(0.6) else name


def walk_size(plan: Invention) -> int:
    """How many ends the walker would come to."""
    game = build(plan)

    def ends(record: Record, opened: frozenset[Slot]) -> int:
        round_, step = game.replay(record)
        if isinstance(step, Choose):
            return sum(ends(record.then(Chosen(1, step.question, o.name)), opened) for o in step.options)
        if isinstance(step, Draw):
            blanks = tuple(Blank(len(record.moves) * 10 + n) for n in range(step.count))
            after = record.then(Dealt(step.hand, blanks))
            fresh = frozenset(blanks) if step.face is not Face.DOWN else frozenset()
        elif isinstance(step, Reveal):
            slots = round_.hand(step.hand)
            places = hidden_places(round_, step)
            after = record.then(Opened(step.hand, tuple((place, slots[place]) for place in places)))
            fresh = frozenset(slots[place] for place in places) - opened
        else:
            return 1
        return comb(len(plan.deck) - len(opened), len(fresh)) * ends(after, opened | fresh)

    return ends(Record((game.seat(*game.wagers),)), frozenset())
