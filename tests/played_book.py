"""Books of rooms that were played, and the same as a clerk would write them who knows the chain."""

from dataclasses import replace
from random import Random

from house.test_room import TCP, Host, make_room, open_progressive
from pitboss.jackpot.fact import CoinIn
from pitboss.ledger.entry import FIRST_HASH, chain
from pitboss.storage.address import open_store
from pitboss.storage.memory import Shelf


def play_book(commands=120):
    """Rounds at a table with a progressive."""
    room = make_room(Shelf())
    open_progressive(room)
    host, random = Host(room, TCP), Random(9)
    host.sit_down()
    for _ in range(commands):
        host.send(host.next_command(random))
    return list(room.house.manager.store.entries())


def chained(drafts):
    """The same entries, each following the one before it."""
    before, entries = FIRST_HASH, []
    for number, draft in enumerate(drafts, start=1):
        entries.append(chain(number, before, draft))
        before = entries[-1].hash
    return entries


def changed(book, kind, change, *, nth=0):
    """The book as a clever clerk would write it: one entry changed, everything after it chained anew."""
    drafts = [entry.draft for entry in book]
    places = [place for place, draft in enumerate(drafts) if isinstance(draft.fact, kind)]
    found = change(drafts[places[nth]])
    drafts[places[nth] : places[nth] + 1] = [found] if found else []
    return chained(drafts)


def halve_contribution(book):
    """The first COIN IN moves half of what it says; everything else is as it was."""
    drafts = [entry.draft for entry in book]
    place = next(place for place, draft in enumerate(drafts) if isinstance(draft.fact, CoinIn))
    halves = tuple(one._replace(micros=one.micros // 2) for one in drafts[place].transfers)
    drafts[place] = replace(drafts[place], transfers=halves)
    return chained(drafts)


def keep(book, path):
    """Write the book into a file of its own; where it is."""
    store = open_store(str(path))
    store.append(book)
    store.close()
    return str(path)
