"""Facts of a deck's stream. Frozen; an entry holds one, by its class name. People by id, words by digest.

A family has a module, with the union of its facts; `Event` is all of them, and all of them are reached from here.
"""

from __future__ import annotations

from cards.rules.events import articles, batch, gaps, people, proposals
from cards.rules.events.articles import *
from cards.rules.events.batch import *
from cards.rules.events.gaps import *
from cards.rules.events.people import *
from cards.rules.events.proposals import *

Event = people.DeckPeopleFact | proposals.ProposalFact | articles.ArticleFact | batch.BatchFact | gaps.GapFact
