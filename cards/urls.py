"""Addresses of decks. Each room of the house has its block."""

from __future__ import annotations

from django.urls import URLPattern, path

from cards.views import archive, card, deck, minutes, start, you

PEOPLE = [
    path("decks/start/", start.start, name="start"),
    path("you/", you.you, name="you"),
    path("you/my-papers.json", you.my_papers, name="my-papers"),
]

PAPER = [
    path("", archive.home, name="home"),
    path("decks/", archive.archive, name="archive"),
    path("decks/<slug:slug>/", deck.deck, name="deck"),
    path("decks/<slug:slug>/versions/<int:number>/", deck.version, name="version"),
    path("decks/<slug:slug>/cards/<int:number>/", card.card, name="card"),
    path("decks/<slug:slug>/rules/<int:number>/", card.rule, name="rule"),
    path("decks/<slug:slug>/minutes/", minutes.minutes, name="minutes"),
]

urlpatterns: list[URLPattern] = [*PEOPLE, *PAPER]
