"""Compiled: rounds of a game that is drawn to a total, dealt from a fresh shoe each time.

The first cards of all hands are exchanged to the front of an array; what lies there from the round before
does not matter: from whatever order it starts, the next cards are as likely as any other. Cards that are
drawn to a hand count by value alone: one is drawn as a place in the shoe sorted by value, and counts unless
so many of its value are out that its place is taken. A hand is the state of a machine that knows its total;
see `hand_machine`.
"""

import numpy as np

from pitboss.cards.totals import ACES, BEST, STANDS
from pitboss.simulation.canonical import fresh_jit
from pitboss.simulation.runtime import bits
from pitboss.simulation.stream import EMPTY

STAND, HIT, DOUBLE, SPLIT, SURRENDER = 0, 1, 2, 3, 4
MOST_HANDS = 4
NATURAL, TWO_NATURALS, DEALER_NATURAL, SURRENDERED, SINGLE, SEVERAL = 0, 1, 2, 3, 4, 12
"""Outcomes of a seat: `SINGLE + 4 * doubled + (bust, lose, push, win)`, `SEVERAL + (stake - 2) * 17 + net +
8`."""
NETS = 17
OUTCOMES = SEVERAL + 7 * NETS
NOT_INSURED, INSURANCE_LOST, INSURANCE_WON = 0, 1, 2
INSURANCES = 3
MATCHES = 4


@fresh_jit
def scale(half, left):
    """A number below `left` from 32 random bits; -1, once in ten million times, if it must be drawn again."""
    scaled = half * left
    low = scaled & 0xFFFFFFFF
    if low < left and low < (1 << 32) % left:
        return np.int64(-1)
    return scaled >> 32


@fresh_jit
def take(shoe, place, number):
    """The card that lies so many places behind comes to the front."""
    card = shoe[place + number]
    shoe[place + number] = shoe[place]
    shoe[place] = card
    return np.int64(card)


@fresh_jit
def exchange(key, counter, place, shoe):
    """The next card of the shoe; the counter moves on. From an empty shoe comes anything: see `EMPTY`."""
    left = shoe.shape[0] - place
    if left < 1:
        return np.int64(0), counter
    while True:
        number = scale(np.int64(bits(key, counter) >> np.uint64(32)), left)
        counter += np.uint64(1)
        if number >= 0:
            return take(shoe, place, number), counter


@fresh_jit
def draw(key, counter, place, seen, order, places, dealt):
    """The value of the next card, when so many of each value are out; it is written down where that is
    wanted. From an empty shoe comes anything."""
    size = order.shape[0]
    if place >= size:
        return np.int64(0), counter
    while True:
        number = scale(np.int64(bits(key, counter) >> np.uint64(32)), size)
        counter += np.uint64(1)
        value = np.int64(places[number]) & 15
        if number >= 0 and places[number] >> 4 >= seen[value]:
            seen[value] += 1
            if place + 1 < dealt.shape[0]:
                dealt[place + 1] = order[number]
            return value, counter


@fresh_jit
def match_of(one, two, up, hole):
    """The atom of two cards against two: all alike, four of one rank, the first two alike, or nothing."""
    same = np.int64(one == two)
    all_alike = same & np.int64(one == up) & np.int64(one == hole)
    ranks = np.int64(one >> 2 == two >> 2) & np.int64(one >> 2 == up >> 2) & np.int64(one >> 2 == hole >> 2)
    return same + ranks * (2 - same + all_alike)


@fresh_jit
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
    return SEVERAL + (stake - 2) * NETS + net + NETS // 2


@fresh_jit
def play_split(
    key, counter, place, seen, order, places, dealt, own, above, goal, following, split, hands, doubled
):
    """The hands of a split pair in turn: how many, the counter, the cards taken, whether one is not bust."""
    count, number = 2, 0
    waits = False
    start = np.int64(following[own])
    while number < count:
        doubled[number] = False
        value, counter = draw(key, counter, place, seen, order, places, dealt)
        place += 1
        if value == own and count < goal:
            # Split again: the hand draws another second card, and a new hand waits its turn.
            count += 1
            continue
        hand = np.int64(following[start * 10 + value])
        action = split[own, above, hand]
        while action in (HIT, DOUBLE):
            value, counter = draw(key, counter, place, seen, order, places, dealt)
            place += 1
            hand = np.int64(following[hand * 10 + value])
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


@fresh_jit
def play_dealer(
    key, counter, place, seen, order, places, dealt, dealer, hits_soft_17, following, is_soft, totals
):
    """What the dealer draws to: the total, 22 for a bust, and the counter."""
    while totals[dealer] < STANDS or (hits_soft_17 and totals[dealer] == STANDS and is_soft[dealer]):
        value, counter = draw(key, counter, place, seen, order, places, dealt)
        place += 1
        dealer = np.int64(following[dealer * 10 + value])
        if dealer < 0:
            return BEST + 1, counter, place
    return np.int64(totals[dealer]), counter, place


@fresh_jit
def fill_table(
    state, out, dealt, first, following, goals, house, is_soft, order, places, split, totals, values
):
    """Deal a round for each row of `out`; where `dealt` has rows, write the cards down as they came."""
    peeks, hits_soft_17, insures, is_early = house[0], house[1], house[2], house[4]
    shoe, seen, unseen = order.copy(), np.zeros(10, np.int64), np.zeros(0, np.int32)
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
            one[seat], counter = exchange(key, counter, place, shoe)
            place += 1
        up, counter = exchange(key, counter, place, shoe)
        place += 1
        for seat in range(seats):
            two[seat], counter = exchange(key, counter, place, shoe)
            place += 1
        hole, counter = exchange(key, counter, place, shoe)
        place += 1
        seen[:] = 0
        for card in range(min(place, shoe.shape[0])):
            seen[values[shoe[card]]] += 1
        here = unseen
        if dealt.shape[0]:
            here = dealt[row]
            here[1 : min(place, shoe.shape[0]) + 1] = shoe[:place]
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
            action = first[above, hand]
            if action == SURRENDER and is_early:
                ended[seat] = SURRENDERED
                continue
            if dealer_natural and peeks:
                ended[seat] = DEALER_NATURAL
                continue
            if action == SURRENDER:
                # A natural that was not looked for takes the whole stake all the same.
                ended[seat] = SINGLE + 1 if dealer_natural else SURRENDERED
                continue
            if action != SPLIT:
                while action in (HIT, DOUBLE):
                    value, counter = draw(key, counter, place, seen, order, places, here)
                    place += 1
                    hand = np.int64(following[hand * 10 + value])
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
                key, counter, place, seen, order, places, here, own, above, goal, following, split,
                hands[seat], doubled[seat],
            )  # fmt: skip
            waits = waits or is_alive
        reached = np.int64(totals[dealer])
        if waits:
            reached, counter, place = play_dealer(
                key,
                counter,
                place,
                seen,
                order,
                places,
                here,
                dealer,
                hits_soft_17,
                following,
                is_soft,
                totals,
            )
        for seat in range(seats):
            found = ended[seat]
            if found < 0:
                found = settle_seat(hands[seat], counts[seat], doubled[seat], reached, dealer_natural, totals)
            insured = NOT_INSURED
            if insures and above == ACES:
                insured = INSURANCE_WON if dealer_natural else INSURANCE_LOST
            out[row, seat] = (found * INSURANCES + insured) * MATCHES + match_of(
                one[seat], two[seat], up, hole
            )
        if dealt.shape[0]:
            here[0] = place
        if place > shoe.shape[0]:
            counter = np.uint64(EMPTY)
            break
    state[1] = counter
