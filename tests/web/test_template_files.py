"""What is sent of a template: its white space, and not its indentation."""

from __future__ import annotations

import pytest
from django.template import engines
from django.template.loader import get_template

from studio.server import ticks
from studio.speed.template_files import Loader, compile_all, lean


@pytest.mark.parametrize(
    "written, sent",
    [
        ('<a\n  class="b"\n>\n  One\n</a>', '<a\nclass="b">\nOne\n</a>'),
        (
            "<ul>\n  {% for a in b %}\n    <li></li>\n  {% endfor %}\n</ul>",
            "<ul>\n{% for a in b %}<li></li>\n{% endfor %}\n</ul>",
        ),
        ("one\n  {% if a %}\n    two\n  {% endif %}\nthree", "one\n{% if a %}two{% endif %}\nthree"),
        (
            "one{% if a %}\n  and two{% endif %}\n{% if b %}, three{% endif %}",
            "one{% if a %}\nand two{% endif %}{% if b %}, three{% endif %}",
        ),
        ("one{% if a %} two\n{% endif %}\nthree", "one{% if a %} two{% endif %}\nthree"),
        (
            '<p\n  {% if a %}data-a{% endif %}\n  {% if b %}lang="{{ b }}"{% endif %}\n>\n  {% if c %}\n    c',
            '<p\n{% if a %}data-a{% endif %}\n{% if b %}lang="{{ b }}"{% endif %}>\n{% if c %}c',
        ),
        ("{# Arguments: none. #}\n{% load words %}\n<p>", "{# Arguments: none. #}{% load words %}<p>"),
        ("{% if a %}\n  one\n{% else %}\n  two\n{% endif %}\n", "{% if a %}one\n{% else %}\ntwo{% endif %}\n"),
    ],
)
def test_indentation_goes_and_white_space_between_words_stays(written: str, sent: str) -> None:
    assert lean(written) == sent


def test_every_template_is_read_before_anybody_asks_for_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_all in {duty.work for duty in ticks._first.values()}
    (loader,) = engines["django"].engine.template_loaders
    loader.reset()
    compile_all()
    monkeypatch.setattr(Loader, "get_contents", None)  # none is read again
    assert get_template("cards/_face.html") and get_template("400.html")
