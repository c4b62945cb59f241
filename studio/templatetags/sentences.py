"""`{% translate %}` and `{% blocktranslate %}` as Django has them, known to every template: in English the sentence
stands in the template already and no catalogue is asked, as in `say` (studio/web/words.py)."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.template.base import Node, Parser, Token, render_value_in_context
from django.templatetags import i18n

from studio.web.language import ENGLISH, in_force

register = template.Library()


class SentenceNode(i18n.TranslateNode):
    """A literal, in the language in force."""

    def __init__(self, node: i18n.TranslateNode) -> None:
        vars(self).update(vars(node))
        self.english = str(node.filter_expression.var.literal)

    def render(self, context: Context) -> str:
        return self.english if in_force().startswith(ENGLISH) else str(super().render(context))


class FilledSentenceNode(i18n.BlockTranslateNode):
    """A sentence with values in it, of one or of many."""

    def __init__(self, node: i18n.BlockTranslateNode) -> None:
        vars(self).update(vars(node))
        self.one, names = self.render_token_list(self.singular)
        self.many, others = self.render_token_list(self.plural or self.singular)
        self.names = (*names, *others)

    def render(self, context: Context, nested: bool = False) -> str:
        if not in_force().startswith(ENGLISH):
            return str(super().render(context, nested))
        values: dict[str, Any] = {name: bound.resolve(context) for name, bound in self.extra_context.items()}
        text = self.one
        if self.counter and self.countervar:
            values[self.countervar] = count = self.counter.resolve(context)
            text = self.one if count == 1 else self.many
        return text % {
            name: render_value_in_context(values[name] if name in values else context.get(name, ""), context)
            for name in self.names
        }


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    node = i18n.do_translate(parser, token)
    said = node.filter_expression
    is_plain = not (node.asvar or node.noop or said.filters) and isinstance(said.var.literal, str)
    return SentenceNode(node) if is_plain else node


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    node = i18n.do_block_translate(parser, token)
    return node if node.asvar else FilledSentenceNode(node)
