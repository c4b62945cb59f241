"""People, the groups they make decks in, and the numbered logs (streams) of what they did."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from django.db import models

from studio.kernel.folding import fold

SHAPES = ("round", "scallop", "octagon", "shield", "diamond", "tag", "square", "hex")


def new_public_key() -> str:
    """16 random characters that name a row in addresses without counting it."""
    return secrets.token_urlsafe(12)


class People(models.QuerySet["Person"]):
    """Whoever writes a name writes its fold: the archive looks for it."""

    def update(self, **values: Any) -> int:
        if "name" in values:
            values["name_folded"] = fold(values["name"])
        return super().update(**values)


class Person(models.Model):
    """Somebody: a guest with a name and a colour, or the same with an account."""

    name = models.CharField(max_length=40)
    name_folded = models.TextField(null=True, editable=False)  # None: written by a release that knew of no fold
    colour = models.CharField(max_length=7, default="#1f2a4a")
    shape = models.CharField(max_length=10, choices=[(s, s) for s in SHAPES], default="round")
    account = models.OneToOneField("auth.User", null=True, blank=True, on_delete=models.SET_NULL, related_name="person")
    created_at = models.DateTimeField(auto_now_add=True)
    forgotten_at = models.DateTimeField(null=True, blank=True)
    # In the address of a page of their cards, while they agree to one.
    maker_key = models.CharField(max_length=12, null=True, blank=True, unique=True)

    objects = People.as_manager()

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        self.name_folded = fold(self.name)
        if update_fields is not None and "name" in update_fields:
            update_fields = [*update_fields, "name_folded"]
        super().save(*args, update_fields=update_fields, **options)


class Device(models.Model):
    """A browser that a person is known by: a revocable secret, stored hashed."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="devices")
    secret_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)


class PushSubscription(models.Model):
    """A browser that asked to be told that a vote waits: its push service's address, and the keys to encrypt with."""

    device = models.OneToOneField(Device, on_delete=models.CASCADE, related_name="notices")
    endpoint = models.CharField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    at = models.DateTimeField()


class RecoveryCode(models.Model):
    """The one spare key of a person, shown once and stored hashed. Using it spends it."""

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="recovery_code")
    code_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)


class Group(models.Model):
    """People who make decks together, or who sit at one table. Raising `epoch` revokes every invitation link."""

    sort = models.CharField(max_length=6, choices=[("decks", "decks"), ("table", "table")], default="decks")
    key = models.CharField(max_length=24, unique=True, default=new_public_key)
    name = models.CharField(max_length=120, blank=True)
    epoch = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)


class Member(models.Model):
    """A person in a group. Rules, votes and entries name members by this id."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    is_steward = models.BooleanField(default=False)
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)
    was_removed = models.BooleanField(default=False)
    removed_by = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="merged_from"
    )
    called = models.CharField(max_length=40, blank=True)  # the name somebody went by until their seat was merged
    # Whoever was vouched for sits on this seat too, until the day in which that can be undone is over (Claim).
    stand_in = models.ForeignKey(Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="standing_in")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "person"], condition=models.Q(left_at__isnull=True), name="member_once_a_group"
            )
        ]


class Stream(models.Model):
    """The numbered log of one deck or one table. `head` is the number of its last entry."""

    key = models.CharField(max_length=24, unique=True, default=new_public_key)
    kind = models.CharField(max_length=8, choices=[("deck", "deck"), ("table", "table")])
    group = models.ForeignKey(Group, null=True, blank=True, on_delete=models.CASCADE, related_name="streams")
    head = models.PositiveIntegerField(default=0)


class Entry(models.Model):
    """One event of a stream. Written by `commit()` alone and never edited.

    An index is written with every command: there is none on the stream alone, which the others begin with.
    """

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="entries", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    body = models.JSONField()
    by = models.ForeignKey(Member, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="entry_number_once")]
        # What a reader may know of a deck is counted by kind at each look, in a log that is mostly of other kinds.
        indexes = [models.Index(fields=["stream", "kind", "seq"], name="entry_by_kind")]


class Snapshot(models.Model):
    """What a stream folds to after entry `seq`, by the `fold`th way of folding. A cache (studio/log/states.py)."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    fold = models.PositiveSmallIntegerField()
    state = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="snapshot_once_an_entry")]


