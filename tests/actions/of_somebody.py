"""Whatever leads to somebody in the rows, and what becomes of it while their seat is lent (docs/decisions/0005)."""

from __future__ import annotations

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import ForeignKey, ManyToManyField, OneToOneField

from play import models as play
from studio.models import Device, Member, Person

SOMEBODY = (Person, Member, Device, User, play.SeatRow)


def relations() -> set[str]:
    """Every field of every table that leads to somebody."""
    found = set()
    for model in apps.get_models():
        for field in (*model._meta.fields, *model._meta.many_to_many):
            leads_there = isinstance(field, ForeignKey | OneToOneField | ManyToManyField)
            if leads_there and (field.remote_field.model in SOMEBODY or model is User):
                found.add(f"{model._meta.app_label}.{model.__name__}.{field.name}")
    return found


# What a seat has, wherever it stands, and what is done about it while somebody stands in on it:
#   shut          they neither see nor change it
#   kept          what was there before them they do not change; nor, where the two could not be told apart, add to it
#   taken back    what they do to it is undone with them, and what was there before them they do not change
#   added         they add to it as anybody of the group may; what is there is changed by nobody
#   the person's  it is of whoever sits there, not of the seat: each of the two has their own
#   who they are  what standing in is made of
OF_A_SEAT = {
    "studio.Claim.answered_by": "who they are",
    "studio.Claim.claimed": "who they are",
    "studio.Claim.newcomer": "who they are",
    "studio.Device.person": "the person's",
    "studio.Entry.by": "added",
    "studio.Knock.answered_by": "added",
    "studio.Knock.person": "the person's",
    "studio.Lease.member": "added",
    "studio.Member.merged_into": "who they are",
    "studio.Member.person": "who they are",
    "studio.Member.removed_by": "kept",
    "studio.Member.stand_in": "who they are",
    "studio.Person.account": "the person's",
    "studio.PushSubscription.device": "the person's",
    "studio.RecoveryCode.person": "the person's",
    "studio.Unfinished.person": "the person's",
    "studio.Vouch.by": "kept",
    "cards.Article.by": "added",
    "cards.BallotNotice.device": "the person's",
    "cards.BatchCard.member": "shut",
    "cards.BatchMark.member": "shut",
    "cards.Change.by": "added",
    "cards.Elector.member": "added",
    "cards.KeptDeck.person": "the person's",
    "cards.KeptDrawing.by": "taken back",  # they count for whoever drew them
    "cards.PictureUpload.by": "the person's",
    "cards.PrintMemory.person": "the person's",
    "cards.Proposal.by": "kept",
    "cards.Remark.by": "added",
    "cards.Sketch.member": "kept",
    "cards.Version.by": "added",
    "cards.Vote.voter": "taken back",
    "cards.Wording.by": "kept",
    "play.SeatRow.member": "shut",
    "play.Table.host": "added",
    # of what is written as one value, whatever names a member
    "cards.Deck.batch": "kept",
    "cards.Deck.gaps": "kept",
    "cards.Elector.go_on": "kept",
    "cards.Proposal.suggestions": "kept",
    "cards.Proposal.voteless": "kept",
}
NAME_NOBODY = {
    "cards.ShelfDeck.facts": "cards and traits of a version",
    "admin.LogEntry.user": "the host, who is no member",
    "auth.User.groups": "the host, who is no member",
    "auth.User.user_permissions": "the host, who is no member",
    "cards.Article.voting": "whom a Special Rule names, by everybody's vote",
    "cards.BatchCard.content": "its words, with their card",
    "cards.Deck.kit": "the table's equipment",
    "cards.Deck.lineage": "whose cards it came from, for good",
    "cards.Deck.tags": "words",
    "cards.Face.content": "the words of a card",
    "cards.PrintJob.options": "what is printed; whose print it is says the person",
    "cards.PrintMemory.choices": "the person's, with their row",
    "cards.Sketch.strokes": "with their sketch",
    "cards.Version.manifest": "whose cards they were when it was archived",
    "cards.Wording.changes": "the words of a proposal",
    "studio.Entry.body": "written for good",
    "studio.RequestKey.result": "numbers of what was made",
    "studio.Snapshot.state": "a cache of the log",
    "studio.Unfinished.words": "the person's, with their row",
}
