"""The refusals of decks, faces, files and printing, worded (studio/wording.py says how)."""

from __future__ import annotations

from studio.wording import RefusalAnswer, amiss, gone, late, often, others, resting

# Codes of a deck, its proposals and ballots (cards/rules, cards/actions).
DECKS: dict[str, RefusalAnswer] = {
    "member.none": gone("There is nothing here for you. You may have left this group."),
    "deck.deleted": gone("This deck was put away for good by everybody's vote."),
    "deck.started": late("This deck has already begun."),
    "deck.has_begun": late("This deck has begun, so new cards come in by the vote. Put them to the table."),
    "deck.full": late("A deck holds {limit} cards and Special Rules, and this would be more. Repeal some first."),
    "title.taken": amiss(
        "That title is taken. There is already a {title} in this deck. Reword it, or give yours another name."
    ),
    "article.none": gone("There is no {article} in this deck."),
    "article.numbers": amiss("Cards that are brought in each need a number of their own, from 1 to {limit}."),
    "article.repealed": late("{article} has been repealed meanwhile. It can be restored."),
    "article.in_force": late("{article} is in the deck. There is nothing to restore."),
    "face.superseded": late("{article} was changed while you wrote. Look at it as it reads now, then propose again."),
    "face.none": late("The words this was about are not here. Reload the page and try again."),
    "change.nothing": amiss("Nothing would be different. Change something first."),
    "changes.none": amiss("There is nothing in this proposal yet."),
    "changes.many": amiss("One proposal holds {limit} changes. Make it two."),
    "changes.collide": amiss("Two of these changes contradict each other about one card."),
    "kit.amiss": amiss("That does not go together. {place}: {why}."),
    "copies.of_rule": amiss("A Special Rule is in no pile, so it has no copies."),
    "side.long": amiss("The name of a side is one line of at most {limit} characters."),
    "licence.long": amiss("The licence is one line of at most {limit} characters."),
    "proposal.none": gone("There is no proposal {proposal} in this deck."),
    "proposal.closed": late("That vote is over. See in the minutes how it went."),
    "proposal.queued": late("That one is still waiting for its turn. Vote when it comes to the mat."),
    "proposal.overtaken": late(
        "Another proposal changed that card first. Whoever proposed this must reword it before it can be voted on."
    ),
    "proposal.same": late("That is before everybody already, as proposal {proposal}."),
    "proposal.many": late(
        "{limit} of your proposals are waiting, and that is as many as one may have. Let the others judge some first."
    ),
    "proposal.not_yours": others("Only whoever proposed it can do that."),
    "proposal.not_aside": late("That one is not in the drawer."),
    "wording.superseded": late("It was reworded while you were reading. Here is wording {now}: does it go in?"),
    "wording.same": amiss("That is how it reads already. Change something first."),
    "suggestion.own": late("It is your own card. Reword it, and draw what you like."),
    "suggestion.no_drawing": late("There is no drawing to add to there."),
    "suggestion.empty": amiss("Nothing is drawn yet. Add a line first."),
    "queue.not_waiting": late("One of the two is before the others by now. Only what waits changes places."),
    "suggestion.one": late("What you drew waits for an answer already. Add more when that is given."),
    "suggestion.many": late("{limit} drawings wait for an answer already. Add yours when one of them has it."),
    "suggestion.none": late("That drawing has its answer already."),
    "vote.own_wording": late("You wrote this wording, so you are in favour. Withdraw it or reword it instead."),
    "reason.wanted": amiss("In this deck a no comes with a reason. A few words are enough."),
    "reason.long": amiss("A reason is at most {limit} characters. The talk below has room for more."),
    "elector.none": others("You were not at the table when this came up, so this vote is not yours."),
    "elector.voteless": others("A Special Rule leaves you without a vote on this."),
    "elector.not_away": late("They are here. There is nobody to go on without."),
    "elector.has_spoken": late("They have voted already. There is no need to go on without them."),
    "elector.one_more": late("Somebody besides the proposer must be here before you can go on without anyone."),
    "remark.empty": amiss("There is nothing in that remark yet."),
    "remark.long": amiss("A remark is at most {limit} characters. Say it in two."),
    "details.title_empty": amiss("A deck needs a title. Any will do for now."),
    "details.long": amiss("That {field} is too long. {limit} characters fit."),
    "details.status_unknown": amiss("That is not one of the states a deck can be in."),
    "details.language": amiss(
        "That is no tag of a language. One is two or three letters, perhaps with more behind: gsw, pt-BR, zh-Hant."
    ),
    "details.players": amiss("Players go from 1 to {limit}, the fewer first."),
    "details.tags_many": amiss("A deck has at most {limit} tags."),
    "details.tag_long": amiss("A tag is at most {limit} characters."),
    "licence.all_rights": late(
        "It was made from {source}, whose people kept all rights to it. Ask them for a licence."
    ),
    "licence.kept": late("It was made from {source}, under {licence}, which nobody but its people can change."),
    "licence.share_alike": late(
        "It was made from {source}, under {licence}: what is made of that stays under the same licence, or a later "
        "one of its kind."
    ),
    "licence.credit": late(
        "It was made from {source}, under {licence}: whoever takes it on has to name its makers, and {to} does not "
        "ask them to."
    ),
    "licence.trade": late(
        "It was made from {source}, under {licence}: nobody may sell what is made of that, and {to} would let them."
    ),
    "lineage.amiss": amiss("What it says of the decks it was made from is not written as we write it."),
    "shelf.full": late("Your shelf holds {limit} decks, and that many stand on it. Take one off first."),
    "fork.deep": late("It has been taken on {limit} times, one after the other. Start afresh from here."),
    "fork.empty": late("There is nothing here to take on yet."),
    "fork.withdrawn": late("Some words in it were taken down, so it is not carried on. Take a version without them."),
    "fork.all_rights": others(
        "Its people keep all rights to this deck. Ask them for a licence that lets others change it, then take it on."
    ),
    "fork.licence": others(
        "Its licence, {licence}, does not plainly let others change the deck. Ask its people before you take it on."
    ),
    "gather.nothing": late("Nothing comes along: none of these cards may be carried into another deck."),
    "take.gone": gone("One of the two versions is not there any more, or is not open to you."),
    "take.none": amiss("Tick a card first, to take it over."),
    "take.nothing": late("There is nothing to take over: your deck reads like that already."),
    "take.withdrawn": late("The words of a card among them were taken down. Leave that one out."),
    "take.unknown": late("One of these cards is in neither of the two. Look at the comparison again."),
    "take.all_rights": others(
        "The people of {source} keep all rights to it. Ask them for a licence that lets others change it."
    ),
    "take.licence": others(
        "The licence of {source}, {licence}, does not plainly let others change its cards. Ask its people first."
    ),
    "take.terms": late(
        "{source} is under {licence}, and the licence of your deck does not keep what that one asks. Put another "
        "licence to the table first."
    ),
    "version.empty": late("There is nothing to archive yet. Write a card first."),
    "version.unchanged": late("Nothing has changed since version {version}. It is in the archive as it is."),
    "version.name_long": amiss("A version's name is at most {limit} characters."),
    "version.notes_long": amiss("The notes are at most {limit} characters."),
    "batch.running": late("A first batch is under way already. There is a blank in it for you."),
    "batch.over": late("That first batch is over. What you wrote and did not put down is still yours."),
    "batch.turned_over": late("They were turned over meanwhile. What you have not put down is still yours."),
    "batch.not_turned": late("They are not turned over yet. Nobody looks before."),
    "batch.full": late("A first batch holds {limit} cards in all, and that would be more."),
    "batch.played": late("This deck is being played. Call a first batch when the game is over."),
    "batch.not_in": late("You are not writing along yet. Join in, and there are blanks for you."),
    "batch.is_down": late("Something of yours lies on that blank already. Pick it up to change it."),
    "batch.not_down": late("That card is in your hands already."),
    "batch.same": amiss("You have put down that very card already. Write another."),
    "batch.time_enough": late("There is time enough, and nothing rings at the end."),
    "batch.nothing_down": late("Nothing is down yet. One card is enough to begin with."),
    "batch.not_yet": late("Some are still writing, and there is time yet. They are turned over when all are down."),
    "batch.still_writing": late("{count} of you are still writing. Say that you turn them over even so."),
    "batch.not_asked": others("These are for those who were there when they were turned over."),
    "batch.has_cards": late("Some cards are down, and they are not thrown away. Turn them over instead."),
    "gap.none": gone("There is no such gap in this deck."),
    "gap.gone": late("That gap has gone meanwhile: it was filled, or put away."),
    "gap.empty": amiss("Say in a few words what is missing."),
    "gap.long": amiss("A gap is called by at most {limit} characters."),
    "gap.same": amiss("“{words}” is among the gaps already."),
    "gap.many": late("A deck has at most {limit} gaps at a time. Fill one, or put one away."),
    "gap.cards": amiss("A gap asks for one to {limit} cards."),
    "card.out_of_reach": late(
        "While the deck is played, a change is about a card in play, in a discard pile, or in your own hand. "
        "That one is elsewhere."
    ),
}

