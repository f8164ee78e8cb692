"""Whether blackjack's drawing engine fits a game: it answers only for rules that it agreed with.

The engine brings its own picture of drawing to a total. Before it says anything about a game, the reference
walker plays that very definition, its settings and its paytables in force, on small shoes, and every
decision on the way must be worth the same fraction to both. A definition that differs is refused with the
first difference, or left to another engine.

Each case below is a start (the seat's cards in the order in which they come, with what is decided in
between), the up card, and all that is left of the shoe. They are small because the walker is slow, and
there are many because each rule needs one that meets it: naturals of one suit and of two, against an ace
(with insurance that pays and that does not), a ten and small cards; a dealer who peeks, stops at soft 17
or elsewhere, goes bust with 22 to 26 or ties on 17 to 21; doubles, surrender, soft hands, hands of many
cards, three sevens, 6-7-8; pairs, aces and unlike tens that are split, doubled after it, split again up to
the limit. Shoes with pairs hold so few kinds of cards that no hand can learn anything from another: there
the plan of `splitting` is best play, and equal to the walker's.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from pitboss.analysis.drawing import make_drawing
from pitboss.analysis.holding import INSURANCE, SURRENDER, Choosing, Holding, read_holding
from pitboss.analysis.walker import ME, Walker
from pitboss.base.error import InputError, PlanError
from pitboss.base.figure import format_fraction
from pitboss.base.odds import Pay
from pitboss.cards import STANDARD, Card, Deck, parse_cards
from pitboss.cards.card import parse_card
from pitboss.cards.totals import value
from pitboss.rules import Choose, Game, Record
from pitboss.rules.game import Depth
from pitboss.shape.drawing import answer, is_card, natural_pay, natural_wager

CASES = """
As Ks / 9d / Tc Jd 9h
Ac Td / 6h / Tc 5d 9h 7c
Ah Jd / Ts / Ac 9d 9h 9c
Ac Qh / As / 9c 9d 9h Kd
Th 9d / Ah / Kc Qd 8c 6s
Tc 9d / As / 9c 8d 8h 7s 7c
9c 7d / Kh / Ad 6c 5d Jc
Jc 7d / 6h / Ac Ad 4h Tc 9s
Ac 7d / 9h / Td 3d 9c 8d
5c 6d / 6h / Tc Qd 5h 7s
Tc 6d / 6s / Td 6h 7c 8d
Qc 2d / 6d / Td Jh 9c 8c
6s 7s / 5h / 8s Tc 4s 9d
7c 7d hit 7h / 9h / 4c Tc Td
2c 2d hit 3h hit 3s / Th / 3c 5d Tc 7d
3c 2d hit 4h / 8h / Ac 4c 9d Jc
4c 4d hit 3h / 6h / Td Jc 9c Ks
8c 8d / 6h / Tc Tc Tc Tc Tc 3d
8c 8d split 3d double Th 3h / 6s / 9c Td Td Jc
7c 7d split 7h split 7s split Td stand Jd stand Qd stand 7d / 9h / 7s Tc 8s 3d
Tc Kd / 9h / 9c 9c 9c 9c 9c 9c
Ac Ad / 6h / Tc Tc Ah Tc Tc Tc Tc
Ac Ad / Th / Tc Tc Ah Tc Tc Tc Tc
"""
BUDGET = 5_000
"""Steps of the walker for one case; none takes a fifth of it where the rules are those of the engine."""
NOT_READ = (InputError, PlanError, LookupError, ValueError, TypeError, AssertionError)
"""What comes of asking a game that does not speak the engine's words."""


@dataclass(frozen=True)
class Case:
    """The seat's cards and decisions, the up card, and the rest of the shoe."""

    script: tuple[str, ...]
    up: Card
    rest: tuple[Card, ...]

    @property
    def deck(self) -> Deck:
        own = [card for word in self.script if is_card(word) for card in parse_cards(word)]
        return Deck(tuple(sorted(Counter((*own, self.up, *self.rest)).items())))

    def start(self, game: Game, wager: str) -> Record:
        """The round after the script; what the rules do not ask for is passed over."""
        record, left, dealer = Record((game.seat(wager, number=ME),)), list(self.script), [str(self.up)]
        while left:
            move = answer(game.next_step(record), left, dealer)
            if move:
                record = record.then(move)
            elif len(left) > len(self.script) - 2:
                raise PlanError("the seat is not dealt two cards, one by one and face up")
            else:
                left.pop(0)
        return record

    def __str__(self) -> str:
        return f"{' '.join(self.script)} / {self.up} with {' '.join(map(str, self.rest))} left"


