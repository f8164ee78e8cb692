"""Compiled: what every dealt round calls. The rest of a round is written for its game, see `source`."""

import numpy as np

from pitboss.simulation.canonical import find_hash, jit, situation_key

__all__ = [
    "any_flush",
    "any_flush_class",
    "bits",
    "find_hash",
    "one_flush",
    "one_flush_class",
    "pile_up",
    "situation_key",
    "write_awards",
]

RANKS = 13


@jit
def bits(key, counter):
    """The number at a place of a stream: SplitMix64 as a counter."""
    word = key + counter * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@jit
def suit_shift(flags):
    """Where the ranks of the one suit begin whose flag is set."""
    return (flags >> 7 & 1) * RANKS + (flags >> 11 & 1) * (2 * RANKS) + (flags >> 15 & 1) * (3 * RANKS)


@jit
def one_flush(flags, mask, klass, cell, flush, flush_cells):
    """Class and cell of cards of which enough share a suit, where no other suit can: the flush, if it beats
    what the ranks make. `flags` has the upper bit of four set for that suit."""
    shift = suit_shift(flags)
    ranks = mask >> shift & 8191
    found, in_cell = np.int64(flush[ranks]), np.int64(flush_cells[shift // RANKS, ranks])
    is_higher = found > klass or (found == klass and in_cell > cell)
    return (found, in_cell) if is_higher else (klass, cell)


@jit
def one_flush_class(flags, mask, klass, flush):
    """The same where the class alone is wanted."""
    return max(klass, np.int64(flush[mask >> suit_shift(flags) & 8191]))


@jit
def any_flush(flags, mask, klass, cell, flush, flush_cells):
    """The same for so many cards that two suits may come often enough: the best flush of them."""
    for suit in range(4):
        flag = flags & 8 << 4 * suit
        if flag:
            klass, cell = one_flush(flag, mask, klass, cell, flush, flush_cells)
    return klass, cell


@jit
def any_flush_class(flags, mask, klass, flush):
    for suit in range(4):
        flag = flags & 8 << 4 * suit
        if flag:
            klass = one_flush_class(flag, mask, klass, flush)
    return klass


@jit
def pile_up(cells, piles, watched):
    """Count cells on four piles in turn: two of one kind in a row need not wait for each other. Whether one
    of them is watched."""
    whole = cells.shape[0] // 4 * 4
    is_watched = np.uint8(0)
    for place in range(0, whole, 4):
        a, b, c, d = cells[place], cells[place + 1], cells[place + 2], cells[place + 3]
        piles[0, a] += 1
        piles[1, b] += 1
        piles[2, c] += 1
        piles[3, d] += 1
        is_watched |= watched[a] | watched[b] | watched[c] | watched[d]
    for place in range(whole, cells.shape[0]):
        piles[0, cells[place]] += 1
        is_watched |= watched[cells[place]]
    return is_watched


@jit
def write_awards(cells, seats, start, watched, found, awards):
    """The round, seat and cell of every cell that is watched. Returns how many were found by now."""
    for place in range(cells.shape[0]):
        if watched[cells[place]]:
            if found < awards.shape[0]:
                awards[found, 0] = start + place // seats
                awards[found, 1] = place % seats + 1
                awards[found, 2] = cells[place]
            found += 1
    return found


@jit
def walk_sessions(
    cells, nets, envies, length, bankroll, needed, goal, every, carry, results, falls, lasted, ruined, paths
):
    """Go on with sessions on these rounds: `carry` is the session, its rounds, net, peak and deepest fall.

    Returns how many rounds were taken; those after the last session are left.
    """
    session, played, net, peak, fall = carry[0], carry[1], carry[2], carry[3], carry[4]
    row = 0
    while row < cells.shape[0] and session < results.shape[0]:
        net += nets[cells[row, 0]]
        for seat in range(1, cells.shape[1]):
            net += envies[cells[row, seat]]
        row += 1
        played += 1
        peak = max(peak, net)
        fall = max(fall, peak - net)
        is_ruined = bankroll + net < needed
        is_over = played == length or is_ruined or (goal > 0 and net >= goal)
        if session < paths.shape[0]:
            if played % every == 0:
                paths[session, played // every] = net
            if is_over:
                for point in range(played // every + 1, paths.shape[1]):
                    paths[session, point] = net
        if is_over:
            results[session] = net
            falls[session] = fall
            lasted[session] = played
            ruined[session] = is_ruined
            session += 1
            played, net, peak, fall = 0, 0, 0, 0
    carry[0], carry[1], carry[2], carry[3], carry[4] = session, played, net, peak, fall
    return row
