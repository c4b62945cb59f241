"""`{% url "archive" %}` as Django has it, found once: an address without parts is written when its template is read."""

from __future__ import annotations

from django import template
from django.template import defaulttags
from django.template.base import Node, Parser, TextNode, Token
from django.urls import reverse

register = template.Library()


@register.tag
def url(parser: Parser, token: Token) -> Node:
    node = defaulttags.url(parser, token)
    name = node.view_name.var
    if node.args or node.kwargs or node.asvar or not isinstance(name, str):
        return node
    return TextNode(reverse(name))
