"""Whether changes can be put to the table at all: well written, about what is there, not about one thing twice."""

from __future__ import annotations

from cards.rules import limits
from cards.rules.back_words import check_back
from cards.rules.command import Moment
from cards.rules.deck import (
    Amend,
    Article,
    ArticleChange,
    Change,
    Create,
    Deck,
    DeleteDeck,
    Recount,
    Ref,
    Repeal,
    Reside,
    Restore,
    SetKit,
    SetLicence,
    SetVisibility,
)
from cards.rules.effects import check_effects
from cards.rules.forking import check_descent
from cards.rules.kit import Kit
from cards.rules.kit_checks import check_kit
from cards.rules.lexicon_checks import check_lexicon
from studio.kernel.codec import digest
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused

# Its words, how many there are and whose it is: one proposal may change each of them once, for the same card, and for
# one that it has just brought back.
APART: frozenset[type] = frozenset({Amend, Recount, Reside})


def fold_title(title: str) -> str:
    """Two titles are the same when they fold alike: case and spaces do not count."""
    return " ".join(title.split()).casefold()


def check_changes(deck: Deck, changes: tuple[Change, ...], moment: Moment) -> None:
    """Raise Refused for the first change that cannot be put to the table."""
    if not changes:
        raise Refused("changes.none")
    if len(changes) > limits.CHANGES_MAX:
        raise Refused("changes.many", limit=limits.CHANGES_MAX)
    seen: dict[object, set[type]] = {}
    for change in changes:
        before = seen.setdefault(_about(change, moment), set())
        if before and (type(change) in before or not ((before - {Restore}) | {type(change)}) <= APART):
            raise Refused("changes.collide")
        before.add(type(change))
        _check(deck, change, moment, is_back=Restore in before)
    in_force = sum(a.in_force for a in deck.articles.values())
    added = sum(isinstance(change, Create | Restore) for change in changes)
    gone = sum(isinstance(change, Repeal) for change in changes)
    if added and in_force + added - gone > limits.CARDS_MAX:
        raise Refused("deck.full", limit=limits.CARDS_MAX)


def _about(change: Change, moment: Moment) -> object:
    if isinstance(change, Create):
        return change.kind, fold_title(moment.faces[change.face].title)
    return change.article if isinstance(change, ArticleChange) else type(change)


def _check(deck: Deck, change: Change, moment: Moment, *, is_back: bool) -> None:
    """`is_back`: the changes before this one bring the article back in."""
    match change:
        case Create(kind=kind, face=face, copies=copies, side=side, maker=maker):
            check_new(moment, kind, face, copies, side)
            check_maker(maker)
            check_title(moment, kind, face)
        case Amend(face=face):
            article = _current(deck, change, moment, is_back)
            if face == article.face:
                raise Refused("change.nothing")
            _check_face(moment, face, article.ref.kind == "rule")
        case Repeal():
            _current(deck, change, moment)
        case Restore():
            article = _article(deck, change.article)
            if article.in_force:
                raise Refused("article.in_force", article=_name(article.ref))
            if article.face != change.on:
                raise Refused("face.superseded", article=_name(article.ref))
        case Recount(copies=copies):
            article = _current(deck, change, moment, is_back)
            limits.check_copies(copies)
            if article.ref.kind == "rule":
                raise Refused("copies.of_rule")
            if copies == article.copies:
                raise Refused("change.nothing")
        case Reside(side=side):
            article = _current(deck, change, moment, is_back)
            _check_side(side)
            if side == article.side:
                raise Refused("change.nothing")
        case SetVisibility(to=to):
            if to not in ("private", "unlisted", "public"):
                raise Refused("request.unreadable")
            if to == deck.visibility:
                raise Refused("change.nothing")
        case SetLicence(to=to):
            if to == deck.licence:
                raise Refused("change.nothing")
            check_licence(to)
            check_descent(deck.lineage, to)
        case SetKit(kit=kit, was=was):
            if was != digest(deck.kit):
                raise Refused("face.superseded", article=message("The kit"))
            if kit == deck.kit:
                raise Refused("change.nothing")
            check_whole_kit(kit)
        case DeleteDeck():
            pass


def check_new(moment: Moment, kind: str, face: str, copies: int, side: str) -> None:
    """Raise Refused for an article that cannot be new in a deck as it is written."""
    if kind not in ("card", "rule"):
        raise Refused("request.unreadable")
    _check_face(moment, face, kind == "rule")
    _check_side(side)
    limits.check_copies(copies)
    if kind == "rule" and copies != 1:
        raise Refused("copies.of_rule")


def check_title(moment: Moment, kind: str, face: str) -> None:
    """Raise Refused where something of that kind in the deck goes by the title already."""
    title = moment.faces[face].title
    if (kind, fold_title(title)) in moment.titles:
        raise Refused("title.taken", title=title)


def check_maker(maker: str) -> None:
    """Raise Refused for a maker's name that is no clean line of at most CREDIT_MAX characters."""
    if len(maker) > limits.CREDIT_MAX:
        raise Refused("face.credit_long", limit=limits.CREDIT_MAX, length=len(maker))
    if limits.clean_line(maker) != maker:
        raise Refused("face.unclean", field=limits.FIELD_WORDS["credit"])


def check_licence(licence: str) -> None:
    """Raise Refused for what is no clean line of at most LICENCE_MAX characters."""
    if len(licence) > limits.LICENCE_MAX or limits.clean_line(licence) != licence:
        raise Refused("licence.long", limit=limits.LICENCE_MAX)


def check_whole_kit(kit: Kit) -> None:
    """Raise Refused for a kit that contradicts itself, or one with words and numbers beyond reason."""
    limits.check_plain_kit(kit)
    check_kit(kit)
    check_lexicon(kit.lexicon)
    check_back(kit.back)


def _check_face(moment: Moment, digest: str, is_rule: bool) -> None:
    face = moment.faces[digest]
    limits.check_face(face, is_rule=is_rule)
    check_effects(face.effects)
    if (shown := face.picture) is not None and moment.pictures is not None:
        if moment.pictures.get(shown.digest) != (shown.width, shown.height):
            raise Refused("picture.gone")


def _check_side(side: str) -> None:
    if len(side) > limits.SIDE_MAX or limits.clean_line(side) != side:
        raise Refused("side.long", limit=limits.SIDE_MAX)


def _article(deck: Deck, ref: Ref) -> Article:
    article = deck.articles.get(ref)
    if article is None:
        raise Refused("article.none", article=_name(ref))
    return article


def _current(deck: Deck, change: Amend | Repeal | Recount | Reside, moment: Moment, is_back: bool = False) -> Article:
    """The article as it is. Where the draft is played, a card that is hidden from the proposer is out of reach (C5)."""
    ref = change.article
    article = _article(deck, ref)
    if not (article.in_force or is_back):
        raise Refused("article.repealed", article=_name(ref))
    is_hidden = moment.reach is not None and ref.kind == "card" and ref.number not in moment.reach
    if is_hidden and not is_back:  # what is brought back lies nowhere yet
        raise Refused("card.out_of_reach")
    if article.face != change.on:
        raise Refused("face.superseded", article=_name(ref))
    return article


def _name(ref: Ref) -> Message:
    if ref.kind == "card":
        return message("card {number}", number=ref.number)
    return message("§{number}", number=ref.number)
