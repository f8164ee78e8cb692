"""What the steps of the documents about a progressive come to, each once, for live tables and bare keypads.

The documents print the same steps for several games and for both makers' systems. A test of a document
names the step and says here what it is; `walk` is what it is walked on.
"""

from collections.abc import Sequence

import pytest
from room_stand import DAN, SUE
from stand import done, of
from walk import EVE, OTHER, SEATS, TABLE, BareWalk, LiveWalk, Walk

from pitboss.base.error import InputError
from pitboss.base.money import CENT, MICROS, format_dollars
from pitboss.house.room.row import Actor
from pitboss.house.tableside import open_tableside
from pitboss.jackpot.controller import Button, Dialect, Phase, command
from pitboss.jackpot.display import read_display
from pitboss.jackpot.fact import CoinIn, GameOver
from pitboss.jackpot.terms import PPM
from pitboss.ledger.account import AccountKind
from pitboss.reports.form import format_text
from pitboss.reports.record.win import make_win_page, win_blocks
from pitboss.table import event
from pitboss.table.view import view as view_table

# -- before the cards ------------------------------------------------------------------------------


def is_optional(walk: Walk) -> None:
    """A round without a progressive wager is dealt and ends, and no meter moves."""
    before = walk.meters()
    walk.scene = walk.scene.without_wagers()
    walk.to_start()
    walk.end()
    assert walk.meters() == before
    assert not walk.facts(CoinIn)


def has_a_button_for_each_line(walk: Walk, pays: str) -> None:
    """The keypad has these hands and no others, best first, each with what it pays."""
    buttons = walk.keypad.controller.layout.buttons.values()
    assert [f"{one.line} {one.pay}" for one in buttons] == [line.strip() for line in pays.split(",")]


