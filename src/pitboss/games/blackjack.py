"""Blackjack: up to four hands a seat against the dealer, insurance, and the Bet the Set 21 progressive.

The pile of the first hand holds the two cards dealt and what is drawn to it; the pile of any other hand
holds what is drawn to that. A split takes the hand's second card away as the first card of a new hand,
so the hands follow from the piles and the choices alone.
"""

from collections.abc import Generator, Sequence
from fractions import Fraction
from typing import cast

from pitboss.base.odds import LOSE, to_one
from pitboss.cards import SPLIT_TOTALS, TOTALS, TWO_AND_TWO, Card
from pitboss.cards.totals import BEST, STANDS, is_soft, starts_natural, total, totals_named, value
from pitboss.rules import (
    Blank,
    Choose,
    Draw,
    Face,
    Look,
    Looks,
    Option,
    Peek,
    Place,
    Result,
    Reveal,
    Round,
    Settle,
    Sight,
    Slot,
    Stake,
    Step,
    raised,
)
from pitboss.rules.record import ReadsCardsError

RANKINGS = {"first four": TWO_AND_TWO, "hand 1": TOTALS, "dealer": TOTALS}

HANDS = ("bet", "second_hand", "third_hand", "fourth_hand")
"""The bets of a seat's hands, in the order in which they are played."""
INSURANCE = (Option("no insurance"), Option("insurance", Fraction(1, 2)))
STAND, HIT, SURRENDER = Option("stand"), Option("hit"), Option("surrender")
EARLY = (Option("no surrender"), SURRENDER)
DOUBLE, SPLIT = Option("double", Fraction(1)), Option("split", Fraction(1))


# -- the dealer's procedure ------------------------------------------------------------------------


def procedure(table: Round) -> Generator[Step, None, None]:
    yield from deal(table)
    for place in table.from_right:
        yield Settle(place.number, ("progressive",))
    players = [place for place in table.from_left if place.has("bet")]
    if players:
        yield from look_for_natural(table, players)
    if not table.found.get("dealer"):
        for place in players:
            yield from play_seat(table, place)
    yield Reveal("dealer")
    while any(has_hand_left(table, place) for place in players) and must_draw(table):
        yield Draw("dealer", 1, Face.UP)
    for place in table.from_right:
        yield Settle(place.number)


def deal(table: Round) -> Generator[Step, None, None]:
    """From the shoe, one card at a time; the dealer's second card stays face down."""
    for face in (Face.UP, Face.DOWN):
        for place in table.from_left:
            yield Draw(place.hand, 1, Face.UP)
        yield Draw("dealer", 1, face)


def look_for_natural(table: Round, players: Sequence[Place]) -> Generator[Step, None, None]:
    """Insurance against an ace; then the dealer looks under an ace or a ten."""
    if value(up_card(table)) == 1:
        for place in players:
            yield Choose(place.number, "insurance", INSURANCE)
    if is_looked_under(table):
        for place in players:
            if table.settings["early_surrender"] and total(table.cards(place.hand)) < BEST:
                yield Choose(place.number, "surrender", EARLY)
        yield Peek("dealer", TOTALS, "natural")
        if not table.found["dealer"]:
            for place in reversed(players):
                yield Settle(place.number, ("insurance",))


def play_seat(table: Round, place: Place) -> Generator[Step, None, None]:
    """Every hand of the seat; one that will not be compared with the dealer's is settled at once."""
    hand = 1
    while hand <= len(hands(table, place)):
        yield from play_hand(table, place, hand)
        if not is_compared(table, place, hand):
            yield Settle(place.number, (HANDS[hand - 1],))
        hand += 1


def play_hand(table: Round, place: Place, hand: int) -> Generator[Step, None, None]:
    while not is_over(table, place, hand):
        cards = hands(table, place)[hand - 1]
        if len(cards) < 2:
            yield Draw(pile(place, hand), 1, Face.UP)
            continue
        asked = question(table, place, hand)
        yield Choose(place.number, asked, menu(table, place, hand))
        if place.choices[asked] in (HIT, DOUBLE):
            yield Draw(pile(place, hand), 1, Face.UP)


