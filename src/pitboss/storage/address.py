"""Addresses of journals: `memory:`, a path or `sqlite:///path`, `postgresql://user@host/database`."""

import os
import re
from pathlib import Path

from pitboss.base.error import InputError
from pitboss.ledger.store import NoJournalError
from pitboss.storage.anchor import ENDING, Anchor, anchor_paths, check_folder, refuse_lost
from pitboss.storage.checked_store import CheckedStore, link_of
from pitboss.storage.memory import MemoryStore
from pitboss.storage.schema import SchemaOpening
from pitboss.storage.sqlite import SqliteStore

SQLITE_PREFIX = "sqlite:///"
POSTGRES_PREFIXES = ("postgresql://", "postgres://")
EXPORT_ENDING = ".jsonl"
ANCHOR = "PITBOSS_ANCHOR"


def open_store(
    url: str,
    *,
    create: bool = True,
    upgrade: bool = True,
    anchor: str | None = None,
    restores: bool = False,
) -> CheckedStore:
    """The journal at an address, made or brought up to date first if that is asked for.

    A journal that is missing or empty while its anchor is not is never begun anew, unless a backup is to be
    restored into it.
    """
    if url == "memory:":
        return MemoryStore()
    folder = os.environ.get(ANCHOR)
    asked = anchor or (check_folder(folder, ANCHOR) if folder else None)
    usual = None if url.startswith(POSTGRES_PREFIXES) else read_path(url)
    beside = usual and usual.with_name(usual.name + ENDING)
    held = Anchor(*anchor_paths(asked, beside, name_of(str(usual.resolve()) if usual else url)))
    known = None if restores else held.last_mark()
    opening = SchemaOpening(create and not known, upgrade)
    try:
        store = open_plain(url, opening, held)
    except NoJournalError:
        if known:
            raise refuse_lost(hide_password(url), known, held.paths) from None
        raise
    if known and store.last() is None:
        store.close()
        raise refuse_lost(store.where, known, held.paths)
    if not restores and not all(path.exists() for path in held.paths):
        held.look_for_files(link_of(store.last()))
    return store


def open_plain(url: str, opening: SchemaOpening, anchor: Anchor) -> CheckedStore:
    if url.startswith(POSTGRES_PREFIXES):
        from pitboss.storage.postgres import PostgresStore  # the driver takes 0.1 s to load

        return PostgresStore(url, opening, anchor)
    return SqliteStore(read_path(url), opening, anchor)


def name_of(url: str) -> str:
    """Of the anchor in a folder of anchors: two journals that lie in two places have two."""
    plain = hide_password(url).rpartition("://")[2].partition("?")[0]
    return re.sub(r"[^A-Za-z0-9.-]+", "-", plain).strip("-") or "journal"


def read_path(url: str) -> Path:
    path = url.removeprefix(SQLITE_PREFIX)
    if not path or "://" in path or path.startswith("sqlite:") or "\0" in path:
        raise InputError(
            f"cannot read the address {hide_password(url)!r}: write a path, sqlite:///path or "
            "postgresql://user@host/database"
        )
    if path.endswith(EXPORT_ENDING):
        raise InputError(f"{path} is an export: restore it into a journal with 'pitboss ledger restore'")
    return Path(path)


def hide_password(url: str) -> str:
    scheme, found, rest = url.partition("://")
    return f"{scheme}{found}{rest.rpartition('@')[2]}"
