"""Pages of tables: a door, one action, an answer."""
