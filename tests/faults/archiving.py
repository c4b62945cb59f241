"""A deck that is archived again and again, and what others read of it meanwhile. Version N has the zebus 1 to N, each
with a face of its own, and a first card that says which version it is of."""

from __future__ import annotations

from cards import actions
from cards import models as rows
from cards.access import deck_door
from cards.face.face import Face
from cards.queries.compare_files import as_data, as_text
from cards.queries.compared import compared
from cards.queries.edition import versions_in
from cards.rules.deck import Amend, Create, Ref, SetLicence, SetVisibility
from cards.search.finding import find
from cards.search.language import read
from studio.people.devices import STRANGER
from tests.deeds import archive_version

TRIES = 100_000  # a reader that waits for a version that never comes


def _zebu(number: int, version: int) -> Face:
    return Face(f"Zebu {number}", "Thing", f"Ruminates in edition {version}." if number == 1 else "Ruminates.")


def archive_again(deck: int, by: int, first: int, last: int) -> None:
    """These versions, each with one zebu more and the first one reworded."""
    for version in range(first, last + 1):
        new = [_zebu(version, version)]
        changes: list[Create | Amend] = [Create("card", new[0].digest)]
        if version > 1:
            new.append(_zebu(1, version))
            changes.append(Amend(Ref("card", 1), _zebu(1, version - 1).digest, new[1].digest))
        actions.propose(deck, by=by, key=None, changes=tuple(changes), faces=new)
        archive_version(deck, by=by, key=None, name=f"Edition {version}")


def begin_to_archive(deck: int, by: int) -> None:
    """The first version, for everybody to read."""
    archive_again(deck, by, 1, 1)
    asked = (SetLicence("CC BY 4.0"), SetVisibility("public"))
    actions.propose(deck, by=by, key=None, changes=asked, sort="members")


def read_until(deck: int, last: int) -> list[str]:
    """What is amiss in what a stranger reads, until the last version has been read."""
    slug, amiss = rows.Deck.objects.get(pk=deck).slug, []
    for _ in range(TRIES):
        before = _newest(deck)
        amiss += _compared(slug, before) + _found(deck, before)
        if before == last:
            return amiss
    return [*amiss, f"version {last} never came"]


def _newest(deck: int) -> int:
    return versions_in(deck)[0].number


def _compared(slug: str, newest: int) -> list[str]:
    """The first version beside the newest there was: whatever is archived meanwhile, that comparison stays as it is."""
    if newest == 1:
        return []
    door = deck_door(STRANGER, slug)
    what = compared(door, 1, door, newest)
    told, words = as_data(what), as_text(what)
    came = [change["now"]["number"] for change in told["changes"] if change["became"] == "in"]
    (first,) = (change for change in told["changes"] if change["became"] == "reworded")
    pieces = {words for field in first["fields"] for mark, words in field["pieces"] if mark == "added"}
    expected = {
        "in": came == [*range(2, newest + 1)],
        "the first": str(newest) in "".join(pieces),
        "steps": len(first["steps"]) == newest - 1,
        "text": all(f"Zebu {number} (" in words for number in range(1, newest + 1))
        and f"Zebu {newest + 1}" not in words,
    }
    return [f"{name} of 1..{newest}: {told}" for name, is_so in expected.items() if not is_so]


def _found(deck: int, before: int) -> list[str]:
    """The cards of one version and of no other, which is none before the newest that there was."""
    found = find(read("zebu"), show="cards")
    shown, after = [card.ref.number for card in found.cards], _newest(deck)
    if found.deck_total != 1 or found.card_total not in range(before, after + 1):
        return [f"{found.deck_total} decks with {found.card_total} cards, between versions {before} and {after}"]
    missing = {*range(2, found.card_total + 1)} - {*shown}  # the first may be reworded while it is shown
    return [f"of {found.card_total} shown {shown}"] if missing or max(shown) > found.card_total else []