class RequestKey(models.Model):
    """A command already carried out, so that a double click or a resend gets the same answer."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64)
    result = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "key"], name="request_key_once")]


class Lease(models.Model):
    """A member is present in a room (a stream) until the lease runs out."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="leases")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="leases")
    until = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "member"], name="lease_once_a_room")]


class Pulse(models.Model):
    """A sign of life by which others know that something is there: when it last gave one, by the database's clock."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()


class Unfinished(models.Model):
    """What somebody is writing in a room and has put to nobody yet: its writer's alone, in no log. `place` says what it
    is about, `words` are the fields of its form; `version` counts its writings."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="unfinished")
    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="+")
    place = models.CharField(max_length=80)
    version = models.PositiveIntegerField()
    words = models.JSONField()
    size = models.PositiveIntegerField(null=True)  # of the words, in bytes; None: written by an older release
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["person", "stream", "place"], name="unfinished_once_a_place")]
        # What somebody may still keep is asked at each writing: without the words, which are large.
        indexes = [
            models.Index(fields=["person", "size"], name="unfinished_of_person"),
            models.Index(fields=["stream", "size"], name="unfinished_in_room"),
        ]


class RoomCode(models.Model):
    """Five characters by which a room is found for one evening. They open nothing: one may knock with them."""

    stream = models.OneToOneField(Stream, on_delete=models.CASCADE, related_name="room_code")
    code = models.CharField(max_length=5, unique=True)
    made_at = models.DateTimeField()


class Knock(models.Model):
    """Somebody who typed a room code and waits to be let in. `seen_at` is renewed while they wait."""

    key = models.CharField(max_length=24, unique=True, default=new_public_key)
    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="knocks")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="knocks")
    at = models.DateTimeField()
    seen_at = models.DateTimeField()
    answer = models.CharField(max_length=8, blank=True, choices=[("in", "let in"), ("away", "turned away")])
    answered_by = models.ForeignKey(Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stream", "person"], condition=models.Q(answer=""), name="knock_once_at_a_time"
            )
        ]


class Claim(models.Model):
    """ "I am Maud": a newcomer says they are an older member who lost their device; another member answers.

    After a yes the newcomer stands in on the older seat until `held_until`; only then do the two become one, and
    `settled_at` says when. A no, or a yes that was undone ("back"), is final for that newcomer. `ripe_at`: the only
    other member there is has vouched for a steward, and so long nobody must have said no.
    """

    key = models.CharField(max_length=24, unique=True, default=new_public_key)
    newcomer = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="claims")
    claimed = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="claimed_by")
    at = models.DateTimeField()
    answer = models.CharField(
        max_length=4, blank=True, choices=[("yes", "the same"), ("no", "somebody else"), ("back", "undone")]
    )
    answered_by = models.ForeignKey(Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)
    ripe_at = models.DateTimeField(null=True, blank=True)
    held_until = models.DateTimeField(null=True, blank=True, db_index=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["newcomer"], condition=models.Q(answer=""), name="claim_once_at_a_time")
        ]


class Vouch(models.Model):
    """A member knows the voice of whoever claims to be another."""

    claim = models.ForeignKey(Claim, on_delete=models.CASCADE, related_name="vouches")
    by = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["claim", "by"], name="vouch_once_a_claim")]


class Tries(models.Model):
    """How often something was tried from one network: the moment at which all tries are paid back."""

    name = models.CharField(max_length=64, unique=True)
    free_at = models.DateTimeField(db_index=True)
