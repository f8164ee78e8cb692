"""What a server is told when it starts, by the command line or the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.base.error import InputError
from pitboss.house.room.locker import new_key

DEMO_FOLDER = "pitboss-demo"


@dataclass(frozen=True)
class Settings:
    database: str
    key: str
    """Locks the shuffles in the log; the same for all servers of a room."""
    is_demo: bool = False
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    """Other addresses under which browsers know this server, as behind a proxy: 'https://room.example'."""
    tls_certificate: str = ""
    tls_key: str = ""

    def __post_init__(self) -> None:
        is_local = self.host in ("127.0.0.1", "localhost", "::1")
        if not (is_local or self.is_encrypted or self.origins):
            raise InputError(
                f"{self.host} is seen by other machines: give --tls-certificate and --tls-key, or name the "
                "https address of the proxy in front with --origin"
            )
        if self.is_demo and not is_local:
            raise InputError("the demonstration has known PINs: it is served to this machine only")

    @property
    def is_encrypted(self) -> bool:
        return bool(self.tls_certificate and self.tls_key)

    @property
    def has_secure_cookies(self) -> bool:
        return self.is_encrypted or any(origin.startswith("https:") for origin in self.origins)


def read_settings(database: str, environment: Mapping[str, str] = os.environ, **given: object) -> Settings:
    """What was said on the command line, and the key, which comes from the environment alone."""
    key = environment.get("PITBOSS_KEY", "")
    if not key:
        raise InputError("PITBOSS_KEY is not set: make a key with 'pitboss floor key' and keep it secret")
    return Settings(database, key, **given)  # type: ignore[arg-type]


def demo_settings(folder: Path, port: int) -> Settings:
    """A room on this machine, in a folder of its own, with a key that is made once."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    key_file = folder / "key"
    if not key_file.exists():
        key_file.touch(mode=0o600)
        key_file.write_text(new_key())
    return Settings(str(folder / "room.db"), key_file.read_text(), is_demo=True, port=port)
