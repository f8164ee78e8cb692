"""Compiled: rounds of a game that is drawn to a total, dealt from a fresh shoe each time.

The shoe is an array; a card is drawn by exchanging it with one behind it, and what lies there from the
round before does not matter: from whatever order it starts, the next cards are as likely as any other. A
hand is the state of a machine that knows its total; see `hand_machine`.
"""

import numpy as np

from pitboss.simulation.canonical import jit
from pitboss.simulation.runtime import bits
from pitboss.simulation.stream import EMPTY

STAND, HIT, DOUBLE, SPLIT, SURRENDER = 0, 1, 2, 3, 4
ACE = 0
BEST, STANDS = 21, 17
MOST_HANDS = 4
NATURAL, TWO_NATURALS, DEALER_NATURAL, SURRENDERED, SINGLE, SEVERAL = 0, 1, 2, 3, 4, 12
"""Outcomes of a seat: `SINGLE + 4 * doubled + (bust, lose, push, win)`, `SEVERAL + (stake - 2) * 17 + net +
8`."""
NETS = 17
OUTCOMES = SEVERAL + 7 * NETS
NOT_INSURED, INSURANCE_LOST, INSURANCE_WON = 0, 1, 2
MATCHES = 4


@jit
def scale(half, left):
    """A number below `left` from 32 random bits; -1, once in ten million times, if it must be drawn again."""
    scaled = half * left
    low = scaled & 0xFFFFFFFF
    if low < left and low < (1 << 32) % left:
        return np.int64(-1)
    return scaled >> 32


@jit
def take(shoe, place, number):
    """The card that lies so many places behind comes to the front."""
    card = shoe[place + number]
    shoe[place + number] = shoe[place]
    shoe[place] = card
    return np.int64(card)


@jit
def draw(key, counter, place, shoe):
    """The next card of the shoe; the counter moves on. From an empty shoe comes anything: see `EMPTY`."""
    left = shoe.shape[0] - place
    if left < 1:
        return np.int64(0), counter
    while True:
        number = scale(np.int64(bits(key, counter) >> np.uint64(32)), left)
        counter += np.uint64(1)
        if number >= 0:
            return take(shoe, place, number), counter


@jit
def write_cards(out, shoe, count):
    """How many cards a round took, and which, in order."""
    out[0] = count
    for card in range(min(count, shoe.shape[0], out.shape[0] - 1)):
        out[card + 1] = shoe[card]


@jit
def match_of(one, two, up, hole):
    """The atom of two cards against two: all alike, four of one rank, the first two alike, or nothing."""
    same = one == two
    if one >> 2 == two >> 2 and one >> 2 == up >> 2 and one >> 2 == hole >> 2:
        return 3 if same and one == up and one == hole else 2
    return 1 if same else 0


@jit
def settle_seat(hands, count, doubled, dealer_total, dealer_natural, totals):
    """A seat's hands against the dealer: the outcome's number. A hand of -1 is bust."""
    net, stake, last = 0, 0, 0
    for hand in range(count):
        money = 2 if doubled[hand] else 1
        stake += money
        if hands[hand] < 0:
            last = 0
        elif dealer_natural:
            last = 1
        else:
            own = np.int64(totals[hands[hand]])
            if dealer_total > BEST or own > dealer_total:
                last = 3
            else:
                last = 2 if own == dealer_total else 1
        net += money * (1 if last == 3 else 0 if last == 2 else -1)
    if count == 1:
        return SINGLE + 4 * (1 if doubled[0] else 0) + last
    return SEVERAL + (stake - 2) * NETS + net + 8


@jit
def play_split(key, counter, place, shoe, own, above, goal, following, split, values, hands, doubled):
    """The hands of a split pair in turn: how many, the counter, the cards taken, whether one is not bust."""
    count, number = 2, 0
    waits = False
    start = np.int64(following[own])
    while number < count:
        doubled[number] = False
        card, counter = draw(key, counter, place, shoe)
        place += 1
        if values[card] == own and count < goal:
            # Split again: the hand draws another second card, and a new hand waits its turn.
            count += 1
            continue
        hand = np.int64(following[start * 10 + values[card]])
        action = split[own, above, hand]
        while action in (HIT, DOUBLE):
            card, counter = draw(key, counter, place, shoe)
            place += 1
            hand = np.int64(following[hand * 10 + values[card]])
            if action == DOUBLE:
                doubled[number] = True
                break
            if hand < 0:
                break
            action = split[own, above, hand]
        hands[number] = hand
        if hand >= 0:
            waits = True
        number += 1
    return count, counter, place, waits


