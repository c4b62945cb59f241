"""What can be taken over from two versions that lie beside each other, and who wrote it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cards import models as rows
from cards.queries.compared import Half, TwoVersions
from cards.queries.faces import taken_down
from cards.rules.deck import Article, Deck, Ref
from cards.rules.kit import Kit
from cards.rules.pairing import Lain, Pair
from cards.rules.taking_over import TakenArticle, taking_over
from studio.kernel.codec import from_plain
from studio.kernel.refusals import Refused

Pick = tuple[str, Ref]  # "was" or "now": which of the two versions, and an article in it


def takeable(what: TwoVersions) -> frozenset[Pick]:
    """What of either is otherwise in the draft of the first one's deck, and may come into it as it is. Two statements.

    What was taken down is in neither; a card that another deck wrote is not there twice.
    """
    draft = draft_of(what.was.deck.pk)
    has = {article.face for article in draft.articles.values() if article.in_force}
    gone = taken_down({digest for digest, read in what.words.items() if read.is_withdrawn})
    found: set[Pick] = set()
    for pair in what.changed:
        for side, lain in (("was", pair.was), ("now", pair.now)):
            if lain is None or lain.face in gone:
                continue
            own = _own(what, pair, side, lain)
            if lain.face not in has if own is None else own in draft.articles and _differs(draft, lain, own):
                found.add((side, lain.ref))
    return frozenset(found)


def taken_from(what: TwoVersions, picks: Collection[Pick]) -> tuple[TakenArticle, ...]:
    """The articles that were ticked, each with who wrote its words. Raises Refused("take.unknown") for what lies in
    neither of the two. One statement for each deck."""
    lain = {
        (side, found.ref): (pair, found)
        for pair in what.pairs
        for side, found in (("was", pair.was), ("now", pair.now))
        if found is not None
    }
    if unknown := set(picks) - lain.keys():
        raise Refused("take.unknown", unknown=len(unknown))
    writers = {half.deck.pk: writers_of(half) for half in (what.was, what.now)}
    found = []
    for side, ref in sorted(picks):
        pair, one = lain[side, ref]
        half = what.was if side == "was" else what.now
        credit_to, maker = writers[half.deck.pk].get((ref, one.face), (None, ""))
        found.append(TakenArticle(one, _own(what, pair, side, one), credit_to, maker))
    return tuple(found)


def version_to_take(half: Half) -> tuple[tuple[TakenArticle, ...], Kit]:
    """All of a version, as its own deck would take it over. One statement."""
    writers = writers_of(half)
    taken = (TakenArticle(lain, lain.ref, writers.get((lain.ref, lain.face), (None, ""))[0]) for lain in half.lain)
    return tuple(taken), from_plain(Kit, half.kit)


def draft_of(deck_id: int) -> Deck:
    """The articles there are, and nothing else of a deck. One statement."""
    found = rows.Article.objects.filter(deck_id=deck_id)
    articles = {
        Ref(kind, number): Article(Ref(kind, number), face, copies, side, in_force)  # type: ignore[arg-type]
        for kind, number, face, copies, side, in_force in found.values_list(
            "kind", "number", "face_id", "copies", "side", "in_force"
        )
    }
    return Deck(articles=articles)


def writers_of(half: Half) -> Mapping[tuple[Ref, str], tuple[int | None, str]]:
    """Whose words each face is, by the article that had it: a member by id, or a name that came with a list."""
    steps = rows.Change.objects.filter(article__deck=half.deck, kind__in=("added", "amended"), at__lte=half.version.at)
    found = steps.order_by("seq").values_list(
        "article__kind", "article__number", "face_id", "kind", "by_id", "article__maker"
    )
    return {
        (Ref(kind, number), face): (None, maker) if what == "added" and maker else (by, "")  # type: ignore[arg-type]
        for kind, number, face, what, by, maker in found
    }


def _own(what: TwoVersions, pair: Pair, side: str, lain: Lain) -> Ref | None:
    if side == "was" or what.is_one_deck:
        return lain.ref
    return pair.was.ref if pair.was is not None else lain.ref if what.is_shared(lain.ref) else None


def _differs(draft: Deck, lain: Lain, own: Ref) -> bool:
    try:
        taking_over(draft, [TakenArticle(lain, own)])
    except Refused:
        return False
    return True
