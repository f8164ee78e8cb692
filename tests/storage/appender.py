"""A process that writes to a journal until it is killed, and says which entry is durable.

python appender.py URL SEED
"""

import random
import sys

from writing import make_journal

from pitboss.storage.address import open_store


def main(url, seed):
    chance = random.Random(seed)
    store = open_store(url)
    last = store.last()
    while True:
        entries = make_journal(chance.choice((1, 1, 3, 20)), after=last)
        store.append(entries)
        last = entries[-1]
        print(last.number, last.hash, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
