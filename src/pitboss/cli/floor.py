"""`pitboss floor`: the card room in a browser."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.command import Command
from pitboss.cli.option import word
from pitboss.cli.screen import say

Port = Annotated[int, typer.Option(help="Port to listen on.", min=0, max=65535)]


def demo(
    port: Port = 8000,
    folder: Annotated[
        Path | None, word("Where the room is kept. Default: in the user's data directory.")
    ] = None,
    browser: Annotated[bool, word("Open the lobby in this machine's browser.")] = True,
) -> None:
    """Open a demonstration room on this machine: every game, live meters, people to sign in as."""
    import webbrowser

    from pitboss.service.demo import PEOPLE, PIN, open_demo
    from pitboss.service.premises import Premises
    from pitboss.service.server import hold_room, listen, serve
    from pitboss.service.settings import demo_settings

    listener = listen("127.0.0.1", port)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    where = folder or data_folder()
    say(f"Opening the demonstration room in {where}")
    settings = demo_settings(where, listener.getsockname()[1])
    hold_room(settings.database)
    premises = Premises(settings)
    open_demo(premises)
    names = ", ".join(
        f"{name} ({role.value})" for name, role in PEOPLE.items() if not name.startswith("house-")
    )

    def opened() -> None:
        say(f"The card room is open at {address}")
        say(f"Play as a guest under any name, or sign in as {names}; everybody's PIN is {PIN}.")
        say("Ctrl-C closes the room; rounds go on where they were when it opens again.")
        if browser:
            webbrowser.open(address)

    serve(premises, listener, opened)


def serve(
    store: Annotated[
        str, typer.Option(metavar="URL", envvar="PITBOSS_STORE", help="The journal: a path or postgresql://…")
    ],
    host: Annotated[str, word("Address to listen on.")] = "127.0.0.1",
    port: Port = 8000,
    origin: Annotated[
        list[str] | None, word("Address of the room as browsers know it: https://room.example")
    ] = None,
    proxy: Annotated[
        list[str] | None, word("Address of a proxy whose X-Forwarded-For counts; may be repeated.")
    ] = None,
    tls_certificate: Annotated[str, word("File with the certificate.")] = "",
    tls_key: Annotated[str, word("File with its key.")] = "",
    sockets: Annotated[int, typer.Option(help="Connections in all.", min=10)] = 8_000,
    sockets_each: Annotated[int, typer.Option(help="Connections from one address.", min=4)] = 64,
    lessons: Annotated[str, word("Folder for trainees' progress. Default: beside a SQLite database.")] = "",
) -> None:
    """Serve a room. The key of its log comes from PITBOSS_KEY; several servers may share a PostgreSQL."""
    from pitboss.jackpot.person import HOUSE_PEOPLE
    from pitboss.service.premises import Premises
    from pitboss.service.server import hold_room, listen
    from pitboss.service.server import serve as serve_on
    from pitboss.service.settings import read_settings
    from pitboss.storage.address import hide_password

    listener = listen(host, port)
    settings = read_settings(
        database=store,
        host=host,
        port=listener.getsockname()[1],
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        tls_certificate=tls_certificate,
        tls_key=tls_key,
        most_sockets=sockets,
        most_sockets_each=sockets_each,
        lessons=lessons,
    )
    hold_room(settings.database)
    say(f"Opening the room in {hide_password(settings.database)}")
    premises = Premises(settings)
    scheme = "https" if settings.is_encrypted else "http"

    def opened() -> None:
        say(f"The card room is open at {scheme}://{host}:{settings.port}/")
        if not set(premises.manager.floor.people).difference(HOUSE_PEOPLE):
            say("Nobody can sign in yet: 'pitboss progressive people add' writes down the first two people.")

    serve_on(premises, listener, opened)


def key() -> None:
    """Make a key for PITBOSS_KEY."""
    from pitboss.house.room.locker import new_key

    say(new_key())


def data_folder() -> Path:
    from pitboss.cli.desk import usual_store

    return Path(usual_store()).parent / "demo-room"


COMMANDS: Mapping[str, Command] = {"demo": demo, "serve": serve, "key": key}
ABOUT = "The card room in a browser: tables, keypads, displays, the office."
