"""Addresses of tables."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from play.views import composer, console, lists, table

TABLE = [
    path("", table.table, name="table"),
    path("sit/", table.sit, name="table-sit"),
    path("watch/", table.watch, name="table-watch"),
    path("act/", table.act, name="table-act"),
    path("looking/", table.looking, name="table-looking"),
    path("hand-over/", table.hand_over, name="table-hand-over"),
    path("remove/", table.remove, name="table-remove"),
    path("pieces/<slug:id>/", table.piece, name="table-piece"),
    path("piles/<str:key>/", table.pile, name="table-pile"),
    path("seats/<int:number>/", table.seat, name="table-seat"),
    path("backs/<slug:digest>.svg", table.back, name="table-back"),
    path("type/", console.type_line, name="table-type"),
    path("complete/", console.complete, name="table-complete"),
    path("write/", composer.write, name="table-write"),
    path("vote/", composer.vote, name="table-vote"),
    path("withdraw/", composer.withdraw, name="table-withdraw"),
    path("talk/", composer.talk, name="table-talk"),
    path("go-on/", composer.go_on, name="table-go-on"),
    path("repropose/", composer.repropose, name="table-repropose"),
    path("rollback/", composer.rollback, name="table-rollback"),
    path("log/", lists.log, name="table-log"),
    path("entries/", lists.entries, name="table-entries"),
    path("replay/", lists.first_step, name="table-replay-first"),
    path("replay/<int:number>/", lists.step, name="table-replay"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("tables/", lists.tables, name="tables"),
    path("decks/<slug:slug>/play/", lists.open_table, name="play"),
    path("tables/<slug:code>/", include(TABLE)),
]
