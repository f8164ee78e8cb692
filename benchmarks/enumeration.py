"""The yardstick: the same games solved by dealing every hand in compiled loops.

Written as a careful programmer would write it in an afternoon: loops over cards, a small evaluator,
whole numbers. Nothing here is taken from the analysis: neither its tables nor its counts, so the two
sides can check each other. Loops leave out what repeats for nothing: a player's hand is judged once
and not for every hand of the dealer's, and where a full run would take an hour, hands alike up to a
renaming of suits are dealt once, with their number.

A card is rank * 4 + suit, ranks 0 (two) to 12 (ace). All of it runs on one core.
"""

from itertools import permutations

import numba as nb
import numpy as np

DECK = 52
ACE, KING, QUEEN, JACK, TEN, SIX = 12, 11, 10, 9, 8, 4
CATEGORY = 26
"""A worth is a category above this many bits, and below them the ranks that decide within it."""

HIGH_CARD, PAIR = 0, 1
FLUSH_3, STRAIGHT_3, TRIPS_3, STRAIGHT_FLUSH_3 = 2, 3, 4, 5
TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = 2, 3, 4, 5, 6, 7, 8, 9

UNSEEN, TRADES = 49, 45
"""Cards that a player with three has not seen; draw cards left when the dealer's four are dealt first."""

jit = nb.njit(cache=True, nogil=True)
inline = nb.njit(cache=True, inline="always")


# -- what a hand is worth -----------------------------------------------------------------------


@inline
def worth_of_three(a, b, c):
    """Category and deciding ranks of three cards as one number; higher is better, equal ties."""
    x, y, z = 1 << (a >> 2), 1 << (b >> 2), 1 << (c >> 2)
    once = x | y | z
    twice = (x & y) | (x & z) | (y & z)
    if twice:
        if x == y and y == z:
            return TRIPS_3 << CATEGORY | once
        return PAIR << CATEGORY | twice << 13 | (once ^ twice)
    suited = (a & 3) == (b & 3) and (b & 3) == (c & 3)
    low_ace = once == (1 << ACE | 3)
    if once // (once & -once) == 7 or low_ace:
        kind = STRAIGHT_FLUSH_3 if suited else STRAIGHT_3
        return kind << CATEGORY | (0 if low_ace else once)
    return (FLUSH_3 if suited else HIGH_CARD) << CATEGORY | once


@inline
def worth_of_five(a, b, c, d, e):
    """Category and deciding ranks of five cards as one number; higher is better, equal ties."""
    once, twice, thrice, four = 0, 0, 0, 0
    for card in (a, b, c, d, e):
        rank = 1 << (card >> 2)
        four |= thrice & rank
        thrice |= twice & rank
        twice |= once & rank
        once |= rank
    if not twice:
        suited = (a & 3) == (b & 3) and (b & 3) == (c & 3) and (c & 3) == (d & 3) and (d & 3) == (e & 3)
        low_ace = once == (1 << ACE | 15)
        if once // (once & -once) == 31 or low_ace:
            if not suited:
                return STRAIGHT << CATEGORY | (0 if low_ace else once)
            kind = ROYAL if once >> TEN == 31 else STRAIGHT_FLUSH
            return kind << CATEGORY | (0 if low_ace else once)
        return (FLUSH if suited else HIGH_CARD) << CATEGORY | once
    if four:
        return QUADS << CATEGORY | four << 13 | (once ^ four)
    if thrice:
        kind = FULL_HOUSE if twice != thrice else TRIPS
        return kind << CATEGORY | thrice << 13 | (once ^ thrice)
    kind = TWO_PAIR if twice & (twice - 1) else PAIR
    return kind << CATEGORY | twice << 13 | (once ^ twice)


@inline
def run_of_five(ranks):
    """The bit of the lowest rank of every run of five, the ace counting low as well."""
    both = ranks << 1 | (ranks >> ACE & 1)
    return both & both >> 1 & both >> 2 & both >> 3 & both >> 4