# Codes of faces and the limits of what can be written (cards/rules/limits.py).
FACES: dict[str, RefusalAnswer] = {
    "face.title_empty": amiss("A card needs a title, so that it can be talked about. Give it one."),
    "face.title_long": amiss("That title is {length} characters long and {limit} fit. Shorten it."),
    "face.type_long": amiss("That type line is {length} characters long and {limit} fit. Shorten it."),
    "face.text_long": amiss("That text is {length} characters long and {limit} fit. Shorten it, or make it two cards."),
    "face.flavour_long": amiss("That flavour text is {length} characters long and {limit} fit. Shorten it."),
    "face.credit_long": amiss("That maker's name is {length} characters long and {limit} fit. Shorten it."),
    "face.corner_long": amiss("A corner holds {limit} characters, and that is {length}. Shorten it."),
    "face.colour_unknown": amiss("“{colour}” is not a colour that could be read. Choose one of the inks."),
    "face.effects_on_card": amiss("Only a Special Rule can change how the deck decides. Make this a Special Rule."),
    "face.effects_many": amiss("One Special Rule holds {limit} settings, and that is {length}. Make it two rules."),
    "face.doodle_large": amiss("That drawing has {length:,} strokes and {limit:,} fit. Rub some out."),
    "face.doodle_long": amiss("That drawing is longer than a card holds: {limit:,} points fit. Rub some out."),
    "face.doodle_unreadable": amiss("That drawing could not be read. Draw it again, on the card."),
    "face.art_words_long": amiss(
        "The words for the drawing are {length} characters long and {limit} fit. Shorten them."
    ),
    "face.art_lines_amiss": amiss("A drawing is 0 to {limit} lines high. Choose one of those."),
    "face.unclean": amiss("There are characters in the {field} that cannot be printed. Type it again."),
    "copies.out_of_range": amiss("A card can have 1 to {limit} copies, not {copies}."),
}

