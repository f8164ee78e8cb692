"""Addresses of journals: `memory:`, a path or `sqlite:///path`, `postgresql://user@host/database`."""

from pathlib import Path

from pitboss.base.error import InputError
from pitboss.storage.memory import MemoryStore
from pitboss.storage.schema import Opening
from pitboss.storage.sqlite import SqliteStore
from pitboss.storage.vault import Vault

SQLITE_PREFIX = "sqlite:///"
POSTGRES_PREFIXES = ("postgresql://", "postgres://")
EXPORT_ENDING = ".jsonl"


def open_store(url: str, *, create: bool = True, upgrade: bool = True) -> Vault:
    """The journal at an address, made or brought up to date first if that is asked for."""
    opening = Opening(create, upgrade)
    if url == "memory:":
        return MemoryStore()
    if url.startswith(POSTGRES_PREFIXES):
        from pitboss.storage.postgres import PostgresStore  # the driver takes 0.1 s to load

        return PostgresStore(url, opening)
    return SqliteStore(read_path(url), opening)


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
