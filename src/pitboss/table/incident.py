"""What the procedure does not foresee: wrong counts, exposed cards, faults, void rounds.

Each is reported by somebody for a reason, and both are part of the event. A void round takes back every
movement of money since the bets were opened; wagers that were counted into a meter are counted out, and what
the meter gives back goes to the tray: a fraction of a micro-dollar may have become whole since.
"""

from pitboss.base.error import PitbossError
from pitboss.cards import Card
from pitboss.rules import irregularity
from pitboss.rules.notation import format_record
from pitboss.table import command, event
from pitboss.table.deal import Deal
from pitboss.table.money import METER, TRAY
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.proof import RoundProof
from pitboss.table.shuffler import CardSource
from pitboss.table.state import Events, State


def report_wrong_count(table: State, asked: command.ReportWrongCount) -> Events:
    hands = table.running.deal.round.hands
    if asked.hand not in hands:
        raise RefusedError(
            f"no hand {asked.hand!r} in this round; hands are {', '.join(hands) or 'none yet'}"
        )
    if asked.count < 0 or asked.count == len(hands[asked.hand]):
        raise RefusedError(f"{asked.count} cards is no wrong count: {asked.hand!r} has so many, or none can")
    check_voidable(table)
    return wrong_count(table, asked.by, asked.why, asked.hand, asked.count)


def wrong_count(table: State, by: str, why: str, hand: str, count: int) -> Events:
    play = table.running
    play.deal.irregularities.append(irregularity.Miscounted(play.acts, by, why, hand, count))
    reported = event.WrongCountReported(table.number, by, why, hand, count)
    return [reported, *void(table, by, why)]


def expose_card(table: State, asked: command.ExposeCard) -> Events:
    play, deal = table.running, table.running.deal
    if not 0 <= asked.place < len(deal.round.hand(asked.hand)):
        raise RefusedError(f"there is no card at place {asked.place} of {asked.hand!r}")
    if isinstance(deal.seen_by(None, asked.hand)[asked.place], Card):
        raise RefusedError(f"the card at place {asked.place} of {asked.hand!r} lies open already")
    deal.exposed[asked.hand, asked.place] = None
    table.phase = Phase.REVIEW
    card, number = deal.card_at(asked.hand, asked.place), deal.positions[asked.hand][asked.place]
    deal.irregularities.append(irregularity.Exposed(play.acts, asked.by, asked.why, number, card))
    return [event.CardExposed(table.number, asked.by, asked.why, asked.hand, asked.place, card)]


def play_on(table: State, asked: command.PlayOn) -> Events:
    play = table.running
    play.deal.irregularities.append(irregularity.PlayedOn(play.acts, asked.by, asked.why))
    table.phase = table.phase_of_step()
    return [event.RoundPlayedOn(table.number, asked.by, asked.why)]


def void_round(table: State, asked: command.VoidRound) -> Events:
    if table.phase is Phase.HALTED and table.halted_in is Phase.IDLE:
        raise RefusedError("no round is going on that could be void: swap the shuffler")
    check_voidable(table)
    return void(table, asked.by, asked.why)


def check_voidable(table: State) -> None:
    awards = table.play.deal.awards if table.play else ()
    if not any(table.meters.stands(award.seat) for award in awards):
        return
    if any(table.meters.waits(award.seat) for award in awards):
        raise RefusedError("a win of this round waits for a supervisor: it must be withdrawn first")
    raise RefusedError("a meter has paid in this round: end it, then the office backs the win out")


def void(table: State, by: str, why: str) -> Events:
    returned = staked_in_round(table)
    back = sum(table.meters.reverse(wager) for wager in (table.play.counted if table.play else ()))
    fed = table.play.fed_micros if table.play else 0
    proof = None
    if play := table.play:
        play.deal.irregularities.append(irregularity.Voided(play.acts, by, why))
        proof = proof_of(table, play.deal)
    table.money.take_back_round()
    table.money.exchange(*((METER, TRAY) if back >= fed else (TRAY, METER)), abs(back - fed))
    table.clear(is_void=True)
    return [*open_shuffle(table.source), event.RoundVoided(table.number, by, why, returned, proof)]