@inline
def category_of_six(a, b, c, d, e, f):
    """Category of the best five of six cards."""
    once, twice, thrice, four = 0, 0, 0, 0
    suits = 0
    for card in (a, b, c, d, e, f):
        rank = 1 << (card >> 2)
        four |= thrice & rank
        thrice |= twice & rank
        twice |= once & rank
        once |= rank
        suits += 1 << (8 * (card & 3))
    flush = -1
    for suit in range(4):
        if (suits >> (8 * suit) & 255) >= 5:
            flush = suit
    if flush >= 0:
        ranks = 0
        for card in (a, b, c, d, e, f):
            if card & 3 == flush:
                ranks |= 1 << (card >> 2)
        runs = run_of_five(ranks)
        if runs:
            return ROYAL if runs >> (TEN + 1) else STRAIGHT_FLUSH
    if four:
        return QUADS
    if thrice and twice & (twice - 1):
        return FULL_HOUSE
    if flush >= 0:
        return FLUSH
    if run_of_five(once):
        return STRAIGHT
    if thrice:
        return TRIPS
    if twice:
        return TWO_PAIR if twice & (twice - 1) else PAIR
    return HIGH_CARD


# -- Three Card Poker ------------------------------------------------------------------------------


@jit
def three_card_poker(bonus, pair_plus, ante_won, pair_plus_won):
    """Every deal of three cards each; every pair of tables settled under best play of the ante.

    `bonus[n, category]` and `pair_plus[n, category]` win that much to 1 on table n (a lost Pair Plus
    is -1); the totals come back in `ante_won[n]` and `pair_plus_won[n]`, in antes over all deals.
    Returns how many deals there were.
    """
    queen_high = 1 << QUEEN
    deals = 0
    for a in range(DECK):
        for b in range(a + 1, DECK):
            for c in range(b + 1, DECK):
                mine = worth_of_three(a, b, c)
                played = 0
                dealt = 0
                for x in range(DECK):
                    if x in (a, b, c):
                        continue
                    for y in range(x + 1, DECK):
                        if y in (a, b, c):
                            continue
                        for z in range(y + 1, DECK):
                            if z in (a, b, c):
                                continue
                            dealt += 1
                            theirs = worth_of_three(x, y, z)
                            if theirs < queen_high:
                                played += 1
                            elif mine > theirs:
                                played += 2
                            elif mine < theirs:
                                played -= 2
                deals += dealt
                kind = mine >> CATEGORY
                for table in range(bonus.shape[0]):
                    play = played + dealt * bonus[table, kind]
                    if play > -dealt:
                        ante_won[table] += play
                        pair_plus_won[table] += dealt * pair_plus[table, kind]
                    else:
                        ante_won[table] -= dealt
                        pair_plus_won[table] -= dealt
    return deals


@jit
def three_card_poker_looked_up(bonus, pair_plus, ante_won, pair_plus_won, worths):
    """The same deals with all hands judged beforehand: a cleverer loop, to be honest about the plain one."""
    queen_high = 1 << QUEEN
    for x in range(DECK):
        for y in range(DECK):
            for z in range(DECK):
                if x < y and y < z:
                    worths[x, y, z] = worth_of_three(x, y, z)
    deals = 0
    for a in range(DECK):
        for b in range(a + 1, DECK):
            for c in range(b + 1, DECK):
                mine = worths[a, b, c]
                played = 0
                dealt = 0
                for x in range(DECK):
                    if x in (a, b, c):
                        continue
                    for y in range(x + 1, DECK):
                        if y in (a, b, c):
                            continue
                        for z in range(y + 1, DECK):
                            theirs = worths[x, y, z]
                            is_out = int(z in (a, b, c))
                            won = 2 * (int(mine > theirs) - int(mine < theirs))
                            won = 1 if theirs < queen_high else won
                            played += 0 if is_out else won
                            dealt += 1 - is_out
                deals += dealt
                kind = mine >> CATEGORY
                for table in range(bonus.shape[0]):
                    play = played + dealt * bonus[table, kind]
                    if play > -dealt:
                        ante_won[table] += play
                        pair_plus_won[table] += dealt * pair_plus[table, kind]
                    else:
                        ante_won[table] -= dealt
                        pair_plus_won[table] -= dealt
    return deals


# -- 6 Card Bonus ----------------------------------------------------------------------------------


@jit
def six_card_bonus(ways):
    """Every set of six cards by the category of its best five."""
    for a in range(DECK):
        for b in range(a + 1, DECK):
            for c in range(b + 1, DECK):
                for d in range(c + 1, DECK):
                    for e in range(d + 1, DECK):
                        for f in range(e + 1, DECK):
                            ways[category_of_six(a, b, c, d, e, f)] += 1


# -- hands alike up to a renaming of suits ---------------------------------------------------------

RENAMINGS = np.array(list(permutations(range(4))), np.int64)