# Codes of pictures (cards/pictures).
PICTURES: dict[str, RefusalAnswer] = {
    "picture.none": amiss("There is no picture in it. Choose a photograph or a picture file."),
    "picture.large": amiss("That file is larger than {limit} MB. Save it smaller and bring that."),
    "picture.kind": amiss("That is {kind}. A PNG, a JPEG or a WebP can lie on a card: save it as one of these."),
    "picture.lie": amiss("The file’s name ends in .{ending}, but it is a {kind}. Give it its right name first."),
    "picture.torn": amiss("That picture is torn: it ends too soon, or cannot be read. Save it anew and bring that."),
    "picture.moves": amiss("That picture moves, and a card keeps still. Save one frame of it and bring that."),
    "picture.tail": amiss("There is something behind the end of that picture. Save it anew and bring that."),
    "picture.small": amiss("That picture is smaller than {limit} by {limit} pixels. Nothing of it could be printed."),
    "picture.vast": amiss("That picture is larger than {limit} megapixels. Make it smaller and bring that."),
    "picture.heavy": amiss("That picture took too much to open, and was put down. Save it smaller and bring that."),
    "picture.many": amiss("There are more pictures in it than are looked at in one go. Bring a part, then another."),
    "pace.pictures": often("You have brought many pictures. Wait {seconds} seconds, then send it again."),
    "picture.busy": resting("Many pictures are being brought just now. Wait a moment, then send it again."),
    "picture.person_full": late("You have brought {limit} MB of pictures, and that is as much as one may keep here."),
    "picture.deck_full": late("{limit} MB of pictures were brought to this deck, and that is as much as it may hold."),
    "picture.site_full": late(
        "There is no room for this picture on this machine: what is left of it is everybody’s. Its host can make more."
    ),
    "drawing.person_full": late(
        "Your drawings on cards take {limit} MB, and that is as much as is kept of one’s own. This one stays where you "
        "write: with fewer strokes it can still lie on the card."
    ),
    "drawing.deck_full": late(
        "The drawings of this deck take {limit} MB, and that is as much as it may hold. This one stays where you "
        "write: the card can come with fewer strokes."
    ),
    "drawing.site_full": late(
        "There is no room for this drawing on this machine: what is left of it is everybody’s. Its host can make more; "
        "yours stays where you write."
    ),
    "sketch.person_full": late(
        "What you are drawing on others’ cards takes {limit} MB, and that is as much as is kept of it. Lay one before "
        "its writer, or give one up, and there is room for this one."
    ),
    "sketch.deck_full": late(
        "What is being drawn on the cards here takes {limit} MB, and that is as much as is kept of it. Lay yours "
        "before the card’s writer, and it is seen all the same."
    ),
    "picture.gone": late("The picture on this card is not here, or is not yours to use. Choose it again."),
    "picture.words_long": amiss("The {field} is {length} characters long and {limit} fit. Shorten it."),
    "picture.amiss": amiss("That cannot be a part of a picture. Choose it again."),
}

