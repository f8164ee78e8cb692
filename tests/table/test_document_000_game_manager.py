"""Document 000, the Three Card Poker Progressive on Game Manager, walked in order.

Each step on a live table with its keypad over the book, and on a keypad that stands alone.
"""

from dataclasses import replace

import progressive_law as it
from stand import told
from three_card_scene import BUTTONS, FOLDED, OWN_SPOTS, TOP, TRAY, TWO, TWO_AWARDS, TWO_ENVIES
from walk import LiveWalk

from documents import proves

DOCUMENT = "000"


@proves("Game Manager 1")
def test_game_manager_1_the_progressive_is_optional(walk):
    """Nobody has to make the progressive bet."""
    it.is_optional(walk(TOP))


@proves("Game Manager 3")
def test_game_manager_3_the_keypad_has_the_hands_of_the_paytable(walk):
    """Two paytables, each with envy for its two highest hands."""
    walked = walk(TOP)
    walked.place()
    it.has_a_button_for_each_line(walked, BUTTONS)
    it.has_envy_for(walked, akq_spades=100, akq_suited=25)


@proves("Game Manager 4")
def test_game_manager_4_the_meter_is_seeded_again_after_the_whole_of_it_was_won(walk):
    """After a 100% award the meter begins at its seed."""
    it.restarts_the_meter(walk(TOP))


@proves("Game Manager 5")
def test_game_manager_5_a_wager_on_the_sensor_lights_it(walk):
    """The wager goes on the sensor of its betting position, which lights up."""
    it.lights_the_sensor(walk(TOP))


@proves("Game Manager 6")
def test_game_manager_6_coin_in_locks_and_counts_the_wagers(walk):
    """COIN IN, once all bets are down; sensors with a wager stay lit."""
    it.locks_and_counts_once(walk(TOP))


@proves("Game Manager 6 removal")
def test_game_manager_6_removal_the_dealer_takes_the_wagers(walk):
    """After COIN IN the progressive bets leave the table."""
    it.removes_the_wagers(walk(TOP))


@proves("Game Manager 7")
def test_game_manager_7_dealing_is_the_houses(walk):
    """The regular game is dealt by house procedures."""
    it.leaves_dealing_to_the_house(walk(TOP))


@proves("Game Manager 8")
def test_game_manager_8_a_folded_hand_still_wins(walk):
    """Nothing is said of folded hands here: they are reconciled with the others, and win."""
    walked = walk(FOLDED)
    it.pays_other_hands_from_the_tray(walked, straight=6)
    if isinstance(walked, LiveWalk):
        assert "2 progressive: straight 1 -> 6" in told(walked.stand.events)


@proves("Game Manager 9a")
def test_game_manager_9a_the_whole_meter_comes_from_the_meter(walk):
    """A percentage is paid from the jackpot on the meter."""
    it.pays_a_share_from_the_meter(walk(TOP))


@proves("Game Manager 9b")
def test_game_manager_9b_other_hands_are_paid_from_the_tray(walk):
    """Everything that is no percentage comes from the tray and leaves the meter alone."""
    it.pays_other_hands_from_the_tray(walk(TRAY), straight=6, three_of_a_kind=60)


@proves("Game Manager 9c", "appendix A")
def test_game_manager_9c_of_two_meter_wins_the_right_one_is_paid_first(walk):
    """Two wins from the meter in a round: Appendix A, from the dealer's right to the left."""
    it.pays_the_right_one_first(walk(TWO), *TWO_AWARDS)


@proves("Game Manager 9d")
def test_game_manager_9d_the_hand_button_posts_the_win(walk):
    """The dealer presses the button of the winning hand."""
    it.posts_the_hand(walk(TOP))


@proves("Game Manager 9d again")
def test_game_manager_9d_again_a_second_press_turns_it_off(walk):
    """Pressed by mistake, the button goes out when it is pressed again."""
    it.turns_the_hand_off_again(walk(TOP))


@proves("Game Manager 9e")
def test_game_manager_9e_a_supervisor_is_called(walk):
    """Then the dealer calls a supervisor."""
    it.calls_a_supervisor(walk(TOP))


@proves("Game Manager 9f")
def test_game_manager_9f_key_and_j_pot_record_the_win(walk):
    """The supervisor turns the key to JPH and presses J-POT: the win is on record."""
    it.records_with_key_and_j_pot(walk(TOP))


@proves("Game Manager 9f")
def test_game_manager_9f_the_key_is_any_supervisors(walk):
    """It is a supervisor who turns the key, and no amount asks for anybody higher."""
    it.takes_any_supervisors_key(walk(replace(TOP, seeds={"": 50_000})))


@proves("Game Manager 9f payment")
def test_game_manager_9f_payment_no_chip_moves_before_the_win_is_verified(walk):
    """The prize is paid by house procedures once the win is recorded."""
    it.pays_the_prize_after_the_win_is_verified(walk(TOP))


@proves("Game Manager 9f monitor")
def test_game_manager_9f_monitor_every_screen_has_the_amount_to_be_paid(walk):
    """The manager's monitor has the amount."""
    it.shows_the_prize(walk(TOP))


@proves("Game Manager 9f money bag")
def test_game_manager_9f_money_bag_prints_a_win_page(walk):
    """The money bag prints a page for accounting."""
    it.prints_the_win_page(walk(TOP))


@proves("Game Manager 9g")
def test_game_manager_9g_the_key_at_run_lowers_the_meter(walk):
    """Back at Run the table works as before, and the meter is adjusted for the prize."""
    it.restores_and_lowers_at_run(walk(TOP))


@proves("Game Manager 9h")
def test_game_manager_9h_game_over_readies_the_system(walk):
    """GAME OVER, when all action is reconciled, opens the next hand."""
    it.readies_the_system(walk(TOP))


@proves("Game Manager 9i")
def test_game_manager_9i_a_recorded_win_is_backed_out_by_adjustment_alone(walk):
    """Past J-POT only the manual adjustment takes a win back."""
    it.is_backed_out_by_adjustment_only(walk(TOP))


@proves("Game Manager 10a")
def test_game_manager_10a_the_others_with_the_wager_get_envy(walk):
    """Every other wager wins the envy pay; the hand itself wins its prize alone."""
    it.pays_envy(walk(TOP), (1, 3, 100), (6, 3, 100))


@proves("Game Manager 10a two spots")
def test_game_manager_10a_two_spots_are_independent(walk):
    """A player on two spots gets envy on one for the hand on the other."""
    it.pays_envy(walk(OWN_SPOTS), (2, 3, 100), (6, 3, 100))


@proves("Game Manager 10b")
def test_game_manager_10b_envy_hands_stay_face_up(walk):
    """A hand that brings envy stays open on the layout, the others are locked up."""
    it.keeps_envy_hands_open(walk(TOP), keeps=[3])


@proves("Game Manager 10c")
def test_game_manager_10c_two_envy_hands_pay_twice_at_the_end(walk):
    """Envy is paid when the round ends, once for each envy hand."""
    it.pays_envy(walk(TWO_ENVIES), (1, 3, 100), (1, 5, 25), (3, 5, 25), (5, 3, 100))
