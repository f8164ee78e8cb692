"""`pitboss progressive people`: who works on the floor, in which role, and how old the PINs are.

A PIN or a card is never a word of a command, where others would see it: it is typed unseen, stands in an
environment variable, or is a line of standard input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from getpass import getpass
from typing import TYPE_CHECKING, Annotated

from pitboss.base.error import InputError, find_name
from pitboss.cli.command import Command
from pitboss.cli.desk import ActReport, CommandDesk, act, ask_pin, sign_in
from pitboss.cli.option import argument, word

if TYPE_CHECKING:
    from pitboss.jackpot.person import Role

NEW_PIN, NEW_CARD = "PITBOSS_NEW_PIN", "PITBOSS_NEW_CARD"

PersonName = Annotated[str, argument("A person.", "NAME")]
RoleName = Annotated[
    str, word("dealer, supervisor, executive, technician, accounting or auditor.", "ROLE", "--role")
]
WithCard = Annotated[bool, word("Ask for a card as well.", None, "--card")]


def add(desk: CommandDesk, person: PersonName, role: RoleName, card: WithCard = False) -> ActReport:
    """Add a person, with a PIN of their own.

    Two people of different departments do it. Until both departments have somebody, the installer does,
    whose name is taken as it is given.
    """
    from pitboss.jackpot.authority import is_installing

    wanted, manager = read_role(role), desk.manager
    people = sign_in(manager, desk.by, lets_strangers=is_installing(manager.floor))
    pin = ask_new("PIN", person, NEW_PIN)
    secret = ask_new("card", person, NEW_CARD) if card else ""
    answer = desk.personnel.add(person, wanted, pin=pin, card=secret, by=people)
    return ActReport(answer, f"{person} is here as {wanted.value}", {"person": person})


def remove(desk: CommandDesk, person: PersonName) -> ActReport:
    """Let a person go: the name stays in the journal and may do nothing. Two people do it."""
    from pitboss.jackpot.people import find_person
    from pitboss.jackpot.request import ChangePerson

    known = find_person(desk.manager.floor, person)
    answer = desk.ask(ChangePerson, person, known.role, is_active=False)
    return ActReport(answer, f"{person} has left", {"person": person})


def change_role(desk: CommandDesk, person: PersonName, role: RoleName) -> ActReport:
    """Give a person another role, or one again after leaving. Two people do it."""
    from pitboss.jackpot.people import find_person
    from pitboss.jackpot.request import ChangePerson

    wanted = read_role(role)
    find_person(desk.manager.floor, person)
    answer = desk.ask(ChangePerson, person, wanted)
    return ActReport(answer, f"{person} is {wanted.value}", {"person": person})


def change_pin(desk: CommandDesk, person: PersonName) -> ActReport:
    """Change a PIN: the person with the old one, or two others with --by if it is lost."""
    from pitboss.jackpot.people import find_person

    find_person(desk.manager.floor, person)
    if desk.by:
        people, new = desk.people, ask_new("PIN", person, NEW_PIN)
        answer = desk.personnel.reset(person, pin=check_given("PIN", new), by=people)
    else:
        old, new = ask_pin(person), ask_new("PIN", person, NEW_PIN)
        answer = desk.personnel.change_pin(person, old=old, new=new)
    return ActReport(answer, f"{person} has a new PIN", {"person": person})


def change_card(desk: CommandDesk, person: PersonName) -> ActReport:
    """Give a person a new card. Two others do it."""
    from pitboss.jackpot.people import find_person

    find_person(desk.manager.floor, person)
    people, new = desk.people, ask_new("card", person, NEW_CARD)
    answer = desk.personnel.reset(person, card=check_given("card", new), by=people)
    return ActReport(answer, f"{person} has a new card", {"person": person})


def unlock(desk: CommandDesk, person: PersonName) -> ActReport:
    """Let a person try again who was locked after wrong PINs. Somebody else does it."""
    from pitboss.jackpot.people import find_person
    from pitboss.jackpot.request import Unlock

    find_person(desk.manager.floor, person)
    return ActReport(desk.ask(Unlock, person), f"{person} may try again", {"person": person})


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

COMMANDS: Mapping[str, Command] = {
    "add": act(add, creates=True),
    "remove": act(remove),
    "change-role": act(change_role),
    "change-pin": act(change_pin, has_id=False),
    "change-card": act(change_card, has_id=False),
    "unlock": act(unlock),
}


ABOUT = """People, their roles, PINs and cards.

A PIN is typed unseen; in a pipe it is a line of standard input, first those of --by in their order,
then the new one, which may stand in PITBOSS_NEW_PIN instead (a card in PITBOSS_NEW_CARD).
"""