@jit
def play_dealer(key, counter, place, shoe, dealer, hits_soft_17, following, is_soft, totals, values):
    """What the dealer draws to: the total, 22 for a bust, and the counter."""
    while totals[dealer] < STANDS or (hits_soft_17 and totals[dealer] == STANDS and is_soft[dealer]):
        card, counter = draw(key, counter, place, shoe)
        place += 1
        dealer = np.int64(following[dealer * 10 + values[card]])
        if dealer < 0:
            return BEST + 1, counter, place
    return np.int64(totals[dealer]), counter, place


@jit
def fill_one(state, out, dealt, first, following, goals, house, is_soft, order, split, totals, values):
    """One seat alone, with nothing in arrays but the shoe: the same rules as `fill`, and twice as fast."""
    key, counter = state[0], state[1]
    peeks, hits_soft_17, insures = house[0], house[1], house[2]
    shoe = order.copy()
    size = shoe.shape[0]
    hands = np.zeros(MOST_HANDS, np.int64)
    doubles = np.zeros(MOST_HANDS, np.bool_)
    row = 0
    while row < out.shape[0]:
        word, other = bits(key, counter), bits(key, counter + np.uint64(1))
        counter += np.uint64(2)
        a = scale(np.int64(word >> np.uint64(32)), size)
        b = scale(np.int64(word & np.uint64(0xFFFFFFFF)), size - 1)
        c = scale(np.int64(other >> np.uint64(32)), size - 2)
        d = scale(np.int64(other & np.uint64(0xFFFFFFFF)), size - 3)
        if a | b | c | d < 0:
            continue
        one, up, two, hole = take(shoe, 0, a), take(shoe, 1, b), take(shoe, 2, c), take(shoe, 3, d)
        place = 4
        own, above = np.int64(values[one]), np.int64(values[up])
        dealer = np.int64(following[(above + 1) * 10 + values[hole]])
        hand = np.int64(following[(own + 1) * 10 + values[two]])
        dealer_natural = totals[dealer] == BEST
        found = -1
        if totals[hand] == BEST:
            found = TWO_NATURALS if dealer_natural else NATURAL
        elif dealer_natural and peeks:
            found = DEALER_NATURAL
        else:
            action = first[above, hand]
            doubled = 0
            while action == HIT:
                card, counter = draw(key, counter, place, shoe)
                place += 1
                hand = np.int64(following[hand * 10 + values[card]])
                if hand < 0:
                    break
                action = first[above, hand]
            if action == DOUBLE:
                card, counter = draw(key, counter, place, shoe)
                place += 1
                hand = np.int64(following[hand * 10 + values[card]])
                doubled = 4
            if action == SURRENDER:
                found = SINGLE + 1 if dealer_natural else SURRENDERED
            elif action == SPLIT:
                goal = np.int64(goals[own, above])
                count, counter, place, waits = play_split(
                    key, counter, place, shoe, own, above, goal, following, split, values, hands, doubles
                )
                reached = np.int64(totals[dealer])
                if waits:
                    reached, counter, place = play_dealer(
                        key, counter, place, shoe, dealer, hits_soft_17, following, is_soft, totals, values
                    )
                found = settle_seat(hands, count, doubles, reached, dealer_natural, totals)
            elif hand < 0:
                found = SINGLE + doubled
            else:
                reached, counter, place = play_dealer(
                    key, counter, place, shoe, dealer, hits_soft_17, following, is_soft, totals, values
                )
                mine = np.int64(totals[hand])
                wins = int(reached > BEST) | int(mine > reached)
                pushes = int(mine == reached)
                found = SINGLE + doubled + 1
                if not dealer_natural:
                    found += 2 * wins + pushes
        insured = NOT_INSURED
        if insures and above == ACE:
            insured = INSURANCE_WON if dealer_natural else INSURANCE_LOST
        out[row, 0] = (found * 3 + insured) * MATCHES + match_of(one, two, up, hole)
        if dealt.shape[0]:
            write_cards(dealt[row], shoe, place)
        if place > size:
            counter = np.uint64(EMPTY)
            break
        row += 1
    state[1] = counter


