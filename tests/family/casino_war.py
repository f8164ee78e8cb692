"""Casino War: one card each, the higher wins; on equal ranks the player surrenders or goes to war."""

from collections.abc import Generator, Sequence
from fractions import Fraction

from pitboss.base.odds import for_one, to_one
from pitboss.cards import Card, Deck, Ranking, Worth
from pitboss.cards.card import ACE, LOWEST
from pitboss.rules import (
    Choose,
    Draw,
    Face,
    Look,
    Looks,
    Option,
    Place,
    Result,
    Round,
    Sight,
    Step,
    raised,
)


class HighCard(Ranking):
    """One card, by its rank."""

    name = "high-card"
    size = 1
    atom_names = tuple(f"rank_{rank}" for rank in range(LOWEST, ACE + 1))

    def worth(self, cards: Sequence[Card]) -> Worth:
        (card,) = cards
        return Worth(card.rank, card.rank - LOWEST)


HIGH_CARD = HighCard()
RANKINGS = {"player": HIGH_CARD, "dealer": HIGH_CARD}

STAKES = {"raise_bet": raised("war")}
WAR = (Option("surrender"), Option("go to war", Fraction(1)))


def alike(cards: Sequence[Card]) -> tuple[int, ...]:
    """Suits mean nothing; where there is a second card, both first cards were equal and are done with."""
    return len(cards), cards[-1].rank


def make_shoe(decks: int) -> Deck:
    """A shoe without suits, which mean nothing here."""
    return Deck(tuple((Card(rank, 0), 4 * decks) for rank in range(LOWEST, ACE + 1)))


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


def looks(table: Round, place: Place) -> Looks:
    """The second card of each once there is a war, for `now`; the first cards always."""
    own, dealer = table.hand(place.hand), table.hand("dealer")
    war = place.chose("go to war")
    return {
        "player": Look(HIGH_CARD, own[:1]),
        "dealer": Look(HIGH_CARD, dealer[:1]),
        "player now": Look(HIGH_CARD, own[1:] if war else own[:1]),
        "dealer now": Look(HIGH_CARD, dealer[1:] if war else dealer[:1]),
    }


def bet(see: Sight) -> Result:
    if see.chose("surrender"):
        return see.win(name="surrender", pay=for_one(Fraction(1, 2)))
    if not see.chose("go to war"):
        return see.duel("player", "dealer")
    if see.order("player now", "dealer now") < 0:
        return see.lose()
    return see.push(name="war won")


def raise_bet(see: Sight) -> Result:
    """Won by the higher card and by an equal one."""
    return see.lose() if see.order("player now", "dealer now") < 0 else see.win()


def tie(see: Sight) -> Result:
    if see.order("player", "dealer"):
        return see.lose()
    return see.win(name="tie", pay=to_one(10))
