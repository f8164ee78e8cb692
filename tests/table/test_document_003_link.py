"""Document 003, the multi-game link of Nexus Command and GM Atlas at Mississippi Stud, walked in order.

Each step on a live table with its keypad over the book, and on a keypad that stands alone.
"""

import progressive_law as it
from stud_scene import (
    BIG,
    BUTTONS,
    FOLDED,
    OWN_SPOTS,
    TENTH,
    TOP,
    TRAY,
    TWO,
    TWO_AWARDS,
    TWO_PAID,
    WAGERS,
    no_folded,
    on_levels,
    on_link,
)

from documents import proves
from pitboss.jackpot.terms import PPM

DOCUMENT = "003"


@proves("link 1")
def test_link_1_the_progressive_is_optional(walk):
    """Nobody has to make the progressive bet."""
    it.is_optional(walk(on_link(TOP)))


@proves("link 3")
def test_link_3_the_keypad_has_the_hands_of_the_paytable(walk):
    """The paytable's hands, and which of them bring envy."""
    walked = walk(on_link(TOP))
    walked.place()
    it.has_a_button_for_each_line(walked, BUTTONS)
    it.has_envy_for(walked, royal_flush=1_000, straight_flush=300)


@proves("link 3 levels")
def test_link_3_levels_each_named_meter_has_its_own_award(walk):
    """ML01 and ML03 pay the whole of meters of their own."""
    it.takes_its_own_meter_only(walk(on_levels(TOP)), "Mega")


@proves("link 5")
def test_link_5_the_meter_is_seeded_again_after_the_whole_of_it_was_won(walk):
    """After a 100% award the meter begins at its seed."""
    it.restarts_the_meter(walk(on_link(TOP)))


@proves("link 6")
def test_link_6_a_wager_on_the_sensor_lights_it(walk):
    """The wager goes on the sensor of its betting position, which lights up."""
    it.lights_the_sensor(walk(on_link(TOP)))


@proves("link 7")
def test_link_7_start_game_locks_and_counts_the_wagers(walk):
    """START GAME, once all bets are down; sensors with a wager stay lit."""
    it.locks_and_counts_once(walk(on_link(TOP)))


@proves("link 7 removal")
def test_link_7_removal_the_dealer_takes_the_wagers(walk):
    """After START GAME the progressive bets leave the table."""
    it.removes_the_wagers(walk(on_link(TOP)))


@proves("link 8")
def test_link_8_dealing_is_the_houses(walk):
    """The regular game is dealt by house procedures."""
    it.leaves_dealing_to_the_house(walk(on_link(TOP)))


@proves("link 9 folded")
def test_link_9_folded_the_house_lets_folded_hands_win(walk):
    """Whether folded hands qualify is the house's choice."""
    it.pays_other_hands_from_the_tray(walk(on_link(FOLDED)), three_of_a_kind=9)


@proves("link 9 folded")
def test_link_9_folded_or_it_does_not(walk):
    """Nor do they where the house says no."""
    it.pays_a_folded_hand_nothing(walk(on_link(no_folded(FOLDED))))


