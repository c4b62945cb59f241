"""The small language of the archive: from what was typed to a Search. Pure, and nothing typed is an error.

    question = either .            either = both { ("OR" | "|") both } .       both = { ["-"] atom } .
    atom     = "(" either ")" | field | phrase | word .
    field    = name (":" | "=" | "<" | "<=" | ">" | ">=") (phrase | bare) .    (no blank around the sign)
    phrase   = '"' … ('"' | end) ["*"] .    word = up to a blank or bracket; {…} is one piece ; ["*"] .

What is not understood is looked for as words, and a remark says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from cards.search.asked import (
    EVERYWHERE,
    MORE,
    TEXT,
    TITLE,
    TYPE,
    AboutDeck,
    CardWords,
    Groups,
    HeadWords,
    Search,
    SearchAtom,
    SearchClause,
    SearchFilters,
    SearchPiece,
)
from cards.search.fields import KIND, SYMBOL, signs
from studio.kernel.folding import is_written_alone, tokens
from studio.kernel.inputs import whole_number
from studio.kernel.messages import Message, message

WORDS_MAX = 300  # characters of what was typed
ATOMS_MAX = 24  # of one alternative
CLAUSES_MAX = 8  # alternatives
DEPTH_MAX = 8  # brackets inside each other
FILTERS_MAX = 40
OPEN_FROM = 3  # letters before a star; fewer are a word

FIELDS = {
    "name": TITLE, "n": TITLE, "title": TITLE, "t": TYPE, "type": TYPE, "o": TEXT, "text": TEXT, "ft": MORE,
    "flavour": MORE,
}  # fmt: skip
KINDS = ("action", "thing", "rule", "other")  # of a card
STATES = (
    "unfinished", "unfinished-but-playable", "untested", "playable", "nomic", "card-set", "deck-of-a-set",
)  # fmt: skip
NUMBERS = ("cards", "copies", "sheets", "played", "printed", "versions")
VALUES = {
    "by": "by", "tag": "tag", "lang": "lang", "language": "lang", "licence": "licence", "license": "licence",
    "trait": "trait", "plays": "plays", "with": "plays",
}  # fmt: skip
# What may stand beside the words as a filter, each meaning what the language means by it.
FILTERS = ("players", "is", "cards", "sheets", "plays", "lang", "licence", "by", "tag", "trait", "has")
_EQUAL = (":", "=")
_NUMBER = re.compile("[0-9]+")
_QUOTES = str.maketrans(dict.fromkeys("“”„«»", '"'))

_LEX = re.compile(
    r"\s+|(?P<open>\()|(?P<close>\))|(?P<minus>-(?=[^\s)\-]))"
    r'|(?P<field>(?P<key>[A-Za-z]{1,10})(?P<sign><=|>=|[:=<>])(?P<value>"[^"]*"?\*?|(?:\{[^{}]*\}|[^\s()])+))'
    r'|(?P<phrase>"[^"]*"?\*?)|(?P<word>(?:\{[^{}]*\}|[^\s()])+)'
)


def read(words: str, filters: Iterable[tuple[str, str]] = ()) -> Search:
    """What somebody looks for: words as they were typed, filters as they stand in the address beside them."""
    typed = " ".join(words.replace("\0", " ").split())
    kept = typed[:WORDS_MAX].rstrip()
    parser = _Parser(kept.translate(_QUOTES))
    if len(kept) < len(typed):
        parser.remark(message("Only the first {most} characters were read.", most=WORDS_MAX))
    tree = parser.either()
    pieces = parser.pieces(tree)
    chosen, groups = _filters(filters, parser)
    clauses = _clauses(tree, parser)
    return Search(
        words=kept,
        filters=chosen,
        pieces=(*pieces, *(_filter_piece(name, value) for name, value in chosen)),
        clauses=clauses,
        groups=groups,
        remarks=tuple(parser.remarks),
        is_nothing=tree is None and bool(kept) and parser.is_lost,
    )


# --- from words to a tree --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Node:
    """`op` is "and", "or", "not" of `parts`, or "" of one atom; and where it stands in the words."""

    op: str
    parts: tuple[_Node, ...] = ()
    atom: SearchAtom | None = None
    piece: SearchPiece | None = None
    begins: int = 0
    ends: int = 0


@dataclass(frozen=True, slots=True)
class _Lexeme:
    sort: str
    text: str
    begins: int
    ends: int
    key: str = ""
    sign: str = ""


def _lexemes(text: str) -> Iterator[_Lexeme]:
    for found in _LEX.finditer(text):
        begins, ends = found.span()
        if found["field"]:
            yield _Lexeme("field", found["value"], begins, ends, found["key"].lower(), found["sign"])
        elif found["word"]:
            yield _Lexeme("or" if found["word"] in ("OR", "|") else "word", found["word"], begins, ends)
        elif found.lastgroup:
            yield _Lexeme(found.lastgroup, found.group(), begins, ends)


@dataclass
class _Parser:
    """Goes through the words once. `is_lost`: something was asked for that has no letter."""

    text: str
    remarks: list[Message] = field(default_factory=list)
    is_lost: bool = False
    at: int = 0
    depth: int = 0

    def __post_init__(self) -> None:
        self.lexemes = list(_lexemes(self.text))

    def remark(self, said: Message) -> None:
        if said not in self.remarks:
            self.remarks.append(said)

    def next_sort(self) -> str:
        return self.lexemes[self.at].sort if self.at < len(self.lexemes) else ""

    def either(self) -> _Node | None:
        found = [self.both()]
        while self.next_sort() == "or":
            self.at += 1
            found.append(self.both())
        return _joined("or", [one for one in found if one])

    def both(self) -> _Node | None:
        found: list[_Node] = []
        while self.next_sort() not in ("", "or"):
            if self.next_sort() == "close":
                if self.depth:
                    break
                self.at += 1
                continue
            one = self.one()
            if one:
                found.append(one)
        return _joined("and", found)

    def one(self) -> _Node | None:
        lexeme = self.lexemes[self.at]
        self.at += 1
        if lexeme.sort == "minus":
            if self.next_sort() in ("", "close", "or"):
                return None
            inner = self.one()
            return replace(_Node("not", (inner,)), begins=lexeme.begins, ends=inner.ends) if inner else None
        if lexeme.sort == "open":
            return self.brackets(lexeme.begins)
        return self.leaf(lexeme)

    def brackets(self, begins: int) -> _Node | None:
        self.depth += 1
        inner = None
        if self.depth <= DEPTH_MAX:
            inner = self.either()
        else:
            self.leave_out()
        self.depth -= 1
        if self.next_sort() == "close":
            self.at += 1
        return replace(inner, begins=begins, ends=self.lexemes[self.at - 1].ends) if inner else None

    def leave_out(self) -> None:
        """What stands in brackets inside so many others is left out."""
        self.remark(message("Brackets inside more than {most} others were left out.", most=DEPTH_MAX))
        inside = 1
        while self.at < len(self.lexemes) and inside:
            inside += {"open": 1, "close": -1}.get(self.next_sort(), 0)
            self.at += 1 if inside else 0

    def leaf(self, lexeme: _Lexeme) -> _Node | None:
        name, op, atom = self.field(lexeme) if lexeme.sort == "field" else _of_words(EVERYWHERE, lexeme.text)
        if atom is None:
            self.is_lost = True
            return None
        text, value = self.text[lexeme.begins : lexeme.ends], _bare(lexeme.text)[0]
        if lexeme.sort == "field" and name == "word":
            value = f"{lexeme.key} {value}"
        piece = SearchPiece(name, value, text, op, begins=lexeme.begins, ends=lexeme.ends)
        return _Node("", atom=atom, piece=piece, begins=lexeme.begins, ends=lexeme.ends)

    def field(self, lexeme: _Lexeme) -> tuple[str, str, SearchAtom | None]:
        key, sign, (value, is_open) = lexeme.key, lexeme.sign, _bare(lexeme.text)
        if key in FIELDS and sign in _EQUAL:
            return _of_words(FIELDS[key], lexeme.text)
        if key in ("in", "deck") and sign in _EQUAL:
            words = tuple(tokens(value))
            return "in", ":", HeadWords(words, is_open and len(words[-1]) >= OPEN_FROM) if words else None
        known = _about(key, sign, value)
        if known is not None:
            return known
        self.remark(message("We do not know {name}, so it was read as a word.", name=f"{key}{sign}"))
        return _of_words(EVERYWHERE, f"{key} {value}" + ("*" if is_open and value else ""))

    def pieces(self, tree: _Node | None) -> tuple[SearchPiece, ...]:
        """What is joined by "and" at the outermost, each as one piece."""
        if tree is None:
            return ()
        nodes = tree.parts if tree.op == "and" and not self.is_in_brackets(tree) else (tree,)
        return tuple(map(self.piece, nodes))

    def is_in_brackets(self, node: _Node) -> bool:
        return bool(node.parts) and node.begins < node.parts[0].begins

    def piece(self, node: _Node) -> SearchPiece:
        text = self.text[node.begins : node.ends]
        inner, is_not = node, False
        while inner.op == "not":
            inner, is_not = inner.parts[0], not is_not
        if inner.piece is not None:
            return replace(inner.piece, text=text, is_not=is_not, begins=node.begins, ends=node.ends)
        value = self.text[inner.begins : inner.ends].strip("()")
        return SearchPiece("either", value, text, "", is_not, begins=node.begins, ends=node.ends)


def _joined(op: str, parts: Sequence[_Node]) -> _Node | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return _Node(op, tuple(parts), begins=parts[0].begins, ends=parts[-1].ends)


def _bare(typed: str) -> tuple[str, bool]:
    """What was typed without quotes and star, and whether there was one."""
    return typed.rstrip("*").strip('"'), typed.endswith("*")


def _of_words(field: str, typed: str) -> tuple[str, str, CardWords | None]:
    """What a piece is called, its sign, and the words of a card that it asks for; None where it has no letter."""
    value, is_open = _bare(typed)
    sign = ":" if field else ""
    if SYMBOL.fullmatch(value) and field in (EVERYWHERE, TEXT):
        found = signs(value)
        return "symbol", sign, CardWords(TEXT, (found[-1],)) if found else None
    words = tuple(tokens(value))
    may_go_on = is_open and bool(words) and len(words[-1]) >= OPEN_FROM and not is_written_alone(words[-1])
    name = field or ("phrase" if typed.startswith('"') else "word")
    return name, sign, CardWords(field, words, may_go_on) if words else None


def _about(key: str, sign: str, value: str) -> tuple[str, str, SearchAtom | None] | None:
    """What is asked about a deck, or a card's kind; None where there is nothing of that name to ask for."""
    if (key == "players" or key in NUMBERS) and _NUMBER.fullmatch(value):
        number = whole_number(value)
        # A number that no deck can have is as good as any other of them.
        return key, sign, AboutDeck(key, sign, str(10**9 if number is None else number))
    if sign not in _EQUAL:
        return None
    if key in ("is", "state"):
        return _state(value.casefold().replace(" ", "-"))
    if key == "has" and value.casefold() in ("picture", "pictures"):
        return "has", ":", AboutDeck("pictures", ":", "1")
    if key in VALUES:
        words = " ".join(tokens(value))
        return VALUES[key], ":", AboutDeck(VALUES[key], ":", words) if words else None
    return None


