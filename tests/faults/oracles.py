"""What must hold of a deck after anything at all has happened to it. Complaints in words; none means that it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cards import models as rows
from cards.storage import memory, whole
from cards.storage.audit import disagreements, misnamed_faces
from cards.storage.log import DECK_LOG
from studio.models import Entry, RequestKey


def complaints(deck_id: int) -> list[str]:
    """Everything wrong with a deck that is decided by unanimity, when nobody is writing to it."""
    deck = rows.Deck.objects.select_related("stream").get(pk=deck_id)
    return [*_log(deck), *_known(deck), *_ballots(deck), *_articles(deck), *_versions(deck), *_keys(deck)]


def _known(deck: rows.Deck) -> Iterator[str]:
    known, held = memory.load(deck, deck.stream), whole.load(deck)
    if known != held or list(known.articles) != list(held.articles):
        yield "this process knows another deck than the rows hold"


def _log(deck: rows.Deck) -> Iterator[str]:
    seqs = list(Entry.objects.filter(stream=deck.stream).order_by("seq").values_list("seq", flat=True))
    if seqs != list(range(1, deck.stream.head + 1)):
        yield f"entries {seqs} do not count to the head, {deck.stream.head}"
    yield from disagreements(deck)


def _ballots(deck: rows.Deck) -> Iterator[str]:
    """Accepted means: all who count said For, on the wording that was accepted."""
    for proposal in rows.Proposal.objects.filter(deck=deck):
        counting = set(proposal.electors.filter(standing="counts").values_list("member_id", flat=True))
        votes = rows.Vote.objects.filter(wording__proposal=proposal, wording__number=proposal.wording)
        said = dict(votes.values_list("voter_id", "answer"))
        all_spoke = bool(counting) and counting <= said.keys()
        all_for = all_spoke and all(said[member] == "for" for member in counting)
        name = f"proposal {proposal.number} ({proposal.state}, {len(said)} of {len(counting)} votes)"
        if proposal.state == "accepted" and not all_for:
            yield f"{name} went in without everybody"
        if proposal.state == "aside" and proposal.why_aside == "against" and (all_for or not all_spoke):
            yield f"{name} was set aside although nobody said no"
        if proposal.state == "open" and all_spoke:
            yield f"{name} is still open although everybody has spoken"
    if mats := rows.Proposal.objects.filter(deck=deck, state="open", ballot_sort="room").count():
        if mats > 1:
            yield f"{mats} ballots lie on the mat at once"


def _articles(deck: rows.Deck) -> Iterator[str]:
    """What is in force = what was accepted − what was repealed, and numbers count without gaps."""
    facts = Counter(type(fact).__name__ for fact in DECK_LOG.facts(deck.stream_id))
    articles = rows.Article.objects.filter(deck=deck)
    expected = facts["ArticleAdded"] - facts["ArticleRepealed"] + facts["ArticleRestored"]
    if articles.filter(in_force=True).count() != expected:
        yield f"{articles.filter(in_force=True).count()} articles in force, and {expected} by the log"
    for kind, last in (("card", deck.last_card), ("rule", deck.last_rule)):
        numbers = sorted(articles.filter(kind=kind).values_list("number", flat=True))
        if numbers != list(range(1, last + 1)):
            yield f"{kind} numbers are {numbers}"
    accepted = rows.Proposal.objects.filter(deck=deck, state="accepted")
    if facts["ProposalAccepted"] != accepted.count():
        yield "a proposal went in twice"
    for article in articles.filter(proposal__isnull=False):
        if not accepted.filter(number=article.proposal).exists():
            yield f"{article.kind} {article.number} came by proposal {article.proposal}, which never went in"
    yield from misnamed_faces()


def _versions(deck: rows.Deck) -> Iterator[str]:
    numbers = list(rows.Version.objects.filter(deck=deck).order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, deck.last_version + 1)):
        yield f"versions are numbered {numbers}"


def _keys(deck: rows.Deck) -> Iterator[str]:
    for key in RequestKey.objects.filter(stream=deck.stream):
        if not 0 <= key.result["v"] <= deck.stream.head:
            yield f"request {key.key} was answered {key.result['v']}, beyond the head"
