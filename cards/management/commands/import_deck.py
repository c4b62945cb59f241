"""`manage.py import_deck FILE [--column NAME=FIELD] [--json]`: a list of cards, or our own JSON, becomes a deck."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.urls import reverse

from cards.actions.import_deck import Brought, import_listing
from cards.actions.restore_deck import restore
from cards.files.incoming import sound
from cards.formats import Format, read_file
from cards.formats.columns import FIELDS, said_of_columns
from cards.formats.left_behind import CODE as LEAVES
from cards.formats.values import DeckListing, Diagnostic, Reading
from cards.values import counts
from studio.actions import start_group
from studio.kernel.messages import message, series
from studio.kernel.refusals import Refused
from studio.models import Group, Person
from studio.people.invitations import token_of
from studio.people.names import clean_name
from studio.server.newer import OfThisRelease
from studio.web.words import say


class Command(OfThisRelease):
    help = "Bring a deck in from a file. What was not understood is said, with its line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument("--slug", default="", help="its address; otherwise its title and four characters")
        parser.add_argument("--name", default="Archivist", help="the name of the first member of its group")
        parser.add_argument(
            "--column", action="append", default=[], metavar="NAME=FIELD",
            help=f"what a column of a table is, as often as needed: {', '.join(FIELDS)}",
        )  # fmt: skip
        parser.add_argument("--no-history", action="store_true", help="its cards alone, without the votes behind them")
        parser.add_argument("--json", action="store_true", help="say what happened as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        reading: Reading | None = None
        try:
            chosen, reading = read_file(_content(options["file"]), said_of_columns(options["column"]))
            brought = _bring(reading, options)
        except Refused as refused:
            self._refuse(refused, reading, as_json=options["json"])
        told = _account(chosen, reading, brought)
        self.stdout.write(_json(told) if options["json"] else _in_words(told))

    def _refuse(self, refused: Refused, reading: Reading | None, *, as_json: bool) -> NoReturn:
        """Nothing came in; why, and what else was noticed."""
        remarks = reading.remarks if reading else ()
        if as_json:
            told = {"refused": {"code": refused.code, "words": say(refused)}, "remarks": list(map(_plain, remarks))}
            self.stdout.write(_json({**told, "unplaced": _unplaced(reading) if reading else []}))
            raise SystemExit(1)
        for remark in remarks:
            self.stderr.write(say(remark.with_line))
        raise CommandError(say(refused))


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as problem:
        raise CommandError(f"{path} could not be read: {problem.strerror}.") from None


def _bring(reading: Reading, options: dict[str, Any]) -> Brought:
    listing = sound(reading)
    if listing.history is not None and not options["no_history"]:
        return restore(listing, slug=options["slug"])
    with transaction.atomic():
        person = Person.objects.create(name=clean_name(options["name"]))
        member = start_group(person_id=person.pk, name=listing.title)
        title = _title_of(listing, options["file"])
        brought = import_listing(reading, member=member.pk, title=title, slug=options["slug"])
    if listing.history is not None:
        text = message("The votes, talk and versions in this file stay in it. The cards came in as they are now.")
        brought = replace(brought, remarks=(*brought.remarks, Diagnostic(None, LEAVES, text)))
    return brought


def _title_of(listing: DeckListing, path: Path) -> str:
    """A deck whose list has no title is called after its file."""
    return listing.title or path.stem.replace("-", " ").replace("_", " ").strip().capitalize()[:80]


def _account(chosen: Format, reading: Reading, brought: Brought) -> dict[str, Any]:
    deck = brought.deck
    in_force = deck.articles.filter(in_force=True)
    cards = in_force.filter(kind="card")
    return {
        "slug": deck.slug,
        "title": deck.title,
        "address": reverse("deck", args=[deck.slug]),
        "invitation": reverse("join", args=[token_of(Group.objects.get(pk=deck.group_id))]),
        "format": chosen.name,
        "cards": cards.count(),
        "copies": sum(cards.values_list("copies", flat=True)),
        "rules": in_force.filter(kind="rule").count(),
        "versions": deck.last_version,
        "remarks": [_plain(remark) for remark in (*reading.remarks, *brought.remarks)],
        "unplaced": _unplaced(reading),
    }


def _unplaced(reading: Reading) -> list[dict[str, Any]]:
    return [{"line": one.line, "name": one.name, "words": one.words} for one in reading.unplaced]


def _plain(remark: Diagnostic) -> dict[str, Any]:
    return {"line": remark.line, "code": remark.code, "text": say(remark.said), "stops": remark.stops}


def _json(plain: dict[str, Any]) -> str:
    return json.dumps(plain, ensure_ascii=False, indent=2)


def _in_words(told: dict[str, Any]) -> str:
    lines = [f"Line {r['line']}: {r['text']}" if r["line"] else r["text"] for r in told["remarks"]]
    if len(told["unplaced"]) > 1:
        left = message("{count:,} lines and cells were left out; --json lists each.", count=len(told["unplaced"]))
        lines.append(say(left))
    cards = counts.cards_of(told["copies"], told["cards"])
    held = series([cards, counts.rules(told["rules"])])
    lines.append(say(message("{title}: {held}.", title=told["title"], held=held)))
    lines.append(f"It is at {told['address']}. Whoever opens {told['invitation']} can join its group.")
    return "\n".join(lines)
