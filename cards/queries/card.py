"""The life of one card or Special Rule: every face it had and every vote on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F
from django.http import Http404

from cards import models as rows
from cards.access import Door
from cards.face.drawn_back import shown_back
from cards.face.language import tag
from cards.face.lexicon import Lexicon, fold, shared
from cards.face.terms import terms_of
from cards.queries import ledger, proofs
from cards.queries.ballots import BallotResult, ballots_of
from cards.queries.deck import effects_of
from cards.queries.edition import Edition, edition
from cards.queries.faces import ReadFace, drawn, markup_of, read_faces, read_for_page, words_of
from cards.queries.hands import Taken, drawn_by, taken_in
from cards.queries.ledger import Step
from cards.queries.lexicon_choices import kind_style
from cards.queries.link_preview import tags_of_card
from cards.queries.marked import marked_face
from cards.rules.deck import Ref
from cards.rules.events import KitChanged
from cards.search.asked import Search
from cards.storage.log import DECK_LOG
from cards.values.card import CardPage, Credit, LifeLine, Since
from cards.values.mat import Proof
from cards.values.pages import ActionLink, Astray, Choice
from studio.kernel.messages import Message, Sayable, counted, message, series
from studio.kernel.schema import kinds
from studio.people.makers import makers_in
from studio.web.dates import said
from studio.web.words import say


class NotInVersion(Http404):
    """There is such a card, and such a version, and it is not in it: what is said, and where it is instead."""

    def __init__(self, page: Astray) -> None:
        super().__init__(page.words)
        self.page = page


def card_page(door: Door, ref: Ref, version: int | None = None, search: Search | None = None) -> CardPage:
    """As it reads now, or as it stands in a version, with the words of a search marked on it. 14 statements at most,
    whatever the length of the life; in a version that it has left behind five more, for what became of it.

    Http404 for a number never given, or not yet readable; NotInVersion for one that is not in that version.
    """
    shown = edition(door, version)
    if version is not None and ref not in {article.ref for article in shown.lying}:
        raise NotInVersion(_astray(shown, ref))
    life = tuple(step for step in shown.steps if step.ref == ref)
    if not life or not (door.is_member or _was_archived(shown, life)):
        raise Http404
    is_now = version is None
    others = _about(door, ref) if door.is_member and is_now else {}
    ballots = ballots_of(door, {step.proposal for step in life if step.proposal} | set(others))
    last = life[-1]
    # What it read before comes with as much that was drawn as any page does: a life has no end.
    faces = {**read_for_page(step.digest for step in life), **read_faces([last.digest])}
    read = faces[last.digest]
    is_rule = ref.kind == "rule"
    credit = ledger.credits_of(life, shown.tallies)[ref]
    is_in = last.what != "repealed"
    parts = _parts(shown, read, is_rule, ref.number)
    since = None if is_now else _since(shown, last)
    return CardPage(
        deck_title=shown.deck.title,
        deck_href=shown.home,
        kind=read.kind(is_rule),
        number=ref.number,
        title=read.title,
        type_line=read.type_line(is_rule),
        text=words_of(read, shown.lexicon)[0],
        copies=last.copies,
        credit=Credit(read.face.credit or credit.by, credit.tally),
        state="withdrawn" if read.is_withdrawn else "in" if is_in else "out",
        life=_lines(shown, life, faces, ballots, others),
        faces=parts if search is None else tuple(marked_face(part, search) for part in parts),
        own_kind="" if is_rule else kind_style(shown.lexicon, read.face.kind_word),
        terms=() if read.is_withdrawn else terms_of(read.face, shown.lexicon),
        effects=effects_of(shown, [read]).get(read.digest, ()),
        acts=_acts(shown, ref, is_in, read) if door.is_member and is_now else (),
        sight=door.sight,
        pictures=_pictures(shown, ref, read, len(parts)),
        link=None
        if read.is_withdrawn
        else tags_of_card(
            shown,
            ref,
            read.title,
            read.type_line(is_rule),
            words_of(read, shown.lexicon)[0],
            in_version=since is not None,
        ),
        language=read.language(tag(shown.deck.language)),
        makers=makers_in(shown.deck.group_id) if credit.by else {},
        back=shown_back(shown.back, shown.deck.title),
        version=_version(shown) if not is_now else None,
        since=since,
        now_href=f"{shown.home}{ref.kind}s/{ref.number}/",
        cite_href=_cited(shown, ref) if is_now else "",
        **_beside(shown, ref, shown.home if is_now else shown.href),
    )


def _version(shown: Edition) -> Choice:
    assert shown.version is not None
    return Choice(say(message("version {number}", number=shown.version.number)), shown.href)


def _cited(shown: Edition, ref: Ref) -> str:
    """Where these very words stay: the card of the version that a reader has before them."""
    if shown.version is None or ref not in {article.ref for article in shown.lying}:
        return ""
    return f"{shown.home}versions/{shown.version.number}/{ref.kind}s/{ref.number}/"


def _since(shown: Edition, then: Step) -> Since | None:
    """What became of it after the version, as far as the caller may know; None where it reads as it did. One statement;
    where it was reworded six at most."""
    until = None if shown.door.is_member else shown.versions[0].at
    life = [step for step in ledger.until(ledger.steps_of(shown.deck.pk), until) if step.ref == then.ref]
    now = life[-1]
    if now.what == "repealed":
        return Since(say(message("It is no longer in the deck.")))
    if now.digest == then.digest:
        return None
    first = next(step for step in life if step.at > then.at and step.digest != then.digest)
    number = next((version.number for version in reversed(shown.versions) if version.at >= first.at), None)
    words = message("It was reworded since.")
    if number is not None:
        words = message("It was reworded since, in version {number}.", number=number)
    return Since(say(words), _reworded(shown, then, now, until))


def _reworded(shown: Edition, then: Step, now: Step, until: datetime | None) -> tuple[Proof, ...]:
    """Word by word; nothing where either was taken down."""
    faces = read_for_page([then.digest, now.digest])
    was, reads = faces[then.digest], faces[now.digest]
    if was.is_withdrawn or reads.is_withdrawn:
        return ()
    has_effects = was.face.effects or reads.face.effects
    names = ledger.names_in(shown.deck.group_id) if has_effects else {}
    return proofs.of_read(was, reads, shown.deck.language, _every_word(shown, until or shown.now), names)


_BY_NUMBER = {"card": message("Card {number}"), "rule": message("Special Rule {number}")}


def _astray(shown: Edition, ref: Ref) -> Astray:
    """Http404 for what no version has that the caller may know of. One statement."""
    assert shown.version is not None
    until = None if shown.door.is_member else shown.versions[0].at
    life = tuple(step for step in ledger.until(ledger.steps_of(shown.deck.pk), until) if step.ref == ref)
    if not life or not (shown.door.is_member or _was_archived(shown, life)):
        raise Http404
    name = say(_BY_NUMBER[ref.kind].given(number=ref.number)) if life[-1].is_withdrawn else life[-1].title
    came = next((one.number for one in reversed(shown.versions) if one.at >= life[0].at), None)
    if life[0].at <= shown.version.at:
        words = message("{card} is not in version {number}: it had gone out of the deck.")
    elif came is None:
        words = message("{card} is not in version {number}: it is in the draft.")
    else:
        words = message("{card} is not in version {number}. It came with version {came}.", came=came)
    words = words.given(card=name, number=shown.version.number)
    card = Choice(say(message("See the card")), f"{shown.home}{ref.kind}s/{ref.number}/")
    version = _version(shown)
    return Astray(say(words), (card, replace(version, words=say(message("Go to {version}", version=version.words)))))


def _was_archived(shown: Edition, life: tuple[Step, ...]) -> bool:
    """Whether some version held it: it was in the deck at the moment of one of them."""
    return any(
        (held := [step for step in life if step.at <= version.at]) and held[-1].what != "repealed"
        for version in shown.versions
    )


def _parts(shown: Edition, read: ReadFace, is_rule: bool, number: int) -> tuple[str, ...]:
    if read.is_withdrawn:
        return ()
    face = drawn(
        read, is_rule=is_rule, number=number, foot_line=shown.foot_line, language=shown.deck.language,
        lexicon=shown.lexicon,
    )  # fmt: skip
    return tuple(markup_of(part) for part in (face, *face.more))


def _pictures(shown: Edition, ref: Ref, read: ReadFace, parts: int) -> tuple[ActionLink, ...]:
    """The card as it lies in what is shown, as files; a long text goes on over several of them."""
    if read.is_withdrawn or ref not in {article.ref for article in shown.lying}:
        return ()
    here = f"{shown.home}{ref.kind}s/{ref.number}/card"
    found = []
    for part in range(1, parts + 1):
        asked = [f"version={shown.version.number}"] if shown.version else []
        asked += [f"part={part}"] if part > 1 else []
        query = f"?{'&'.join(asked)}" if asked else ""
        for words, form in ((message("Picture"), "png"), (message("SVG"), "svg")):
            named = message("{what} {part} of {parts}", what=words, part=part, parts=parts) if parts > 1 else words
            found.append(ActionLink(say(named), f"{here}.{form}{query}", style="text"))
    return tuple(found)


def _about(door: Door, ref: Ref) -> dict[int, dict[str, Any]]:
    """Proposals about it that did not go in, with the change they asked for. One statement."""
    found = rows.Wording.objects.filter(
        proposal__deck_id=door.deck_id, proposal__state__in=("aside", "withdrawn"), number=F("proposal__wording")
    ).values_list("proposal__number", "changes")
    return {number: change for number, changes in found for change in changes if _names(change, ref)}


def _names(change: Mapping[str, Any], ref: Ref) -> bool:
    article = change.get("article") or {}
    return article.get("kind") == ref.kind and article.get("number") == ref.number


def _lines(
    shown: Edition,
    life: tuple[Step, ...],
    faces: Mapping[str, ReadFace],
    ballots: Mapping[int, BallotResult],
    others: Mapping[int, Mapping[str, Any]],
) -> tuple[LifeLine, ...]:
    """Newest first."""
    lines: list[tuple[datetime, LifeLine]] = []
    before: Step | None = None
    has_effects = any(read.face.effects for read in faces.values())
    taken = taken_in(shown.door.stream_id) if any(read.numbers for read in faces.values()) else ()
    names = ledger.names_in(shown.deck.group_id) if has_effects or taken else {}
    until = shown.version.at if shown.version is not None else shown.now
    lexicon = _every_word(shown, until) if any(step.what == "amended" for step in life) else shown.lexicon
    for step in life:
        lines.append((step.at, _line(shown, step, before, faces, ballots, names, taken, lexicon)))
        before = step
    for number, change in others.items():
        ballot = ballots[number]
        if ballot.closed_at is not None:
            lines.append((ballot.closed_at, _aside(shown, number, change, ballot)))
    return tuple(line for _, line in sorted(lines, key=lambda pair: pair[0], reverse=True))


def _line(
    shown: Edition, step: Step, before: Step | None, faces: Mapping[str, ReadFace], ballots: Mapping[int, BallotResult],
    names: Mapping[int, str], taken: tuple[Taken, ...], lexicon: Lexicon,
) -> LifeLine:  # fmt: skip
    ballot = ballots.get(step.proposal) if step.proposal is not None else None
    archived = next((v.number for v in reversed(shown.versions) if v.at >= step.at), None)
    done = say(_words(step, before, ballot, shown.door.is_member, _how_it_came(shown.deck)))
    drew = drawn_by(taken, faces[step.digest].face, names) if step.what in ("added", "amended") else ""
    return LifeLine(
        mark=say(message("v{number}", number=archived) if archived else message("Draft")),
        when=said(step.at, shown.now),
        words=f"{done} {drew}".rstrip(),
        proofs=_proofs(step, before, faces, names, shown, lexicon),
        seals=ballot.seals if ballot else (),
        tally=ballot.tally if ballot else "",
        reasons=ballot.reasons if ballot else (),
        grounds=ballot.grounds if ballot else "",
        href=f"{shown.home}proposals/{step.proposal}/" if ballot and shown.door.is_member else "",
    )


# What happened, without and with whoever did it.
_CAME_WITH_FORK = message("Came with the fork."), message("Came with the fork, written by {who}.")
_TAKEN_HOME = message("Taken home."), message("Taken home, written by {who}.")
_CAME_WITH_DECK = message("Came with the deck."), message("Came with the deck, brought by {who}.")
_COUNTED = (
    (message("{copies}, put to the table."), message("{copies}, put to the table by {who}.")),
    (
        message("{copies}, was {before}, put to the table."),
        message("{copies}, was {before}, put to the table by {who}."),
    ),
)
_DONE = {
    "added": (message("Written."), message("Written by {who}.")),
    "amended": (message("Reworded."), message("Reworded by {who}.")),
    "repealed": (message("Out. Repeal put to the table."), message("Out. Repeal put to the table by {who}.")),
    "restored": (message("Back in, put to the table."), message("Back in, put to the table by {who}.")),
    "side": (message("Moved to another side."), message("Moved to another side by {who}.")),
}


def _words(
    step: Step, before: Step | None, ballot: BallotResult | None, is_member: bool, came: tuple[Message, Message]
) -> Sayable:
    match step.what:
        case "added" if ballot is None:
            return _by(step, came)
        case "added" if ballot and ballot.source is not None and is_member:
            return series([_by(step, _DONE["added"]), message("It had been set aside before.")], "sentences")
        case "copies":
            copies = counted("One copy", "{count} copies", step.copies)
            said = _by(step, _COUNTED[before is not None])
            return said.given(copies=copies, before=before.copies if before else 0)
        case what:
            return _by(step, _DONE.get(what, _DONE["side"]))


def _how_it_came(deck: rows.Deck) -> tuple[Message, Message]:
    if deck.forked_from:
        return _CAME_WITH_FORK
    return _TAKEN_HOME if deck.lineage else _CAME_WITH_DECK


def _by(step: Step, said: tuple[Message, Message]) -> Message:
    without, by_somebody = said
    return by_somebody.given(who=step.by) if step.by else without


def _proofs(
    step: Step, before: Step | None, faces: Mapping[str, ReadFace], names: Mapping[int, str], shown: Edition,
    lexicon: Lexicon,
) -> tuple[Proof, ...]:  # fmt: skip
    if step.what != "amended" or before is None:
        return ()
    was, now = faces[before.digest], faces[step.digest]
    if was.is_withdrawn or now.is_withdrawn:
        return ()
    return proofs.of_read(was, now, shown.deck.language, lexicon, names)


def _every_word(shown: Edition, until: datetime) -> Lexicon:
    """What the deck's words mean, and those that meant something at some time until then: a former text is drawn with
    what was called otherwise then. One statement."""
    told = DECK_LOG.recorded(shown.door.stream_id, kinds=kinds(KitChanged))
    former = [one.fact.kit.lexicon for one in told if isinstance(one.fact, KitChanged) and one.at <= until]
    every = (*former, shown.lexicon)
    symbols = {fold(own.name): own for lexicon in every for own in lexicon.symbols}
    keywords = {fold(own.name): own for lexicon in every for own in lexicon.keywords}
    return shared(replace(shown.lexicon, symbols=tuple(symbols.values()), keywords=tuple(keywords.values())))


_ASKED = {
    "Amend": message("A rewording"),
    "Repeal": message("A repeal"),
    "Restore": message("Coming back"),
    "Recount": message("Another number of copies"),
    "Reside": message("Another side"),
}
_TAKEN_BACK = message("{what}, put to the table by {who}, was taken back.")
_SET_ASIDE = message("{what}, put to the table by {who}, was set aside.")


def _aside(shown: Edition, number: int, change: Mapping[str, Any], ballot: BallotResult) -> LifeLine:
    """Something asked about it that did not go in: for members only."""
    asked = _ASKED.get(str(change.get("is", "")), message("A change"))
    done = _TAKEN_BACK if ballot.state == "withdrawn" else _SET_ASIDE
    return LifeLine(
        mark="",
        when=said(ballot.closed_at, shown.now) if ballot.closed_at else None,
        words=say(done.given(what=asked, who=ballot.by)),
        seals=ballot.seals,
        tally=ballot.tally if ballot.state == "aside" else "",
        reasons=ballot.reasons,
        grounds=ballot.grounds,
        href=f"{shown.home}proposals/{number}/",
    )


def _acts(shown: Edition, ref: Ref, is_in: bool, read: ReadFace) -> tuple[ActionLink, ...]:
    """What a member may put to the table from here."""
    if read.is_withdrawn:
        return ()
    name = f"{ref.kind}-{ref.number}"
    write = f"{shown.home}write/?article={name}&change="
    another = ActionLink(say(message("Write another like it")), f"{shown.home}write/?like={name}", style="text")
    if not is_in:
        return (ActionLink(say(message("Propose to bring it back")), f"{write}restore", "undo", ""), another)
    acts = [
        ActionLink(say(message("Propose a rewording")), f"{write}amend", "pen", ""),
        ActionLink(say(message("Propose to repeal")), f"{write}repeal"),
    ]
    if ref.kind == "card":
        acts.append(ActionLink(say(message("Propose more copies, or fewer")), f"{write}recount", style="text"))
        if shown.deck.kit.get("sides"):
            acts.append(ActionLink(say(message("Propose another side")), f"{write}reside", style="text"))
    return (*acts, another)


def _beside(shown: Edition, ref: Ref, home: str) -> dict[str, Choice | None]:
    """Its neighbours by number, as they lie in the deck."""
    row = [article for article in shown.lying if article.ref.kind == ref.kind]
    before = [article for article in row if article.ref < ref]
    after = [article for article in row if article.ref > ref]
    folder = "rules" if ref.kind == "rule" else "cards"

    def choice(article: Any) -> Choice:
        return Choice(
            article.face.title,
            f"{home}{folder}/{article.ref.number}/",
            language=article.face.language(tag(shown.deck.language)),
        )

    return {
        "before": choice(before[-1]) if before else None,
        "after": choice(after[0]) if after else None,
    }
