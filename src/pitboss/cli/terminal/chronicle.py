"""What the dealer has said and what has happened, as far as a full screen has words for it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.base.phrase import join_or
from pitboss.cli.terminal.session import Session
from pitboss.table import event
from pitboss.table.event import Event

MOST_KEPT = 40
SEEN = (
    event.WagerPlaced,
    event.WagerTakenBack,
    event.ShuffleSealed,
    event.Seated,
    event.BoughtIn,
    event.CardsDealt,
    event.CardsLookedAt,
    event.CardsOpened,
)
"""Events that need no words: they are seen on the felt."""


@dataclass
class Chronicle:
    said: list[str] = field(default_factory=list)
    """The dealer's words."""
    lines: list[str] = field(default_factory=list)
    """Of this round."""

    def tell(self, session: Session, events: Iterable[Event]) -> None:
        for happened in events:
            if isinstance(happened, event.DealerCalled) and happened.says:
                self.said.append(happened.says)
            if not isinstance(happened, SEEN) and (words := session.speaker.sentence(happened)):
                self.lines.append(words)
        del self.said[:-MOST_KEPT], self.lines[:-MOST_KEPT]

    def ask(self, session: Session) -> None:
        """The dealer's question; what can be answered, where the procedure has no words for it."""
        asked = session.asked
        if asked:
            words = join_or([option.name for option in asked.options])
            said = [call.says for call in session.view.next if call.says]
            self.said += said or [f"{words[0].upper()}{words[1:]}?"]
