"""A checkpoint: a simulation's work so far in one file, so that it goes on where it was left.

The file says what the work is: a checkpoint of other rules, another seed or another strategy is refused,
with what differs. It carries the hash of all that is in it; a file that was cut off or changed is refused
as well.
"""

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import InputError
from pitboss.base.odds import Kind, Pay
from pitboss.base.private_file import write_whole
from pitboss.rules import Result
from pitboss.simulation.chunk import Gathered, Total, Work
from pitboss.simulation.session import SessionChunk, SessionTerms

FORMAT, VERSION = "pitboss simulation", 1
MOST_BYTES = 1 << 30
KINDS = ("int64", "int32", "bool")
SESSION_FIELDS = ("results", "falls", "lasted", "ruined", "paths")

Identity = Mapping[str, str | int]
"""What makes a simulation this one and no other, in words that can be shown."""


def identify(work: Work, about: Identity) -> dict[str, str | int]:
    """`about` is what a person knows it by; the rest is what must be equal for the chunks to fit together."""
    terms = work.sessions
    return {
        **about,
        "seats": work.program.seats,
        "seed": work.seed,
        "rounds": work.rounds,
        "rounds of a chunk": work.program.chunk_rounds,
        "program": work.program.fingerprint,
        "worths": digest_of(work.worths, work.watched),
        "sessions": 0 if terms is None else terms.count,
        "session": "" if terms is None else f"{session_words(terms)}, {digest_of(terms.nets, terms.envies)}",
    }


def session_words(terms: SessionTerms) -> str:
    bets = "".join(f", {wager} {bet}" for wager, bet in terms.bets.items())
    return f"{terms.rounds} rounds, {terms.bankroll}, {terms.needed}, {terms.goal} in 1/{terms.unit}{bets}"


def digest_of(*arrays: NDArray[Any]) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(f"{array.dtype} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


# -- writing -----------------------------------------------------------------------------------------


def save_checkpoint(path: Path, gathered: Gathered, identity: Identity) -> None:
    """Whole or not at all: a crash in the middle leaves the checkpoint before."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "work": dict(identity),
        "done": [[chunk, rounds] for chunk, rounds in sorted(gathered.done.items())],
        "counts": pack(gathered.counts),
        "met": [[[write_result(one) for one in outcome] for outcome in joint] for joint in gathered.met],
        "awards": {str(chunk): pack(found) for chunk, found in sorted(gathered.awards.items())},
        "batches": gathered.total.batches,
        "sums": gathered.total.sums,
        "squares": gathered.total.squares,
        "sessions": {
            str(chunk): {name: pack(getattr(one, name)) for name in SESSION_FIELDS}
            for chunk, one in sorted(gathered.sessions.items())
        },
    }
    text = json.dumps({**content, "sha256": hash_of(content)})
    try:
        write_whole(path, text.encode())
    except OSError as problem:
        raise InputError(f"cannot write the checkpoint {path}: {problem.strerror}") from problem


def write_result(result: Result) -> list[str]:
    pay = result.pay
    return [result.name, str(result.stake), pay.kind.value, str(pay.amount), pay.level, str(result.base)]


def read_result(written: list[str]) -> Result:
    name, stake, kind, amount, level, base = written
    return Result(name, Fraction(stake), Pay(Kind(kind), Fraction(amount), level), Fraction(base))


def hash_of(content: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def pack(array: NDArray[Any]) -> list[str | list[int]]:
    data = base64.b64encode(zlib.compress(np.ascontiguousarray(array).tobytes(), 1)).decode()
    return [str(array.dtype), list(array.shape), data]


def unpack(packed: Any) -> NDArray[Any]:
    kind, shape, data = packed
    if kind not in KINDS:
        raise ValueError(f"no array of {kind!r}")
    raw = zlib.decompressobj().decompress(base64.b64decode(data, validate=True), MOST_BYTES)
    return np.frombuffer(raw, kind).reshape(shape).copy()


# -- reading -----------------------------------------------------------------------------------------


def load_checkpoint(path: Path, work: Work, identity: Identity) -> Gathered:
    """What the file holds of exactly this work."""
    content = read_content(path)
    check_same(path, content["work"], identity)
    try:
        return restore(content, work)
    except (KeyError, TypeError, ValueError, zlib.error, AttributeError) as problem:
        raise damaged(path) from problem


def read_content(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_bytes())
    except OSError as problem:
        raise InputError(f"cannot read the checkpoint {path}: {problem.strerror}") from problem
    except (ValueError, RecursionError) as problem:
        raise damaged(path) from problem
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{path} is no checkpoint of a simulation; name another file")
    if content.get("version") != VERSION:
        raise InputError(f"{path} is a checkpoint of another version of Pitboss; start again in a new file")
    claimed = content.pop("sha256", None)
    if hash_of(content) != claimed or not isinstance(content.get("work"), dict):
        raise damaged(path)
    return content


def damaged(path: Path) -> InputError:
    return InputError(
        f"the checkpoint {path} is damaged: it was cut off or changed; start again in a new file"
    )


def check_same(path: Path, found: Mapping[str, object], wanted: Identity) -> None:
    for name in (*wanted, *found):
        if found.get(name) != wanted.get(name):
            was, now = shown(found.get(name)), shown(wanted.get(name))
            raise InputError(
                f"{path} is a checkpoint of another simulation: its {name} is {was}, not {now}; "
                "name another file"
            )


def shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:12]}..."


def restore(content: Mapping[str, Any], work: Work) -> Gathered:
    gathered = Gathered(
        work,
        done={int(chunk): int(rounds) for chunk, rounds in content["done"]},
        total=Total(
            unpack(content["counts"]),
            int(content["batches"]),
            tuple(map(int, content["sums"])),
            tuple(map(int, content["squares"])),
            tuple(
                tuple(tuple(map(read_result, outcome)) for outcome in joint)
                for joint in content.get("met", ())
            ),
        ),
        awards={int(chunk): unpack(packed) for chunk, packed in content["awards"].items()},
        sessions={
            int(chunk): SessionChunk(*(unpack(one[name]) for name in SESSION_FIELDS))
            for chunk, one in content["sessions"].items()
        },
    )
    cells = work.program.cell_count or len(gathered.met)
    if len(gathered.counts) != cells or not set(gathered.done) <= set(range(work.chunks)):
        raise ValueError("other cells or chunks than this work has")
    if work.sessions is None and gathered.counts.sum() != gathered.rounds * work.program.seats:
        raise ValueError("other rounds than were counted")
    gathered.kept_rounds = gathered.rounds
    return gathered
