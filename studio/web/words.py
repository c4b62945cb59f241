"""Messages made into words, in the language of whoever reads. The one place that knows of gettext.

The language is the one that is in force in this thread (studio/web/language.py). What stands in a slot is put in as it
is, but that words written the other way are isolated, in markup, labels and announcements alike: beside a Hebrew title
no number changes places. The words that come out are plain text, and a template escapes them like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape as html_of

from django.utils.formats import get_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, npgettext, pgettext

from studio.kernel.messages import BETWEEN, Joint, Message, Sayable, Series, Slot, Title, fill, halves, message
from studio.kernel.refusals import Refused
from studio.web.language import ENGLISH, in_force
from studio.wording import sentence_of

Sentence = Callable[[Message], str]  # finds a message's words, its slots unfilled

# Letters written from right to left: Hebrew to Arabic, their presentation forms, and the old and new scripts of Africa
# and the Near East beyond the first plane.
_OTHER_WAY = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
SAID_BACK_MAX = 100  # characters of a name or a title that a refusal says; every one that was taken is shorter
APART, TOGETHER = "\u2068", "\u2069"  # first strong isolate, pop directional isolate
_ISOLATED = re.compile(f"{APART}[^{APART}{TOGETHER}]*{TOGETHER}")


def say(said: Sayable) -> str:
    """What a person reads. Never raises: a slot nothing was given for is an ellipsis."""
    return _said(said, _sentence())


def isolated(words: str) -> str:
    """Somebody's own words so that they turn nothing round them, where they are written from right to left; any other
    words as they are. No such mark is ever kept: what people type is cleaned of them (cards/rules/limits.py)."""
    if words.isascii() or not _OTHER_WAY.search(_ISOLATED.sub("", words)):
        return words
    return f"{APART}{words}{TOGETHER}"


def _isolated_html(words: str) -> str:
    return html_of(isolated(words))


def say_html(said: Sayable, titled: Callable[[str], str] = _isolated_html, /, **parts: SafeString) -> SafeString:
    """A sentence as HTML: its words and slots escaped, and these slots put in as the markup they are. `titled` makes
    the markup of every title in it, however deep."""
    return SafeString(_html(said, _sentence(), titled, parts))


def _sentence() -> Sentence:
    """In the language in force. A message itself is English, and asking a catalogue would cost as much as all else."""
    return _english if in_force().startswith(ENGLISH) else _translated


def _english(said: Message) -> str:
    return said.english


def _translated(said: Message) -> str:
    if said.many:
        if said.context:
            return npgettext(said.context, said.text, said.many, said.count)
        return ngettext(said.text, said.many, said.count)
    return pgettext(said.context, said.text) if said.context else gettext(said.text)


def _said(said: Slot, sentence: Sentence) -> str:
    match said:
        case Message():
            text, slots = sentence(said), {name: _said(value, sentence) for name, value in said.slots}
            if ":,}" in text:
                slots |= _numbers(said)
            return fill(text, slots)
        case Series():
            return _joined([_said(part, sentence) for part in said.parts], said.joint, sentence)
        case Refused():
            facts = tuple((name, _said_back(value)) for name, value in said.facts.items())
            return _said(Message(sentence_of(said), facts), sentence)
        case _:
            return isolated(str(said))


def _said_back(value: Slot) -> Slot:
    """As much of somebody's words as tells which are meant: what was refused may be as long as a page."""
    if not isinstance(value, str | Title) or len(str(value)) <= SAID_BACK_MAX:
        return value
    return type(value)(f"{str(value)[: SAID_BACK_MAX - 1]}…")


_NO_PARTS: Mapping[str, SafeString] = {}


def _html(
    said: Slot, sentence: Sentence, titled: Callable[[str], str], parts: Mapping[str, SafeString] = _NO_PARTS
) -> str:
    match said:
        case str():
            return _isolated_html(said)
        case Title(text):
            return titled(text)
        case Message():
            text, slots = sentence(said), {name: _html(value, sentence, titled) for name, value in said.slots}
            if parts:
                slots = {**parts, **slots}
            if ":,}" in text:
                slots |= _numbers(said)
            return fill(html_of(text), slots)
        case Series():
            return _joined([_html(part, sentence, titled) for part in said.parts], said.joint, sentence)
        case _:
            return html_of(_said(said, sentence))


def parted(said: Message) -> tuple[tuple[str, str], ...]:
    """A sentence as its words and the name of the slot that comes after them, "" after the last: for forms in which
    one fills in the slots."""
    return halves(_sentence()(said))


def in_language(words: str, language: str) -> SafeString:
    """Words as HTML that says in which language they are, where that is not the page's; `language` is a tag or ""."""
    page = in_force().partition("-")[0]
    if language.partition("-")[0].lower() in ("", page):
        return escape(isolated(words))
    return format_html('<bdi lang="{}">{}</bdi>', language, words)


def say_html_in(said: Message, language: str, *names: str, **parts: SafeString) -> SafeString:
    """A sentence as HTML whose slots of these names are words of another language, such as the title of a card."""
    told = {name: in_language(say_slot(value), language) for name, value in said.slots if name in names}
    rest = tuple(slot for slot in said.slots if slot[0] not in told)
    return say_html(replace(said, slots=rest), **told, **parts)


def say_slot(value: Slot) -> str:
    """What stands in a slot: somebody's own words and numbers as they are, all else said."""
    return str(value) if isinstance(value, str | Title) else _said(value, _sentence())


def begin(said: Sayable) -> str:
    """The same at the beginning of a sentence: "Two at the table"."""
    text = say(said)
    return text[:1].upper() + text[1:]


def _numbers(said: Message) -> dict[str, str]:
    """Of the slots that are numbers, by "name:,", the number with its thousands apart."""
    return {f"{name}:,": _grouped(value) for name, value in said.slots if isinstance(value, int)}


def _grouped(number: int) -> str:
    """A number with its thousands apart, as the language has it: 1,234."""
    mark = "," if in_force().startswith(ENGLISH) else get_format("THOUSAND_SEPARATOR")
    return f"{number:,}".replace(",", mark)


def _joined(parts: list[str], joint: Joint, sentence: Sentence) -> str:
    if joint in BETWEEN or len(parts) < 2:
        return BETWEEN.get(joint, "").join(parts)
    last = message("{these} or {last}") if joint == "or" else message("{these} and {last}")
    return fill(sentence(last), {"these": ", ".join(parts[:-1]), "last": parts[-1]})
