"""What the pages of a deck are given: finished and frozen, made by cards/queries, met by templates."""
