"""Addresses of decks. Each room of the house has its block."""

from __future__ import annotations

from django.urls import URLPattern, path

from cards.views import (
    archive,
    batch,
    card,
    composer,
    deck,
    deck_settings,
    export,
    fork,
    gaps,
    import_page,
    kit,
    lexicon,
    minutes,
    pictures,
    prints,
    proposals,
    start,
    symbols,
    together,
    unfinished,
    workshop,
    you,
)

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
    path("symbols/<str:name>.svg", symbols.symbol, name="symbol"),
    path("decks/<slug:slug>/words/", lexicon.words, name="words"),
    path("decks/<slug:slug>/archive/", deck_settings.archive_version, name="archive-version"),
    path("decks/<slug:slug>/details/", deck_settings.details, name="details"),
    path("decks/<slug:slug>/standing/", deck_settings.standing, name="standing"),
]

WORKSHOP = [
    path("decks/<slug:slug>/workshop/", workshop.workshop, name="workshop"),
    path("decks/<slug:slug>/agree/", workshop.agree, name="agree"),
    path("decks/<slug:slug>/drawer/", workshop.drawer, name="drawer"),
    path("decks/<slug:slug>/write/", composer.write, name="write"),
    path("decks/<slug:slug>/unfinished/", unfinished.unfinished, name="unfinished"),
    path("decks/<slug:slug>/preview/", composer.preview, name="preview"),
    path("decks/<slug:slug>/kit/", kit.kit, name="kit"),
    path("decks/<slug:slug>/gaps/", gaps.gaps, name="gaps"),
    path("decks/<slug:slug>/gaps/name/", gaps.name, name="name-gap"),
    path("decks/<slug:slug>/gaps/<int:number>/", gaps.reword, name="reword-gap"),
    path("decks/<slug:slug>/gaps/<int:number>/away/", gaps.put_away, name="put-gap-away"),
    path("decks/<slug:slug>/gaps/<int:number>/hang/", gaps.hang, name="hang-on-gap"),
    path("decks/<slug:slug>/gaps/<int:number>/unhook/", gaps.unhook, name="unhook-from-gap"),
    path("decks/<slug:slug>/first-batch/", batch.first_batch, name="first-batch"),
    path("decks/<slug:slug>/first-batch/begin/", batch.begin, name="batch-begin"),
    path("decks/<slug:slug>/first-batch/<int:number>/join/", batch.join, name="batch-join"),
    path("decks/<slug:slug>/first-batch/<int:number>/time/", batch.time, name="batch-time"),
    path("decks/<slug:slug>/first-batch/<int:number>/turn-over/", batch.turn, name="batch-turn"),
    path("decks/<slug:slug>/first-batch/<int:number>/call-off/", batch.call_off, name="batch-off"),
    path("decks/<slug:slug>/first-batch/<int:number>/cards/<int:slot>/", batch.card, name="batch-card"),
    path("decks/<slug:slug>/first-batch/<int:number>/cards/<int:slot>/up/", batch.pick_up, name="batch-up"),
    path("decks/<slug:slug>/first-batch/<int:number>/cards/<int:slot>/slip/", batch.slip, name="batch-slip"),
    path("decks/<slug:slug>/first-batch/<int:number>/marks/", batch.mark, name="batch-mark"),
    path("decks/<slug:slug>/first-batch/<int:number>/without/", batch.without, name="batch-without"),
    path("decks/<slug:slug>/proposals/<int:number>/", proposals.proposal, name="proposal"),
    path("decks/<slug:slug>/proposals/<int:number>/wordings/<int:wording>/vote/", proposals.vote, name="vote"),
    path("decks/<slug:slug>/proposals/<int:number>/talk/", proposals.remark, name="remark"),
    path("decks/<slug:slug>/proposals/<int:number>/withdraw/", proposals.withdraw, name="withdraw"),
    path("decks/<slug:slug>/proposals/<int:number>/go-on/", proposals.go_on, name="go-on"),
    path("decks/<slug:slug>/proposals/<int:number>/again/", proposals.again, name="again"),
    path("decks/<slug:slug>/proposals/<int:number>/drawing/", together.drawing, name="drawing"),
    path("decks/<slug:slug>/proposals/<int:number>/drawing/<int:member>/take/", together.take, name="take-strokes"),
    path("decks/<slug:slug>/proposals/<int:number>/drawing/<int:member>/leave/", together.leave, name="leave-strokes"),
]

PICTURES = [
    path("decks/<slug:slug>/pictures/", pictures.bring, name="pictures"),
    path("pictures/<str:digest>/", pictures.picture, name="picture"),
]

PRINTS = [
    path("decks/<slug:slug>/print/", prints.print_shop, name="print"),
    path("decks/<slug:slug>/print/<int:number>/", prints.print_job, name="print-job"),
    path("decks/<slug:slug>/print/<int:number>/sheets.pdf", prints.print_file, name="print-file"),
]

CARRYING = [
    path("decks/<slug:slug>/bring-in/", import_page.bring_in, name="bring-in"),
    path("decks/<slug:slug>/export.json", export.export, name="export"),
    path("decks/<slug:slug>/fork/", fork.fork, name="fork"),
    path("forked-from/<str:key>/<int:version>/", fork.source, name="source"),
]

urlpatterns: list[URLPattern] = [*PEOPLE, *PAPER, *WORKSHOP, *PICTURES, *PRINTS, *CARRYING]
