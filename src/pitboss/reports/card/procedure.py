"""The dealer's procedure on a card: the game's cues in the order of a round, with their blanks made readable.

Cues stand in the data file in the order of a round; bets whose cues stand side by side are settled in the
order that the house has chosen. A cue for something that is not offered at this table is left out.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from pitboss.cards.hand_name import line_words
from pitboss.reports.card.foot import capital
from pitboss.reports.wording import bet_label
from pitboss.rules import Game
from pitboss.rules.cue import FIXED, Cue

SETTLE, CHOOSE, ASK, PEEK, OPEN = "settle ", "choose ", "ask ", "peek ", "open "
ENVY = ("keep", "lock up", "envy")
TOLD = re.compile(r":\s*(\{\w+\}|for|,|\s)+$")
"""The end of a cue that only the live table can fill in: ': {result}, {amount} for {stake}'."""
PLAIN = re.compile(r"settles (the )?[\w ]+ of seat \{seat\}" + TOLD.pattern)
SAID = {"seat": "N", "best": "‹hand›"}
DONE = {"seat": "N", "best": "the best hand", "holder": "its holder", "hands": "as many"}
"""What stands for the words that only a live table can fill in, where 'seat N' and '‹hand›' would not do."""


class ProcedureStep(NamedTuple):
    at: str
    """When: 'Deal', 'On fold', 'Open: below queen high'."""
    does: str
    says: str


def steps_of(game: Game, wagers: Collection[str]) -> tuple[ProcedureStep, ...]:
    order = settle_order(game, wagers)
    found: list[ProcedureStep] = []
    for is_plain, cues in groupby(order_cues(game, wagers), key=is_plain_settling):
        same = list(cues)
        found += [merge(game, same, order)] if is_plain else [make_step(game, cue, order) for cue in same]
    return tuple(found)


# -- which cues, in which order --------------------------------------------------------------------


def order_cues(game: Game, wagers: Collection[str]) -> list[Cue]:
    """As the file has them; bets that are settled side by side in the house's order."""
    order = settle_order(game, wagers)
    found: list[Cue] = []
    cues = [cue for cue in game.manual if is_used(game, cue, wagers)]
    for settles, group in groupby(cues, key=lambda cue: cue.at.startswith(SETTLE)):
        same = list(group)
        if settles:
            known = [cue for cue in same if bet_of(cue) in order]
            found += sorted(known, key=lambda cue: order.index(bet_of(cue)))
        else:
            found += repeat_openings(same, cues)
    return found


def repeat_openings(same: list[Cue], cues: list[Cue]) -> Iterator[Cue]:
    """A hand that is opened card by card is opened after each question that a card follows."""
    for cue in same:
        yield cue
        yield from (other for other in cues if cue.at in other.again and other.at.startswith(OPEN))


def settle_order(game: Game, wagers: Collection[str]) -> list[str]:
    """The bets of these wagers moment by moment, within one in the house's order; last those that wait."""
    order = game.house_rules.settlement_order
    bets = [bet for bet in order if any(bet in game.wagers[wager].bets for wager in wagers)]
    moments, late = settle_moments(game), late_bets(game)
    return sorted(bets, key=lambda bet: (bet in late, moments.get(bet, len(game.manual))))


def settle_moments(game: Game) -> dict[str, int]:
    """When each bet is settled: the same number for those whose cues stand side by side."""
    runs = groupby(game.manual, key=lambda cue: cue.at.startswith(SETTLE))
    return {bet_of(cue): n for n, (settles, run) in enumerate(runs) for cue in run if settles}


def early_bets(game: Game) -> list[str]:
    """Bets that are settled before anybody decides anything, or a hand is opened; none where nothing is."""
    cues = game.manual
    first = next((n for n, cue in enumerate(cues) if cue.at.startswith((ASK, PEEK, OPEN))), 0)
    return [bet_of(cue) for cue in cues[:first] if cue.at.startswith(SETTLE)]


def late_bets(game: Game) -> list[str]:
    """Bets that wait until every seat is done."""
    return [bet for wager in game.wagers.values() if wager.waits for bet in wager.bets]


def bet_of(cue: Cue) -> str:
    return cue.at.removeprefix(SETTLE)


