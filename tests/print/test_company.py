"""A printed card does not differ from its words, whatever it is printed with, before or after."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pikepdf
import pytest

from cards.face.face import Face
from cards.printing.geometry.layouts import layout_for
from cards.printing.queue.press import Press
from cards.printing.sealed.joined import batches, sheets
from cards.printing.sealed.recent import Recent
from tests.print.conftest import items_of, job
from tests.print.reading import cards_inked, differing

NEST = "An ant sat at a tan sand nest."
RICH = (
    "Pay 7 Gold 🎉 to fix the jukebox", "Quiz. Vex the wizard; jump!", "Zebra & Xylophone: 4 coins",
    "Kick the Golf Van", "Brave Yak, 9 points (why?)", "Fox/Dog: 35% off", "Hobby Mule, “quick”", "Wolf eats Pig",
    "Jar of Plum Jam", "Vow: KEEP QUIET", "Mix CUPS by 2", "Fly High, Big Bird",
)  # fmt: skip
PLAIN = tuple(Face(f"Nest {n}", "Thing", NEST) for n in range(12))
PARTY = tuple(Face(f"Rich {n}", "Action", text) for n, text in enumerate(RICH))


def test_an_emoji_takes_no_letter_from_any_card(inside: Callable[..., Press], tmp_path: Path) -> None:
    """Twelve rich cards, one with a letter no font has, drawn in one batch; twelve poor ones in another."""
    fresh = inside(tmp_path)
    fresh.print_sheets(job(items_of(PLAIN)))
    letter = layout_for("letter", "poker")
    for asked in (job(items_of((*PLAIN, *PARTY))), job(items_of((*PARTY, *PLAIN)), layout=letter)):
        assert differing(fresh.print_sheets(asked), asked) == []


@pytest.mark.parametrize("frame", ["press", "hand", "saver", "classic"])
def test_a_used_data_folder_harms_no_plain_deck(inside: Callable[..., Press], tmp_path: Path, frame: str) -> None:
    """Emoji and Chinese first; then plain decks that hold some of the cards, also for another process."""
    odd = (Face("Xylophone 🐐", "Thing", "Zebra 山."), Face("Jukebox", "Thing", "Quiz."))
    fresh, other = inside(tmp_path), inside(tmp_path, 1)
    first = job(items_of(odd), frame=frame)
    assert differing(fresh.print_sheets(first), first) == []
    for shop in (fresh, other):
        for deck in ((odd[1],), (odd[1], *PLAIN), (Face("Emoji 🐐", "Thing", "Vex the wizard 7 8 9"), odd[1], *PARTY)):
            asked = job(items_of(deck), frame=frame)
            assert differing(shop.print_sheets(asked), asked) == []


def test_a_card_in_bad_company_is_inked_like_the_same_card_alone(inside: Callable[..., Press], tmp_path: Path) -> None:
    """Letters that can be selected may still be blank: the points are compared."""
    fresh = inside(tmp_path)
    fresh.print_sheets(job(items_of(PLAIN)))
    together = cards_inked(fresh.print_sheets(job(items_of((*PLAIN, *PARTY)))))
    for place in (12, 13, 15):
        alone = inside(tmp_path / str(place))
        item = replace(items_of((*PLAIN, *PARTY))[place], copies=9)  # one of them lies at the same place of a sheet
        assert cards_inked(alone.print_sheets(job((item,))))[place % 9] == together[place]


WORDS = {
    "latin": "Draw play Fjord quiz Vex jumbo wizard score Keeper office fluff AV To We 1234 (why?) 50%".split(),
    "accents": "Čučoriedka Ærøskøbing ŝĝ źdźbło Ñandú ơư größte ıİ".split(),
    "greek": "Χελώνα παίκτης φύλλο".split(),
    "cyrillic": "Каждый игрок берёт карту ђ".split(),
    "hebrew": "כל שחקן לוקח קלף שָׁלוֹם (אחד)".split(),
    "arabic": "كل لاعب يسحب بطاقة السَّلام".split(),
    "chinese": "山 水 每个 プレイヤー 카드".split(),
    "emoji": "🎉 🐐 👩‍🚀 ☂️ 🇩🇪".split(),
    "symbols": "→ ≥ ≠ ½ € ± © № ♥ ⚀ ↑".split(),
    "combining": "e\u0301 n\u0303 x\u030c a\u0323\u0302 q\u0307".split(),
}
MIXES = (("latin",), tuple(WORDS), ("latin", "accents", "combining"), ("latin", "emoji"), ("cyrillic", "greek"),
         ("arabic", "hebrew", "latin"), ("chinese", "emoji", "symbols"))  # fmt: skip


def any_face(chance: Random, mix: tuple[str, ...]) -> Face:
    """A small card of these scripts."""

    def words(most: int) -> str:
        return " ".join(chance.choice(WORDS[chance.choice(mix)]) for _ in range(chance.randint(1, most)))

    text = "\n".join(words(6) for _ in range(chance.randint(1, 3)))
    return Face(
        words(2),
        chance.choice(("Thing", "Action", f"Thing — {words(1)}")),
        f"**{words(2)}** {text}" if chance.random() < 0.4 else text,
        words(3) if chance.random() < 0.3 else "",
        cost=chance.choice(("", "", "2")),
        stat=chance.choice(("", "", "1/3")),
    )


def drawn_pieces(pages: Any, faces: Sequence[Face]) -> list[list[bytes]]:
    """The operators of each face's pages, all drawn in one document."""
    batch, found = pages.draw([(face, False) for face in faces], "press", "poker")
    return [[batches.opened(batch).piece(page.page).content for page in on] for on in found]


