"""Document 004, the Bet the Set 21 Progressive on Game Manager, walked in order.

Each step on a live table with its keypad over the book, and on a keypad that stands alone.
"""

import progressive_law as it
import pytest
from walk import LiveWalk, Scene

from documents import proves
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.jackpot.controller import command
from pitboss.table import command as table_command

DOCUMENT = "004"
GAME, PAYTABLE, SEEDS = "blackjack", "Bet the Set 21 Progressive", {"": 10_000}
SET = Scene(
    GAME,
    PAYTABLE,
    """
    seat 1: bet 5, progressive 1; Th 9d; stand
    seat 3: bet 5, progressive 1; 9h 9h; stand
    seat 4: bet 5; Ts 8d; stand
    seat 6: bet 5, progressive 1; Tc 7d; stand
    dealer: 9h 9h
    """,
    {3: "suited_four_of_a_kind"},
    seeds=SEEDS,
)
TRAY = Scene(
    GAME,
    PAYTABLE,
    """
    seat 1: bet 5, progressive 1; 9d 9s; stand
    seat 3: bet 5, progressive 1; 4h 4h; stand
    dealer: 9c 9h
    """,
    {1: "four_of_a_kind", 3: "suited_pair"},
    seeds=SEEDS,
)
TWO = Scene(
    GAME,
    PAYTABLE,
    """
    seat 1: bet 5, progressive 1; Th 8d; stand
    seat 2: bet 5, progressive 1; 9h 9h; stand
    seat 5: bet 5, progressive 1; 9h 9h; stand
    dealer: 9h 9h
    """,
    {2: "suited_four_of_a_kind", 5: "suited_four_of_a_kind"},
    seeds=SEEDS,
)
OWN_SPOTS = Scene(
    GAME,
    PAYTABLE,
    """
    seat 2 of Ann: bet 5, progressive 1; Th 9d; stand
    seat 3 of Ann: bet 5, progressive 1; 9h 9h; stand
    seat 6 of Ben: bet 5, progressive 1; Tc 7d; stand
    dealer: 9h 9h
    """,
    {3: "suited_four_of_a_kind"},
    seeds=SEEDS,
)
TWO_AWARDS = (10_000_420_000, 10_000_030_000)
"""Three wagers bring 42 cents, and three cents to the reserve; the second takes the meter as it restarts."""
BUTTONS = "suited_four_of_a_kind 100%, four_of_a_kind 500 for 1, suited_pair 25 for 1"


@proves("step 1")
def test_step_1_the_progressive_is_optional(walk):
    """Nobody has to make the progressive bet."""
    it.is_optional(walk(SET))


@proves("step 1")
def test_step_1_the_wager_is_a_dollar(walk):
    """One dollar, no more and no less."""
    walked = walk(SET)
    if isinstance(walked, LiveWalk):
        walked.place()
        with pytest.raises(InputError, match=r"\$1.00"):
            walked.stand.do(table_command.PlaceWager(1, "progressive", 2 * MICROS))
    else:
        with pytest.raises(InputError, match=r"\$1.00, no more and no less"):
            walked.side.do(command.PlaceWager(1, 2 * MICROS))


@proves("step 3")
def test_step_3_the_keypad_has_the_hands_of_the_paytable(walk):
    """The paytable's hands, and which of them bring envy."""
    walked = walk(SET)
    walked.place()
    it.has_a_button_for_each_line(walked, BUTTONS)
    it.has_envy_for(walked, suited_four_of_a_kind=1_000)


@proves("step 4")
def test_step_4_the_meter_is_seeded_again_after_the_whole_of_it_was_won(walk):
    """After a 100% award the meter begins at its seed."""
    it.restarts_the_meter(walk(SET))


@proves("step 5")
def test_step_5_a_wager_on_the_sensor_lights_it(walk):
    """The wager goes on the sensor of its betting position, which lights up."""
    it.lights_the_sensor(walk(SET))


@proves("step 6")
def test_step_6_coin_in_locks_and_counts_the_wagers(walk):
    """COIN IN, once all bets are down; sensors with a wager stay lit."""
    it.locks_and_counts_once(walk(SET))


@proves("step 6 stay")
def test_step_6_stay_the_wagers_stay_on_the_table(walk):
    """After COIN IN the dealer leaves the progressive bets where they are."""
    it.leaves_the_wagers(walk(SET))


