"""Where a table's cards come from: the protocol of its devices, and the packet shufflers.

A shuffler makes one fresh shuffle for each round, seals it, and hands out packets of the game's size.

What the approved documents say of the machines: ACE and i-Deal dispense sets of the game's size, and when
the dealer has taken his own hand, the i-Deal Plus determines the number of hands and displays it, which
selects Cover All's column. That each knows how many packets went out and whether each was whole is taken
as given. No document tells how they shuffle; here a shuffle is `shuffle_cards`.

What has been dealt and shown is opened with each round's proof. When nothing is dealt from a shuffle again
(after a round, of a shoe at its end) it is retired and opened whole, unless a seat's cards were never
shown: the deck is known, so a single hand that is left out of an opening can be told from the rest.

A fault stays until somebody says that it is cured, or the backup takes over and shuffles afresh. A packet of
the wrong count ends all dealing from that deck (MD COMAR 36.05.03.27): cured, the device shuffles afresh too.

Where the documents let a dealer deal by hand, with or without a shoe, the house's shuffle takes the device's
place: it counts nothing and shows nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn, Protocol

from pitboss.base.error import InputError, PitbossError
from pitboss.cards import Card, Deck
from pitboss.table.randomness import Randomness, shuffle_cards
from pitboss.table.seal import Opening, SealedDeck, seal


class ShufflerFault(PitbossError):  # noqa: N818  a fault is what the floor calls it
    """The device cannot go on: the round is void and the backup takes over."""


class CardSource(Protocol):
    """A device that a table deals from.

    Between rounds it shuffles, if it needs to, and the commitment is published; then `start_round`,
    packets, `end_round`.
    """

    @property
    def name(self) -> str: ...
    @property
    def randomness(self) -> Randomness: ...
    @property
    def sealed(self) -> SealedDeck:
        """The shuffle that it deals from, private to the table."""

    @property
    def commitment(self) -> str: ...
    @property
    def position(self) -> int:
        """Where in the shuffle the next card lies."""

    @property
    def packets(self) -> int:
        """Packets out since the round started."""

    @property
    def needs_shuffle(self) -> bool: ...
    @property
    def fault(self) -> str | None: ...
    @property
    def is_spoiled(self) -> bool:
        """Whether a packet was wrong: nothing more is dealt from this shuffle, even by a cured device."""

    @property
    def shows_hands(self) -> bool:
        """Whether it displays the number of hands once the dealer has taken his own."""

    def shuffle(self) -> str:
        """Shuffle and seal all cards; the new commitment."""

    def start_round(self) -> None: ...
    def take(self, count: int) -> tuple[Card, ...]:
        """One packet of n cards."""

    def end_round(self, *, spoiled: bool = False, shown: Iterable[int] = ()) -> None:
        """The round is over; after a spoiled one the cards are shuffled again.

        `shown` are the positions that are nobody's secret; whatever else was dealt stays sealed for good.
        """

    def retire(self) -> Opening | None:
        """Deal no more from this shuffle and open it whole; None where that would tell a secret."""

    def fail(self, why: str) -> None:
        """Somebody says that the device is broken."""

    def mend(self) -> None:
        """Somebody says that it works again."""


class SealedSource:
    """What a shuffler and a shoe share: a sealed shuffle, dealt from the top, and faults that stay."""

    opens_shuffles = False
    """Whether a shuffle is opened when it is retired: a device does, a record or a stacked deck does not."""
    shows_hands = False

    def __init__(self, name: str, deck: Deck, randomness: Randomness) -> None:
        self.name = name
        self.deck = deck
        self.randomness = randomness
        self.position = 0
        self.packets = 0
        self.in_round = False
        self.fault: str | None = None
        self.is_spoiled = False
        self._sealed: SealedDeck | None = None
        self._is_spent = False
        self.is_retired = False
        self._first = 0
        """Where the round's first card lay."""
        self.secret: set[int] = set()
        """Positions of this shuffle that only one seat knows."""
        self._cards = tuple(deck)

    @property
    def sealed(self) -> SealedDeck:
        if self._sealed is None:
            raise InputError(f"the {self.name} has not shuffled yet: shuffle first")
        return self._sealed

    @property
    def commitment(self) -> str:
        return self.sealed.commitment

    @property
    def needs_shuffle(self) -> bool:
        return self._sealed is None or self._is_spent

    def shuffle(self) -> str:
        self._check_fault()
        if self.in_round:
            raise InputError("no shuffle while a round is in progress: end the round first")
        self._sealed = seal(shuffle_cards(self._cards, self.randomness), self.randomness)
        self.position = 0
        self._is_spent = self.is_retired = self.is_spoiled = False
        self.secret.clear()
        return self.commitment

    @property
    def has_shuffled(self) -> bool:
        return self._sealed is not None

    def resume(self, sealed: SealedDeck, position: int, *, secret: Iterable[int], is_spent: bool) -> None:
        """Go on with a shuffle that was made before; `secret` are positions that only one seat knows."""
        self._sealed, self.position, self._is_spent = sealed, position, is_spent
        self.is_retired, self.secret = False, set(secret)

    def start_round(self) -> None:
        self._check_fault()
        if self.in_round:
            raise InputError("a round is in progress: end it before the next starts")
        if self.needs_shuffle:
            raise InputError(f"the {self.name} needs a shuffle before the next round")
        self.packets = 0
        self._first = self.position
        self.in_round = True

    def take(self, count: int) -> tuple[Card, ...]:
        self._check_fault()
        if not self.in_round:
            raise InputError("cards are dealt in a round only: start one first")
        if count < 1:
            raise InputError(f"a packet has at least one card, not {count}")
        return self._hand_out(count)

    def end_round(self, *, spoiled: bool = False, shown: Iterable[int] = ()) -> None:
        if self.in_round:
            self.secret.update(set(range(self._first, self.position)).difference(shown))
        self.in_round = False
        self._is_spent = self._is_spent or spoiled

    def retire(self) -> Opening | None:
        is_told = self._sealed is None or self.is_retired or not self.opens_shuffles
        self._is_spent = self.is_retired = True
        if is_told or self.secret:
            return None
        return self.sealed.open(range(len(self.sealed.cards)))

    def fail(self, why: str) -> None:
        self.fault = self.fault or why

    def mend(self) -> None:
        self.fault = None

    def _hand_out(self, count: int) -> tuple[Card, ...]:
        left = len(self.sealed.cards) - self.position
        if count > left:
            self._break(f"a packet of {count} cards was asked for with {left} left")
        packet = self.sealed.cards[self.position : self.position + count]
        self.position += count
        self.packets += 1
        return packet

    def _check_fault(self) -> None:
        if self.fault is not None:
            raise ShufflerFault(f"{self.name}: {self.fault}")

    def _break(self, why: str) -> NoReturn:
        self.fail(why)
        self.is_spoiled = True
        raise ShufflerFault(f"{self.name}: {self.fault}")


