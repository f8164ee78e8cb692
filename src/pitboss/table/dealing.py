"""From the first card to the last payment: what the dealer does next, and what the seats decide."""

from collections.abc import Iterable
from dataclasses import replace

from pitboss.base.error import PitbossError
from pitboss.rules import FOLD, Choose, Done, Draw, Peek, Place, Reveal, Settle
from pitboss.rules.hand import parse_hand
from pitboss.rules.record import Award
from pitboss.table import command, event
from pitboss.table.cueing import Call, point_of
from pitboss.table.deal import WrongCountError
from pitboss.table.incident import halt, open_shuffle, proof_of, wrong_count
from pitboss.table.money import METER, chips_of, pot_of
from pitboss.table.offer import pick_offer
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.shoe import Shoe
from pitboss.table.state import Events, Play, State


def follow(table: State) -> None:
    """Take the phase from the next step; a settling step with nothing to settle is passed over."""
    play = table.running
    while isinstance(play.deal.step, Settle):
        place = play.deal.round.place(play.deal.step.seat)
        play.ready, play.waiting = play.settlement.ready(place, play.deal.step.bets)
        if has_something_to_do(play, place):
            break
        strike(table, play)
        play.deal.advance()
    while isinstance(play.deal.step, Done) and (rest := rest_of(play)):
        play.ready, play.waiting = play.settlement.ready(rest)
        assert play.ready, f"bets of seat {rest.number} can never be settled: {play.waiting}"
        if play.settlement.is_idle(play.ready):
            strike(table, play)
        else:
            play.deal.step = Settle(rest.number)
    play.offers = table.offers_of(play.deal.step) if isinstance(play.deal.step, Choose) else {}
    table.phase = table.phase_of_step()


def strike(table: State, play: Play) -> None:
    """Close bets that never came about; no event tells of it, so what is kept of the seat is forgotten."""
    play.settlement.strike(play.ready)
    for ready in play.ready:
        table.kept.forget_money(ready.seat)


def has_something_to_do(play: Play, place: Place) -> bool:
    """Whether money moves, or a bet is found to wait that was not known to."""
    named = isinstance(play.deal.step, Settle) and play.deal.step.bets
    return not play.settlement.is_idle(play.ready) or bool(named and is_newly_held(play, place))


def rest_of(play: Play) -> Place | None:
    """The seat farthest to the dealer's right that still has an open bet."""
    return next((place for place in play.deal.round.from_right if play.settlement.left[place.number]), None)


def is_newly_held(play: Play, place: Place) -> bool:
    return any((place.number, bet) not in play.settlement.held for bet in play.waiting)


def close_round(table: State, asked: command.CloseRound) -> Events:
    """What the keypad would say against it was seen by the floor; the reason is in the table's line."""
    closed = event.RoundClosedByFloor(table.number, asked.by, asked.why)
    return [closed, *close(table)]


def proceed(table: State, asked: command.Proceed) -> Events:
    play = table.running
    if asked.point != play.point:
        raise RefusedError(f"that was done already: the table is at point {play.point}, not {asked.point}")
    if isinstance(play.deal.step, Done):
        return close(table)
    try:
        events = do_step(table, play)
    except WrongCountError as problem:
        return wrong_count(table, "the table", str(problem), problem.hand, problem.count)
    except PitbossError as problem:
        if table.source.fault is None:
            raise
        return halt(table, table.source.name, str(problem))
    play.point += 1
    play.acts += 1
    play.deal.advance()
    events += show_column(table, play)
    follow(table)
    return events


def show_column(table: State, play: Play) -> Events:
    """A device that counts the hands shows the column by itself; else the table waits for the dealer."""
    if not (table.waits_for_column and table.source.shows_hands):
        return []
    play.column = play.seen.hands
    return table.called("column shown")


def set_column(table: State, asked: command.SetColumn) -> Events:
    play, hands = table.running, table.running.seen.hands
    if asked.hands != hands:
        raise RefusedError(
            f"{hands} hands are dealt, the dealer's included: {asked.hands} is not their column"
        )
    play.column = hands
    follow(table)
    return [event.ColumnSet(hands), *table.called("column")]


def do_step(table: State, play: Play) -> Events:
    match play.deal.step:
        case Draw() as step:
            return draw(table, play, step)
        case Reveal() as step:
            return reveal(table, play, step)
        case Peek() as step:
            found = play.deal.peek(step)
            return [event.HandPeeked(step.hand, found), *table.called(point_of("peek", step.hand))]
        case Settle() as step:
            return settle(table, play, step)
        case step:
            raise AssertionError(f"the dealer cannot do {step}")


def draw(table: State, play: Play, step: Draw) -> Events:
    is_first = not play.deal.round.hand(step.hand)
    was_out = is_cut_card_out(table)
    cards = play.deal.draw(step)
    hand = play.deal.seen_by(None, step.hand)
    events: Events = [event.CardsDealt(step.hand, step.face, hand[len(hand) - step.count :])]
    if step.hand in play.deal.closed:
        events.append(event.CardsLookedAt(play.deal.closed[step.hand], step.hand, cards))
    if is_cut_card_out(table) and not was_out:
        events.append(event.CutCardOut())
    if is_first:
        events += table.called(point_of("deal", step.hand), place=place_of(play, step.hand))
    return events


def is_cut_card_out(table: State) -> bool:
    return isinstance(table.source, Shoe) and table.source.cut_card_out


def place_of(play: Play, hand: str) -> Place | None:
    """The seat that a hand belongs to, if it is a seat's."""
    seat = parse_hand(hand).seat
    return play.deal.round.place(seat) if seat else None


