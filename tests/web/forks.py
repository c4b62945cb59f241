"""Forks as a browser asks for them."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from cards import models as rows
from tests.deck_fixture import DeckFixture
from tests.markup import as_read


def home(table: DeckFixture) -> str:
    table.deck.refresh_from_db()
    return f"/decks/{table.deck.slug}/"


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return as_read(answer)


def sent(client: Client, address: str, **fields: str) -> Any:
    """The form of the page as it was drawn, filled in."""
    html = page(client, address)
    form = html[html.index('<form method="post"') :]
    hidden = dict(re.findall(r'<input type="hidden" name="(key|version)" value="([^"]*)"', form))
    return client.post(address.partition("?")[0], {**hidden, **fields})


def forked(client: Client, address: str, **fields: str) -> rows.Deck:
    answer = sent(client, address, **fields)
    assert answer.status_code == 303, answer.content.decode()
    return rows.Deck.objects.get(slug=answer["Location"].split("/")[2])


def ticket(html: str) -> str:
    return html[html.index('class="ticket"') : html.index("</aside>")]
