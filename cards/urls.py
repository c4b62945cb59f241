"""Addresses of decks. Each room of the house has its block."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
