"""Advice on words that never come to an end. Certain: whatever might stop it keeps this silent. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cards.face.face import Face
from cards.rules.thoughts import Mend, Thought, as_written
from studio.kernel.messages import message

ENDLESS = message("This never ends: nothing here stops it. Say how often.")
ONCE = message("Once in a turn")

_STOPS = re.compile(
    r"\b(?:if|unless|until|once(?! more)|only|except|instead|pay|pays|paying|cost|costs|next|roll|flip|toss|"
    r"destroy|destroys|sacrifice|lose|loses|remove|removes|skip|counters?|tokens?|times|twice|first|not|no|never|stop|stops|limit|must|"
    r"later|cannot|can't|can’t|while|as long as|choose|guess|name|give|gives|discard|discards|shuffle)\b|"
    r"\bthis turn\b|\ba turn\b"
)
_AGAIN = (
    # what is played and played again
    re.compile(r"\bplays? this(?: card| action)? (?:again|once more|a second time)\b(?! (?:on|in|at|during|after))"),
    re.compile(r"\brepeat (?:this(?: card| action| process)?|the process|the above|all of this)$"),
    re.compile(r"\bdo (?:this|it) (?:all over )?again$"),
)
_TURN_ON_TURN = re.compile(
    r"\b(?:at|after) the end of (?:each of )?(?:your|every|each) turns?,? (?:you |each player )?takes? (?:another|"
    r"an extra|an additional|one more) turn$"
)
_FEEDS_ITSELF = re.compile(
    r"\b(?:whenever|each time|every time|any time) (you|a player|any player|somebody) (draw|gain)s? "
    r"(?:a|an|any|one or more|some|another) ([a-z]+?)s?,? "
    r"(?:then )?(?:(?:you|they|that player|he or she|they each) )?(?:also |then |immediately )*\2s? "
    r"(?:a|an|another|one|two|three|\d+)(?: (?:extra|additional|more|other))? \3s?$"
)
_FED_BY_ALL = re.compile(
    r"\b(?:whenever|each time|every time|any time) (?:a|any) card is drawn,? (?:you |each player )?draws? "
    r"(?:a|an|another|one|two|three|\d+)(?: (?:extra|additional|more|other))? cards?$"
)
_BACK = re.compile(r"\b(?:return|take|put) this(?: card)? (?:back )?(?:in)?to your hand\b")
_ANOTHER = re.compile(r"\bplay (?:another|any number of|as many|an additional|an extra)(?: \w+)? ?actions?\b")
_SENTENCE = re.compile(r"[^.!?;\n]+")


def on_loops(face: Face, text: str) -> Iterator[Thought]:
    """`text` is the card's, plain and in one case. One thought at most."""
    if _STOPS.search(text):
        return
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(text)]
    for sentence in sentences:
        if found := _FEEDS_ITSELF.search(sentence):
            yield _feeding(face, found)
            return
    stays = face.kind_word.casefold() != "action"
    looked_for = (*_AGAIN, _FED_BY_ALL, *((_TURN_ON_TURN,) if stays else ()))
    ends = next((found for sentence in sentences for one in looked_for if (found := one.search(sentence))), None)
    if ends is None and not stays and _ANOTHER.search(text):
        ends = _BACK.search(text)
    if ends is not None:
        yield Thought("text.endless", ENDLESS, as_written(face.text, ends[0], ends.string))


def _feeding(face: Face, found: re.Match[str]) -> Thought:
    """“Whenever you draw a card” becomes “The first time you draw a card in a turn”, where no marks stand between."""
    span = as_written(face.text, found[0], found.string)
    begins = re.match(
        r"(?i)(?:whenever|each time|every time|any time) ((?:you|a player|any player|somebody) [^,]+),", span
    )
    if begins is None:
        return Thought("text.endless", ENDLESS, span)
    first = "The" if span[0].isupper() else "the"
    becomes = f"{first} first time {begins[1]} in a turn,"
    return Thought("text.endless", ENDLESS, span, Mend(ONCE, begins[0], becomes))
