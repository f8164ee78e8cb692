"""Who plays here: players written down by the desk, guests who take a name, new PINs, each as an entry."""

from pitboss.base.look_alike import look_alike, skeleton
from pitboss.jackpot.people import check_hashes
from pitboss.jackpot.player import (
    HOUSE_NAMES,
    LONGEST_NAME,
    NameClaimed,
    Player,
    PlayerAdded,
    PlayerHashRenewed,
    PlayerSecretChanged,
    by_player,
)
from pitboss.jackpot.player_request import AddPlayer, ChangePlayerSecret, ClaimName, RenewPlayerHash
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.state import Floor
from pitboss.ledger.entry import Draft


def find_player(floor: Floor, name: str) -> Player | None:
    """By any spelling of the name, large or small; a look-alike letter is another name and finds nobody."""
    found = floor.players.get(skeleton(name))
    return found if found and found.name.casefold() == name.casefold() else None


def check_free(floor: Floor, name: str) -> None:
    """Whether a player may have the name: it looks like nobody else's."""
    if name != " ".join(name.split()) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise RefusedError(f"a player's name is 1 to {LONGEST_NAME} printable characters")
    if (
        any(look_alike(name, taken) for taken in (*HOUSE_NAMES, *floor.people))
        or skeleton(name) in floor.players
    ):
        raise RefusedError(f"{name} is taken: choose another name")


def add_player(floor: Floor, asked: AddPlayer, at: int) -> Draft:
    check_free(floor, asked.player)
    check_secret(asked.pin_hash)
    return Draft(asked.id, at, asked.by, PlayerAdded(asked.player, asked.pin_hash))


def change_secret(floor: Floor, asked: ChangePlayerSecret, at: int) -> Draft:
    return Draft(asked.id, at, asked.by, PlayerSecretChanged(*new_secret(floor, asked)))


def renew_hash(floor: Floor, asked: RenewPlayerHash, at: int) -> Draft:
    if asked.by != (by_player(asked.player),):
        raise RefusedError("a hash is renewed when the player shows the PIN: nobody else can")
    return Draft(asked.id, at, asked.by, PlayerHashRenewed(*new_secret(floor, asked)))


def new_secret(floor: Floor, asked: ChangePlayerSecret | RenewPlayerHash) -> tuple[str, str]:
    """Whose, and the hash of the new PIN."""
    found = find_player(floor, asked.player)
    if found is None or found.is_guest:
        raise RefusedError(f"there is no player {asked.player!r} with a PIN: the desk adds players")
    check_secret(asked.pin_hash)
    return found.name, asked.pin_hash


def claim_name(floor: Floor, asked: ClaimName, at: int) -> Draft:
    check_free(floor, asked.player)
    if len(asked.claim) != 64:
        raise RefusedError("a guest's name belongs to a browser: the hash of its secret is missing")
    return Draft(asked.id, at, asked.by, NameClaimed(asked.player, asked.claim))


def check_secret(pin_hash: str) -> None:
    check_hashes(pin_hash)
    if not pin_hash:
        raise RefusedError("a player needs a PIN")
