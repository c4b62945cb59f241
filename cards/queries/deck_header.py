"""The top of a deck's pages: people, ticket, tabs and what one may do from here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.safestring import SafeString

from cards.face.drawn_back import shown_back
from cards.face.language import tag
from cards.printing.choices.sheet_count import sheets_to_cut
from cards.printing.queue.jobs import prints_made
from cards.queries.covers import sheets_of
from cards.queries.lineage import Ancestor, ancestors_of, forks_line, lineage_lines, tree_of
from cards.queries.long_deck import first_view
from cards.rules.apply_change import voting_effect
from cards.rules.decision import DecisionRule
from cards.rules.deck import Voting, decision_by, voting_after
from cards.rules.details import STATUSES
from cards.rules.licences import lets_others_change
from cards.rules.manifest import own_name
from cards.rules.ways import way_of
from cards.storage.acceptance import ACCEPTING
from cards.storage.own_shelf import stands_on
from cards.storage.store import members_of, voting_of
from cards.values import counts
from cards.values.deck import DeckHead, DeckTree, Tab, TicketLine, VersionShown
from cards.values.pages import ActionLink, players_words, readiness
from studio.kernel.messages import Title, counted, message, shortened
from studio.models import Member
from studio.people.makers import linked_to_makers, makers_address
from studio.people.seal import Seal
from studio.ports import TABLES
from studio.speed.prepared import prepared
from studio.web.dates import said, since
from studio.web.words import say, say_html

if TYPE_CHECKING:
    from cards.queries.edition import Edition

SEALS_SHOWN = 8
SOURCES_TOLD = 3  # on the ticket at once; the others are folded

_COPY = (message("Keep a copy as a file"), "export.json", "copy")
_FORK = (message("Make a deck of your own from it"), "fork/", "fork")

_SEEN_BY = {
    "private": message("Members only"),
    "unlisted": message("Whoever has the address"),
    "public": message("Everybody"),
}

_LICENCES = {
    "CC BY 4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC BY-SA 4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "CC BY-NC 4.0": "https://creativecommons.org/licenses/by-nc/4.0/",
    "CC BY-NC-SA 4.0": "https://creativecommons.org/licenses/by-nc-sa/4.0/",
    "CC0 1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
}


def head_of(shown: Edition, tab: str) -> DeckHead:
    """One statement for the people of the group, eight at most for its lineage, two for how often it was used; one for
    a known reader: whether they keep it."""
    people = people_of(shown.deck.group_id)
    composition = shown.composition
    ancestors = ancestors_of(shown.deck, shown.door)
    tree = tree_of(shown, ancestors)
    return DeckHead(
        slug=shown.deck.slug,
        title=shown.deck.title,
        blurb=shown.deck.blurb,
        sight=shown.door.sight,
        href=shown.home,
        people=people[:SEALS_SHOWN],
        byline=_byline(people, since(shown.deck.created_at, shown.now)),
        composition=composition,
        ticket=tuple(_ticket(shown, ancestors, tree)),
        more_sources=lineage_lines(ancestors, SOURCES_TOLD, None),
        more_sources_words=say(
            counted("Made from one more deck", "Made from {count} more decks", max(0, len(ancestors) - SOURCES_TOLD))
        ),
        tabs=_tabs(shown, tab),
        back=shown_back(shown.back, shown.deck.title),
        acts=_acts(shown),
        more=_more(shown),
        version=_named_version(shown),
        notice=_notice(shown),
        tags=tuple(shown.deck.tags),
        theme=shown.deck.theme,
        goal=shown.deck.goal,
        language=tag(shown.deck.language),
        tree=tree,
        feed_href=f"{shown.home}feed.atom" if shown.deck.archived_at is not None else "",
    )


def _byline(people: tuple[Seal, ...], since_when: str) -> SafeString:
    """ "Ros, Idris and Maud, since March", with a link where somebody has a maker's page."""
    if not people:
        return say_html(message("Nobody, {since}", since=since_when))
    names = shortened((Title(seal.name) for seal in people), 5)
    told = message("{names}, {since}", names=names, since=since_when)
    return say_html(told, linked_to_makers({seal.name: seal.href for seal in people if seal.href}))


def people_of(group_id: int) -> tuple[Seal, ...]:
    """The active members' seals, the longest-standing first. One statement."""
    return tuple(
        Seal(name, shape, colour=ink, href=makers_address(name, key))
        for name, shape, ink, key in _people.rows(group_id)
    )