# Codes of printing and of files that are brought in or taken out.
PAPER: dict[str, RefusalAnswer] = {
    "star.not_in_the_archive": late(
        "A star is for a deck in the archive. This one is not there for everybody to read."
    ),
    "file.empty": amiss("There is nothing in it. Paste a list of cards, or choose a file."),
    "file.large": amiss("That file is larger than {limit} MB, and more than a deck needs. Send the list alone."),
    "file.not_text": amiss("That is not a text file. Save the list as plain text and bring that."),
    "file.not_yet": amiss(
        "That looks like {format}, which is not read here yet. A plain list, a table or our own JSON is."
    ),
    "file.unreadable": amiss("That JSON cannot be taken as it stands. {where}: {why}."),
    "format.unknown": amiss("There is no format called {format} here. There are: {known}."),
    "column.form": amiss(
        "“{words}” does not say what a column is. Write its name, an equals sign and a field, as in Label=title."
    ),
    "column.field": amiss("“{field}” is nothing that a column can be. There are: {known}."),
    "column.twice": amiss("The column “{name}” is said to be something twice. Say it once."),
    "column.unknown": amiss("There is no column “{name}” in that file. There are: {known}."),
    "column.no_title": amiss(
        "None of the columns has the titles. Say which one has, as in Label=title. There are: {known}."
    ),
    "column.no_table": amiss("It was said what columns are, and that file has no table with a row of their names."),
    "listing.empty": amiss("There are no cards in that list."),
    "listing.stops": amiss("Something in the list must be put right first. {why}"),
    "history.would_withdraw": late(
        "The history takes down a card that stands in another deck here. Bring the deck in without its history."
    ),
    "import.slug": amiss("An address has small letters, digits and single hyphens, {limit} at most."),
    "import.slug_taken": late("The address {slug} is taken. Choose another."),
    "print.unknown": amiss("There is no choice called “{field}” when a deck is printed."),
    "print.choice": amiss("“{value}” is nothing that {label} can be. There are: {known}."),
    "print.number": amiss("“{value}” does not do for {label}. Give a whole number from {least} to {most}."),
    "print.length": amiss("“{value}” does not do for {label}. Give a length from {least} to {most} mm."),
    "print.words": amiss("What was given for {label} is too long, or no words. {limit} characters fit."),
    "print.numbers": amiss(
        "“{value}” does not do for {label}. Cards are picked as in 3, 7-9, r2 (r for a Special Rule), {limit} at most."
    ),
    "print.many": amiss("That would be {cards:,} cards, and one print holds {limit:,}. Print it in parts."),
    "print.not_in_deck": amiss("There is no {numbers} in what you print. Pick other numbers."),
    "print.none_picked": amiss("No card is picked, or none is as you asked. Pick some first."),
    "print.unchanged": late("Nothing has changed since version {since}. There is nothing to print again."),
    "print.since_newer": amiss("Version {since} is no older than version {version}. Choose an older one."),
    "print.back_none": amiss("The group has drawn no back yet. Choose the deck’s own, or draw one and vote on it."),
    "print.since_none": amiss("There is no such version for changes to count from. Print the whole deck."),
    "print.file": amiss("That file of options is neither TOML nor JSON as it stands. {why}"),
    "print.file_large": amiss("That file of options is larger than {limit} KB. It needs a few lines only."),
    "print.one_at_a_time": late("{limit} prints are under way for your network. Ask again when one is done."),
    "print.under_way": late("A print of yours is not done yet. What you chose here stays: see that one, or cancel it."),
    "print.nothing": late("There is nothing to print yet. Put a card in the deck first."),
    "print.paper": amiss("“{paper}” is no paper known here. Name one, or measure it in mm, as 210x280."),
    "print.no_fit": amiss("Not one card of {size} fits on {paper} inside its margins."),
    "print.not_folded": amiss("That sheet has no fold to lay backs beyond. Print them on both sides."),
    "print.box_large": amiss("A box for these needs paper of {needed}. Print it on larger paper than {paper}."),
    "print.pages_paper": amiss("{paper} is too small for a page of words. It needs {least} at least."),
    "print.no_tokens": amiss("There are no tokens and no counters in this deck’s kit. Print it without them."),
    "print.box_empty": late("There are no cards to make a box for."),
    "print.cutter": amiss("No cutting machine is known here as “{cutter}”."),
    "print.service": amiss("No print service is known here as “{service}”."),
    "print.service_size": amiss("{service} takes no cards of {size}. It takes: {known}."),
    "print.service_many": amiss("{service} takes {limit} cards in one order, and these are {cards}."),
    "print.template": amiss("No sheet template is known here as “{template}”."),
    "print.no_pango": late("This machine cannot draw PDFs yet: Pango is missing. Its host can add it with: {line}"),
    "print.too_long": late("Drawing the cards took too long and was stopped. Try once more, then print fewer."),
    "print.too_big": late("Drawing the cards needed more memory than one print may have. Print fewer at a time."),
    "print.no_room": late("The disk is full, so the PDF could not be kept. Nothing else was lost."),
    "print.size": amiss("A card is {least} to {most} mm wide and high: “63.5x88”, or a size by its name."),
    "print.cancelled": late("This print was cancelled. Nothing of it was kept."),
    "print.busy": resting("The press is at a long print. Ask for this picture again in a minute."),
    "print.no_picture": resting("This machine cannot draw pictures of cards: Pango is missing. Its host can add it."),
    "print.no_svg": late("This card cannot be told as an SVG. Take its PNG: it is the same picture."),
    "print.stopped": late("The press stopped in the middle. Try again."),
    "print.differs": late(
        "The printed cards did not say what the deck says, so no sheet was let out. Please tell the host of this site."
    ),
    "print.broken": late("A card could not be drawn. Try again; if it happens again, tell the host of this site."),
}
