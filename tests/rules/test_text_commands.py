"""The text commands: what each line means, and that no line crashes, leaks or takes long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.face.face import Face
from cards.rules.kit import DVORAK, MULTI_DECK, DieKit, Kit
from play.console.commands import WORDS, parse
from play.console.completion import complete
from play.console.values import Around, Cast, Do, Put, Reply, TakeBack, Waiting
from play.table.seeing import see
from play.table.state import CardText, Piece, RuleText, Seat, Table, Turn
from play.table.zones import ZoneKey
from play.verbs import commands as c
from studio.kernel.messages import english
from studio.kernel.refusals import Refused
from studio.wording import REFUSALS
from tests.growing import grows_evenly

FACES = {f"{n:064x}": Face(f"Card {n}", "Thing — Pest" if n % 2 else "Action", f"Text of {n}") for n in range(1, 13)}
FACES |= {"f" * 64: Face("Weather", "", "It rains.")}
CARDS = {
    n: CardText(n, f"{n:064x}", "Thing" if n % 2 else "Action", title=f"Card {n}", copies=2 if n == 4 else 1)
    for n in range(1, 13)
}
WAITING = (Waiting(12, 2, "Wandering Goat", "a Thing", "Ros"), Waiting(40, 1, "Frost", "an Action", "Bea", False))
# 4 lies in two places: in hand (h4) and in Bea's play (b4). 12 is hidden in Bea's hand, 11 in the draw pile.
ZONES = {
    "draw": ("d11",), "discard": ("x9", "x10"), "hand.1": ("h2", "h4"), "area.1": ("a1", "a3"),
    "hand.2": ("s12",), "area.2": ("b4", "b5"),
}  # fmt: skip


def table(kit: Kit = DVORAK, zones: Mapping[str, tuple[str, ...]] = MappingProxyType(ZONES)) -> Table:
    pieces = {id: Piece(id, int(id[1:]), face_up=id[0] in "xab") for ids in zones.values() for id in ids}
    return Table(
        kit=kit, cards=CARDS, rules=(RuleText(2, "f" * 64, (), "Weather"),), seats=(Seat(1, 7), Seat(2, 8), Seat(3)),
        zones={ZoneKey(key): ids for key, ids in zones.items()}, pieces=pieces, state="playing", turn=Turn(1, 1, 1),
        is_creative=True,
    )  # fmt: skip


def around(seat: int = 1, at: Table | None = None) -> Around:
    at = at or table()

    def faces(digests: Iterable[str]) -> Mapping[str, Face]:
        return {digest: FACES[digest] for digest in digests if digest in FACES}

    return Around(
        see(at, seat), at.kit, {1: "Ros", 2: "Bea Ann"}, at.cards, faces, WAITING, lambda: ((13, "Old Rope"),)
    )


def do(line: str, seat: int = 1) -> c.Command:
    found = parse(line, around(seat))
    assert isinstance(found, Do)
    return found.commands[0]


def words(line: str, seat: int = 1, at: Table | None = None) -> tuple[str, ...]:
    found = parse(line, around(seat, at))
    assert isinstance(found, Reply)
    return tuple(map(english, found.lines))


def refused(line: str, seat: int = 1) -> str:
    with pytest.raises(Refused) as why:
        parse(line, around(seat))
    return why.value.code


MEANS = {
    "/drawcard": c.Draw(1), "draw": c.Draw(1), "DRAWCARD 3": c.Draw(1, 3), "/draw! 2": c.Draw(1, 2, confirmed=True),
    "/ draw": c.Draw(1), "drawc": c.Draw(1), "/playcard 2": c.PlayCard(1, "h2"), "play #4": c.PlayCard(1, "h4"),
    "playcard 2 onto 5": c.PlayCard(1, "h2", "b5"), "playcard card 2": c.PlayCard(1, "h2"),
    "playcard! CARD 2": c.PlayCard(1, "h2", confirmed=True), "discard 4": c.Discard(1, ("h4",)),
    "discrand": c.DiscardRandom(1), "destroy 4": c.Destroy(1, "b4"), "destroy 1": c.Destroy(1, "a1"),
    "use 3": c.UseAbility(1, "a3"), "tap 3": c.Tap(1, "a3"), "untap 3": c.Tap(1, "a3", False),
    "givecard 2 to bea": c.MovePieces(1, ("h2",), "hand.2"), "givecard 2 Bea Ann": c.MovePieces(1, ("h2",), "hand.2"),
    "givecard 9 to seat 2": c.MovePieces(1, ("x9",), "hand.2"),
    "givething 3 to 2": c.MovePieces(1, ("a3",), "area.2"),
    "shuffle!": c.ShuffleIn(1, "discard", "draw"), "shuffle draw": c.ShuffleZone(1, "draw"),
    "shuffle Discard pile": c.ShuffleZone(1, "discard"), "shufcard 10": c.MovePieces(1, ("x10",), "draw", "random"),
    "roll": c.Roll(1), "roll 2d6": c.Roll(1, (), 2, 6), "roll d20": c.Roll(1, (), 1, 20), "coin": c.FlipCoin(1),
    "endturn": c.EndTurn(1), "endphase": c.EndPhase(1), "say /hello there": c.Speak(1, "/hello there"),
    "viewhand bea": c.AskHand(1, 2, "hand_look"), "win three tokens": c.AskTable(1, "win", words="three tokens"),
}  # fmt: skip


@pytest.mark.parametrize("line", MEANS)
def test_a_line_means_its_command(line: str) -> None:
    assert do(line) == MEANS[line]


def test_drawvis_draws_and_shows() -> None:
    assert parse("drawvis", around()) == Do((c.Draw(1),), shows=True)


def test_newcard_splits_on_the_first_two_slashes() -> None:
    found = parse("/newcard Either / A / Take 1/2 of it.%rOr and/or all.", around())
    assert found == Put("create", "card", face=Face("Either", "Action", "Take 1/2 of it.\nOr and/or all."))
    assert parse("newcard Goat/t/Eats.", around()) == Put("create", "card", face=Face("Goat", "Thing", "Eats."))
    assert parse("newcard Goat/Thing — Pest/", around()) == Put("create", "card", face=Face("Goat", "Thing — Pest"))
    assert parse("newcard Rain/R/Wet.", around()) == Put("create", "rule", face=Face("Rain", "", "Wet."))
    for line in ("newcard", "newcard Goat", "newcard Goat/T", "newcard /T/x", "newcard Goat//x"):
        assert refused(line) == "text.usage"


def test_amend_keeps_what_is_left_empty() -> None:
    assert parse("amend 3//T/Shorter.", around()) == Put("amend", "card", 3, Face("Card 3", "Thing — Pest", "Shorter."))
    assert parse("amend 3/Snail/Thing/", around()) == Put(
        "amend", "card", 3, Face("Snail", "Thing — Pest", "Text of 3")
    )
    assert parse("amend 3//A/", around()) == Put("amend", "card", 3, Face("Card 3", "Action", "Text of 3"))
    assert parse("amend rule 2///It pours.", around()) == Put("amend", "rule", 2, Face("Weather", "", "It pours."))
    assert parse("amend 3/Snail", around()) == parse("amend 3/Snail//", around())
    assert refused("amend 3///") == refused("amend 3/") == refused("amend 3") == "text.usage"
    assert refused("amend 99/x/T/y") == refused("amend rule 9/x/T/y") == "article.none"


def test_votes_and_repeals() -> None:
    assert parse("approve 12", around()) == Cast(12, 2, "for")
    assert parse("against 12 too strong", around()) == Cast(12, 2, "against", "too strong")
    assert parse("approve", around()) == Cast(12, 2, "for") and refused("approve 7") == "proposal.none"
    assert parse("repeal 3", around()) == Put("repeal", "card", 3)
    assert parse("repeal 40", around()) == TakeBack(40)
    assert refused("repeal 12") == "text.which"
    assert parse("repeal card 12", around()) == Put("repeal", "card", 12)
    assert parse("repeal proposal 12", around()) == TakeBack(12)
    assert parse("repeal rule 2", around()) == parse("repeal §2", around()) == Put("repeal", "rule", 2)
    assert refused("repeal 99") == "article.none"


def test_answers_in_words() -> None:
    assert words("viewhand") == ("You hold 2 cards.", "2. Card 2", "4. Card 4")
    assert words("viewplay") == ("You: 1. Card 1, 3. Card 3", "Bea Ann: 4. Card 4, 5. Card 5")
    assert words("count bea") == ("Bea Ann holds 1 card.",) and words("count") == ("You hold 2 cards.",)
    assert words("countdraw") == words("viewdraw") == ("The draw pile holds 1 card.",)
    assert words("viewdisc") == ("The discard pile holds 2 cards.", "9. Card 9", "10. Card 10")
    assert words("viewvote")[0] == "Proposal 12: Wandering Goat, a Thing, by Ros."
    assert words("viewrep") == ("13. Old Rope",)
    assert len(words("viewall")) == 13 and "4. Card 4 (Action, 2 copies)" in words("viewall")
    assert words("logcards").count("loadcard Card 4/A/Text of 4") == 2
    assert words("help playcard")[0] == "/playcard N [onto M]" and words("help")[0].startswith("Type /")
    assert len(words("commands")) == len(WORDS)


def test_any_card_can_be_read_wherever_it_lies() -> None:
    for number in CARDS:
        assert words(f"readcard {number}")[0] == f"{number}. Card {number}"
    assert words("readcard proposal 12") == words("readcard Proposal #12")
    assert words("readcard 40") == ("Proposal 40: Frost", "an Action") == words("readcard proposal 40")
    assert refused("readcard 99") == "article.none" and refused("readcard proposal 3") == "proposal.none"


def test_a_deck_for_each_has_its_own_piles() -> None:
    zones = {**{k: v for k, v in ZONES.items() if "." in k}, "draw.1": ("d11",), "discard.1": ("x9",), "draw.2": (),
             "discard.2": ("x10",)}  # fmt: skip
    at = table(MULTI_DECK, zones)
    assert parse("shuffle!", around(2, at)) == Do((c.ShuffleIn(2, "discard.2", "draw.2"),))
    assert words("viewdraw", 1, at) == ("Your draw pile holds 1 card.", "The draw pile of Bea Ann holds 0 cards.")


def test_dice_of_the_table_are_rolled_by_name() -> None:
    at = table(replace(DVORAK, dice=(DieKit("chance", "Chance die"),)))
    assert parse("roll", around(1, at)) == parse("roll chance", around(1, at)) == Do((c.Roll(1, ("chance",)),))
    with pytest.raises(Refused, match=r"die\.none"):
        parse("roll nonesuch", around(1, at))


def test_what_is_hidden_is_refused_like_what_is_not_there() -> None:
    for line in ("playcard", "discard", "destroy", "shufcard", "use", "tap"):
        assert refused(f"{line} 12") == refused(f"{line} 11") == refused(f"{line} 99") == "piece.none"
    assert refused("givecard 12 to Bea") == refused("givecard 99 to Bea") == "piece.none"


def test_nobody_acts_who_only_watches() -> None:
    assert refused("draw", 0) == refused("say hello", 0) == "seat.not_yours"
    assert words("viewdraw", 0) == ("The draw pile holds 1 card.",)


def test_prefixes_and_what_is_unclear() -> None:
    assert do("endt") == c.EndTurn(1)
    assert refused("end") == "text.ambiguous" and refused("zzz") == refused("playcard2") == "text.unknown"
    assert refused("") == refused("/") == refused("  / ! ") == "text.empty"
    assert refused("draw x") == refused("say") == refused("givecard 2") == "text.usage"
    assert refused("count nobody") == "text.player" and refused("playcard") == "text.card"
    assert refused("playcard Card") == "text.ambiguous"


def test_completion_names_what_the_seat_sees_and_nothing_else() -> None:
    assert [x.line for x in complete("/drawv", around())] == ["/drawvis"]
    assert [x.line for x in complete("playcard ", around())] == ["/playcard 2", "/playcard 4"]
    seen = [f"/destroy {n}" for n in (1, 3, 4, 5, 2, 9, 10)]
    assert [x.line for x in complete("/destroy c", around())] == seen
    assert [x.line for x in complete("givecard 2 to ", around())] == ["/givecard 2 to Bea Ann"]
    assert [x.line for x in complete("approve ", around())] == ["/approve 12", "/approve 40"]
    assert "/help roll" in [x.line for x in complete("help r", around())]


def hidden_swapped() -> Table:
    """The same to seat 1: other cards lie in Bea's hand and in the draw pile."""
    before = table()
    pieces = {
        **before.pieces,
        "s12": replace(before.pieces["s12"], card=11),
        "d11": replace(before.pieces["d11"], card=12),
    }
    return replace(before, pieces=pieces)


