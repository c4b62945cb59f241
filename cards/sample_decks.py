"""The sample archive: decks written for this site, put on the shelf once (cards/samples/README.md has the format).

A sample with a history is played again through the real actions: its people propose, talk, vote and archive, dated
over the weeks before. The others come with their cards and are archived as version 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from cards import actions
from cards import models as rows
from cards.actions.slugs import choose_slug
from cards.face.face import Face
from cards.formats.articles import arriving
from cards.formats.values import DeckListing, ListedCard, ListedRule
from cards.forms.change import change_of
from cards.rules.change_checks import fold_title
from cards.rules.deck import Amend, Change, Create, Details, Ref, SetKit, SetLicence, SetVisibility
from cards.rules.details import check_details
from cards.rules.effects import check_effects
from cards.rules.kit import Kit
from cards.rules.kit_checks import check_kit
from cards.rules.lexicon_checks import check_lexicon
from cards.rules.limits import clean_face
from cards.storage.again import asked_again
from cards.storage.store import changes_of
from cards.verbs.votes import CastVote, Remark
from cards.verbs.whole import ArchiveVersion
from studio.actions import start_group
from studio.kernel.codec import digest, from_plain
from studio.live.clock import as_of, database_now
from studio.models import SHAPES, Lease, Person
from studio.people import membership
from studio.people.names import INKS

SAMPLES = Path(__file__).parent / "samples"
STEP = timedelta(minutes=2)  # from one deed to the next
WEEK = timedelta(days=7)
FIRST_PRINTING = ("First printing", "As it came to the shelf.")


def load_samples(folder: Path = SAMPLES) -> tuple[str, ...]:
    """Put what is missing on the shelf; the addresses of the decks that came. One statement each when nothing did."""
    return tuple(path.stem for path in sorted(folder.glob("*.json")) if _load(path))


def read_sample(path: Path) -> dict[str, Any]:
    """A sample as its file has it, every face with the drawing that lies beside it under its title."""
    sample: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    beside = path.parent / "drawings" / path.name
    drawings = json.loads(beside.read_text(encoding="utf-8")) if beside.exists() else {}
    steps = [asked for step in sample.get("history", ()) for asked in step.values()]
    faces = [(asked["title"], asked["face"]) for asked in steps if "face" in asked]
    for title, face in [*faces, *((card["title"], card) for card in sample["cards"])]:
        face |= drawings.get(title, {})
    return sample


def _load(path: Path) -> bool:
    if rows.Deck.objects.filter(slug=path.stem).exists() or rows.FormerSlug.objects.filter(slug=path.stem).exists():
        return False
    sample = read_sample(path)
    with transaction.atomic():
        evening = _Evening(sample)
        if "history" in sample:
            evening.replay(sample["history"])
        else:
            evening.archive(sample["people"][0], *FIRST_PRINTING)
        evening.publish(sample["licence"])
        evening.go_home()
        choose_slug(evening.deck, path.stem)
    return True


@dataclass
class _Clock:
    """The hour, moved on by every deed and to the next week by every archived version."""

    now: datetime

    def tick(self) -> datetime:
        self.now += STEP
        return self.now

    def next_week(self, began: datetime) -> datetime:
        self.now = began + WEEK
        return self.now


@dataclass
class _Evening:
    """The people of one sample round their table."""

    sample: dict[str, Any]
    members: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        weeks = sum("archive" in step for step in self.sample.get("history", ())) or 1
        self.began = database_now().replace(hour=19, minute=30, second=0, microsecond=0) - weeks * WEEK
        self.clock = _Clock(self.began)
        with as_of(self.clock.now):
            self._sit_down()

    def _sit_down(self) -> None:
        people = [
            Person.objects.create(name=name, colour=INKS[n % len(INKS)][0], shape=SHAPES[n % len(SHAPES)])
            for n, name in enumerate(self.sample["people"])
        ]
        founder = start_group(person_id=people[0].pk, name=self.sample["title"])
        members = [founder, *(membership.enter(founder.group_id, person.pk) for person in people[1:])]
        self.members = {name: member.pk for name, member in zip(self.sample["people"], members, strict=True)}
        came = arriving(DeckListing() if "history" in self.sample else listing_of(self.sample))
        self.deck = actions.start_deck(
            member=founder.pk, details=_details(self.sample), articles=came.articles,
            credits=[self.members.get(maker, founder.pk) for maker in came.makers],
            kit=_kit(self.sample.get("kit", {})),
        )  # fmt: skip
        until = database_now() + 100 * WEEK
        Lease.objects.bulk_create(
            Lease(stream_id=self.deck.stream_id, member_id=member, until=until) for member in self.members.values()
        )

    def replay(self, history: Iterable[dict[str, Any]]) -> None:
        """Every step of the history; at the end the deck must be the one that is listed."""
        for step in history:
            with as_of(self.clock.tick()):
                self._step(step)
        found = [(a.kind, a.number, a.face.content["title"]) for a in self._in_force()]
        rules, cards = self.sample["rules"], self.sample["cards"]
        if [title for kind, _, title in found if kind == "rule"] != [rule["title"] for rule in rules]:
            raise ValueError(f"{self.sample['title']}: its history ends with other rules")
        if [title for kind, _, title in found if kind == "card"] != [card["title"] for card in cards]:
            raise ValueError(f"{self.sample['title']}: its history ends with other cards")

    def _step(self, step: dict[str, Any]) -> None:
        match step:
            case {"archive": {"by": by, "name": name, "notes": notes}}:
                self._archive(by, name, notes)
                self.began = self.clock.next_week(self.began)
            case {"propose": asked}:
                self._talk_and_vote(self._propose(asked), step)
            case {"reword": asked}:
                self._talk_and_vote(self._reword(asked), step)
            case {"repropose": asked}:
                self._talk_and_vote(self._repropose(asked), step)
            case _:
                raise ValueError(f"{self.sample['title']}: a step is none of propose, reword, repropose, archive")

    def _propose(self, asked: dict[str, Any]) -> int:
        change, faces = self._change(asked)
        return self._put(asked["by"], change, faces)

    def _change(self, asked: dict[str, Any]) -> tuple[Change, tuple[Face, ...]]:
        if asked["change"] == "kit":
            return SetKit(_kit(asked["kit"]), digest(from_plain(Kit, self.deck.kit))), ()
        what, kind, title = asked["change"], asked["what"], asked["title"]
        words = asked.get("face", {})
        face = _face({**words, "title": title}) if words else None
        faces = (face,) if face is not None else ()
        if what == "create":
            return change_of(what, Ref(kind, 0), face=face, copies=words.get("copies", 1)), faces
        article = self._article(kind, title)
        return change_of(what, Ref(kind, article.number), article.face_id, face=face), faces

    def _put(self, by: str, change: Change, faces: tuple[Face, ...], source: int | None = None) -> int:
        done = actions.propose(
            self.deck.pk, by=self.members[by], key=None, changes=(change,), faces=faces, source=source
        )
        return int(done.result["proposal"])

    def _reword(self, asked: dict[str, Any]) -> int:
        row = rows.Proposal.objects.get(deck=self.deck, state="open")
        face = _face({**asked["face"], "title": asked["title"]})
        change = _with_face(changes_of(row)[0], face)
        actions.reword(
            self.deck.pk, by=self.members[asked["by"]], key=None, proposal=row.number, wording=row.wording,
            changes=(change,), faces=(face,),
        )  # fmt: skip
        return row.number

    def _repropose(self, asked: dict[str, Any]) -> int:
        by = self.members[asked["by"]]
        aside = self._aside(asked["title"])
        if "face" not in asked:
            asked_anew = asked_again(self.deck.pk, by, aside.number)
            return int(actions.do(self.deck.pk, asked_anew, key=None).result["proposal"])
        face = _face({**asked["face"], "title": asked["title"]})
        change = _with_face(changes_of(aside)[0], face)
        return self._put(asked["by"], change, (face,), source=aside.number)

    def _talk_and_vote(self, number: int, step: dict[str, Any]) -> None:
        for name, words in step.get("talk", ()):
            actions.do(self.deck.pk, Remark(by=self.members[name], proposal=number, text=words), key=None)
        row = rows.Proposal.objects.get(deck=self.deck, number=number)
        author = rows.Wording.objects.get(proposal=row, number=row.wording).by_id
        for name, answer, reason in self._answers(step.get("votes", {}), author):
            vote = CastVote(self.members[name], number, row.wording, answer, reason)
            actions.do(self.deck.pk, vote, key=None)

    def _answers(self, votes: Any, author: int) -> Iterator[tuple[str, Any, str]]:
        said = {name: "for" for name in self.members} if votes == "all" else votes
        for name, answer in said.items():
            if self.members[name] != author:
                yield (name, answer, "") if isinstance(answer, str) else (name, answer[0], answer[1])

    def archive(self, by: str, name: str, notes: str) -> None:
        with as_of(self.clock.tick()):
            self._archive(by, name, notes)

    def _archive(self, by: str, name: str, notes: str) -> None:
        actions.do(self.deck.pk, ArchiveVersion(self.members[by], name, notes), key=None)

    def publish(self, licence: str) -> None:
        """Everybody agrees that it may be read, and under which licence."""
        with as_of(self.clock.tick()):
            changes: tuple[Change, ...] = (SetLicence(licence), SetVisibility("public"))
            founder = next(iter(self.members.values()))
            done = actions.propose(self.deck.pk, by=founder, key=None, changes=changes)
            self._talk_and_vote(int(done.result["proposal"]), {"votes": "all"})
        self.deck.refresh_from_db()

    def go_home(self) -> None:
        Lease.objects.filter(stream_id=self.deck.stream_id).delete()

    def _in_force(self) -> Iterable[rows.Article]:
        return rows.Article.objects.filter(deck=self.deck, in_force=True).select_related("face").order_by("number")

    def _article(self, kind: str, title: str) -> rows.Article:
        return rows.Article.objects.get(deck=self.deck, kind=kind, title_key=fold_title(title))

    def _aside(self, title: str) -> rows.Proposal:
        """The latest in the drawer with that title."""
        for row in rows.Proposal.objects.filter(deck=self.deck, state="aside").order_by("-number"):
            change = changes_of(row)[0]
            digest = change.face if isinstance(change, Create | Amend) else ""
            if rows.Face.objects.filter(digest=digest, content__title=title).exists():
                return row
        raise ValueError(f"{self.sample['title']}: “{title}” is not in the drawer")


def _with_face(change: Change, face: Face) -> Change:
    match change:
        case Create(kind=kind, copies=copies, side=side):
            return Create(kind, face.digest, copies, side)
        case Amend(article=article, on=on):
            return Amend(article, on, face.digest)
    raise ValueError("only what has a face can be reworded")


def _face(plain: dict[str, Any]) -> Face:
    words = {name: value for name, value in plain.items() if name not in ("copies", "by")}
    face = clean_face(from_plain(Face, words))
    check_effects(face.effects)
    return face


def _kit(plain: dict[str, Any]) -> Kit:
    kit: Kit = from_plain(Kit, plain)
    check_kit(kit)
    check_lexicon(kit.lexicon)
    return kit


def _details(sample: dict[str, Any]) -> Details:
    fewest, most = sample["players"]
    return check_details(
        Details(
            title=sample["title"],
            blurb=sample["blurb"],
            theme=sample["theme"],
            goal=sample["goal"],
            players_min=fewest,
            players_max=most,
            status=sample["status"],
            tags=tuple(sample["tags"]),
            language=sample["language"],
        )
    )


def listing_of(sample: dict[str, Any]) -> DeckListing:
    return DeckListing(
        title=sample["title"],
        rules=tuple(ListedRule(_face(rule), credit=rule.get("by", "")) for rule in sample["rules"]),
        cards=tuple(ListedCard(_face(card), card["copies"], credit=card.get("by", "")) for card in sample["cards"]),
    )
