"""Compiled: hands drawn at random, from a seeded counter and without bias."""

import numpy as np

from pitboss.shape.kernels import SUIT_COUNT, jit, judge


@jit
def next_bits(state):
    """SplitMix64: one step of a 64-bit counter, scrambled."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@jit
def below(state, count):
    """A number below `count`, without bias: numbers beyond it are thrown away."""
    mask = np.uint64(1)
    while mask < np.uint64(count):
        mask = mask << np.uint64(1)
    while True:
        drawn = next_bits(state) & (mask - np.uint64(1))
        if drawn < np.uint64(count):
            return np.int64(drawn)


@jit
def sample_rest(pool, good, deck, hands, cell, tables, samples, seed, met):
    """Draw three good hands; if they share no card, deal the others. `met[x]` counts x good hands."""
    size = pool.shape[1]
    step = tables[0]
    state = np.zeros(1, np.uint64)
    state[0] = seed * np.uint64(0xD1342543DE82EF95)
    used = np.zeros(deck.shape[0], np.bool_)
    left = np.zeros(deck.shape[0], np.int64)
    m = np.zeros(SUIT_COUNT, np.int64)
    for _ in range(samples):
        for i in range(used.shape[0]):
            used[i] = False
        apart = True
        for _hand in range(3):
            drawn = pool[good[below(state, good.shape[0])]]
            for i in range(size):
                if used[drawn[i]]:
                    apart = False
                used[drawn[i]] = True
            if not apart:
                break
        if not apart:
            continue
        count = 0
        for i in range(used.shape[0]):
            if not used[i]:
                left[count] = deck[i]
                count += 1
        found = 3
        for _hand in range(hands - 3):
            rank_state = 0
            for suit in range(SUIT_COUNT):
                m[suit] = 0
            for _i in range(size):
                place = below(state, count)
                card = left[place]
                count -= 1
                left[place] = left[count]
                rank_state = step[rank_state, card >> 2]
                m[card & 3] |= 1 << (card >> 2)
            if judge(rank_state, m, tables)[1] >= cell:
                found += 1
        met[found] += 1
