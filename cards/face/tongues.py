"""Languages by their tags (BCP 47): what is one, how it is written, and those that a deck may be said to be in by name.

Each of the list is named in its own language, as whoever looks for it reads it, and stands with the scripts that it is
written in (ISO 15924). Any other tag is as good.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language of the list."""

    tag: str
    name: str
    scripts: tuple[str, ...] = ("Latn",)


TONGUES = (
    Tongue("en", "English"),
    Tongue("id", "Bahasa Indonesia"), Tongue("ms", "Bahasa Melayu"), Tongue("ca", "Català"), Tongue("cs", "Čeština"),
    Tongue("cy", "Cymraeg"), Tongue("da", "Dansk"), Tongue("de", "Deutsch"), Tongue("et", "Eesti"),
    Tongue("es", "Español"), Tongue("eo", "Esperanto"), Tongue("eu", "Euskara"), Tongue("fr", "Français"),
    Tongue("ga", "Gaeilge"), Tongue("hr", "Hrvatski"), Tongue("is", "Íslenska"), Tongue("it", "Italiano"),
    Tongue("sw", "Kiswahili"), Tongue("la", "Latina"), Tongue("lv", "Latviešu"), Tongue("lt", "Lietuvių"),
    Tongue("hu", "Magyar"), Tongue("nl", "Nederlands"), Tongue("nb", "Norsk bokmål"), Tongue("pl", "Polski"),
    Tongue("pt", "Português"), Tongue("ro", "Română"), Tongue("sk", "Slovenčina"), Tongue("sl", "Slovenščina"),
    Tongue("fi", "Suomi"), Tongue("sv", "Svenska"), Tongue("vi", "Tiếng Việt"), Tongue("tr", "Türkçe"),
    Tongue("el", "Ελληνικά", ("Grek",)), Tongue("be", "Беларуская", ("Cyrl",)), Tongue("bg", "Български", ("Cyrl",)),
    Tongue("kk", "Қазақша", ("Cyrl", "Latn", "Arab")), Tongue("mk", "Македонски", ("Cyrl",)),
    Tongue("ru", "Русский", ("Cyrl",)), Tongue("sr", "Српски", ("Cyrl", "Latn")),
    Tongue("uk", "Українська", ("Cyrl",)), Tongue("hy", "Հայերեն", ("Armn",)), Tongue("ka", "ქართული", ("Geor",)),
    Tongue("he", "עברית", ("Hebr",)), Tongue("yi", "ייִדיש", ("Hebr",)), Tongue("ur", "اردو", ("Arab",)),
    Tongue("ar", "العربية", ("Arab",)), Tongue("fa", "فارسی", ("Arab",)), Tongue("am", "አማርኛ", ("Ethi",)),
    Tongue("hi", "हिन्दी", ("Deva",)), Tongue("bn", "বাংলা", ("Beng",)), Tongue("ta", "தமிழ்", ("Taml",)),
    Tongue("th", "ไทย", ("Thai",)), Tongue("ja", "日本語", ("Kana", "Hani")), Tongue("ko", "한국어", ("Hang", "Hani")),
    Tongue("zh-Hans", "简体中文", ("Hani",)), Tongue("zh-Hant", "繁體中文", ("Hani",)),
)  # fmt: skip

_BY_TAG: Mapping[str, Tongue] = {tongue.tag: tongue for tongue in TONGUES}
# Besides those of the list, where letters alone tell them.
_SCRIPTS: Mapping[str, tuple[str, ...]] = {
    **{tongue.tag.partition("-")[0]: tongue.scripts for tongue in TONGUES},
    "ckb": ("Arab",), "ps": ("Arab",), "ug": ("Arab",), "sd": ("Arab", "Deva"), "mn": ("Cyrl", "Mong"),
    "mr": ("Deva",), "ne": ("Deva",), "sa": ("Deva",), "as": ("Beng",), "pa": ("Guru", "Arab"), "gu": ("Gujr",),
    "or": ("Orya",), "te": ("Telu",), "kn": ("Knda",), "ml": ("Mlym",), "si": ("Sinh",), "lo": ("Laoo",),
    "bo": ("Tibt",), "my": ("Mymr",), "km": ("Khmr",), "ti": ("Ethi",), "dv": ("Thaa",), "chr": ("Cher",),
    "yue": ("Hani",),
}  # fmt: skip
# How a script subtag is called here, where it stands for several or for part of one.
_SUBTAGS = {
    "Hans": ("Hani",), "Hant": ("Hani",), "Jpan": ("Kana", "Hani"), "Hira": ("Kana",), "Hrkt": ("Kana",),
    "Kore": ("Hang", "Hani"), "Aran": ("Arab",),
}  # fmt: skip

# Language with up to three extensions of it, script, region, variants, extensions, private use (RFC 5646, 2.1). No tag
# here are those of an older kind (each has a better one) and languages of more letters, of which there are none.
_TAG = re.compile(
    r"(?P<language>[a-z]{2,3}(?:-[a-z]{3}){0,3})"
    r"(?:-(?P<script>[a-z]{4}))?(?:-(?P<region>[a-z]{2}|\d{3}))?"
    r"(?P<variants>(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*)"
    r"(?P<extensions>(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*)"
    r"(?P<private>-x(?:-[a-z0-9]{1,8})+)?",
    re.ASCII | re.IGNORECASE,
)


def well_formed(said: str) -> str:
    """The tag as it is usually written, "ZH_hant" as "zh-Hant"; "" for what is none."""
    found = _TAG.fullmatch(said.strip().replace("_", "-"))
    if found is None:
        return ""
    variants = [part.lower() for part in found["variants"].split("-")[1:]]
    if len(set(variants)) < len(variants):
        return ""  # the same variant twice is none
    parts = [found["language"].lower(), (found["script"] or "").title(), (found["region"] or "").upper(), *variants]
    written = "-".join(part for part in parts if part)
    return written + found["extensions"].lower() + (found["private"] or "").lower()


def name_of(tag: str) -> str:
    """What speakers call the language, where the list knows it; else the tag itself."""
    known = _BY_TAG.get(tag) or _BY_TAG.get(tag.partition("-")[0])
    return known.name if known else tag


def scripts_of(tag: str) -> tuple[str, ...]:
    """The scripts that the language is written in; () where that is not known."""
    found = _TAG.fullmatch(tag)
    if found is None:
        return ()
    if found["script"]:
        script = found["script"].title()
        return _SUBTAGS.get(script, (script,))
    return _SCRIPTS.get(found["language"].lower(), ())
