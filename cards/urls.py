"""Addresses of decks. Each room of the house has its block; what stands under one deck is said from there on."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from cards.views import (
    archive,
    back,
    batch,
    card_pictures,
    compare,
    composer,
    deck,
    deck_settings,
    drawn,
    export,
    feeds,
    fork,
    gaps,
    import_page,
    kit,
    lexicon,
    pictures,
    prints,
    proposals,
    start,
    take_over,
    together,
    unfinished,
    verbs,
    workshop,
    you,
)

SITE = [
    path("decks/start/", start.start, name="start"),
    path("you/", you.you, name="you"),
    path("you/my-papers.json", you.my_papers, name="my-papers"),
    path("", archive.home, name="home"),
    path("decks/", archive.archive, name="archive"),
    path("makers/<slug:named>/", archive.maker, name="maker"),
    path("makers/<slug:named>/take-home/", fork.take_home, name="take-home"),
    path("makers/<slug:named>/feed.atom", feeds.maker_feed, name="maker-feed"),
    path("decks.json", feeds.decks, name="deck-list"),
    path("decks/feed.atom", feeds.archive_feed, name="archive-feed"),
    path("sitemap.xml", feeds.sitemap_index, name="sitemap"),
    path("sitemap-<int:number>.xml", feeds.sitemap_part, name="sitemap-part"),
    path("symbols/<str:name>.svg", drawn.symbol, name="symbol"),
    path("card-sizes/<str:name>.css", drawn.style, name="card-size"),
    path("backs/<str:name>.svg", drawn.pattern, name="back-pattern"),
    path("pictures/<str:digest>/", pictures.picture, name="picture"),
    path("forked-from/<slug:key>/<int:version>/", fork.source, name="source"),
]

# --- of one deck ------------------------------------------------------------------------------------------------------
PAPER = [
    path("", deck.deck, name="deck"),
    path("versions/<int:number>/", deck.version, name="version"),
    path("versions/<int:version>/cards/<int:number>/", deck.card, name="version-card"),
    path("versions/<int:version>/rules/<int:number>/", deck.rule, name="version-rule"),
    path("cards/<int:number>/", deck.card, name="card"),
    path("rules/<int:number>/", deck.rule, name="rule"),
    path("minutes/", deck.minutes, name="minutes"),
    path("back/", verbs.or_do("ask-for-back", back.back), name="back"),
    path("words/", verbs.or_do("ask-for-words", lexicon.words), name="words"),
    path("archive/", verbs.or_do("archive-version", deck_settings.archive_version), name="archive-version"),
    path("details/", verbs.or_do("edit-details", deck_settings.details), name="details"),
]

PROPOSAL = [
    path("", proposals.proposal, name="proposal"),
    path("drawing/", verbs.or_do("suggest-strokes", together.drawing), name="drawing"),
    path("drawing/begun/", together.sketch, name="sketch"),
]

# Where pages of the release before, open in some tab still, send what is asked at `do/`. They go with the next one.
BEFORE = [
    path(address, verbs.do, {"verb": verb}, f"was-{verb}")
    for verb, address in (
        ("vote", "proposals/<int:proposal>/wordings/<int:wording>/vote/"),
        ("remark", "proposals/<int:proposal>/talk/"),
        ("take-over", "compare/<str:versions>/take-over/"),
        ("ask-again", "proposals/<int:proposal>/again/"),
        ("withdraw", "proposals/<int:proposal>/withdraw/"),
        ("go-on", "proposals/<int:proposal>/go-on/"),
        ("agree", "agree/"),
        ("call-it", "title/"),
        ("ask-for-standing", "standing/"),
        ("give-way", "proposals/<int:proposal>/behind/<int:to>/"),
        ("take-strokes", "proposals/<int:proposal>/drawing/<int:member>/take/"),
        ("leave-strokes", "proposals/<int:proposal>/drawing/<int:member>/leave/"),
        ("name-gap", "gaps/name/"),
        ("reword-gap", "gaps/<int:gap>/"),
        ("put-gap-away", "gaps/<int:gap>/away/"),
        ("hang-on-gap", "gaps/<int:gap>/hang/"),
        ("unhook-from-gap", "gaps/<int:gap>/unhook/"),
        ("begin-batch", "first-batch/begin/"),
        ("join-batch", "first-batch/<int:batch>/join/"),
        ("give-time", "first-batch/<int:batch>/time/"),
        ("turn-over", "first-batch/<int:batch>/turn-over/"),
        ("call-off-batch", "first-batch/<int:batch>/call-off/"),
        ("pick-up", "first-batch/<int:batch>/cards/<int:slot>/up/"),
        ("mark", "first-batch/<int:batch>/marks/"),
        ("sweep-without", "first-batch/<int:batch>/without/"),
    )
]

WORKSHOP: list[URLPattern | URLResolver] = [
    path("workshop/", workshop.workshop, name="workshop"),
    path("do/", verbs.do, name="do"),
    path("drawer/", workshop.drawer, name="drawer"),
    path("write/", composer.write, name="write"),
    path("unfinished/", unfinished.unfinished, name="unfinished"),
    path("preview/", composer.preview, name="preview"),
    path("kit/", verbs.or_do("ask-for-kit", kit.kit), name="kit"),
    path("gaps/", gaps.gaps, name="gaps"),
    path("first-batch/", batch.first_batch, name="first-batch"),
    path("first-batch/<int:number>/cards/<int:slot>/", batch.card, name="batch-card"),
    path("first-batch/<int:number>/cards/<int:slot>/slip/", batch.slip, name="batch-slip"),
    path("proposals/<int:number>/", include(PROPOSAL)),
]

CARD_PICTURES = [
    path(
        f"{kind}s/<int:number>/card.{form}",
        card_pictures.picture,
        {"kind": kind, "form": form},
        name=f"{kind}-{form}",
    )
    for kind in ("card", "rule")
    for form in ("png", "svg")
]
PREVIEWS = [
    path("preview.png", card_pictures.preview, name="deck-preview"),
    path("cards/<int:number>/preview.png", card_pictures.preview, {"kind": "card"}, "card-preview"),
    path("rules/<int:number>/preview.png", card_pictures.preview, {"kind": "rule"}, "rule-preview"),
]

PRINTS = [
    path("print/", prints.print_shop, name="print"),
    path("print/list/", prints.card_list, name="card-list"),
    path("print/<int:number>/", prints.print_job, name="print-job"),
    path("print/<int:number>/cancel/", prints.cancel_print, name="print-cancel"),
    path("print/<int:number>/sheets.pdf", prints.print_file, name="print-file"),
    path("print/<int:number>/cuts.svg", prints.print_cuts, name="print-cuts"),
]

CARRYING = [
    path("pictures/", pictures.bring, name="pictures"),
    path("bring-in/", import_page.bring_in, name="bring-in"),
    path("export.json", export.export, name="export"),
    path("versions/<int:number>/deck.json", export.version, name="version-json"),
    path("feed.atom", feeds.deck_feed, name="deck-feed"),
    path("fork/", fork.fork, name="fork"),
    path("keep/", you.keep, name="keep"),
]

COMPARE = [
    path("compare/", compare.choose, name="compare-choose"),
    path("compare/<str:versions>/", compare.compare, name="compare"),
    path(
        "versions/<int:number>/roll-back/", verbs.or_do("roll-back", take_over.roll_back, "version"), name="roll-back"
    ),
    path("compare/<str:versions>/changes.json", compare.data, name="compare-data"),
    path("compare/<str:versions>/changes.txt", compare.text, name="compare-text"),
]

DECK = [*PAPER, *COMPARE, *WORKSHOP, *CARD_PICTURES, *PREVIEWS, *PRINTS, *CARRYING, *BEFORE]

# One look at how an address begins, and most of the list is passed over.
urlpatterns: list[URLPattern | URLResolver] = [*SITE, path("decks/<slug:slug>/", include(DECK))]
