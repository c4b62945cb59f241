"""Lines typed at a table, read and completed. Pure: no Django, no clock, no randomness."""
