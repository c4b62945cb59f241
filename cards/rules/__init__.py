"""The creative rules as values (C1 to C14). Pure: no Django, no clock, no randomness."""
