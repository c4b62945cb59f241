"""Tables as rows: who may find them. What happens at one is in its stream."""

from __future__ import annotations

from django.db import models

from studio.models import Group, Member, Stream
from studio.web.addresses import path_to

STATES = [(s, s) for s in ("gathering", "playing", "over")]


class Table(models.Model):
    """A table for one deck. `version` is None where the draft is played, creatively.

    Its people are members of `group`: the deck's at a creative table, a group of the table's own otherwise.
    `removals` counts how often somebody was asked to leave (invite_link.py).
    """

    code = models.CharField(max_length=12, unique=True)
    stream = models.OneToOneField(Stream, on_delete=models.CASCADE, related_name="table")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="tables")
    deck = models.ForeignKey("cards.Deck", null=True, on_delete=models.SET_NULL, related_name="tables")
    version = models.PositiveIntegerField(null=True, blank=True)
    title = models.CharField(max_length=80)
    is_public = models.BooleanField(default=False, db_index=True)
    allows_spectators = models.BooleanField(default=True)
    is_creative = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=STATES, default="gathering")
    host = models.ForeignKey(Member, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField(db_index=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    removals = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["deck"],
                condition=models.Q(is_creative=True, removed_at__isnull=True),
                name="one_creative_table_a_draft",
            )
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return path_to("table", code=self.code)


class SeatRow(models.Model):
    """Who sits where, for looking up; the stream says how it came about."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_once"),
            models.UniqueConstraint(fields=["table", "member"], name="one_seat_each"),
        ]
