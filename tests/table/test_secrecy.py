"""What a seat may not know changes nothing of what it sees or hears: not a card, not a word.

The same round is played twice with the same commands. In the second one every card that the seat has not
seen is exchanged for another; up to that moment its views and its events are the same, letter by letter.
"""

import re
from copy import deepcopy
from random import Random

import pytest
from law import ALL, Watch, cards_in, wire_of_event, wire_of_felt, wire_of_view
from stand import IN_ROUND, PEOPLE, of, open_stand

from pitboss.base.error import PitbossError
from pitboss.rules import Draw, Face, game_ids, load_game
from pitboss.rules.dealing import Dealing
from pitboss.table import command, event
from pitboss.table.event import Event
from pitboss.table.phase import Phase
from structure import has_needs

HASH = re.compile(r"[0-9a-f]{64}")
GAMES = pytest.mark.parametrize("name", game_ids())
SEATS = (None, *PEOPLE)


class Story:
    """A random round: its shuffle, its commands, and who had seen which card after each of them."""

    def __init__(self, name, seed):
        self.name, self.seen = name, []
        self.stand = open_stand(name, seed=seed)
        self.stand.random = Random(seed)
        self.watch = Watch(self.stand.table)
        self.stand.send = self.watch.send
        self.stand.start_all()
        self.order = self.stand.table.source.sealed.cards
        while self.stand.table.phase in IN_ROUND:
            self.seen.append((len(self.stand.log), deepcopy(self.watch.drawn)))
            self.stand.step()

    def exchanged(self, drawn, seat, random):
        """The shuffle with all that the seat has not seen in another order."""
        order = list(self.order)
        seen = {n for n, (_, _, audience) in enumerate(drawn) if audience in (ALL, seat or ALL)}
        unseen = [place for place in range(len(order)) if place not in seen]
        for place, card in zip(unseen, random.sample([order[n] for n in unseen], len(unseen)), strict=True):
            order[place] = card
        return order

    def hear(self, seat, order, commands):
        """All that the seat sees and hears with this shuffle, and what everybody may know of hidden cards.

        That is what peeks found, and which decisions a hand did not allow.
        """
        stand = open_stand(self.name)
        stand.randomness.stack(stand.game.deck, order)
        words, not_earned = [], []
        for asked in self.stand.log[:commands]:
            try:
                told = [wire_of_event(e) for e in stand.do(asked) if e.audience in (None, seat)]
            except PitbossError as problem:
                told = [str(problem)]
                not_earned += [asked] if has_needs(stand.game) and isinstance(asked, command.Decide) else []
            seen = (wire_of_view(stand.table, seat), wire_of_felt(stand.table, seat))
            words.append([HASH.sub("#", text) for text in (*told, *seen)])
        return words, ([e.found for e in of(event.HandPeeked, stand.events)], not_earned)


@GAMES
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_nothing_that_a_seat_sees_or_hears_hangs_on_a_card_it_has_not_seen(name, seed):
    story, random, compared = Story(name, seed), Random(f"{name} {seed}"), 0
    for number, (commands, drawn) in enumerate(story.seen):
        seat = SEATS[(number + seed) % len(SEATS)]
        first, found = story.hear(seat, story.order, commands)
        second, found_too = story.hear(seat, story.exchanged(drawn, seat, random), commands)
        if found == found_too:
            compared += 1
            assert first == second
    assert compared > 5


@GAMES
def test_there_is_something_to_hide_and_something_to_see(name):
    """Or the laws would hold for want of cards; a game that deals all cards face up has nothing to hide."""
    story = Story(name, 1)
    drawn = [str(card) for _, drawn in story.seen for card, _, audience in drawn if audience != ALL]
    shown = cards_in(str(story.hear(None, story.order, story.seen[-1][0])))
    dealt = list(Dealing(load_game(name), Random(1)).play())
    assert drawn or all(step.face is Face.UP for step in dealt if isinstance(step, Draw))
    assert shown


@GAMES
def test_an_event_for_one_seat_is_the_only_one_that_tells_its_cards_before_they_are_opened(name):
    stand = open_stand(name)
    stand.start_all()
    stand.come_to(Phase.DECIDING)
    looked = of(event.CardsLookedAt, stand.events)
    assert all(e.audience == e.seat and e.hand.startswith(f"seat {e.seat} ") for e in looked)
    public = " ".join(wire_of_event(e) for e in stand.events if e.audience is None)
    own = {str(card) for e in looked for card in e.cards}
    shown = {str(slot) for e in of(event.CardsDealt, stand.events) for slot in e.slots}
    assert not (own - shown) & set(cards_in(public))


def test_events_are_for_everybody_unless_they_name_a_seat():
    assert Event().audience is None
    assert event.CardsLookedAt(3, "seat 3 hand", ()).audience == 3


@pytest.mark.parametrize("name", game_ids())
def test_a_table_that_is_printed_in_a_traceback_shows_no_card(name):
    stand = open_stand(name)
    stand.start_all()
    stand.come_to(Phase.DECIDING)
    play = stand.table.running
    for printed in (stand.table, play, play.deal, play.settlement, play.best, stand.table.source):
        assert "Card(" not in repr(printed).replace(repr(stand.game.deck), "")
