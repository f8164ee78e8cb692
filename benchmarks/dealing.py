"""The yardstick of the simulation: the same games dealt by a plain compiled loop.

Written as a careful programmer would write it in an afternoon: shuffle (Fisher and Yates), deal, judge the
hands with the evaluator of `enumeration`, decide by simple rules, settle every wager and add up the money.
`shuffled` is how many cards are shuffled for a round: the whole deck, as at a table, or just as many as the
round needs, which is faster and a harder yardstick. Nothing here is taken from the simulation. Strategies are
those that a player can remember; only at Three Card Poker that is best play to the last hand.
"""

from functools import cache

import numba as nb
import numpy as np

from benchmarks.enumeration import (
    ACE,
    CATEGORY,
    DECK,
    HIGH_CARD,
    JACK,
    KING,
    PAIR,
    QUEEN,
    SIX,
    STRAIGHT_FLUSH_3,
    category_of_six,
    inline,
    jit,
    line_of_five,
    worth_of_five,
    worth_of_three,
)

SPADES = 3
CUT_CARD = 234
"""Three quarters of six decks."""
AKQ = STRAIGHT_FLUSH_3 << CATEGORY | 7 << QUEEN


@inline
def next_bits(state):
    """SplitMix64."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inline
def deal(deck, count, state):
    """Put `count` random cards in front; the upper half of each number, scaled, says which."""
    size = deck.shape[0]
    for place in range(min(count, size - 1)):
        other = place + np.int64(
            (next_bits(state) >> np.uint64(32)) * np.uint64(size - place) >> np.uint64(32)
        )
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card


@jit
def three_card_poker(rounds, seed, shuffled, bonus, pair_plus, six, three, progressive, won):
    """Pays by category, one more for A-K-Q suited and one for that of spades; `won[wager]` adds up."""
    state = np.array([seed], np.uint64)
    deck = np.arange(DECK)
    raises = 1 << QUEEN | 1 << (6 - 2) | 1 << (4 - 2)
    for _ in range(rounds):
        deal(deck, max(shuffled, 6), state)
        a, b, c = deck[0], deck[1], deck[2]
        mine = worth_of_three(a, b, c)
        theirs = worth_of_three(deck[3], deck[4], deck[5])
        line = mine >> CATEGORY
        if mine == AKQ:
            line = 7 if a & 3 == SPADES else 6
        won[2] += six[category_of_six(a, b, c, deck[3], deck[4], deck[5])]
        won[3] += three[line]
        if mine < raises:
            won[0] -= 1
            won[1] -= 1
            won[4] -= 1
            continue
        won[1] += pair_plus[line]
        won[4] += progressive[line]
        won[0] += bonus[line]
        if theirs < 1 << QUEEN:
            won[0] += 1
        elif mine > theirs:
            won[0] += 2
        elif mine < theirs:
            won[0] -= 2


@jit
def three_card_draw(rounds, seed, shuffled, bonus, pair_plus, won):
    """Three cards and a draw card against the best three of four."""
    state = np.array([seed], np.uint64)
    deck = np.arange(DECK)
    for _ in range(rounds):
        deal(deck, max(shuffled, 8), state)
        a, b, c, draw = deck[0], deck[1], deck[2], deck[3]
        mine = worth_of_three(a, b, c)
        kind = mine >> CATEGORY
        won[1] += pair_plus[kind]
        final = mine
        if kind == PAIR:
            if a >> 2 == b >> 2:
                final = worth_of_three(a, b, draw)
            elif a >> 2 == c >> 2:
                final = worth_of_three(a, c, draw)
            else:
                final = worth_of_three(b, c, draw)
        elif kind == HIGH_CARD:
            if mine & 8191 < 1 << QUEEN:
                won[0] -= 1
                continue
            low = min(a, min(b, c))
            if low == a:
                final = worth_of_three(b, c, draw)
            elif low == b:
                final = worth_of_three(a, c, draw)
            else:
                final = worth_of_three(a, b, draw)
        w, x, y, z = deck[4], deck[5], deck[6], deck[7]
        theirs = max(
            max(worth_of_three(w, x, y), worth_of_three(w, x, z)),
            max(worth_of_three(w, y, z), worth_of_three(x, y, z)),
        )
        stake = 3 if kind >= PAIR else 2
        won[0] += bonus[final >> CATEGORY]
        if final > theirs:
            won[0] += stake
        elif final < theirs:
            won[0] -= stake


@inline
def points(card):
    rank = card >> 2
    return 2 if rank >= JACK else 1 if rank >= SIX else 0


@jit
def mississippi_stud(rounds, seed, shuffled, pays, three, progressive, won):
    """Two cards and three shared ones; `pays` by line, -1 where the hand loses."""
    state = np.array([seed], np.uint64)
    deck = np.arange(DECK)
    for _ in range(rounds):
        deal(deck, max(shuffled, 5), state)
        a, b, c, d, e = deck[0], deck[1], deck[2], deck[3], deck[4]
        won[1] += three[worth_of_three(c, d, e) >> CATEGORY]
        line = line_of_five(a, b, c, d, e)
        held = points(a) + points(b)
        stake = 1
        is_pair = a >> 2 == b >> 2
        if is_pair:
            stake += 3
        elif held >= 2:
            stake += 1
        else:
            won[0] -= stake
            won[2] -= 1
            continue
        held += points(c)
        suited = a & 3 == b & 3 and b & 3 == c & 3
        is_pair = is_pair or a >> 2 == c >> 2 or b >> 2 == c >> 2
        if is_pair:
            stake += 3
        elif held >= 3 or suited:
            stake += 1
        else:
            won[0] -= stake
            won[2] -= 1
            continue
        held += points(d)
        suited = suited and c & 3 == d & 3
        is_pair = is_pair or a >> 2 == d >> 2 or b >> 2 == d >> 2 or c >> 2 == d >> 2
        if is_pair or suited:
            stake += 3
        elif held >= 4:
            stake += 1
        else:
            won[0] -= stake
            won[2] -= 1
            continue
        won[0] += stake * pays[line]
        won[2] += progressive[line]


@jit
def caribbean_stud(rounds, seed, shuffled, pays, cover, won):
    """Five cards each, one of the dealer's open; and the higher of both hands for Cover All."""
    state = np.array([seed], np.uint64)
    deck = np.arange(DECK)
    ace_king = 1 << ACE | 1 << KING
    for _ in range(rounds):
        deal(deck, max(shuffled, 10), state)
        mine = worth_of_five(deck[0], deck[1], deck[2], deck[3], deck[4])
        theirs = worth_of_five(deck[5], deck[6], deck[7], deck[8], deck[9])
        won[1] += cover[max(mine, theirs) >> CATEGORY]
        if mine < ace_king | 1 << JACK:
            won[0] -= 1
        elif theirs < ace_king:
            won[0] += 1
        elif mine > theirs:
            won[0] += 1 + 2 * pays[mine >> CATEGORY]
        elif mine < theirs:
            won[0] -= 3


