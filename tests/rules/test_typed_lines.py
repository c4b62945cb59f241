"""What each line that is typed comes to, whole: the command, the answer word for word, or why it is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.face import Face
from cards.rules.kit import DVORAK
from play.console.commands import WORDS, explained
from play.console.values import LINE_MAX, Around, AskAgain, Cast, Do, Parsed, Put, TakeBack
from play.table.zones import ZoneKey
from play.verbs import commands as c
from studio.kernel.messages import english
from tests.rules.laid_table import TABLE
from tests.rules.typed import (
    ALIKE,
    ASKED,
    ASKED_TWICE,
    BARE,
    BEFORE,
    ELVES,
    EMPTY,
    FROM_BEA,
    HERE,
    LEFT,
    LONE,
    LOOKING,
    LOST,
    NAMESAKES,
    OWN,
    OWN_PILES,
    QUIET,
    UNREAD,
    VOTING,
    WATCHING,
    around,
    completed,
    meant,
)  # fmt: skip

ANSWERS: list[tuple[str, Around, tuple[str, ...]]] = [
    ("readcard 8", LONE, ("8. Yak",)), ("viewall", LONE, ("1 card in the deck.", "8. Yak (Thing)")),
    ("help playcard now and then", HERE,
     ("/playcard N [onto M]", "Play a card from your hand, perhaps onto one in play.", "Also: /play.")),
    ("count 2", LEFT, ("Bea Ann holds 2 cards.",)), ("count ros", NAMESAKES, ("You hold 3 cards.",)),
    ("readcard 1", HERE, ("1. Slug", "Thing — Pest, 2, 1, 3, 4/5, 3 copies", "Eats.", "Sleeps.", "It rains.")),
    ("readcard 2", HERE, ("2. Hat", "Thing, 2 copies", "Text of Hat.")),
    ("readcard 8", HERE, ("8. Yak", "2 copies")),
    ("readcard slug", HERE, ("1. Slug", "Thing — Pest, 2, 1, 3, 4/5, 3 copies", "Eats.", "Sleeps.", "It rains.")),
    ("readcard proposal 20", HERE, ("Proposal 20: Newt", "a Thing")),
    ("readcard 21", HERE, ("Proposal 21: Frost", "Action", "Freeze.")),
    ("readcard proposal 21", HERE, ("Proposal 21: Frost", "Action", "Freeze.")),
    ("readcard 3", HERE, ("3. Frost", "Action, 2 copies", "Text of Frost.")),
    ("readcard Proposal 3", HERE, ("Proposal 3: Haste", "a Special Rule")),
    ("viewhand", HERE, ("You hold 3 cards.", "1. Slug", "2. Hat", "3. Frost")),
    ("viewhand ros", HERE, ("You hold 3 cards.", "1. Slug", "2. Hat", "3. Frost")),
    ("viewplay", HERE, ("You: 1. Slug, 2. Hat, 4. Goat", "Bea Ann: 5. Elf, A face-down card", "Market: 7. Owl")),
    ("viewdisc", HERE, ("The discard pile holds 2 cards.", "3. Frost", "7. Owl")),
    ("viewdraw", HERE, ("The draw pile holds 3 cards.",)),
    ("viewvote", HERE, (
        "Proposal 20: Newt, a Thing, by Ros.", "Proposal 21: Frost, an Action, by Bea; it waits its turn.",
        "Proposal 3: Haste, a Special Rule, by Bea.",
    )),
    ("viewall", HERE, (
        "8 cards in the deck.", "1. Slug (Thing, 3 copies)", "2. Hat (Thing, 2 copies)",
        "3. Frost (Action, 2 copies)", "4. Goat (Thing, 2 copies)", "5. Elf (Thing, 2 copies)",
        "6. Bus (Thing, 3 copies)", "7. Owl (Thing, 2 copies)", "8. Yak (Thing, 2 copies)",
    )),
    ("viewrep", HERE, ("13. Old Rope",)),
    ("count", HERE, ("You hold 3 cards.",)),
    ("count 2", HERE, ("Bea Ann holds 2 cards.",)),
    ("count 3", HERE, ("Seat 3 holds 1 card.",)),
    ("count seat 3", HERE, ("Seat 3 holds 1 card.",)),
    ("logcards", HERE, (
        "loadcard Slug/Thing — Pest/Eats.%r%rSleeps.", "loadcard Slug/Thing — Pest/Eats.%r%rSleeps.",
        "loadcard Slug/Thing — Pest/Eats.%r%rSleeps.", "loadcard Hat/T/Text of Hat.", "loadcard Hat/T/Text of Hat.",
        "loadcard Frost/A/Text of Frost.", "loadcard Frost/A/Text of Frost.", "loadcard Goat/T/Text of Goat.",
        "loadcard Goat/T/Text of Goat.", "loadcard Elf/T/Text of Elf.", "loadcard Elf/T/Text of Elf.",
        "loadcard Bus/T/Text of Bus.", "loadcard Bus/T/Text of Bus.", "loadcard Bus/T/Text of Bus.",
        "loadcard Owl/T/Text of Owl.", "loadcard Owl/T/Text of Owl.", "loadcard Yak/T/", "loadcard Yak/T/",
    )),
    ("help", HERE, (
        "Type / and a command, as short as you like. /commands lists them all, /help playcard explains one.",
    )),
    ("help /draw", HERE, ("/drawcard [number]", "Draw from the draw pile.", "Also: /draw.")),
    ("help repeal", HERE, (
        "/repeal N", "Propose to repeal card N, or take back your proposal N.",
        "Also: /repeal N: why, /repeal card N, /repeal rule N, /repeal §N, /repeal proposal N, /repeal Title.",
    )),
    *((f"readcard {rule}", HERE, ("§9. Frugality", "Eat less."))
      for rule in ("§9", "rule 9", "Special Rule 9", "frugality", "rule Frugality")),
    ("viewrules", HERE, ("§9. Frugality",)), ("viewrules", UNREAD, ("No Special Rule is in force.",)),
    ("readcard card 3", HERE, ("3. Frost", "Action, 2 copies", "Text of Frost.")),
    ("readcard proposal 1", HERE, ("Proposal 1, Old Rope, was accepted.", "Thing", "Frays.")),
    ("hand", HERE, ("You hold 3 cards.", "1. Slug", "2. Hat", "3. Frost")),
    ("help playcard now", HERE,
     ("/playcard N [onto M]", "Play a card from your hand, perhaps onto one in play.", "Also: /play.")),
    ("viewplay", FROM_BEA, ("Ros: 1. Slug, 2. Hat, A face-down card", "You: 5. Elf, 6. Bus", "Market: 7. Owl")),
    ("viewhand", FROM_BEA, ("You hold 2 cards.", "8. Yak", "1. Slug")),
    ("viewplay", WATCHING, (
        "Ros: 1. Slug, 2. Hat, A face-down card", "Bea Ann: 5. Elf, A face-down card", "Market: 7. Owl",
    )),
    ("count 2", WATCHING, ("Bea Ann holds 2 cards.",)),
    ("viewplay", BEFORE, ("Nothing is in play.",)),
    ("viewdisc", BEFORE, ("The game has not begun.",)),
    ("viewdraw", BEFORE, ("The game has not begun.",)),
    ("viewplay", BARE, ("Nothing is in play.",)),
    ("viewdisc", OWN, (
        "Your stock holds 1 card.", "The stock of Bea Ann holds 0 cards.", "The stock of seat 3 holds 0 cards.",
    )),
    ("viewdraw", OWN, (
        "Your stock holds 1 card.", "The stock of Bea Ann holds 0 cards.", "The stock of seat 3 holds 0 cards.",
    )),
    ("viewall", EMPTY, ("There is no card in the deck yet.",)),
    ("logcards", EMPTY, ("There is no card in the deck yet.",)),
    ("viewvote", QUIET, ("Nothing waits to be voted on.",)),
    ("viewrep", QUIET, ("Nothing has been repealed.",)),
    ("readcard 4", LOOKING, ("4. Goat", "Thing, 2 copies", "Text of Goat.")),
]  # fmt: skip
MEANS: list[tuple[str, Around, Parsed]] = [
    ("amend 2/Cap", HERE, Put("amend", "card", 2, Face("Cap", "Thing", "Text of Hat."))),
    ("amend 2/Cap/A", HERE, Put("amend", "card", 2, Face("Cap", "Action", "Text of Hat."))),
    ("approve", VOTING, Cast(3, 1, "for")), ("against", VOTING, Cast(3, 1, "against")),
    ("against it is too strong", VOTING, Cast(3, 1, "against", "it is too strong")),
    ("repropose 1", HERE, AskAgain(1)),
    ("withdraw", HERE, TakeBack(20)), ("withdraw 3", HERE, TakeBack(3)), ("withdraw proposal 3", HERE, TakeBack(3)),
    ("repeal frugality", HERE, Put("repeal", "rule", 9)), ("repeal special rule 9", HERE, Put("repeal", "rule", 9)),
    ("amend 2/Hat/T/1/2 of it", HERE, Put("amend", "card", 2, Face("Hat", "Thing", "1/2 of it"))),
    ("tap elf", ELVES, Do((c.Tap(1, "b1"),))), ("untap elf", ELVES, Do((c.Tap(1, "b1", False),))),
    ("givecard yak to 2", OWN_PILES, Do((c.MovePieces(1, ("x2",), ZoneKey("hand.2")),))),
    ("playcard 2 onto 1", HERE, Do((c.PlayCard(1, "h2", "a1"),))),
    ("say /hello", HERE, Do((c.Speak(1, "/hello"),))), ("win so", HERE, Do((c.AskTable(1, "win", words="so"),))),
    ("tap 1", HERE, Do((c.Tap(1, "a1"),))), ("untap 1", HERE, Do((c.Tap(1, "a1", False),))),
    ("use 1", HERE, Do((c.UseAbility(1, "a1"),))), ("use! 1", HERE, Do((c.UseAbility(1, "a1", True),))),
    ("discard 1", HERE, Do((c.Discard(1, ("h1",)),))), ("discard! 1", HERE, Do((c.Discard(1, ("h1",), True),))),
    ("discrand! 2", HERE, Do((c.DiscardRandom(1, 2, True),))),
    ("drawvis! 2", HERE, Do((c.Draw(1, 2, confirmed=True),), True)),
    ("givecard! 1 to 2", HERE, Do((c.MovePieces(1, ("h1",), ZoneKey("hand.2"), confirmed=True),))),
    ("shufcard! 1", HERE, Do((c.MovePieces(1, ("h1",), ZoneKey("draw"), "random", confirmed=True),))),
    ("endturn!", HERE, Do((c.EndTurn(1, True),))), ("endphase!", HERE, Do((c.EndPhase(1, True),))),
    ("roll", around(1, replace(TABLE, kit=DVORAK)), Do((c.Roll(1),))),
    ("givecard 6 to 2", LOOKING, Do((c.MovePieces(1, ("d3",), ZoneKey("hand.2")),))),
    ("viewhand seat 3", HERE, Do((c.AskHand(1, 3, "hand_look"),))),
    ("viewhand 1", FROM_BEA, Do((c.AskHand(2, 1, "hand_look"),))),
    ("amend §9/Thrift/T/", HERE, Put("amend", "rule", 9, Face("Thrift", text="Eat less."))),
    ("amend Rule 9//A/So.", HERE, Put("amend", "rule", 9, Face("Frugality", text="So."))),
    ("amend 3/x/t/", HERE, Put("amend", "card", 3, Face("x", "Thing", "Text of Frost."))),
    ("amend card 3//Thing/%R", HERE, Put("amend", "card", 3, Face("Frost", "Thing"))),
    ("amend slug/Snail//", HERE, Put("amend", "card", 1,
         Face("Snail", "Thing — Pest", "Eats.\n\nSleeps.", "It rains.", "2", "1", "3", "4/5"))),
    ("amend 1//thing/", HERE, Put("amend", "card", 1,
         Face("Slug", "Thing — Pest", "Eats.\n\nSleeps.", "It rains.", "2", "1", "3", "4/5"))),
    ("amend 1//Thing — Pest/", HERE, Put("amend", "card", 1,
         Face("Slug", "Thing — Pest", "Eats.\n\nSleeps.", "It rains.", "2", "1", "3", "4/5"))),
    ("approve #20", HERE, Cast(20, 2, "for")),
    ("against 20", HERE, Cast(20, 2, "against")),
    ("against 20  too   strong", HERE, Cast(20, 2, "against", "too strong")),
    ("repeal 20", HERE, TakeBack(20)),
    ("repeal card 3", HERE, Put("repeal", "card", 3)),
    ("repeal rule 9", HERE, Put("repeal", "rule", 9)),
    ("repeal Rule #9", HERE, Put("repeal", "rule", 9)),
    ("repeal §9", HERE, Put("repeal", "rule", 9)),
    ("repeal § 9", HERE, Put("repeal", "rule", 9)),
    ("repeal slug", HERE, Put("repeal", "card", 1)),
    ("repeal card 3: it is  too slow", HERE, Put("repeal", "card", 3, grounds="it is too slow")),
    ("repeal §9 : why not: now", HERE, Put("repeal", "rule", 9, grounds="why not: now")),
    ("repeal 8:", HERE, Put("repeal", "card", 8)),
    ("playcard s", HERE, Do((c.PlayCard(1, "h1"),))),
    ("playcard Slug", HERE, Do((c.PlayCard(1, "h1"),))),
    ("playcard e", HERE, Do((c.PlayCard(1, "b1"),))),
    ("destroy slug", HERE, Do((c.Destroy(1, "a1"),))),
    ("playcard 1 onto elf", HERE, Do((c.PlayCard(1, "h1", "b1"),))),
    ("givecard 1 2", HERE, Do((c.MovePieces(1, ("h1",), "hand.2"),))),
    ("givecard 1 to b", HERE, Do((c.MovePieces(1, ("h1",), "hand.2"),))),
    ("givecard 1 to seat 2", HERE, Do((c.MovePieces(1, ("h1",), "hand.2"),))),
    ("givecard 1 to bea ann", HERE, Do((c.MovePieces(1, ("h1",), "hand.2"),))),
    ("givething 1 to 3", HERE, Do((c.MovePieces(1, ("a1",), "area.3"),))),
    ("givething Hat bea", HERE, Do((c.MovePieces(1, ("a2",), "area.2"),))),
    ("use owl", HERE, Do((c.UseAbility(1, "m1"),))),
    ("tap goat", HERE, Do((c.Tap(1, "a3"),))),
    ("untap #5", HERE, Do((c.Tap(1, "b1", False),))),
    ("shuffle stock", HERE, Do((c.ShuffleZone(1, "stock.1"),))),
    ("shuffle Discard pile", HERE, Do((c.ShuffleZone(1, "discard"),))),
    ("shufcard 2", HERE, Do((c.MovePieces(1, ("h2",), "draw", "random"),))),
    ("discrand 2", HERE, Do((c.DiscardRandom(1, 2),))),
    ("drawvis 2", HERE, Do((c.Draw(1, 2),), True)),
    ("drawcard 0", HERE, Do((c.Draw(1, 0),))),
    ("roll", HERE, Do((c.Roll(1, ("d6", "coin")),))),
    ("roll fire", HERE, Do((c.Roll(1, ("d6",)),))),
    ("roll d6", HERE, Do((c.Roll(1),))),
    ("roll FIRE", HERE, Do((c.Roll(1, ("d6",)),))),
    ("roll 3d8", HERE, Do((c.Roll(1, count=3, sides=8),))),
    ("coin", HERE, Do((c.FlipCoin(1),))),
    ("win", HERE, Do((c.AskTable(1, "win"),))),
    ("tap frost", HERE, Do((c.Tap(1, "h3"),))),
    ("discard frost", HERE, Do((c.Discard(1, ("h3",)),))),
    ("playcard 007", HERE, Do((c.PlayCard(1, "m1"),))),
    ("token mud", HERE, Do((c.PutTokens(1, "mud", 1, on=1),))),
    ("token slug", HERE, Do((c.PutTokens(1, "Slug", 2, on=1),))),
    ("token slug -1", HERE, Do((c.PutTokens(1, "Slug", 0, on=1),))),
    ("token slug -9", HERE, Do((c.PutTokens(1, "Slug", 0, on=1),))),
    ("token ritual 5 on slug", HERE, Do((c.PutTokens(1, "Ritual", 5, "a1"),))),
    ("token ritual +2 on 1", HERE, Do((c.PutTokens(1, "Ritual", 4, "a1"),))),
    ("token Wet Mud 2 SLUG", HERE, Do((c.PutTokens(1, "Wet Mud", 2, "a1"),))),
    ("token Nullified token elf", HERE, Do((c.PutTokens(1, "Nullified", 1, "b1"),))),
    ("token Ritual Tokens +1 for me", HERE, Do((c.PutTokens(1, "Ritual", 1, on=1),))),
    ("token Token", HERE, Do((c.PutTokens(1, "Token", 1, on=1),))),
    ("token Nullified Frost", HERE, Do((c.PutTokens(1, "Nullified Frost", 1, on=1),))),  # which is not in play
    ("skip me", HERE, Do((c.SkipTurn(1, 1),))),
    ("note hat so so", HERE, Do((c.WriteNote(1, "a2", "so so"),))), ("note Hat", HERE, Do((c.WriteNote(1, "a2", ""),))),
    ("token Wet Mud 3 for bea", HERE, Do((c.PutTokens(1, "Wet Mud", 3, on=2),))),
    ("counter gold", HERE, Do((c.SetCounter(1, "gold", 5, 1),))),
    ("counter Gold -2", HERE, Do((c.SetCounter(1, "gold", 2, 1),))),
    ("counter! gold 40", HERE, Do((c.SetCounter(1, "gold", 40, 1, confirmed=True),))),
    ("counter gold 7 for bea", HERE, Do((c.SetCounter(1, "gold", 7, 2),))),
    ("counter bank +1", HERE, Do((c.SetCounter(1, "bank", 3),))),
    ("counter age +1 on elf", HERE, Do((c.SetCounter(1, "age", 4, 0, "b1"),))),
    ("counter age 6 on slug", HERE, Do((c.SetCounter(1, "age", 6, 0, "a1"),))),
    ("note 1 mind this", HERE, Do((c.WriteNote(1, "a1", "mind this"),))),
    ("note hat: so so", HERE, Do((c.WriteNote(1, "a2", "so so"),))), ("note 1", HERE, Do((c.WriteNote(1, "a1", ""),))),
    ("point elf", HERE, Do((c.PointAt(1, "b1"),))), ("flip", HERE, Do((c.FlipCoin(1),))),
    ("flip slug", HERE, Do((c.TurnOver(1, "a1", False),))),
    ("flip! goat", HERE, Do((c.TurnOver(1, "a3", True, True),))),
    ("chance", HERE, Do((c.ChooseSeat(1),))), ("chance discard", HERE, Do((c.ChoosePiece(1, ZoneKey("discard")),))),
    ("pass", HERE, Do((c.EndTurn(1),))), ("skip bea", HERE, Do((c.SkipTurn(1, 2),))),
    ("extra 3", HERE, Do((c.ExtraTurn(1, 3),))), ("back", HERE, Do((c.ComeBack(1, 1),))),
    ("back 2", HERE, Do((c.ComeBack(1, 2),))), ("out", HERE, Do((c.KnockOut(1, 1),))),
    ("out bea", HERE, Do((c.KnockOut(1, 2),))), ("askcard bea ann", HERE, Do((c.AskHand(1, 2, "hand_take"),))),
    ("askcard bea ann 2", HERE, Do((c.AskHand(1, 2, "hand_take", 2),))),
    ("askrandom 2", HERE, Do((c.AskHand(1, 2, "hand_random"),))), ("yes", ASKED, Do((c.AnswerQuestion(1, 4, True),))),
    ("yes", ASKED_TWICE, Do((c.AnswerQuestion(1, 4, True),))),
    ("no 5", ASKED_TWICE, Do((c.AnswerQuestion(1, 5, False),))),
    ("no 5 they are sheep", ASKED_TWICE, Do((c.AnswerQuestion(1, 5, False, "they are sheep"),))),
    ("no they are sheep", ASKED, Do((c.AnswerQuestion(1, 4, False, "they are sheep"),))),
    ("no 2 of them are sheep", ASKED, Do((c.AnswerQuestion(1, 4, False, "2 of them are sheep"),))),
    ("yes well done", ASKED, Do((c.AnswerQuestion(1, 4, True, "well done"),))),
    ("abandon", HERE, Do((c.AskTable(1, "abandon"),))), ("undo", HERE, Do((c.AskTable(1, "undo", to=7),))),
    ("without bea", HERE, Do((c.AskTable(1, "without", 2),))), ("remove 3", HERE, Do((c.AskTable(1, "remove", 3),))),
    ("quiet 3", HERE, Do((c.AskTable(1, "mute", 3),))), ("hear 3", HERE, Do((c.AskTable(1, "unmute", 3),))),
    ("win! so", HERE, Do((c.AskTable(1, "win", words="so", confirmed=True),))),
    ("pack", HERE, Do((c.FreshPack(1, 10),))), ("pack 5", HERE, Do((c.FreshPack(1, 5),))),
    ("getup", HERE, Do((c.Stand(1),))), ("team 2", HERE, Do((c.JoinTeam(1, 2),))),
    ("side red", HERE, Do((c.ChooseSide(1, "Red"),))), ("ready", HERE, Do((c.GetReady(1),))),
    ("ready no", HERE, Do((c.GetReady(1, False),))), ("deal", HERE, Do((c.Begin(1),))),
    ("begin!", HERE, Do((c.Begin(1, True),))), ("again", HERE, Do((c.PlayAgain(1),))),
    ("movecard 1 to market", HERE, Do((c.MovePieces(1, ("h1",), ZoneKey("market")),))),
    ("movecard! 1 to draw pile bottom", HERE,
     Do((c.MovePieces(1, ("h1",), ZoneKey("draw"), "bottom", confirmed=True),))),
    ("movecard 1 to stock somewhere", HERE, Do((c.MovePieces(1, ("h1",), ZoneKey("stock.1"), "random"),))),
    ("takecard elf", HERE, Do((c.MovePieces(1, ("b1",), ZoneKey("hand.1")),))),
    ("attach hat to elf", HERE, Do((c.Attach(1, "a2", "b1"),))), ("detach hat", HERE, Do((c.Detach(1, "a2"),))),
    ("reveal 1", HERE, Do((c.Reveal(1, ("h1",)),))), ("show frost to bea", HERE, Do((c.Reveal(1, ("h3",), (2,)),))),
    ("reveal hand", HERE, Do((c.Reveal(1, ("h1", "h2", "h3")),))),
    ("look", HERE, Do((c.LookAtTop(1, ZoneKey("draw")),))),
    ("look 3", HERE, Do((c.LookAtTop(1, ZoneKey("draw"), 3),))),
    ("look 2 stock", HERE, Do((c.LookAtTop(1, ZoneKey("stock.1"), 2),))),
    ("look discard pile", HERE, Do((c.LookAtTop(1, ZoneKey("discard")),))),
    ("search", HERE, Do((c.SearchPile(1, ZoneKey("draw")),))), ("done", HERE, Do((c.StopLooking(1),))),
    ("putback", LOOKING, Do((c.PutBack(1, ("d1", "d3")),))),
    ("putback 6 4", LOOKING, Do((c.PutBack(1, ("d3", "d1")),))),
    ("putback bottom", LOOKING, Do((c.PutBack(1, ("d1", "d3"), "bottom"),))),
    ("givecard 4 to 2", LOOKING, Do((c.MovePieces(1, ("a3",), "hand.2"),))),
]  # fmt: skip
REFUSED: list[tuple[str, Around, str]] = [
    ("givething 1", HERE, "text.usage: usage=/givething N to P"),
    ("readcard 1", UNREAD, "article.none: article=card 1"), ("amend 1/x//", UNREAD, "face.none"),
    ("readcard X1", HERE, "article.none: article=card X1"), ("!X", HERE, "text.unknown: word=!X"),
    ("//X", HERE, "text.unknown: word=X"), ("help X", HERE, "text.unknown: word=x"),
    ("view", HERE, "text.ambiguous: word=view, among=viewhand, viewplay, viewdisc, viewdraw, viewvote, viewall"),
    ("shuffle", HERE, "ask.shuffle_in"),
    ("repropose", HERE, "text.usage: usage=/repropose N"),
    ("readcard proposal", HERE, "text.proposal"), ("readcard rule 8", HERE, "article.none: article=Special Rule 8"),
    ("drawx", HERE, "text.unknown_near: word=drawx, guess=/draw"),
    ("newcrad x", HERE, "text.unknown_near: word=newcrad, guess=/newcard"),
    ("playcard frots", HERE, "text.card_near: card=frots, guess=Frost"),
    ("readcard frots", HERE, "text.card_near: card=frots, guess=Frost"),
    ("playcard buss", HERE, "piece.none"),  # it lies in another's hand
    ("skip", HERE, "text.whom"),
    ("count bea anm", HERE, "text.player_near: name=bea anm, guess=Bea Ann"),
    ("approve", QUIET, "text.no_vote"), ("against", QUIET, "text.no_vote"), ("withdraw", QUIET, "text.no_vote"),
    ("approve", HERE, "text.proposals: among=20, 3"),
    ("approve 1", HERE, "text.settled: proposal=1, title=Old Rope, outcome=was accepted"),
    ("against 1 no", HERE, "text.settled: proposal=1, title=Old Rope, outcome=was accepted"),
    ("yes", HERE, "text.no_question"), ("no", ASKED_TWICE, "text.questions: among=4, 5"),
    ("no x", ASKED_TWICE, "text.questions: among=4, 5"),
    ("counter glod", HERE, "text.counter_near: counter=glod, guess=Gold"), ("counter zzz 2", HERE, "counter.none"),
    ("token", HERE, "text.usage: usage=/token Name [+1] [on N]"),
    ("counter", HERE, "text.usage: usage=/counter Name [+1] [on N]"),
    ("team x", HERE, "text.usage: usage=/team N"), ("attach 1", HERE, "text.usage: usage=/attach N to M"),
    ("movecard 1", HERE, "text.usage: usage=/movecard N to place [bottom]"),
    ("movecard 1 to zz", HERE, "zone.none: zone=zz"), ("putback 8", LOOKING, "piece.none"),
    ("shufcard 1", LOST, "zone.none: zone=gone"), ("givecard goat to elf to 2", HERE, "piece.none"),
    ("draw 1234567", HERE, "text.usage: usage=/drawcard [number]"), ("count 5", HERE, "table.not_begun"),
    ("tap el", ELVES, "text.ambiguous: word=el, among=Elf, Elfin"), ("count 4", HERE, "text.player: name=4"),
    ("tap c", ALIKE, "text.ambiguous: word=c, among=Card 1, Card 2, Card 4, Card 5, Card 7, Card 3"),
    ("count xxxx", around(names={1: "Ros", 2: "Bea", 5: "Kim"}), "text.player: name=xxxx"),
    ("readcard 22", HERE, "article.none: article=card 22"),
    ("readcard", HERE, "article.none: article=card without a number"),
    ("readcard nonesuch", HERE, "article.none: article=card nonesuch"),
    ("help zz", HERE, "text.unknown: word=zz"),
    ("viewhand", WATCHING, "seat.not_yours"),
    ("count", WATCHING, "seat.not_yours"),
    ("draw", WATCHING, "seat.not_yours"),
    ("viewhand", BEFORE, "table.not_begun"),
    ("count 2", BEFORE, "table.not_begun"),
    ("count", BEFORE, "table.not_begun"),
    ("x", HERE, "text.unknown: word=x"),
    ("end", HERE, "text.ambiguous: word=end, among=endphase, endturn"),
    ("e", HERE, "text.ambiguous: word=e, among=endphase, endturn, extra"),
    ("/draw two", HERE, "text.usage: usage=/drawcard [number]"),
    ("/", HERE, "text.empty"),
    ("!", HERE, "text.empty"),
    ("9", HERE, "text.unknown: word=9"),
    ("/ 9", HERE, "text.unknown: word=9"),
    ("newcard", HERE, "text.usage: usage=/newcard Name/A/Text"),
    ("amend", HERE, "text.usage: usage=/amend N/Name/T/Text"),
    ("amend 3", HERE, "text.usage: usage=/amend N/Name/T/Text"),
    ("amend 99/x/T/y", HERE, "article.none: article=card 99"),
    ("amend rule 8/x/T/y", HERE, "article.none: article=Special Rule 8"),
    ("amend rule x/x/T/y", HERE, "article.none: article=Special Rule x"),
    ("approve 22", HERE, "proposal.none: proposal=22"),
    ("against 22 x", HERE, "proposal.none: proposal=22"),
    ("repeal", HERE, "text.usage: usage=/repeal N"),
    ("repeal 3", HERE, "text.which: number=3"),
    ("repeal card 99", HERE, "article.none: article=card 99"),
    ("repeal card", HERE, "article.none: article=card without a number"),
    ("repeal proposal 22", HERE, "proposal.none: proposal=22"),
    ("repeal rule 8", HERE, "article.none: article=Special Rule 8"),
    ("repeal §8", HERE, "article.none: article=Special Rule §8"),
    ("repeal nonesuch: a tale", HERE, "article.none: article=card nonesuch: a tale"),
    ("repeal nonesuch", HERE, "article.none: article=card nonesuch"),
    ("repeal 99", HERE, "article.none: article=card 99"),
    ("playcard", HERE, "text.card"),
    ("destroy b", HERE, "piece.none"),
    ("givecard 1 to", HERE, "text.usage: usage=/givecard N to P"),
    ("givecard to 2", HERE, "text.usage: usage=/givecard N to P"),
    ("givecard 1", HERE, "text.usage: usage=/givecard N to P"),
    ("givecard 1 to 9", HERE, "text.player: name=9"),
    ("shuffle x", HERE, "zone.none: zone=x"),
    ("discrand x", HERE, "text.usage: usage=/discrand [number]"),
    ("drawvis x", HERE, "text.usage: usage=/drawvis [number]"),
    ("roll x", HERE, "die.none: die=x"),
    ("say", HERE, "text.usage: usage=/say words"),
    ("viewhand nobody", HERE, "text.player: name=nobody"),
    ("count x", HERE, "text.player: name=x"),
    ("playcard ٣", HERE, "piece.none"),
    ("x" * LINE_MAX, HERE, "text.unknown: word=" + "x" * 39 + "…"),
    ("x" * 40, HERE, "text.unknown: word=" + "x" * 40),
    ("x" * (LINE_MAX + 1), HERE, f"text.long: limit={LINE_MAX}"),
]  # fmt: skip


@pytest.mark.parametrize("row", [*ANSWERS, *MEANS, *REFUSED], ids=lambda row: row[0][:30])
def test_a_line_comes_to_this(row: tuple[str, Around, object]) -> None:
    line, here, comes_to = row
    assert meant(line, here) == comes_to


def test_every_command_is_explained_in_its_own_words() -> None:
    lines = [english(explained(word)) for word in WORDS]
    assert meant("commands", HERE) == tuple(lines)
    assert lines[0] == "/drawcard [number]: Draw from the draw pile."


# --- what may follow --------------------------------------------------------------------------------------------------

HAND = [("1", "Slug"), ("2", "Hat"), ("3", "Frost")]
PLAY = [("1", "Slug"), ("2", "Hat"), ("4", "Goat"), ("5", "Elf"), ("7", "Owl"), ("3", "Frost")]
CARDS = [*HAND, ("4", "Goat"), ("5", "Elf"), ("7", "Owl")]
BEA = [("Bea Ann", "seat 2")]
FOLLOWS: dict[str, list[tuple[str, str]]] = {
    "drawcard ": [], "playcard ": HAND, "playcard! s": HAND[:1], "playcard 1": HAND[:1], "playcard #2": HAND[1:2],
    "destroy ": PLAY, "destroy f": HAND[2:], "tap  e": [("5", "Elf")], "givecard ": CARDS, "givecard s": HAND[:1],
    "givecard 1 to ": [("1 to Bea Ann", "seat 2")], "givecard 1 to b": [("1 to Bea Ann", "seat 2")],
    "givecard 1 to 2 to b": [("1 to 2 to Bea Ann", "seat 2")], "givecard 1 to x": [], "viewhand ": BEA, "count b": BEA,
    "count 3": [], "approve ": [("20", "Newt"), ("21", "Frost"), ("3", "Haste")], "approve n": [("20", "Newt")],
    "approve 2": [("20", "Newt"), ("21", "Frost")], "against 3": [("3", "Haste")],
    "roll ": [("Fire", "a die of this table"), ("Coin", "a die of this table")],
    "roll f": [("Fire", "a die of this table")],
    "shuffle ": [("draw", "Draw pile"), ("discard", "Discard pile"), ("stock", "Stock")],
    "counter ": [("Gold", "now 4"), ("Bank", "now 2")], "counter b": [("Bank", "now 2")],
    "token r": [("Ritual", "a token")],
    "shuffle d": [("draw", "Draw pile"), ("discard", "Discard pile")],
    "help shuff": [("shuffle", "Shuffle the discard pile into the draw pile, or one pile by itself.")],
    "readcard ": CARDS, "readcard f": HAND[2:], "repeal h": HAND[1:2], "amend #4": [("4", "Goat")], "say a": [],
    "readcard Xs": [], "e x": [], "zz x": [], "readcard 1 to ": [],
}  # fmt: skip


@pytest.mark.parametrize("line", FOLLOWS)
def test_what_may_follow_is_named_as_it_is_typed_and_with_what_it_is(line: str) -> None:
    word = line.split()[0]
    assert completed(line, HERE) == [(f"/{word} {more}", words) for more, words in FOLLOWS[line]]


def test_a_command_that_was_begun_is_offered_with_what_it_does() -> None:
    both = [
        ("/drawcard", "drawcard [number]: Draw from the draw pile."),
        ("/drawvis", "drawvis [number]: Draw, and show everybody what it is."),
    ]
    for typed in ("dr", "/dr", "  / DR"):
        assert completed(typed, HERE) == both
    assert [line for line, _ in completed("draw", HERE)] == ["/drawcard", "/drawvis"]
    assert [line for line, _ in completed("/play", HERE)] == ["/playcard"] and completed("x", HERE) == []


def test_twelve_follow_at_most_and_nothing_follows_a_long_line() -> None:
    every = [f"/{word.name}" for word in WORDS]
    assert [line for line, _ in completed("", HERE)] == [line for line, _ in completed("/", HERE)] == every[:12]
    assert [line for line, _ in completed("help ", HERE)] == [f"/help {word.name}" for word in WORDS][:12]
    long = "playcard 1" + " " * 190
    assert completed(long, HERE) == [("/playcard 1", "Slug")] and completed(long + " ", HERE) == []


def test_whoever_only_watches_has_no_hand_to_play_from() -> None:
    assert completed("playcard ", WATCHING) == []
    assert completed("destroy ", WATCHING) == [(f"/destroy {n}", t) for n, t in PLAY if t != "Goat"]
