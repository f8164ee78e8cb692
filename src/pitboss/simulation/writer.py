"""Code that is being written, and the tables that it reads: how a hand is judged from the pieces that it is
made of.

A hand that is one piece has its class and cell written beside the piece. Otherwise the ranks of its pieces
are joined by tables, and its suits are judged as well where enough of them are alike.
"""

from dataclasses import dataclass, field

import numpy as np

from pitboss.analysis.kernels import classify
from pitboss.analysis.question import Cells, partition
from pitboss.analysis.signature import table_arrays
from pitboss.analysis.tables import rank_table
from pitboss.cards.poker import PokerRanking
from pitboss.simulation.lookup import Table, classes_of, joined, multiset_count, packed
from pitboss.simulation.piece import SUIT_BITS, Ints, Word, all_pieces, masks_of, multisets_of, suits_of
from pitboss.simulation.plan import Hands, Plan, Slot, Tokens


@dataclass(frozen=True)
class Part:
    """What a look takes of a piece: all of it, or the cards at some places."""

    piece: int
    places: Tokens
    is_whole: bool
    kept: str = ""
    """The name of its tables, where the strategy says which cards of the piece are meant."""

    @property
    def size(self) -> int:
        return len(self.places)


@dataclass(frozen=True)
class Judged:
    """The names of the variables that hold a hand's class and cell; no class where none is needed."""

    klass: str
    cell: str


