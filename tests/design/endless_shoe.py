"""Blackjack out of an endless shoe, in floats: written apart from the rules and from the engine.

The dealer stands on all 17s and peeks; a pair is split once, and any two cards may be doubled. Six decks
differ by less than one percent of the bet.
"""

from functools import cache

CHANCE = {card: (4 if card == 10 else 1) / 13 for card in range(1, 11)}
Spread = dict[int, float]


def plus(held: tuple[int, bool], card: int) -> tuple[int, bool]:
    return held[0] + card, held[1] or card == 1


def total(held: tuple[int, bool]) -> int:
    return held[0] + 10 if held[1] and held[0] <= 11 else held[0]


@cache
def dealer_ends(held: tuple[int, bool]) -> Spread:
    """Chances of the dealer's totals; 22 is a bust."""
    if total(held) >= 17:
        return {min(total(held), 22): 1.0}
    return mixed([(chance, dealer_ends(plus(held, card))) for card, chance in CHANCE.items()])


def mixed(parts: list[tuple[float, Spread]]) -> Spread:
    found: Spread = {}
    for weight, spread in parts:
        for reached, chance in spread.items():
            found[reached] = found.get(reached, 0) + weight * chance
    return found


class Against:
    """Best play against an up card and one hole card, or any that makes no natural."""

    def __init__(self, up: int, holes: dict[int, float]) -> None:
        self.up, self.holes = up, holes
        self.usual = self.ends(None)
        self.best = cache(self.best_of)

    def ends(self, card: int | None) -> Spread:
        """Of the dealer, who draws this card first, if it is known."""
        parts = []
        for hole, chance in self.holes.items():
            held = plus(plus((0, False), self.up), hole)
            if card is not None and total(held) < 17:
                held = plus(held, card)
            parts.append((chance, dealer_ends(held)))
        return mixed(parts)

    def stand(self, held: tuple[int, bool], ends: Spread | None = None) -> float:
        own = total(held)
        if own > 21:
            return -1.0
        results = (self.usual if ends is None else ends).items()
        return sum(chance * (1 if at == 22 else (own > at) - (own < at)) for at, chance in results)

    def best_of(self, held: tuple[int, bool]) -> float:
        standing = self.stand(held)
        if total(held) >= 21:
            return standing
        return max(standing, sum(chance * self.best(plus(held, card)) for card, chance in CHANCE.items()))

    def doubled(self, held: tuple[int, bool]) -> float:
        return 2 * sum(chance * self.stand(plus(held, card)) for card, chance in CHANCE.items())

    def two_cards(self, one: int, two: int) -> float:
        held = plus(plus((0, False), one), two)
        return self.best(held) if total(held) >= 21 else max(self.best(held), self.doubled(held))

    def split_hand(self, pair: int, card: int) -> float:
        """Aces get one card."""
        return self.stand((1 + card, True)) if pair == 1 else self.two_cards(pair, card)

    def play(self, one: int, two: int, card: int | None) -> float:
        held = plus(plus((0, False), one), two)
        if total(held) == 21:
            return self.stand(held)
        if card is None:
            options = [self.two_cards(one, two)]
        else:
            after = plus(held, card)
            options = [self.stand(held, self.ends(card)), self.best(after), 2 * self.stand(after)]
        if one == two:
            waiting = sum(chance * self.split_hand(one, other) for other, chance in CHANCE.items())
            options.append(waiting + (waiting if card is None else self.split_hand(one, card)))
        return max(options)


def player_wins(*, knows_hole: bool, knows_next: bool) -> float:
    """Of one unit, with naturals at 3 to 2."""
    won = 0.0
    for up, up_chance in CHANCE.items():
        known = [({hole: 1.0}, chance) for hole, chance in CHANCE.items()] if knows_hole else [(CHANCE, 1.0)]
        for holes, chance in known:
            won += up_chance * chance * against(up, holes, knows_next=knows_next)
    return won


def against(up: int, holes: dict[int, float], *, knows_next: bool) -> float:
    natural = holes.get({1: 10, 10: 1}.get(up, 0), 0.0)
    insured = max(0.0, (3 * natural - 1) / 2) if up == 1 else 0.0
    live = {hole: chance / (1 - natural) for hole, chance in holes.items() if {up, hole} != {1, 10}}
    playing = Against(up, live) if live else None
    won = insured
    for card, chance in CHANCE.items() if knows_next else [(None, 1.0)]:
        for one in CHANCE:
            for two in CHANCE:
                if {one, two} == {1, 10}:
                    net = 1.5 * (1 - natural)
                else:
                    net = (1 - natural) * playing.play(one, two, card) - natural if playing else -1.0
                won += chance * CHANCE[one] * CHANCE[two] * net
    return won
