"""What is wrong with the tables themselves, in a sentence each: their make, their indexes, the rows of meta.

The chain proves its entries and nothing else. A clerk may drop a trigger, put in a row that nobody reads, or
leave an index that finds other entries than the table holds: what is not as Pitboss makes it is named here.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pitboss.ledger.store import StoreError
from pitboss.storage.archive_list import parse_archives
from pitboss.storage.schema import ROOM_TABLES, VERSION

COPY = re.compile(r"(entry|checkpoint|meta)_version_[0-9]+(_[0-9]+)?")
"""Tables that an upgrade has left as they were."""
HEAD = re.compile(r"(0|[1-9][0-9]*) [0-9a-f]{64}")
NEEDED = ("version", "head")
KNOWN = (*NEEDED, "archive")


def find_meta_faults(rows: Sequence[tuple[object, object]]) -> Iterator[str]:
    """The rows of `meta`: each once, and no others."""
    names = Counter(str(name) for name, _ in rows)
    yield from (f"meta has no row '{name}': it was taken out" for name in NEEDED if name not in names)
    yield from (f"meta has the row '{name}' {count} times" for name, count in names.items() if count > 1)
    strange = (name for name in names if name not in KNOWN)
    yield from (f"meta has a row '{name}' that is not Pitboss's: it was put in" for name in strange)
    told = {name: str(value) for name, value in rows}
    if told.get("version", str(VERSION)) != str(VERSION):
        yield f"meta says version {told['version']!r}, and these are tables of version {VERSION}"
    if not HEAD.fullmatch(told.get("head", f"0 {'0' * 64}")):
        yield f"meta has a head that names no entry: {told['head'][:80]!r}"
    try:
        parse_archives(told.get("archive"), "the journal")
    except StoreError as problem:
        yield str(problem)


def find_checkpoint_faults(numbers: Iterable[object]) -> Iterator[str]:
    kept = list(numbers)
    if len(kept) > 1:
        told = ", ".join(map(str, kept[:5]))
        yield f"checkpoint has {len(kept)} rows, of the entries {told}: one is kept, the others were put in"


def find_differences(expected: Mapping[str, str], found: Mapping[str, str]) -> Iterator[str]:
    """Of things with a name ("table entry", "trigger entry_delete") and how they were made."""
    for name in sorted(expected.keys() - found.keys()):
        yield f"the {name} is missing: it was dropped"
    for name in sorted(expected.keys() & found.keys()):
        if expected[name] != found[name]:
            yield f"the {name} is not as Pitboss makes it: it was changed"
    for name in sorted(found.keys() - expected.keys()):
        plain = name.rpartition(" ")[2]
        if plain in ROOM_TABLES:
            yield f"there is a {name}, left by an older version: take it in with 'pitboss ledger bring-over'"
        elif not COPY.fullmatch(plain):
            yield f"there is a {name} that is not Pitboss's: it was put in"
