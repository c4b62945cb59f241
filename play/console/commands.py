"""A line typed at the table, read as what it asks for: commands, a change to put to the vote, a vote, or an answer.

The words are those of the old text game (`drawcard`, `playcard 12`, `newcard Name/A/Text`), with or without a slash,
in capitals or not, shortened as far as one command remains; a "!" after the command confirms a limit in the way.
One pass over the line, whatever is in it.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from cards.face.face import Face
from cards.rules.limits import clean_face, clean_line, clean_text
from play.console import answers
from play.console.nearest import nearest
from play.console.values import (
    LINE_MAX,
    Around,
    AskAgain,
    Cast,
    Parsed,
    Put,
    Reply,
    TakeBack,
    Waiting,
    Word,
    card_named,
    is_about_a_rule,
    number_in,
    rule_named,
    said,
    the_one,
    waiting_named,
)
from play.verbs import registry
from studio.kernel.messages import Message, message, series
from studio.kernel.refusals import Refused

_COMMAND = re.compile(r"/?\s*([A-Za-z]*)(!?)(?:\s+|$)")
_LETTERS = {"t": "Thing", "a": "Action", "thing": "Thing", "action": "Action"}
_RULE_WORDS = ("r", "rule", "special rule")


def parse(line: str, around: Around, *, sure: bool = False) -> Parsed:
    """What the line asks for; `sure` confirms a limit in the way, as a "!" after the command does.

    Raises Refused("text.…") and the refusals of what it names.
    """
    if len(line) > LINE_MAX:
        raise Refused("text.long", limit=LINE_MAX)
    line = clean_text(line).strip()
    found = _COMMAND.match(line)
    if found is None or not found[1]:
        if line.strip("/! ") == "":
            raise Refused("text.empty")
        raise Refused("text.unknown", word=said(line.lstrip("/")))
    return word_of(found[1]).read(around, line[found.end() :].strip(), sure or bool(found[2]))


def word_of(typed: str) -> Word:
    """The command of that name, or the only one that begins so. Refused("text.unknown", "text.ambiguous")."""
    typed = typed.casefold()
    if typed in _BY_NAME:
        return _BY_NAME[typed]
    found = [word for word in WORDS if any(name.startswith(typed) for name in (word.name, *word.also))]
    if not found:
        guess = nearest(typed, _BY_NAME)
        if guess:
            raise Refused("text.unknown_near", word=said(typed), guess=f"/{guess}")
        raise Refused("text.unknown", word=said(typed))
    if len(found) > 1:
        raise Refused("text.ambiguous", word=said(typed), among=series((word.name for word in found[:6]), "comma"))
    return found[0]


def _usage(name: str) -> Refused:
    return Refused("text.usage", usage=f"/{_BY_NAME[name].usage}")


# --- creating ---------------------------------------------------------------------------------------------------------


def _new(around: Around, rest: str, sure: bool) -> Parsed:
    """Split on the first two slashes; the text may hold more."""
    parts = [part.strip() for part in rest.split("/", 2)]
    if len(parts) < 3 or not parts[0] or not parts[1]:
        raise _usage("newcard")
    name, kind, text = parts
    is_rule = kind.casefold() in _RULE_WORDS
    face = Face(name, "" if is_rule else _LETTERS.get(kind.casefold(), kind), _lines(text))
    return Put("create", "rule" if is_rule else "card", face=clean_face(face))


def _amend(around: Around, rest: str, sure: bool) -> Parsed:
    """`amend 12/Name/T/Text`; what is left empty, or left out at the end, stays as it is."""
    parts = [part.strip() for part in rest.split("/", 3)]
    if not any(parts[1:]):
        raise _usage("amend")
    which, name, kind, text = (*parts, "", "")[:4]
    sort, number, digest = _article(around, which)
    is_rule = sort == "rule"
    face = around.faces([digest]).get(digest)
    if face is None:
        raise Refused("face.none")
    word = _LETTERS.get(kind.casefold(), kind)
    keeps = not kind or is_rule or word.casefold() == face.kind_word.casefold()
    changed = replace(
        face, title=name or face.title, type_line=face.type_line if keeps else word,
        text=_lines(text) if text else face.text,
    )  # fmt: skip
    return Put("amend", sort, number, clean_face(changed))


def _article(around: Around, which: str) -> tuple[Literal["card", "rule"], int, str]:
    """What is meant, with its number and face: a card, or the Special Rule of that number or title."""
    if is_about_a_rule(which):
        return ("rule", *rule_named(around, which))
    word, _, after = which.partition(" ")
    if word.casefold() == "card" and (not after or number_in(after) is not None):
        which = after
    try:
        card = card_named(around, which)
    except Refused as refused:
        if number_in(which) is None and which:
            with suppress(Refused):
                return ("rule", *rule_named(around, which))
        raise refused
    return "card", card.number, card.face


def _lines(text: str) -> str:
    """The text game writes a line break as %r."""
    return text.replace("%r", "\n").replace("%R", "\n")


def _approve(around: Around, rest: str, sure: bool) -> Parsed:
    found = waiting_named(around, rest) if rest else _open(around)
    return Cast(found.number, found.wording, "for")


def _against(around: Around, rest: str, sure: bool) -> Parsed:
    """Without a number it is the vote that is open, and all that follows is the reason."""
    which, _, reason = rest.partition(" ")
    is_named = number_in(which) is not None
    found = waiting_named(around, which) if is_named else _open(around)
    return Cast(found.number, found.wording, "against", clean_line(reason if is_named else rest))


def _open(around: Around) -> Waiting:
    """The one that the game waits for, or the only one that is open."""
    waits = [w for w in around.waiting if w.is_open and w.number == around.sight.paused_by]
    return the_one(waits or [w for w in around.waiting if w.is_open])


def _repropose(around: Around, rest: str, sure: bool) -> Parsed:
    number = number_in(rest.casefold().removeprefix("proposal"))
    if number is None:
        raise _usage("repropose")
    return AskAgain(number)


def _withdraw(around: Around, rest: str, sure: bool) -> Parsed:
    which = rest.casefold().removeprefix("proposal").strip()
    return TakeBack((waiting_named(around, which) if which else the_one(w for w in around.waiting if w.is_mine)).number)


def _repeal(around: Around, rest: str, sure: bool) -> Parsed:
    """A card, or a proposal that is not settled; asks which when one number names both. What follows a number and a
    colon is why."""
    rest, grounds = _with_grounds(rest)
    what, _, which = rest.partition(" ")
    if what.casefold() == "proposal":
        return TakeBack(waiting_named(around, which).number)
    if not rest:
        raise _usage("repeal")
    number = number_in(rest) if not is_about_a_rule(rest) else None
    is_proposal = any(w.number == number for w in around.waiting)
    if is_proposal and number in around.cards:
        raise Refused("text.which", number=number)
    if is_proposal and number is not None:
        return TakeBack(number)
    sort, number, _ = _article(around, rest)
    return Put("repeal", sort, number, grounds=grounds)


def _with_grounds(rest: str) -> tuple[str, str]:
    """A title may have a colon itself: only behind a number is it ours."""
    which, _, words = rest.partition(":")
    which = which.strip()
    name = which.casefold().removeprefix("card ").removeprefix("rule ").removeprefix("special rule ")
    is_numbered = number_in(name.lstrip("§# ")) is not None
    return (which, clean_line(words)) if is_numbered else (rest, "")


# --- help -------------------------------------------------------------------------------------------------------------


def explained(word: Word) -> Message:
    return message("/{usage}: {help}", usage=word.usage, help=word.help)


def _help(around: Around, rest: str, sure: bool) -> Parsed:
    typed = rest.lstrip("/ ").split(maxsplit=1)
    if not typed:
        return Reply(
            (
                message(
                    "Type / and a command, as short as you like. /commands lists them all, /help playcard explains one."
                ),
            )
        )
    word = word_of(typed[0])
    others = (*word.forms, *word.also)
    also = message("Also: {forms}.", forms=series((f"/{form}" for form in others), "comma"))
    return Reply((f"/{word.usage}", word.help, *([also] if others else [])))


def _commands(around: Around, rest: str, sure: bool) -> Parsed:
    return Reply(tuple(explained(word) for word in WORDS))


WORDS: tuple[Word, ...] = (
    *registry.WORDS,
    Word("readcard", "readcard N",
         message("Read any card of the deck, a Special Rule, or a proposal. It does not say where it lies."),
         answers.readcard, "card", forms=("readcard §N", "readcard rule N", "readcard proposal N", "readcard Title")),
    Word("viewhand", "viewhand [P]",
         message("Your hand; or ask somebody to show you theirs."), answers.viewhand, "player", ("hand",)),
    Word("viewplay", "viewplay", message("What is in play, and who controls it."), answers.viewplay),
    Word("viewdisc", "viewdisc", message("What lies in the discard pile."), answers.viewdisc),
    Word("viewdraw", "viewdraw",
         message("How many cards the draw pile holds. Nobody looks through it."), answers.viewdraw),
    Word("viewvote", "viewvote", message("What is being voted on, or waits for it."), answers.viewvote),
    Word("viewall", "viewall", message("Every card of the deck, without where it lies."), answers.viewall),
    Word("viewrules", "viewrules", message("The Special Rules in force."), answers.viewrules),
    Word("viewrep", "viewrep", message("Cards that were repealed."), answers.viewrep),
    Word("count", "count P", message("How many cards somebody holds."), answers.count, "player"),
    Word("countdraw", "countdraw", message("How many cards the draw pile holds."), answers.viewdraw),
    Word("logcards", "logcards", message("The whole deck as lines that can be kept in a file."), answers.logcards),
    Word("newcard", "newcard Name/A/Text",
         message("Propose a card: A for an Action, T for a Thing, R for a Special Rule, or"
         " a type line in full."), _new),
    Word("amend", "amend N/Name/T/Text", message("Propose other words for a card. What you leave empty stays."), _amend,
         "card", forms=("amend N/Name", "amend N//T", "amend N///Text", "amend §N/Name//Text")),
    Word("approve", "approve [N]",
         message("Vote for proposal N, or for what is being voted on."), _approve, "proposal"),
    Word("against", "against [N] [why]",
         message("Vote against proposal N, or against what is being voted on."), _against, "proposal"),
    Word("withdraw", "withdraw [N]", message("Take back your proposal."), _withdraw, "proposal"),
    Word("repropose", "repropose N",
         message("Ask again what was set aside, as it was."), _repropose),
    Word("repeal", "repeal N", message("Propose to repeal card N, or take back your proposal N."), _repeal, "card",
         forms=("repeal N: why", "repeal card N", "repeal rule N", "repeal §N", "repeal proposal N", "repeal Title")),
    Word("help", "help [command]", message("What a command does."), _help, "command"),
    Word("commands", "commands", message("All commands."), _commands),
)  # fmt: skip
_BY_NAME: dict[str, Word] = {name: word for word in WORDS for name in (word.name, *word.also)}
