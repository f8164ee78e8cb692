"""Rooms in processes of their own, forked from one that has read the program and counted the links."""

import os
import sys
from datetime import date

import rigged_room

from patient_counting import count_patiently
from pitboss.cli import main as run_program
from pitboss.jackpot.link import check_link
from pitboss.service import demo

for terms in demo.PROGRESSIVES:
    check_link(terms, (), date.today())
count_patiently()


def main(log: str, program: str, *words: str) -> None:
    """A demonstration as the program opens it, or one with stacked shufflers."""
    kept = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(kept, 1)
    os.dup2(kept, 2)
    if program == "rigged":
        rigged_room.main(*words)
    else:
        sys.argv[1:] = ["floor", "demo", "--no-browser", *words]
        run_program()