def test_a_card_is_drawn_alike_in_any_company(inside: Callable[..., Press], rounds: Callable[[int, int], int]) -> None:
    """The same operators, naming the same fonts, alone and among others."""
    pages = inside(Path())._workers[0].pages  # type: ignore[attr-defined]
    for seed in range(rounds(2, 100)):
        chance = Random(seed)
        cards = [any_face(chance, MIXES[1 + seed % 6]) for _ in range(4)]
        others = [any_face(chance, tuple(WORDS)) for _ in range(6)]
        assert [drawn_pieces(pages, [face])[0] for face in cards] == drawn_pieces(pages, [*others, *cards])[6:]


def test_two_files_of_one_description_are_two_fonts(inside: Callable[..., Press]) -> None:
    """A system may call its oblique and its condensed oblique the same: each letter is drawn with its own."""
    pages = inside(Path())._workers[0].pages  # type: ignore[attr-defined]
    cards = [Face("A", "Thing", f"*{letter}*") for letter in "اא→ж☂"]
    assert [drawn_pieces(pages, [face])[0] for face in cards] == drawn_pieces(pages, cards)


def test_a_part_of_a_letter_is_not_taken_for_a_letter(
    inside: Callable[..., Press], tmp_path: Path, monkeypatch
) -> None:
    """Behind the letters of one batch lie parts of them, at numbers that are other letters' in the next batch."""
    late = Face("Late", "Thing", "í î ï")
    for n, text in enumerate(("big", "chief", "hide", "cabbie", "idea", "fife")):
        early = Face("Early", "Thing", text)  # "i" is the last letter, its dot and stem come behind it: where "í" is
        shop = tmp_path / str(n)
        inside(shop).print_sheets(job(items_of((early,))))
        asked = job(items_of((early, late)))
        together = inside(shop).print_sheets(asked)
        monkeypatch.setattr(batches, "_fonts", Recent(1, lambda font: 1))  # another process
        assert programs(together) == programs(inside(shop / "alone", 1).print_sheets(asked))


def programs(pdf: bytes) -> dict[str, bytes]:
    """The font programs of a file by font name."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return {
            str(thing.FontName): thing.FontFile2.read_bytes()
            for thing in document.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
        }


UNKNOWN = "".join((*WORDS["chinese"], *WORDS["emoji"]))  # letters for which a machine may have no font
SIZES = (1, 2, 3, 9, 19, 20, 21, 22, 43)
FRAMES = ("press", "hand", "saver", "classic")


def test_decks_of_any_letters_say_what_their_faces_say(
    inside: Callable[..., Press], tmp_path: Path, rounds: Callable[[int, int], int]
) -> None:
    """Generated decks of all sizes, on shelves that are cold, warm, and shared by decks with other letters.

    Most are small: what is drawn once is kept for the others, and each is put together anew. Every sheet is
    read by a reader that is not ours; all four designs, both papers, one batch or two.
    """
    pools = {frame: [any_face(Random(f"{frame} {n}"), MIXES[n % len(MIXES)]) for n in range(24)] for frame in FRAMES}
    for seed in range(rounds(80, 3000)):
        chance = Random(seed)
        frame = FRAMES[seed % 4]
        cards = chance.sample(pools[frame] * 2, chance.choices(SIZES, (40, 40, 30, 10, 2, 2, 2, 2, 1))[0])
        if chance.random() < 0.2:
            cards.append(any_face(chance, chance.choice(MIXES)))
        if seed % 40 == 0:
            cards = [*PARTY, *PLAIN]
        shop = tmp_path / f"shop {seed // 40}"  # forty decks share a cache
        asked = job(items_of(tuple(cards)), frame=frame, layout=layout_for(("a4", "letter")[seed // 4 % 2], "poker"))
        printed = inside(shop, 1 + seed % 2).print_sheets(asked)
        assert differing(printed, asked, UNKNOWN) == [], seed


def test_the_same_cards_are_the_same_bytes_whatever_was_printed_before(
    inside: Callable[..., Press], tmp_path: Path, monkeypatch, rounds: Callable[[int, int], int]
) -> None:
    """A cache that is cold, warm, or shared with other versions; one batch or several; another process."""
    for seed in range(rounds(2, 200)):
        chance = Random(f"bytes {seed}")
        cards = [any_face(chance, MIXES[seed % len(MIXES)]) for _ in range(chance.choice((3, 9, 22)))]
        asked = job(items_of(tuple(cards)), frame=FRAMES[seed % 4])
        shop = tmp_path / str(seed)
        for _ in range(2):
            before = [*chance.sample(cards, len(cards) // 2), *(any_face(chance, tuple(WORDS)) for _ in range(4))]
            chance.shuffle(before)
            inside(shop).print_sheets(job(items_of(tuple(before)), frame=FRAMES[seed % 4]))
        together = inside(shop).print_sheets(asked)
        monkeypatch.setattr(batches, "_fonts", Recent(1, lambda font: 1))
        monkeypatch.setattr(sheets, "_sheets", Recent(1, lambda sheet: 1))
        alone = inside(shop / "alone", 1).print_sheets(asked)
        assert alone == together == inside(shop).print_sheets(asked), seed