def up_card(table: Round) -> Card:
    up = table.hand("dealer")[0]
    if isinstance(up, Blank):
        raise ReadsCardsError("the rules read the dealer's up card before it is open")
    return up


def is_looked_under(table: Round) -> bool:
    return starts_natural(up_card(table)) and bool(table.settings["dealer_peeks"])


def must_draw(table: Round) -> bool:
    cards = table.cards("dealer")
    if table.settings["dealer_hits_soft_17"] and is_soft(cards):
        return total(cards) <= STANDS
    return total(cards) < STANDS


def is_compared(table: Round, place: Place, hand: int) -> bool:
    """Whether the dealer's total matters to a hand: not after a bust or a surrender, nor to a natural."""
    own = hands(table, place)
    is_natural = TOTALS.is_natural(own[0]) and len(own) == 1
    return total(own[hand - 1]) <= BEST and not is_natural and not place.chose(SURRENDER.name)


def has_hand_left(table: Round, place: Place) -> bool:
    return any(is_compared(table, place, n) for n in range(1, len(hands(table, place)) + 1))


def alike(cards: Sequence[Card]) -> tuple[int, int, bool, int]:
    """What the Bet can tell of a pile: the number and sum of its cards, an ace, and a pair to split."""
    values = [value(card) for card in cards]
    pair = values[0] if len(values) > 1 and values[0] == values[1] else 0
    return len(values), sum(values), 1 in values, pair


# -- a seat's hands --------------------------------------------------------------------------------


def pile(place: Place, hand: int) -> str:
    return place.hand if hand == 1 else place.named(f"hand {hand}")


def question(table: Round, place: Place, hand: int) -> str:
    """A hand is asked about once for every number of cards in its pile."""
    return f"hand {hand} on {len(table.hand(pile(place, hand)))}"


def split_slots(table: Round, place: Place) -> list[tuple[Slot, ...]]:
    """The seat's hands as they lie now, in the order in which they are played."""
    held = [list(table.hand(place.hand))]
    for asked, option in place.choices.items():
        if option == SPLIT:
            second = held[hand_asked(asked) - 1].pop(1)
            held.append([second, *table.hand(pile(place, len(held) + 1))])
    return [tuple(slots) for slots in held]


def hands(table: Round, place: Place) -> list[tuple[Card, ...]]:
    table.cards(place.hand)
    return cast(list[tuple[Card, ...]], split_slots(table, place))  # every card of a seat is dealt face up


def hand_asked(asked: str) -> int:
    return int(asked.split()[1])


def is_over(table: Round, place: Place, hand: int) -> bool:
    """Whether nothing more is asked about a hand."""
    if len(hands(table, place)[hand - 1]) < 2:
        return False
    last = [option for asked, option in place.choices.items() if asked.startswith(f"hand {hand} on")][-1:]
    is_ended = place.chose(SURRENDER.name) or any(option in (STAND, DOUBLE) for option in last)
    return is_ended or not menu(table, place, hand)


def menu(table: Round, place: Place, hand: int) -> tuple[Option, ...]:
    """What may be done with a hand of at least two cards; nothing with 21 or more."""
    own = hands(table, place)
    cards, is_split = own[hand - 1], len(own) > 1
    if total(cards) >= BEST:
        return ()
    split = (SPLIT,) if may_split(table, own, cards) else ()
    if is_split and value(cards[0]) == 1 and not table.settings["hit_split_aces"]:
        return (STAND, *split) if split else ()
    if len(cards) > 2:
        return STAND, HIT
    surrender = (SURRENDER,) if may_surrender(table) and not is_split else ()
    double = (DOUBLE,) if may_double(table, cards, is_split=is_split) else ()
    return (STAND, HIT, *surrender, *double, *split)


