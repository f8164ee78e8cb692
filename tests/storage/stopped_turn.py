"""A process that takes a turn, writes in it, stops before its end, and says how it went when it goes on.

python stopped_turn.py URL
"""

import os
import signal
import sys

from writing import make_journal

from pitboss.ledger.store import StoreError
from pitboss.storage.address import open_store


def main(url):
    store = open_store(url)
    try:
        with store.turn():
            store.append(make_journal(2, after=store.last(), name="stopped"))
            print("in its turn", flush=True)
            os.kill(os.getpid(), signal.SIGSTOP)
    except StoreError as problem:
        print(f"{type(problem).__name__}: {problem}", flush=True)
        print(store.find("stopped 5"), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