def _state(named: str) -> tuple[str, str, SearchAtom] | None:
    if named in KINDS:
        return "kind", ":", CardWords(TYPE, (KIND + named,))
    if named in STATES:
        return "status", ":", AboutDeck("status", ":", named.replace("-", " "))
    return ("star", ":", AboutDeck("star", ":", "1")) if named == "star" else None


# --- filters ---------------------------------------------------------------------------------------------------------


def _filters(filters: Iterable[tuple[str, str]], parser: _Parser) -> tuple[SearchFilters, Groups]:
    """Those that are understood, once each, and what they ask, by name: any of one name, all names."""
    chosen: dict[tuple[str, str], AboutDeck] = {}
    for name, typed in filters:
        value = " ".join(typed.replace("\0", " ").split())[:WORDS_MAX]
        fact = filter_fact(name, value) if len(chosen) < FILTERS_MAX else None
        if fact is None:
            parser.remark(message("We do not know the filter {name}, so it was left out.", name=f"{name}={value}"[:60]))
            continue
        if name == "players":  # one at a time
            chosen = {key: other for key, other in chosen.items() if key[0] != name}
        chosen[name, value] = fact
    groups: dict[str, list[AboutDeck]] = {}
    for (name, _), fact in chosen.items():
        groups.setdefault(name, []).append(fact)
    return tuple(chosen), tuple((name, tuple(facts)) for name, facts in groups.items())