def is_used(game: Game, cue: Cue, wagers: Collection[str]) -> bool:
    """Whether the cue can come up at this table: its wager may be placed, its envy is paid."""
    if cue.has and cue.has not in wagers:
        return False
    if cue.at in ENVY:
        return any(pays_envy(game, wager) for wager in wagers)
    if cue.envy:
        return cue.envy in wagers and pays_envy(game, cue.envy)
    return not cue.without or cue.without in wagers


def pays_envy(game: Game, wager: str) -> bool:
    return any(table.envy_micros for table in game.chosen.get(wager, ()))


def is_plain_settling(cue: Cue) -> bool:
    """Whether the cue says no more than that the bet is settled now."""
    return bool(cue.at.startswith(SETTLE) and not cue.says and PLAIN.fullmatch(cue.does))


# -- in words --------------------------------------------------------------------------------------


def make_step(game: Game, cue: Cue, order: list[str]) -> ProcedureStep:
    does = (
        TOLD.sub("", cue.does).replace("seat {seat}", "the seat").replace("{hands} hands", "the hands dealt")
    )
    return ProcedureStep(", ".join(at_words(game, cue, order)), fill(does, DONE), fill(cue.says, SAID))


def merge(game: Game, cues: list[Cue], order: list[str]) -> ProcedureStep:
    """One line for bets that are settled one after the other and in the same way."""
    if len(cues) == 1:
        return make_step(game, cues[0], order)
    bets = [bet_of(cue) for cue in cues]
    between = "and" if len(bets) == 2 else "to"
    numbers = f"Settle {order.index(bets[0]) + 1} {between} {order.index(bets[-1]) + 1}"
    *first, last = (bet_label(game, bet) for bet in bets)
    return ProcedureStep(numbers, f"settles {', '.join(first)} and {last} of the seat", "")


def at_words(game: Game, cue: Cue, order: list[str]) -> Iterator[str]:
    """The point of the round, and the condition under which it comes to this."""
    again = bool(cue.again) and cue.at.startswith(CHOOSE)
    if cue.line or cue.below:
        below = line_words(cue.below.removesuffix("_or_better"))
        yield f"{capital(cue.at.partition(' ')[0])}: {line_words(cue.line) or f'below {below}'}"
    else:
        yield point_words(game, cue.at, order) + ", each time" * again
    if cue.has:
        yield f"with {game.wagers[cue.has].label}"
    if cue.lacks:
        yield f"without {game.wagers[cue.lacks].label}"
    if cue.without:
        yield f"no {game.wagers[cue.without].label}"
    if cue.envy:
        yield f"envy on {game.wagers[cue.envy].label}"


def point_words(game: Game, at: str, order: list[str]) -> str:
    """'Deal: seat', 'On fold', 'Settle 2: Ante' with the number that the bet has on the plan."""
    kind, _, name = at.partition(" ")
    if at in FIXED:
        return capital(at)
    if kind == "settle":
        return f"Settle {order.index(name) + 1}: {bet_label(game, name)}"
    if kind == "choose":
        return f"On {name}"
    return f"{capital(kind)}: {'seat' if name == 'seat hand' else name.removesuffix(' on')}"


def fill(text: str, words: Mapping[str, str]) -> str:
    """With a name in place of what only a live table knows: 'Dealer has ‹hand›.'"""
    return re.sub(r"\{(\w+)\}", lambda found: words.get(found[1], f"‹{found[1]}›"), text)


def order_words(game: Game, order: list[str]) -> str:
    """The order of settling as a dealer learns it."""
    return "; ".join(order_parts(game, order))


def order_parts(game: Game, order: list[str]) -> Iterator[str]:
    first, last = early_bets(game), late_bets(game)
    early, late = ([bet_label(game, bet) for bet in order if bet in part] for part in (first, last))
    between = [bet_label(game, bet) for bet in order if bet not in (*first, *last)]
    if early:
        yield f"before anybody decides: {', '.join(early)}, unless a hidden card may change it"
    yield f"from your right, seat by seat: {', '.join(between)}"
    if late:
        yield f"when every seat is done: {', '.join(late)}"
