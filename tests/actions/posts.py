"""Every form of a deck's pages, and hostile words for every field of it, sent as a browser or a script would."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from cards import models as rows
from tests.actions.anything import NASTY
from tests.faults.oracles import complaints
from tests.markup import as_read
from tests.visitors import Visitor

HUGE = "9" * 400
NUMBERS = ("", "-1", "0", "2147483648", "9223372036854775808", HUGE, "1e999", "NaN", "٣", "1.5", "0x10", "\x001")
CARD = {
    "title": "Goat", "kind": "thing", "kind_word": "", "traits": "Pest", "text": "", "flavour": "", "cost": "",
    "gain": "", "value": "", "stat": "", "colour": "", "copies": "1", "sort": "room",
}  # fmt: skip
DETAILS = {
    "title": "Allotment Wars", "blurb": "", "theme": "", "goal": "", "players_min": "2", "players_max": "6",
    "status": "unfinished", "tags": "", "language": "en",
}  # fmt: skip
# Where, the fields of its form as they would be sent, and what stands in the address itself.
FORMS: tuple[tuple[str, dict[str, str]], ...] = (
    ("write/", CARD),
    ("write/?article=card-1", CARD | {"article": "card-1", "on": ""}),
    ("write/", CARD | {"reword": "2", "wording": "1"}),
    ("write/", CARD | {"adjust": "2"}),
    ("write/", {"article": "card-1", "change": "recount", "on": "", "copies": "2"}),
    ("write/", {"article": "card-1", "change": "repeal", "on": ""}),
    ("preview/", CARD),
    ("do/?verb=vote&proposal=2&wording=1", {"answer": "against", "reason": ""}),
    ("do/?verb=remark&proposal=2", {"text": "Hm."}),
    ("do/?verb=go-on&proposal=2", {"without": "1"}),
    ("proposals/2/again/", {}),
    ("do/?verb=withdraw&proposal=2", {}),
    ("do/?verb=agree", {"theme": "Sheds", "goal": "", "title": ""}),
    ("do/?verb=call-it", {"title": "", "was": ""}),
    ("do/?verb=archive-version", {"name": "", "notes": "", "called": "", "was": ""}),
    ("details/", DETAILS),
    ("do/?verb=ask-for-standing", {"ask": "licence", "to": ""}),
    ("bring-in/", {"list": "Goat\n\nThing\n\nIt eats.", "do": "read"}),
    ("bring-in/", {"list": "Goat\n\nThing\n\nIt eats.", "do": "enter"}),
)
PLACES = (
    "proposals/{n}/", "proposals/{n}/wordings/1/vote/", "proposals/2/wordings/{n}/vote/", "cards/{n}/", "rules/{n}/",
    "versions/{n}/", "print/{n}/", "write/?adjust={n}", "write/?reword={n}", "write/?article=card-{n}",
    "write/?article={n}&change=recount&copies={n}", "?version={n}&page={n}", "minutes/?page={n}&before={n}",
    "export.json?version={n}",
)  # fmt: skip
PAGES = ("", "workshop/", "minutes/", "drawer/", "details/", "archive/", "cards/1/", "proposals/2/", "write/")


def amiss(*, every: int, server: str = "localhost") -> list[str]:
    """Send each `every`-th of all hostile forms; what went wrong. An error inside is raised."""
    ros, idris = Visitor("Ros", SERVER_NAME=server), Visitor("Idris", address="192.0.2.2", SERVER_NAME=server)
    deck = ros.start()
    idris.join(deck.group)
    home = f"/decks/{deck.slug}/"
    for visitor in (ros, idris):
        visitor.get(home + "workshop/")
    ros.post(home + "write/", CARD)
    idris.post(home + "do/?verb=vote&proposal=1&wording=1", {"answer": "for"})
    ros.post(home + "write/", CARD | {"title": "Another goat"})
    found = []
    for number, (place, form) in enumerate(hostile()):
        if number % every:
            continue
        who, script = (ros, idris)[number % 2], {"X-Carte": "1"} if number % 3 else {}
        body = urlencode(form, errors="surrogatepass")
        answer = who.post(home + place, body, "application/x-www-form-urlencoded", headers=script)
        if answer.status_code not in (200, 204, 302, 303, 403, 404, 409, 413, 422, 429):
            found.append(f"{place} {body[:80]}: {answer.status_code}")
        elif answer.status_code >= 400 and not answer.content.strip():
            found.append(f"{place} {body[:80]}: {answer.status_code} without a word")
        deck.refresh_from_db()
        home = f"/decks/{deck.slug}/"
    for n in (HUGE, "9223372036854775808", "2147483648", "0", "-1", "%00", "%ED%A0%80", "x"):
        for place in PLACES:
            for answer in (
                ros.get(home + place.replace("{n}", n)),
                ros.post(home + place.replace("{n}", n), {"answer": "for"}),
            ):
                if answer.status_code >= 500:
                    found.append(f"{place} with {n[:20]}: {answer.status_code}")
    for place in PAGES:
        html = as_read(ros.get(home + place, follow=True))
        if "<script>alert" in html or "<img src=x" in html:
            found.append(f"{place} holds markup that somebody typed")
    return [*found, *complaints(rows.Deck.objects.get(pk=deck.pk).pk)]


def hostile() -> Iterator[tuple[str, dict[str, str]]]:
    """One field of a form at a time."""
    for place, form in FORMS:
        for name in (*form, "key", "nobody_knows_this"):
            for word in (*NASTY, *NUMBERS):
                yield place, form | {name: word}
