"""Document 003, the Mississippi Stud progressive on Nexus Command and GM Atlas, walked in order.

Each step on a live table with its keypad over the book, and on a keypad that stands alone.
"""

import progressive_law as it
from stud_scene import BIG, BUTTONS, FOLDED, OWN_SPOTS, TENTH, TOP, TRAY, TWO, TWO_AWARDS, TWO_PAID, no_folded
from three_card_scene import on_nexus

from documents import proves
from pitboss.jackpot.terms import PPM

DOCUMENT = "003"


@proves("Nexus 1")
def test_nexus_1_the_progressive_is_optional(walk):
    """Nobody has to make the progressive bet."""
    it.is_optional(walk(on_nexus(TOP)))


@proves("Nexus 3")
def test_nexus_3_the_keypad_has_the_hands_of_the_paytable(walk):
    """The paytable's hands, and which of them bring envy."""
    walked = walk(on_nexus(TOP))
    walked.place()
    it.has_a_button_for_each_line(walked, BUTTONS)
    it.has_envy_for(walked, royal_flush=1_000, straight_flush=300)


@proves("Nexus 4")
def test_nexus_4_the_meter_is_seeded_again_after_the_whole_of_it_was_won(walk):
    """After a 100% award the meter begins at its seed."""
    it.restarts_the_meter(walk(on_nexus(TOP)))


@proves("Nexus 5")
def test_nexus_5_a_wager_on_the_sensor_lights_it(walk):
    """The wager goes on the sensor of its betting position, which lights up."""
    it.lights_the_sensor(walk(on_nexus(TOP)))


@proves("Nexus 6")
def test_nexus_6_start_game_locks_and_counts_the_wagers(walk):
    """START GAME, once all bets are down; sensors with a wager stay lit."""
    it.locks_and_counts_once(walk(on_nexus(TOP)))


@proves("Nexus 6 removal")
def test_nexus_6_removal_the_dealer_takes_the_wagers(walk):
    """After START GAME the progressive bets leave the table."""
    it.removes_the_wagers(walk(on_nexus(TOP)))


@proves("Nexus 7")
def test_nexus_7_dealing_is_the_houses(walk):
    """The regular game is dealt by house procedures."""
    it.leaves_dealing_to_the_house(walk(on_nexus(TOP)))


@proves("Nexus 8 folded")
def test_nexus_8_folded_the_house_lets_folded_hands_win(walk):
    """Whether folded hands qualify is the house's choice."""
    it.pays_other_hands_from_the_tray(walk(on_nexus(FOLDED)), three_of_a_kind=9)


@proves("Nexus 8 folded")
def test_nexus_8_folded_or_it_does_not(walk):
    """Nor do they where the house says no."""
    it.pays_a_folded_hand_nothing(walk(on_nexus(no_folded(FOLDED))))


@proves("Nexus 9a")
def test_nexus_9a_percentages_come_from_the_meter(walk):
    """A percentage is paid from the jackpot on the meter."""
    it.pays_a_share_from_the_meter(walk(on_nexus(TENTH)), PPM // 10)


@proves("Nexus 9b")
def test_nexus_9b_other_hands_are_paid_from_the_tray(walk):
    """Everything that is no percentage comes from the tray and leaves the meter alone."""
    it.pays_other_hands_from_the_tray(walk(on_nexus(TRAY)), full_house=50, three_of_a_kind=9)


@proves("Nexus 9c")
def test_nexus_9c_of_two_meter_wins_the_right_one_is_paid_first(walk):
    """Two wins from the meter in a round: from the right, each from what is there then."""
    it.pays_the_right_one_first(walk(on_nexus(TWO)), *TWO_AWARDS)


@proves("Nexus 9d spot")
def test_nexus_9d_spot_the_spot_is_selected_before_the_hand(walk):
    """The dealer selects the player's spot first."""
    it.asks_for_the_spot_first(walk(on_nexus(TOP)))


@proves("Nexus 9d")
def test_nexus_9d_the_hand_button_posts_the_win(walk):
    """Then the dealer presses the button of the winning hand."""
    it.posts_the_hand(walk(on_nexus(TOP)))


@proves("Nexus 9d again")
def test_nexus_9d_again_a_second_press_turns_it_off(walk):
    """Pressed by mistake, the button goes out when it is pressed again."""
    it.turns_the_hand_off_again(walk(on_nexus(TOP)))


@proves("Nexus 9e")
def test_nexus_9e_a_supervisor_is_called(walk):
    """Then the dealer calls a supervisor."""
    it.calls_a_supervisor(walk(on_nexus(TOP)))


@proves("Nexus 9f")
def test_nexus_9f_the_supervisors_confirm_and_card_record_and_lower(walk):
    """A supervisor presses CONFIRM; the card records the win and lowers the meter."""
    it.records_and_lowers_with_the_card(walk(on_nexus(TOP)))


@proves("Nexus 9f card")
def test_nexus_9f_card_above_the_amount_the_card_is_an_executives(walk):
    """By the level of the jackpot the card is a supervisor's or an executive's."""
    it.takes_an_executives_card_above_the_amount(walk(on_nexus(BIG)))


@proves("Nexus 9f payment")
def test_nexus_9f_payment_no_chip_moves_before_the_win_is_verified(walk):
    """The prize is paid by house procedures once the win is recorded."""
    it.pays_the_prize_after_the_win_is_verified(walk(on_nexus(TOP)))


@proves("Nexus 9f monitor")
def test_nexus_9f_monitor_every_screen_has_the_amount_to_be_paid(walk):
    """The manager's monitor has the amount."""
    it.shows_the_prize(walk(on_nexus(TOP)))


@proves("Nexus 9f money bag")
def test_nexus_9f_money_bag_prints_a_win_page(walk):
    """The money bag prints a page for accounting."""
    it.prints_the_win_page(walk(on_nexus(TOP)))


@proves("Nexus 9g")
def test_nexus_9g_end_game_readies_the_system(walk):
    """END GAME, when all action is reconciled, opens the next hand."""
    it.readies_the_system(walk(on_nexus(TOP)))


@proves("Nexus 9h")
def test_nexus_9h_a_recorded_win_is_backed_out_by_adjustment_alone(walk):
    """Past the card only the manual adjustment takes a win back."""
    it.is_backed_out_by_adjustment_only(walk(on_nexus(TOP)))


@proves("Nexus 10a")
def test_nexus_10a_the_others_with_the_wager_get_envy(walk):
    """Every other wager wins the envy pay; the hand itself wins its prize alone."""
    it.pays_envy(walk(on_nexus(TOP)), (1, 3, 1_000), (6, 3, 1_000))


@proves("Nexus 10a own")
def test_nexus_10a_own_nobody_wins_envy_from_himself(walk):
    """Nobody wins envy for a hand of his own, nor for the dealer's."""
    it.pays_nobody_for_his_own_hand(walk(on_nexus(OWN_SPOTS)), (6, 3, 1_000), own=(2, 3, 1_000))


@proves("Nexus 10b")
def test_nexus_10b_envy_hands_stay_face_up(walk):
    """A hand that brings envy stays open on the layout, the others are locked up."""
    it.keeps_envy_hands_open(walk(on_nexus(TOP)), keeps=[3])


@proves("Nexus 10c")
def test_nexus_10c_two_envy_hands_pay_twice_at_the_end(walk):
    """Envy is paid when the round ends, once for each envy hand."""
    it.pays_envy(walk(on_nexus(TWO)), *TWO_PAID)
