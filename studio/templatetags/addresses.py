"""`{% url "archive" %}` as Django has it, found once: an address without parts is written when its template is read,
and put by under a name with `as`, for a sentence with a link in it."""

from __future__ import annotations

from contextlib import suppress

from django import template
from django.template import Context, defaulttags
from django.template.base import Node, Parser, TextNode, Token
from django.urls import NoReverseMatch, reverse

register = template.Library()


class NamedAddress(Node):
    """An address that is put by under a name."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address = name, address

    def render(self, context: Context) -> str:
        context[self.name] = self.address
        return ""


@register.tag
def url(parser: Parser, token: Token) -> Node:
    node = defaulttags.url(parser, token)
    name = node.view_name.var
    if node.args or node.kwargs or not isinstance(name, str):
        return node
    if not node.asvar:
        return TextNode(reverse(name))
    with suppress(NoReverseMatch):  # what has no address leaves nothing: the admin's templates ask so
        return NamedAddress(node.asvar, reverse(name))
    return node
