"""Decks as rows: constraints, admin and search. The facts they follow from are in the deck's stream."""

from __future__ import annotations

from django.db import models

from studio.models import Device, Group, Member, Person, Stream

VISIBILITIES = [("private", "Private"), ("unlisted", "Unlisted"), ("public", "Public")]
# Decks that stand in the archive: voted public, not put away, with a version to show.
IN_THE_ARCHIVE = models.Q(archived_at__isnull=False)


class Deck(models.Model):
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="decks")
    stream = models.OneToOneField(Stream, on_delete=models.CASCADE, related_name="deck")
    slug = models.SlugField(max_length=80, unique=True)
    title = models.CharField(max_length=80)
    blurb = models.TextField(blank=True)
    theme = models.CharField(max_length=200, blank=True)
    goal = models.CharField(max_length=300, blank=True)
    players_min = models.PositiveSmallIntegerField(default=2)
    players_max = models.PositiveSmallIntegerField(default=6)
    status = models.CharField(max_length=30, default="unfinished")
    tags = models.JSONField(default=list)
    language_said = models.CharField(max_length=20, default="en", blank=True)
    language = models.CharField(max_length=20, default="en", blank=True)  # as said, else what its cards are taken for
    licence = models.CharField(max_length=80, blank=True)
    visibility = models.CharField(max_length=8, choices=VISIBILITIES, default="private", db_index=True)
    forked_from = models.CharField(max_length=120, blank=True)
    lineage = models.JSONField(default=list)  # what is kept of the decks it comes from (cards/rules/deck.py, Source)
    source_key = models.CharField(max_length=16, blank=True, db_index=True)  # the stream of the nearest of them
    kit = models.JSONField(default=dict)  # empty: plain Dvorak
    last_card = models.PositiveIntegerField(default=0)
    last_rule = models.PositiveIntegerField(default=0)
    last_proposal = models.PositiveIntegerField(default=0)
    last_version = models.PositiveIntegerField(default=0)
    version_digest = models.CharField(max_length=64, blank=True)
    last_batch = models.PositiveIntegerField(default=0)
    batch = models.JSONField(
        null=True, blank=True
    )  # a first batch under way, as everybody may know it (rules/batch.py)
    last_gap = models.PositiveIntegerField(default=0)
    gaps = models.JSONField(default=list)  # of its skeleton (rules/gap.py)
    created_at = models.DateTimeField()
    changed_at = models.DateTimeField(db_index=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)  # of its newest version, while it stands in the archive
    starred_at = models.DateTimeField(null=True, blank=True)  # since when the host counts it among the site's best

    class Meta:
        indexes = [
            models.Index(fields=["-archived_at", "-id"], condition=IN_THE_ARCHIVE, name="deck_archived_lately"),
            models.Index(fields=["title", "id"], condition=IN_THE_ARCHIVE, name="deck_archived_by_title"),
        ]

    def __str__(self) -> str:
        return self.title


class ShelfDeck(models.Model):
    """What is looked for of a deck while it stands in the archive: title, blurb and tags, folded, a line each.

    A deck that only its group may see has no such row (storage/shelved.py).
    """

    deck = models.OneToOneField(Deck, on_delete=models.CASCADE, primary_key=True, related_name="shelved")
    words = models.TextField()  # the release before searches these; they go with the next one, and ShelfFacet too
    facts = models.JSONField(null=True)  # of its newest version (cards/search/fields.py); None: not gone through yet
    played = models.PositiveIntegerField(default=0)  # games of it that were begun
    played_lately = models.PositiveIntegerField(default=0, db_default=0)  # games of it begun in the last thirty days
    printed = models.PositiveIntegerField(default=0)  # files of it that were made


class ShelfFacet(models.Model):
    """Something that decks in the archive are chosen by; of `name` "tag" the value is one of its tags, folded."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="facets")
    name = models.CharField(max_length=10)
    value = models.CharField(max_length=255)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name", "value", "deck"], name="facet_once_a_deck")]


class ShelfCard(models.Model):
    """A card or Special Rule of the newest version of a deck in the archive, by whose words it is found.

    Made of other rows, and in no backup: what is not there is filled in again (cards/search/filling.py). The words
    stand beside it, as each kind of database can look for them. `id` is the deck's and a slot in it; in slot 0 stands
    no card, but which version the others are of, and by which fold (cards/search/keeping.py).
    """

    id = models.BigIntegerField(primary_key=True)
    kind = models.CharField(max_length=4)
    number = models.PositiveIntegerField()
    face = models.CharField(max_length=64)
    copies = models.PositiveSmallIntegerField()

    class Meta:
        managed = False


class ShelfChange(models.Model):
    """When something last changed of a deck that is or was in the archive, for processes that know what was before.

    `seq` grows from one writing transaction to the next (cards/search/shelf.py). In no backup.
    """

    deck = models.BigIntegerField(primary_key=True)
    seq = models.BigIntegerField()

    class Meta:
        managed = False


class FormerSlug(models.Model):
    """An address the deck once had; it redirects."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="former_slugs")
    slug = models.SlugField(max_length=80, unique=True)


