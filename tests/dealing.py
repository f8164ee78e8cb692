"""A dealer for tests: answers what a game asks for, from a shuffled deck or from a script."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random

from pitboss.cards import Card, parse_card
from pitboss.rules import (
    Blank,
    Choose,
    Chosen,
    Dealt,
    Done,
    Draw,
    Face,
    Game,
    Opened,
    Peek,
    Peeked,
    Record,
    Reveal,
    Round,
    Seat,
)

METERS = {level: Fraction(10_000) for level in ("", "Mega", "Major", "Minor")}
MOST_STEPS = 200


def records(
    game: Game, seats: tuple[Seat, ...], draw: Callable[[str], Card], choose: Callable[[Choose], str]
) -> Iterator[Record]:
    """The record after each move, the empty one first; the last one is of a round that is over."""
    record = Record(seats)
    hidden: dict[int, Card] = {}
    for _ in range(MOST_STEPS):
        yield record
        round_, step = game.replay(record)
        match step:
            case Done():
                return
            case Draw():
                cards = [draw(step.hand) for _ in range(step.count)]
                if step.face is Face.DOWN:
                    blanks = tuple(Blank(len(hidden) + number) for number in range(step.count))
                    hidden.update((blank.number, card) for blank, card in zip(blanks, cards, strict=True))
                    record = record.then(Dealt(step.hand, blanks))
                else:
                    record = record.then(Dealt(step.hand, tuple(cards)))
            case Reveal():
                slots = round_.hand(step.hand)
                places = range(len(slots)) if step.places is None else step.places
                closed = [(place, slots[place]) for place in places]
                opened = [(place, hidden[slot.number]) for place, slot in closed if isinstance(slot, Blank)]
                record = record.then(Opened(step.hand, tuple(opened)))
            case Peek():
                slots = round_.hand(step.hand)
                cards = [hidden[slot.number] if isinstance(slot, Blank) else slot for slot in slots]
                found = step.ranking.pick(step.ranking.worth(cards).atom, (step.line,)) is not None
                record = record.then(Peeked(step.hand, found))
            case Choose():
                record = record.then(Chosen(step.seat, step.question, choose(step)))
    raise AssertionError(f"{game.id}: not over after {MOST_STEPS} steps")


def random_records(game: Game, seats: tuple[Seat, ...], random: Random) -> list[Record]:
    shoe = list(game.deck)
    random.shuffle(shoe)
    return list(
        records(game, seats, lambda _: shoe.pop(), lambda step: random.choice(step.options).name),
    )


def base_wager(game: Game) -> str:
    """The wager that a seat sits down with: what is decided by it, or else one that stands alone."""
    return next(iter(game.deciding), "") or next(wager.id for wager in game.wagers.values() if wager.alone)


def random_seats(game: Game, count: int, random: Random) -> tuple[Seat, ...]:
    """Seats with wagers that may lie there together: one that stands alone, if the game has such.

    No more of them than the cards serve.
    """
    count = min(count, game.most_seats or count)
    alone = [wager.id for wager in game.wagers.values() if wager.alone]
    seats = []
    for number in range(1, count + 1):
        names = {random.choice(alone or list(game.wagers))}
        names |= {name for name in game.wagers if random.random() < 0.5}
        seats.append(Seat(number, {name: Fraction(random.randint(1, 40), 4) for name in sorted(names)}))
    return tuple(seats)


def play_script(
    game: Game,
    hands: Mapping[str, str],
    choices: Mapping[str, str] | None = None,
    *,
    wagers: Mapping[int, tuple[str, ...]],
) -> Round:
    """A finished round with these cards in each hand; `choices` are 'seat question' to option."""
    piles = {name: [parse_card(word) for word in text.split()] for name, text in hands.items()}
    cards = [card for pile in piles.values() for card in pile]
    assert not game.deck.is_single or len(cards) == len(set(cards)), f"a card is there twice: {hands}"
    answers = dict(choices or {})
    seats = tuple(game.seat(*names, number=number) for number, names in sorted(wagers.items()))
    *_, last = records(
        game, seats, lambda hand: piles[hand].pop(0), lambda step: answers.pop(f"{step.seat} {step.question}")
    )
    assert not any(piles.values()), f"cards left over: {piles}"
    assert not answers, f"never asked: {answers}"
    return game.replay(last)[0]


def nets(game: Game, round_: Round, seat: int = 1) -> dict[str, Fraction]:
    """What each bet of a seat won or lost, by the bet's name."""
    settled = game.settle(round_, seat)
    return {
        bet: result.net(METERS)
        for wager, results in settled.items()
        for bet, result in zip(game.wagers[wager].bets, results, strict=True)
    }
