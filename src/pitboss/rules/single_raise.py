"""The second half of many games: fold, or raise once by the own cards; then cards are opened and settled."""

from collections.abc import Generator, Mapping

from pitboss.rules.bet import FOLD
from pitboss.rules.record import Place, Round
from pitboss.rules.step import Choose, Option, Reveal, Settle, Step, offer


def raise_once(
    table: Round,
    question: str,
    options: tuple[Option, ...],
    *,
    opens: str = "dealer",
    loses: tuple[str, ...] = (),
    stays: Mapping[str, str] | None = None,
) -> Generator[Step, None, None]:
    """From the left every seat with an ante decides, and a fold is collected at once; then the hand that
    `opens` and, from the right, the seats' own are opened and settled.

    A fold loses the bets that it `loses`, or all. A wager that `stays` outlives it, and keeps the cards on
    the table, while the setting beside it is on.
    """
    stays = stays or {}
    lost = loses and (*loses, *(wager for wager, setting in stays.items() if not table.settings[setting]))
    for place in table.from_left:
        if place.has("ante"):
            yield Choose(place.number, question, offer(table.hand(place.hand), options))
            if place.chose(FOLD):
                yield Settle(place.number, lost, takes_cards=not is_opened(table, place, stays))
    yield Reveal(opens)
    for place in table.from_right:
        if is_opened(table, place, stays):
            yield Reveal(place.hand)
        yield Settle(place.number)


def is_opened(table: Round, place: Place, stays: Mapping[str, str]) -> bool:
    """Folded cards stay unseen, unless a wager that the house lets outlive a fold still rides on them."""
    if not place.chose(FOLD):
        return True
    return any(place.has(wager) and bool(table.settings[setting]) for wager, setting in stays.items())
