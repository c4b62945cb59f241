"""Addresses of decks. Each room of the house has its block."""

from __future__ import annotations

from django.urls import URLPattern, path

from cards.views import archive, card, deck, minutes

PAPER = [
    path("", archive.home, name="home"),
    path("decks/", archive.archive, name="archive"),
    path("decks/<slug:slug>/", deck.deck, name="deck"),
    path("decks/<slug:slug>/versions/<int:number>/", deck.version, name="version"),
    path("decks/<slug:slug>/cards/<int:number>/", card.card, name="card"),
    path("decks/<slug:slug>/rules/<int:number>/", card.rule, name="rule"),
    path("decks/<slug:slug>/minutes/", minutes.minutes, name="minutes"),
]

urlpatterns: list[URLPattern] = [*PAPER]
