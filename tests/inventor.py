"""Games that nobody plays, invented as a house would write them: a module of rules and a data file.

Four shapes: cards against a paytable and a dealer as at poker, hands drawn to a total, a tableau that draws
by itself as at baccarat, and hands that are arranged as at pai gow. The texts below are rules; what stands
before them (sizes, limits, options, pays) is drawn at random.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

HEAD = """\
from fractions import Fraction
from itertools import combinations

from pitboss.base.odds import to_one
from pitboss.cards import FIVE, FOUR, THREE, Card, Ranking, Worth
from pitboss.rules import FOLD, Choose, Draw, Face, Look, Option, Reveal, Settle
from pitboss.rules.bet import Stake, raised

"""
POKER = """
RANKINGS = {"hand": RANKING, "dealer": RANKING}
STAKES = {"play": raised(*(question for question, _ in STREETS))}


def procedure(table):
    for place in table.from_left:
        yield Draw(place.hand, OWN, Face.SEAT, place.number)
    yield Draw("dealer", OWN, Face.DOWN)
    if BOARD:
        yield Draw("board", BOARD, Face.DOWN)
    for number, (question, options) in enumerate(STREETS):
        for place in table.from_left:
            if place.has("ante") and not place.chose(FOLD):
                yield Choose(place.number, question, options)
        if number < BOARD:
            yield Reveal("board", (number,))
    if BOARD > len(STREETS):
        yield Reveal("board")
    yield Reveal("dealer")
    for place in table.from_right:
        yield Reveal(place.hand)
        yield Settle(place.number)


def looks(table, place):
    board = table.hand("board")
    return {
        "hand": Look(RANKING, table.hand(place.hand) + board),
        "dealer": Look(RANKING, table.hand("dealer") + board),
    }


def ante(see):
    if see.chose(FOLD):
        return see.lose(name=FOLD)
    if QUALIFIER and not see.is_in("dealer", QUALIFIER):
        return see.push(name="dealer does not play")
    return see.duel("hand", "dealer")


def play(see):
    if see.chose(FOLD):
        return see.lose(name=FOLD)
    return see.lose() if see.order("dealer", "hand") > 0 else see.win()


def side(see):
    return see.pay()
"""
TOTALS = """
class Sum(Ranking):
    name = "sum"
    size = 2
    atom_names = (*(f"sum_{total}" for total in range(LIMIT + 1)), "over")

    def worth(self, cards):
        total = add(cards)
        return Worth(0, LIMIT + 1) if total > LIMIT else Worth(total + 1, total)


SUM = Sum()
RANKINGS = {"hand": SUM, "dealer": SUM}
STAKES = {"bet": Stake(1, ("card 0",))}
GO_ON = (Option("stand"), Option("hit"))


def add(cards):
    values = {11: PICTURES, 12: PICTURES, 13: PICTURES, 14: ACES}
    return sum(values.get(card.rank, card.rank) for card in cards)


def alike(cards):
    return len(cards), add(cards)


def procedure(table):
    for place in table.from_left:
        yield Draw(place.hand, FIRST, Face.UP)
    yield Draw("dealer", 1, Face.UP)
    yield Draw("dealer", 1, Face.DOWN)
    for place in table.from_left:
        number = 0
        while add(table.cards(place.hand)) < LIMIT:
            yield Choose(place.number, f"card {number}", GO_ON if number else OPTIONS)
            chosen = place.choices[f"card {number}"].name
            if chosen == "stand":
                break
            yield Draw(place.hand, 1, Face.UP)
            if chosen == "double":
                break
            number += 1
    yield Reveal("dealer")
    while add(table.cards("dealer")) < STOP:
        yield Draw("dealer", 1, Face.UP)
    for place in table.from_right:
        yield Settle(place.number)


def looks(table, place):
    return {"hand": Look(SUM, table.hand(place.hand)), "dealer": Look(SUM, table.hand("dealer"))}


def bet(see):
    if see.is_in("hand", "over"):
        return see.lose(name="over")
    return see.lose() if TIES_LOSE and not see.order("hand", "dealer") else see.duel("hand", "dealer")
"""
TABLEAU = """
class Points(Ranking):
    name = "points"
    size = DEALT
    atom_names = tuple(f"point_{point}" for point in range(MODULUS))

    def worth(self, cards):
        point = points(cards)
        return Worth(point + 1, point)


POINTS = Points()
RANKINGS = {"red": POINTS, "black": POINTS}
WAR = (Option("give up"), Option("go on", Fraction(1)))
STAKES = {"red": Stake(1, ("war",))}


def value(card):
    return 1 if card.rank == 14 else card.rank % 10 if card.rank < 10 else 0


def points(cards):
    return sum(map(value, cards)) % MODULUS