@dataclass
class Writer:
    """The code of one game's rounds, and the tables that it reads."""

    plan: Plan
    lines: list[str] = field(default_factory=list)
    setup: list[str] = field(default_factory=list)
    """What comes before the first round."""
    tables: dict[str, Table] = field(default_factory=dict)
    words: dict[int, Word] = field(default_factory=dict)
    known: dict[tuple[object, ...], Judged] = field(default_factory=dict)
    indent: int = 0
    names: int = 0
    decider: int = -1
    """The piece that alone decides how the seat plays; -1 if there is none."""
    leaf_of: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    """The leaf of each such piece."""

    # -- writing -----------------------------------------------------------------------------------

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def name(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def table(self, name: str, values: Table) -> str:
        """The name of a table in the code; tables of one name are the same."""
        self.tables.setdefault(name, values)
        return name

    def word(self, size: int) -> Word:
        if size not in self.words:
            count = len(all_pieces(self.plan.game.deck, size))
            self.words[size] = Word(np.zeros(count, np.int64))
        return self.words[size]

    # -- pieces --------------------------------------------------------------------------------------

    def size(self, piece: int) -> int:
        return len(self.plan.pieces[piece].tokens)

    def parts(self, tokens: Tokens) -> list[Part]:
        """The pieces that these cards come from, the largest first."""
        found = []
        for number, piece in enumerate(self.plan.pieces):
            places = tuple(place for place, token in enumerate(piece.tokens) if token in tokens)
            if places:
                found.append(Part(number, places, len(places) == len(piece.tokens)))
        assert sum(part.size for part in found) == len(tokens), "every card is dealt"
        return sorted(found, key=lambda part: -part.size)

    def columns(self, size: int, places: Tokens) -> Ints:
        """The cards at some places of every piece."""
        return all_pieces(self.plan.game.deck, size).cards[:, list(places)]

    def read_part(self, part: Part, what: str) -> str:
        """The code for the multiset or the suits of a part."""
        columns = self.columns(self.size(part.piece), part.places)
        values = multisets_of(columns) if what == "multiset" else suits_of(columns)
        if part.is_whole:
            word = self.word(self.size(part.piece))
            word.add(what, values)
            return word.read(what, f"w{part.piece}")
        if part.kept:
            return f"np.int64({what}_{part.kept}[i{part.piece}])"
        name = f"{what}_{self.size(part.piece)}_{'_'.join(map(str, part.places))}"
        return f"np.int64({self.table(name, packed(values))}[i{part.piece}])"

    def read_mask(self, part: Part) -> str:
        size = self.size(part.piece)
        if part.is_whole:
            return f"masks_{size}[i{part.piece}]"
        if part.kept:
            return f"mask_{part.kept}[i{part.piece}]"
        name = f"mask_{size}_{'_'.join(map(str, part.places))}"
        return f"{self.table(name, masks_of(self.columns(size, part.places)))}[i{part.piece}]"

    # -- judging -------------------------------------------------------------------------------------

    def judge(self, slot: Slot, hands: Hands, *, is_compared: bool) -> Judged:
        """The class and cell of a slot's cards; of several hands, of the highest."""
        if len(hands) == 1:
            return self.judge_hand(slot.cells, slot.name, hands[0], is_compared=is_compared)
        plain = partition(slot.cells.ranking, ())
        classes = [self.judge_hand(plain, "", hand, is_compared=True).klass for hand in hands]
        highest = self.name("k")
        self.line(f"{highest} = {classes[0]}")
        for klass in classes[1:]:
            self.line(f"{highest} = max({highest}, {klass})")
        return Judged(highest, self.cell_of_class(slot.cells, slot.name, highest))

    def judge_hand(self, cells: Cells, slot: str, tokens: Tokens, *, is_compared: bool) -> Judged:
        key = (cells.ranking.name, cells.of_atom, frozenset(tokens), is_compared)
        if key not in self.known:
            parts = self.parts(tokens)
            is_piece = len(parts) == 1 and parts[0].is_whole
            made = self.judge_piece if is_piece else self.judge_parts
            self.known[key] = made(cells, slot, parts, is_compared=is_compared)
        return self.known[key]

    def judge_piece(self, cells: Cells, slot: str, parts: list[Part], *, is_compared: bool) -> Judged:
        """A hand that is one piece: all is written beside it."""
        (part,) = parts
        rows = self.columns(part.size, part.places).astype(np.int8)
        classes, found = np.zeros(len(rows), np.int32), np.zeros(len(rows), np.int32)
        table = rank_table(cells.ranking, part.size)
        classify(rows, np.arange(part.size), *table_arrays(table, cells), classes, found)
        word, source = self.word(part.size), f"w{part.piece}"
        klass = ""
        if is_compared:
            word.add(f"class {cells.ranking.name}", classes.astype(np.int64))
            klass = self.name("k")
            self.line(f"{klass} = {word.read(f'class {cells.ranking.name}', source)}")
        if len(cells.atoms) == 1:
            return Judged(klass, "0")
        field_name = f"cell {cells.of_atom}"
        word.add(field_name, found.astype(np.int64))
        return Judged(klass, word.read(field_name, source))

    def judge_parts(self, cells: Cells, slot: str, parts: list[Part], *, is_compared: bool) -> Judged:
        """A hand of several pieces: by their ranks, and by their suits where enough are alike."""
        ranking = cells.ranking
        assert isinstance(ranking, PokerRanking)
        place, sizes = self.join_ranks(parts)
        total = sum(part.size for part in parts)
        stem = f"{ranking.name.replace('-', '_')}_{sizes[0]}_{sizes[1]}"
        classes = classes_of(ranking, *sizes)
        class_table = f"np.int64({self.table(f'class_{stem}', packed(classes))}[{place}])"
        klass, cell = self.name("k"), self.name("c")
        of_class = rank_table(ranking, total).cell_of_class(cells)
        if is_compared:
            self.line(f"{klass} = {class_table}")
            self.line(f"{cell} = {self.cell_of_class(cells, slot, klass)}")
        else:
            fused = self.table(f"cell_{stem}_{self.cells_name(cells)}", packed(of_class[classes]))
            self.line(f"{cell} = np.int64({fused}[{place}])")
        if "flush" in ranking.categories:
            self.write_flush(cells, parts, klass, cell, "" if is_compared else class_table)
        return Judged(klass if is_compared else "", cell)

    def join_ranks(self, parts: list[Part]) -> tuple[str, tuple[int, int]]:
        """The place of these parts in a table of two sizes: all but the last, and the last."""
        first, *middle = parts[:-1] if len(parts) > 1 else parts
        reached, size = self.read_part(first, "multiset"), first.size
        for part in middle:
            table = self.table(f"join_{size}_{part.size}", packed(joined(size, part.size)))
            width = multiset_count(part.size)
            reached = f"np.int64({table}[{reached} * {width} + {self.read_part(part, 'multiset')}])"
            size += part.size
        place = self.name("p")
        if len(parts) == 1:
            self.line(f"{place} = {reached}")
            return place, (size, 0)
        last = parts[-1]
        self.line(f"{place} = {reached} * {multiset_count(last.size)} + {self.read_part(last, 'multiset')}")
        return place, (size, last.size)

    def write_flush(self, cells: Cells, parts: list[Part], klass: str, cell: str, class_table: str) -> None:
        """Where a suit comes as often as a hand has cards, its ranks are judged as well."""
        table = rank_table(cells.ranking, sum(part.size for part in parts))
        _, _, flush, _, flush_cells = table_arrays(table, cells)
        enough = (1 << SUIT_BITS - 1) - cells.ranking.size
        bias = sum(enough << SUIT_BITS * suit for suit in range(4))
        full = sum(1 << SUIT_BITS * suit + SUIT_BITS - 1 for suit in range(4))
        suits = " + ".join(self.read_part(part, "suits") for part in parts)
        masks = " | ".join(self.read_mask(part) for part in parts)
        stem = f"{cells.ranking.name.replace('-', '_')}_{table.cards}"
        flushes = self.table(f"flush_{stem}", packed(flush))
        of_flush = self.table(f"flush_cell_{stem}_{self.cells_name(cells)}", packed(flush_cells))
        flags = self.name("f")
        self.line(f"{flags} = {suits} + {bias} & {full}")
        self.line(f"if {flags}:")
        if class_table:
            self.line(f"    {klass} = {class_table}")
        self.line(
            f"    {klass}, {cell} = fill_flush({flags}, {masks}, {klass}, {cell}, {flushes}, {of_flush})"
        )

    def cell_of_class(self, cells: Cells, slot: str, klass: str) -> str:
        del slot
        if len(cells.atoms) == 1:
            return "0"
        table = rank_table(cells.ranking, cells.ranking.size)
        stem = f"cell_of_{cells.ranking.name.replace('-', '_')}_{self.cells_name(cells)}"
        return f"np.int64({self.table(stem, packed(table.cell_of_class(cells)))}[{klass}])"

    def cells_name(self, cells: Cells) -> str:
        return "".join(chr(ord("a") + cell) for cell in cells.of_atom)
