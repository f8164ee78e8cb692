"""Before the cards: seats, chips and wagers, up to "no more bets"."""

from pitboss.base.error import PitbossError
from pitboss.base.money import CENT
from pitboss.rules.cue import Cue
from pitboss.table import command, event
from pitboss.table.cueing import Call, CueFinding, list_seats
from pitboss.table.deal import Deal
from pitboss.table.dealing import follow
from pitboss.table.highest import BestHand
from pitboss.table.incident import halt
from pitboss.table.meter import CountedWager, MetersAwayError
from pitboss.table.money import CAGE, METER, TRAY, chips_of, pot_of
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.settlement import Settlement
from pitboss.table.state import Events, Play, State

COLLECT = Cue("no more bets", "takes the progressive wagers off the sensors of {seats}: they are counted")


def take_seat(table: State, asked: command.TakeSeat) -> Events:
    table.seating.sit(asked.player, asked.seat)
    return [event.Seated(asked.player, asked.seat)]


def leave_seat(table: State, asked: command.LeaveSeat) -> Events:
    return [event.SeatLeft(table.seating.leave(asked.seat), asked.seat)]


def buy_in(table: State, asked: command.BuyIn) -> Events:
    if asked.micros <= 0 or asked.micros % CENT:
        raise RefusedError("chips are bought for whole cents, and for more than none")
    if not asked.player.strip():
        raise RefusedError("say who buys chips")
    table.money.exchange(CAGE, chips_of(asked.player), asked.micros)
    return [event.BoughtIn(asked.player, asked.micros)]


def cash_out(table: State, asked: command.CashOut) -> Events:
    if table.play:
        raise RefusedError("the round is not over, and may still be void: cash out after it")
    chips = table.chips(asked.player)
    if not chips:
        raise RefusedError(f"{asked.player!r} has no chips at this table")
    table.money.net_round()
    table.money.exchange(chips_of(asked.player), CAGE, chips)
    return [event.CashedOut(asked.player, chips)]


def open_bets(table: State, asked: command.OpenBets) -> Events:
    del asked
    try:
        if table.source.needs_shuffle:
            table.source.shuffle()
        table.source.start_round()
    except PitbossError as problem:
        return halt(table, "the table", str(problem))
    table.number += 1
    table.money.start_round()
    table.phase = Phase.BETTING
    return [table.sealed(), event.BetsOpened(table.number), *table.called("bets")]


def place_wager(table: State, asked: command.PlaceWager) -> Events:
    player = table.seating.player_at(asked.seat)
    wager = table.seating.check_wager(asked.seat, asked.wager, asked.stake_micros)
    change = asked.stake_micros - table.seating.stake(asked.seat, wager)
    change *= table.setup.game.wagers[wager].stakes
    table.check_chips(player, change, "buy in or bet less")
    table.money.stake(chips_of(player), pot_of(asked.seat, wager), change)
    table.seating.wagers[asked.seat][wager] = asked.stake_micros
    return [event.WagerPlaced(asked.seat, wager, asked.stake_micros)]


def take_back(table: State, asked: command.TakeBack) -> Events:
    wager, stake = table.seating.take_back(asked.seat, asked.wager)
    laid = stake * table.setup.game.wagers[wager].stakes
    table.money.move(pot_of(asked.seat, wager), chips_of(table.seating.player_at(asked.seat)), laid)
    return [event.WagerTakenBack(asked.seat, wager, stake)]


def ask_for_cards(table: State, asked: command.AskForCards) -> Events:
    seats = [seat for seat, player in table.seating.players.items() if player == asked.player]
    if not any(table.seating.wagers[seat] for seat in seats):
        raise RefusedError("place a wager first")
    table.seating.ready.add(asked.player)
    return [event.CardsAskedFor(asked.player)]


def call_no_more_bets(table: State, asked: command.CallNoMoreBets) -> Events:
    del asked
    if not any(table.seating.wagers.values()):
        raise RefusedError("no seat has a wager: there is nothing to deal for")
    found, told = count_progressives(table)
    seats = table.seating.seats_with_wagers()
    deal = Deal(table.setup.game, seats, table.source, table.source.position)
    owners = {seat.number: table.seating.player_at(seat.number) for seat in seats}
    settlement = Settlement(table.setup, deal.round, owners, table.money, table.meters, closed=deal.closed)
    settlement.tokes = {seat: dict(laid) for seat, laid in table.seating.tokes.items() if laid}
    deal.on_move = settlement.judges.clear
    best = BestHand(table.setup.game, deal.round)
    table.play = Play(deal, settlement, best, seen=CueFinding(hands=len(seats) + 1), point=table.points)
    table.play.counted = tuple(found)
    table.play.fed_micros = sum(one.fed_micros for one in found.values())
    settlement.collected = frozenset(wager for wager, one in found.items() if one.is_collected)
    table.play.has_column = any(seat.wagers.get(wager) for seat in seats for wager in table.setup.by_hands)
    events: Events = [event.BetsClosed(tuple(seat.number for seat in seats)), *told]
    events += place_markers(table.play)
    events += table.called("no more bets")
    events += [collecting(table, wager) for wager in found if wager in settlement.collected]
    follow(table)
    return events


def place_markers(play: Play) -> Events:
    """Beside every wager that envy is paid on."""
    events: Events = []
    for wager in play.settlement.envy_wagers:
        seats = tuple(place.number for place in play.deal.round.places if place.has(wager))
        play.markers = tuple(sorted({*play.markers, *seats}))
        events.append(event.EnvyMarkersPlaced(wager, seats))
    return events


def count_progressives(table: State) -> tuple[dict[str, CountedWager], Events]:
    """Count the progressive wagers in; where the meters are away they go back.

    The dealer takes them off the table then, unless the game says that they stay: from now on they are the
    house's.
    """
    found: dict[str, CountedWager] = {}
    events: Events = []
    for wager in table.setup.progressives:
        stakes = stakes_on(table, wager)
        if not stakes:
            continue
        try:
            counted = table.meters.count(wager, stakes)
        except MetersAwayError as problem:
            events.append(event.ProgressiveClosed(wager, str(problem)))
            for seat in stakes:
                events += take_back(table, command.TakeBack(seat, wager))
            continue
        table.money.move(TRAY, METER, counted.fed_micros)
        is_collected = counted.is_collected and not table.setup.game.wagers[wager].stays
        found[wager] = counted._replace(is_collected=is_collected)
        for seat, stake in stakes.items():
            if is_collected:
                table.money.move(pot_of(seat, wager), TRAY, stake)
            events.append(event.ProgressiveCounted(seat, wager, stake))
    return found, events


def stakes_on(table: State, wager: str) -> dict[int, int]:
    return {seat: laid[wager] for seat, laid in sorted(table.seating.wagers.items()) if wager in laid}


def collecting(table: State, wager: str) -> event.DealerCalled:
    """What the dealer does with wagers that were counted."""
    return event.DealerCalled(Call(COLLECT, CueFinding(seats=list_seats(list(stakes_on(table, wager))))))
