"""Codes on the wire: pages compare codes of a closed set, never the words that are beside them."""

import re

import pytest

from pitboss.jackpot.controller.dialect import Button
from pitboss.jackpot.controller.phase import Phase as KeypadPhase
from pitboss.service.route.pages import FOLDER
from pitboss.table.phase import Phase

CODE = re.compile(r"[a-z]+(_[a-z]+)*")
SENTENCE = re.compile(r'(?:[!=]== |\.(?:startsWith|endsWith|includes|match)\()"([^"]* [^"]*)"')
COMPARED = re.compile(r'phase [!=]== "([^"]*)"')
STATIC = FOLDER / "static"
PAGES = {
    page.relative_to(STATIC).as_posix(): page.read_text(encoding="utf-8") for page in STATIC.rglob("*.js")
}


@pytest.mark.parametrize("kind", [Phase, KeypadPhase], ids=["table", "keypad"])
def test_a_phase_is_a_code_with_words_of_its_own(kind):
    for phase in kind:
        assert CODE.fullmatch(phase.value)
        assert kind(phase.value) is phase
        assert " " in phase.words
    assert len({phase.words for phase in kind}) == len(kind)


def test_the_pages_ask_for_phases_that_there_are():
    asked = {code for page in PAGES.values() for code in COMPARED.findall(page)}
    asked |= set(re.findall(r'const (?:BETTING|IDLE) = "([^"]*)"', PAGES["table/stage.js"]))
    assert {"idle", "betting"} <= asked <= {phase.value for phase in Phase}


def test_no_page_looks_for_words_in_what_people_read():
    codes = {" "} | {button.value for button in Button}
    compared = {words for page in PAGES.values() for words in SENTENCE.findall(page)}
    assert compared <= codes, "a comparison with words that are no code"


def test_the_keys_of_a_decision_come_with_it_and_are_made_nowhere_else():
    asked = set(re.findall(r"\bkey: (option\S*?),", PAGES["table/action_bar.js"]))
    assert asked == {"option.key.toUpperCase()"}