def read_cases(text: str) -> tuple[Case, ...]:
    parts = [[part.split() for part in line.split("/")] for line in text.split("\n") if line]
    return tuple(
        Case(tuple(script), parse_card(up), parse_cards(" ".join(rest), copies=9))
        for script, (up,), rest in parts
    )


def draws(game: Game, wager: str) -> bool:
    """Whether the drawing engine answers for a wager of the game."""
    return game.wagers[wager].decides and not misfit(game, wager)


def draws_base(game: Game) -> bool:
    """Whether the drawing engine answers for the base game."""
    return any(draws(game, wager) for wager in game.deciding)


def misfit(game: Game, wager: str) -> str:
    """Why the drawing engine does not answer: its first difference from the walker, or nothing."""
    tables = {one: chosen for one, chosen in game.chosen.items() if one == wager}
    return misfit_once(replace(game, deck=STANDARD, chosen=tables), wager)


def misfit_words(game: Game) -> str:
    """That the drawing engine does not answer for a wager that pays a natural by its table, and why."""
    wager = natural_wager(game)
    return f"; the drawing engine does not fit {wager}: {misfit(game, wager)}" if wager else ""


@contextmanager
def explain(game: Game, wagers: tuple[str, ...] = ()) -> Iterator[None]:
    """A refusal inside also says why the drawing engine does not answer for the base game.

    A base game that says of itself that it is only dealt is refused at once.
    """
    if game.status.depth is Depth.DEALT and set(game.deciding) & set(wagers or game.deciding):
        raise PlanError(f"{game.name} is dealt and not counted: {game.status.why}")
    try:
        yield
    except PlanError as problem:
        reasons = [
            f"the drawing engine does not fit {wager}: {misfit(game, wager)}" for wager in game.deciding
        ]
        raise PlanError("; ".join((str(problem), *reasons))) from problem


@lru_cache(maxsize=256)
def misfit_once(game: Game, wager: str) -> str:
    if game.deciding != (wager,):
        return "more than one wager decides"
    if natural_wager(game) != wager:
        return "no paytable says what a natural pays"
    for case in read_cases(CASES):
        try:
            difference = compare(game.with_deck(case.deck), wager, case)
        except NOT_READ as problem:
            return f"it cannot read {case}: {problem}"
        if difference:
            return f"{case}: {difference}"
    return ""


def compare(game: Game, wager: str, case: Case) -> str:
    """The first difference between walker and engine in one case."""
    walker = Walker(game, (wager,), budget=BUDGET)
    start = case.start(game, wager)
    branch = walker.walk(start)
    natural = natural_pay(game, wager)
    if not walker.decisions and len(case.script) == 2:
        own = parse_cards(" ".join(case.script))
        holding = Holding((tuple(sorted(map(value, own))),), value(case.up))
        won = Choosing(make_drawing(game, holding.up - 1), holding, natural).whole_round()
        return tell("the round", branch.value, won)
    for moves, values in walker.decisions.items():
        found = as_walked(game, Record(start.seats, moves), natural)
        if found is None:
            continue
        if found.keys() != values.keys():
            return f"the rules offer {', '.join(values)}, the engine {', '.join(found)}"
        for option, walked in values.items():
            if found[option] != walked:
                return tell(option, walked, found[option])
    return ""


def tell(what: str, walked: Fraction, drawn: Fraction) -> str:
    if walked == drawn:
        return ""
    return f"{what} is worth {format_fraction(walked)} by the rules, {format_fraction(drawn)} to the engine"


def as_walked(game: Game, record: Record, natural: Pay) -> dict[str, Fraction] | None:
    """The engine's values at a decision as the walker has them; none where the dealer must have a natural.

    A walker lets every peek find nothing and meets the natural at the end, where it takes the first stake.
    """
    round_, step = game.replay(record)
    assert isinstance(step, Choose)
    holding = read_holding(game, round_, round_.place(ME), step.question)
    choosing = Choosing(make_drawing(game, holding.up - 1), holding, natural)
    if step.question == INSURANCE:
        return choosing.insurance()
    if step.question == SURRENDER:
        return choosing.before_the_look()
    options = choosing.options()
    if not choosing.drawing.rules.peeks:
        return choosing.values(options)
    chance = choosing.natural_chance
    if chance == 1:
        return None
    lost = 0 if holding.is_insured else -1
    found = choosing.values(options)
    return {option: chance * lost + (1 - chance) * value for option, value in found.items()}