@jit
def standing(cards, size, renamings):
    """For how many hands these cards stand as the one with the least mask; 0 if another one does."""
    mask = 0
    for i in range(size):
        mask |= 1 << cards[i]
    same = 0
    for way in range(renamings.shape[0]):
        other = 0
        for i in range(size):
            other |= 1 << (cards[i] & ~3 | renamings[way, cards[i] & 3])
        if other < mask:
            return 0
        if other == mask:
            same += 1
    return renamings.shape[0] // same


@jit
def different_hands(size, renamings, out_cards, out_weight):
    """All essentially different hands of `size` cards and how many each stands for. Returns their number."""
    cards = np.zeros(size, np.int64)
    for i in range(size):
        cards[i] = i
    found = 0
    while True:
        weight = standing(cards, size, renamings)
        if weight:
            for i in range(size):
                out_cards[found, i] = cards[i]
            out_weight[found] = weight
            found += 1
        i = size - 1
        while i >= 0 and cards[i] == DECK - size + i:
            i -= 1
        if i < 0:
            return found
        cards[i] += 1
        for j in range(i + 1, size):
            cards[j] = cards[j - 1] + 1


@jit
def least_renamings(rows, renamings, out_mask, out_way):
    """For each row of cards the least mask that a renaming of suits can give it, and which renaming does."""
    for row in range(rows.shape[0]):
        for way in range(renamings.shape[0]):
            mask = 0
            for i in range(rows.shape[1]):
                card = np.int64(rows[row, i])
                mask |= 1 << (card & ~3 | renamings[way, card & 3])
            if way == 0 or mask < out_mask[row]:
                out_mask[row] = mask
                out_way[row] = way


def list_hands(size, count):
    """The essentially different hands of `size` cards, at most `count`, and how many each stands for."""
    cards = np.zeros((count, size), np.int64)
    weight = np.zeros(count, np.int64)
    found = different_hands(size, RENAMINGS, cards, weight)
    return cards[:found], weight[:found]


# -- Three Card Draw -------------------------------------------------------------------------------


@jit
def three_card_draw(hands, bonus, options):
    """Fold, play 1x and play 2x of these hands, with the best draw after each; `options[hand, option]`.

    In antes over all C(49, 4) hands of the dealer's times the 45 draw cards left. Comparing without
    branches lets the compiler take several draw cards at a time; with branches this takes five times as long.
    """
    left = np.zeros(UNSEEN, np.int64)
    final = np.zeros((3, UNSEEN), np.int64)
    order = np.zeros(3, np.int64)
    for hand in range(hands.shape[0]):
        a, b, c = hands[hand, 0], hands[hand, 1], hands[hand, 2]
        count = 0
        for card in range(DECK):
            if card != a and card != b and card != c:
                left[count] = card
                final[0, count] = worth_of_three(b, c, card)
                final[1, count] = worth_of_three(a, c, card)
                final[2, count] = worth_of_three(a, b, card)
                count += 1
        mine = worth_of_three(a, b, c)
        kept = 0
        dealt = 0
        for thrown in range(3):
            order[thrown] = 0
        for w in range(UNSEEN):
            for x in range(w + 1, UNSEEN):
                for y in range(x + 1, UNSEEN):
                    wxy = worth_of_three(left[w], left[x], left[y])
                    for z in range(y + 1, UNSEEN):
                        wxz = worth_of_three(left[w], left[x], left[z])
                        wyz = worth_of_three(left[w], left[y], left[z])
                        xyz = worth_of_three(left[x], left[y], left[z])
                        theirs = max(max(wxy, wxz), max(wyz, xyz))
                        dealt += TRADES
                        kept += TRADES * (int(mine > theirs) - int(mine < theirs))
                        for thrown in range(3):
                            won = 0
                            for draw in range(UNSEEN):
                                if draw != w and draw != x and draw != y and draw != z:
                                    won += int(final[thrown, draw] > theirs) - int(
                                        final[thrown, draw] < theirs
                                    )
                            order[thrown] += won
        options[hand, 0] = -dealt
        for play in range(1, 3):
            best = (1 + play) * kept + dealt * bonus_of(mine, bonus)
            for thrown in range(3):
                paid = 0
                for draw in range(UNSEEN):
                    paid += dealt // UNSEEN * bonus_of(final[thrown, draw], bonus)
                best = max(best, (1 + play) * order[thrown] + paid)
            options[hand, play] = best


