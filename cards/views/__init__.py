"""Each view opens a door, calls one action or one query, and answers."""
