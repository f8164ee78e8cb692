"""A situation: a seat's decision with what the seat has seen, and the words for it.

Situations are dealt by the game's own procedure to one seat with the base wager. Words know no game: the
hand that is decided about is the look that the question names ("hand 2 on 1" is about "hand 2"), the look of
the base wager, or the first one at the seat's cards.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pitboss.base.error import InputError
from pitboss.cards import Card, Ranking, format_cards
from pitboss.cards.card import ACE, RANKS
from pitboss.cards.hand_name import NAMES, hand_parts
from pitboss.cards.poker import PokerRanking
from pitboss.cards.totals import TEN, Totals
from pitboss.house.training.deck import LooseCards
from pitboss.rules import Choose, Done, Draw, Game, Look, Looks, Option, Peek, Record, Reveal, Round, Slot
from pitboss.rules.hand import parse_hand
from pitboss.table.cueing import point_of
from pitboss.table.deal import Deal
from pitboss.table.randomness import Randomness

ME = 1
DEALER = "dealer"
PARTS = {(3,): "three_of_a_kind", (2, 2): "two_pair", (2,): "pair"}


@dataclass(frozen=True)
class Situation:
    game: Game
    record: Record
    """The round so far, as the seat knows it."""
    round: Round
    step: Choose
    look: Look
    """The hand that is decided about."""
    own: tuple[Card, ...]
    """The seat's own cards in it."""

    @property
    def shared(self) -> dict[str, tuple[Slot, ...]]:
        """Hands that the seat shares or plays against, as they lie."""
        return {name: slots for name, slots in self.round.hands.items() if not parse_hand(name).seat}

    @property
    def topic(self) -> str:
        """The kind of question that this is, for progress: "play: queen high"."""
        asked = point_of("", self.step.question).removesuffix(" on")
        return f"{asked}: {self.coarse_hand}{self.against}" if self.is_about_hand else asked

    @property
    def is_about_hand(self) -> bool:
        """Insurance is not: totals are decided about by name."""
        return isinstance(self.look.ranking, PokerRanking) or self.step.question.startswith("hand ")

    @property
    def coarse_hand(self) -> str:
        """The line and the high card."""
        look, own = self.look, self.own
        if not isinstance(look.ranking, PokerRanking) and len(own) == 2 and own[0].rank == own[1].rank:
            return "-".join(rank_sign(card) for card in own)
        return call_hand(look.ranking, look.cards)

    @property
    def against(self) -> str:
        """The dealer's open card."""
        shown = open_cards(self.round.hand(DEALER))
        if len(shown) != 1:
            return ""
        is_total = isinstance(self.look.ranking, Totals)
        rank = min(shown[0].rank, TEN) if is_total and shown[0].rank != ACE else shown[0].rank
        return f" against {with_article(NAMES[rank])}"

    @property
    def hand_words(self) -> str:
        """The hand in a sentence."""
        if not isinstance(self.look.ranking, PokerRanking):
            return f"{self.coarse_hand}{self.against}"
        boards = {name: open_cards(slots) for name, slots in self.shared.items() if name != DEALER}
        seen = [*self.own, *(card for cards in boards.values() for card in cards)]
        words = name_cards(self.own, suits=is_nearly_suited(seen))
        for name, cards in boards.items():
            words += f" and {name_cards(cards, suits=is_nearly_suited(seen))} on the {name}" if cards else ""
        return f"{words}{self.against}"

    def name_option(self, option: Option) -> str:
        """A discard by its card."""
        if option.place is None:
            return option.name
        return f"{option.name.split()[0]} {self.round.hand(self.round.place(ME).hand)[option.place]}"


def open_cards(slots: Sequence[Slot]) -> tuple[Card, ...]:
    return tuple(slot for slot in slots if isinstance(slot, Card))


def call_hand(ranking: Ranking, slots: Sequence[Slot]) -> str:
    """What the hand is in a dealer's words, or what can be said of it while cards are missing."""
    cards = open_cards(slots)
    if len(cards) == len(slots) and len(cards) >= ranking.size:
        return ranking.call(cards)
    counts = sorted(Counter(card.rank for card in cards).items(), key=lambda one: (-one[1], -one[0]))
    shape = tuple(count for _, count in counts if count > 1)
    return hand_parts(PARTS.get(shape, "high_card"), tuple(rank for rank, _ in counts))[0]


def name_cards(cards: Sequence[Card], *, suits: bool) -> str:
    ordered = sorted(cards, reverse=True)
    return format_cards(ordered) if suits else "-".join(map(rank_sign, ordered))


def rank_sign(card: Card) -> str:
    return card.sign if card.is_joker else RANKS[card.rank - 2].replace("T", "10")


def is_nearly_suited(cards: Sequence[Card]) -> bool:
    """Whether suits can matter: all cards but one at most are of one suit."""
    most = max(Counter(card.suit for card in cards).values())
    return most > 1 and most >= len(cards) - 1


def with_article(name: str) -> str:
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


# -- dealing ---------------------------------------------------------------------------------------


def walk(game: Game, randomness: Randomness, decide: Callable[[Situation], Option]) -> Iterator[Situation]:
    """Every decision of one seat in a round; each is taken by `decide` after it was handed over."""
    if not game.deciding:
        raise InputError(f"{game.name} has no decision to train: train as a dealer instead")
    deal = Deal(game, (game.seat(*game.deciding, number=ME),), LooseCards(game.deck, randomness), 0)
    while not isinstance(deal.step, Done):
        match deal.step:
            case Draw() as step:
                deal.draw(step)
            case Reveal() as step:
                deal.reveal(step)
            case Peek() as step:
                deal.peek(step)
            case Choose() as step:
                situation = read_situation(game, deal.record_for(ME))
                yield situation
                deal.choose(step.seat, step.question, decide(situation))
            case _:
                pass
        deal.advance()


def read_situation(game: Game, record: Record) -> Situation:
    """The decision that comes next in a record."""
    round_, step = game.replay(record)
    assert isinstance(step, Choose), f"no decision comes next, but {step}"
    look, own = decided_hand(game, round_, step)
    return Situation(game, record, round_, step, look, own)


def decided_hand(game: Game, round_: Round, step: Choose) -> tuple[Look, tuple[Card, ...]]:
    """The look that is decided about, and the seat's own cards in it."""
    place = round_.place(step.seat)
    looks = game.looks(round_, place)
    named = next((name for name in looks if step.question.startswith(f"{name} ")), "")
    look = looks[named or game.wagers[game.deciding[0]].look or first_look(looks, round_.hand(place.hand))]
    assert isinstance(look, Look), "a decision is about one hand"
    return look, open_cards(look.cards if named else round_.hand(place.hand))


def first_look(looks: Looks, own: tuple[Slot, ...]) -> str:
    """The first look at some of these cards; or at any, where a seat has none of its own."""
    found = {name: look for name, look in looks.items() if isinstance(look, Look)}
    return next((name for name, look in found.items() if set(own) & set(look.cards)), next(iter(found)))
