"""What can be asked of a deck: one module a family of verbs, each verb with all that belongs to it."""