@inline
def bonus_of(worth, bonus):
    """`bonus` by category, then one more for the suited ace, king and queen."""
    if worth == (STRAIGHT_FLUSH_3 << CATEGORY | 7 << QUEEN):
        return bonus[STRAIGHT_FLUSH_3 + 1]
    return bonus[worth >> CATEGORY]


# -- Mississippi Stud ------------------------------------------------------------------------------

LOW_PAIR, MIDDLE_PAIR, HIGH_PAIR = 10, 11, 12
"""Lines of a pair, beside the categories."""


@inline
def line_of_five(a, b, c, d, e):
    worth = worth_of_five(a, b, c, d, e)
    kind = worth >> CATEGORY
    if kind != PAIR:
        return kind
    pair = worth >> 13 & 8191
    if pair >= 1 << JACK:
        return HIGH_PAIR
    return MIDDLE_PAIR if pair >= 1 << SIX else LOW_PAIR


STREET_BETS = 3
MOST_BEFORE_LAST = 1 + 2 * STREET_BETS


@jit
def mississippi_stud(pays):
    """Best play over every two cards and every order of three shared ones, in antes over 52*51/2*50*49*48.

    `pays[line]` is won to 1 on everything bet, -1 where the hand loses. A stake is what has been bet so far.
    """
    won = 0
    after_first = np.zeros(1 + STREET_BETS + 1, np.int64)
    after_second = np.zeros(MOST_BEFORE_LAST + 1, np.int64)
    for a in range(DECK):
        for b in range(a + 1, DECK):
            total = 0
            for stake in range(after_first.shape[0]):
                after_first[stake] = 0
            for first in range(DECK):
                if first in (a, b):
                    continue
                for stake in range(after_second.shape[0]):
                    after_second[stake] = 0
                for second in range(DECK):
                    if second in (a, b, first):
                        continue
                    paid = 0
                    for third in range(DECK):
                        if third in (a, b, first, second):
                            continue
                        paid += pays[line_of_five(a, b, first, second, third)]
                    for stake in range(3, MOST_BEFORE_LAST + 1):
                        best = -stake * 48
                        for bet in range(1, STREET_BETS + 1):
                            best = max(best, (stake + bet) * paid)
                        after_second[stake] += best
                for stake in range(2, 1 + STREET_BETS + 1):
                    best = -stake * 48 * 49
                    for bet in range(1, STREET_BETS + 1):
                        best = max(best, after_second[stake + bet])
                    after_first[stake] += best
            total = -48 * 49 * 50
            for bet in range(1, STREET_BETS + 1):
                total = max(total, after_first[1 + bet])
            won += total
    return won


# -- Caribbean Stud --------------------------------------------------------------------------------


@jit
def all_worths(out):
    """The worth of every five cards, in the order of five nested loops from the highest card down."""
    place = 0
    for a in range(DECK):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        out[place] = worth_of_five(a, b, c, d, e)
                        place += 1


@jit
def caribbean_stud(hands, pays, choose, worths, raised):
    """The net of a raise for these hands, by the dealer's open card: `raised[hand, card]`.

    `pays[category]` is won to 1 on the raise of two antes. In antes over the dealer's C(46, 4) hands.
    """
    qualifies = 1 << ACE | 1 << KING
    for hand in range(hands.shape[0]):
        h0, h1, h2, h3, h4 = hands[hand, 0], hands[hand, 1], hands[hand, 2], hands[hand, 3], hands[hand, 4]
        mine = worth_of_five(h0, h1, h2, h3, h4)
        paid = 1 + 2 * pays[mine >> CATEGORY]
        net = raised[hand]
        for a in range(DECK):
            if a in (h0, h1, h2, h3, h4):
                continue
            for b in range(a):
                if b in (h0, h1, h2, h3, h4):
                    continue
                for c in range(b):
                    if c in (h0, h1, h2, h3, h4):
                        continue
                    for d in range(c):
                        if d in (h0, h1, h2, h3, h4):
                            continue
                        start = choose[a, 5] + choose[b, 4] + choose[c, 3] + choose[d, 2]
                        over_d = 0
                        for e in range(d):
                            if e in (h0, h1, h2, h3, h4):
                                continue
                            theirs = worths[start + e]
                            won = 0
                            if theirs < qualifies:
                                won = 1
                            elif mine > theirs:
                                won = paid
                            elif mine < theirs:
                                won = -3
                            net[e] += won
                            over_d += won
                        net[d] += over_d
                        net[c] += over_d
                        net[b] += over_d
                        net[a] += over_d