# -- Blackjack -------------------------------------------------------------------------------------


@inline
def exchange_one(shoe, place, state):
    """From a fresh shoe in any order: one of the cards that are left."""
    size = shoe.shape[0]
    other = place + np.int64((next_bits(state) >> np.uint64(32)) * np.uint64(size - place) >> np.uint64(32))
    card = shoe[other]
    shoe[other] = shoe[place]
    shoe[place] = card
    return card


@inline
def next_one(shoe, place, state):
    """From a shuffled shoe: the next."""
    return shoe[place]


@inline
def value_of(card):
    rank = (card % DECK) >> 2
    return 1 if rank == ACE else min(rank + 2, 10)


@inline
def best_total(hard, aces):
    return hard + 10 if aces and hard <= 11 else hard


@cache
def blackjack_loop(is_shuffled):
    """Six decks, basic strategy (0 stand, 1 hit, 2 double or hit, 3 split), up to four hands; money in
    halves. The shoe is shuffled when the cut card is out; or every round has a fresh one, of which just the
    cards that are needed are drawn."""
    draw = next_one if is_shuffled else exchange_one

    @nb.njit
    def loop(rounds, seed, hard_chart, soft_chart, pair_chart, match, won):
        state = np.array([seed], np.uint64)
        shoe = np.arange(6 * DECK)
        place = shoe.shape[0]
        first = np.zeros(4, np.int64)
        totals = np.zeros(4, np.int64)
        stakes = np.zeros(4, np.int64)
        for _ in range(rounds):
            if not is_shuffled:
                place = 0
            elif place > CUT_CARD:
                place = 0
                deal(shoe, shoe.shape[0], state)
            one, up = draw(shoe, place, state), draw(shoe, place + 1, state)
            two, hole = draw(shoe, place + 2, state), draw(shoe, place + 3, state)
            place += 4
            r1, r2, r3, r4 = one % DECK, two % DECK, up % DECK, hole % DECK
            kind = 0
            if r1 >> 2 == r2 >> 2 and r1 >> 2 == r3 >> 2 and r1 >> 2 == r4 >> 2:
                kind = 3 if r1 == r2 and r1 == r3 and r1 == r4 else 2
            elif r1 == r2:
                kind = 1
            won[1] += match[kind]
            v1, v2, above = value_of(one), value_of(two), value_of(up)
            theirs, aces = above + value_of(hole), above == 1 or value_of(hole) == 1
            dealer_natural = aces and theirs == 11
            if v1 + v2 == 11 and (v1 == 1 or v2 == 1):
                won[0] += 0 if dealer_natural else 3
                continue
            if dealer_natural:
                won[0] -= 2
                continue
            hands = 1
            first[0] = v1
            is_split = v1 == v2 and pair_chart[v1, above] == 3
            if is_split:
                hands = 2
                first[1] = v1
            hand = 0
            alive = False
            while hand < hands:
                hard, has_ace, cards = first[hand], first[hand] == 1, 1
                stake = 2
                if not is_split:
                    hard, has_ace, cards = v1 + v2, v1 == 1 or v2 == 1, 2
                while True:
                    if cards >= 2:
                        total = best_total(hard, has_ace)
                        if total >= 21 or (is_split and v1 == 1):
                            break
                        chart = soft_chart if total != hard else hard_chart
                        action = chart[total, above]
                        if action == 0:
                            break
                        if action == 2 and cards == 2:
                            stake = 4
                    card = value_of(draw(shoe, place, state))
                    place += 1
                    if is_split and cards == 1 and card == v1 and hands < 4 and v1 != 1:
                        first[hands] = v1
                        hands += 1
                        continue
                    hard += card
                    has_ace = has_ace or card == 1
                    cards += 1
                    if stake == 4:
                        break
                totals[hand] = best_total(hard, has_ace)
                stakes[hand] = stake
                alive = alive or totals[hand] <= 21
                hand += 1
            if alive:
                while best_total(theirs, aces) < 17:
                    card = value_of(draw(shoe, place, state))
                    place += 1
                    theirs += card
                    aces = aces or card == 1
            reached = best_total(theirs, aces)
            for hand in range(hands):
                if totals[hand] > 21:
                    won[0] -= stakes[hand]
                elif reached > 21 or totals[hand] > reached:
                    won[0] += stakes[hand]
                elif totals[hand] < reached:
                    won[0] -= stakes[hand]

    return loop
