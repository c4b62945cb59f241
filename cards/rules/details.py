"""A deck's title, blurb and the like: cleaned, and refused when too long."""

from __future__ import annotations

from dataclasses import replace

from cards.face.tongues import well_formed
from cards.rules import limits
from cards.rules.deck import Details
from studio.kernel.messages import message
from studio.kernel.refusals import Refused

# The states a deck can be in, as they are kept and as they are said.
STATUSES = {
    "unfinished": message("Unfinished"),
    "unfinished but playable": message("Unfinished but playable"),
    "untested": message("Untested"),
    "playable": message("Playable"),
    "nomic": message("Nomic"),
    "card set": message("Card set"),
    "deck of a set": message("Deck of a set"),
}
ANOTHER = "another"  # in the list of languages: its tag is typed
# What a form says of them.
TYPED = (
    "title", "blurb", "theme", "goal", "players_min", "players_max", "status", "tags", "language", "language_tag",
)  # fmt: skip
STAR = "star"  # once a state that a group could give its own deck; now the host of a site gives it (Deck.starred_at)
UNTITLED = message("Untitled deck")  # how a deck begins that nobody gave a title, and what is said where one has none


def is_untitled(title: str, *, also: str = "") -> bool:
    """Whether nobody has given the deck a title yet; `also` is how a deck without one is called in another language."""
    return title.strip() in ("", UNTITLED.text, also)


def as_a_group_says(details: Details) -> Details:
    """The same with a state that a group can give: a deck that its own group called a star is playable."""
    return replace(details, status="playable") if details.status == STAR else details


def check_details(details: Details) -> Details:
    """The same details with clean words. Raises Refused naming the field and its limit."""
    lines = {
        "title": limits.DECK_TITLE_MAX,
        "theme": limits.THEME_MAX,
        "goal": limits.GOAL_MAX,
        "language": limits.LANGUAGE_MAX,
    }
    clean = {name: limits.clean_line(getattr(details, name)) for name in lines}
    clean["blurb"] = limits.clean_text(details.blurb).strip()
    for name, limit in {**lines, "blurb": limits.BLURB_MAX}.items():
        if len(clean[name]) > limit:
            raise Refused("details.long", field=limits.FIELD_WORDS[name], limit=limit)
    if not clean["title"]:
        raise Refused("details.title_empty")
    if details.status and details.status not in STATUSES:
        raise Refused("details.status_unknown")
    fewest, most = details.players_min, details.players_max
    if not (0 <= fewest <= limits.PLAYERS_MAX and 0 <= most <= limits.PLAYERS_MAX and (fewest <= most or not most)):
        raise Refused("details.players", limit=limits.PLAYERS_MAX)
    return replace(
        details, title=clean["title"], theme=clean["theme"], goal=clean["goal"], language=clean["language"],
        blurb=clean["blurb"], tags=_tags(details.tags),
    )  # fmt: skip


def check_language(said: str) -> None:
    """Raises Refused for what is no tag of a language."""
    if said and not well_formed(said):
        raise Refused("details.language")


def _tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    clean = tuple(dict.fromkeys(tag for tag in (limits.clean_line(t).casefold() for t in tags) if tag))
    if len(clean) > limits.TAGS_MAX:
        raise Refused("details.tags_many", limit=limits.TAGS_MAX)
    if any(len(tag) > limits.TAG_MAX for tag in clean):
        raise Refused("details.tag_long", limit=limits.TAG_MAX)
    return clean
