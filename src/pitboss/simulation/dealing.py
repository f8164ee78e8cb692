"""The loops that deal: many rounds at once while few cards are out, piece by piece at a full table.

Either way every deal is as likely as any other: what shares a card with another piece, or would make a draw
uneven, is thrown away and drawn again.
"""

from dataclasses import dataclass
from math import comb

from pitboss.simulation.stream import threshold
from pitboss.simulation.writer import Writer

BATCH = 1024
PACKED, PACK_BITS = 4, 15
"""Numbers of pieces that share a word; a deck of 52 has 22,100 pieces of three cards."""
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

        No loop but the last has a branch that a processor could guess wrong, and there a flush is rare.
        """
        pieces = range(len(self.writer.plan.pieces))
        packs = range(-(-len(pieces) // PACKED))
        for pack in packs:
            self.writer.line(f"q{pack}s = np.empty({BATCH}, np.int64)")
        self.writer.line(f"unevens = np.empty({BATCH}, np.int64)")
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
        self.writer.line("shared = unevens[t]")
        self.writer.line(f"taken = masks_{self.writer.size(0)}[i0]")
        for piece in pieces[1:]:
            self.writer.line(f"m{piece} = masks_{self.writer.size(piece)}[i{piece}]")
            self.writer.line(f"shared |= taken & m{piece}")
            self.writer.line(f"taken |= m{piece}")
        for pack in packs:
            self.writer.line(f"q{pack}s[kept] = q{pack}")
        self.writer.line("kept += np.int64(shared == 0)")
        self.writer.indent -= 2
        self.writer.line("    kept = min(kept, rounds - done)")
        self.writer.line("    for t in range(kept):")
        self.writer.line("        row = done + t")
        self.writer.indent += 2
        self.write_unpacking()
        for piece in pieces:
            self.writer.line(f"w{piece} = words_{self.writer.size(piece)}[i{piece}]")
        self.writer.indent -= 2
        self.writer.lines += body
        self.writer.line("    done += kept")

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
        uneven = [f"np.int64(a{piece} & 0xFFFFFFFF < {threshold(self.count(piece))})" for piece in pieces]
        self.writer.line(f"unevens[t] = {' | '.join(uneven)}")
        for pack in range(-(-len(pieces) // PACKED)):
            inside = pieces[pack * PACKED : (pack + 1) * PACKED]
            packed_up = [f"(a{piece} >> 32) << {PACK_BITS * place}" for place, piece in enumerate(inside)]
            self.writer.line(f"q{pack}s[t] = {' | '.join(packed_up)}")

    def write_unpacking(self) -> None:
        pieces = range(len(self.writer.plan.pieces))
        for pack in range(-(-len(pieces) // PACKED)):
            self.writer.line(f"q{pack} = q{pack}s[t]")
        for piece in pieces:
            pack, place = divmod(piece, PACKED)
            self.writer.line(f"i{piece} = q{pack} >> {PACK_BITS * place} & {(1 << PACK_BITS) - 1}")

    def write_one_by_one(self, body: list[str]) -> None:
        self.writer.line("if rounds:")
        self.writer.line("    for row in range(rounds):")
        self.writer.indent += 2
        self.writer.line("taken = np.int64(0)")
        for piece in range(len(self.writer.plan.pieces)):
            self.writer.line("while True:")
            self.writer.line("    a = np.int64(bits(key, counter) & LOW) " + f"* {self.count(piece)}")
            self.writer.line("    counter += np.uint64(1)")
            self.writer.line(f"    i{piece} = a >> 32")
            self.writer.line(f"    m = masks_{self.writer.size(piece)}[i{piece}]")
            self.writer.line(f"    if m & taken == 0 and a & 0xFFFFFFFF >= {threshold(self.count(piece))}:")
            self.writer.line("        break")
            self.writer.line("taken |= m")
            self.writer.line(f"w{piece} = words_{self.writer.size(piece)}[i{piece}]")
        self.writer.indent -= 2
        self.writer.lines += body

    def count(self, piece: int) -> int:
        return comb(self.writer.plan.game.deck.size, self.writer.size(piece))
