"""Addresses of tables."""

from __future__ import annotations

from django.urls import URLPattern, path

from play.views import composer, console, lists, table

AT = "tables/<slug:code>/"

urlpatterns: list[URLPattern] = [
    path("tables/", lists.tables, name="tables"),
    path("decks/<slug:slug>/play/", lists.open_table, name="play"),
    path(AT, table.table, name="table"),
    path(f"{AT}sit/", table.sit, name="table-sit"),
    path(f"{AT}watch/", table.watch, name="table-watch"),
    path(f"{AT}act/", table.act, name="table-act"),
    path(f"{AT}looking/", table.looking, name="table-looking"),
    path(f"{AT}hand-over/", table.hand_over, name="table-hand-over"),
    path(f"{AT}remove/", table.remove, name="table-remove"),
    path(f"{AT}pieces/<slug:id>/", table.piece, name="table-piece"),
    path(f"{AT}piles/<str:key>/", table.pile, name="table-pile"),
    path(f"{AT}seats/<int:number>/", table.seat, name="table-seat"),
    path(f"{AT}type/", console.type_line, name="table-type"),
    path(f"{AT}complete/", console.complete, name="table-complete"),
    path(f"{AT}write/", composer.write, name="table-write"),
    path(f"{AT}vote/", composer.vote, name="table-vote"),
    path(f"{AT}withdraw/", composer.withdraw, name="table-withdraw"),
    path(f"{AT}talk/", composer.talk, name="table-talk"),
    path(f"{AT}go-on/", composer.go_on, name="table-go-on"),
    path(f"{AT}repropose/", composer.repropose, name="table-repropose"),
    path(f"{AT}rollback/", composer.rollback, name="table-rollback"),
    path(f"{AT}log/", lists.log, name="table-log"),
    path(f"{AT}entries/", lists.entries, name="table-entries"),
    path(f"{AT}replay/", lists.first_step, name="table-replay-first"),
    path(f"{AT}replay/<int:number>/", lists.step, name="table-replay"),
]
