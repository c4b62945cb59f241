"""A deck begins, and takes in what came with a list before anything was voted on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from cards import models as rows
from cards.actions.execute import carry_out
from cards.actions.pictures import show_pictures
from cards.actions.slugs import new_slug
from cards.face.face import Face
from cards.rules import events as e
from cards.rules.command import Command, Moment
from cards.rules.deck import Deck, Details, Ref, Source
from cards.rules.details import check_details
from cards.rules.kit import DVORAK, Kit
from cards.storage import drawings, store
from cards.verbs.beginning import BringIn, StartDeck
from cards.verbs.decide import decide
from cards.verbs.people import JoinDeck
from studio.live.clock import database_now
from studio.log.commit import Uncommitted, commit
from studio.log.committed import Committed
from studio.models import Group, Member, Stream
from studio.people import membership


def start_deck(
    *, member: int, details: Details, articles: Iterable[tuple[Ref, Face, int, str]] = (),
    credits: Sequence[int | None] = (), makers: Sequence[str] = (), lineage: tuple[Source, ...] = (),
    licence: str = "", kit: Kit = DVORAK,
) -> rows.Deck:  # fmt: skip
    """A new deck of the member's group, perhaps with articles that come with it. (number, face, copies, side) each.

    `credits` says who wrote each of them, when it was not the member; `makers` names those who are nobody here;
    `lineage` is the decks that they come from.
    """
    details = check_details(details)
    brought = tuple(articles)
    faces = {face.digest: face for _, face, _, _ in brought}
    origin = lineage[0].origin if lineage else ""
    founder = Member.objects.get(pk=member)
    # Under the group's lock nobody joins or leaves unseen: every deck is told of everybody.
    with membership.locked(founder.group_id) as group:
        deck = _new_row(group, details)
        entering = tuple((ref, face.digest, copies, side) for ref, face, copies, side in brought)

        def work(stream: Stream, now: datetime) -> Uncommitted:
            facts: list[e.Event] = []
            value = Deck()
            moment = Moment(int(now.timestamp()), faces=faces)
            commands: list[Command] = [StartDeck(member, details, origin, licence, kit, lineage)]
            commands += [JoinDeck(m) for m in store.members_of(group.pk) if m != member]
            if entering:
                commands.append(BringIn(member, entering, tuple(credits), tuple(makers)))
            for command in commands:
                step = decide(value, command, moment)
                if isinstance(command, BringIn):
                    if heavy := drawings.heavy_ones(faces.values()):
                        drawings.keep_count(deck.pk, member, heavy, now)
                    store.keep_faces(faces.values())
                value = store.project(deck, value, step, now, stream.head + 1 + len(facts))
                show_pictures(deck.pk, step, faces)
                facts += step
            return Uncommitted(facts, {"slug": deck.slug})

        commit(deck.stream_id, by=member, key=None, asked="start", work=work)
    return deck


def _new_row(group: Group, details: Details) -> rows.Deck:
    stream = Stream.objects.create(kind="deck", group=group)
    now = database_now()
    return rows.Deck.objects.create(
        group=group, stream=stream, slug=new_slug(details.title), title=details.title, created_at=now, changed_at=now
    )


def bring_in(
    deck_id: int, *, by: int, key: str | None, articles: Iterable[tuple[Ref, Face, int, str]],
    makers: Sequence[str] = (), lineage: tuple[Source, ...] = (), licence: str = "",
) -> Committed:  # fmt: skip
    """Articles that come with a list, before anything was voted on. (number, face, copies, side) each.

    `makers` names who wrote each, as the list does; "" is whoever brings it in. Cards of a fork come with its lineage,
    and then with its licence.
    """
    brought = tuple(articles)
    entering = tuple((ref, face.digest, copies, side) for ref, face, copies, side in brought)
    credits = tuple(None if maker else by for maker in makers)
    command = BringIn(by, entering, credits, tuple(makers), lineage, licence if lineage else "")
    return carry_out(deck_id, command, by=by, key=key, faces=(face for _, face, _, _ in brought))
