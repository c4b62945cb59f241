"""Texts of cards, with the code of the advice that each is to bring, and texts that are to bring none.

All are written beside the same deck (`DECK`), as a Thing unless it says otherwise.
"""

from __future__ import annotations

from cards.face.face import Face
from cards.face.lexicon import DeckKind, DeckSymbol, Keyword, Lexicon
from cards.rules.thoughts import Aside, Known

LEXICON = Lexicon(
    symbols=(
        DeckSymbol("ember", colour="#b02a2a", shape="round"),
        DeckSymbol("leaf", colour="#4a5a2c", shape="round"),
        DeckSymbol("drop", colour="#2c62a8", shape="round"),
        DeckSymbol("star", colour="#3c6b4c", shape="star"),
    ),
    keywords=(Keyword("Haste", "May be used in the turn it is played."),),
    kinds=(
        DeckKind("Curse", "#b02a4c", meaning="A Curse stays until it is lifted."),
        DeckKind("Blessing", "#4a4c52", meaning="A Blessing is kept."),
        DeckKind("Relic", "#2c62a8", mark="star", meaning="A Relic is kept."),
    ),
)
DECK = Known(
    titles=("Wandering Goat", "Slug", "Letter to the Council", "Storm", *(f"Plain Card {n}" for n in range(8))),
    rules=("Ink Counters A card with the Blessed Keyword stays.", "Rot A rotten card is turned over at dusk.",
           "Curse Blessing Relic A Curse stays until it is lifted. A Blessing or a Relic is kept."),
    aside=(
        Aside(
            "Bulldozer", "At the end of your turn, every Thing with no wheels is pushed one seat to the left.",
            ("Not in a garden",),
        ),
    ),
    coming=("Silver Bell",),
    types=("Thing — Livestock", "Action — Weather", *["Thing — Pest"] * 10),
    texts=("It wanders.", "Whoever has six Bells wins the game.", *["It stands there."] * 10),
    marked=("**Flying.** It wanders.", "A Thing with **Flying** rests.", "**Rooted** (it cannot move)",
            "**Rooted**\nIt stays."),
    lexicon=LEXICON,
)  # fmt: skip


def card(text: str, type_line: str = "Thing", title: str = "Tea Urn") -> Face:
    return Face(title, type_line, text)