def has_envy_for(walk: Walk, **dollars: int) -> None:
    """These hands and no others bring the others envy."""
    micros = walk.keypad.controller.layout.envy.micros
    assert {line: each // MICROS for line, each in micros.items()} == dollars


def lights_the_sensor(walk: Walk) -> None:
    walk.place()
    wanted = {seat: "placed" if seat in walk.scene.wagering else "invited" for seat in range(1, SEATS + 1)}
    assert walk.sensors() == wanted
    assert not walk.facts(CoinIn), "and nothing is counted yet"


def locks_and_counts_once(walk: Walk) -> None:
    """The key locks in what is lit, darkens the rest, and feeds every meter once for each wager."""
    before = walk.meters()
    walk.to_start()
    wagering = walk.scene.wagering
    assert walk.sensors() == {seat: "locked" if seat in wagering else "dark" for seat in range(1, SEATS + 1)}
    (counted,) = walk.facts(CoinIn)
    assert counted.stakes == dict.fromkeys(wagering, MICROS)
    for level in walk.scene.terms.levels:
        fed = len(wagering) * MICROS * level.contribution_ppm // PPM
        assert walk.meter(level.name) == before[level.name] + fed


def removes_the_wagers(walk: Walk) -> None:
    """The dealer is told to take them, and at a live table they are the house's from then on."""
    walk.to_start()
    seats = walk.scene.wagering
    if isinstance(walk, LiveWalk):
        assert any("takes the progressive wagers off the sensors" in cue for cue in done(walk.stand.events))
        pots = walk.stand.table.money.balances
        assert [pots[f"pot {seat} progressive"] for seat in seats] == [0] * len(seats)
        assert [one.is_collected for one in walk.facts(CoinIn)] == [True]
    (todo,) = walk.screen.messages.dealer
    assert todo.startswith("Take the progressive wagers off the sensors of")


def leaves_the_wagers(walk: Walk) -> None:
    walk.to_start()
    if isinstance(walk, LiveWalk):
        pots = walk.stand.table.money.balances
        assert {pots[f"pot {seat} progressive"] for seat in walk.scene.wagering} == {MICROS}
        assert any("the progressive wagers stay where they are" in cue for cue in done(walk.stand.events))
        assert [one.is_collected for one in walk.facts(CoinIn)] == [False]
    assert walk.keypad.controller.layout.stays
    assert walk.screen.messages.dealer == ()


def leaves_dealing_to_the_house(walk: Walk) -> None:
    """Between COIN IN and the hands the keypad asks for nothing more, and the round could end."""
    walk.to_start()
    assert not walk.screen.wins
    assert all(not seat.hand for seat in walk.screen.seats)
    (end,) = [one for one in walk.screen.buttons if one.button == Button.END.value]
    assert end.can_press


def pays_a_folded_hand_nothing(walk: Walk) -> None:
    """Where folded hands do not qualify, such a hand wins nothing: at the table it is lost, no key lights."""
    walk.to_start()
    before = walk.meters()
    seat, line = the_winner(walk)
    if isinstance(walk, BareWalk):
        walk.side.do(command.FoldHand(seat))
        with pytest.raises(InputError, match="fold"):
            walk.press_hand(seat, line)
    walk.scene = walk.scene.without_hands()
    walk.read_hands()
    walk.end()
    (over,) = walk.facts(GameOver)
    assert (over.tray, over.envy, walk.meters()) == ((), (), before)


# -- winners ---------------------------------------------------------------------------------------


def pays_a_share_from_the_meter(walk: Walk, share: int = PPM) -> None:
    """The award is this share of what the meter shows, and comes off it: the tray pays nothing of it."""
    walk.to_start()
    shown = walk.floor.shown("link", walk.scene.terms.levels[0].name)
    walk.read_hands()
    assert walk.win.micros == shown * share // PPM // CENT * CENT
    assert (walk.win.status, walk.win.share_ppm) == ("posted", share)
    walk.confirm_all()
    walk.end()
    (over,) = walk.facts(GameOver)
    assert walk.win.seat not in {seat for seat, _, _ in over.tray}
    state = walk.floor.progressives["link"].levels[walk.win.level]
    assert (state.hits, state.paid_micros) == (len(walk.wins), sum(win.micros for win in walk.wins))


def restarts_the_meter(walk: Walk) -> None:
    """After the whole meter it stands at its seed and what was in reserve; the seed is the house's money."""
    walk.to_hands()
    (level, *_) = walk.scene.terms.levels
    before = walk.floor.book.balance(AccountKind.SEED, "link", level.name)
    walk.confirm_all()
    fraction = walk.win.before_micros % CENT
    assert walk.meter(level.name) == restart_of(walk) + fraction
    assert walk.floor.book.balance(AccountKind.SEED, "link", level.name) == before - level.seed_micros
    walk.end()


def takes_its_own_meter_only(walk: Walk, level: str) -> None:
    """The hand takes the whole of the meter that its line names, and the others stay as they are."""
    walk.to_start()
    before = walk.meters()
    walk.read_hands()
    assert walk.win.level == level
    walk.confirm_all()
    restarted = before | {level: restart_of(walk) + before[level] % CENT}
    assert walk.meters() == restarted
    walk.end()


def restart_of(walk: Walk) -> int:
    """What the house and the reserve put into the first meter after the whole of it was won."""
    if walk.win.share_ppm < PPM:
        return 0
    (level, *_) = walk.scene.terms.levels
    return level.seed_micros + len(walk.scene.wagering) * MICROS * level.reserve_ppm // PPM


def pays_other_hands_from_the_tray(walk: Walk, **dollars: int) -> None:
    """These hands are paid with the round, need nobody, and leave every meter as it is."""
    walk.to_start()
    before = walk.meters()
    walk.read_hands()
    assert not walk.wins
    walk.end()
    (over,) = walk.facts(GameOver)
    assert {line: micros // MICROS for _, line, micros in over.tray} == dollars
    assert walk.meters() == before


def pays_the_right_one_first(walk: Walk, *micros: int) -> None:
    """Of two who win from a meter in a round, each is paid from what it then holds, from the right."""
    walk.to_hands()
    waiting = walk.screen.wins
    assert [one.seat for one in waiting] == sorted(walk.scene.hands, reverse=True)
    assert [one.micros for one in waiting] == list(micros)
    first, second = waiting
    walk.confirm(first.seat, EVE)
    with pytest.raises(InputError, match=f"a win of seat {second.seat} is neither confirmed nor taken back"):
        walk.end()
    walk.confirm(second.seat, EVE)
    walk.end()
    assert [win.micros for win in walk.wins if win.status == "confirmed"] == list(micros)


def the_winner(walk: Walk) -> tuple[int, str]:
    return next(iter(walk.scene.hands.items()))


def posts_the_hand(walk: Walk) -> None:
    """The button lights; value and place in the order are locked, and no meter has moved."""
    walk.to_start()
    before = walk.meters()
    walk.read_hands()
    seat, line = the_winner(walk)
    (posted,) = walk.screen.wins
    assert (posted.seat, posted.is_recorded, posted.is_confirmed) == (seat, False, False)
    assert {one.seat for one in walk.screen.seats if one.hand} == {seat}
    lit = [one for one in walk.screen.buttons if one.is_lit and one.button == Button.HAND.value]
    if walk.keypad.dialect is Dialect.GAME_MANAGER:
        assert [(one.seat, one.line) for one in lit] == [(seat, line)]
    assert walk.meters() == before


def turns_the_hand_off_again(walk: Walk) -> None:
    """A second press: as if it had never been pressed, and the round ends without a winner.

    A live table has read the hand, and a supervisor says that it has not won; a bare keypad knows no cards.
    """
    walk.to_start()
    before = walk.meters(), walk.floor.shown("link", walk.scene.terms.levels[0].name)
    walk.read_hands()
    seat, line = the_winner(walk)
    walk.press_hand(seat, line)
    assert not walk.screen.wins
    assert not any(seat.hand for seat in walk.screen.seats)
    assert (walk.meters(), walk.floor.shown("link", walk.scene.terms.levels[0].name)) == before
    walk.end_taken_back(seat)
    assert walk.win.status == "withdrawn"
    assert walk.floor.progressives["link"].levels[walk.win.level].hits == 0


def asks_for_the_spot_first(walk: Walk) -> None:
    """A hand button without a selected spot is refused; with one it is that seat's."""
    walk.to_start()
    seat, line = the_winner(walk)
    with pytest.raises(InputError, match="select the player's spot first"):
        walk.press(Button.HAND, DAN, line=line)
    walk.read_hands()
    walk.press(Button.SEAT, DAN, seat)
    lit = [one.line for one in walk.screen.buttons if one.is_lit and one.button == Button.HAND.value]
    assert lit == [line]


def calls_a_supervisor(walk: Walk, whom: str = "a supervisor") -> None:
    """The keypad says whom to call, and the round does not end before."""
    walk.to_hands()
    seat, _ = the_winner(walk)
    amount = format_dollars(walk.win.micros)
    assert any(
        said.startswith(f"Seat {seat} wins {amount}") and said.endswith(f"call {whom}.")
        for said in walk.screen.messages.dealer
    )
    with pytest.raises(InputError, match=f"a win of seat {seat} is neither confirmed nor taken back"):
        walk.end()


# -- the supervisor --------------------------------------------------------------------------------


def records_with_key_and_j_pot(walk: Walk) -> None:
    """J-POT does nothing without the key; with it the win is on record, and no meter has moved yet."""
    walk.to_hands()
    before = walk.meters()
    with pytest.raises(InputError, match="cannot be now"):
        walk.press(Button.JACKPOT, SUE)
    walk.press(Button.KEY_TO_JACKPOT, SUE)
    assert not walk.win.recorded_by
    walk.press(Button.JACKPOT, SUE)
    assert (walk.win.recorded_by, walk.win.status) == ("sue", "posted")
    assert walk.screen.wins[0].is_recorded
    assert walk.meters() == before


def takes_any_supervisors_key(walk: Walk) -> None:
    """Whatever the amount: the key is a supervisor's, and a dealer does not turn it."""
    walk.to_hands()
    with pytest.raises(InputError, match="a supervisor looks at the win"):
        walk.press(Button.KEY_TO_JACKPOT, DAN)
    assert (walk.screen.key_holder, walk.screen.phase) == ("", Phase.PLAYING.value)
    with pytest.raises(InputError, match="cannot be now"):
        walk.press(Button.JACKPOT, DAN)
    assert (walk.win.status, walk.win.recorded_by) == ("posted", "")
    walk.confirm(walk.win.seat, SUE)
    assert (walk.win.status, walk.win.settled_by) == ("confirmed", "sue")


def restores_and_lowers_at_run(walk: Walk) -> None:
    """The key back at Run: the meter falls by the prize, once, and the table is in play again."""
    walk.to_hands()
    level = walk.win.level
    walk.press(Button.KEY_TO_JACKPOT, SUE)
    walk.press(Button.JACKPOT, SUE)
    before = walk.meter(level)
    walk.press(Button.KEY_TO_RUN, SUE)
    assert walk.win.status == "confirmed"
    assert walk.meter(level) == before - walk.win.micros + restart_of(walk)
    assert (walk.screen.phase, walk.screen.key_holder) == (Phase.PLAYING.value, "")
    walk.end()


def records_and_lowers_with_the_card(walk: Walk) -> None:
    """A supervisor presses CONFIRM, and the card alone both records the win and lowers the meter."""
    walk.to_hands()
    seat, level = walk.win.seat, walk.win.level
    before = walk.meter(level)
    walk.press(Button.SEAT, SUE, seat)
    with pytest.raises(InputError, match="a supervisor looks at the win"):
        walk.press(Button.CONFIRM, DAN)
    walk.press(Button.CONFIRM, SUE)
    assert (walk.win.status, walk.meter(level)) == ("posted", before)
    walk.press(Button.CARD, SUE)
    assert (walk.win.status, walk.win.settled_by) == ("confirmed", "sue")
    assert walk.meter(level) == before - walk.win.micros + restart_of(walk)
    assert walk.screen.phase == Phase.PLAYING.value


def takes_an_executives_card_above_the_amount(walk: Walk) -> None:
    """Above the amount that is set a supervisor's card will not do."""
    walk.to_hands()
    before = walk.meters()
    assert walk.screen.wins[0].needs == "an executive"
    walk.press(Button.SEAT, SUE, walk.win.seat)
    walk.press(Button.CONFIRM, SUE)
    assert "an executive's card confirms it" in press_in_vain(walk, Button.CARD, SUE)
    assert (walk.win.status, walk.meters()) == ("posted", before)
    walk.press(Button.CARD, EVE)
    assert (walk.win.status, walk.win.settled_by) == ("confirmed", "eve")


def press_in_vain(walk: Walk, button: Button, actor: Actor) -> str:
    """Why the manager refuses: an error at a live table, and on the screen of a bare keypad."""
    if isinstance(walk, LiveWalk):
        with pytest.raises(InputError) as refused:
            walk.press(button, actor)
        return str(refused.value)
    walk.press(button, actor)
    return " ".join(walk.screen.messages.dealer)


def pays_the_prize_after_the_win_is_verified(walk: Walk) -> None:
    """No chip and no account moves for a posted prize; verified, the player has it."""
    walk.to_hands()
    assert walk.floor.progressives["link"].levels[walk.win.level].paid_micros == 0
    chips = player_chips(walk)
    walk.confirm_all()
    assert walk.floor.progressives["link"].levels[walk.win.level].paid_micros == walk.win.micros
    if chips is not None:
        assert player_chips(walk) == chips + walk.win.micros


def player_chips(walk: Walk) -> int | None:
    return walk.stand.chips(walk.win.seat) if isinstance(walk, LiveWalk) else None


def shows_the_prize(walk: Walk) -> None:
    """Keypad, display and the manager's screen have one amount for what waits."""
    walk.to_hands()
    display = read_display(walk.floor, TABLE, walk.win.posted_at)
    (shown,) = [one for one in display.amounts if one.waiting]
    assert walk.screen.wins[0].micros == shown.waiting[0].micros == walk.win.micros
    assert [win.micros for win in walk.floor.open_wins(TABLE)] == [walk.win.micros]


def prints_the_win_page(walk: Walk) -> None:
    """The money bag has nothing to print before a win; then its page has amount, seat, hand and people."""
    walk.to_start()
    with pytest.raises(InputError, match="there is no page to print"):
        walk.press(Button.WIN_PAGE)
    walk.read_hands()
    walk.confirm_all()
    walk.press(Button.WIN_PAGE, SUE)
    page = print_page(walk)
    for words in (format_dollars(walk.win.micros), f"seat {walk.win.seat}", "dan", "eve", "confirmed"):
        assert words in page


def print_page(walk: Walk) -> str:
    page = make_win_page(walk.manager.store.entries(), walk.floor, walk.win.id, zone=None)
    return format_text(win_blocks(page, None))


def readies_the_system(walk: Walk) -> None:
    """The round's end, and then every sensor invites to the next one."""
    walk.to_hands()
    number = walk.screen.round
    walk.confirm_all()
    walk.end()
    if isinstance(walk, LiveWalk):
        walk.place()
        assert {walk.sensors()[seat] for seat in walk.scene.wagering} == {"placed"}
    else:
        assert set(walk.sensors().values()) == {"invited"}
    assert walk.screen.round == number + 1
    assert not walk.screen.wins


def is_backed_out_by_adjustment_only(walk: Walk) -> None:
    """No press takes a recorded win back; one adjustment that names it puts everything back."""
    walk.to_start()
    before = walk.meters()
    walk.read_hands()
    seat, line = the_winner(walk)
    walk.confirm_all()
    with pytest.raises(InputError):
        walk.press_hand(seat, line)
    assert walk.win.status == "confirmed"
    walk.end()
    walk.back_out(walk.win)
    state = walk.floor.progressives["link"].levels[walk.win.level]
    assert (state.hits, state.paid_micros, walk.meters()) == (0, 0, before)
    assert walk.win.status == "backed out"
    assert "the cards were misread" in print_page(walk)


# -- envy ------------------------------------------------------------------------------------------


def pays_envy(walk: Walk, *envies: tuple[int, int, int]) -> None:
    """To these seats, for whose hand, so many dollars: shown with the hand, paid when the round ends."""
    walk.to_hands()
    assert sorted((one.seat, one.holder, one.micros // MICROS) for one in walk.screen.envies) == list(envies)
    assert not walk.facts(GameOver), "and nothing of it is paid before the end"
    walk.confirm_all()
    walk.end()
    (over,) = walk.facts(GameOver)
    paid = sorted((seat, holder, micros // MICROS) for seat, holder, _, micros in over.envy)
    assert paid == list(envies)
    if isinstance(walk, LiveWalk):
        told = of(event.EnvyPaid, walk.stand.events)
        assert sorted((one.seat, one.holder, one.micros // MICROS) for one in told) == list(envies)


def pays_nobody_for_his_own_hand(
    walk: Walk, *envies: tuple[int, int, int], own: tuple[int, int, int]
) -> None:
    """Nor on the other of his spots: a keypad alone does not know that both are his, and pays there."""
    pays_envy(walk, *(envies if isinstance(walk, LiveWalk) else sorted((own, *envies))))


def keeps_envy_at_its_table(walk: Walk) -> None:
    """A wager at another table of the link gets nothing for a hand of this one."""
    other = open_tableside(walk.manager, OTHER, SEATS, walk.scene.rules)
    for asked in (command.PlaceWager(2, MICROS), command.CountWagers("dan")):
        other.do(asked)
    walk.to_hands()
    walk.confirm_all()
    walk.end()
    other.do(command.EndRound("dan"))
    here, there = walk.facts(GameOver)
    assert (here.table, there.table) == (TABLE, OTHER)
    assert here.envy
    assert not there.envy


def keeps_envy_hands_open(walk: Walk, keeps: Sequence[int]) -> None:
    """Hands that bring envy stay face up and lit until it is paid, and the others are locked up."""
    walk.to_hands()
    lit = [seat.seat for seat in walk.screen.seats if seat.hand]
    assert lit == list(keeps)
    if isinstance(walk, LiveWalk):
        assert view_table(walk.stand.table).kept == tuple(keeps)
        told = [one for one in walk.stand.events if isinstance(one, event.DealerCalled)]
        kept = [one.does for one in told if one.call.cue.at == "keep"]
        locked = [one.does for one in told if one.call.cue.at == "lock up"]
        assert len(kept) == len(keeps)
        assert all("face up" in does for does in kept)
        assert locked
    walk.confirm_all()
    walk.end()
    assert not any(seat.hand for seat in walk.screen.seats)