def may_surrender(table: Round) -> bool:
    """When the hand's turn comes: late, or early where no dealer has looked for a natural before."""
    if table.settings["early_surrender"]:
        return not is_looked_under(table)
    return bool(table.settings["surrender"])


def may_double(table: Round, cards: Sequence[Card], *, is_split: bool) -> bool:
    is_allowed = table.settings["double_after_split"] or not is_split
    return bool(is_allowed) and total(cards) in totals_named(str(table.settings["double_on"]))


def may_split(table: Round, own: Sequence[Sequence[Card]], cards: Sequence[Card]) -> bool:
    """Two cards of one value, so a king and a ten as well; aces only once unless the house says so."""
    if len(cards) != 2 or value(cards[0]) != value(cards[1]) or len(own) >= int(table.settings["most_hands"]):
        return False
    return value(cards[0]) != 1 or len(own) == 1 or bool(table.settings["resplit_aces"])


# -- the bets --------------------------------------------------------------------------------------


def looks(table: Round, place: Place) -> Looks:
    dealer, own = table.hand("dealer"), split_slots(table, place)
    totals = TOTALS if len(own) == 1 else SPLIT_TOTALS
    return {
        "first four": Look(TWO_AND_TWO, table.hand(place.hand)[:2] + dealer[:2]),
        "dealer": Look(TOTALS, dealer, ruled_out=("natural",) if has_no_natural(table) else ()),
        **{f"hand {number}": Look(totals, slots) for number, slots in enumerate(own, start=1)},
    }


def has_no_natural(table: Round) -> bool:
    """What everybody knows while the hole card is still face down."""
    up = table.hand("dealer")[:1]
    could_be = any(isinstance(slot, Blank) or starts_natural(slot) for slot in up)
    return table.found.get("dealer") is False or not could_be


def stake_of_hand(number: int) -> Stake:
    """Nothing before the hand is split off, two units once it is doubled."""

    def units(place: Place) -> int:
        chosen = place.choices.items()
        if number > 1 + sum(option == SPLIT for _, option in chosen):
            return 0
        return 1 + any(option == DOUBLE and hand_asked(asked) == number for asked, option in chosen)

    return Stake(rule=units)


STAKES = {
    "insurance": raised("insurance"),
    **{bet: stake_of_hand(number) for number, bet in enumerate(HANDS, start=1)},
}


def bet(see: Sight) -> Result:
    if see.is_in("hand 1", "natural"):
        pushes = see.is_in("dealer", "natural")
        return see.push(name="two naturals") if pushes else see.pay()
    return settle_hand(see, 1)


def second_hand(see: Sight) -> Result:
    return settle_hand(see, 2)


def third_hand(see: Sight) -> Result:
    return settle_hand(see, 3)


def fourth_hand(see: Sight) -> Result:
    return settle_hand(see, 4)


def settle_hand(see: Sight, number: int) -> Result:
    """Even money for the higher total; a bust has lost whatever the dealer draws."""
    if see.chose(SURRENDER.name) and (see.setting("early_surrender") or not see.is_in("dealer", "natural")):
        return Result("surrender", see.stake, LOSE, see.stake / 2)
    if see.setting("dealer_peeks") and see.is_in("dealer", "natural"):
        return take_first_stake(see, number)
    hand = f"hand {number}"
    if see.is_in(hand, "bust"):
        return see.lose(name="bust")
    return see.duel(hand, "dealer")


def take_first_stake(see: Sight, number: int) -> Result:
    """What the peek finds takes only what lay there before anybody played on."""
    if number > 1:
        return see.push(name="dealer natural")
    return Result("dealer natural", see.stake, LOSE, see.wagered)


def insurance(see: Sight) -> Result:
    if see.is_in("dealer", "natural"):
        return see.win(name="insured", pay=to_one(2))
    return see.lose(name="no natural")


def progressive(see: Sight) -> Result:
    return see.pay()
