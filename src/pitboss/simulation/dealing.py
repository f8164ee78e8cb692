"""The loops that deal: many rounds at once while few cards are out, piece by piece at a full table.

Either way every deal is as likely as any other: what shares a card with another piece, or would make a draw
uneven, is thrown away and drawn again.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

from pitboss.simulation.piece import MOST_CARDS
from pitboss.simulation.stream import threshold
from pitboss.simulation.writer import Writer

BATCH = 1024
UNEVEN = 62
"""The bit that is set where a number must be thrown away."""
LEAST_ACCEPTED = 0.4
"""Of rounds dealt all at once; below that, dealing piece by piece throws less away."""


@dataclass
class Dealing:
    """Writes the loops around what is done with each round."""

    writer: Writer

    def write(self, body: list[str]) -> None:
        if self.acceptance() >= LEAST_ACCEPTED:
            self.write_batches(body)
        else:
            self.write_one_by_one(body)

    def acceptance(self) -> float:
        """The share of rounds that remain when all pieces are dealt at once."""
        deck, out, share = self.writer.plan.game.deck.size, 0, 1.0
        for piece in self.writer.plan.pieces:
            size = len(piece.tokens)
            share *= comb(deck - out, size) / comb(deck, size)
            out += size
        return share

    def write_batches(self, body: list[str]) -> None:
        """Numbers first, all alike; then rounds without a card twice move together; then these are judged.

        No loop but the last has a branch that a processor could guess wrong, and there a flush is rare. What
        is known of a large piece is read beside its cards, while that line of memory is at hand.
        """
        pieces, packs = range(len(self.writer.plan.pieces)), range(len(self.packs))
        large = [piece for piece in pieces if self.writer.size(piece) == MOST_CARDS]
        for name in (*(f"q{pack}s" for pack in packs), *(f"w{piece}s" for piece in large)):
            self.writer.line(f"{name} = np.empty({BATCH}, np.int64)")
        self.writer.line("done = 0")
        self.writer.line("while done < rounds:")
        # No more at the end than are likely to be needed, and a few.
        self.writer.line(
            f"    tried = min({BATCH}, np.int64((rounds - done) * {1 / self.acceptance():.6f}) + 32)"
        )
        self.writer.line("    for t in range(tried):")
        self.writer.indent += 2
        self.write_numbers()
        self.writer.indent -= 2
        self.writer.line(f"    counter += np.uint64(tried * {self.word_count()})")
        self.writer.line("    kept = 0")
        self.writer.line("    for t in range(tried):")
        self.writer.indent += 2
        self.write_unpacking()
        self.writer.line(f"shared = q0 >> {UNEVEN}")
        self.writer.line(f"taken = {self.mask_of(0)}")
        for piece in pieces[1:]:
            self.writer.line(f"m{piece} = {self.mask_of(piece)}")
            self.writer.line(f"shared |= taken & m{piece}")
            self.writer.line(f"taken |= m{piece}")
        for pack in packs:
            self.writer.line(f"q{pack}s[kept] = q{pack}")
        for piece in large:
            self.writer.line(f"w{piece}s[kept] = {self.word_of(piece)}")
        self.writer.line("kept += np.int64(shared == 0)")
        self.writer.indent -= 2
        self.writer.line("    kept = min(kept, rounds - done)")
        self.writer.line("    for t in range(kept):")
        self.writer.line("        row = done + t")
        self.writer.indent += 2
        self.write_unpacking()
        for piece in pieces:
            known = f"w{piece}s[t]" if piece in large else self.word_of(piece)
            self.writer.line(f"w{piece} = {known}")
        self.writer.indent -= 2
        self.writer.lines += body
        self.writer.line("    done += kept")

    def mask_of(self, piece: int) -> str:
        return self.writer.mask_of(self.writer.size(piece), str(piece))

    def word_of(self, piece: int) -> str:
        return self.writer.word_of(self.writer.size(piece), str(piece))

    def word_count(self) -> int:
        """Each random word is two numbers."""
        return (len(self.writer.plan.pieces) + 1) // 2

    def write_numbers(self) -> None:
        """A number for each piece, several in one word, and whether one of them must be thrown away."""
        pieces, words = range(len(self.writer.plan.pieces)), self.word_count()
        for word in range(words):
            self.writer.line(f"z{word} = bits(key, counter + np.uint64(t * {words} + {word}))")
        for piece in pieces:
            half = f"z{piece // 2} >> HIGH" if piece % 2 else f"z{piece // 2} & LOW"
            self.writer.line(f"a{piece} = np.int64({half}) * {self.count(piece)}")
        for piece in pieces:
            self.writer.line(f"t{piece} = a{piece} >> 32")
            orders = self.orders(piece)
            if orders > 1:
                top, shift = divide_by(orders, self.count(piece))
                self.writer.line(f"i{piece} = t{piece} * {top} >> {shift}")
                self.writer.line(f"o{piece} = t{piece} - i{piece} * {orders}")
            else:
                self.writer.line(f"i{piece} = t{piece}")
        uneven = [f"np.int64(a{piece} & 0xFFFFFFFF < {threshold(self.count(piece))})" for piece in pieces]
        for number, pack in enumerate(self.packs):
            packed_up = [f"{name} << {place}" if place else name for name, place, _ in pack]
            flag = [f"({' | '.join(uneven)}) << {UNEVEN}"] if number == 0 else []
            self.writer.line(f"q{number}s[t] = {' | '.join(packed_up + flag)}")

    def write_unpacking(self) -> None:
        for number, pack in enumerate(self.packs):
            self.writer.line(f"q{number} = q{number}s[t]")
            for name, place, bits in pack:
                self.writer.line(f"{name} = q{number} >> {place} & {(1 << bits) - 1}")

    @cached_property
    def packs(self) -> list[list[tuple[str, int, int]]]:
        """Numbers that share a word: the name, the place and the size of each in bits."""
        found: list[list[tuple[str, int, int]]] = [[]]
        used = 0
        for piece in range(len(self.writer.plan.pieces)):
            orders = self.orders(piece)
            wanted = [(f"i{piece}", self.count(piece) // orders)] + [(f"o{piece}", orders)] * (orders > 1)
            for name, bound in wanted:
                bits = max(1, (bound - 1).bit_length())
                if used + bits > UNEVEN:
                    found.append([])
                    used = 0
                found[-1].append((name, used, bits))
                used += bits
        return found

    def write_one_by_one(self, body: list[str]) -> None:
        self.writer.line("if rounds:")
        self.writer.line("    for row in range(rounds):")
        self.writer.indent += 2
        self.writer.line("taken = np.int64(0)")
        for piece in range(len(self.writer.plan.pieces)):
            self.writer.line("while True:")
            self.writer.line("    a = np.int64(bits(key, counter) & LOW) " + f"* {self.count(piece)}")
            self.writer.line("    counter += np.uint64(1)")
            orders = self.orders(piece)
            self.writer.line(f"    i{piece} = (a >> 32) // {orders}")
            self.writer.line(f"    o{piece} = (a >> 32) % {orders}")
            self.writer.line(f"    m = {self.mask_of(piece)}")
            self.writer.line(f"    if m & taken == 0 and a & 0xFFFFFFFF >= {threshold(self.count(piece))}:")
            self.writer.line("        break")
            self.writer.line("taken |= m")
            self.writer.line(f"w{piece} = {self.word_of(piece)}")
        self.writer.indent -= 2
        self.writer.lines += body

    def count(self, piece: int) -> int:
        """In how many ways a piece can be dealt."""
        return comb(self.writer.plan.game.deck.size, self.writer.size(piece)) * self.orders(piece)

    def orders(self, piece: int) -> int:
        return self.writer.plan.pieces[piece].orders


def divide_by(divisor: int, bound: int) -> tuple[int, int]:
    """Numbers m and s with x * m >> s == x // divisor for every x below the bound: no division is needed."""
    shift = (bound * divisor).bit_length()
    return -(-(1 << shift) // divisor), shift