def staked_in_round(table: State) -> tuple[tuple[int, int], ...]:
    """What each seat has put down, raises included."""
    raised = table.play.raised if table.play else {}
    wagers = table.setup.game.wagers
    tokes = table.seating.tokes
    staked = {
        seat: sum(stake * wagers[wager].stakes for wager, stake in laid.items()) + sum(tokes[seat].values())
        for seat, laid in sorted(table.seating.wagers.items())
    }
    return tuple((seat, micros + raised.get(seat, 0)) for seat, micros in staked.items() if micros)


def proof_of(table: State, deal: Deal) -> RoundProof:
    """The round's line, and the seals of the cards that everybody has seen."""
    table.last_sealed = deal.source.sealed
    line = format_record(deal.game, deal.record_for(None))
    opening = deal.source.sealed.open(deal.open_positions())
    return RoundProof(line, deal.source.commitment, deal.start, opening)


def open_shuffle(source: CardSource) -> Events:
    """Open a shuffle that is not dealt from again, as far as no seat's secret depends on it."""
    opening = source.retire() if source.needs_shuffle else None
    return [event.ShuffleOpened(opening.commitment, opening)] if opening else []


def report_fault(table: State, asked: command.ReportFault) -> Events:
    """The table halts; but a round in which a meter has paid cannot be void and is settled to its end."""
    table.source.fail(asked.why)
    has_paid = table.play and table.play.deal.awards
    return note_fault(table, asked.by, asked.why) if has_paid else halt(table, asked.by, asked.why)


def halt(table: State, by: str, why: str) -> Events:
    table.halted_in, table.phase = table.phase, Phase.HALTED
    return note_fault(table, by, why)


def note_fault(table: State, by: str, why: str) -> Events:
    if play := table.play:
        play.deal.irregularities.append(irregularity.Faulted(play.acts, by, why, table.source.name))
    return [event.FaultReported(table.number, by, why, table.source.name)]


def swap_shuffler(table: State, asked: command.SwapShuffler) -> Events:
    """The backup takes over: hands that were dealt are void, wagers that were not dealt for stay."""
    if table.backup is None:
        raise RefusedError("no backup stands by this table: have one brought")
    if table.play:
        check_voidable(table)
    try:
        table.backup.shuffle()
    except PitbossError as problem:
        raise RefusedError(f"the backup does not work either: {problem}") from problem
    swapped = event.ShufflerSwapped(table.number, asked.by, asked.why, table.source.name, table.backup.name)
    if play := table.play:
        swap = irregularity.Swapped(play.acts, asked.by, asked.why, table.backup.name)
        play.deal.irregularities.append(swap)
        events = [swapped, *void(table, asked.by, asked.why)]
        table.source, table.backup = table.backup, None
        return events
    table.source.end_round(spoiled=True)
    told = [swapped, *open_shuffle(table.source)]
    table.source, table.backup = table.backup, None
    table.phase = table.halted_in
    if table.phase is Phase.BETTING:
        table.source.start_round()
        return [*told, table.sealed()]
    return told


def cure_shuffler(table: State, asked: command.CureShuffler) -> Events:
    """The device works again: the round goes on where it was, but not from a deck with a wrong packet."""
    source, play = table.source, table.play
    is_void = play is not None and source.is_spoiled
    if is_void:
        check_voidable(table)
    source.mend()
    cured = event.ShufflerCured(table.number, asked.by, asked.why, source.name)
    if play:
        play.deal.irregularities.append(irregularity.Cured(play.acts, asked.by, asked.why, source.name))
    if is_void:
        return [cured, *void(table, asked.by, asked.why)]
    table.phase = table.halted_in
    return [cured]


def bring_backup(table: State, asked: command.BringBackup) -> Events:
    if table.backup is not None and table.backup.fault is None:
        raise RefusedError(f"the {table.backup.name} stands by already")
    if table.new_backup is None:
        raise RefusedError("this table has no other shuffler")
    source = table.new_backup()
    table.check_source(source)
    table.backup = source
    if play := table.play:
        play.deal.irregularities.append(irregularity.Brought(play.acts, asked.by, asked.why, source.name))
    return [event.BackupBrought(table.number, asked.by, asked.why, source.name)]
