"""The creative rules as values (RULES.md C1 to C12). Pure: no Django, no clock, no randomness."""