@jit
def fill(state, out, dealt, first, following, goals, house, is_soft, order, split, totals, values):
    """Deal a round for each row of `out`; where `dealt` has rows, write the cards down as they came."""
    if out.shape[1] == 1:
        fill_one(state, out, dealt, first, following, goals, house, is_soft, order, split, totals, values)
        return
    peeks, hits_soft_17, insures = house[0], house[1], house[2]
    shoe = order.copy()
    key, counter = state[0], state[1]
    seats = out.shape[1]
    one = np.zeros(seats, np.int64)
    two = np.zeros(seats, np.int64)
    hands = np.zeros((seats, MOST_HANDS), np.int64)
    doubled = np.zeros((seats, MOST_HANDS), np.bool_)
    counts = np.zeros(seats, np.int64)
    ended = np.zeros(seats, np.int64)
    for row in range(out.shape[0]):
        place = 0
        for seat in range(seats):
            one[seat], counter = draw(key, counter, place, shoe)
            place += 1
        up, counter = draw(key, counter, place, shoe)
        place += 1
        for seat in range(seats):
            two[seat], counter = draw(key, counter, place, shoe)
            place += 1
        hole, counter = draw(key, counter, place, shoe)
        place += 1
        above = np.int64(values[up])
        dealer = np.int64(following[(above + 1) * 10 + values[hole]])
        dealer_natural = totals[dealer] == BEST
        waits = False
        for seat in range(seats):
            own = np.int64(values[one[seat]])
            hand = np.int64(following[(own + 1) * 10 + values[two[seat]]])
            counts[seat] = 1
            hands[seat, 0] = hand
            doubled[seat, 0] = False
            ended[seat] = -1
            if totals[hand] == BEST:
                ended[seat] = TWO_NATURALS if dealer_natural else NATURAL
                continue
            if dealer_natural and peeks:
                ended[seat] = DEALER_NATURAL
                continue
            action = first[above, hand]
            if action == SURRENDER:
                # A natural that was not looked for takes the whole stake all the same.
                ended[seat] = SINGLE + 1 if dealer_natural else SURRENDERED
                continue
            if action != SPLIT:
                while action in (HIT, DOUBLE):
                    card, counter = draw(key, counter, place, shoe)
                    place += 1
                    hand = np.int64(following[hand * 10 + values[card]])
                    if action == DOUBLE:
                        doubled[seat, 0] = True
                        break
                    if hand < 0:
                        break
                    action = first[above, hand]
                hands[seat, 0] = hand
                if hand >= 0:
                    waits = True
                continue
            goal = np.int64(goals[own, above])
            counts[seat], counter, place, is_alive = play_split(
                key,
                counter,
                place,
                shoe,
                own,
                above,
                goal,
                following,
                split,
                values,
                hands[seat],
                doubled[seat],
            )
            waits = waits or is_alive
        reached = np.int64(totals[dealer])
        if waits:
            reached, counter, place = play_dealer(
                key, counter, place, shoe, dealer, hits_soft_17, following, is_soft, totals, values
            )
        for seat in range(seats):
            found = ended[seat]
            if found < 0:
                found = settle_seat(hands[seat], counts[seat], doubled[seat], reached, dealer_natural, totals)
            insured = NOT_INSURED
            if insures and above == ACE:
                insured = INSURANCE_WON if dealer_natural else INSURANCE_LOST
            out[row, seat] = (found * 3 + insured) * MATCHES + match_of(one[seat], two[seat], up, hole)
        if dealt.shape[0]:
            write_cards(dealt[row], shoe, place)
        if place > shoe.shape[0]:
            counter = np.uint64(EMPTY)
            break
    state[1] = counter