@proves("link 10a")
def test_link_10a_percentages_come_from_the_meter(walk):
    """A percentage is paid from the jackpot on the meter."""
    it.pays_a_share_from_the_meter(walk(on_link(TENTH)), PPM // 10)


@proves("link 10b")
def test_link_10b_other_hands_are_paid_from_the_tray(walk):
    """Everything that is no percentage comes from the tray and leaves the meter alone."""
    it.pays_other_hands_from_the_tray(walk(on_link(TRAY)), full_house=50, three_of_a_kind=9)


@proves("link 10c")
def test_link_10c_of_two_meter_wins_the_right_one_is_paid_first(walk):
    """Two wins from the meter in a round: from the right, each from what is there then."""
    it.pays_the_right_one_first(walk(on_link(TWO)), *TWO_AWARDS)


@proves("link 10d spot")
def test_link_10d_spot_the_spot_is_selected_before_the_hand(walk):
    """The dealer selects the player's spot first."""
    it.asks_for_the_spot_first(walk(on_link(TOP)))


@proves("link 10d")
def test_link_10d_the_hand_button_posts_the_win(walk):
    """Then the dealer presses the button of the winning hand."""
    it.posts_the_hand(walk(on_link(TOP)))


@proves("link 10d again")
def test_link_10d_again_a_second_press_turns_it_off(walk):
    """Pressed by mistake, the button goes out when it is pressed again."""
    it.turns_the_hand_off_again(walk(on_link(TOP)))


@proves("link 10e")
def test_link_10e_a_supervisor_is_called(walk):
    """Then the dealer calls a supervisor."""
    it.calls_a_supervisor(walk(on_link(TOP)))


@proves("link 10f")
def test_link_10f_the_supervisors_confirm_and_card_record_and_lower(walk):
    """A supervisor presses CONFIRM; the card records the win and lowers the meter."""
    it.records_and_lowers_with_the_card(walk(on_link(TOP)))


@proves("link 10f card")
def test_link_10f_card_above_the_amount_the_card_is_an_executives(walk):
    """By the level of the jackpot the card is a supervisor's or an executive's."""
    it.takes_an_executives_card_above_the_amount(walk(on_link(BIG)))


@proves("link 10f payment")
def test_link_10f_payment_no_chip_moves_before_the_win_is_verified(walk):
    """The prize is paid by house procedures once the win is recorded."""
    it.pays_the_prize_after_the_win_is_verified(walk(on_link(TOP)))


@proves("link 10f monitor")
def test_link_10f_monitor_every_screen_has_the_amount_to_be_paid(walk):
    """The manager's monitor has the amount."""
    it.shows_the_prize(walk(on_link(TOP)))


@proves("link 10f money bag")
def test_link_10f_money_bag_prints_a_win_page(walk):
    """The money bag prints a page for accounting."""
    it.prints_the_win_page(walk(on_link(TOP)))


@proves("link 10g")
def test_link_10g_end_game_readies_the_system(walk):
    """END GAME, when all action is reconciled, opens the next hand."""
    it.readies_the_system(walk(on_link(TOP)))


@proves("link 10h")
def test_link_10h_a_recorded_win_is_backed_out_by_adjustment_alone(walk):
    """Past the card only the manual adjustment takes a win back."""
    it.is_backed_out_by_adjustment_only(walk(on_link(TOP)))


@proves("link 11a")
def test_link_11a_the_others_with_the_wager_get_envy(walk):
    """Every other wager wins the envy pay; the hand itself wins its prize alone."""
    it.pays_envy(walk(on_link(TOP)), (1, 3, 1_000), (6, 3, 1_000))


@proves("link 11a own")
def test_link_11a_own_nobody_wins_envy_from_himself(walk):
    """Nobody wins envy for a hand of his own, nor for the dealer's."""
    it.pays_nobody_for_his_own_hand(walk(on_link(OWN_SPOTS)), (6, 3, 1_000), own=(2, 3, 1_000))


@proves("link 11a table")
def test_link_11a_table_envy_stays_at_the_table_of_the_hand(walk):
    """Envy goes to players of the table where the hand was dealt."""
    it.keeps_envy_at_its_table(walk(on_link(TOP)))


@proves("link 11a times")
def test_link_11a_times_envy_is_multiplied_by_the_wager(walk):
    """On the link the envy pay is times the wager of whoever gets it."""
    it.pays_envy(walk(on_link(WAGERS)), (1, 3, 3_000), (6, 3, 1_000))


@proves("link 11b")
def test_link_11b_envy_hands_stay_face_up(walk):
    """A hand that brings envy stays open on the layout, the others are locked up."""
    it.keeps_envy_hands_open(walk(on_link(TOP)), keeps=[3])


@proves("link 11c")
def test_link_11c_two_envy_hands_pay_twice_at_the_end(walk):
    """Envy is paid when the round ends, once for each envy hand."""
    it.pays_envy(walk(on_link(TWO)), *TWO_PAID)
