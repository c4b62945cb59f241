"""Tables: archived decks are played, and drafts go on being created while they are played."""
