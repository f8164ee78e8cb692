"""What one seat may see of a table, or what everybody may: plain data, ready for a screen or a wire.

An unrevealed card is in no view: the table masks it before the view is made, and a view holds cards as
text, so there is nothing under them.
"""

from collections.abc import Collection, Mapping

from pitboss.rules import Choose, Draw, Option, Peek, Reveal, Settle
from pitboss.rules.cue import Cue
from pitboss.table.cueing import Call, CueFinding, point_of
from pitboss.table.deal import Deal
from pitboss.table.dealing import collect_calls, place_of
from pitboss.table.felt import open_hands, show_slots
from pitboss.table.glance import AskedView, OptionView, SeatView, View
from pitboss.table.money import pot_of
from pitboss.table.offer import main_option
from pitboss.table.option_key import option_keys
from pitboss.table.phase import Phase
from pitboss.table.state import State
from pitboss.table.trouble import trouble_steps

SETTLES = Cue("settle", "settles seat {seat}: {seats}")


def view(table: State, seat: int | None = None) -> View:
    """What the seat may see. All views of one moment share what everybody sees."""
    shared = table.kept.shared
    if shared is None:
        shared = table.kept.shared = view_shared(table)
    if seat is None:
        return shared
    asked, hands = asked_of(table, (seat,)), {**shared.hands, **closed_hands(table, seat)}
    return shared._replace(seat=seat, asked=asked, hands=hands)


def asked_of(table: State, seats: Collection[int]) -> AskedView | None:
    """What a seat is asked, as who has these seats may see it: what a hand has earned is its own secret."""
    asked, play = view(table).asked, table.play
    is_own = asked is not None and asked.seat in seats
    if is_own and play and any(offer.option.needs for offer in play.offers.values()):
        return view_asked(table, is_own=True)
    return asked


def closed_hands(table: State, seat: int) -> dict[str, tuple[str, ...]]:
    """The hands that only the seat may see."""
    if table.play is None:
        return {}
    deal = table.play.deal
    return {hand: written(deal, seat, hand) for hand, owner in deal.closed.items() if owner == seat}


def view_hands(table: State) -> dict[str, tuple[str, ...]]:
    kept = table.kept.written
    if table.play is None:
        return {}
    for hand, slots in open_hands(table).items():
        if hand not in kept:
            kept[hand] = show_slots(slots)
    return {hand: kept[hand] for hand in table.play.deal.round.hands}


def view_seats(table: State) -> tuple[SeatView, ...]:
    kept = table.kept.seats
    for number in table.seating.players:
        if number not in kept:
            kept[number] = view_seat(table, number)
    return tuple([kept[number] for number in sorted(table.seating.players)])


def written(deal: Deal, seat: int | None, hand: str) -> tuple[str, ...]:
    return show_slots(deal.seen_by(seat, hand))


def view_shared(table: State) -> View:
    play = table.play
    return View(
        game=table.setup.game.id,
        round=table.number,
        phase=table.phase.value,
        phase_words=table.phase.words,
        seat=None,
        seats=view_seats(table),
        hands=view_hands(table),
        asked=view_asked(table, is_own=False),
        next=next_calls(table),
        point=play.point if play else 0,
        meters=view_meters(table),
        markers=play.markers if play else (),
        kept=tuple(sorted({number for number, _ in play.kept})) if play else (),
        best=f"{play.best.hand}: {play.best.words}" if play and play.best.hand else "",
        hands_shown=view_column(table),
        commitment=table.source.commitment if table.number else "",
    )


def view_column(table: State) -> int | None:
    """What the device displays; where it has no display, what the dealer has set."""
    if table.source.shows_hands:
        return table.source.packets
    return (table.play.column if table.play else 0) or None


def view_seat(table: State, number: int) -> SeatView:
    player, wagers, play = table.seating.players[number], table.seating.wagers[number], table.play
    choices: Mapping[str, Option] = {}
    if play and wagers:
        choices = play.deal.round.place(number).choices
    return SeatView(
        number,
        player,
        table.chips(player),
        dict(wagers),
        dict(table.seating.tokes[number]),
        sum([table.money.balances[pot_of(number, wager)] for wager in wagers]),
        {question: option.name for question, option in choices.items()},
        tuple(play.settlement.left.get(number, ())) if play else (),
    )


def view_asked(table: State, *, is_own: bool) -> AskedView | None:
    """With the options that everybody has, or with all that the asked hand has."""
    step = table.play.deal.step if table.play else None
    if not isinstance(step, Choose):
        return None
    chips = table.chips(table.seating.players[step.seat])
    found = table.play.offers if table.play else {}
    offers = {name: offer for name, offer in found.items() if is_own or not offer.option.needs}
    keys = option_keys(tuple(offers))
    options = [
        OptionView(
            name,
            keys[name],
            offer.stake_micros,
            offer.stake_micros <= chips,
            offer.most_micros,
            offer.step_micros,
        )
        for name, offer in offers.items()
    ]
    return AskedView(step.seat, step.question, tuple(options), main_option(offers))


def view_meters(table: State) -> dict[str, int]:
    """Every meter as its display shows it, by wager and level."""
    return {label: table.meters.shown_micros(level) for label, level in table.setup.shown_levels.items()}


def next_calls(table: State) -> tuple[Call, ...]:
    """The cues of what comes next; those that speak of a card still hidden come when it is open."""
    if table.phase is Phase.HALTED:
        return tuple(Call(Cue("halted", step)) for step in trouble_steps(table.setup.game.mode))
    if table.play and table.phase is Phase.COLUMN:
        return tuple(table.calls("column"))
    if not table.play:
        return ()
    play = table.play
    match play.deal.step:
        case Draw() as step:
            return tuple(table.calls(point_of("deal", step.hand), place_of(play, step.hand)))
        case Reveal() as step:
            calls = table.calls(point_of("open", step.hand), place_of(play, step.hand))
            return tuple(call for call in calls if not call.cue.look or step.hand not in play.deal.closed)
        case Peek() as step:
            return tuple(table.calls(point_of("peek", step.hand)))
        case Choose() as step:
            place = play.deal.round.place(step.seat)
            return tuple(table.calls(point_of("ask", step.question), place))
        case Settle() as step:
            bets = ", ".join(ready.bet.replace("_", " ") for ready in play.ready if ready.result.name)
            place = play.deal.round.place(step.seat)
            told = Call(SETTLES, CueFinding(seats=bets or "what can be settled"), place)
            return (told, *collect_calls(table, play, step))
        case _:
            return tuple(table.calls("over"))
