"""What a deck's words and marks mean: read by whoever reads the deck, changed by its members' vote."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from cards.access import Door
from cards.forms.lexicon import read_lexicon, read_renames
from cards.queries.deck_view import DeckView
from cards.queries.kit import asked_for, beginning
from cards.queries.lexicon import lexicon_form, lexicon_page, renamed_cards
from cards.rules.lexicon_checks import check_lexicon
from cards.rules.renaming import renamed_lexicon
from cards.verbs.verb import Wish
from cards.views.doors import enter, open_deck
from cards.views.kit import typed_in
from studio.kernel.inputs import Inputs, whole_number
from studio.kernel.refusals import Refused
from studio.web.inputs import in_address, sent
from studio.web.responses import is_scripted
from studio.wording import status

SEE = "see"  # what the form says is shown, and nothing is put to anybody


@require_http_methods(["GET", "HEAD", "POST"])
def words(request: HttpRequest, slug: str) -> HttpResponse:
    """Them, of a version too, and a form for others; POST with `add` draws one more row or a sheet of pictures, or
    shows what the form says: to a script the samples alone."""
    if request.method != "POST":
        return _read(request, slug)
    return words_page(request, enter(request, slug))


def words_asked(door: Door, given: Inputs) -> Wish:
    """What the form says, and every card that uses what is called otherwise. Raises Refused."""
    view, typed = DeckView.through(door), typed_in(given)
    rest, was = beginning(view, given).rest, view.deck.kit.lexicon
    renames = read_renames(typed, was)
    lexicon = renamed_lexicon(read_lexicon(typed), was, renames)
    check_lexicon(lexicon)
    renamed = renamed_cards(view, renames)
    kit, changes = replace(rest, lexicon=lexicon), [change for change, _ in renamed]
    return asked_for(view, given, kit, changes, [face for _, face in renamed])


def _read(request: HttpRequest, slug: str) -> HttpResponse:
    asked = in_address(request)
    door = open_deck(request, slug)
    version = whole_number(asked["version"]) or 0 if asked.get("version") else None
    if door.is_member and version is None:
        return words_page(request, enter(request, slug))
    return render(request, "cards/words.html", {"page": lexicon_page(door, version), "here": "archive"})


def words_page(
    request: HttpRequest, door: Door, refused: Refused | None = None, given: Inputs | None = None
) -> HttpResponse:
    """With what was typed, where something was, and why not."""
    view, given = DeckView.through(door), given or sent(request)
    typed = typed_in(given) if request.method == "POST" else None
    form = lexicon_form(view, beginning(view, given), typed, refused, more=given.text("add"))
    if given.text("add") == SEE and is_scripted(request):
        return render(request, "cards/_words_samples.html", {"lists": form.lists})
    answer = status(refused) if refused is not None else 200
    page = lexicon_page(door, None, form)
    return render(request, "cards/words.html", {"page": page, "here": "archive"}, status=answer)