def reveal(table: State, play: Play, step: Reveal) -> Events:
    opened = play.deal.reveal(step)
    events: Events = [event.CardsOpened(step.hand, opened)] if opened else []
    events += table.called(point_of("open", step.hand), place=place_of(play, step.hand))
    for exposed in play.best.see(step.hand):
        play.seen = replace(play.seen, best=exposed.words, holder=exposed.hand)
        events += [exposed, *table.called("best hand")]
    return events


def settle(table: State, play: Play, step: Settle) -> Events:
    place = play.deal.round.place(step.seat)
    events: Events = []
    collected = collect_calls(table, play, step)
    for settled, award in play.settlement.settle(play.ready):
        events.append(settled)
        if award:
            play.deal.awards.append(award)
            if isinstance(settled, event.BetSettled) and settled.is_owed:
                play.owed[award.seat] = len(play.deal.awards) - 1
        if isinstance(settled, event.BetSettled):
            events += table.called(point_of("settle", settled.bet), place=place, settled=settled)
    if step.bets:
        events += [event.BetHeld(step.seat, bet) for bet in play.waiting]
        play.settlement.held |= {(step.seat, bet) for bet in play.waiting}
    events += map(event.DealerCalled, collected)
    events += mark_envy(table, place)
    return events


def collect_calls(table: State, play: Play, step: Settle) -> list[Call]:
    """The cues for taking what a seat has lost by folding; none where the step is no forfeit."""
    if not (step.bets or step.takes_cards) or not any(ready.result.name == FOLD for ready in play.ready):
        return []
    point = "collect cards" if step.takes_cards else "collect"
    return table.calls(point, play.deal.round.place(step.seat))


def pay_prize(table: State, seat: int, micros: int) -> Events:
    """A win from a meter was confirmed: the seat is paid now, as much as was confirmed."""
    play = table.running
    bet = value_prize(play, seat, micros)
    del play.owed[seat]
    table.money.move(METER, chips_of(play.settlement.owners[seat]), micros)
    return [event.PrizePaid(seat, bet, micros)]


def share_prize(table: State, seat: int, micros: int) -> Events:
    """A win from a meter that waits to be confirmed is worth something else: winners of the round share."""
    bet = value_prize(table.running, seat, micros)
    return [event.PrizeShared(seat, bet, micros)]


def value_prize(play: Play, seat: int, micros: int) -> str:
    """Write down what a win that is owed is worth; its bet."""
    place = play.owed[seat]
    bet = play.deal.awards[place].bet
    play.deal.awards[place] = Award(seat, bet, micros)
    play.settlement.paid_micros[seat, bet] = micros
    return bet


def refuse_prizes(table: State, seats: Iterable[int]) -> Events:
    """Wins from meters that nobody verified are none: the round ends with what the others have."""
    play = table.running
    events: Events = []
    for seat in seats:
        bet = value_prize(play, seat, 0)
        del play.owed[seat]
        play.settlement.refused.add((seat, table.setup.wager_of[bet]))
        events.append(event.PrizeRefused(seat, bet))
    return events


def mark_envy(table: State, place: Place) -> Events:
    """A hand that others get envy for stays open; any other is locked up when its last bet is settled."""
    play = table.running
    events: Events = []
    for marked in play.settlement.envy_hands(place):
        if (marked.seat, marked.wager) not in play.kept:
            play.kept[marked.seat, marked.wager] = marked.line
            events.append(marked)
    if events:
        return events + table.called("keep", place=place)
    stays = place.hand in play.deal.closed or any(seat == place.number for seat, _ in play.kept)
    if not play.settlement.envy_wagers or play.settlement.left[place.number] or stays:
        return []
    return table.called("lock up", place=place)


def decide(table: State, asked: command.Decide) -> Events:
    play = table.running
    step = play.deal.step
    assert isinstance(step, Choose)
    if (asked.seat, asked.question) != (step.seat, step.question):
        raise RefusedError(f"it is seat {step.seat} that is asked {step.question!r} now")
    base = table.seating.stake(step.seat, table.base_wager(step.seat))
    option, stake, *_ = pick_offer(step, play.offers, base, asked.option)
    player = table.seating.player_at(step.seat)
    table.check_chips(player, stake, f"buy in, or do not {option.name!r}")
    table.money.stake(chips_of(player), pot_of(step.seat, table.base_wager(step.seat)), stake)
    play.raised[step.seat] += stake
    play.acts += 1
    play.deal.choose(step.seat, step.question, option)
    play.deal.advance()
    taken = event.DecisionTaken(step.seat, step.question, option.name, stake)
    called = table.called(point_of("choose", option.name), place=play.deal.round.place(step.seat))
    follow(table)
    return [taken, *called]


def close(table: State) -> Events:
    """Envy is paid, the markers go, and the shuffle is opened as far as the round showed it.

    The meters are asked first: where they refuse, nothing has changed yet.
    """
    play = table.running
    unverified = [seat for seat in play.owed if not table.meters.stands(seat)]
    if play.counted:
        table.meters.end_round()
    events = refuse_prizes(table, unverified)
    envies = [play.settlement.pay_envy(envy) for envy in play.settlement.envies()]
    if envies:
        events += [*envies, *table.called("envy")]
    events += table.called("over")
    closed = event.RoundClosed(table.number, proof_of(table, play.deal))
    table.clear()
    events += [*open_shuffle(table.source), closed]
    assert table.phase is Phase.IDLE
    return events
