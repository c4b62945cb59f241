"""How a page asks for its sheets and scripts: in joined files where there are such, or each by itself.

`{% sheets "workshop" %}<link …> …{% endsheets %}`: the sheets of a family, in the order in which they rule.
`{% sheet "css/people.css" %}`: one that is a family by itself.
`{% script "js/workshop.js" %}`: the module with which the page begins; what it imports comes with it.
`{% bare %}`: what holds where none of them came, and how long is waited for them.
`{% later "js/composer/page.js" %}`: one that comes when it is wanted (static/js/later.js).
Which files there are says studio/web/joined/plan.py.
"""

from __future__ import annotations

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template import Context
from django.template.base import NodeList, Parser, Token
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from studio.web.joined.bare import SCRIPT, STYLE
from studio.web.joined.plan import pages_scripts, script_file, sheet_file

register = template.Library()


def are_joined() -> bool:
    """Whether the files that are served are joined. Under DEBUG each comes as it was written."""
    return not settings.DEBUG and getattr(staticfiles_storage, "joins", False)


class Sheets(template.Node):
    """A family's links, or the one that stands for them."""

    def __init__(self, family: str, links: NodeList) -> None:
        self.family, self.nodelist = family, links

    def render(self, context: Context) -> SafeString:
        return _link(sheet_file(self.family)) if are_joined() else self.nodelist.render(context)


@register.tag
def sheets(parser: Parser, token: Token) -> Sheets:
    """See the head of this module."""
    _, family = token.split_contents()
    links = parser.parse(("endsheets",))
    parser.delete_first_token()
    return Sheets(family.strip("'\""), links)


@register.simple_tag
def sheet(name: str) -> SafeString:
    """See the head of this module."""
    return _link(sheet_file(name.removeprefix("css/").removesuffix(".css")) if are_joined() else name)


@register.simple_tag
def bare() -> SafeString:
    """How a page looks whose sheets did not come, and how long it waits for them. Stands before them."""
    return mark_safe(f"<style>{STYLE}</style><script>{SCRIPT}</script>")  # noqa: S308 - nobody's words


@register.simple_tag
def later(name: str) -> SafeString:
    """See the head of this module. What a `<template>` holds is not asked for until a script puts it on the page."""
    return format_html('<template data-later="{}">{}</template>', name, script(name))


@register.simple_tag
def script(name: str) -> SafeString:
    """See the head of this module. The files that it needs are asked for before it: a browser takes each address once,
    however often a page names it, and runs them in this order."""
    if not are_joined():
        return format_html('<script type="module" src="{}"></script>', static(name))
    files = pages_scripts()[name]
    *before, last = (static(script_file(one)) for one in files)
    tags = format_html_join("", '<script type="module" src="{}"></script>', ((one,) for one in before))
    begins = '<script type="module" src="{}" data-runs="{}" data-files="{}"></script>'
    return tags + format_html(begins, last, name, " ".join(files))


def _link(name: str) -> SafeString:
    return format_html('<link rel="stylesheet" href="{}">', static(name))