def filter_fact(name: str, value: str) -> AboutDeck | None:
    """What a filter asks; None where it asks nothing. A number may have a "+" behind it (`players=7+`), or be two with
    a dash between (`cards=40-60`)."""
    if name not in FILTERS:
        return None
    if name in ("players", "cards", "sheets"):
        return _number_filter(name, value)
    _, _, atom = _about(name, ":", value) or ("", "", None)
    return atom if isinstance(atom, AboutDeck) else None


def _number_filter(name: str, value: str) -> AboutDeck | None:
    least, dash, most = value.partition("-")
    if dash:
        is_range = whole_number(least) is not None and whole_number(most) is not None
        return AboutDeck(name, "-", value) if is_range else None
    number = whole_number(value.removesuffix("+"))
    return None if number is None else AboutDeck(name, ">=" if value.endswith("+") else ":", str(number))


def _filter_piece(name: str, value: str) -> SearchPiece:
    shown, _, _ = (_about(name, ":", value) if name == "is" else None) or (name, "", None)
    return SearchPiece(shown, value, f"{name}:{value}", filter_name=name)


# --- from a tree to alternatives -------------------------------------------------------------------------------------

_Literal = tuple[bool, SearchAtom]  # whether it is negated


def _clauses(tree: _Node | None, parser: _Parser) -> tuple[SearchClause, ...]:
    found = _alternatives(tree, False) if tree else [()]
    if len(found) > CLAUSES_MAX:
        parser.remark(message("Only the first {most} alternatives are looked for.", most=CLAUSES_MAX))
    if any(len(one) > ATOMS_MAX for one in found):
        parser.remark(message("Only the first {most} pieces are looked for.", most=ATOMS_MAX))
    return tuple(_clause(dict.fromkeys(one[:ATOMS_MAX])) for one in found[:CLAUSES_MAX])


def _alternatives(node: _Node, is_not: bool) -> list[tuple[_Literal, ...]]:
    """A tree as alternatives, each of what must hold together; of too many the first ones."""
    if node.op == "not":
        return _alternatives(node.parts[0], not is_not)
    if not node.op:
        assert node.atom is not None
        return [((is_not, node.atom),)]
    parts = [_alternatives(part, is_not) for part in node.parts]
    if (node.op == "and") == is_not:
        return [one for part in parts for one in part]
    found: list[tuple[_Literal, ...]] = [()]
    for part in parts:
        found = [(*one, *other) for one, other in product(found, part)][: 8 * CLAUSES_MAX]
    return found


def _clause(literals: Iterable[_Literal]) -> SearchClause:
    cards: dict[bool, list[CardWords]] = {False: [], True: []}
    of: dict[bool, list[HeadWords | AboutDeck]] = {False: [], True: []}
    for is_not, atom in literals:
        if isinstance(atom, CardWords):
            cards[is_not].append(atom)
        else:
            of[is_not].append(atom)
    return SearchClause(tuple(cards[False]), tuple(cards[True]), tuple(of[False]), tuple(of[True]))
