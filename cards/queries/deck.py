"""The deck's page: the draft for members, an archived version for everybody who may come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from cards import models as rows
from cards.access import Door
from cards.face.credits import picture_credits
from cards.face.language import tag
from cards.face.lexicon import Lexicon
from cards.printing.queue.memory import printed_version
from cards.queries import deck_header, ledger
from cards.queries.edition import Edition, EditionFilter, Lying, contents_of, edition
from cards.queries.faces import ReadFace, printed, taken_down, words_of
from cards.queries.ledger import Step
from cards.queries.lexicon_choices import kind_style
from cards.queries.lineage import alike, forks_of
from cards.queries.link_preview import tags_of_deck
from cards.queries.long_deck import (
    LINES,
    LONG,
    PART,
    by_letter,
    first_view,
    in_order,
    jumps,
    laid,
    parts_of,
    with_lines,
)
from cards.queries.minutes import lately
from cards.queries.spoken import spoken
from cards.rules.decision import DecisionRule
from cards.rules.deck import Ref
from cards.rules.effects import effect_words
from cards.rules.manifest import own_name
from cards.values.card import CardShown, Credit
from cards.values.deck import Composition, DeckPage, Filters, Parts, VersionShown
from cards.values.pages import Choice
from studio.kernel.folding import fold
from studio.kernel.messages import message
from studio.web.dates import said
from studio.web.words import say

TRAITS_SHOWN = 8
VERSIONS_BESIDE = 4  # versions under the cards; the History tab has them all
MINUTES_BESIDE = 6
CHANGES_NAMED = 8  # changes of a version that are named; the rest is counted


def deck_page(door: Door, filters: EditionFilter, version: int | None = None) -> DeckPage:
    """The deck as the caller sees it. 12 statements at most, whatever the number of cards."""
    shown = edition(door, version)
    credits = ledger.credits_of(shown.steps, shown.tallies)
    fresh = _fresh(shown)
    usual = first_view(len(shown.cards))
    filters = replace(filters, view=filters.view or usual, usual=usual)
    chosen = [card for card in shown.cards if _answers(card, filters, shown.lexicon)]
    is_by_letter = filters.view == usual == "list" and filters.tab == "cards"
    titles = [card.face.title for card in chosen] if is_by_letter else []
    if is_by_letter:
        order = in_order(titles)
        chosen, titles = [chosen[index] for index in order], [titles[index] for index in order]
    lying, parts = _in_parts(shown, filters, chosen)
    effects = effects_of(shown, (rule.face for rule in shown.rules))
    count = VERSIONS_BESIDE if filters.tab == "cards" else len(shown.versions)
    home = shown.href if version is not None else shown.home
    has_faces = filters.view == "faces"
    cards = tuple(_card_shown(shown, card, credits, fresh, home, has_face=has_faces) for card in lying)
    if is_by_letter and (since := _since(shown)) is not None:
        reworded = reworded_between(shown.steps, since.at)
        cards = tuple(
            replace(card, since=since.number) if Ref("card", card.number) in reworded else card for card in cards
        )
    return DeckPage(
        head=deck_header.head_of(shown, filters.tab),
        tab=filters.tab,
        filters=_filters(shown, filters, len(chosen)),
        cards=cards,
        letters=with_lines(by_letter(cards, titles)) if is_by_letter and cards else (),
        jumps=_jumps(shown, filters, titles, parts) if is_by_letter else (),
        parts=parts,
        rules=tuple(
            replace(_card_shown(shown, rule, credits, fresh, home), effects=effects.get(rule.face.digest, ()))
            for rule in shown.rules
            if filters.tab != "history"
        ),
        minutes=lately(shown, MINUTES_BESIDE) if filters.tab == "cards" else (),
        versions=versions_of(shown, count) if filters.tab != "rules" else (),
        minutes_href=f"{shown.home}minutes/",
        history_href=f"{shown.href}?tab=history",
        forks=forks_of(shown.deck, shown.door) if filters.tab == "history" else (),
        alike=alike(shown.deck) if filters.tab == "cards" else (),
        link=tags_of_deck(shown, version),
        picture_credits=picture_credits(card.face.face for card in shown.lying) if filters.tab == "cards" else (),
    )


def _in_parts(shown: Edition, filters: EditionFilter, chosen: list[Lying]) -> tuple[list[Lying], Parts | None]:
    """Those of the chosen cards that lie on the page, and which they are where they are not all."""
    if filters.tab != "cards":
        return [], None
    if len(shown.cards) < LONG or not chosen:
        return chosen, None
    of = LINES if filters.view == "list" else PART
    start, end = laid(filters.parts, len(chosen), of)
    is_all = of == LINES and end - start == len(chosen)
    at = lambda part: _at(shown, filters, parts=(part, part))  # noqa: E731
    return chosen[start:end], None if is_all else parts_of(start, end, len(chosen), at, of)


def _jumps(shown: Edition, filters: EditionFilter, titles: list[str], parts: Parts | None) -> tuple[Choice, ...]:
    """The letters of a long list, each a link."""
    start, end = (parts.first - 1, parts.last) if parts is not None else (0, len(titles))
    return jumps(titles, start, end, lambda part: _at(shown, filters, parts=(part, part)).partition("#")[0])


def _since(shown: Edition) -> rows.Version | None:
    """The version that a list of this one is compared with: what the reader has on paper, where it is an earlier one,
    else the one before. One statement for somebody who is known."""
    if shown.version is None:
        return None
    earlier = [version for version in shown.versions if version.number < shown.version.number]
    person = shown.door.person_id
    printed = printed_version(shown.deck.pk, person) if person is not None and earlier else None
    return next((version for version in earlier if version.number == printed), earlier[0] if earlier else None)


def reworded_between(steps: Iterable[Step], after: datetime) -> frozenset[Ref]:
    """What was there at that moment and reads otherwise at the end of the steps. No statement."""
    was: dict[Ref, str] = {}
    now: dict[Ref, str] = {}
    for step in steps:
        if step.at <= after:
            was[step.ref] = step.digest
        now[step.ref] = step.digest
    return frozenset(ref for ref, digest in was.items() if now[ref] != digest)


def _fresh(shown: Edition) -> frozenset[Ref]:
    """What the draft has that the last version had not, or had otherwise."""
    if shown.version is not None or not shown.versions:
        return frozenset()
    last = shown.versions[0].at
    return frozenset(step.ref for step in shown.steps if step.at > last and step.what in ("added", "amended"))


def _card_shown(
    shown: Edition,
    article: Lying,
    credits: Mapping[Ref, Credit],
    fresh: frozenset[Ref],
    home: str,
    *,
    has_face: bool = True,
) -> CardShown:
    """`home` is where its page stands: the deck's, or the version's that was asked for, whose words it has. A list has
    no faces, and none are drawn for it."""
    ref, read = article.ref, article.face
    plain, words, _ = words_of(read, shown.lexicon)
    credit = credits.get(ref, Credit())
    if read.face.credit:
        credit = replace(credit, by=read.face.credit)
    folder = "rules" if article.is_rule else "cards"
    line, tongue = shown.foot_line, shown.deck.language
    is_drawn = has_face and not read.is_withdrawn
    face = "" if not is_drawn else printed(read, article.is_rule, ref.number, line, tongue, shown.lexicon, "h3")
    return CardShown(
        kind=article.kind,
        number=ref.number,
        title=read.title,
        type_line=read.type_line(article.is_rule),
        text="" if read.is_withdrawn else plain,
        copies=article.copies,
        href=f"{home}{folder}/{ref.number}/",
        credit=credit,
        face=face,
        name=spoken(face),
        words=words,
        is_new=ref in fresh,
        own_kind="" if article.is_rule else kind_style(shown.lexicon, read.face.kind_word),
        language=read.language(tag(shown.deck.language)),
    )


def effects_of(shown: Edition, reads: Iterable[ReadFace]) -> Mapping[str, tuple[str, ...]]:
    """What Special Rules do to the table, in words, by digest. Two statements when one of them names members."""
    rules = [read for read in reads if read.face.effects]
    every = [effect for read in rules for effect in read.face.effects]
    names: Mapping[int, str] = {}
    if any(isinstance(effect, DecisionRule) and (effect.decider or effect.excluded) for effect in every):
        names = ledger.names_in(shown.deck.group_id)
    return {read.digest: tuple(say(effect_words(effect, names)) for effect in read.face.effects) for read in rules}


def _answers(card: Lying, filters: EditionFilter, lexicon: Lexicon) -> bool:
    if filters.kind and card.kind_key != filters.kind:
        return False
    if filters.trait and filters.trait not in (trait.casefold() for trait in card.face.traits):
        return False
    asked = [fold(word) for word in filters.find.split()]
    _, _, findable = words_of(card.face, lexicon)
    return (not asked or any(asked)) and all(word in findable for word in asked)


def _filters(shown: Edition, filters: EditionFilter, count: int) -> Filters:
    kinds: dict[str, tuple[str, str]] = {}
    traits: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    for card in shown.cards:
        kinds.setdefault(card.kind_key, (_kind_words(card.face.face.kind_word), card.kind))
        for trait in card.face.traits:
            traits[trait.casefold()] += 1
            spelled.setdefault(trait.casefold(), trait)
    order = sorted(kinds.items(), key=lambda pair: ({"thing": 0, "action": 1}.get(pair[0], 2), pair[0]))
    likely = [key for key, _ in traits.most_common(TRAITS_SHOWN)]
    if filters.trait and filters.trait not in likely:
        likely.append(filters.trait)
    return Filters(
        kinds=(
            Choice(say(message("All", context="kinds")), _at(shown, filters, kind=""), not filters.kind),
            *(Choice(words, _at(shown, filters, kind=key), filters.kind == key, kind) for key, (words, kind) in order),
        ),
        traits=tuple(
            Choice(
                spelled.get(key, key),
                _at(shown, filters, trait="" if filters.trait == key else key),
                filters.trait == key,
                number=traits[key],
            )
            for key in likely
        ),
        views=(
            Choice(say(message("Faces")), _at(shown, filters, view="faces"), filters.view == "faces", icon="grid"),
            Choice(say(message("List")), _at(shown, filters, view="list"), filters.view == "list", icon="list"),
        ),
        find=filters.find,
        kind=filters.kind,
        trait=filters.trait,
        view=filters.view or "faces",
        is_view_chosen=filters.view != filters.usual,
        shown=count,
        of=len(shown.cards),
        clear=_at(shown, replace(filters, kind="", trait="", find="")),
    )


_MANY = {"thing": message("Things"), "action": message("Actions"), "": message("Cards")}


def _kind_words(kind: str) -> str:
    """ "Things"; a kind of the group's own as they write it, for nobody knows how it is said of many."""
    known = _MANY.get(kind.casefold())
    return kind if known is None else say(known)


