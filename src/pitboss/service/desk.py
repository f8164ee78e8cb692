"""What lies before the dealer: what comes next, in words; the shuffler; hands, players and their chips.

Everything here is what everybody at the table may see, put the way a dealer needs it.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from pitboss.cards.hand_name import line_words
from pitboss.house.agreement import why_not_end
from pitboss.house.room.hosted import Hosted
from pitboss.reports.wording import wager_label
from pitboss.rules import Peek, Reveal
from pitboss.rules.hand import parse_hand
from pitboss.rules.step import Done
from pitboss.service.acts import DECIDES, REPORTS, RUNS, describe_acts
from pitboss.table import event
from pitboss.table.cueing import Call
from pitboss.table.phase import Phase
from pitboss.table.shuffler import BY_HAND, CardSource
from pitboss.table.state import State
from pitboss.table.table import Table
from pitboss.table.view import view

MOST_SAID = 6


def describe_desk(hosted: Hosted) -> dict[str, Any]:
    table, waits = hosted.table, waits_for_win(hosted)
    return {
        "next": [{"does": does, "says": says} for does, says in (waits and [waits]) or next_words(table)],
        "said": [{"does": call.does, "says": call.says} for call in last_said(hosted)],
        "runs": [
            {**act, "why_not": act["why_not"] or (waits[0] if waits else "")}
            for act in describe_acts(table, RUNS)
        ],
        "reports": describe_acts(table, REPORTS),
        "decides": describe_acts(table, DECIDES),
        "incident": last_incident(hosted),
        "shuffler": describe_shuffler(table),
        "column": describe_column(table),
        "hands": [
            {"name": name, "words": hand_words(name), "cards": list(cards)}
            for name, cards in view(table).hands.items()
        ],
        "kept": describe_kept(table),
        "players": describe_players(table),
    }


# -- what comes next -------------------------------------------------------------------------------


def next_words(table: Table) -> Iterator[tuple[str, str]]:
    """The game's own cues; where those speak of a card that is still hidden, what is done with it."""
    match table.phase:
        case Phase.IDLE:
            yield from as_words(table.calls("bets"))
        case Phase.BETTING:
            yield from as_words(Call(cue) for cue in table.cues.get("no more bets", ()) if cue.is_plain)
        case Phase.REVIEW:
            yield "waits for the floor: play on, or void the round", "Floor, please."
        case Phase.HALTED:
            yield (
                "waits for the floor: the fault is cured, the backup takes over, or the round is void",
                "Shuffler, floor please.",
            )
            yield from as_words(view(table).next)
        case _:
            found = list(as_words(view(table).next))
            yield from found or uncued(table)


def waits_for_win(hosted: Hosted) -> tuple[str, str] | None:
    """A round is not closed while a win of it is open, or table and keypad differ."""
    if hosted.live is None or hosted.table.phase is not Phase.CLOSING:
        return None
    state = hosted.live.controller
    for win in state.round.open_wins:
        return (
            f"waits for {state.needs(win.micros)}: the win of seat {win.lamp.seat} is not confirmed",
            "Floor, please.",
        )
    why = why_not_end(hosted.live, hosted.table)
    return (f"cannot close the round: {why}", "") if why else None


def as_words(calls: Any) -> Iterator[tuple[str, str]]:
    return ((call.does, call.says) for call in calls)


def uncued(table: State) -> Iterator[tuple[str, str]]:
    match table.running.deal.step:
        case Reveal(hand=hand):
            yield f"opens {hand_words(hand)}", ""
        case Peek(hand=hand):
            yield f"looks under {hand_words(hand)}", ""
        case Done():
            yield "closes the round", ""
        case _:
            yield "goes on", ""


def hand_words(hand: str) -> str:
    """'seat 2 hand' as it is spoken of: the hand of seat 2."""
    if hand == "dealer":
        return "the house's hand"
    seat, name = parse_hand(hand)
    return f"the {name} of seat {seat}" if seat else f"the {name}"


def last_said(hosted: Hosted) -> list[Call]:
    """What the dealer did and said last, the latest at the end."""
    called = (one.call for _, one in reversed(hosted.recent) if isinstance(one, event.DealerCalled))
    return list(islice(called, MOST_SAID))[::-1]


def last_incident(hosted: Hosted) -> str:
    """Why the table waits for the floor, as somebody said it."""
    if hosted.table.phase not in (Phase.REVIEW, Phase.HALTED):
        return ""
    for _, one in reversed(hosted.recent):
        if isinstance(one, event.Incident):
            return f"{one.by}: {one.why}"
    return ""


# -- the felt --------------------------------------------------------------------------------------


def describe_shuffler(table: State) -> dict[str, Any]:
    source, backup = table.source, table.backup
    return {
        "name": source.name,
        "mode": table.setup.game.mode if source.name not in BY_HAND else "",
        "commitment": source.commitment if table.number else "",
        "hands": source.packets if table.play else None,
        "shows_hands": source.shows_hands,
        "fault": source.fault or "",
        "backup": backup.name if backup else "",
        "backup_fault": backup_fault(backup),
    }


def backup_fault(backup: CardSource | None) -> str:
    return (backup.fault or "") if backup else ""


def describe_column(table: State) -> dict[str, Any] | None:
    """Where a paytable has a column for each number of hands: which one is in force in this round."""
    game = table.setup.game
    for wager, tables in game.chosen.items():
        if any(one.hands for one in tables):
            dealt = table.play.seen.hands if table.play else None
            hands = (table.play.column if table.play else 0) or (dealt if table.source.shows_hands else None)
            is_asked = table.phase is Phase.COLUMN
            return {"label": wager_label(game, wager), "hands": hands, "is_asked": is_asked}
    return None


def describe_kept(table: State) -> list[dict[str, Any]]:
    kept = table.play.kept if table.play else {}
    return [{"seat": seat, "hand": line_words(line)} for (seat, _), line in sorted(kept.items())]


def describe_players(table: State) -> list[dict[str, Any]]:
    """Everybody who sits or has chips here."""
    seats: dict[str, list[int]] = {name: [] for name in table.player_chips()}
    for seat, name in sorted(table.seating.players.items()):
        seats.setdefault(name, []).append(seat)
    return [
        {"player": name, "seats": held, "chips_micros": table.chips(name)}
        for name, held in sorted(seats.items(), key=lambda one: (one[1] or [99], one[0]))
    ]