text = st.text(max_size=60)
names = st.sampled_from([w.name for w in WORDS] + [w.name[:3] for w in WORDS] + ["", "/", "x"])
lines = st.one_of(
    text,
    st.builds(lambda n, bang, rest: f"/{n}{bang} {rest}", names, st.sampled_from(["", "!"]), st.one_of(
        text, st.integers(-5, 10**7).map(str), st.builds("{} to {}".format, st.integers(0, 20), text),
        st.sampled_from(["12", "card 12", "Bea", "/", "//", "///", "a/b/c/d", "rule 2", "§", "٣", "²", "9" * 5000]),
    )),
)  # fmt: skip


@settings(max_examples=200)
@given(lines, st.sampled_from([0, 1, 2, 3]))
def test_no_line_crashes_and_every_refusal_has_words(line: str, seat: int) -> None:
    complete(line, around(seat))
    try:
        parse(line, around(seat))
    except Refused as refused:
        assert refused.code in REFUSALS
        REFUSALS[refused.code].sentence.format_map(refused.facts)


@settings(max_examples=150)
@given(lines)
def test_no_answer_depends_on_what_is_hidden(line: str) -> None:
    def told(at: Table) -> object:
        try:
            return parse(line, around(1, at)), complete(line, around(1, at))
        except Refused as refused:
            return refused.code, refused.facts, complete(line, around(1, at))

    assert told(table()) == told(hidden_swapped())


@pytest.mark.parametrize(
    "filler", ["a", " ", "/", "12 to ", "\u0301", "\x00", "onto ", "!", "# ", "\u202e", "\U0001f40c"]
)
@pytest.mark.parametrize("start", ["", "/newcard ", "playcard ", "givecard ", "amend ", "say ", "/"])
def test_fifty_kilobytes_cost_no_more_than_their_length(start: str, filler: str) -> None:
    at = around()

    def read(size: int) -> None:
        line = start + (filler * size)[: size - len(start)]
        complete(line, at)
        with suppress(Refused):
            parse(line, at)

    assert grows_evenly(read, 10_000)
