"""Whoever agreed that their cards may be shown has a page of them, whose address names them. Nobody has one unasked."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import partial

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import slugify

from studio.models import Member
from studio.web.addresses import path_to
from studio.web.words import isolated

KEY_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"
KEY_LENGTH = 6  # random: an address says of nobody else whether they agreed


def new_key() -> str:
    return "".join(secrets.choice(KEY_SIGNS) for _ in range(KEY_LENGTH))


def named_in_address(name: str, key: str) -> str:
    """ "maud-k3h2qa"; only the key counts, so a link outlives another name."""
    return f"{slugify(name) or 'maker'}-{key}"


def makers_address(name: str, key: str | None) -> str:
    """Where the page of somebody's cards is; "" where they did not agree to one."""
    return path_to("maker", named=named_in_address(name, key)) if key else ""


def key_in(named: str) -> str:
    return named.rpartition("-")[2]


def linked_to_makers(pages: Mapping[str, str]) -> Callable[[str], str]:
    """Makes of a name in a sentence (studio/web/words.py: `say_html`) a link to that person's page."""
    return partial(maker_link, pages)


def maker_link(pages: Mapping[str, str], name: str) -> SafeString:
    if name not in pages:
        return format_html("{}", isolated(name))
    return format_html('<a href="{}" translate="no">{}</a>', pages[name], isolated(name))


def makers_in(group_id: int) -> Mapping[str, str]:
    """Where the pages are of those who ever were in a group, by name. One statement."""
    agreed = Member.objects.filter(group_id=group_id, person__maker_key__isnull=False)
    return {name: makers_address(name, key) for name, key in agreed.values_list("person__name", "person__maker_key")}