class Face(models.Model):
    """Immutable words, named by their digest. A take-down empties `content` and keeps the row."""

    digest = models.CharField(max_length=64, primary_key=True)
    content = models.JSONField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_why = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes = [  # how many there are is asked at every drawing of a table (queries/faces.py)
            models.Index(fields=["digest"], condition=models.Q(withdrawn_at__isnull=False), name="face_withdrawn")
        ]


class KeptDrawing(models.Model):
    """A drawing that is kept for good, with the face that it is on: who first put it to which deck's table, and what it
    takes. In a fork or another deck it is the same face, and takes nothing more.

    Small ones are not counted: they take no more than words do (cards/storage/drawings.py).
    """

    face = models.CharField(max_length=64, primary_key=True)
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    size = models.PositiveIntegerField()  # bytes
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["by", "size"], name="drawing_of_member"),
            models.Index(fields=["deck", "size"], name="drawing_in_deck"),
        ]


class StoredPicture(models.Model):
    """A picture that was drawn anew and is kept as a file, named by the digest of its bytes (cards/pictures)."""

    digest = models.CharField(max_length=64, primary_key=True)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveIntegerField()  # bytes of both its files
    wanted_at = models.DateTimeField(db_index=True)  # when it was last brought; unused for long, it goes


class PictureUpload(models.Model):
    """Who brought a picture, and to which deck. Until a card shows it nobody else sees it."""

    picture = models.ForeignKey(StoredPicture, on_delete=models.CASCADE, related_name="uploads")
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["picture", "deck", "by"], name="picture_brought_once")]


class FacePicture(models.Model):
    """A face that shows a picture, which therefore stays as long as the words do."""

    face = models.OneToOneField(Face, on_delete=models.PROTECT, primary_key=True, related_name="+")
    picture = models.ForeignKey(StoredPicture, on_delete=models.PROTECT, related_name="faces")


class DeckPicture(models.Model):
    """A deck with a face that shows a picture. `is_in`: in a version, which readers see; else its people's alone."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="+")
    picture = models.ForeignKey(StoredPicture, on_delete=models.CASCADE, related_name="decks")
    is_in = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck", "picture"], name="picture_once_a_deck")]


class Article(models.Model):
    """A card or a Special Rule of the draft. `voting` is the decision rule it sets while in force."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="articles")
    kind = models.CharField(max_length=4, choices=[("card", "card"), ("rule", "rule")])
    number = models.PositiveIntegerField()
    face = models.ForeignKey(Face, on_delete=models.PROTECT, related_name="+")
    title_key = models.CharField(max_length=255)
    copies = models.PositiveSmallIntegerField(default=1)
    side = models.CharField(max_length=30, blank=True)
    in_force = models.BooleanField(default=True)
    voting = models.JSONField(null=True, blank=True)
    by = models.ForeignKey(Member, null=True, on_delete=models.PROTECT, related_name="+")
    maker = models.CharField(max_length=80, blank=True)  # a name that came with a list, of somebody who is nobody here
    proposal = models.PositiveIntegerField(null=True, blank=True)
    accepted_at = models.DateTimeField()

    class Meta:
        ordering = ["kind", "number"]
        constraints = [models.UniqueConstraint(fields=["deck", "kind", "number"], name="article_number_once")]
        indexes = [models.Index(fields=["deck", "kind", "in_force", "title_key"], name="article_by_title")]


class Change(models.Model):
    """One step in the life of an article: added, amended, repealed, restored, copies, side."""

    article = models.ForeignKey(Article, on_delete=models.CASCADE, related_name="changes")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10)
    face = models.ForeignKey(Face, on_delete=models.PROTECT, related_name="+")
    copies = models.PositiveSmallIntegerField()
    proposal = models.PositiveIntegerField(null=True, blank=True)
    by = models.ForeignKey(Member, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["seq"]
        constraints = [models.UniqueConstraint(fields=["article", "seq"], name="change_once")]


STATES = [(s, s) for s in ("queued", "open", "accepted", "aside", "withdrawn")]


class Proposal(models.Model):
    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="proposals")
    number = models.PositiveIntegerField()
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=STATES, default="queued")
    sort = models.CharField(max_length=8, default="room")
    ballot_sort = models.CharField(max_length=8, blank=True)
    voteless = models.JSONField(null=True, blank=True)  # member ids; null: opened before this was kept
    wording = models.PositiveIntegerField(default=1)
    is_overtaken = models.BooleanField(default=False)
    overtaken_by = models.PositiveIntegerField(null=True, blank=True)
    source = models.PositiveIntegerField(null=True, blank=True)
    moved_to = models.PositiveIntegerField(null=True, blank=True)  # in the queue, since somebody gave way
    gap = models.PositiveIntegerField(null=True, blank=True)  # of the deck's skeleton, that it is written for
    why_aside = models.CharField(max_length=20, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    suggestions = models.JSONField(default=list)  # of strokes, while it is open

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["deck", "number"], name="proposal_number_once")]
        indexes = [
            models.Index(fields=["deck", "state"], name="proposal_by_state"),
            models.Index(fields=["state", "deadline"], name="proposal_due"),
        ]


