"""`pitboss progressive people`: who works on the floor, in which role, and how old the PINs are.

A PIN or a card is never a word of a command, where others would see it: it is typed unseen, stands in an
environment variable, or is a line of standard input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from getpass import getpass
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError, find_name
from pitboss.cli.group import make_group
from pitboss.cli.option import AsJson
from pitboss.cli.progressive.desk import (
    By,
    RequestId,
    Store,
    Zone,
    ask_pin,
    make_id,
    now,
    open_floor,
    open_personnel,
    read_zone,
    say_answer,
    sign_in,
)
from pitboss.cli.screen import say_json, say_page

if TYPE_CHECKING:
    from pitboss.jackpot.person import Role

NEW_PIN, NEW_CARD = "PITBOSS_NEW_PIN", "PITBOSS_NEW_CARD"

PersonName = Annotated[str, typer.Argument(metavar="NAME", help="A person.")]
RoleName = Annotated[
    str,
    typer.Option(
        "--role", metavar="ROLE", help="dealer, supervisor, executive, technician, accounting or auditor."
    ),
]
WithCard = Annotated[bool, typer.Option("--card", help="Ask for a card as well.")]


def list_(zone: Zone = None, store: Store = None, json: AsJson = False) -> None:
    """List people with their roles, and when a PIN is due for its quarterly change."""
    from pitboss.reports.progressive.row import rows_data
    from pitboss.reports.progressive.staff import read_staff, staff_page

    place = read_zone(zone)
    with open_floor(store) as manager:
        found = read_staff(manager.floor, now())
    if json:
        say_json(rows_data(found, place))
    else:
        say_page(staff_page(found, place))


def add(
    person: PersonName,
    role: RoleName,
    card: WithCard = False,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Add a person, with a PIN of their own.

    Two people of different departments do it. Until both departments have somebody, the installer does,
    whose name is taken as it is given.
    """
    from pitboss.jackpot.authority import is_installing

    wanted = read_role(role)
    with open_floor(store, create=True) as manager:
        people = sign_in(manager, by, lets_strangers=is_installing(manager.floor))
        pin = ask_new("PIN", person, NEW_PIN)
        secret = ask_new("card", person, NEW_CARD) if card else ""
        answer = open_personnel(manager, id_).add(person, wanted, pin=pin, card=secret, by=people)
    say_answer(answer, f"{person} is here as {wanted.value}", json=json, person=person)


def remove(
    person: PersonName, by: By = None, store: Store = None, id_: RequestId = None, json: AsJson = False
) -> None:
    """Let a person go: the name stays in the journal and may do nothing. Two people do it."""
    from pitboss.jackpot.people import find_person
    from pitboss.jackpot.request import ChangePerson

    with open_floor(store) as manager:
        known = find_person(manager.floor, person)
        people = sign_in(manager, by)
        answer = manager.ask(ChangePerson(make_id(id_), people, person, known.role, is_active=False))
    say_answer(answer, f"{person} has left", json=json, person=person)


def change_role(
    person: PersonName,
    role: RoleName,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Give a person another role, or one again after leaving. Two people do it."""
    from pitboss.jackpot.people import find_person
    from pitboss.jackpot.request import ChangePerson

    wanted = read_role(role)
    with open_floor(store) as manager:
        find_person(manager.floor, person)
        people = sign_in(manager, by)
        answer = manager.ask(ChangePerson(make_id(id_), people, person, wanted))
    say_answer(answer, f"{person} is {wanted.value}", json=json, person=person)


def change_pin(person: PersonName, by: By = None, store: Store = None, json: AsJson = False) -> None:
    """Change a PIN: the person with the old one, or two others with --by if it is lost."""
    from pitboss.jackpot.people import find_person

    with open_floor(store) as manager:
        find_person(manager.floor, person)
        if by:
            people = sign_in(manager, by)
            new = ask_new("PIN", person, NEW_PIN)
            answer = open_personnel(manager).reset(person, pin=check_given("PIN", new), by=people)
        else:
            old, new = ask_pin(person), ask_new("PIN", person, NEW_PIN)
            answer = open_personnel(manager).change_pin(person, old=old, new=new)
    say_answer(answer, f"{person} has a new PIN", json=json, person=person)


def change_card(person: PersonName, by: By = None, store: Store = None, json: AsJson = False) -> None:
    """Give a person a new card. Two others do it."""
    from pitboss.jackpot.people import find_person

    with open_floor(store) as manager:
        find_person(manager.floor, person)
        people = sign_in(manager, by)
        new = ask_new("card", person, NEW_CARD)
        answer = open_personnel(manager).reset(person, card=check_given("card", new), by=people)
    say_answer(answer, f"{person} has a new card", json=json, person=person)


def unlock(
    person: PersonName, by: By = None, store: Store = None, id_: RequestId = None, json: AsJson = False
) -> None:
    """Let a person try again who was locked after wrong PINs. Somebody else does it."""
    from pitboss.jackpot.people import find_person
    from pitboss.jackpot.request import Unlock

    with open_floor(store) as manager:
        find_person(manager.floor, person)
        answer = manager.ask(Unlock(make_id(id_), sign_in(manager, by), person))
    say_answer(answer, f"{person} may try again", json=json, person=person)


# -- reading ---------------------------------------------------------------------------------------


def read_role(text: str) -> Role:
    from pitboss.jackpot.person import Role

    return Role(find_name("role", text, [role.value for role in Role]))


def ask_new(what: str, person: str, variable: str) -> str:
    """A new secret: from the environment, twice unseen in a terminal, or one line of standard input."""
    if variable in os.environ:
        return os.environ[variable]
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    new = getpass(f"New {what} of {person}: ")
    if getpass(f"New {what} of {person} again: ") != new:
        raise InputError(f"the second {what} is not the first: nothing was changed")
    return new


def check_given(what: str, secret: str) -> str:
    if not secret:
        raise InputError(f"no new {what} was given: nothing was changed")
    return secret


# -- the sub-application ---------------------------------------------------------------------------

COMMANDS: Mapping[str, Callable[..., None]] = {
    "list": list_,
    "add": add,
    "remove": remove,
    "change-role": change_role,
    "change-pin": change_pin,
    "change-card": change_card,
    "unlock": unlock,
}


ABOUT = """People, their roles, PINs and cards.

A PIN is typed unseen; in a pipe it is a line of standard input, first those of --by in their order,
then the new one, which may stand in PITBOSS_NEW_PIN instead (a card in PITBOSS_NEW_CARD).
"""


def make_people_app() -> typer.Typer:
    return make_group(ABOUT, COMMANDS)
