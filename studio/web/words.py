"""Messages made into words, in the language of whoever reads. The one place that knows of gettext.

The language is the one that is in force in this thread (studio/web/language.py). What stands in a slot is put in as it
is: the words that come out are plain text, and a template escapes them like any other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.formats import get_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext, npgettext, pgettext

from studio.kernel.messages import BETWEEN, Joint, Message, Said, Series, Slot, fill, message
from studio.kernel.refusals import Refused
from studio.wording import sentence_of


def say(said: Said) -> str:
    """What a person reads. Never raises: a slot nothing was given for is an ellipsis."""
    match said:
        case Refused():
            return _filled(gettext(sentence_of(said)), said.facts.items())
        case Series():
            return _joined([say_slot(part) for part in said.parts], said.joint)
        case Message():
            return _filled(_sentence(said), said.slots)


def say_html(said: Message, **parts: SafeString) -> SafeString:
    """A sentence as HTML: its words and slots escaped, and these slots put in as the markup they are."""
    known = {name for name, _ in said.slots}
    slots = [(name, escape(say_slot(value))) for name, value in said.slots]
    return mark_safe(_filled(escape(_sentence(said)), [*slots, *((n, p) for n, p in parts.items() if n not in known)]))


def in_language(words: str, language: str) -> SafeString:
    """Words as HTML that says in which language they are, where that is not the page's; `language` is a tag or ""."""
    page = (get_language() or "en").partition("-")[0]
    if language.partition("-")[0].lower() in ("", page):
        return escape(words)
    return format_html('<bdi lang="{}">{}</bdi>', language, words)


def say_html_in(said: Message, language: str, *names: str, **parts: SafeString) -> SafeString:
    """A sentence as HTML whose slots of these names are words of another language, such as the title of a card."""
    told = {name: in_language(say_slot(value), language) for name, value in said.slots if name in names}
    rest = tuple(slot for slot in said.slots if slot[0] not in told)
    return say_html(replace(said, slots=rest), **told, **parts)


def say_slot(value: Slot) -> str:
    """What stands in a slot: somebody's own words and numbers as they are, all else said."""
    return say(value) if isinstance(value, Message | Series | Refused) else str(value)


def begin(said: Said) -> str:
    """The same at the beginning of a sentence: "Two at the table"."""
    text = say(said)
    return text[:1].upper() + text[1:]


def _sentence(said: Message) -> str:
    if said.many:
        if said.context:
            return npgettext(said.context, said.text, said.many, said.count)
        return ngettext(said.text, said.many, said.count)
    return pgettext(said.context, said.text) if said.context else gettext(said.text)


def _filled(text: str, slots: Any) -> str:
    """`slots` are pairs of a name and what stands there."""
    filled: dict[str, str] = {}
    for name, value in slots:
        filled[name] = say_slot(value)
        if isinstance(value, int) and not isinstance(value, bool):
            filled[f"{name}:,"] = _grouped(value)
    return fill(text, filled)


def _grouped(number: int) -> str:
    """A number with its thousands apart, as the language has it: 1,234."""
    mark = "," if (get_language() or "en").startswith("en") else get_format("THOUSAND_SEPARATOR")
    return f"{number:,}".replace(",", mark)


def _joined(parts: list[str], joint: Joint) -> str:
    if joint in BETWEEN or len(parts) < 2:
        return BETWEEN.get(joint, "").join(parts)
    last = message("{these} or {last}") if joint == "or" else message("{these} and {last}")
    return fill(_sentence(last), {"these": ", ".join(parts[:-1]), "last": parts[-1]})