# (the card, the code of the advice, the words meant)
ADVISED: tuple[tuple[Face, str, str], ...] = (
    # the name, and what was set aside
    (card("It steams.", title="Slug"), "title.in_deck", "Slug"),
    (card("It steams.", title="the slug!"), "title.in_deck", "the slug!"),
    (card("It steams.", title="Silver Bell"), "title.coming", "Silver Bell"),
    (card("It steams.", title="Wondering Goat"), "title.near", "Wondering Goat"),
    (card("It steams.", title="Letters to the Council"), "title.near", "Letters to the Council"),
    (card("It pushes.", title="Bulldozer"), "title.set_aside", "Bulldozer"),
    (card("It pushes.", title="Bulldozers"), "title.like_set_aside", ""),
    (card("At the end of your turn, every Thing with no wheels is pushed one seat to the left."),
     "title.like_set_aside", ""),
    (card("At the end of your turn, every **Thing** with no wheels is pushed a seat to the left."),
     "title.like_set_aside", ""),
    # the kind
    (card("It steams.", ""), "kind.none", ""),
    (card("It steams.", "Omen"), "kind.unexplained", "Omen"),
    (card("It steams.", "Sacred  Oath"), "kind.unexplained", "Sacred  Oath"),
    # braces
    (card("Pay {fame 3}."), "text.braces", "{fame 3}"),
    (card("{hasty} It steams."), "text.braces", "{hasty}"),
    # what never ends
    (card("Draw a card, then play this again.", "Action"), "text.endless", "play this again"),
    (card("Draw two cards. Play this card once more.", "Action"), "text.endless", "Play this card once more"),
    (card("Gain {gold 3}. You may play this again.", "Action"), "text.endless", "play this again"),
    (card("Everybody draws. Repeat this.", "Action"), "text.endless", "Repeat this"),
    (card("Draw a card, then repeat the process.", "Action"), "text.endless", "repeat the process"),
    (card("Draw a card. Then do it all over again.", "Action"), "text.endless", "do it all over again"),
    (card("At the end of your turn, take another turn."), "text.endless", "At the end of your turn, take another turn"),
    (card("After the end of each of your turns, you take an extra turn."), "text.endless",
     "After the end of each of your turns, you take an extra turn"),
    (card("Whenever you draw a card, draw another card."), "text.endless",
     "Whenever you draw a card, draw another card"),
    (card("Whenever you draw a card, you draw two cards."), "text.endless",
     "Whenever you draw a card, you draw two cards"),
    (card("Each time a player draws a card, they draw a card."), "text.endless",
     "Each time a player draws a card, they draw a card"),
    (card("It is warm. Whenever you gain a point, gain one point."), "text.endless",
     "Whenever you gain a point, gain one point"),
    (card("Return this to your hand. Play another Action.", "Action"), "text.endless", "Return this to your hand"),
    (card("Take this card back into your hand and play any number of Actions.", "Action"), "text.endless",
     "Take this card back into your hand"),
    # words that start arguments
    (card("Two cards are discarded."), "text.whose", "discarded"),
    (card("The top card is then discarded."), "text.whose", "discarded"),
    (card("It is dawn, and three cards are discarded at random."), "text.whose", "discarded"),
    (card("Discard a Thing."), "text.destroyed", "Discard a Thing"),
    (card("Each player discards two Things."), "text.destroyed", "discards two Things"),
    (card("Now discard any other Thing with wheels."), "text.destroyed", "discard any other Thing"),
    (card("Whenever a card is drawn, draw a card."), "text.endless", "Whenever a card is drawn, draw a card"),
    (card("If you have exactly three Goats, you win."), "text.exactly", "exactly three"),
    (card("Whoever controls exactly 7 Things wins the game."), "text.exactly", "exactly 7"),
    (card("A player who holds exactly two Bells wins."), "text.exactly", "exactly two"),
    (card("When there are exactly five Things in play, the game is over."), "text.exactly", "exactly five"),
    (card("While you have exactly ten cards in hand, nobody may speak."), "text.exactly", "exactly ten"),
    # very large numbers
    (card("Draw 100 cards."), "text.large", "100 cards"),
    (card("Destroy 60 Things of one colour."), "text.large", "60 Things"),
    (card("Take a thousand turns."), "text.large", "a thousand turns"),
    (card("Put 100 tokens on this."), "text.large", "100 tokens"),
    (card("Gain one million points."), "text.large", "one million points"),
    (card("Your neighbour loses 5,000 gold."), "text.large", "5,000 gold"),
    (card("It deals 999 damage."), "text.large", "999 damage"),
    (card("Roll 77 dice."), "text.large", "77 dice"),
    (card("Put a hundred ink counters here."), "text.large", "a hundred ink counters"),
    # cards that are named
    (card("Destroy “Rusty Gate”."), "text.named", "Rusty Gate"),
    (card("Search the draw pile for **Rusty Gate**."), "text.named", "Rusty Gate"),
    (card("You control “King of the Hill”, or nothing at all."), "text.named", "King of the Hill"),
    (card("Destroy “Wondering Goat”."), "text.nearly_named", "Wondering Goat"),
    (card("Then search for the Wondering Goat and the rest."), "text.nearly_named", "Wondering Goat"),
    # words in bold, and traits
    (card("**Flying.** It steams."), "text.bold", "Flying"),
    (card("It has **Flying** at dawn."), "text.bold", "Flying"),
    (card("**Flying**\nIt steams."), "text.bold", "Flying"),
    (card("**Haste.** It steams."), "text.keyword", "Haste"),
    (card("It has **Haste** at dawn."), "text.keyword", "Haste"),
    (card("It ticks.", "Thing — Livestok"), "traits.near", "Livestok"),
    (card("It ticks.", "Thing — Pest, Wether"), "traits.near", "Wether"),
    # colours
    (card("It lies on you.", "Curse"), "kind.colours", "Curse"),
    (card("It lies on you.", "Blessing — Pest"), "kind.colours", "Blessing"),
    (card("Pay {ember 2}."), "text.colours", "{ember 2}"),
    (card("Gain a {leaf}."), "text.colours", "{leaf}"),
)  # fmt: skip

