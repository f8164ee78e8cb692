"""Code that is being written, and the tables that it reads: how a hand is judged from the pieces that it is
made of.

A hand that is one piece has its class and cell written beside the piece. Otherwise the ranks of its pieces
are joined by tables, and its suits are judged as well where enough of them are alike.
"""

from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from pitboss.analysis.kernels import classify
from pitboss.analysis.question import Cells, partition
from pitboss.analysis.signature import table_arrays
from pitboss.analysis.tables import rank_table
from pitboss.cards import Ranking
from pitboss.cards.poker import PokerRanking
from pitboss.simulation.lookup import Table, classes_of, joined, multiset_count, packed
from pitboss.simulation.piece import (
    MOST_CARDS,
    SUIT_BITS,
    Ints,
    Word,
    all_pieces,
    bits_of,
    masks_of,
    multisets_of,
    suits_of,
)
from pitboss.simulation.plan import Hands, Plan, Slot, Tokens


@dataclass(frozen=True)
class Part:
    """What a look takes of a piece: all of it, or the cards at some places."""

    piece: int
    places: Tokens
    of: int
    """The size of the piece."""
    name: str
    """The piece in the code: `i` before it is its number, `w` what is known of it."""
    kept: str = ""
    """The name of its tables, where the strategy says which cards of the piece are meant."""

    @property
    def size(self) -> int:
        return len(self.places)

    @property
    def is_whole(self) -> bool:
        return self.size == self.of


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
    classes: dict[tuple[object, ...], str] = field(default_factory=dict)
    indent: int = 0
    names: int = 0
    singles: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Single cards of pieces that have an order, by name: the piece, and the place in it."""
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

    def note(self, size: int, name: str, values: Ints) -> None:
        """Something more about every piece of a size: in its word if there is room, in a table otherwise."""
        is_ordered = any(piece.is_ordered and len(piece.tokens) == size for piece in self.plan.pieces)
        needed = size * bits_of(self.single_numbers(size)) if is_ordered else 0
        if self.word(size).has_room(values, needed):
            self.word(size).add(name, values)
        else:
            self.table(name, packed(values))

    # -- pieces --------------------------------------------------------------------------------------

    def size(self, piece: int) -> int:
        return len(self.plan.pieces[piece].tokens)

    def parts(self, tokens: Tokens) -> list[Part]:
        """The pieces that these cards come from, the largest first."""
        found = []
        for number, piece in enumerate(self.plan.pieces):
            size = len(piece.tokens)
            places = tuple(place for place, token in enumerate(piece.tokens) if token in tokens)
            if piece.is_ordered and 0 < len(places) < size:
                (place,) = places
                name = f"{number}_{place}"
                self.singles[name] = (number, place)
                found.append(Part(number, (0,), 1, name))
            elif places:
                found.append(Part(number, places, size, str(number)))
        assert sum(part.size for part in found) == len(tokens), "every card is dealt"
        return sorted(found, key=lambda part: -part.size)

    def columns(self, size: int, places: Tokens) -> Ints:
        """The cards at some places of every piece."""
        return all_pieces(self.plan.game.deck, size).cards[:, list(places)]

    def read_part(self, part: Part, what: str) -> str:
        """The code for the multiset or the suits of a part."""
        columns = self.columns(part.of, part.places)
        values = multisets_of(columns) if what == "multiset" else suits_of(columns)
        if part.is_whole:
            word = self.word(part.of)
            word.add(what, values)
            return word.read(what, f"w{part.name}")
        if part.kept and f"{what}_{part.kept}" in self.word(part.of).fields:
            return self.word(part.of).read(f"{what}_{part.kept}", f"w{part.name}")
        if part.kept:
            return f"np.int64({what}_{part.kept}[i{part.name}])"
        name = f"{what}_{part.of}_{'_'.join(map(str, part.places))}"
        return f"np.int64({self.table(name, packed(values))}[i{part.name}])"

    def mask_of(self, size: int, name: str) -> str:
        """The code for the cards of a piece."""
        return f"pieces_{size}[i{name}, 0]" if size == MOST_CARDS else f"masks_{size}[i{name}]"

    def word_of(self, size: int, name: str) -> str:
        """The code for what is known of a piece. For large ones that stands beside the cards."""
        return f"pieces_{size}[i{name}, 1]" if size == MOST_CARDS else f"words_{size}[i{name}]"

    def write_singles(self) -> None:
        """The cards of ordered pieces that are asked for one by one; a piece knows them as they ascend."""
        for name, (piece, place) in self.singles.items():
            size = self.size(piece)
            word, orders = self.word(size), list(permutations(range(size)))
            numbers = self.single_numbers(size)
            for card in range(size):
                word.add(f"card {card}", numbers[:, card], bits_of(numbers))
            shifts = [[word.fields[f"card {order[at]}"][0] for at in range(size)] for order in orders]
            table = self.table(f"orders_{size}", np.array(shifts, np.int64).ravel())
            mask = word.fields["card 0"][1]
            self.line(f"i{name} = w{piece} >> {table}[o{piece} * {size} + {place}] & {mask}")
            self.line(f"w{name} = {self.word_of(1, name)}")

    def single_numbers(self, size: int) -> Ints:
        """The cards of every piece, each by its number among pieces of one card."""
        deck = self.plan.game.deck
        return np.searchsorted(all_pieces(deck, 1).cards[:, 0], all_pieces(deck, size).cards)

    def read_mask(self, part: Part) -> str:
        if part.is_whole:
            return self.mask_of(part.of, part.name)
        if part.kept:
            return f"mask_{part.kept}[i{part.name}]"
        name = f"mask_{part.of}_{'_'.join(map(str, part.places))}"
        return f"{self.table(name, masks_of(self.columns(part.of, part.places)))}[i{part.name}]"

    # -- judging -------------------------------------------------------------------------------------

    def judge(self, slot: Slot, hands: Hands, *, is_compared: bool) -> Judged:
        """The class and cell of a slot's cards; of several hands, of the highest."""
        if len(hands) == 1:
            return self.judge_hand(slot.cells, hands[0], is_compared=is_compared)
        plain = partition(slot.cells.ranking, ())
        classes = [self.judge_hand(plain, hand, is_compared=True).klass for hand in hands]
        highest = self.name("k")
        self.line(f"{highest} = {classes[0]}")
        for klass in classes[1:]:
            self.line(f"{highest} = max({highest}, {klass})")
        return Judged(highest, self.cell_of_class(slot.cells, highest))

    def judge_hand(self, cells: Cells, tokens: Tokens, *, is_compared: bool) -> Judged:
        key = (cells.ranking.name, cells.of_atom, frozenset(tokens), is_compared)
        if key not in self.known:
            parts = self.parts(tokens)
            if len(parts) == 1 and parts[0].is_whole:
                self.known[key] = self.judge_piece(cells, parts, is_compared=is_compared)
            elif is_compared and not cells.names_suits:
                klass = self.class_of(cells.ranking, tokens)
                self.known[key] = Judged(klass, self.cell_of_class(cells, klass))
            else:
                self.known[key] = self.judge_parts(cells, parts, is_compared=is_compared)
        return self.known[key]

    def class_of(self, ranking: Ranking, tokens: Tokens) -> str:
        """The class of a hand of several pieces, found once, whoever asks."""
        assert isinstance(ranking, PokerRanking)
        key = (ranking.name, frozenset(tokens))
        if key not in self.classes:
            parts = self.parts(tokens)
            place, sizes = self.join_ranks(parts)
            stem = ranking.name.replace("-", "_")
            table = self.table(f"class_{stem}_{sizes[0]}_{sizes[1]}", packed(classes_of(ranking, *sizes)))
            self.classes[key] = klass = self.name("k")
            self.line(f"{klass} = np.int64({table}[{place}])")
            if "flush" in ranking.categories:
                total = sum(sizes)
                flushes = self.table(f"flush_{stem}_{total}", packed(rank_table(ranking, total).flush))
                masks = " | ".join(self.read_mask(part) for part in parts)
                code, flags = self.flush_code(ranking, total), self.write_flags(ranking, parts)
                self.line(f"if {flags}:")
                self.line(f"    {klass} = {code}_class({flags}, {masks}, {klass}, {flushes})")
        return self.classes[key]

    def judge_piece(self, cells: Cells, parts: list[Part], *, is_compared: bool) -> Judged:
        """A hand that is one piece: all is written beside it."""
        (part,) = parts
        rows = self.columns(part.size, part.places).astype(np.int8)
        classes, found = np.zeros(len(rows), np.int32), np.zeros(len(rows), np.int32)
        table = rank_table(cells.ranking, part.size)
        classify(rows, np.arange(part.size), *table_arrays(table, cells), classes, found)
        word, source = self.word(part.size), f"w{part.name}"
        klass = ""
        if is_compared:
            word.add(f"class {cells.ranking.name}", classes.astype(np.int64))
            klass = self.name("k")
            self.line(f"{klass} = {word.read(f'class {cells.ranking.name}', source)}")
        if len(cells.atoms) == 1:
            return Judged(klass, "0")
        field_name = f"cell {cells.ranking.name} {cells.of_atom}"
        word.add(field_name, found.astype(np.int64))
        return Judged(klass, word.read(field_name, source))

    def judge_parts(self, cells: Cells, parts: list[Part], *, is_compared: bool) -> Judged:
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
            self.line(f"{cell} = {self.cell_of_class(cells, klass)}")
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
        masks = " | ".join(self.read_mask(part) for part in parts)
        stem = f"{cells.ranking.name.replace('-', '_')}_{table.cards}"
        flushes = self.table(f"flush_{stem}", packed(flush))
        of_flush = self.table(f"flush_cell_{stem}_{self.cells_name(cells)}", packed(flush_cells))
        assert isinstance(cells.ranking, PokerRanking)
        code = self.flush_code(cells.ranking, table.cards)
        flags = self.write_flags(cells.ranking, parts)
        self.line(f"if {flags}:")
        if class_table:
            self.line(f"    {klass} = {class_table}")
        self.line(f"    {klass}, {cell} = {code}({flags}, {masks}, {klass}, {cell}, {flushes}, {of_flush})")

    def flush_code(self, ranking: PokerRanking, cards: int) -> str:
        """The function that judges flushes: of fewer than two hands only one suit can come often enough."""
        return "one_flush" if cards < 2 * ranking.size else "any_flush"

    def write_flags(self, ranking: Ranking, parts: list[Part]) -> str:
        """A number with the upper bit of four set for every suit that comes often enough for a flush."""
        assert isinstance(ranking, PokerRanking)
        enough = (1 << SUIT_BITS - 1) - ranking.size
        bias = sum(enough << SUIT_BITS * suit for suit in range(4))
        full = sum(1 << SUIT_BITS * suit + SUIT_BITS - 1 for suit in range(4))
        suits = " + ".join(self.read_part(part, "suits") for part in parts)
        flags = self.name("f")
        self.line(f"{flags} = {suits} + {bias} & {full}")
        return flags

    def cell_of_class(self, cells: Cells, klass: str) -> str:
        if len(cells.atoms) == 1:
            return "0"
        table = rank_table(cells.ranking, cells.ranking.size)
        stem = f"cell_of_{cells.ranking.name.replace('-', '_')}_{self.cells_name(cells)}"
        return f"np.int64({self.table(stem, packed(table.cell_of_class(cells)))}[{klass}])"

    def cells_name(self, cells: Cells) -> str:
        return "_".join(map(str, cells.of_atom))