# -- packet shufflers ------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShufflerModel:
    name: str
    shows_hands: bool
    """Whether it displays the number of hands once the dealer has taken his own."""
    detects_miscount: bool
    """Whether it knows that a packet is not whole."""


ACE = ShufflerModel("ACE", shows_hands=False, detects_miscount=True)
I_DEAL = ShufflerModel("i-Deal", shows_hands=False, detects_miscount=True)
I_DEAL_PLUS = ShufflerModel("i-Deal Plus", shows_hands=True, detects_miscount=True)
HAND_SHUFFLE = ShufflerModel("hand shuffle", shows_hands=False, detects_miscount=False)
DEALING_SHOE = ShufflerModel("dealing shoe", shows_hands=False, detects_miscount=False)
"""Shuffled by the dealer as the house has it; dealt from the hand, or from a shoe."""
BY_HAND = frozenset({HAND_SHUFFLE.name, DEALING_SHOE.name})
MODELS = {model.name: model for model in (ACE, I_DEAL, I_DEAL_PLUS, HAND_SHUFFLE, DEALING_SHOE)}


class PacketShuffler(SealedSource):
    """One fresh shuffle for each round, handed out in packets of the sizes it is set for, if it is."""

    opens_shuffles = True

    def __init__(
        self, model: ShufflerModel, deck: Deck, packet_sizes: Iterable[int], randomness: Randomness
    ) -> None:
        super().__init__(model.name, deck, randomness)
        self.model = model
        self.shows_hands = model.shows_hands
        self.packet_sizes = tuple(packet_sizes)
        self._misfed = 0

    @property
    def hands_shown(self) -> int | None:
        """The number on its display, if it has one."""
        return self.packets if self.model.shows_hands else None

    def end_round(self, *, spoiled: bool = False, shown: Iterable[int] = ()) -> None:
        del spoiled
        super().end_round(spoiled=True, shown=shown)

    def misfeed(self, cards: int) -> None:
        """For training and tests: the next packet has n cards too many or, below zero, too few."""
        self._misfed = cards

    def _hand_out(self, count: int) -> tuple[Card, ...]:
        if self.packet_sizes and count not in self.packet_sizes:
            sizes = " or ".join(map(str, self.packet_sizes))
            raise InputError(f"the {self.name} is set for packets of {sizes} cards, not {count}")
        found = max(0, count + self._misfed)
        self._misfed = 0
        if found != count and self.model.detects_miscount:
            self._break(f"{found} cards counted in a packet of {count}")
        return super()._hand_out(found)