UNADVISED: tuple[Face, ...] = (
    card("It steams."),
    card("It steams.", title="Slum"),
    card("It steams.", title="Settled Goat"),
    card("It steams.", title="Letter to the Editor"),
    card("It pushes.", title="Bull"),
    card("At the end of your turn, every Thing with wheels comes back to whoever played it first."),
    card("It steams.", "Relic"),
    card("It steams.", "thing — Pest"),
    card("It steams.", "Action — Weather"),
    card("{haste} It steams."),
    card("Pay {gold 3}, then {tap}."),
    card("Gain a {drop} and a {star 2}."),
    # turns and drawing that come to an end
    card("Take another turn.", "Action"),
    card("Take another turn after this one.", "Action"),
    card("At the end of your turn, if you have no cards, take another turn."),
    card("At the end of your turn, destroy this and take another turn."),
    card("Draw a card. You may play this again next turn.", "Action"),
    card("Draw a card. If it is red, play this again.", "Action"),
    card("Roll {die}. On a {die 6}, repeat this.", "Action"),
    card("Draw a card, then repeat this twice.", "Action"),
    card("Repeat this until you draw a Goat.", "Action"),
    card("Whenever you draw a Goat, draw a card."),
    card("Whenever you draw a card, you may gain {gold 1}."),
    card("Once in your turn, when you draw a card, draw another."),
    card("The first time you draw a card in a turn, draw another card."),
    card("Whenever a player draws a card, you lose one point."),
    card("Whenever an opponent draws a card, draw a card."),
    card("Return this to your hand.", "Action"),
    card("Play another Action.", "Action"),
    card("Return this to your hand at the end of your turn. You may play another Action this turn.", "Action"),
    card("Pay {gold 2}: return this to your hand and play another Action.", "Action"),
    card("Play this again on your next birthday.", "Action"),
    # whose card it is
    card("Each player discards a card."),
    card("Discard a card from your hand."),
    card("Draw three cards, then discard a card.", "Action"),
    card("**Activate:** Discard two cards."),
    card("Shuffle the discard pile."),
    card("The discarded card comes back."),
    card("Each player discards a Thing from their hand."),
    card("Destroy a Thing."),
    card("Every other player gives you a card."),
    card("Each player, including you, draws."),
    card("All players draw. You draw two."),
    card("You have the fewest cards among all players."),
    # exactly, where it is clear or meant
    card("Discard exactly two cards from your hand."),
    card("Each player draws exactly three cards."),
    card("If you control exactly one Thing, draw."),
    card("If nobody has exactly the same card, draw."),
    card("If you have at least three Goats, you win."),
    card("Move it exactly two seats to the left."),
    # numbers
    card("Draw 10 cards."),
    card("Each player gains 100 points."),
    card("It was built in 1974 by a man with 3 goats."),
    card("Whoever has 50 points wins."),
    card("Put 20 tokens on this."),
    card("Say a thousand words about cards."),
    card("It deals 12 damage."),
    card("Pay 300 gold."),
    card("It is 1,000 miles to the next card."),
    # names and words in bold
    card("Destroy “Wandering Goat”, “Storm” or “Silver Bell”."),
    card("While “Tea Urn” is in play, draw."),
    card("Say “Good Morning” to whoever plays next."),
    card("**Action:** Draw. **Discard Pile** **Each Player** **never**"),
    card("**Storm Warning.** At the end of your turn, draw."),
    card("**Rooted.** It steams."),
    card("**Swimming.** It steams."),
    card("It has **Rot** at dawn."),
    card("King Arthur and Monty Python in the Main Phase of New York."),
    card("It ticks.", "Thing — Livestock"),
    card("Destroy all other Clockwork.", "Thing — Clockwork"),
    card("It ticks.", "Thing — Clockwork"),
    card("It ticks.", "Guardian Thing"),
)
