"""What a server is told when it starts, by the command line or the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.base.error import InputError
from pitboss.base.private_file import make_private, make_private_folder
from pitboss.base.transport import stays_here
from pitboss.house.derived_key import SHORTEST_PEPPER
from pitboss.house.room.locker import new_key
from pitboss.house.training.progress_file import usual_directory
from pitboss.service.caller import Callers
from pitboss.service.site import EVERYWHERE, Site, make_site, read_origin
from pitboss.storage.address import POSTGRES_PREFIXES, read_path

DEMO_SOCKETS = 1_000
"""Everybody who tries the demonstration has this machine's one address."""


@dataclass(frozen=True)
class Settings:
    database: str
    key: str
    """Locks the shuffles in the log; the same for all servers of a room."""
    pepper: str = ""
    """Goes into hashes of PINs; without one it is made from the key."""
    old_key: str = ""
    old_pepper: str = ""
    """What went into hashes of before, if that was something else."""
    is_demo: bool = False
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    """Other addresses under which browsers know this server, as behind a proxy: 'https://room.example'."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies whose word on where a visitor is counts."""
    tls_certificate: str = ""
    tls_key: str = ""
    most_sockets: int = 8_000
    most_sockets_each: int = 64
    """Connections in all, and from one address."""
    lessons: str = ""
    """The folder where trainees' progress is kept; empty for the usual one."""

    def __post_init__(self) -> None:
        is_local = stays_here(self.host)
        if self.is_demo and not is_local:
            raise InputError("the demonstration has known PINs: it is served to this machine only")
        if not (is_local or self.is_encrypted):
            raise InputError(
                f"{self.host} is seen by other machines, and nothing goes there in the clear: give "
                "--tls-certificate and --tls-key, or have a proxy on this machine that reaches the room at "
                "127.0.0.1"
            )
        if self.host in EVERYWHERE and not self.origins:
            raise InputError(
                f"{self.host} is no address that a browser could ask for: name those that it can with "
                "--origin, such as https://room.example"
            )
        object.__setattr__(self, "origins", tuple(map(read_origin, self.origins)))
        Callers(self.proxies)

    @property
    def is_encrypted(self) -> bool:
        return bool(self.tls_certificate and self.tls_key)

    @property
    def has_secure_cookies(self) -> bool:
        """Whether browsers are told to come by https alone."""
        return self.is_encrypted or any(origin.startswith("https:") for origin in self.origins)

    @property
    def site(self) -> Site:
        return make_site(self.host, self.port, self.origins, is_encrypted=self.is_encrypted)


def read_settings(database: str, environment: Mapping[str, str] = os.environ, **given: object) -> Settings:
    """What was said on the command line, and the key, which comes from the environment alone."""
    key = environment.get("PITBOSS_KEY", "")
    if not key:
        raise InputError("PITBOSS_KEY is not set: make a key with 'pitboss floor key' and keep it secret")
    pepper = environment.get("PITBOSS_PEPPER", "")
    if pepper and len(pepper) < SHORTEST_PEPPER:
        raise InputError(f"PITBOSS_PEPPER has at least {SHORTEST_PEPPER} characters: use 'pitboss floor key'")
    old = environment.get("PITBOSS_OLD_KEY", ""), environment.get("PITBOSS_OLD_PEPPER", "")
    return Settings(database, key, pepper, *old, **given)  # type: ignore[arg-type]


def find_lessons(settings: Settings) -> Path:
    """Trainees' progress: where it was said, beside a database that is a file, or where users' data lies."""
    if settings.lessons:
        return Path(settings.lessons)
    if settings.database == "memory:" or settings.database.startswith(POSTGRES_PREFIXES):
        return usual_directory() / "service"
    return read_path(settings.database).parent / "lessons"


def demo_settings(folder: Path, port: int) -> Settings:
    """A room on this machine, in a folder of its own, with a key that is made once."""
    make_private_folder(folder)
    key_file = folder / "key"
    if not key_file.exists() or not key_file.read_text():
        make_private(key_file)
        key_file.write_text(new_key())
    return Settings(
        str(folder / "room.db"),
        key_file.read_text(),
        is_demo=True,
        port=port,
        most_sockets_each=DEMO_SOCKETS,
    )
