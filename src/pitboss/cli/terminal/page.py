"""Pages to read over the table: keys and rules, paytables, rounds that are over."""

from pitboss.cli.terminal.moment import Past
from pitboss.cli.terminal.report import past_lines, paytable_lines, source_words
from pitboss.cli.terminal.session import Session
from pitboss.cli.terminal.widget import Paragraph, heading, sentences

KEYS = (
    "arrows, tab  choose a spot          + -    a step more, a step less",
    "1 to 9       so many minimums       0      take the wager back",
    "d, Enter     deal                   r      the last wagers again",
    "a            worth of each option   b      buy chips",
    "p            what the wagers pay    h      rounds that are over",
    "space        go on                  q      cash out and leave",
)
SEAL = (
    "Before the bets the shuffle is sealed and its commitment shown. With --json a round ends with a proof "
    "that pitboss verify-round checks against it."
)
Page = tuple[str, list[Paragraph]]


def help_page(session: Session) -> Page:
    game = session.table.setup.game
    rules = [f"{number}. {rule}" for number, rule in enumerate(game.rules, start=1)]
    paragraphs = [
        *sentences((*KEYS, "Options have the keys that stand before them.", "")),
        *sentences((source_words(session), SEAL, f"Commitment {session.view.commitment}", "")),
        heading("Rules"),
        *sentences(rules),
    ]
    return f"{game.name}: keys and rules", paragraphs


def pays_page(session: Session) -> Page:
    lines = [part for line in paytable_lines(session) for part in (line, "")]
    return "What the wagers pay", sentences(lines)


def history_page(session: Session) -> Page:
    paragraphs = [part for past in reversed(session.past) for part in past_paragraphs(session, past)]
    return "Rounds that are over", paragraphs or sentences(["No round has been played yet."])


def past_paragraphs(session: Session, past: Past) -> list[Paragraph]:
    first, *rest = past_lines(session, past)
    return [heading(first), *sentences((*rest, f"Sealed {past.commitment}", ""))]