class Wording(models.Model):
    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="wordings")
    number = models.PositiveIntegerField()
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    changes = models.JSONField()
    grounds = models.CharField(max_length=300, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["proposal", "number"], name="wording_number_once")]


class Elector(models.Model):
    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="electors")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    standing = models.CharField(max_length=8, default="counts")
    go_on = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["proposal", "member"], name="elector_once")]


class GivenVotes(models.Manager["Vote"]):
    """Without those that were taken back: their rows stay, since no vote is ever deleted."""

    def get_queryset(self) -> models.QuerySet[Vote]:
        return super().get_queryset().exclude(answer="")


class Vote(models.Model):
    """For one wording. The constraint is the second wall against a vote that counts twice.

    An empty answer is a vote that was taken back: somebody else had sat on the voter's seat.
    """

    wording = models.ForeignKey(Wording, on_delete=models.CASCADE, related_name="votes")
    voter = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    answer = models.CharField(max_length=7, choices=[("for", "for"), ("against", "against")])
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    objects = GivenVotes()
    ever = models.Manager()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["voter", "wording"], name="vote_once_a_wording")]


class BallotNotice(models.Model):
    """A browser was told that this wording waits for its owner's vote. Written before it is sent: never twice."""

    wording = models.ForeignKey(Wording, on_delete=models.CASCADE, related_name="+")
    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["wording", "device"], name="notice_once_a_ballot")]


class Remark(models.Model):
    """Talk about a proposal."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="remarks")
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]


class Sketch(models.Model):
    """What somebody draws on another's card just now: everybody at the table sees it, and no log has it. It goes when
    it is laid before the card's writer; `version` counts how often it was written down."""

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="sketches")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()
    strokes = models.JSONField()
    size = models.PositiveIntegerField(null=True)  # of the strokes, in bytes; None: from before they were weighed
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        indexes = [models.Index(fields=["member", "size"], name="sketch_of_member")]
        constraints = [models.UniqueConstraint(fields=["proposal", "member"], name="sketch_once")]


class BatchCard(models.Model):
    """A card of a first batch: nobody's business but its writer's until it is turned over, and whose it is until it is
    swept. No entry of a log holds it before. `place` is where it lies, `proposal` what it became."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="batch_cards")
    batch = models.PositiveIntegerField()
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    slot = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=4, choices=[("card", "card"), ("rule", "rule")])
    face = models.CharField(max_length=64)
    content = models.JSONField()
    copies = models.PositiveSmallIntegerField(default=1)
    side = models.CharField(max_length=30, blank=True)
    is_down = models.BooleanField(default=True)
    at = models.DateTimeField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    proposal = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["deck", "batch", "member", "slot"], name="batch_card_once"),
            models.UniqueConstraint(fields=["deck", "batch", "place"], name="batch_place_once"),
        ]


class BatchMark(models.Model):
    """What somebody would do with a card of the sweep; nobody else is told."""

    card = models.ForeignKey(BatchCard, on_delete=models.CASCADE, related_name="marks")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    mark = models.CharField(max_length=4, choices=[("keep", "keep"), ("talk", "talk")])
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["card", "member"], name="batch_mark_once")]


class Version(models.Model):
    """An archived state: numbered, named, immutable. `manifest` lists faces by digest (cards/rules/manifest.py)."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    notes = models.TextField(blank=True)
    digest = models.CharField(max_length=64)
    manifest = models.JSONField()
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["deck", "number"], name="version_number_once")]


class KeptDeck(models.Model):
    """A deck of the archive on a shelf of somebody's own; `seen` is the newest version they have looked at. It stays
    while the deck is out of the archive, and is shown nowhere then."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    seen = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "deck"], name="kept_deck_once")]


from cards.printing.queue.jobs import PrintJob  # noqa: E402, F401  (rows of this app, kept beside the press)
from cards.printing.queue.memory import PrintMemory as PrintMemory  # noqa: E402
