"""Casino War: one card each, the higher wins; on equal ranks the player surrenders or goes to war."""

from collections.abc import Generator, Iterable, Sequence
from fractions import Fraction

from pitboss.base.error import InputError
from pitboss.base.odds import for_one
from pitboss.cards import Card, Ranking, Worth
from pitboss.cards.card import ACE, LOWEST
from pitboss.cards.hand_name import NAMES
from pitboss.rules import (
    BONUS,
    Choose,
    Draw,
    Face,
    Look,
    Looks,
    Option,
    Place,
    Result,
    Round,
    Settle,
    Sight,
    Step,
    raised,
)
from pitboss.rules.bet import NOTHING


class HighCard(Ranking):
    """One card; aces are high, and suits mean nothing."""

    name = "high-card"
    size = 1
    atom_names = tuple(NAMES[rank] for rank in range(LOWEST, ACE + 1))

    def worth(self, cards: Sequence[Card]) -> Worth:
        (card,) = cards
        return Worth(card.rank, card.rank - LOWEST)


class SameRank(Ranking):
    """Two cards that are of one rank or not."""

    name = "two-card tie"
    size = 2
    atom_names = ("different", "tie")

    def worth(self, cards: Sequence[Card]) -> Worth:
        if len(cards) != self.size:
            raise InputError(f"a {self.name} needs {self.size} cards, got {len(cards)}")
        atom = int(cards[0].rank == cards[1].rank)
        return Worth(atom + 1, atom)

    def describe(self, cards: Sequence[Card], lines: Iterable[str] = ()) -> str:
        del lines
        return " against ".join(NAMES[card.rank] for card in cards)


HIGH_CARD = HighCard()
SAME_RANK = SameRank()
RANKINGS = {"first cards": SAME_RANK, "war cards": SAME_RANK}

STAKES = {"war_bet": raised("war"), "war_bonus": BONUS}
WAR = (Option("surrender"), Option("go to war", Fraction(1)))
HALF = for_one(Fraction(1, 2))


def alike(cards: Sequence[Card]) -> tuple[int, ...]:
    """Suits mean nothing; where there is a second card, both first cards were equal and are done with."""
    return len(cards), cards[-1].rank


def procedure(table: Round) -> Generator[Step, None, None]:
    for place in table.from_left:
        yield Draw(place.hand, 1, Face.UP)
    yield Draw("dealer", 1, Face.UP)
    (dealer,) = table.cards("dealer")
    for place in table.from_left:
        if place.has("bet") and table.cards(place.hand)[0].rank == dealer.rank:
            yield Choose(place.number, "war", WAR)
    for place in table.from_left:
        if place.chose("go to war"):
            yield Draw("burnt", 3, Face.DOWN)
            yield Draw(place.hand, 1, Face.UP)
    if any(place.chose("go to war") for place in table.places):
        yield Draw("dealer", 1, Face.UP)
    for place in table.from_right:
        yield Settle(place.number)


def looks(table: Round, place: Place) -> Looks:
    """The first cards always; where there is a war, the second cards decide it."""
    own, dealer = table.hand(place.hand), table.hand("dealer")
    at = 1 if place.chose("go to war") else 0
    own_card, dealer_card = own[at : at + 1], dealer[at : at + 1]
    return {
        "player": Look(HIGH_CARD, own_card),
        "dealer": Look(HIGH_CARD, dealer_card),
        "first cards": Look(SAME_RANK, own[:1] + dealer[:1]),
        "war cards": Look(SAME_RANK, own_card + dealer_card),
    }


def bet(see: Sight) -> Result:
    if see.chose("surrender"):
        return see.win(name="surrender", pay=HALF)
    if not see.chose("go to war"):
        return see.duel("player", "dealer")
    return see.lose(name="war lost") if see.order("player", "dealer") < 0 else see.push(name="war won")


def war_bet(see: Sight) -> Result:
    """Won by the higher card and by an equal one."""
    return see.lose(name="war lost") if see.order("player", "dealer") < 0 else see.win(name="war won")


def war_bonus(see: Sight) -> Result:
    return see.bonus() if see.chose("go to war") else NOTHING


def tie(see: Sight) -> Result:
    return see.pay()
