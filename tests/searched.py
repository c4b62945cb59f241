"""Decks in eight languages on the shelf, and what somebody who looks for them finds: one table for every database."""

from __future__ import annotations

from collections.abc import Sequence

from cards import actions
from cards.queries.archive import ArchiveSearch, archive_page
from cards.rules.deck import Details, SetVisibility
from studio.models import Person
from tests.deck_fixture import DeckFixture

# Title, blurb, tags and members, as in the archive. The last one is private.
DECKS: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("Allotment Wars", "Grow three prize vegetables.", ("vegetable", "pest"), ("Ros", "Idris")),
    ("Küchendeck", "Töpfe & Pfannen", ("küche",), ("Maud Ås",)),
    ("Bureau of Weather", "Seven dice decide the forecast.", ("dice", "ångström"), ("Yuki", "Alba")),
    ("L’échelle", "", ("échelle",), ("Zoë",)),
    ("天気のカード", "ガラスの店", ("天気",), ("Yuki",)),
    ("Łódź Night", "A secret ring. 100 % of İstanbul", ("noir",), ("Łukasz",)),
    ("שָׁלוֹם", "أحمد إلى كتــاب", (), ("דן",)),
    ("Goat Parade", "Goats & more goats", ("goat",), ("Ros",)),
    ("Secret Goats", "Nobody may know.", ("goat", "küche"), ("Ros",)),
)
# What is looked for, and the decks by their place above. Several words may stand in different lines of one deck.
QUESTIONS: tuple[tuple[str, Sequence[int]], ...] = (
    ("", (1, 2, 3, 4, 5, 6, 7, 8)), ("   ", (1, 2, 3, 4, 5, 6, 7, 8)),
    ("goat", (8,)), ("GOAT", (8,)), ("goats", (8,)), ("allot", (1,)), ("grow ros", (1,)), ("vegetables prize", (1,)),
    ("ångström", (3,)), ("Ångström", (3,)), ("angstrom", (3,)), ("ANGSTROM", (3,)), ("A\u030angstro\u0308m", (3,)),
    ("küche", (2,)), ("KÜCHENDECK", (2,)), ("kuche", (2,)), ("Küchendeck", (2,)), ("kueche", ()), ("topfe", (2,)),
    ("u00fc", ()), ("\"", ()), ("[", ()), ("%", ()), ("_", ()), ("\\", ()), ("'", ()), ("!!! -", ()), ("100 %", (6,)),
    ("lodz", (6,)), ("ŁÓDŹ", (6,)), ("lukasz", (6,)), ("istanbul", (6,)), ("ISTANBUL", (6,)), ("maud as", (2,)),
    ("zoe", (4,)),
    ("l'échelle", (4,)), ("l’echelle", (4,)), ("ECHELLE", (4,)), ("カード", (5,)), ("ｶｰﾄﾞ", (5,)), ("カート", ()),
    ("ガラス", (5,)),
    ("カラス", ()), ("天気", (5,)), ("気天", ()), ("שלום", (7,)), ("احمد", (7,)), ("كتاب", (7,)), ("דן", (7,)),
    ("yuki", (3, 5)),
    ("ros", (1, 8)), ("weather dice", (3,)), ("wars grow", (1,)), ("vegetables.vegetable", ()), ("secret", (6,)),
    ("turnip", ()),
)  # fmt: skip
TAGS: tuple[tuple[str, Sequence[int]], ...] = (
    ("küche", (2,)), ("KÜCHE", (2,)), ("kuche", (2,)), ("küch", ()), ("goat", (8,)), ("échelle", (4,)), ("天気", (5,)),
    ("天", ()), ("ångström", (3,)), ("\"", ()), ("pest", (1,)),
)  # fmt: skip


def on_the_shelf() -> list[DeckFixture]:
    """The decks, archived by the votes of their members: public, but for the last."""
    made = []
    for number, (title, blurb, tags, people) in enumerate(DECKS, 1):
        table = DeckFixture(*people, title=title)
        by = table.ids[people[0]]
        details = Details(title, blurb=blurb, tags=tags)
        actions.edit_details(table.deck.pk, by=by, key=None, details=details)
        table.all_vote(table.propose(people[0]))
        actions.archive_version(table.deck.pk, by=by, key=None, name="One")
        if number < len(DECKS):
            asked(table, SetVisibility("public"))
        made.append(table)
    return made


def asked(table: DeckFixture, change: SetVisibility) -> None:
    by = next(iter(table.ids.values()))
    done = actions.propose(table.deck.pk, by=by, key=None, changes=(change,))
    table.all_vote(done.result["proposal"])


def found(find: str = "", tag: str = "") -> list[int]:
    """The places of the decks that answer, in the order of the table above."""
    titles = [title for title, *_ in DECKS]
    return sorted(titles.index(cover.title) + 1 for cover in archive_page(ArchiveSearch(find=find, tag=tag)).covers)


def otherwise() -> list[str]:
    """Questions that find something else than they should."""
    wrong = [f"{find!r}: {got}, not {[*want]}" for find, want in QUESTIONS if (got := found(find)) != [*want]]
    return wrong + [f"tag {tag!r}: {got}, not {[*want]}" for tag, want in TAGS if (got := found(tag=tag)) != [*want]]


def searched() -> list[str]:
    """What is found otherwise than it should be: on a new shelf, and after decks and names have become others."""
    made = on_the_shelf()
    wrong = otherwise()
    kitchen, weather, goats = made[1], made[2], made[7]
    Person.objects.filter(name="Maud Ås").update(name="Åsa Müller")
    actions.edit_details(
        weather.deck.pk, by=weather.ids["Yuki"], key=None, details=Details(DECKS[2][0], tags=("Würfel", "dice"))
    )
    weather.leave("Alba")
    asked(goats, SetVisibility("unlisted"))
    asked(kitchen, SetVisibility("private"))
    now = {
        "asa": [], "maud": [], "kuche": [], "goat": [], "forecast": [], "wurfel": [3], "angstrom": [], "alba": [],
        "dice": [3],
    }  # fmt: skip
    wrong += [f"{find!r} after all that: {got}" for find, want in now.items() if (got := found(find)) != want]
    asked(kitchen, SetVisibility("public"))
    again = {"ASA MULLER": [2], "küche": [2], "maud": []}
    return wrong + [f"{find!r} again: {got}" for find, want in again.items() if (got := found(find)) != want]
