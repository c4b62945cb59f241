"""The one table of refusals: a stable code, the status it answers with, and its sentence.

A sentence says what happened, then what to do (VISUAL.md, "Voice"). Names in braces are the facts the
refusal carries; they are filled in as plain text, so a template escapes the whole sentence like any other.
`tests/test_wording.py` reads every `Refused("…")` in the source and fails when its code is missing here.

Statuses: 404 there is no such thing for you, 409 it was possible and no longer is (or not at this
moment), 422 what was written cannot be taken as it stands, 429 too often, 403 you are here but this is
for somebody else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class Words:
    """What one refusal answers: an HTTP status and a sentence with {facts}."""

    status: int
    sentence: str


def _gone(sentence: str) -> Words:
    return Words(404, sentence)


def _late(sentence: str) -> Words:
    return Words(409, sentence)


def _amiss(sentence: str) -> Words:
    return Words(422, sentence)


def _often(sentence: str) -> Words:
    return Words(429, sentence)


def _others(sentence: str) -> Words:
    return Words(403, sentence)


REQUESTS: dict[str, Words] = {
    "request.unreadable": _amiss("That did not arrive in one piece. Go back and send it once more."),
    "request.reused": _late("This page has already sent something else with that button. Reload it and try again."),
    "pace.person": _often("You are faster than the others can read. Wait {seconds} seconds, then send it again."),
    "pace.group": _often("So much is being written here just now. Wait {seconds} seconds, then send it again."),
    "tries.too_many": _often("That was a lot of tries in a short time. Wait {seconds} seconds, then try again."),
}

NAMES: dict[str, Words] = {
    "name.empty": _amiss("A name is needed, so that the others know who is speaking."),
    "name.long": _amiss("That name is {length} characters long. {limit} fit on a seal's label: shorten it a little."),
    "name.unreadable": _amiss("That name has no letter or number in it. Give one that can be said out loud."),
    "name.reserved": _amiss("“{name}” is what we call people who asked to be forgotten. Take another name."),
    "name.taken": _late(
        "Somebody in this group is called {name} already. Take another name, or say that you are {name}."
    ),
    "name.alike": _late(
        "{name} is here already with the same seal, and {typed} reads much like that. Take a seal of another shape, or "
        "another name."
    ),
    "name.two_in_one": _late("That is two members’ names in one. Take a name of your own."),
    "name.turned": _amiss("There are marks in that name which turn the writing round. Type it without them."),
    "colour.unknown": _amiss("That colour could not be read. Choose one of the inks."),
    "shape.unknown": _amiss("That is not one of the seals. Choose one of the eight shapes."),
}

DOORS: dict[str, Words] = {
    "person.unknown": _others("We do not know you on this device yet. Give your name first."),
    "group.not_member": _gone("There is nothing here for you. The link may be old, or you may have left this group."),
    "join.link_dead": _gone("This invitation no longer opens anything. Ask the group for the new link."),
    "join.group_full": _late("This group has {limit} members, and that is as many as one group holds."),
    "join.groups_many": _late("You are in {limit} groups, and that is as many as one person holds. Leave one first."),
    "room.unknown": _amiss("No room answers to that code just now. Codes change each evening: ask for today's."),
    "knock.gone": _late("Nobody is knocking any more. If they knock again, it shows here."),
    "knock.many": _late("Too many people are knocking at this door. Try again in a few minutes."),
    "steward.only": _others("Only a steward can do that. {stewards} can."),
    "member.unknown": _gone("There is no such member in this group. They may have left just now."),
    "member.self": _late("To go yourself, leave the group from your own page."),
    "claim.here": _late("{name} is in the room just now. If you are {name}, use the device you are already on."),
    "claim.alone": _late("Nobody is here to vouch for you. Use your recovery code on the sign-in page."),
    "claim.newcomer": _late("Somebody who was here a day before them must answer this. Only such a voice counts."),
    "claim.own": _late("You cannot vouch for yourself. Somebody else in the group must answer this."),
    "claim.settled": _late("This has been answered already."),
    "claim.said": _late("You have said so already. One more member must know the voice."),
    "claim.yourself": _late("That is your own seat. If it was not you who asked, say no."),
    "claim.too_new": _late(
        "{wanted} who came here at least a day before you must know your voice, and there are too few. "
        "Use your recovery code on the sign-in page, or come in anew by the link another day and say it then."
    ),
    "claim.refused": _late("You were told already that you are not {name}. That cannot be asked again from here."),
    "claim.denied": _late("{name} said no to this from their own device a few days ago. They are not lost."),
    "claim.doubled": _late("Somebody else was taken for {name} within the last day. That must be settled first."),
    "claim.over": _late("The day in which that could be undone is over."),
    "claim.not_yet": _others("Not from this device yet: that you are {name} can still be undone until {until}."),
    "claim.open": _late("You have already said who you are. Somebody in the group must answer that first."),
    "claim.account_kept": _late("{name} has an account. Sign in with it, or take another name."),
}

ACCOUNTS: dict[str, Words] = {
    "account.taken": _late("That sign-in name is taken. Choose another; the group will still see {name}."),
    "account.exists": _late("You already have an account: sign in with {name}."),
    "account.password_empty": _amiss("A password is needed. A few words in a row make a good one."),
    "account.password_short": _amiss(
        "That password is too short. Use at least {limit} characters: a few words in a row."
    ),
    "account.password_long": _amiss("That password is too long. {limit} characters are plenty."),
    "account.password_common": _amiss(
        "That password is one of the first a stranger would try. Use a few words in a row."
    ),
    "account.password_numeric": _amiss("A password of numbers alone is soon guessed. Put words in it."),
    "account.password_similar": _amiss("That password is too like your name. Use a few words that are not about you."),
    "account.password_weak": _amiss("That password is too easily guessed. Use a few words in a row."),
    "account.sign_in": _amiss("That name and password do not go together. Check both, or use a recovery code."),
    "account.old_password": _amiss("That is not the password of now. Nothing was changed."),
    "account.none": _late("There is no account yet. Make one first."),
    "account.leaves_behind": _late(
        "You would leave behind {what}. Bring it along, or say below that you mean to leave it."
    ),
    "account.two": _late("You are signed in as {name} on this device already. Sign out first."),
    "recovery.wrong": _amiss("That recovery code opens nothing. Each works once: it may have been used, or replaced."),
    "device.unknown": _gone("That device is not one of yours, or it has been signed out already."),
}

# Codes of a deck, its proposals and ballots (cards/rules, cards/actions).
DECKS: dict[str, Words] = {
    "member.none": _gone("There is nothing here for you. You may have left this group."),
    "deck.deleted": _gone("This deck was put away for good by everybody's vote."),
    "deck.started": _late("This deck has already begun."),
    "deck.has_begun": _late("This deck has begun, so new cards come in by the vote. Put them to the table."),
    "deck.full": _late("A deck holds {limit} cards and Special Rules, and this would be more. Repeal some first."),
    "title.taken": _amiss(
        "That title is taken. There is already a {title} in this deck. Reword it, or give yours another name."
    ),
    "article.none": _gone("There is no {article} in this deck."),
    "article.numbers": _amiss("Cards that are brought in each need a number of their own, from 1 to {limit}."),
    "article.repealed": _late("{article} has been repealed meanwhile. It can be restored."),
    "article.in_force": _late("{article} is in the deck. There is nothing to restore."),
    "face.superseded": _late("{article} was changed while you wrote. Look at it as it reads now, then propose again."),
    "face.none": _late("The words this was about are not here. Reload the page and try again."),
    "change.nothing": _amiss("Nothing would be different. Change something first."),
    "changes.none": _amiss("There is nothing in this proposal yet."),
    "changes.many": _amiss("One proposal holds {limit} changes. Make it two."),
    "changes.collide": _amiss("Two of these changes contradict each other about one card."),
    "kit.amiss": _amiss("The kit contradicts itself. {place}: {why}."),
    "copies.of_rule": _amiss("A Special Rule is in no pile, so it has no copies."),
    "side.long": _amiss("The name of a side is one line of at most {limit} characters."),
    "licence.long": _amiss("The licence is one line of at most {limit} characters."),
    "proposal.none": _gone("There is no proposal {proposal} in this deck."),
    "proposal.closed": _late("That vote is over. See in the minutes how it went."),
    "proposal.queued": _late("That one is still waiting for its turn. Vote when it comes to the mat."),
    "proposal.overtaken": _late(
        "Another proposal changed that card first. Whoever proposed this must reword it before it can be voted on."
    ),
    "proposal.many": _late(
        "{limit} of your proposals are waiting, and that is as many as one may have. Let the others judge some first."
    ),
    "proposal.not_yours": _others("Only whoever proposed it can do that."),
    "proposal.not_aside": _late("That one is not in the drawer."),
    "wording.superseded": _late("It was reworded while you were reading. Here is wording {now}: does it go in?"),
    "wording.same": _amiss("That is how it reads already. Change something first."),
    "vote.own_wording": _late("You wrote this wording, so you are in favour. Withdraw it or reword it instead."),
    "reason.wanted": _amiss("In this deck a no comes with a reason. A few words are enough."),
    "reason.long": _amiss("A reason is at most {limit} characters. The talk below has room for more."),
    "elector.none": _others("You were not at the table when this came up, so this vote is not yours."),
    "elector.voteless": _others("A Special Rule leaves you without a vote on this."),
    "elector.not_away": _late("They are here. There is nobody to go on without."),
    "elector.has_spoken": _late("They have voted already. There is no need to go on without them."),
    "elector.one_more": _late("Somebody besides the proposer must be here before you can go on without anyone."),
    "remark.empty": _amiss("There is nothing in that remark yet."),
    "remark.long": _amiss("A remark is at most {limit} characters. Say it in two."),
    "details.title_empty": _amiss("A deck needs a title. Any will do for now."),
    "details.long": _amiss("That {field} is too long. {limit} characters fit."),
    "details.status_unknown": _amiss("That is not one of the states a deck can be in."),
    "details.players": _amiss("Players go from 1 to {limit}, the fewer first."),
    "details.tags_many": _amiss("A deck has at most {limit} tags."),
    "details.tag_long": _amiss("A tag is at most {limit} characters."),
    "licence.all_rights": _late(
        "It was forked from {source}, whose people kept all rights to it. Ask them for a licence."
    ),
    "licence.kept": _late("It was forked from {source}, under {licence}, which nobody but its people can change."),
    "licence.share_alike": _late(
        "It was forked from {source}, under {licence}: what is made of that stays under the same licence, or a later "
        "one of its kind."
    ),
    "licence.credit": _late(
        "It was forked from {source}, under {licence}: whoever takes it on has to name its makers, and {to} does not "
        "ask them to."
    ),
    "licence.trade": _late(
        "It was forked from {source}, under {licence}: nobody may sell what is made of that, and {to} would let them."
    ),
    "lineage.amiss": _amiss("What it says of the decks it was forked from is not written as we write it."),
    "fork.deep": _late("It has been forked {limit} times, one after the other. Start afresh from here."),
    "fork.empty": _late("There is nothing here to fork yet."),
    "fork.withdrawn": _late("Some words in it were taken down, so it is not carried on. Fork a version without them."),
    "fork.all_rights": _others(
        "Its people keep all rights to this deck. Ask them for a licence that lets others change it, then fork it."
    ),
    "fork.licence": _others(
        "Its licence, {licence}, does not plainly let others change the deck. Ask its people before you fork it."
    ),
    "version.empty": _late("There is nothing to archive yet. Write a card first."),
    "version.unchanged": _late("Nothing has changed since version {version}. It is in the archive as it is."),
    "version.name_long": _amiss("A version's name is at most {limit} characters."),
    "version.notes_long": _amiss("The notes are at most {limit} characters."),
}

# Codes of faces and the limits of what can be written (cards/rules/limits.py).
FACES: dict[str, Words] = {
    "face.title_empty": _amiss("A card needs a title, so that it can be talked about. Give it one."),
    "face.title_long": _amiss("That title is {length} characters long and {limit} fit. Shorten it."),
    "face.type_long": _amiss("That type line is {length} characters long and {limit} fit. Shorten it."),
    "face.text_long": _amiss(
        "That text is {length} characters long and {limit} fit. Shorten it, or make it two cards."
    ),
    "face.flavour_long": _amiss("That flavour text is {length} characters long and {limit} fit. Shorten it."),
    "face.credit_long": _amiss("That maker's name is {length} characters long and {limit} fit. Shorten it."),
    "face.corner_long": _amiss("A corner holds {limit} characters, and that is {length}. Shorten it."),
    "face.colour_unknown": _amiss("“{colour}” is not a colour that could be read. Choose one of the inks."),
    "face.effects_on_card": _amiss("Only a Special Rule can change how the deck decides. Make this a Special Rule."),
    "face.effects_many": _amiss("One Special Rule holds {limit} settings, and that is {length}. Make it two rules."),
    "face.doodle_large": _amiss("That drawing has more strokes than a card holds. Rub some out."),
    "face.doodle_unreadable": _amiss("That drawing could not be read. Draw it again, on the card."),
    "face.unclean": _amiss("There are characters in the {field} that cannot be printed. Type it again."),
    "copies.out_of_range": _amiss("A card can have 1 to {limit} copies, not {copies}."),
}

# Codes of tables (play/rules). A code "ask.…" is put as a question: the same command with a yes is carried out.
TABLES: dict[str, Words] = {
    "ask.not_your_turn": _late("It is not your turn. Does a card or a rule allow it?"),
    "ask.other_phase": _late("This belongs to another part of the turn. Does a card or a rule allow it now?"),
    "ask.played_enough": _late("You have played your {kind} for this turn. Does something allow another?"),
    "ask.kind_denied": _late("A rule in force says that no {kind} is played. Does something allow it all the same?"),
    "ask.used_enough": _late("That card has been used this turn. Does something allow it again?"),
    "ask.not_your_card": _late("Somebody else controls that card. Does something let you use it?"),
    "ask.draw_more": _late("You draw {due} in a turn. Does something let you draw more?"),
    "ask.not_drawn": _late("You have not drawn yet. End it without drawing?"),
    "ask.over_the_limit": _late("You hold {over} more than the hand limit of {limit}. End your turn all the same?"),
    "ask.free_discard": _late("Cards leave a hand only because a card or the hand limit says so. Does one?"),
    "ask.from_hand": _late("That comes out of your hand without being played. Does a card or a rule say so?"),
    "ask.zone_full": _late("There is no room left there. Put it there all the same?"),
    "ask.beyond": _late("{name} goes from {least} to {most}. Set it beyond that?"),
    "ask.few_players": _late("This game wants {least} players and there are {players}. Begin all the same?"),
    "ask.few_cards": _late("For {players} players {missing} more cards would make it five each. Begin all the same?"),
    "ask.not_ready": _late("Not everybody is ready. Begin all the same?"),
    "table.none": _gone("There is no such table. It may have been put away."),
    "verb.none": _amiss("There is no such thing to do at a table: {verb}."),
    "table.open_already": _late("This table is open already."),
    "table.private": _late("This deck is private, so strangers cannot be shown its table."),
    "table.one_a_draft": _late("This deck is being played and written at another table just now. Sit down there."),
    "table.too_many_cards": _late("A table holds {limit} cards, and this deck has more."),
    "table.paused": _late("The game waits for the vote. It goes on by itself once everybody has spoken."),
    "table.not_begun": _late("The game has not begun."),
    "table.has_begun": _late("The game has begun already."),
    "table.over": _late("This game is over."),
    "table.not_over": _late("This game is not over yet."),
    "table.archived": _late("An archived version is played as it is. To change it, play the draft, or fork the deck."),
    "table.deck_gone": _late(
        "The deck was put away for good, so nothing more is written or voted on here. The game goes on as it is."
    ),
    "table.nothing_left": _late("All the words of this version were taken down. There is nothing left to play."),
    "table.in_use": _late("Somebody is still sitting here. The table stays while they do."),
    "seats.amiss": _amiss("A table has 1 to {most} seats."),
    "seat.none": _late("There is nobody in that seat to do this with."),
    "seat.not_yours": _others("You have no seat here. Sit down first."),
    "seat.one_each": _late("You sit here already."),
    "seat.taken": _late("Somebody has just sat down there. Take another seat."),
    "seat.all_taken": _late("Every seat is taken."),
    "seat.members_only": _others("Only the group that makes this deck sits at this table. Ask them to invite you."),
    "seat.by_link": _others(
        "Somebody was asked to leave this table, so one sits down by its new link now. Ask those who sit here for it."
    ),
    "seat.shown_out": _late("The others at this table asked you to leave it. One of them can hand you a seat."),
    "seat.muted": _late("The others asked for some quiet from this seat."),
    "side.none": _amiss("This deck has no such side."),
    "team.none": _amiss("There are {most} teams."),
    "piece.none": _gone("There is no such card here for you. It may have moved."),
    "piece.not_in_hand": _late("That card is not in your hand."),
    "piece.not_in_play": _late("That works only with cards in play."),
    "piece.unknown_face": _late("You do not know that card yourself."),
    "pieces.none": _amiss("Choose a card first."),
    "attach.circle": _late("A card cannot hang on itself."),
    "zone.none": _gone("There is no such place at this table."),
    "zone.empty": _late("There is nothing there."),
    "zone.same": _amiss("Those are the same pile."),
    "zone.not_a_pile": _late("That works only with a pile."),
    "zone.not_yours": _late("That is somebody else's."),
    "look.already": _late("Finish looking at what you have in front of you first."),
    "look.none": _late("You are not looking at anything."),
    "look.all_of_them": _amiss("Put back all the cards that you are looking at, each once."),
    "count.amiss": _amiss("That is not a number this can be done with. {most} is the most."),
    "counter.none": _gone("There is no such counter here."),
    "token.name": _amiss("A token needs a name of at most {limit} characters."),
    "token.many": _late("{limit} kinds of token are as many as one card or seat holds."),
    "die.none": _gone("There is no die called {die} here."),
    "dice.many": _amiss("{limit} dice are as many as fit in a hand."),
    "dice.amiss": _amiss("Roll 1 to {dice} dice with 2 to {sides} sides."),
    "question.open": _late("You have asked that already. The others are thinking about it."),
    "question.nobody": _late("There is nobody here to ask."),
    "question.closed": _late("That has been answered."),
    "question.not_yours": _others("That was not asked of you."),
    "words.long": _amiss("At most {limit} characters fit there."),
    "win.why": _amiss("Say how you have won, so that the others can agree."),
    "undo.none": _late("There is nothing to take back."),
    "undo.far": _late("That was more than {most} entries of the minutes ago. Nothing is taken back from so far."),
    "undo.revealed": _late("Something has been seen since then, and that cannot be unseen."),
    "card.out_of_reach": _late(
        "While the deck is played, a change is about a card in play, in a discard pile, or in your own hand. "
        "That one is elsewhere."
    ),
    "blanks.none": _late("The blank cards are used up. Anybody may put a fresh pack on the table."),
}

# Codes of the lines typed at a table (play/rules/text_*.py).
TYPED: dict[str, Words] = {
    "text.empty": _amiss("Type a command: /help says how, /commands lists them."),
    "text.unknown": _amiss("There is no command {word}. /commands lists them all."),
    "text.ambiguous": _amiss("{word} could be several: {among}. Type a little more of it."),
    "text.usage": _amiss("That command is written {usage}."),
    "text.long": _amiss("A line is at most {limit} characters."),
    "text.card": _amiss("Name a card by its number or its title."),
    "text.player": _amiss("Nobody here goes by {name}. Type a name, or the number of a seat."),
    "text.which": _amiss(
        "There is a card {number} and a proposal {number}. Type /repeal card {number} or /repeal proposal {number}."
    ),
}

# Codes of printing and of files that are brought in or taken out.
PAPER: dict[str, Words] = {
    "file.empty": _amiss("There is nothing in it. Paste a list of cards, or choose a file."),
    "file.large": _amiss("That file is larger than {limit} MB, and more than a deck needs. Send the list alone."),
    "file.not_text": _amiss("That is not a text file. Save the list as plain text and bring that."),
    "file.not_yet": _amiss("That looks like {format}, which is not read here yet. A plain list or our own JSON is."),
    "file.unreadable": _amiss("That JSON cannot be taken as it stands. {where}: {why}."),
    "format.unknown": _amiss("There is no format called {format} here. There are: {known}."),
    "listing.empty": _amiss("There are no cards in that list."),
    "listing.stops": _amiss("Something in the list must be put right first. {why}"),
    "history.would_withdraw": _late(
        "The history takes down a card that stands in another deck here. Bring the deck in without its history."
    ),
    "import.slug": _amiss("An address has small letters, digits and single hyphens, {limit} at most."),
    "import.slug_taken": _late("The address {slug} is taken. Choose another."),
    "print.nothing": _late("There is nothing to print yet. Put a card in the deck first."),
    "print.no_pango": _late("This machine cannot draw PDFs yet: Pango is missing. Its host can add it with: {line}"),
    "print.too_long": _late("Drawing the cards took too long and was stopped. Try once more, then print fewer."),
    "print.too_big": _late("Drawing the cards needed more memory than one print may have. Print fewer at a time."),
    "print.no_room": _late("The disk is full, so the PDF could not be kept. Nothing else was lost."),
    "print.stopped": _late("The press stopped in the middle. Try again."),
    "print.differs": _late(
        "The printed cards did not say what the deck says, so no sheet was let out. Please tell the host of this site."
    ),
    "print.broken": _late("A card could not be drawn. Try again; if it happens again, tell the host of this site."),
}


def _one_table(*parts: dict[str, Words]) -> dict[str, Words]:
    """All parts as one; a code given twice is a mistake and stops the start."""
    table: dict[str, Words] = {}
    for part in parts:
        twice = table.keys() & part.keys()
        if twice:
            raise ValueError(f"worded twice: {', '.join(sorted(twice))}")
        table.update(part)
    return table


TABLE: dict[str, Words] = _one_table(REQUESTS, NAMES, DOORS, ACCOUNTS, DECKS, FACES, TABLES, TYPED, PAPER)

_UNWORDED = _late("That could not be done just now. Reload the page and look at how things stand.")


class _Facts(dict[str, Any]):
    """A fact a sentence wants and the refusal lacks is left out of it, never an error page."""

    def __missing__(self, name: str) -> str:
        return "…"


def words(refused: Refused) -> Words:
    """Status and finished sentence for one refusal. Never raises."""
    entry = TABLE.get(refused.code, _UNWORDED)
    return Words(entry.status, entry.sentence.format_map(_Facts(refused.facts)))


def say(refused: Refused) -> str:
    """The sentence for a person."""
    return words(refused).sentence


def status(refused: Refused) -> int:
    """The HTTP status that goes with it."""
    return words(refused).status
