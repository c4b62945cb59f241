"""What goes into a print beside the sheets of cards: cover, rules sheet, tokens, tuck box, from a deck as it stands.

Words of ours on paper are English, whoever asks: one version with one choice is one file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC

from django.conf import settings
from django.http import Http404

from cards import models as rows
from cards.face.text import clean_line
from cards.printing.choices.choices import PrintChoices
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.papers import Paper
from cards.printing.geometry.tuck_box import spare_depth, tuck_box
from cards.printing.queue.values import Item
from cards.printing.shared.extra_pages import (
    ContentsLine,
    CounterPiece,
    Cover,
    CutBy,
    ExtraPage,
    Fact,
    Heading,
    RulesSheet,
    RuleWords,
    TokenPiece,
    TokenSheet,
    TuckBox,
    Turning,
    TurnWords,
)
from cards.printing.shared.pieces import BlankCard, ChangeSlip
from cards.queries.shop.printable import Printable
from cards.rules.effects import kit_in_force
from cards.rules.kit import CounterKit, Kit, PlayLimit
from studio.kernel.codec import from_plain
from studio.kernel.refusals import Refused
from studio.web.addresses import path_to

LEAST_PAPER = 18000, 24000  # 1/100 mm: a page of words, rulers and patches goes on no smaller
ON_SHEETS, IN_EDITION = "On these sheets", "In this edition"  # what is printed, where it is not the whole deck
LEAST_TO_READ = 9000, 14000  # an edition to be read on a small screen
TOKENS_EACH, TOKENS_MOST = 12, 280  # of one name, and of all of them: eight pages
TRACKS_EACH, TRACKS_MOST = 8, 40  # of a counter that every seat has
STEPS_MOST = 9999  # a counter that goes on is counted on paper
UNBOUNDED = 20  # steps of a counter without an end


@dataclass(frozen=True, slots=True)
class ExtraPages:
    """Before the sheets and behind them."""

    before: tuple[ExtraPage, ...] = ()
    after: tuple[ExtraPage, ...] = ()


NONE = ExtraPages()


def extra_pages(shown: Printable, choices: PrintChoices, items: Sequence[Item], layout: SheetLayout) -> ExtraPages:
    """The pages that were chosen, beside those cards laid like that. No statement where none is, else 2.

    Raises Refused: print.pages_paper, print.no_tokens, print.box_large, print.box_empty.
    """
    has_pages = choices.cover or choices.rules_sheet or choices.tokens or choices.box
    if has_pages or choices.test_page:  # which is drawn with the sheets
        check_paper(layout.paper)
    if not has_pages:
        return NONE
    deck = rows.Deck.objects.get(pk=shown.deck_id)
    heading = Heading(shown.title, edition_line(shown), shown.language)
    kit = _kit(deck, shown)
    after: list[ExtraPage] = []
    also: list[str] = []
    if choices.rules_sheet:
        after.append(_rules_sheet(heading, shown, kit))
        also.append("the rules")
    if choices.tokens:
        after.append(_tokens(heading, kit, deck.players_max or kit.seats.most))
        also.append("tokens")
    if choices.box:
        cards = sum(item.copies * len(shown.cards_of(item, choices)) for item in items)
        paper = layout.paper.turned if layout.is_landscape else layout.paper  # these pages stand, however cards lie
        net = tuck_box(layout.card, cards, choices.thickness, paper, is_sleeved=choices.sleeved)
        spare = spare_depth(cards, choices.thickness, is_sleeved=choices.sleeved)
        after.append(TuckBox(heading, net, f"{cards} cards" if cards != 1 else "One card", spare))
        also.append("a box to fold")
    card = Fact("Card size", f"{layout.card.label}, {layout.card.wide:g} × {layout.card.high:g} mm")
    cover = Cover(
        heading,
        (*figures(shown, deck, items, ON_SHEETS), card),
        clean_line(deck.blurb),
        _turning(choices),
        _cut_by(choices),
        tuple(also),
    )
    return ExtraPages((cover,) if choices.cover else (), tuple(after))


def check_paper(paper: Paper, least: tuple[int, int] = LEAST_PAPER) -> None:
    """Raises Refused for paper on which words would stand in a column of a few letters."""
    short, long = sorted((paper.width, paper.height))
    if short < least[0] or long < least[1]:
        raise Refused("print.pages_paper", paper=paper.label, least=f"{least[0] // 100} × {least[1] // 100} mm")


def edition_line(shown: Printable) -> str:
    """Which state of the deck it is, and of which day."""
    at = shown.at.astimezone(UTC)
    day = f"{at.day} {at:%B %Y}"
    return f"Version {shown.version}, {day}" if shown.version else f"Draft, {day}"


def _kit(deck: rows.Deck, shown: Printable) -> Kit:
    """The kit of what is printed, as its Special Rules make it."""
    plain = deck.kit
    if shown.version is not None:
        version = rows.Version.objects.filter(deck=deck, number=shown.version).first()
        if version is None:
            raise Http404
        plain = version.manifest.get("kit", {})
    kit: Kit = from_plain(Kit, plain)
    return kit_in_force(kit, (effect for item in shown.items if item.is_rule for effect in item.face.effects))


def figures(shown: Printable, deck: rows.Deck, items: Sequence[Item], where: str) -> Iterator[Fact]:
    """What is printed, which is called `where`, and then what the deck is."""
    printed = tuple(printed_facts(shown, items, where))
    yield from printed
    yield from deck_facts(shown, deck, "Cards in the deck" if printed else "Cards")


def deck_facts(shown: Printable, deck: rows.Deck, of_cards: str = "Cards") -> Iterator[Fact]:
    """What a deck is, in a few figures; `of_cards` is what the number of its cards is called."""
    cards = sum(item.copies for item in shown.items if not item.is_rule)
    rules = sum(item.is_rule for item in shown.items)
    yield Fact(of_cards, str(cards))
    if rules:
        yield Fact("Special Rules", str(rules))
    if deck.players_max:
        fewest, most = deck.players_min, deck.players_max
        yield Fact("Players", str(most) if fewest == most else f"{fewest} to {most}")
    if deck.licence:
        yield Fact("Licence", deck.licence)


def printed_facts(shown: Printable, items: Sequence[Item], where: str) -> Iterator[Fact]:
    """What of the deck is on the sheets, where that is not all of it, once, and nothing else. The card that names
    whoever made its pictures is not counted."""
    of_deck = {item.piece for item in shown.items}
    faces, rules = (
        sum(item.copies for item in items if item.piece in of_deck and item.is_rule == is_rule)
        for is_rule in (False, True)
    )
    blanks = sum(item.copies for item in items if isinstance(item.piece, BlankCard))
    slips = sum(item.copies for item in items if isinstance(item.piece, ChangeSlip))
    if faces == sum(item.copies for item in shown.items if not item.is_rule) and not blanks and not slips:
        return
    counted = ((faces, "card"), (rules, "Special Rule"), (blanks, "blank card"), (slips, "slip of changes"))
    told = [f"{count} {_several(name) if count != 1 else name}" for count, name in counted if count]
    yield Fact(where, ", ".join(told) or "No cards")


def _several(name: str) -> str:
    return "slips of changes" if name == "slip of changes" else f"{name}s"


def _cut_by(choices: PrintChoices) -> CutBy:
    return "machine" if choices.cutter else choices.guides


def _turning(choices: PrintChoices) -> Turning:
    if choices.back == "none":
        return ""
    if choices.backing == "duplex":
        return choices.flip
    return "folded" if choices.backing == "folded" else "apart"


def _rules_sheet(heading: Heading, shown: Printable, kit: Kit) -> RulesSheet:
    site = settings.ENV.site
    return RulesSheet(
        heading,
        turn_words(kit),
        tuple(
            RuleWords(int(item.number.removeprefix("§ ")), clean_line(item.face.title), item.face.text)
            for item in shown.items
            if item.is_rule
        ),
        tuple(
            ContentsLine(item.number, clean_line(item.face.title), clean_line(item.face.type_line), item.copies)
            for item in shown.items
            if not item.is_rule
        ),
        kit.lexicon,
        site + path_to("deck", slug=shown.slug) if site else "",
    )


def turn_words(kit: Kit) -> TurnWords:
    """What the rules in brief take from a kit."""
    turn = kit.turn
    draw = kit.zone(turn.draw_from)
    return TurnWords(
        deal=sum(deal.count for deal in kit.deals if deal.to == kit.hand),
        draw=turn.draw,
        draw_if_empty=turn.draw_if_empty,
        plays=tuple(_play_words(play) for play in turn.plays),
        hand_limit=turn.hand_limit,
        own_piles=draw is not None and draw.scope == "seat",
    )


def _play_words(play: PlayLimit) -> str:
    if play.count is None:
        return f"any number of {play.kind} cards"
    return f"one {play.kind}" if play.count == 1 else f"up to {play.count} {play.kind} cards"


def _tokens(heading: Heading, kit: Kit, seats: int) -> TokenSheet:
    """Tokens, counters of cards as tokens with a number, and a track of every other counter for each seat."""
    on_cards = [counter for counter in kit.counters if counter.scope == "card"]
    others = [counter for counter in kit.counters if counter.scope != "card"]
    if not kit.tokens and not kit.counters:
        raise Refused("print.no_tokens")
    kinds = len(kit.tokens) + 2 * len(on_cards)
    each = max(1, min(TOKENS_EACH, TOKENS_MOST // max(kinds, 1)))
    tokens = [TokenPiece(clean_line(token.name), token.colour, each) for token in kit.tokens]
    tokens += [TokenPiece(f"{clean_line(one.name)} {step}", "", each) for one in on_cards for step in (1, 5)]
    tracks = max(1, min(seats, TRACKS_EACH, TRACKS_MOST // max(len(others), 1)))
    pieces = [_track(counter, tracks if counter.scope == "seat" else 1) for counter in others]
    return TokenSheet(heading, tuple(tokens[:TOKENS_MOST]), tuple(pieces[:TRACKS_MOST]))


def _track(counter: CounterKit, count: int) -> CounterPiece:
    least = counter.least if counter.least is not None else min(counter.start, 0) - UNBOUNDED // 2
    most = counter.most if counter.most is not None else max(UNBOUNDED, max(counter.start, least) + UNBOUNDED // 2)
    least, most = max(least, -STEPS_MOST), min(most, STEPS_MOST)
    start = max(least, min(counter.start, most))
    return CounterPiece(clean_line(counter.name), min(least, most), most, start, count)
