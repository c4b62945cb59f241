"""What a ballot says would change is said in words that people say: nothing as it is stored, and nothing left out."""

from __future__ import annotations

import re
from dataclasses import replace

from cards.face.drawings import drawing
from cards.face.face import Face
from cards.face.lexicon import Keyword, Lexicon
from cards.queries import proofs
from cards.rules.colour_words import INKS, colour_words
from cards.rules.decision import DecisionRule, NewCounter, NewDie, NewToken, TableSetting
from cards.rules.effects import effect_words
from cards.rules.kit import DVORAK, Kit, TurnKit
from cards.rules.kit_words import change_line, kit_changes
from studio.kernel.messages import english
from tests.rules.told_changes import CALLED, FULL, each_change, others, strings_in

# As it is stored: a colour's digits, a token's braces, a word of the program, an id.
RAW = re.compile(r"#[0-9a-f]{3,}|[{}]|\b(?:True|False|None)\b|\w_\w")


def test_every_change_of_a_kit_is_told_and_in_nothing_but_words() -> None:
    seen = 0
    ours = {*CALLED, *(zone.name for zone in DVORAK.zones), *(phase.name for phase in TurnKit().phases), "Thing"}
    called = {word.casefold() for word in ours}
    for old, new in each_change():
        changes = kit_changes(old, new)
        assert changes, f"nobody is told of {new}"
        for change in changes:
            line = change_line(change)
            raw = [word for word in strings_in(line) if not _is_of(word, called)]
            assert not raw and not _raw(english(line), old, new), (raw, english(line))
            assert change.old != change.new, english(line)
            seen += 1
    assert seen > 200


def _raw(words: str, old: Kit, new: Kit) -> re.Match[str] | None:
    """A symbol that is taken away stays in what people wrote as they wrote it."""
    if any(kit.lexicon.symbols[0].name != "wool" for kit in (old, new)):
        words = words.replace("{wool 2}", "")
    return RAW.search(words)


def _is_of(word: str, called: set[str]) -> bool:
    """A name; or what a keyword means, which is made of names and of words that people wrote."""
    return (
        word.casefold() in called
        or word.startswith(("Take ", "haste n", "South n"))
        or word in {"South", "North", "Action", "Fold."}
    )


def test_what_is_seen_of_a_change_is_drawn_as_it_was_and_as_it_would_be() -> None:
    parts = {change.name: change for old, new in each_change() for change in kit_changes(old, new)}
    drawn = {english(name) for name, change in parts.items() if (change.now or change.was).drawing}  # type: ignore[union-attr]
    assert {"Symbol “wool”", "Symbol “Woolly”", "Kind “Blessing”", "Bite", "Luck"} <= drawn
    for old, new in each_change():
        for proof in proofs.of_kit(old, new):
            words = "".join(piece.text for piece in proof.pieces)
            assert not _raw(words, old, new) and (proof.field == "mark") == bool(proof.was or proof.now), words
            for address in (proof.was, proof.now):
                assert not address or drawing(address.removeprefix("/symbols/").removesuffix(".svg")), address


def test_two_shades_of_one_name_are_told_apart_and_so_are_letters() -> None:
    one, other = (replace(FULL, tokens=(replace(FULL.tokens[0], colour=hue),)) for hue in ("#123456", "#123458"))
    (change,) = kit_changes(one, other)
    assert english(change_line(change)).startswith("Bite: tokens in dark blue, any number, drawn another way, was")
    plain, bold = (replace(DVORAK, lexicon=Lexicon(keywords=(Keyword("slow", words),))) for words in ("Not", "**Not**"))
    (change,) = kit_changes(plain, bold)
    assert english(change_line(change)) == "Keyword “slow”: Not, drawn another way, was Not"


def test_a_card_s_colour_is_told_by_its_name_and_seen() -> None:
    (proof,) = proofs.of_fields(Face("Goat"), Face("Goat", colour="#8a6208"), "", Lexicon())
    assert [(piece.mark, piece.text) for piece in proof.pieces] == [("cut", "its kind’s own"), ("added", "brass")]
    assert (proof.was, proof.now) == ("", "/symbols/square.8a6208.none.svg")


def test_what_a_rule_does_is_told_in_nothing_but_words() -> None:
    called = {"gold", "bite", "luck", "pest", "a card", "ros"}
    effects = [
        NewCounter(FULL.counters[0]), NewToken(FULL.tokens[0]), NewDie(FULL.dice[0]),
        TableSetting("draw", 2), TableSetting("plays", 1, "Pest"), DecisionRule("veto", cost="a card"),
        DecisionRule("decider", 7),
    ]  # fmt: skip
    for effect in (*effects, *(other for one in effects for other in others(one, type(one)))):
        words = effect_words(effect, {7: "Ros"})
        raw = [word for word in strings_in(words) if word.casefold() not in called | {"south", "north"}]
        assert not raw and not RAW.search(english(words)), (raw, english(words))


def test_a_colour_is_called_by_what_one_sees() -> None:
    seen = {
        "#ffffff": "white", "#000000": "black", "#777777": "grey", "#c0c0c0": "pale grey", "#3a3a3a": "dark grey",
        "#7a4a1e": "brown", "#ff9900": "orange", "#ffee00": "yellow", "#00aa33": "green", "#00aaaa": "turquoise",
        "#aaccff": "pale blue", "#001a66": "dark blue", "#7722cc": "violet", "#ee55aa": "pink", "#e01010": "red",
        "#ff1030": "red", "nonsense": "a colour of its own", "": "ink",
    }  # fmt: skip
    assert {colour: english(colour_words(colour)) for colour in seen} == seen
    assert len({english(words) for words in INKS.values()}) == len(INKS)
