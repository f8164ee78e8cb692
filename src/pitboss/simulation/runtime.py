"""Compiled: random numbers, counting, awards and sessions, whatever game is dealt."""

import numpy as np

from pitboss.simulation.canonical import jit, scramble


@jit
def bits(key, counter):
    """The number at a place of a stream: SplitMix64 as a counter."""
    return scramble(key + counter * np.uint64(0x9E3779B97F4A7C15))


@jit
def pile_up(cells, start, stop, piles, watched):
    """Count cells on four piles in turn: two of one kind in a row need not wait for each other. Whether one
    of them is watched."""
    whole = stop - (stop - start) % 4
    is_watched = np.uint8(0)
    for place in range(start, whole, 4):
        # Unsigned: nobody has to ask whether a place is counted from the end.
        a, b = np.uint64(cells[place]), np.uint64(cells[place + 1])
        c, d = np.uint64(cells[place + 2]), np.uint64(cells[place + 3])
        piles[0, a] += 1
        piles[1, b] += 1
        piles[2, c] += 1
        piles[3, d] += 1
        is_watched |= watched[a] | watched[b] | watched[c] | watched[d]
    for place in range(whole, stop):
        piles[0, cells[place]] += 1
        is_watched |= watched[cells[place]]
    return is_watched


@jit
def write_awards(cells, start, stop, seats, before, watched, found, awards):
    """The round, seat and cell of every cell that is watched. Returns how many were found by now."""
    for place in range(start, stop):
        if watched[cells[place]]:
            if found < awards.shape[0]:
                awards[found, 0] = before + place // seats
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