def alike(cards):
    return points(cards[:DEALT]), *map(value, cards[DEALT:])


def procedure(table):
    yield Draw("red", DEALT, Face.UP)
    yield Draw("black", DEALT, Face.UP)
    red, black = points(table.cards("red")), points(table.cards("black"))
    if red < RED_DRAWS:
        yield Draw("red", 1, Face.UP)
        if value(table.cards("red")[-1]) in BLACK_DRAWS[black]:
            yield Draw("black", 1, Face.UP)
    elif black < RED_DRAWS:
        yield Draw("black", 1, Face.UP)
    is_tied = points(table.cards("red")) == points(table.cards("black"))
    for place in table.from_left:
        if ASKS and is_tied and place.has("red"):
            yield Choose(place.number, "war", WAR)
    if any(place.chose("go on") for place in table.places):
        yield Draw("red", 1, Face.UP)
        yield Draw("black", 1, Face.UP)
    for place in table.from_right:
        yield Settle(place.number)


def looks(table, place):
    return {"red": Look(POINTS, table.hand("red")), "black": Look(POINTS, table.hand("black"))}


def red(see):
    if see.chose("give up"):
        return see.lose(name="given up")
    return see.duel("red", "black")


def black(see):
    return see.duel("black", "red", pay=to_one(1 - COMMISSION))


def tie(see):
    if see.order("red", "black"):
        return see.lose()
    return see.win(name="tie", pay=to_one(TIE_PAYS))
"""
ARRANGED = """
class Low(Ranking):
    name = "low"
    size = SMALL
    atom_names = ("low",)

    def worth(self, cards):
        ranks = sorted((card.rank for card in cards), reverse=True)
        return Worth(sum(rank * 20**place for place, rank in enumerate(reversed(ranks))), 0)


LOW = Low()
RANKINGS = {"high": RANKING, "low": LOW, "house high": RANKING, "house low": LOW}
PLACES = tuple(combinations(range(LARGE + SMALL), SMALL))
WAYS = {"low " + "-".join(str(place + 1) for place in places): places for places in PLACES}
MENU = tuple(Option(name) for name in WAYS)


def procedure(table):
    for place in table.from_left:
        yield Draw(place.hand, LARGE + SMALL, Face.SEAT, place.number)
    yield Draw("dealer", LARGE + SMALL, Face.DOWN)
    for place in table.from_left:
        yield Choose(place.number, "setting", MENU)
    yield Reveal("dealer")
    for place in table.from_right:
        yield Reveal(place.hand)
        yield Settle(place.number)


def apart(cards, low):
    return tuple(card for at, card in enumerate(cards) if at not in low), tuple(cards[at] for at in low)


def house_way(cards):
    def worth(low):
        high, rest = apart(cards, low)
        found = RANKING.worth(high).klass, LOW.worth(rest).klass
        return found if HIGH_FIRST else found[::-1]

    return max(PLACES, key=worth)


def looks(table, place):
    chosen, house = place.choices.get("setting"), table.hand("dealer")
    high, low = apart(table.hand(place.hand), WAYS[chosen.name] if chosen else ())
    is_open = house and all(isinstance(slot, Card) for slot in house)
    house_high, house_low = apart(house, house_way(house) if is_open else ())
    return {
        "high": Look(RANKING, high),
        "low": Look(LOW, low),
        "house high": Look(RANKING, house_high),
        "house low": Look(LOW, house_low),
    }


def bet(see):
    won = (see.order("high", "house high") > 0) + (see.order("low", "house low") > 0)
    if won == 2:
        return see.win(pay=to_one(1 - COMMISSION))
    return see.push() if won else see.lose()
