"""What every form of the office has: an id, who signs, and the entry that says what was done."""

from pydantic import BaseModel, Field

from pitboss.base.own_id import OWN_ID
from pitboss.house.manager import RequestAnswer
from pitboss.jackpot.request import Request
from pitboss.service.office.signing import Second
from pitboss.service.premises import Premises

WORDS = Field(default="", max_length=400)


class Form(BaseModel):
    """Every change: an id of the browser's own making, and who signs beside the person signed in."""

    id: str = Field(min_length=1, max_length=80, pattern=OWN_ID)
    second: Second = Second()


class Done(BaseModel):
    """What was done, and the entry of the journal that says so."""

    words: str
    entry: int | None = None


async def ask(premises: Premises, asked: Request, words: str) -> Done:
    return done(premises, await premises.ask(asked), words)


def done(premises: Premises, answer: RequestAnswer, words: str) -> Done:
    premises.floor.writer.follow()
    return Done(words=words, entry=answer.number)