@proves("step 7")
def test_step_7_dealing_is_the_houses(walk):
    """The regular game is dealt by house procedures."""
    it.leaves_dealing_to_the_house(walk(SET))


@proves("step 8")
def test_step_8_hands_that_the_tray_pays_are_reconciled_without_the_meter(walk):
    """Other winning hands are reconciled, and leave the meter alone."""
    it.pays_other_hands_from_the_tray(walk(TRAY), four_of_a_kind=500, suited_pair=25)


@proves("step 9a")
def test_step_9a_the_whole_meter_comes_from_the_meter(walk):
    """A percentage is paid from the jackpot on the meter."""
    it.pays_a_share_from_the_meter(walk(SET))


@proves("step 9b")
def test_step_9b_of_two_meter_wins_the_right_one_is_paid_first(walk):
    """Two wins from the meter in a round: from the dealer's right to the left."""
    it.pays_the_right_one_first(walk(TWO), *TWO_AWARDS)


@proves("step 9c")
def test_step_9c_the_hand_button_posts_the_win(walk):
    """The dealer presses the button of the winning hand."""
    it.posts_the_hand(walk(SET))


@proves("step 9c again")
def test_step_9c_again_a_second_press_turns_it_off(walk):
    """Pressed by mistake, the button goes out when it is pressed again."""
    it.turns_the_hand_off_again(walk(SET))


@proves("step 9d")
def test_step_9d_a_supervisor_is_called(walk):
    """Then the dealer calls a supervisor."""
    it.calls_a_supervisor(walk(SET))


@proves("step 9e")
def test_step_9e_key_and_j_pot_record_the_win(walk):
    """The supervisor turns the key to JPH and presses J-POT: the win is on record."""
    it.records_with_key_and_j_pot(walk(SET))


@proves("step 9e")
def test_step_9e_the_key_is_any_supervisors(walk):
    """It is a supervisor who turns the key, and no amount asks for anybody higher."""
    it.takes_any_supervisors_key(walk(SET))


@proves("step 9e payment")
def test_step_9e_payment_no_chip_moves_before_the_win_is_verified(walk):
    """The prize is paid by house procedures once the win is recorded."""
    it.pays_the_prize_after_the_win_is_verified(walk(SET))


@proves("step 9e monitor")
def test_step_9e_monitor_every_screen_has_the_amount_to_be_paid(walk):
    """The manager's monitor has the amount."""
    it.shows_the_prize(walk(SET))


@proves("step 9e money bag")
def test_step_9e_money_bag_prints_a_win_page(walk):
    """The money bag prints a page for accounting."""
    it.prints_the_win_page(walk(SET))


@proves("step 9f")
def test_step_9f_the_key_at_run_lowers_the_meter(walk):
    """Back at Run the table works as before, and the meter is adjusted for the prize."""
    it.restores_and_lowers_at_run(walk(SET))


@proves("step 9g")
def test_step_9g_game_over_readies_the_system(walk):
    """GAME OVER, when all action is reconciled, opens the next hand."""
    it.readies_the_system(walk(SET))


@proves("step 9h")
def test_step_9h_a_recorded_win_is_backed_out_by_adjustment_alone(walk):
    """Past J-POT only the manual adjustment takes a win back."""
    it.is_backed_out_by_adjustment_only(walk(SET))


@proves("step 10a")
def test_step_10a_the_others_with_the_wager_get_envy(walk):
    """Every other wager wins the envy pay; the hand itself wins its prize alone."""
    it.pays_envy(walk(SET), (1, 3, 1_000), (6, 3, 1_000))


@proves("step 10a own")
def test_step_10a_own_nobody_wins_envy_from_himself(walk):
    """Nobody wins envy for a hand of his own, nor for the dealer's."""
    it.pays_nobody_for_his_own_hand(walk(OWN_SPOTS), (6, 3, 1_000), own=(2, 3, 1_000))


@proves("step 10b")
def test_step_10b_envy_hands_stay_face_up(walk):
    """A hand that brings envy stays open on the layout, the others are locked up."""
    it.keeps_envy_hands_open(walk(SET), keeps=[3])


@proves("step 10c")
def test_step_10c_two_envy_hands_pay_twice_at_the_end(walk):
    """Envy is paid when the round ends, once for each envy hand."""
    it.pays_envy(walk(TWO), (1, 2, 1_000), (1, 5, 1_000), (2, 5, 1_000), (5, 2, 1_000))