@prepared
def _people(group_id: int) -> QuerySet[Member, Any]:
    found = Member.objects.filter(group_id=group_id, left_at__isnull=True).order_by("joined_at", "pk")
    return found.values_list("person__name", "person__shape", "person__colour", "person__maker_key")


def _named_version(shown: Edition) -> VersionShown | None:
    version = shown.version
    if version is None:
        return None
    return VersionShown(
        number=version.number,
        name=own_name(version.number, version.name),
        notes=version.notes,
        digest=version.digest,
        href=shown.href,
        when=said(version.at, shown.now),
        by=version.by.person.name,
        composition=shown.composition,
        is_withdrawn=any(article.face.is_withdrawn for article in shown.lying),
    )


def _numbered(number: int, name: str) -> str:
    own = own_name(number, name)
    return say(message("{number}, {name}", number=number, name=own)) if own else str(number)


def _ticket(shown: Edition, ancestors: Sequence[Ancestor], tree: DeckTree | None) -> list[TicketLine]:
    deck, version, composition = shown.deck, shown.version, shown.composition
    if version is not None:
        lines = [TicketLine(say(message("Version")), f"{version.number},", when=said(version.at, shown.now))]
    else:
        changed = said(shown.steps[-1].at, shown.now) if shown.steps else None
        state = message("changed", context="draft") if changed else message("blank", context="draft")
        lines = [TicketLine(say(message("Draft")), say(state), when=changed)]
        if shown.versions:
            last = shown.versions[0]
            named = _numbered(last.number, last.name)
            lines.append(TicketLine(say(message("Last version")), named, f"{shown.home}versions/{last.number}/"))
    players = players_words(deck.players_min, deck.players_max)
    if deck.starred_at is not None:
        lines.append(TicketLine(say(message("Star")), say(message("one of this site’s best"))))
    if deck.status:
        lines.append(TicketLine(say(message("State")), say(STATUSES[deck.status])))
    if players:
        lines.append(TicketLine(say(message("Players")), players[0].upper() + players[1:]))
    if composition.cards:
        if sheets := _sheets(shown):
            lines.append(
                TicketLine(say(message("To cut out")), say(counted("{count} sheet", "{count} sheets", sheets)))
            )
        cards = counts.cards_of(composition.copies, composition.cards)
        lines.append(TicketLine(say(message("In the deck")), say(cards)))
        if players:
            enough = readiness(composition.copies, deck.players_min, deck.players_max)
            lines.append(TicketLine(say(message("To play")), enough))
    lines.append(TicketLine(say(message("A card gets in")), say(way_of(_decision_rule(shown)).header)))
    lines += lineage_lines(ancestors, 0, SOURCES_TOLD)
    if (forks := forks_line(deck, tree)) is not None:
        lines.append(forks)
    lines += _used(deck.pk)
    licence = deck.licence or say(message("All rights reserved"))
    lines.append(TicketLine(say(message("Licence")), licence, _LICENCES.get(deck.licence, "")))
    if shown.door.is_member:
        lines.append(TicketLine(say(message("Read by")), say(_SEEN_BY[deck.visibility])))
    return lines


def _sheets(shown: Edition) -> int | None:
    """Of the newest version as it is known on the shelf. Of another it is asked of each card how far its text goes, as
    it is where cards lie on the page; None where they do not. No statement."""
    deck, version = shown.deck, shown.version
    if version is not None and version.number == deck.last_version and (known := sheets_of(deck)) is not None:
        return known
    if first_view(len(shown.cards)) == "list":
        return None
    printed = ((article.face.face, article.is_rule, article.copies) for article in shown.lying)
    return sheets_to_cut(printed, tag(deck.language), shown.lexicon)


def _used(deck_id: int) -> Iterator[TicketLine]:
    """How often its versions were dealt and printed, exactly, or nothing. Two statements."""
    if tables := TABLES.get().played_at(deck_id):
        yield TicketLine(say(message("Played")), say(counted("at one table", "at {count} tables", tables)))
    if prints := prints_made(deck_id):
        yield TicketLine(say(message("Printed")), say(counted("as one PDF", "as {count} different PDFs", prints)))


