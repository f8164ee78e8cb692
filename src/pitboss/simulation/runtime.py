"""Compiled: what every dealt round calls. The rest of a round is written for its game, see `source`."""

import numpy as np

from pitboss.simulation.canonical import find_hash, jit, situation_key

__all__ = ["bits", "fill_flush", "find_hash", "situation_key"]

RANKS = 13


@jit
def bits(key, counter):
    """The number at a place of a stream: SplitMix64 as a counter."""
    word = key + counter * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@jit
def fill_flush(flags, mask, klass, cell, flush, flush_cells):
    """Class and cell of cards of which enough share a suit: the best flush, if it beats what the ranks make.

    `flags` has the upper bit of four set for such a suit; it is mostly one suit alone.
    """
    suit = np.int64(0)
    while flags:
        if flags & 8:
            ranks = mask >> (RANKS * suit) & 8191
            found = np.int64(flush[ranks])
            if found > klass or (found == klass and flush_cells[suit, ranks] > cell):
                klass = found
                cell = np.int64(flush_cells[suit, ranks])
        flags >>= 4
        suit += 1
    return klass, cell


@jit
def tally(cells, counts):
    """Count every seat's joint cells."""
    for row in range(cells.shape[0]):
        for seat in range(cells.shape[1]):
            counts[cells[row, seat]] += 1


@jit
def find_watched(cells, watched, start, out):
    """Rounds, seats and cells of what must be known in order: awards from a meter. Returns how many."""
    found = 0
    for row in range(cells.shape[0]):
        for seat in range(cells.shape[1]):
            if watched[cells[row, seat]]:
                if found < out.shape[0]:
                    out[found, 0] = start + row
                    out[found, 1] = seat + 1
                    out[found, 2] = cells[row, seat]
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