"""
LINES: Mapping[str, Sequence[str]] = {
    "THREE": ("straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
    "FIVE": (
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "three_of_a_kind",
        "two_pair",
    ),
}


@dataclass(frozen=True)
class Sketch:
    """A game as two texts."""

    id: str
    rules: str
    data: str

    def write(self, folder: Path) -> None:
        (folder / f"{self.id}.py").write_text(self.rules, "utf-8")
        (folder / f"{self.id}.toml").write_text(self.data, "utf-8")


def invent(shape: str, seed: int) -> Sketch:
    """A game of that shape."""
    return SHAPES[shape](f"{shape}_{seed}", Random(f"{shape} {seed}"))


def invent_poker(name: str, random: Random) -> Sketch:
    ranking, own, board = random.choice([("THREE", 3, 0), ("THREE", 2, 1), ("FIVE", 3, 2)])
    streets = []
    for number in range(random.randint(1, board or 1)):
        first = random.choice(["FOLD", '"check"'])
        stakes = sorted(random.sample(range(1, 5), random.randint(1, 2)))
        raises = ", ".join(f'Option("raise {stake}x", Fraction({stake}))' for stake in stakes)
        streets.append(f'("street {number}", (Option({first}), {raises}))')
    rules = constants(
        RANKING=f'{ranking}.with_lines("queen_high_or_better", "pair_twos_or_better")',
        OWN=own,
        BOARD=board,
        QUALIFIER=repr(random.choice(["", "queen_high_or_better", "pair_twos_or_better"])),
        STREETS=f"({', '.join(streets)},)",
    )
    lines = LINES[ranking][: random.randint(2, 7)]
    pays = sorted((random.randint(1, 60) for _ in lines), reverse=True)
    table = "\n".join(f"{line} {pay} to 1" for line, pay in zip(lines, pays, strict=True))
    data = (
        wager("ante", ["ante", "play"], "decides = true\nalone = true")
        + wager("side", ["side"], f'independent = true\nlook = "hand"\nlines = {list(lines)}')
        + f'[[paytable]]\nid = "Side"\nwager = "side"\nsource = "own"\npays = """\n{table}\n"""\n'
    )
    return sketch(name, POKER, rules, data, ("ante", "play", "side"))


def invent_totals(name: str, random: Random) -> Sketch:
    limit = random.randint(15, 27)
    double = ', Option("double", Fraction(1))' if random.random() < 0.5 else ""
    rules = constants(
        LIMIT=limit,
        STOP=limit - random.randint(2, 6),
        PICTURES=random.choice([0, 5, 10]),
        ACES=random.choice([1, 11]),
        FIRST=random.randint(1, 2),
        TIES_LOSE=random.random() < 0.5,
        OPTIONS=f'(Option("stand"), Option("hit"){double})',
    )
    data = wager("bet", ["bet"], "decides = true\nalone = true") + f"[deck]\ndecks = {random.randint(4, 8)}\n"
    return sketch(name, TOTALS, rules, data + dealt("the sum is the game's own"), ("bet",))


def invent_tableau(name: str, random: Random) -> Sketch:
    modulus, asks = random.randint(7, 10), random.random() < 0.5
    draws = {point: tuple(random.sample(range(10), random.randint(0, 6))) for point in range(modulus)}
    rules = constants(
        DEALT=random.randint(1, 2),
        MODULUS=modulus,
        RED_DRAWS=random.randint(2, 6),
        BLACK_DRAWS=draws,
        ASKS=asks,
        COMMISSION=f"Fraction({random.randint(0, 5)}, 100)",
        TIE_PAYS=random.randint(5, 12),
    )
    decides = "decides = true\n" if asks else ""
    data = (
        wager("red", ["red"], decides + "alone = true")
        + wager("black", ["black"], "alone = true")
        + wager("tie", ["tie"])
        + f"[deck]\ndecks = {random.choice([1, 2, 8])}\n"
        + (dealt("a war has more hands than can be told apart") if asks else "")
    )
    return sketch(name, TABLEAU, rules, data, ("red", "black", "tie"))


def invent_arranged(name: str, random: Random) -> Sketch:
    ranking, large = random.choice([("THREE", 3), ("FIVE", 5)])
    rules = constants(
        RANKING=ranking,
        LARGE=large,
        SMALL=random.randint(1, 2),
        HIGH_FIRST=random.random() < 0.5,
        COMMISSION=f"Fraction({random.randint(0, 5)}, 100)",
    )
    data = wager("bet", ["bet"], "decides = true\nalone = true") + "[deck]\nmost_seats = 6\n"
    return sketch(name, ARRANGED, rules, data + dealt("the house way reads cards"), ("bet",))


SHAPES = {
    "poker": invent_poker,
    "totals": invent_totals,
    "tableau": invent_tableau,
    "arranged": invent_arranged,
}


def constants(**values: object) -> str:
    return "".join(f"{name} = {value}\n" for name, value in values.items())


def wager(name: str, bets: list[str], more: str = "") -> str:
    return f'[wagers.{name}]\nlabel = "{name.title()}"\nbets = {bets}\nsummary = "The {name}."\n{more}\n'


def dealt(why: str) -> str:
    return f'[status]\ndepth = "dealt"\nwhy = "{why}"\n'


def sketch(name: str, rules: str, drawn: str, data: str, spots: Sequence[str]) -> Sketch:
    head = f'id = "{name}"\nname = "{name.replace("_", " ").title()}"\nsummary = "Nobody plays it."\n'
    places = ", ".join(
        f'{{ bet = "{bet}", label = "{bet}", x = {20 + 30 * n}, y = 50 }}' for n, bet in enumerate(spots)
    )
    tail = f'[sources]\nown = "Invented"\n[layout]\nfelt = "plain"\nspots = [{places}]\n'
    return Sketch(name, HEAD + drawn + rules, head + data + tail)