def _at(shown: Edition, filters: EditionFilter, **other: Any) -> str:
    asked = replace(filters, **{"parts": (1, 1), **other})
    query = {"kind": asked.kind, "trait": asked.trait, "find": asked.find, "view": asked.view}
    if asked.view == asked.usual:
        del query["view"]
    if asked.parts[0] > 1:
        query["part"] = str(asked.parts[0])
    words = urlencode({name: value for name, value in query.items() if value})
    return f"{shown.href}?{words}#cards" if words else f"{shown.href}#cards"


def versions_of(shown: Edition, count: int) -> tuple[VersionShown, ...]:
    """The newest `count` versions with what each changed. One statement for what was taken down, one for contents."""
    few = shown.versions[:count]
    contents = contents_of(few)
    before = {v.pk: older for v, older in zip(shown.versions, shown.versions[1:], strict=False)}
    gone = taken_down(_digests(contents.values()))
    return tuple(_version(shown, v, before.get(v.pk), gone & _digests([contents[v.pk]])) for v in few)


def _digests(manifests: Iterable[Mapping[str, Any]]) -> set[str]:
    return {line[1] for manifest in manifests for line in (*manifest["cards"], *manifest["rules"])}


def _version(shown: Edition, version: rows.Version, before: rows.Version | None, gone: frozenset[str]) -> VersionShown:
    after = before.at if before is not None else None
    changes = ledger.altered_between(shown.archived_steps, after, version.at, tag(shown.deck.language))
    return VersionShown(
        number=version.number,
        name=own_name(version.number, version.name),
        notes=version.notes,
        digest=version.digest,
        href=f"{shown.home}versions/{version.number}/",
        when=said(version.at, shown.now),
        by=version.by.person.name,
        composition=Composition(),
        changes=changes[:CHANGES_NAMED],
        more_changes=max(0, len(changes) - CHANGES_NAMED),
        is_withdrawn=bool(gone),
        compare_href=f"{shown.home}compare/{before.number}..{version.number}/" if before is not None else "",
    )