def _decision_rule(shown: Edition) -> DecisionRule:
    """How the deck decides by the Special Rules of this edition. Two statements, none where there are no such rules.

    Of the draft it is asked what its ballots follow, also where a rule's words were taken down.
    """
    voting: Voting = ()
    if shown.version is None:
        voting = voting_of(shown.deck.pk) if shown.rules else ()
    faces = {rule.ref: rule.face.face for rule in shown.rules if shown.version is not None}
    for step in shown.steps:
        if step.ref in faces and step.what in ACCEPTING:
            voting = voting_after(voting, step.ref, voting_effect(faces[step.ref].effects))
    return decision_by(voting, members_of(shown.deck.group_id) if voting else ())


def _tabs(shown: Edition, tab: str) -> tuple[Tab, ...]:
    tabs = (
        ("cards", message("Cards"), shown.href, len(shown.cards)),
        ("rules", message("Special Rules"), f"{shown.href}?tab=rules", len(shown.rules)),
        ("history", message("History", context="deck"), f"{shown.href}?tab=history", len(shown.versions)),
        ("minutes", message("Minutes", context="deck"), f"{shown.home}minutes/", None),
    )
    return tuple(Tab(say(words), href, count, tab == name) for name, words, href, count in tabs)


def _acts(shown: Edition) -> tuple[ActionLink, ...]:
    at = f"?version={shown.version.number}" if shown.version else ""
    style: Literal["line", ""] = "line" if shown.door.is_member else ""
    prints = ActionLink(say(message("Print")), f"{shown.home}print/{at}", "print", style)
    play = ActionLink(say(message("Play this deck")), f"{shown.home}play/{at}", "play", style)
    takes, forks = (
        ActionLink(say(words), f"{shown.home}{where}{at}", icon, "text") for words, where, icon in (_COPY, _FORK)
    )
    if not shown.door.is_member:
        mine_too = (forks,) if lets_others_change(shown.deck.licence) else ()
        return (play, replace(prints, style="line"), takes, *mine_too, *_keeps(shown)) if shown.lying else ()
    workshop = ActionLink(say(message("Open the workshop")), f"{shown.home}workshop/", "pen", "")
    if shown.version is not None:
        if not shown.lying:
            return (prints, workshop, takes)
        back = ActionLink(say(message("Go back to this version")), f"{shown.href}roll-back/", "undo", "text")
        return (replace(play, style=""), prints, ActionLink(workshop.words, workshop.href, "pen"), takes, forks, back)
    mine = [workshop]
    if shown.lying:
        mine += [play, prints, ActionLink(say(message("Archive a version")), f"{shown.home}archive/", "drawer")]
    if not shown.steps:
        mine.append(ActionLink(say(message("Bring cards in from a file")), f"{shown.home}bring-in/"))
    return tuple(mine)


def _keeps(shown: Edition) -> tuple[ActionLink, ...]:
    """A reader's own shelf, for what stands in the archive. One statement for somebody known, none for a stranger."""
    if shown.deck.archived_at is None:
        return ()
    words, person_id = say(message("Keep on my shelf")), shown.door.person_id
    if person_id is not None and stands_on(shown.deck.pk, person_id):
        return (ActionLink(say(message("On your shelf")), f"{reverse('you')}#shelf-h", "check", "text", mark="kept"),)
    return (ActionLink(words, f"{shown.home}keep/", "plus", "text", at_once=person_id is not None),)


def _more(shown: Edition) -> tuple[ActionLink, ...]:
    """What members seldom want, folded under one word."""
    if not shown.door.is_member or shown.version is not None:
        return ()
    folded = (
        (message("Edit the details"), "details/", ""),
        (message("The back of the cards"), "back/", ""),
        (message("How the table is laid"), "kit/", ""),
        (message("What the words mean"), "words/", ""),
        *((_COPY, _FORK) if shown.lying else ()),
    )
    return tuple(ActionLink(say(words), f"{shown.home}{where}", icon, "text") for words, where, icon in folded)


def _notice(shown: Edition) -> str:
    version = shown.version
    if version is not None and any(article.face.is_withdrawn for article in shown.lying):
        return say(message("Some words of this version were taken down. Its numbers stay as they were."))
    if version is not None and shown.versions and shown.versions[0].number != version.number:
        newest = shown.versions[0]
        return say(
            message(
                "This is an earlier version. The newest is {version}.", version=_numbered(newest.number, newest.name)
            )
        )
    return ""
